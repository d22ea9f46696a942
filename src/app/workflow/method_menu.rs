//! The menu of methods.

use super::names::{in_units, method_idea, method_title};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::policy_menu::{FigureOf, PolicyEntry, PolicyMenuProps, policy_menu};
use crate::engine::study::StudyKind;
use crate::engine::workflow::WorkflowScenario;
use crate::engine::workflow::compare::WORKFLOW_FIGURES;
use crate::engine::workflow::policy::{Method, WorkflowPolicy};
use yew::prelude::*;

/// The menu.
pub fn method_menu(lab: &Lab, workflow: &WorkflowScenario) -> Html {
    let tasks = lab.workflow_shown().map_or(0, |shown| shown.plan.tasks.len());
    policy_menu(PolicyMenuProps {
        kind: StudyKind::Workflow,
        id: "workflow-method",
        label: "Method",
        entries: Method::ALL.map(entry).to_vec(),
        chosen: workflow.policy.method.name(),
        // More mappings than usual take as long as more tasks.
        jobs: tasks * workflow.policy.iterations.div_ceil(WorkflowPolicy::default().iterations) as usize,
        figures: &WORKFLOW_FIGURES,
        gives,
        under: |lab, key| {
            let workflow = lab.workflow()?;
            let policy = WorkflowPolicy { method: Method::from_name(key)?, ..workflow.policy };
            Some(WorkflowScenario { policy, ..workflow.clone() }.into())
        },
    })
}

fn entry(method: Method) -> PolicyEntry {
    let family = match method {
        Method::Slack => "Slack mapping",
        Method::Blythe => "Search",
        Method::Heft | Method::Cpop | Method::CriticalPath | Method::FileOrder => "List scheduling",
        Method::MinMin | Method::MaxMin | Method::Sufferage => "Batch heuristics",
        Method::Random => "Baseline",
    };
    PolicyEntry { family, key: method.name(), name: method_title(method), idea: method_idea(method) }
}

/// "makespan 21, delay 1"; of several applications how many are reserved, and the mean.
fn gives(lab: &Lab, figure: FigureOf) -> Option<String> {
    let (applications, reserved) = (figure("applications")?, figure("reserved")?);
    if reserved == 0.0 {
        return Some("nothing is reserved".to_string());
    }
    let ticks = lab.workflow()?.ticks;
    if applications == 1.0 {
        let time = |key: &str| Some(in_units(figure(key)?.round() as u64, ticks));
        return Some(format!("makespan {}, delay {}", time("mean_makespan")?, time("mean_delay")?));
    }
    let makespan = figure("mean_makespan")? / f64::from(ticks);
    Some(format!("{} of {} reserved, mean makespan {makespan:.2}", grouped(reserved as u64), grouped(applications as u64)))
}
