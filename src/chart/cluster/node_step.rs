//! What figures say while the jobs are stepped through: who has a start by then, who waits, who comes later.

use crate::kit::figure::DataTable;
use bookahead_engine::batch::BatchPlan;
use bookahead_engine::batch::explain::step::BatchStep;

/// What a column says of jobs.
const HAS_START: &str = "has a start";
const WAITS: &str = "waits";
const LATER: &str = "comes later";

/// Which step it is, in words that go on a title.
pub(crate) fn when(plan: &BatchPlan, step: u32) -> String {
    BatchStep::after(step, &plan.jobs, &plan.decisions).map_or_else(
        || "before the first job arrives".to_string(),
        |step| format!("after job {} has arrived at {} s", step.jobs.number(step.row), step.moment()),
    )
}

/// Title and explanation of a step, and the same of every job in the data: those with bars are there already, the others have no nodes and times yet.
pub(crate) fn at_step(plan: &BatchPlan, step: u32, data: &mut DataTable) -> (String, String) {
    let BatchPlan { jobs, decisions, .. } = plan;
    let arrived = (step as usize).min(jobs.len());
    let cells = data.columns.len();
    data.columns.push("after_step".to_string());
    data.rows.iter_mut().for_each(|row| row.push(HAS_START.to_string()));
    let mut other = |row: usize, what: &str| {
        let empty = std::iter::repeat_n(String::new(), cells.saturating_sub(1));
        data.rows.push(std::iter::once(jobs.number(row).to_string()).chain(empty).chain([what.to_string()]).collect());
    };
    let last = BatchStep::after(step, jobs, decisions);
    let mut waiting = 0;
    for row in last.iter().flat_map(BatchStep::waiting) {
        waiting += 1;
        other(row, WAITS);
    }
    (arrived..jobs.len()).for_each(|row| other(row, LATER));
    let waiting = if waiting == 1 { "1 job waits".to_string() } else { format!("{waiting} jobs wait") };
    let title = format!("Jobs on their nodes, {}", when(plan, step));
    let told = format!(" Step {arrived} of {}: drawn are the jobs that have a start by then; {waiting}.", jobs.len());
    (title, told)
}
