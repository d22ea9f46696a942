//! What the engine told of the step that is looked at.

use crate::app::shell::context::Lab;
use crate::engine::slots::step::StepReport;
use crate::engine::slots::trace::{JobTrace, LookTrace, RequestTrace};
use crate::engine::slots::workload::Arrivals;
use std::rc::Rc;

/// What is told of the step that is looked at, once it is there.
pub fn told_of(lab: &Lab) -> Option<Rc<StepReport>> {
    let shown = lab.engine_state.plans.slots.shown.as_ref()?;
    let step = lab.model().view.step?.min(shown.plan().arrivals().requests() as u32);
    lab.engine_state.plans.slots.step.clone().filter(|told| told.step == step && is_of(told, shown.plan().arrivals()))
}

/// Whether what is told can be about these requests: after an edit it is of those before until the engine tells anew.
fn is_of(told: &StepReport, arrivals: &Arrivals) -> bool {
    let jobs = arrivals.jobs() as u32;
    let is_look_of =
        |look: &LookTrace| look.made.is_none_or(|made| made.job < jobs) && look.staying.iter().all(|staying| staying.job < jobs);
    let is_job_of = |job: &JobTrace| {
        let searches = job.first_fit.iter().chain(&job.making_room);
        job.job < jobs && searches.flat_map(|search| &search.looks).all(is_look_of)
    };
    let is_trace_of = |trace: &RequestTrace| (trace.row as usize) < arrivals.requests() && trace.jobs.iter().all(is_job_of);
    told.trace.as_ref().is_none_or(is_trace_of) && told.other_node.iter().all(|&job| job < jobs)
}
