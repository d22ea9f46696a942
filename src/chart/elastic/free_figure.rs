//! The free nodes over time with the query's box and its offers, as a figure to take away.

use super::free_plot::{FreePlot, free_runs};
use super::labels::Labels;
use super::offer_boxes::{BoxKind, DRAWN, OfferBox, offer_boxes};
use crate::gantt::bar::Rect;
use crate::gantt::figures::PlanFrame;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, LEFT_PX, PLOT_PX, QUIET, amounts, number, time_axis};
use crate::kit::legend::{SAMPLE_PX, Sample, legend};
use crate::kit::palette::Rgba;
use crate::kit::svg::path;
use crate::kit::text::text_width;
use crate::kit::ticks::number_ticks;
use bookahead_engine::core::sorting::set_of;
use bookahead_engine::core::time_names::TimeNames;
use bookahead_engine::slots::elastic::{Answer, ElasticQuery, step_in_words};

/// Height of the plot, in CSS px.
const HEIGHT_PX: f64 = 260.0;
/// Room above the plot for the name of its axis.
const NAME_PX: f64 = 20.0;
/// Most stretches of equally many free nodes that the data holds.
pub const RUNS_MAX: usize = 100_000;
/// Numbers of offers, and the height that one takes.
const NUMBER: Font = Font { px: 11.0, colour: INK.ink, is_strong: true };
const NUMBER_PX: f64 = 14.0;
/// The free nodes, offers and the solution.
const FREE: Rgba = INK.busy_max;
const OFFER: Rgba = INK.accent;
const SOLUTION: Rgba = INK.classes[0];

/// Free nodes and what is asked of them.
#[derive(Clone, Copy, Debug)]
pub struct OffersFrame<'a> {
    /// The plan and what of it is in view.
    pub plan: PlanFrame<'a>,
    /// What is asked.
    pub query: ElasticQuery,
    /// The answer, if the query has one.
    pub answer: Option<&'a Answer>,
    /// How many steps of the algorithm are shown; `None` for the offers.
    pub step: Option<u32>,
}

impl OffersFrame<'_> {
    /// The picture. Its data has the free nodes in view, the query and every offer that is told: a line for each, `end` the first slot after it.
    pub fn free_nodes(&self) -> Figure {
        let view = self.plan.view;
        let plot = FreePlot { scale: self.plan.time(), nodes: view.machine().nodes, height: HEIGHT_PX };
        let names = view.machine().time_names(self.plan.unit);
        let boxes = self.boxes();
        let mut drawing = Drawing::default();
        let top = legend(&mut drawing, (LEFT_PX, 0.0), PLOT_PX, &self.samples(&boxes)) + NAME_PX;
        let mut axis = Drawing::default();
        time_axis(&mut axis, &plot.scale, HEIGHT_PX, names);
        let ticks = number_ticks(0.0, f64::from(plot.nodes), 6).into_iter().filter(|tick| tick.fract() == 0.0);
        amounts(&mut axis, PLOT_PX, ticks.map(|tick| (plot.y_of(tick), number(tick))));
        axis.text((-8.0, -9.0), Anchor::Start, QUIET, "free nodes");
        // The lines of the grid are seen through what is free.
        drawing.place((LEFT_PX, top), &axis);
        let frame = Rect { x: LEFT_PX, y: top, width: PLOT_PX, height: HEIGHT_PX };
        drawing.place_cut(frame, &self.inside(&plot, &boxes));
        drawing.frame(frame, Pen::new(INK.ink_quiet, 1.0));
        let runs = free_runs(view, &plot.scale, RUNS_MAX);
        let is_cut = runs.last().is_some_and(|run| run.end < plot.scale.visible_slots().end);
        let rest = if is_cut { format!(" The data holds the first {RUNS_MAX} stretches of free nodes.") } else { String::new() };
        let mut data = DataTable::new([
            "what",
            "number",
            "start",
            "end",
            "nodes",
            "slots_wanted",
            "price",
            "on_front",
            "is_solution",
            "is_chosen",
        ]);
        let of_span = |what: &str, start: u32, end: u32, nodes: String| {
            [what.to_string(), String::new(), start.to_string(), end.to_string(), nodes]
        };
        let blank = || std::iter::repeat_n(String::new(), 4);
        data.rows.extend(runs.iter().map(|run| {
            of_span("free", run.start, run.end, run.free.to_string()).into_iter().chain([String::new()]).chain(blank()).collect()
        }));
        let ElasticQuery { from, to, duration, nodes } = self.query;
        let open = |wanted: Option<u32>| wanted.map_or_else(String::new, |wanted| wanted.to_string());
        data.rows.push(of_span("query", from, to, open(nodes)).into_iter().chain([open(duration)]).chain(blank()).collect());
        data.rows.extend(self.answer.into_iter().flat_map(|answer| {
            answer.offers.iter().enumerate().map(|(place, told)| {
                let numbers =
                    [place as u32 + 1, told.offer.start, told.offer.end, told.offer.nodes].map(|number| number.to_string());
                let marks =
                    [!told.is_dominated, told.offer.is_solution, answer.chosen == Some(place as u32)].map(|is| is.to_string());
                let price = [String::new(), told.price.to_string()];
                std::iter::once("offer".to_string()).chain(numbers).chain(price).chain(marks).collect()
            })
        }));
        let of_step = boxes.iter().filter_map(|one| match one.kind {
            BoxKind::Listed => Some(("listed by this step", one)),
            BoxKind::Growing => Some(("growing in this step", one)),
            BoxKind::Booked => Some(("booked if taken", one)),
            BoxKind::Offer(_) => None,
        });
        data.rows.extend(of_step.map(|(what, one)| {
            let span = of_span(what, one.start, one.end, one.nodes.to_string());
            span.into_iter().chain([String::new()]).chain(blank()).collect()
        }));
        Figure {
            key: "free-nodes",
            title: self.title(),
            explanation: format!("{}{rest}", self.explanation(names)),
            height: top + HEIGHT_PX + AXIS_PX,
            drawing,
            data,
        }
    }

    fn boxes(&self) -> Vec<OfferBox> {
        let strong = self.answer.and_then(|answer| answer.chosen).map(|chosen| chosen as usize);
        self.answer.map_or_else(Vec::new, |answer| offer_boxes(answer, self.step, strong))
    }

    fn title(&self) -> String {
        let steps = self.answer.and_then(|answer| answer.trail.as_ref()).map_or(0, |trail| trail.steps.len());
        match self.step {
            Some(step) => format!("Free nodes and the offers by step {} of {steps}", (step as usize).min(steps)),
            None => "Free nodes and offers".to_string(),
        }
    }

    fn explanation(&self, names: TimeNames) -> String {
        let ElasticQuery { from, to, duration, nodes } = self.query;
        let wide = nodes.map_or_else(|| "any number of nodes".to_string(), |nodes| counted(nodes, "node"));
        let long = duration.map_or_else(|| "any length".to_string(), |duration| names.short_length(duration));
        let asked = format!("Asked for: {wide} for {long} within {}.", names.slots(from, to.saturating_sub(1)));
        let Some(answer) = self.answer else {
            return format!("The stepped area is the number of free nodes in each slot. {asked} There is no answer to this.");
        };
        if let Some(step) = self.step {
            let done = answer.trail.as_ref().and_then(|trail| {
                let last = (step as usize).min(trail.steps.len()).checked_sub(1)?;
                Some(step_in_words(trail, trail.steps.get(last)?, names))
            });
            let done = done.unwrap_or_else(|| "Nothing is done yet.".to_string());
            return format!(
                "The stepped area is the number of free nodes in each slot. {asked} Rectangles are the offers that the algorithm has listed by \
                 this step, and the one it is making. {done}"
            );
        }
        let found = match answer.offers.first() {
            None => {
                let are = if answer.most_free == 1 { "is" } else { "are" };
                format!(" No offer: at most {} {are} free in a slot of the interval.", counted(answer.most_free, "node"))
            }
            Some(first) => {
                let solution =
                    if first.offer.is_solution { " Number 1 is the solution: as long and as wide as asked." } else { "" };
                format!(
                    " Each rectangle is an offer: so many nodes for so long, numbered as in the list where there is room, the best first.{solution}"
                )
            }
        };
        let (told, count) = (answer.offers.len(), answer.count as usize);
        let undrawn = match answer.chosen.filter(|chosen| *chosen as usize >= DRAWN) {
            Some(chosen) => format!(" The {DRAWN} best offers are drawn, and number {}, which is chosen.", chosen + 1),
            None if told > DRAWN => format!(" The {DRAWN} best offers are drawn."),
            None => String::new(),
        };
        let untold = if count > told { format!(" The data holds {told} of {count}.") } else { String::new() };
        format!("The stepped area is the number of free nodes in each slot. {asked}{found}{undrawn}{untold}")
    }

    fn inside(&self, plot: &FreePlot, boxes: &[OfferBox]) -> Drawing {
        let mut inside = Drawing::default();
        let outline = plot.outline(self.plan.view);
        inside.area(&outline, FREE, 0.8);
        inside.path(&outline, Pen::new(INK.busy_mean, 1.2));
        // Many that lie over one another stay light enough for their numbers.
        let opacity = (0.7 / boxes.len().max(1) as f64).min(0.14);
        for one in boxes {
            let look = Look::of(one, opacity);
            look.draw(&mut inside, plot.rect(one.start, one.end, one.nodes));
        }
        let ElasticQuery { from, to, duration, nodes } = self.query;
        let asked = plot.rect(from, to, nodes.unwrap_or(plot.nodes));
        inside.path(&outline_of(asked), Pen::new(INK.ink, 1.5).dashed("6 4"));
        if let Some(duration) = duration {
            let x = plot.scale.x_of(f64::from(from.saturating_add(duration)));
            inside.line((x, asked.y), (x, plot.height), Pen::new(INK.ink, 1.5).dashed("1.5 3"));
        }
        numbers(&mut inside, plot, boxes);
        inside
    }

    /// What the legend explains: only what is there.
    fn samples(&self, boxes: &[OfferBox]) -> Vec<(&'static str, Sample)> {
        let area = Rect { x: 1.0, y: 1.0, width: SAMPLE_PX.0 - 2.0, height: SAMPLE_PX.1 - 2.0 };
        let mut samples = Vec::new();
        let mut free = Drawing::default();
        free.rect(area, FREE, None);
        free.frame(area, Pen::new(INK.busy_mean, 1.2));
        samples.push(("free nodes", Sample::Own(free)));
        let mut asked = Drawing::default();
        asked.frame(area, Pen::new(INK.ink, 1.5).dashed("6 4"));
        samples.push(("interval and nodes asked for", Sample::Own(asked)));
        if self.query.duration.is_some() {
            let mut wanted = Drawing::default();
            let x = SAMPLE_PX.0 / 2.0;
            wanted.line((x, 0.0), (x, SAMPLE_PX.1), Pen::new(INK.ink, 1.5).dashed("1.5 3"));
            samples.push(("length asked for, from the begin of the interval", Sample::Own(wanted)));
        }
        let looks = set_of(boxes.iter().map(|one| Look::of(one, 0.14)));
        for look in looks {
            let mut sample = Drawing::default();
            look.draw(&mut sample, area);
            samples.push((look.name(), Sample::Own(sample)));
        }
        samples
    }
}

/// How a rectangle is drawn: by its outline as well, so that colour is not all that tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outline {
    Solution,
    Chosen,
    Plain,
    Dominated,
    Growing,
    Booked,
}

/// An outline, and the opacity of what is within it in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    outline: Outline,
    opacity: u32,
}

impl Look {
    fn of(one: &OfferBox, opacity: f64) -> Self {
        let (outline, share) = match one.kind {
            BoxKind::Booked => (Outline::Booked, 0.0),
            BoxKind::Growing => (Outline::Growing, 0.3),
            _ if one.is_solution => (Outline::Solution, 0.3),
            _ if one.is_strong => (Outline::Chosen, 0.3),
            _ if one.is_dominated => (Outline::Dominated, 0.0),
            _ => (Outline::Plain, opacity),
        };
        Self { outline, opacity: (share * 1_000.0) as u32 }
    }

    fn name(self) -> &'static str {
        match self.outline {
            Outline::Solution => "solution",
            Outline::Chosen => "chosen by the rule",
            Outline::Plain => "offer",
            Outline::Dominated => "dominated: another is better",
            Outline::Growing => "being made",
            Outline::Booked => "booked if taken",
        }
    }

    fn draw(self, drawing: &mut Drawing, area: Rect) {
        let (colour, pen) = match self.outline {
            Outline::Solution => (SOLUTION, Pen::new(SOLUTION, 2.4)),
            Outline::Chosen | Outline::Growing => (OFFER, Pen::new(INK.accent_ink, 2.4)),
            Outline::Plain => (OFFER, Pen::new(OFFER, 1.2)),
            Outline::Dominated => (OFFER, Pen::new(OFFER, 1.0).dashed("2 2")),
            Outline::Booked => (INK.ink, Pen::new(INK.ink, 1.6)),
        };
        let data = outline_of(if self.outline == Outline::Booked { within(area, 3.0) } else { area });
        if self.opacity > 0 {
            drawing.area(&data, colour, f64::from(self.opacity) / 1_000.0);
        }
        drawing.path(&data, pen);
    }
}

fn outline_of(Rect { x, y, width, height }: Rect) -> String {
    path(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)], true)
}

/// The area without its edge, where there is more of it.
fn within(area: Rect, edge: f64) -> Rect {
    let Rect { x, y, width, height } = area;
    let (across, down) = (edge.min(width / 4.0), edge.min(height / 4.0));
    Rect { x: x + across, y: y + down, width: width - 2.0 * across, height: height - 2.0 * down }
}

/// The numbers of the offers in their upper left corners, where no other number is; the emphasised one and the best first.
fn numbers(inside: &mut Drawing, plot: &FreePlot, boxes: &[OfferBox]) {
    let mut labels = Labels::default();
    let offers =
        || boxes.iter().rev().filter_map(|one| if let BoxKind::Offer(place) = one.kind { Some((place, one)) } else { None });
    for (place, one) in offers().filter(|(_, one)| one.is_strong).chain(offers().filter(|(_, one)| !one.is_strong)) {
        let area = plot.rect(one.start, one.end, one.nodes);
        let (left, right) = (area.x.max(0.0), (area.x + area.width).min(plot.scale.width()));
        // Within what is booked.
        let edge = if one.is_strong { 8.0 } else { 4.0 };
        let words = (place + 1).to_string();
        let wide = text_width(&words, NUMBER.px);
        let seen = Rect {
            x: left + edge,
            y: area.y + edge - 1.0,
            width: (right - left - 2.0 * edge).max(0.0),
            height: (area.height - edge).max(0.0),
        };
        let at = Rect { x: seen.x, y: seen.y, width: wide, height: NUMBER_PX };
        if let Some(at) = labels.first_free([at, Rect { x: seen.x + seen.width - wide, ..at }], seen) {
            inside.text((at.x, at.y + 11.0), Anchor::Start, NUMBER, &words);
        }
    }
}

fn counted(number: u32, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::samples::{crowded, paper};
    use crate::gantt::paint::frame::Colours;
    use crate::gantt::plan::view::PlanView;
    use crate::kit::figure::Origin;
    use bookahead_engine::core::time_names::TimeUnit;

    fn frame<'a>(view: &'a PlanView, answer: &'a Answer) -> OffersFrame<'a> {
        let plan = PlanFrame { view, window: None, unit: TimeUnit::Slots, colours: Colours::Request };
        OffersFrame { plan, query: answer.asked.query, answer: Some(answer), step: None }
    }

    #[test]
    fn free_nodes_query_and_offers_are_the_data() {
        let (view, answer) = paper(Some(2), Some(2));
        let figure = frame(&view, &answer).free_nodes();
        let lines: Vec<String> = figure.data.rows.iter().map(|row| row.join(",")).collect();
        for line in ["free,,11,13,1,,,,,", "free,,13,15,2,,,,,", "query,,11,16,2,2,,,,", "booked if taken,,13,15,2,,,,,"] {
            assert!(lines.iter().any(|found| found == line), "{line}: {lines:?}");
        }
        assert!(lines.iter().any(|line| line.starts_with("offer,1,13,15,2,,") && line.ends_with(",true,true,true")), "{lines:?}");
        assert!(figure.data.rows.iter().all(|row| row.len() == figure.data.columns.len()));
        assert!(figure.explanation.contains("Asked for: 2 nodes for 2 slots within slots 11–15."), "{}", figure.explanation);
        assert!(figure.explanation.contains("Number 1 is the solution"), "{}", figure.explanation);
        let runs = free_runs(&view, &frame(&view, &answer).plan.time(), 2);
        assert_eq!(runs.len(), 2, "no more than asked for");
    }

    #[test]
    fn a_step_of_the_algorithm_is_drawn_as_it_is_on_screen() {
        let (view, answer) = paper(None, None);
        let trail = answer.trail.clone().expect("the steps");
        for step in 0..=trail.steps.len() + 1 {
            let figure = OffersFrame { step: Some(step as u32), ..frame(&view, &answer) }.free_nodes();
            let listed = figure.data.rows.iter().filter(|row| row[0] == "listed by this step").count();
            assert_eq!(listed, trail.listed(step.min(trail.steps.len())).count());
            assert!(!figure.svg(&Origin::default()).contains("NaN"));
        }
    }

    #[test]
    fn many_offers_are_drawn_in_part_and_are_all_in_the_data() {
        let (view, answer) = crowded();
        assert!(answer.offers.len() > DRAWN, "{}", answer.offers.len());
        let figure = frame(&view, &answer).free_nodes();
        assert_eq!(figure.data.rows.iter().filter(|row| row[0] == "offer").count(), answer.offers.len());
        assert!(figure.explanation.contains("The 40 best offers are drawn."), "{}", figure.explanation);
        assert!(figure.drawing.elements().len() < 200_000 && figure.height < 450.0);
        let far = Answer { chosen: Some(DRAWN as u32 + 2), ..answer.clone() };
        let drawn = offer_boxes(&far, None, Some(DRAWN + 2));
        let strong: Vec<_> = drawn.iter().filter(|one| one.is_strong).map(|one| one.kind).collect();
        assert_eq!(
            (drawn.len(), &strong[..]),
            (DRAWN + 2, &[BoxKind::Offer(DRAWN + 2)][..]),
            "the chosen one and its booking come to the best"
        );
        let figure = frame(&view, &far).free_nodes();
        assert!(figure.explanation.contains("drawn, and number 43, which is chosen."), "{}", figure.explanation);
        let awaited = OffersFrame { answer: None, ..frame(&view, &answer) }.free_nodes();
        assert!(awaited.data.rows.iter().all(|row| row[0] == "free" || row[0] == "query"));
    }
}
