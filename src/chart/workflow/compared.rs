//! How the tasks of a plan differ from those of another plan beside it.

use bookahead_engine::core::compare::{Difference, DifferenceCounts};
use bookahead_engine::workflow::WorkflowOutcome;

/// How a task differs from the other plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaskMark {
    /// It has the same start and the same node in both, or is reserved in neither.
    #[default]
    Same,
    /// It starts earlier here.
    Earlier,
    /// It starts later here.
    Later,
    /// It starts at the same time, on another node.
    OtherNode,
    /// Only this plan has it, or has it reserved.
    OnlyHere,
    /// Only the other plan has it reserved.
    OnlyThere,
}

impl TaskMark {
    /// The mark of a task that both plans, or one of them, have: its row here and in the other plan.
    fn of(plan: &WorkflowOutcome, other: &WorkflowOutcome, here: u32, there: Option<u32>) -> Self {
        let place = |plan: &WorkflowOutcome, row: u32| {
            let at = row as usize;
            (at < plan.tasks.len() && plan.is_reserved(at)).then(|| (plan.tasks.start[at], plan.tasks.node[at]))
        };
        match (place(plan, here), there.and_then(|there| place(other, there))) {
            (None, None) => Self::Same,
            (Some(_), None) => Self::OnlyHere,
            (None, Some(_)) => Self::OnlyThere,
            (Some((here, _)), Some((there, _))) if here < there => Self::Earlier,
            (Some((here, _)), Some((there, _))) if here > there => Self::Later,
            (Some((_, here)), Some((_, there))) if here != there => Self::OtherNode,
            _ => Self::Same,
        }
    }

    /// The marks of a plan beside another one. `rows` are the rows of the tasks that differ, here and in the other plan.
    pub fn all(
        plan: &WorkflowOutcome,
        other: &WorkflowOutcome,
        rows: impl Iterator<Item = (Option<u32>, Option<u32>)>,
    ) -> Vec<Self> {
        let mut marks = vec![Self::Same; plan.tasks.len()];
        for (here, there) in rows {
            if let Some(here) = here
                && let Some(mark) = marks.get_mut(here as usize)
            {
                *mark = Self::of(plan, other, here, there);
            }
        }
        marks
    }
}

/// How many tasks differ, by what differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskCounts {
    /// Tasks of both plans, each once.
    pub tasks: u32,
    /// Those that start earlier in B.
    pub earlier: u32,
    /// Those that start later in B.
    pub later: u32,
    /// Those that start at the same time in both, on different nodes.
    pub other_node: u32,
    /// Those that only A has reserved.
    pub only_a: u32,
    /// Those that only B has reserved.
    pub only_b: u32,
}

impl TaskCounts {
    /// Counts the differences of plans A and B.
    pub fn of([a, b]: [&WorkflowOutcome; 2], counts: &DifferenceCounts, differences: impl Iterator<Item = Difference>) -> Self {
        let mut found = Self { tasks: counts.decisions, only_a: counts.only_a, only_b: counts.only_b, ..Self::default() };
        for difference in differences {
            let mark = difference.b.map(|here| TaskMark::of(b, a, here, difference.a));
            match mark {
                Some(TaskMark::Earlier) => found.earlier += 1,
                Some(TaskMark::Later) => found.later += 1,
                Some(TaskMark::OtherNode) => found.other_node += 1,
                _ => {}
            }
        }
        found
    }

    /// Tasks that differ.
    pub fn differing(&self) -> u32 {
        self.earlier + self.later + self.other_node + self.only_a + self.only_b
    }
}
