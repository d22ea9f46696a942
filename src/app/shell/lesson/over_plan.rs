//! Over a picture with time to the right: the dashed bar that a student places, and the slots, servers, nodes and idle periods that can be picked.

use super::ask::{asked_number, first_place};
use super::going::Going;
use crate::app::kit::plot::area::place_in;
use crate::app::shell::context::Lab;
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use crate::lessons::model::{Ask, Pickable};
use crate::lessons::record::{Given, Thing};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// The fields that hold the length of a job, one for each kind of study.
const LENGTHS: [&str; 3] = ["duration", "estimate", "size"];
/// Least width of what is picked, in CSS px: a second of a year is to be seen.
const LEAST_PX: f64 = 3.0;

/// The rows of a picture.
#[derive(Clone, Copy)]
pub struct PlotRows {
    what: Pickable,
    /// y of the edge at which row 0 begins, in CSS px.
    from_y: f64,
    /// From there to the next row; negative where rows go upwards.
    step: f64,
    count: u32,
}

impl PlotRows {
    /// So many rows, each a [`Pickable::Server`] or [`Pickable::Node`]; `y_of` gives the edge at which a row begins, in CSS px.
    pub fn new(what: Pickable, count: u32, y_of: impl Fn(f64) -> f64) -> Self {
        let from_y = y_of(0.0);
        Self { what, from_y, step: y_of(1.0) - from_y, count }
    }

    fn at(self, y: f64) -> Option<u32> {
        let row = ((y - self.from_y) / self.step).floor();
        (row >= 0.0 && row < f64::from(self.count)).then_some(row as u32)
    }

    /// Upper edge and height.
    fn span(self, row: u32) -> (f64, f64) {
        let edge = self.from_y + f64::from(row) * self.step;
        (edge.min(edge + self.step), self.step.abs())
    }
}

/// What a press at a moment and a row answers.
#[derive(Clone, Copy)]
enum Press {
    Start,
    Thing(Option<PlotRows>),
}

impl Press {
    /// What can be answered in a picture with these rows; `None` if the answer is not given here.
    fn to_task(going: &Going, rows: Option<PlotRows>) -> Option<Self> {
        let is_row_of = |what: Pickable| rows.is_some_and(|rows| rows.what == what);
        match going.session.task()?.ask {
            Ask::Place(_) => Some(Self::Start),
            Ask::Pick(Pickable::Slot) => Some(Self::Thing(rows)),
            Ask::Pick(what @ (Pickable::Server | Pickable::Node)) if is_row_of(what) => Some(Self::Thing(rows)),
            Ask::Pick(Pickable::Period) if is_row_of(Pickable::Server) => Some(Self::Thing(rows)),
            _ => None,
        }
    }

    fn given(self, lab: &Lab, moment: f64, y: f64) -> Option<Given> {
        let moment = moment.max(0.0).floor() as u32;
        match self {
            Self::Start => Some(Given::Start(moment)),
            Self::Thing(rows) => thing_at(lab, moment, rows.and_then(|rows| rows.at(y))),
        }
    }
}

/// What can be picked at a moment and on a row.
fn thing_at(lab: &Lab, moment: u32, row: Option<u32>) -> Option<Given> {
    let is_there = |given: &Given| match given {
        Given::Thing(Thing::Slot(slot)) => *slot == moment,
        Given::Thing(Thing::Server(number) | Thing::Node(number)) => Some(*number) == row,
        Given::Thing(Thing::Period { server, start, end }) => {
            Some(*server) == row && *start <= moment && end.is_none_or(|end| moment < end)
        }
        _ => false,
    };
    let candidates = lab.going()?.session.candidates(&lab.lesson_scenario()).ok()?;
    candidates.into_iter().map(|(given, _)| given).find(is_there)
}

/// Takes an idle period that was pressed in a plane as the answer, if the task asks for one.
pub fn pick_period(lab: &Lab, server: u32, start: u32) {
    let Some(going) = lab.going() else { return };
    if going.session.task().is_some_and(|task| matches!(task.ask, Ask::Pick(Pickable::Period)))
        && let Some(given) = thing_at(lab, start, Some(server))
    {
        lab.draft_answer(Some(given));
    }
}

/// From moment to moment, and on which row; over all rows if `None`.
struct Mark {
    start: f64,
    end: f64,
    row: Option<u32>,
}

/// What is placed or picked so far.
fn mark(lab: &Lab, going: &Going, scale: &PlaneScale) -> Option<Mark> {
    let given = going.session.record().and_then(|record| record.second.as_ref().or(record.first.as_ref()));
    let answer = going.draft.as_ref().or(given);
    let whole = scale.x_range();
    let stretch = |start: u32, length: u32| (f64::from(start), f64::from(start.saturating_add(length)));
    let ((start, end), row) = match (&going.session.task()?.ask, answer) {
        (Ask::Place(name), answer) => {
            let start = if let Some(Given::Start(start)) = answer { *start } else { first_place(lab, going) };
            let length = LENGTHS.iter().find_map(|length| asked_number(lab, length, name.request));
            (stretch(start, length.unwrap_or(1)), None)
        }
        (Ask::Pick(_), Some(Given::Thing(Thing::Slot(slot)))) => (stretch(*slot, 1), None),
        (Ask::Pick(_), Some(Given::Thing(Thing::Server(row) | Thing::Node(row)))) => (whole, Some(*row)),
        (Ask::Pick(_), Some(Given::Thing(Thing::Period { server, start, end }))) => {
            ((f64::from(*start), end.map_or(whole.1, f64::from)), Some(*server))
        }
        _ => return None,
    };
    Some(Mark { start, end, row })
}

/// What a lesson draws over a picture; nothing where there is no lesson, or where its task is not answered here.
pub fn over_plan(lab: &Lab, scale: PlaneScale, rows: Option<PlotRows>) -> Html {
    let Some(going) = lab.going() else { return Html::default() };
    let Some(press) = Press::to_task(going, rows) else { return Html::default() };
    let (width, height) = (scale.width(), scale.height());
    let bar = mark(lab, going, &scale).map(|mark| {
        let x = |moment: f64| scale.x_of(moment).clamp(-LEAST_PX, width + LEAST_PX);
        let (left, right) = (x(mark.start) + 1.0, x(mark.end) - 1.0);
        let (y, height) = match (mark.row, rows) {
            (Some(row), Some(rows)) => rows.span(row),
            _ => (0.0, height),
        };
        html! { <rect class="lesson-guess" x={px(left)} width={px((right - left).max(LEAST_PX))} y={px(y + 1.0)} height={px((height - 2.0).max(2.0))} rx="3" /> }
    });
    let set = (!going.session.is_settled()).then(|| {
        let lab = lab.clone();
        Callback::from(move |event: PointerEvent| {
            // A press, or a move with the button held down.
            if event.buttons() != 1 {
                return;
            }
            let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else { return };
            event.prevent_default();
            // The picture below is not pressed as well.
            event.stop_propagation();
            // Beyond the edge it goes on.
            let _ = element.set_pointer_capture(event.pointer_id());
            let (x, y) = place_in(&element, &event);
            if let Some(given) = press.given(&lab, scale.x_at(x), y) {
                lab.draft_answer(Some(given));
            }
        })
    });
    html! {
        <>
            { for bar }
            if let Some(set) = set {
                <rect class="lesson-ground" width={px(width)} height={px(height)} onpointerdown={set.clone()} onpointermove={set} />
            }
        </>
    }
}
