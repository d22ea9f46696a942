//! Workflows: files, links and plans.

mod draw;
pub(super) mod edit;
mod failure;
mod file;
mod link;
mod plan;
mod ranges;
mod steps;

pub use draw::draw_workflow;
pub(super) use plan::figures;
pub use plan::{WorkflowPlanReport, write_brief};
pub use steps::write_steps;

use super::system::System;
use crate::link_parts::{View, WorkflowView, check_selected};
use crate::plan_rows::{Held, Machine, TakenJob};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::verification::Verification;
use bookahead_engine::workflow::check::verify_workflow;
use bookahead_engine::workflow::parties::Fate;
use bookahead_engine::workflow::{WorkflowOutcome, WorkflowScenario, bounds};
use std::borrow::Cow;
use std::io;

/// How far the time on screen may reach, in ticks.
const VIEW_TICKS_MAX: f64 = 1e15;

/// Workflows.
pub(super) struct Workflow;

impl System for Workflow {
    type Outcome = WorkflowOutcome;
    type File = file::WireFile;

    fn check_view(view: &View, place: &FieldPath) -> Result<(), ScenarioError> {
        let (WorkflowView { selected, time, application, mapping, step, .. }, place) = (view.workflow, place.field("workflow"));
        time.map_or(Ok(()), |time| time.check(&place.field("time"), VIEW_TICKS_MAX))?;
        let numbers = [
            ("application", application, bounds::APPLICATIONS.max),
            ("mapping", mapping.unwrap_or(0), bounds::ITERATIONS.max),
            ("step", step.unwrap_or(0), bounds::TASKS.max),
        ];
        if let Some((name, number, most)) = numbers.into_iter().find(|(_, number, most)| number > most) {
            return Err(ScenarioError::new(place.field(name), number, format!("at most {most}")));
        }
        check_selected(selected, &place.field("selected"))
    }

    /// Changes are written into the recipe at once: numbers of tasks stay.
    fn fold_view(_: &WorkflowScenario, _: &mut View) {}

    fn run(workflow: &WorkflowScenario) -> Result<WorkflowOutcome, ScenarioError> {
        workflow.run()
    }

    fn machine(workflow: &WorkflowScenario) -> Machine {
        Machine { prefix: "n", nodes: workflow.nodes(), seconds: 1, unit: "tick" }
    }

    fn for_each_job(
        workflow: &WorkflowScenario,
        outcome: &WorkflowOutcome,
        found: &mut dyn FnMut(TakenJob<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let (tasks, applications) = (&outcome.tasks, workflow.applications());
        (0..tasks.len()).try_for_each(|row| {
            let application = tasks.application[row] as usize;
            let served = &outcome.served[application];
            let (start, end, node) = (tasks.start[row], tasks.end(row), tasks.node[row]);
            let is_reserved = served.fate == Fate::Reserved;
            let held = Held { start, end, nodes: Cow::Owned(vec![node]) };
            let why = match served.fate {
                Fate::TooLate => Some("its application would end after its deadline".to_string()),
                Fate::NoProvider => Some("every provider refused its application".to_string()),
                fate => fate.why_not().map(str::to_string),
            };
            let name = applications[application].graph.name(row - served.first as usize);
            found(TakenJob {
                name: if applications.len() == 1 { name } else { format!("{}.{name}", application + 1) },
                submitted: served.start,
                nodes: 1,
                duration: tasks.duration[row],
                held: if is_reserved { vec![held] } else { Vec::new() },
                moved_from: None,
                refused: why,
            })
        })
    }

    fn write_csv(out: &mut impl io::Write, _: &WorkflowScenario, outcome: &WorkflowOutcome) -> io::Result<()> {
        plan::write_workflow_csv(out, outcome)
    }

    fn verify(workflow: &WorkflowScenario, outcome: &WorkflowOutcome) -> Verification {
        verify_workflow(workflow, outcome)
    }
}
