//! What is on screen of a plan in slots, as figures to take away.

use super::compare::marks::ghost_jobs;
use super::planner::names::policy_name;
use crate::app::kit::text::format::time_unit;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::compare::side_names;
use crate::chart::gantt::figures::PlanFrame;
use crate::chart::gantt::figures::turning_figure::turning_figure;
use crate::chart::kit::figure::Figure;
use crate::chart::{Colours, GanttKind, Marks, PlanView};
use crate::engine::slots::request::Slot;
use crate::engine::study::StudyKind;
use crate::formats::link::Layout;
use crate::formats::provenance::Provenance;
use crate::state::{Shown, SlotsShown};
use std::rc::Rc;

/// Draws from the plan on screen, if it is complete.
pub fn with_frame(lab: &Lab, draw: impl FnOnce(PlanFrame<'_>) -> Figure) -> Option<Figure> {
    let shown = lab.engine_state.plans.slots.shown.as_ref().filter(|shown| shown.is_complete)?;
    let (view, plan) = (lab.model().view, shown.plan());
    let market = shown.scenario().market.as_ref().filter(|_| view.is_by_class());
    Some(draw(PlanFrame {
        view: &plan,
        window: view.time.map(|time| (time.first, time.slots)),
        unit: time_unit(view.axis),
        colours: market.map_or(Colours::Request, Colours::Class),
    }))
}

/// How a Gantt chart is drawn.
pub fn figure_of(kind: GanttKind) -> fn(&Lab) -> Option<Figure> {
    match kind {
        GanttKind::Logical => |lab| with_frame(lab, |frame| frame.gantt(GanttKind::Logical)),
        GanttKind::Physical => |lab| with_frame(lab, |frame| frame.gantt(GanttKind::Physical)),
    }
}

/// The chart in which two plans are compared.
pub fn compared_kind(lab: &Lab) -> GanttKind {
    // In the physical chart a job is one bar at every zoom, and its colour is to be seen.
    if lab.model().view.layout == Layout::Logical { GanttKind::Logical } else { GanttKind::Physical }
}

/// One of two plans that are compared, what it is called, and how its jobs differ.
type Compared = (Rc<SlotsShown>, String, Marks);

/// Plans A and B.
fn compared(lab: &Lab) -> Option<[Compared; 2]> {
    let own = lab.engine_state.plans.slots.shown.as_ref().filter(|shown| shown.is_complete)?;
    let beside = lab.engine_state.beside.get(&StudyKind::Slots).filter(|_| lab.model().is_comparing(StudyKind::Slots))?;
    let (Some(Shown::Slots(other)), Some(comparison)) = (&beside.other, &beside.comparison) else { return None };
    let [a, b] = if lab.model().comparing.before.is_some() { [other, own] } else { [own, other] };
    let jobs = |shown: &SlotsShown| shown.plan().arrivals().jobs();
    let of_a = Marks::new(jobs(a), &comparison.differences, |difference| [difference.a, difference.b]);
    let of_b = Marks::new(jobs(b), &comparison.differences, |difference| [difference.b, difference.a]);
    let [name_a, name_b] = side_names(lab, [a, b].map(|side| policy_name(side.scenario().policy)));
    Some([(Rc::clone(a), name_a, of_a), (Rc::clone(b), name_b, of_b)])
}

/// Draws one of two plans over the time on screen.
fn with_compared(lab: &Lab, view: &PlanView, marks: &Marks, draw: impl FnOnce(PlanFrame<'_>) -> Figure) -> Figure {
    let window = lab.model().view.time.map(|time| (time.first, time.slots));
    draw(PlanFrame { view, window, unit: time_unit(lab.model().view.axis), colours: Colours::Compared(marks) })
}

/// Plan A (0) or B of two that are compared.
pub fn side_figure(lab: &Lab, side: usize) -> Option<Figure> {
    let both = compared(lab)?;
    let (shown, name, marks) = both.get(side)?;
    let figure = with_compared(lab, &shown.plan(), marks, |frame| frame.gantt(compared_kind(lab)));
    Some(Figure { key: if side == 0 { "plan-a" } else { "plan-b" }, title: name.clone(), ..figure })
}

/// Plan A with what differs in B outlined, as far as that is on screen.
pub fn overlay_figure(lab: &Lab) -> Option<Figure> {
    let [(a, name, marks), (b, _, marks_b)] = compared(lab)?;
    let b = b.plan();
    let figure = with_compared(lab, &a.plan(), &marks, |frame| {
        let ghosts = ghost_jobs(&b, &marks_b, &frame.time());
        frame.gantt_over(compared_kind(lab), ghosts.as_ref().map(|jobs| (&*b, jobs.as_slice())))
    });
    Some(Figure { key: "plans-overlaid", title: format!("{name}, and outlined where B has it"), ..figure })
}

/// Utilisation.
pub fn utilisation_figure(lab: &Lab) -> Option<Figure> {
    with_frame(lab, |frame| frame.utilisation())
}

/// The lemma at a slot, of those from one to another, and from what it was made.
pub fn lemma_figure(lab: &Lab, shown: &SlotsShown, (slot, least, most): (Slot, Slot, Slot)) -> (Figure, String) {
    let scenario = lab.model().workspace.scenario(lab.model().view.panel);
    let figure = turning_figure(&shown.plan(), slot, least, most);
    let title = if scenario.title.is_empty() { figure.title } else { format!("{}: {}", scenario.title, figure.title) };
    (Figure { title, ..figure }, Provenance::of(&scenario.study).words())
}
