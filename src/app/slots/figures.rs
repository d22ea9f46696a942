//! What is on screen of a plan in slots, as figures to take away.

use crate::app::kit::words::time_unit;
use crate::app::shell::context::Lab;
use crate::chart::gantt::figures::PlanFrame;
use crate::chart::kit::figure::Figure;
use crate::chart::{Colours, GanttKind};

/// Draws from the plan on screen, if it is complete.
fn with_frame(lab: &Lab, draw: impl FnOnce(PlanFrame<'_>) -> Figure) -> Option<Figure> {
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

/// Utilisation.
pub fn utilisation_figure(lab: &Lab) -> Option<Figure> {
    with_frame(lab, |frame| frame.utilisation())
}
