//! What stands in the thesis's tables of a mapping under way (Mondol 3.6, Tables 3.5 to 3.11), and the plan as far as it is mapped.

use super::recorder::SearchStep;
use crate::workflow::graph::Time;
use crate::workflow::outcome::WorkflowOutcome;
use crate::workflow::parties::{Fate, Served};

/// How far a task has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// It waits for parents that are not mapped.
    Fresh,
    /// All its parents are mapped.
    Ready,
    /// It has a node and a start.
    Mapped,
}

impl TaskState {
    /// The thesis's word.
    pub fn words(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Ready => "ready",
            Self::Mapped => "mapped",
        }
    }
}

/// A row of such a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskStatus {
    /// The task, by its row in the plan.
    pub row: usize,
    /// Its earliest start before anything is mapped.
    pub expected: Time,
    /// The same as far as it has been pushed on.
    pub adjusted: Time,
    /// Its node and its start, once it is mapped.
    pub scheduled: Option<(u32, Time)>,
    /// What is left of its slack; that of a mapped task stays as it was then.
    pub slack: i64,
    /// How far it has come.
    pub state: TaskState,
}

/// The tasks of an application after so many steps of a mapping by the method `slack`.
pub fn status_after(plan: &WorkflowOutcome, application: usize, steps: &[SearchStep]) -> Vec<TaskStatus> {
    let Some(served) = plan.served.get(application) else { return Vec::new() };
    let (tasks, first) = (&plan.tasks, served.first as usize);
    let fresh = |row: usize| TaskStatus {
        row,
        expected: tasks.earliest[row],
        adjusted: tasks.earliest[row],
        scheduled: None,
        slack: tasks.slack(row) as i64,
        state: TaskState::Fresh,
    };
    let mut all: Vec<TaskStatus> = (first..first + served.tasks as usize).map(fresh).collect();
    for step in steps {
        let own = &mut all[step.task as usize];
        // Where nodes differ, a longer duration delays as a later start does.
        let late = (step.end - tasks.least[own.row]).saturating_sub(step.earliest);
        own.slack -= late as i64;
        (own.adjusted, own.scheduled) = (step.start, Some((step.node, step.start)));
        for &(task, before, after) in &step.pushed {
            let pushed = &mut all[task as usize];
            (pushed.adjusted, pushed.slack) = (after, pushed.slack - (after - before) as i64);
        }
        // Those that were unmapped when the step began: the task of the step, too.
        let is_lifted = |task: &TaskStatus| task.state != TaskState::Mapped;
        all.iter_mut().filter(|task| is_lifted(task)).for_each(|task| task.slack += step.lifted as i64);
        all[step.task as usize].state = TaskState::Mapped;
    }
    for at in 0..all.len() {
        let is_mapped = |parent: &u32| all[*parent as usize - first].state == TaskState::Mapped;
        if all[at].state == TaskState::Fresh && tasks.parents_of(first + at).iter().all(is_mapped) {
            all[at].state = TaskState::Ready;
        }
    }
    all
}

impl WorkflowOutcome {
    /// The plan of a single application as a mapping has it after so many steps: what is not mapped yet is not reserved.
    #[must_use]
    pub fn after_steps(&self, steps: &[SearchStep]) -> Self {
        let mut plan = self.clone();
        let Some(served) = plan.served.first().copied() else { return plan };
        // Tasks that are not mapped yet belong to an application that is not reserved.
        plan.served.push(Served { fate: Fate::GivenUp, tasks: 0, ..served });
        plan.tasks.application.iter_mut().for_each(|application| *application = 1);
        for (row, earliest) in plan.tasks.earliest.iter().enumerate() {
            plan.tasks.start[row] = *earliest;
        }
        for step in steps {
            let row = step.task as usize;
            (plan.tasks.node[row], plan.tasks.start[row], plan.tasks.application[row]) = (step.node, step.start, 0);
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::WorkflowRun;
    use crate::workflow::worked::two_mappings;

    fn steps_of(mapping: u32) -> (WorkflowOutcome, Vec<SearchStep>) {
        let plan = two_mappings().run().unwrap();
        (plan, WorkflowRun::recorded_mapping(&two_mappings(), mapping).unwrap().steps)
    }

    /// Adjusted start, scheduled start (0: none) and slack of T0 to T5, and who is ready, mapped or fresh by its first letter.
    type Printed = ([Time; 6], [Time; 6], [i64; 6], &'static str);

    /// Tables 3.5 to 3.11 as they are printed; in Table 3.11 the adjusted start of T2 is 18, as in Table 3.10, not 9.
    #[test]
    fn golden_8b_table_by_table() {
        let none = [0; 6];
        let start = ([5, 9, 9, 15, 12, 22], none, [0, 0, 8, 0, 8, 0], "rfffff");
        let tables: [(u32, usize, Printed); 8] = [
            (0, 0, start),
            (0, 2, ([5, 9, 9, 15, 12, 22], [5, 0, 9, 0, 0, 0], [0, 0, 8, 0, 8, 0], "mrmfrf")),
            (0, 3, ([5, 14, 9, 20, 12, 27], [5, 14, 9, 0, 0, 0], [0, 0, 8, 0, 13, 0], "mmmrrf")),
            (0, 6, ([5, 14, 9, 20, 12, 27], [5, 14, 9, 20, 12, 27], [0, 0, 8, 0, 13, 0], "mmmmmm")),
            (1, 0, start),
            (1, 3, ([5, 9, 9, 15, 12, 22], [5, 9, 0, 15, 0, 0], [0, 0, 8, 0, 8, 0], "mmrmff")),
            (1, 4, ([5, 9, 18, 15, 21, 23], [5, 9, 18, 15, 0, 0], [0, 0, 0, 0, 0, 0], "mmmmrf")),
            (1, 6, ([5, 9, 18, 15, 21, 23], [5, 9, 18, 15, 21, 23], [0, 0, 0, 0, 0, 0], "mmmmmm")),
        ];
        let nodes = [[0, 0, 1, 0, 1, 1], [0, 1, 1, 0, 1, 0]];
        for (mapping, step, (adjusted, scheduled, slack, states)) in tables {
            let (plan, steps) = steps_of(mapping);
            let rows = status_after(&plan, 0, &steps[..step]);
            let place = format!("mapping {mapping}, step {step}");
            assert_eq!(rows.iter().map(|row| row.expected).collect::<Vec<_>>(), [5, 9, 9, 15, 12, 22], "{place}");
            assert_eq!(rows.iter().map(|row| row.adjusted).collect::<Vec<_>>(), adjusted, "{place}");
            assert_eq!(
                rows.iter().map(|row| row.scheduled.map_or(0, |(_, start)| start)).collect::<Vec<_>>(),
                scheduled,
                "{place}"
            );
            assert_eq!(rows.iter().map(|row| row.slack).collect::<Vec<_>>(), slack, "{place}");
            assert_eq!(rows.iter().map(|row| &row.state.words()[..1]).collect::<String>(), states, "{place}");
            let is_there = |row: &TaskStatus| row.scheduled.is_none_or(|(node, _)| node == nodes[mapping as usize][row.row]);
            assert!(rows.iter().all(is_there), "{place}");
            let shown = plan.after_steps(&steps[..step]);
            let reserved = (0..6).filter(|&row| shown.is_reserved(row)).count();
            assert_eq!((reserved, shown.tasks.len()), (step, 6), "{place}");
        }
        let (plan, _) = steps_of(0);
        assert_eq!((plan.served[0].delay, plan.curves[0].clone()), (1, vec![5, 1]), "the second mapping is the better one");
    }
}
