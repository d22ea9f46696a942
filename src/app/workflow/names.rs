//! Times and names of workflows in words.

use crate::app::shell::context::Lab;
pub use crate::chart::workflow::times::in_units;
use crate::engine::workflow::WorkflowScenario;
use crate::engine::workflow::generator::GraphGenerator;
use crate::engine::workflow::policy::Method;
use crate::engine::workflow::scenario::{Application, WorkflowSource};
use crate::state::WorkflowShown;
use std::cell::RefCell;
use std::sync::Arc;

/// Drawn applications and what they were drawn from.
type Drawn = (GraphGenerator, Arc<Vec<Application>>);

thread_local! {
    static DRAWN: RefCell<Option<Drawn>> = const { RefCell::new(None) };
}

/// The applications of a scenario. Drawn ones are kept while nothing else is drawn: ten thousand tasks are not drawn for every form and frame.
pub fn applications_of(workflow: &WorkflowScenario) -> Arc<Vec<Application>> {
    let WorkflowSource::Drawn(generator) = workflow.source else { return workflow.applications() };
    DRAWN.with_borrow_mut(|kept| match kept {
        Some((of, applications)) if *of == generator => Arc::clone(applications),
        _ => {
            let applications = workflow.applications();
            *kept = Some((generator, Arc::clone(&applications)));
            applications
        }
    })
}

/// Ticks of a unit of a plan on screen.
pub fn ticks_of(shown: &WorkflowShown) -> u32 {
    shown.study.workflow().map_or(1, |workflow| workflow.ticks)
}

/// What a task of the scenario on screen is called.
pub fn task_name(lab: &Lab, task: u32) -> String {
    lab.model().workflow_now().map_or_else(|| format!("T{task}"), |workflow| workflow.task_name(task))
}

/// What people call a method.
pub fn method_title(method: Method) -> &'static str {
    match method {
        Method::Slack => "Slack (Mondol)",
        Method::Blythe => "Blythe",
        Method::Heft => "HEFT",
        Method::Cpop => "CPOP",
        Method::MinMin => "Min-min",
        Method::MaxMin => "Max-min",
        Method::Sufferage => "Sufferage",
        Method::CriticalPath => "Critical path",
        Method::Random => "Random",
        Method::FileOrder => "Order of the file",
    }
}

/// What a method does, in a sentence.
pub fn method_idea(method: Method) -> &'static str {
    match method {
        Method::Slack => {
            "A ready task is drawn at random and takes the earliest gap; tasks with less slack are drawn more often. The shortest of M mappings is kept."
        }
        Method::Blythe => {
            "A pair of task and node is drawn at random from those that lengthen the plan least; α sets how many are allowed. The shortest of M mappings is kept."
        }
        Method::Heft => "Tasks with the longest way to the end come first; each runs where it ends first, gaps included.",
        Method::Cpop => {
            "The tasks on the critical path all run on the node where that path is shortest. Tasks with a long path through them come first; the others run where they end first."
        }
        Method::MinMin => "Of the ready tasks the one that can end first runs first.",
        Method::MaxMin => "Of the ready tasks, the one whose earliest possible end is the latest is placed first.",
        Method::Sufferage => "The task that would lose most on its second best node gets its best one.",
        Method::CriticalPath => "Of the tasks that can start first, the one with the longest way to the end.",
        Method::Random => "A ready task and a node are drawn, all alike; of M mappings the shortest is kept.",
        Method::FileOrder => {
            "Of the tasks that can start first, the one that comes first in the file: Graham's list scheduling. More nodes or shorter tasks can make it end later."
        }
    }
}
