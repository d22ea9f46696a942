//! The free nodes with their offers, and the Pareto front, as figures to take away.

use super::asking::answered;
use crate::app::shell::context::Lab;
use crate::app::slots::figures::with_frame;
use crate::chart::elastic::free_figure::OffersFrame;
use crate::chart::elastic::front_figure;
use crate::chart::kit::figure::Figure;

/// The free nodes, what is asked and what is offered, once the answer is there.
pub fn free_figure(lab: &Lab) -> Option<Figure> {
    let (view, told) = (lab.model().view.offers?, answered(lab)?);
    let answer = told.answer.as_ref().ok();
    with_frame(lab, |plan| OffersFrame { plan, query: view.query, answer, step: view.step }.free_nodes())
}

/// The Pareto front of the offers.
pub fn pareto_figure(lab: &Lab) -> Option<Figure> {
    let told = answered(lab)?;
    let answer = told.answer.as_ref().ok()?;
    with_frame(lab, |plan| {
        let machine = plan.view.machine();
        front_figure::front_figure(answer, machine.nodes, machine.time_names(plan.unit))
    })
}
