//! Revenue as figures to take away.

use super::booking_curve::CurveScale;
use super::usage_plot::UsagePlot;
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, LEFT_PX, PLOT_PX, QUIET, amounts, number, time_axis};
use crate::kit::legend::{DASHES, NAME, Sample, legend};
use crate::kit::scale::TimeScale;
use crate::kit::series::{line, steps};
use crate::kit::svg::path;
use crate::kit::ticks::{round_down, round_up};
use bookahead_engine::core::time_names::TimeNames;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::revenue::{BorderCurve, RunSeries, Update, VirtualClass};

/// Height of a plot, in CSS px.
const HEIGHT_PX: f64 = 260.0;
/// Room above a plot, for what stands over its upper edge.
const TOP_PX: f64 = 20.0;

/// A border between the classes of a market, see Littlewood's rule.
#[derive(Clone, Copy, Debug)]
pub struct BorderFrame<'a> {
    /// Classes 1 … k as one.
    pub higher: VirtualClass,
    /// What the higher side is called.
    pub higher_name: &'a str,
    /// Price of class k + 1.
    pub lower_price: f64,
    /// What it is called.
    pub lower_name: &'a str,
    /// Littlewood's level, not rounded.
    pub crossing: f64,
    /// Nodes kept now.
    pub level: u32,
    /// Nodes on sale.
    pub on_sale: u32,
}

/// A drawing with the names of its lines above it, where they cover nothing, each beside a piece of its line; and the height of both.
fn with_legend(lines: &[(&str, Pen)], drawing: &Drawing, height: f64) -> (Drawing, f64) {
    let entries: Vec<_> = lines.iter().map(|&(name, pen)| (name, Sample::Line(pen))).collect();
    let mut whole = Drawing::default();
    let top = legend(&mut whole, (LEFT_PX, 0.0), PLOT_PX, &entries);
    whole.place((0.0, top), drawing);
    (whole, top + height)
}

fn plotted(drawing: &mut Drawing, plot: &Drawing, height: f64) {
    drawing.place_cut(Rect { x: LEFT_PX, y: TOP_PX, width: PLOT_PX, height: height + 1.0 }, plot);
    let edge = Rect { x: LEFT_PX, y: TOP_PX, width: PLOT_PX, height };
    drawing.frame(edge, Pen::new(INK.ink_quiet, 1.0));
}

impl BorderFrame<'_> {
    fn axes(&self, scale: &CurveScale) -> Drawing {
        let mut axis = Drawing::default();
        amounts(&mut axis, PLOT_PX, scale.money_ticks(5).into_iter().map(|tick| (scale.y_of(tick), number(tick))));
        for nodes in scale.node_ticks(10) {
            axis.text((scale.x_of(nodes), HEIGHT_PX + 16.0), Anchor::Middle, QUIET, &number(nodes));
        }
        axis.text((PLOT_PX, HEIGHT_PX + 33.0), Anchor::End, QUIET, &format!("nodes kept for {}", self.higher_name));
        axis
    }

    fn level_line(&self, drawing: &mut Drawing, scale: &CurveScale) {
        let x = LEFT_PX + scale.x_of(f64::from(self.level));
        drawing.line((x, TOP_PX - 6.0), (x, TOP_PX + HEIGHT_PX), Pen::new(INK.accent, 2.0));
        drawing.text((x, TOP_PX - 9.0), Anchor::Middle, Font { colour: INK.accent_ink, ..NAME }, &format!("{} kept", self.level));
    }

    /// Littlewood's rule: the worth of one more node kept, against the price of the lower class.
    pub fn littlewood(&self) -> Figure {
        let top = round_up(self.higher.price.max(self.lower_price) * 1.15);
        let scale = CurveScale::new(PLOT_PX, HEIGHT_PX, self.on_sale, 0.0, top);
        let lower_y = scale.y_of(self.lower_price);
        let mut plot = Drawing::default();
        let outline = scale.between(self.higher, self.lower_price, self.crossing, f64::from(self.level));
        plot.area(&path(&outline, true), INK.refused, 0.2);
        plot.line((0.0, lower_y), (PLOT_PX, lower_y), Pen::new(INK.class(1), 2.0).dashed("7 3"));
        plot.path(&path(&scale.demand_curve(self.higher), false), Pen::new(INK.class(0), 2.0));
        let (x, y) = (scale.x_of(self.crossing), lower_y);
        plot.dot((x, y), 4.5, Some(INK.ink), None);
        plot.text((x + 9.0, y - 8.0), Anchor::Start, NAME, &format!("{:.1}", self.crossing));
        let lower = format!("{} pays {}", self.lower_name, number(self.lower_price));
        let higher = format!("{}: {} · P(D > y)", self.higher_name, number(self.higher.price));
        let lines = [(higher.as_str(), Pen::new(INK.class(0), 2.0)), (lower.as_str(), Pen::new(INK.class(1), 2.0).dashed("7 3"))];
        let mut drawing = Drawing::default();
        drawing.place((LEFT_PX, TOP_PX), &self.axes(&scale));
        plotted(&mut drawing, &plot, HEIGHT_PX);
        self.level_line(&mut drawing, &scale);
        let (drawing, height) = with_legend(&lines, &drawing, TOP_PX + HEIGHT_PX + AXIS_PX);
        let mut data = DataTable::new(["nodes_kept", "worth_of_next", "lower_price"]);
        data.rows = (0..=self.on_sale)
            .map(|nodes| {
                let worth = self.higher.price * self.higher.demand.exceeds(f64::from(nodes));
                vec![nodes.to_string(), worth.to_string(), self.lower_price.to_string()]
            })
            .collect();
        Figure {
            key: "littlewood",
            title: "Littlewood’s rule".to_string(),
            explanation:
                "Keep a node while it is worth more kept than sold at the lower price; shaded: what the present level loses."
                    .to_string(),
            height,
            drawing,
            data,
        }
    }

    /// Expected revenue of all classes against the level.
    pub fn expected_revenue(&self, curve: &BorderCurve) -> Figure {
        let most = curve.revenue.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = curve.revenue.iter().copied().fold(f64::INFINITY, f64::min).min(most);
        let scale =
            CurveScale::new(PLOT_PX, HEIGHT_PX, self.on_sale, round_down(least, most), most + 0.1 * (most - least).max(1.0));
        let mut plot = Drawing::default();
        plot.path(&path(&scale.level_curve(&curve.revenue), false), Pen::new(INK.ink, 2.0));
        let at = |level: u32| curve.revenue.get(level as usize).map(|&money| (scale.x_of(f64::from(level)), scale.y_of(money)));
        if let Some((x, y)) = at(curve.best) {
            plot.dot((x, y), 4.5, Some(INK.ink), None);
            plot.text((x.clamp(30.0, PLOT_PX - 30.0), y - 8.0), Anchor::Middle, NAME, &format!("best {}", curve.best));
        }
        if let Some(now) = at(self.level) {
            plot.dot(now, 4.5, Some(INK.accent), None);
        }
        let mut drawing = Drawing::default();
        drawing.place((LEFT_PX, TOP_PX), &self.axes(&scale));
        plotted(&mut drawing, &plot, HEIGHT_PX);
        self.level_line(&mut drawing, &scale);
        let mut data = DataTable::new(["nodes_kept", "expected_revenue"]);
        data.rows = curve.revenue.iter().enumerate().map(|(level, money)| vec![level.to_string(), money.to_string()]).collect();
        Figure {
            key: "expected-revenue",
            title: "Expected revenue".to_string(),
            explanation: "Of all classes, per slot, by the number of nodes kept, in minor units.".to_string(),
            height: TOP_PX + HEIGHT_PX + AXIS_PX,
            drawing,
            data,
        }
    }
}

/// Revenue over time: what is on screen of it.
#[derive(Clone, Copy, Debug)]
pub struct MoneyFrame<'a> {
    /// What revenue management did.
    pub run: &'a RunSeries,
    /// Names of the classes, class 1 first.
    pub classes: &'a [String],
    /// Nodes of the machine.
    pub nodes: u32,
    /// Whether each class has a part of its own.
    pub is_partitioned: bool,
    /// First slot, and how many, fractions included.
    pub window: (f64, f64),
    /// What the axis counts.
    pub names: TimeNames,
}

/// A line of revenue over time: its name, and a value for every slot.
pub type RevenueLine<'a> = (&'a str, &'a [u64]);

impl MoneyFrame<'_> {
    fn time(&self) -> TimeScale {
        TimeScale::new(self.window.0, PLOT_PX / self.window.1.max(1e-3), PLOT_PX)
    }

    fn figure(
        &self,
        key: &'static str,
        title: &str,
        explanation: &str,
        (plot, legend): (&Drawing, &[(&str, Pen)]),
        ticks: &CurveScale,
        data: DataTable,
    ) -> Figure {
        let (mut drawing, mut axis) = (Drawing::default(), Drawing::default());
        time_axis(&mut axis, &self.time(), HEIGHT_PX, self.names);
        amounts(&mut axis, PLOT_PX, ticks.money_ticks(5).into_iter().map(|tick| (ticks.y_of(tick), number(tick))));
        drawing.place((LEFT_PX, TOP_PX), &axis);
        // Over the grid, which would cut the lines into pieces.
        plotted(&mut drawing, plot, HEIGHT_PX);
        let (drawing, height) = with_legend(legend, &drawing, TOP_PX + HEIGHT_PX + AXIS_PX);
        Figure { key, title: title.to_string(), explanation: explanation.to_string(), height, drawing, data }
    }

    /// Slots on screen, from the first; none before slot 0.
    fn slots(&self, end: usize) -> std::ops::Range<Slot> {
        let visible = self.time().visible_slots();
        visible.start..visible.end.min(end as Slot).max(visible.start)
    }

    fn limits_at(&self, slot: Slot) -> &[u32] {
        let made = self.run.updates.partition_point(|update| update.slot <= slot);
        made.checked_sub(1).map_or(&self.run.initial, |last| &self.run.updates[last].after)
    }

    /// Nodes used by each class, and its booking limit.
    pub fn limits(&self) -> Figure {
        let time = self.time();
        let RunSeries { initial, updates, used, .. } = self.run;
        let usage = UsagePlot {
            used,
            initial,
            updates,
            is_partitioned: self.is_partitioned,
            nodes: self.nodes,
            time,
            height: HEIGHT_PX,
            dpr: 1.0,
        };
        let scale = CurveScale::new(PLOT_PX, HEIGHT_PX, 1, 0.0, f64::from(self.nodes.max(1)));
        let step = (1.0 / time.px_per_slot()).ceil().max(1.0) as Slot;
        let visible = time.visible_slots();
        let stacks: Vec<_> = visible
            .clone()
            .step_by(step as usize)
            .map(|slot| (slot, slot.saturating_add(step), usage.stack(slot..slot.saturating_add(step))))
            .collect();
        let x = |slot: Slot| time.x_of(f64::from(slot));
        let mut plot = Drawing::default();
        for class in (0..self.classes.len()).rev() {
            let band = |edge: fn((f64, f64)) -> f64| {
                stacks.iter().flat_map(move |(from, to, stack)| {
                    let y = scale.y_of(stack.used.get(class).copied().map_or(0.0, edge));
                    [(x(*from), y), (x(*to), y)]
                })
            };
            let outline: Vec<_> = band(|used| used.1).chain(band(|used| used.0).collect::<Vec<_>>().into_iter().rev()).collect();
            plot.area(&path(&outline, true), INK.class_tint(class), 1.0);
        }
        for class in 0..self.classes.len() {
            let limits = stacks.iter().flat_map(|(from, to, stack)| {
                let y = scale.y_of(stack.limits.get(class).copied().unwrap_or(0.0));
                [(x(*from), y), (x(*to), y)]
            });
            let dashes = DASHES[class % DASHES.len()];
            plot.path(&path(&limits.collect::<Vec<_>>(), false), Pen::new(INK.class(class), 2.0).dashed(dashes));
        }
        let mut columns = vec!["slot".to_string()];
        for class in 1..=self.classes.len() {
            columns.extend([format!("used_{class}"), format!("limit_{class}")]);
        }
        let mut data = DataTable::new(columns);
        let end = used.iter().map(Vec::len).max().unwrap_or(0);
        data.rows = self
            .slots(end)
            .map(|slot| {
                let limits = self.limits_at(slot);
                let class = |class: usize| {
                    let used = used.get(class).and_then(|column| column.get(slot as usize)).copied().unwrap_or(0);
                    [used.to_string(), limits.get(class).copied().unwrap_or(0).to_string()]
                };
                std::iter::once(slot.to_string()).chain((0..self.classes.len()).flat_map(class)).collect()
            })
            .collect();
        let explanation = "Areas: nodes used by each class; lines: booking limits.";
        self.figure("booking-limits", "Booking limits", explanation, (&plot, &self.class_names()), &scale, data)
    }

    fn class_names(&self) -> Vec<(&str, Pen)> {
        let pen = |class: usize| Pen::new(INK.class(class), 3.0).dashed(DASHES[class % DASHES.len()]);
        self.classes.iter().enumerate().map(|(class, name)| (name.as_str(), pen(class))).collect()
    }

    /// Revenue of the last twelve slots under each regime; `per_slot` is that of single slots of the plan.
    pub fn revenue(&self, lines: &[RevenueLine<'_>], per_slot: &[u64]) -> Figure {
        let time = self.time();
        let visible = time.visible_slots();
        let within = |values: &[u64]| {
            let end = (visible.end as usize).min(values.len());
            values[(visible.start as usize).min(end)..end].iter().copied().max().unwrap_or(0)
        };
        let top = lines.iter().map(|(_, values)| within(values)).max().unwrap_or(0);
        let scale = CurveScale::new(PLOT_PX, HEIGHT_PX, 1, 0.0, round_up((top as f64).max(1.0)));
        let y_of = |value: u64| scale.y_of(value as f64);
        let mut plot = Drawing::default();
        for (x, y) in line(&time, per_slot, y_of) {
            plot.line((x, HEIGHT_PX), (x, y), Pen::new(INK.busy_max, time.px_per_slot().clamp(1.0, 8.0)));
        }
        let mut legend = Vec::new();
        for (i, (name, values)) in lines.iter().enumerate() {
            let pen = Pen::new(INK.class(i), 2.0).dashed(DASHES[i % DASHES.len()]);
            plot.path(&path(&line(&time, values, y_of), false), pen);
            legend.push((*name, pen));
        }
        let end = lines.iter().map(|(_, values)| values.len()).max().unwrap_or(0).max(per_slot.len());
        let mut data = DataTable::new(["slot", "revenue_of_slot"].into_iter().chain(lines.iter().map(|(name, _)| *name)));
        let at = |values: &[u64], slot: Slot| values.get(slot as usize).map(u64::to_string).unwrap_or_default();
        data.rows = self
            .slots(end)
            .map(|slot| {
                [slot.to_string(), at(per_slot, slot)].into_iter().chain(lines.iter().map(|(_, values)| at(values, slot))).collect()
            })
            .collect();
        let explanation = "Lines: revenue of the last twelve slots, by regime; columns: single slots of this plan. In minor units.";
        self.figure("revenue", "Revenue", explanation, (&plot, &legend), &scale, data)
    }

    /// The forecaster's mean of each class, with one deviation on either side.
    pub fn forecast(&self) -> Figure {
        let (time, updates) = (self.time(), &self.run.updates);
        let forecasts = updates.iter().flat_map(|update| &update.forecast);
        let top = forecasts.map(|class| class.demand.mean + class.demand.deviation).fold(1.0, f64::max);
        let scale = CurveScale::new(PLOT_PX, HEIGHT_PX, 1, 0.0, round_up(top));
        let mut plot = Drawing::default();
        for class in (0..self.classes.len()).rev() {
            let of = |spread: f64| {
                let value = move |update: &Update| {
                    let forecast = update.forecast.get(class).copied().unwrap_or_default();
                    scale.y_of((forecast.demand.mean + spread * forecast.demand.deviation).max(0.0))
                };
                steps(&time, updates.iter().map(move |update| (f64::from(update.slot), value(update))))
            };
            let band: Vec<_> = of(1.0).into_iter().chain(of(-1.0).into_iter().rev()).collect();
            plot.area(&path(&band, true), INK.class(class), 0.14);
            plot.path(&path(&of(0.0), false), Pen::new(INK.class(class), 2.0).dashed(DASHES[class % DASHES.len()]));
        }
        let mut columns = vec!["slot".to_string()];
        for class in 1..=self.classes.len() {
            columns.extend(["mean", "deviation", "confirmed", "lost"].map(|name| format!("{name}_{class}")));
        }
        let mut data = DataTable::new(columns);
        data.rows = updates
            .iter()
            .map(|update| {
                let class = |class: usize| {
                    let forecast = update.forecast.get(class).copied().unwrap_or_default();
                    [forecast.demand.mean, forecast.demand.deviation, forecast.confirmed, forecast.lost]
                        .map(|value| value.to_string())
                };
                std::iter::once(update.slot.to_string()).chain((0..self.classes.len()).flat_map(class)).collect()
            })
            .collect();
        let explanation = "Mean demand of each class as it was forecast, and one deviation on either side.";
        self.figure("forecast", "Forecast", explanation, (&plot, &self.class_names()), &scale, data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_lines_stand_above_the_plot() {
        let run = RunSeries::default();
        let classes: Vec<String> = (1..=9).map(|class| format!("Class number {class} of them")).collect();
        let frame = MoneyFrame {
            run: &run,
            classes: &classes,
            nodes: 4,
            is_partitioned: false,
            window: (0.0, 10.0),
            names: TimeNames::SLOTS,
        };
        let lines: Vec<RevenueLine> = classes.iter().map(|name| (name.as_str(), &[1_u64, 2][..])).collect();
        for figure in [frame.limits(), frame.revenue(&lines, &[1]), frame.forecast()] {
            let top = figure.height - TOP_PX - HEIGHT_PX - AXIS_PX;
            let text = figure.drawing.elements();
            let names = text.lines().filter(|line| line.contains(">Class number"));
            let places: Vec<f64> = names.filter_map(|line| line.split(" y=\"").nth(1)?.split('"').next()?.parse().ok()).collect();
            assert_eq!(places.len(), 9, "{}: {text}", figure.key);
            assert!(places.iter().all(|y| *y < top) && places.first() < places.last(), "{}: {top} {places:?}", figure.key);
            assert!(text.contains(&format!("translate(0.0 {top:.1})")), "{}: what is below makes room", figure.key);
        }
    }
}
