//! Plans in slots as figures to take away: the two Gantt charts, and utilisation over time.

pub mod turning_figure;

use super::bar::{Bar, Rect};
use super::profile::top_share;
use crate::gantt::layout::gantt_kind::GanttKind;
use crate::gantt::paint::frame::Colours;
use crate::gantt::paint::violated::stripes;
use crate::gantt::plan::marks::MARK_WORDS;
use crate::gantt::plan::view::PlanView;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, LEFT_PX, PLOT_PX, QUIET, amounts, time_axis};
use crate::kit::palette::{Rgba, mix};
use crate::kit::row_names::row_names;
use crate::kit::scale::{RowScale, TimeScale};
use crate::kit::svg::path;
use crate::kit::text::text_width;
use bookahead_engine::core::sorting::sort_shared_by_key;
use bookahead_engine::core::time_names::TimeUnit;
use bookahead_engine::slots::request::Slot;

/// Most bars that are drawn one by one; more would be smaller than what printers show.
pub const BARS_MAX: usize = 20_000;
/// Most bars that carry words for whoever points at them.
const WORDS_MAX: usize = 5_000;
/// Height of a row where there is room, and greatest height of all rows, in CSS px.
const ROW_PX: (f64, f64) = (28.0, 420.0);
/// Size of a cell where bars are too many, in CSS px.
const CELL_PX: f64 = 3.0;
/// Shades that such cells have.
const SHADES: f64 = 8.0;
/// Height of the plot of utilisation, in CSS px.
const PROFILE_PX: f64 = 200.0;
/// Room above a plot for what its dashed line says, where more is booked than the machine has.
const BEYOND_PX: f64 = 24.0;

/// What of a plan is drawn.
#[derive(Clone, Copy, Debug)]
pub struct PlanFrame<'a> {
    /// The plan.
    pub view: &'a PlanView,
    /// First slot, and how many, fractions included; `None` for the whole plan.
    pub window: Option<(f64, f64)>,
    /// What the axis counts.
    pub unit: TimeUnit,
    /// What bars are coloured by.
    pub colours: Colours<'a>,
}

impl PlanFrame<'_> {
    /// The time axis.
    pub fn time(&self) -> TimeScale {
        match self.window {
            Some((first, slots)) if slots > 0.0 => TimeScale::new(first, PLOT_PX / slots, PLOT_PX),
            _ => TimeScale::fit(self.view.asked_slots(), 1.0, PLOT_PX),
        }
    }

    fn rows(&self) -> RowScale {
        let nodes = self.view.rows().max(1);
        let height = (f64::from(nodes) * ROW_PX.0).clamp(40.0, ROW_PX.1);
        RowScale::new(nodes, 0.0, height / f64::from(nodes), height)
    }

    fn colour(&self, job: u32) -> Rgba {
        let arrivals = self.view.arrivals();
        let row = self.view.request_row(job);
        match self.colours {
            Colours::Compared(marks) => INK.mark_tint(marks.of(job) as usize),
            _ if self.view.moved_from(job).is_some() => INK.moved,
            Colours::Request => INK.tint(self.view.tint_of(row).into()),
            Colours::Class(market) => {
                INK.class_tint(market.class_of(arrivals.earliest_start[row].saturating_sub(arrivals.submitted[row])))
            }
        }
    }

    /// A Gantt chart with its bars as data: one line for each bar, times in slots, `end` the first slot after it.
    pub fn gantt(&self, kind: GanttKind) -> Figure {
        self.gantt_over(kind, None)
    }

    /// The same with jobs of another plan outlined over it; the data holds their bars too, as those of plan B.
    pub fn gantt_over(&self, kind: GanttKind, over: Option<(&PlanView, &[u32])>) -> Figure {
        let (time, rows) = (self.time(), self.rows());
        let mut bars = Vec::new();
        let visible = time.visible_slots();
        kind.for_each_bar(self.view, visible.start.saturating_sub(1)..visible.end.saturating_add(1), 0..rows.rows(), |bar| {
            bars.push(bar)
        });
        sort_shared_by_key(&mut bars, |bar| (bar.start, bar.row, bar.job));
        let mut plot = Drawing::default();
        let is_single = bars.len() <= BARS_MAX;
        if is_single {
            for bar in &bars {
                self.bar(&mut plot, bar, &time, &rows, bars.len() <= WORDS_MAX);
            }
        } else {
            shades(&mut plot, &bars, &time, &rows);
        }
        let outlined = over.map(|(other, jobs)| (other, jobs.iter().flat_map(|&job| kind.bars_of(other, job)).collect::<Vec<_>>()));
        for bar in outlined.iter().flat_map(|(_, bars)| bars) {
            let Rect { x, y, width, height } = bar.rect(&time, &rows);
            let corners = [(x, y + 1.0), (x + width, y + 1.0), (x + width, y + height - 1.0), (x, y + height - 1.0)];
            plot.path(&path(&corners, true), Pen::new(INK.ink, 1.4).dashed("5 3"));
        }
        let (key, title) = match kind {
            GanttKind::Logical => ("logical-plan", "Logical plan"),
            GanttKind::Physical => ("physical-nodes", "Physical nodes"),
        };
        let mut drawing = Drawing::default();
        let mut axis = Drawing::default();
        time_axis(&mut axis, &time, rows.height(), self.view.machine().time_names(self.unit));
        for (name, baseline) in row_names(kind, &rows) {
            axis.text((-8.0, baseline), Anchor::End, QUIET, &name);
        }
        let machine = self.view.machine().nodes;
        let is_beyond = self.view.rows() > machine;
        let top = if is_beyond { BEYOND_PX } else { 0.0 };
        if is_beyond {
            end_of_machine(&mut axis, self.view, -8.0);
        }
        drawing.place((LEFT_PX, top), &axis);
        drawing.place_cut(Rect { x: LEFT_PX, y: top, width: PLOT_PX, height: rows.height() }, &plot);
        drawing.frame(Rect { x: LEFT_PX, y: top, width: PLOT_PX, height: rows.height() }, Pen::new(INK.ink_quiet, 1.0));
        if is_beyond {
            let y = top + rows.y_of(f64::from(machine));
            drawing.line((LEFT_PX, y), (LEFT_PX + PLOT_PX, y), Pen::new(INK.refused, 2.0).dashed("6 3"));
        }
        let meaning = match kind {
            GanttKind::Logical => {
                "In every slot the running jobs are stacked in the order of user and job: the chart shows how many nodes they use, not which ones."
            }
            GanttKind::Physical => "Every job keeps its nodes from its start to its end.",
        };
        let has_moved = bars.iter().any(|bar| self.view.moved_from(bar.job).is_some());
        let has_violated = bars.iter().any(|bar| self.view.is_violated(bar.job));
        let note = if is_single {
            let moved = if has_moved { " Thick left edge: moved from where it was first placed." } else { "" };
            let violated =
                if has_violated { " Struck through: violated, the job does not run as its nodes are still in use." } else { "" };
            format!("{moved}{violated}")
        } else {
            format!(" {} bars are too many to be drawn one by one: the darker, the larger the busy share.", bars.len())
        };
        let colours = if matches!(self.colours, Colours::Compared(_)) { MARK_WORDS } else { "" };
        let outlines = if over.is_some() { " Outlined: what differs, where plan B has it." } else { "" };
        let mut data = bar_table(self.view, &bars);
        if let Some((other, bars)) = outlined {
            data.columns.push("plan".to_string());
            data.rows.iter_mut().for_each(|row| row.push("A".to_string()));
            data.rows.extend(bar_table(other, &bars).rows.into_iter().map(|row| [row, vec!["B".to_string()]].concat()));
        }
        Figure {
            key,
            title: title.to_string(),
            explanation: format!("{meaning}{colours}{outlines}{note}"),
            height: top + rows.height() + AXIS_PX,
            drawing,
            data,
        }
    }

    fn bar(&self, plot: &mut Drawing, bar: &Bar, time: &TimeScale, rows: &RowScale, has_words: bool) {
        let Rect { x, y, width, height } = bar.rect(time, rows);
        // A gap, so that neighbours are told apart in print.
        let gap = if width > 6.0 && height > 6.0 { 1.0 } else { 0.0 };
        let rect = Rect { x: x + gap / 2.0, y: y + gap / 2.0, width: (width - gap).max(0.2), height: (height - gap).max(0.2) };
        let name = self.view.name_of(bar.job);
        let from = self.view.moved_from(bar.job);
        let words = has_words.then(|| {
            let moved = from.map_or(String::new(), |from| format!(", moved from {from}"));
            let violated = if self.view.is_violated(bar.job) { ", violated: it does not run" } else { "" };
            format!("{name}: slots {}–{}{moved}{violated}", bar.start, bar.end.saturating_sub(1))
        });
        plot.rect(rect, self.colour(bar.job), words.as_deref());
        if from.is_some() && rect.width > 4.0 {
            plot.rect(Rect { width: 3.0, ..rect }, INK.moved_ink, None);
        }
        if self.view.is_violated(bar.job) {
            let pen = Pen::new(INK.refused, 1.5);
            for [from, to] in stripes(rect) {
                plot.line(from, to, pen);
            }
            plot.frame(rect, pen);
        }
        let (left, right) = (rect.x.max(0.0), (rect.x + rect.width).min(time.width()));
        let font_px = 11.0;
        if rect.height >= 12.0 && text_width(&name, font_px) + 8.0 <= right - left {
            let at = (left + 5.0, rect.y + rect.height / 2.0 + 4.0);
            plot.text(at, Anchor::Start, Font { px: font_px, colour: INK.on_tint, is_strong: true }, &name);
            let note = from.map(|from| format!("was {from}")).unwrap_or_default();
            let x = at.0 + text_width(&name, font_px) + 6.0;
            if !note.is_empty() && x + text_width(&note, 10.0) + 3.0 <= right {
                plot.text((x, at.1), Anchor::Start, Font::new(10.0, INK.on_moved_quiet), &note);
            }
        }
    }

    /// Busy nodes and utilisation, with every slot as data.
    pub fn utilisation(&self) -> Figure {
        let (view, time) = (self.view, self.time());
        let visible = time.visible_slots();
        let most = top_share(view);
        let y_of = |share: f64| PROFILE_PX * (1.0 - share.clamp(0.0, most) / most);
        let nodes = f64::from(view.machine().nodes.max(1));
        // A slot each where there is room, else as many as share a px: their greatest value.
        let step = (1.0 / time.px_per_slot()).ceil().max(1.0) as Slot;
        let (mut outline, mut line) = (vec![(0.0, PROFILE_PX)], Vec::new());
        let mut slot = visible.start;
        while slot < visible.end {
            let end = slot.saturating_add(step).min(visible.end);
            let (left, right) = (time.x_of(f64::from(slot)), time.x_of(f64::from(end)));
            let y = y_of(view.busy_over(slot..end).max / nodes);
            outline.extend([(left, y), (right, y)]);
            let y = y_of(view.sliding_over(slot..end).mean);
            line.extend([(left, y), (right, y)]);
            slot = end;
        }
        outline.push((outline.last().map_or(0.0, |last| last.0), PROFILE_PX));
        let mut plot = Drawing::default();
        plot.area(&path(&outline, true), INK.busy_max, 1.0);
        plot.path(&path(&line, false), Pen::new(INK.ink, 1.5));
        let (mut drawing, mut axis) = (Drawing::default(), Drawing::default());
        time_axis(&mut axis, &time, PROFILE_PX, view.machine().time_names(self.unit));
        let quarters = (0..=(most * 4.0) as u32).map(|quarter| f64::from(quarter) / 4.0);
        amounts(&mut axis, PLOT_PX, quarters.map(|share| (y_of(share), format!("{:.0} %", share * 100.0))));
        let is_beyond = most > 1.0;
        let top = if is_beyond { BEYOND_PX } else { 8.0 };
        if is_beyond {
            axis.line((0.0, y_of(1.0)), (PLOT_PX, y_of(1.0)), Pen::new(INK.refused, 2.0).dashed("6 3"));
            end_of_machine(&mut axis, view, -8.0);
        }
        drawing.place_cut(Rect { x: LEFT_PX, y: top, width: PLOT_PX, height: PROFILE_PX }, &plot);
        drawing.place((LEFT_PX, top), &axis);
        let slots = visible.start..visible.end.min(view.busy_slots().end);
        let mut data = DataTable::new(["slot", "busy_nodes", "utilisation", "sliding_utilisation"]);
        data.rows = slots
            .map(|slot| {
                let shares = [view.share_at(slot), view.sliding_at(slot)].map(|share| share.to_string());
                [slot.to_string(), view.busy_at(slot).to_string()].into_iter().chain(shares).collect()
            })
            .collect();
        Figure {
            key: "utilisation",
            title: "Utilisation".to_string(),
            explanation: "Area: busy share of the nodes in each slot; line: its mean over twelve slots.".to_string(),
            height: top + PROFILE_PX + AXIS_PX,
            drawing,
            data,
        }
    }
}

/// What the dashed line says where more is booked than the machine has: above the plot, where it covers nothing.
fn end_of_machine(axis: &mut Drawing, view: &PlanView, baseline: f64) {
    axis.line((0.0, baseline - 4.0), (26.0, baseline - 4.0), Pen::new(INK.refused, 2.0).dashed("6 3"));
    axis.text((32.0, baseline), Anchor::Start, QUIET, &view.beyond_words());
}

/// The bars of a plan as data.
fn bar_table(view: &PlanView, bars: &[Bar]) -> DataTable {
    let mut table = DataTable::new(["job", "start", "end", "first_row", "rows", "moved_from"]);
    table.rows = bars
        .iter()
        .map(|bar| {
            let moved = view.moved_from(bar.job).map(|from| from.to_string()).unwrap_or_default();
            let numbers = [bar.start, bar.end, bar.row, bar.rows].map(|number| number.to_string());
            std::iter::once(view.name_of(bar.job)).chain(numbers).chain([moved]).collect()
        })
        .collect();
    table
}

/// Bars that are too many: cells of some px, the darker the more of them is busy; those of a row that look alike are one.
fn shades(plot: &mut Drawing, bars: &[Bar], time: &TimeScale, rows: &RowScale) {
    let (across, down) = ((time.width() / CELL_PX).ceil() as usize, (rows.height() / CELL_PX).ceil() as usize);
    let mut busy = vec![0.0_f64; across * down];
    for bar in bars {
        let Rect { x, y, width, height } = bar.rect(time, rows);
        let cells = |from: f64, to: f64, most: usize| {
            let (from, to) = (from.max(0.0) / CELL_PX, (to / CELL_PX).min(most as f64));
            // Each cell with the share of it between the two places; saturating casts.
            (from as usize..(to.ceil().max(0.0) as usize)).map(move |i| (i, (to.min(i as f64 + 1.0) - from.max(i as f64)).max(0.0)))
        };
        for (row, high) in cells(y, y + height, down) {
            for (column, wide) in cells(x, x + width, across) {
                busy[row * across + column] += high * wide;
            }
        }
    }
    for (row, cells) in busy.chunks(across.max(1)).enumerate() {
        let shade = |share: f64| (share.min(1.0) * SHADES).ceil();
        let mut column = 0;
        for alike in cells.chunk_by(|&a, &b| shade(a) == shade(b)) {
            let share = shade(alike[0]) / SHADES;
            if share > 0.0 {
                let (x, y) = (column as f64 * CELL_PX, row as f64 * CELL_PX);
                let rect = Rect { x, y, width: alike.len() as f64 * CELL_PX, height: CELL_PX };
                plot.rect(rect, mix(INK.background, INK.ink_quiet, 0.1 + 0.7 * share), None);
            }
            column += alike.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gantt::plan::overbooked;

    fn frame(view: &PlanView) -> PlanFrame<'_> {
        PlanFrame { view, window: None, unit: TimeUnit::Slots, colours: Colours::Request }
    }

    #[test]
    fn what_is_booked_beyond_the_machine_is_within_the_figure_and_named_above_it() {
        let view = overbooked::view();
        let utilisation = frame(&view).utilisation();
        let text = utilisation.drawing.elements();
        assert!(text.contains(">200 %<") && text.contains(">100 %: the machine’s 1 node; up to 1 node more booked<"), "{text}");
        let outline = text.lines().find(|line| line.starts_with("<path")).expect("the area");
        assert!(outline.contains(" 0.0") && outline.contains("100.0"), "slot 9 reaches the top, the others the middle: {outline}");
        let gantt = frame(&view).gantt(GanttKind::Logical);
        assert!(gantt.drawing.elements().contains("up to 1 node more booked"));
        let plain = PlanView::empty(view.machine());
        assert!(!frame(&plain).utilisation().drawing.elements().contains("booked"));
    }

    #[test]
    fn a_violated_job_is_struck_through_and_the_words_below_say_so() {
        let mut view = overbooked::view();
        assert!(!frame(&view).gantt(GanttKind::Physical).explanation.contains("violated"));
        view.set_violated(vec![1]);
        let figure = frame(&view).gantt(GanttKind::Physical);
        assert!(figure.explanation.contains("Struck through: violated"), "{}", figure.explanation);
        assert!(figure.drawing.elements().contains("violated: it does not run"));
    }

    #[test]
    fn utilisation_is_drawn_as_steps() {
        let view = overbooked::view();
        let figure = frame(&view).utilisation();
        let line = figure.drawing.elements().lines().filter(|line| line.starts_with("<path")).nth(1).expect("the line");
        let data = line.split('"').nth(1).expect("path data");
        let numbers: Vec<f64> =
            data.split(|c: char| !(c.is_ascii_digit() || c == '.')).filter_map(|number| number.parse().ok()).collect();
        let points: Vec<[f64; 2]> = numbers.as_chunks::<2>().0.to_vec();
        assert!(points.len() > 20, "{data}");
        assert!(points.windows(2).all(|pair| pair[0][0] == pair[1][0] || pair[0][1] == pair[1][1]), "upright or level: {data}");
    }
}
