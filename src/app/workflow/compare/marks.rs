//! What a chart of the nodes shows of a comparison.

use crate::app::shell::context::Lab;
use crate::app::workflow::names::{in_units, ticks_of};
use crate::chart::kit::figure::Figure;
use crate::chart::workflow::compared::TaskMark;
use crate::state::WorkflowShown;
use std::rc::Rc;
use yew::prelude::*;

/// The rows of the tasks of one plan in another one.
pub type Rows = Rc<Vec<Option<u32>>>;

/// A plan beside another one.
#[derive(PartialEq)]
pub struct ComparedGantt {
    /// What the chart is found by: "a", "b" or "overlay".
    pub side: &'static str,
    /// What stands above it.
    pub heading: String,
    /// The plan.
    pub shown: Rc<WorkflowShown>,
    /// How its tasks differ.
    pub marks: Rc<Vec<TaskMark>>,
    /// The other plan, and how its tasks differ.
    pub other: (Rc<WorkflowShown>, Rc<Vec<TaskMark>>),
    /// Rows of the other plan for rows of this one.
    pub in_other: Rows,
    /// Rows of the study's own plan for rows of this one, and the other way round.
    pub to_own: Rows,
    /// Rows of this plan for rows of the study's own.
    pub from_own: Rows,
    /// Nodes of the larger one of the two plans.
    pub rows: usize,
    /// Whether it is the study's own plan, which can be changed.
    pub is_own: bool,
    /// Whether the other plan is outlined over it.
    pub is_overlaid: bool,
    /// What is saved of it: what it is, and how it is drawn.
    pub save: (&'static str, fn(&Lab) -> Option<Figure>),
}

impl ComparedGantt {
    /// A row of this plan for one of the study's own.
    pub fn row_here(&self, own: u32) -> Option<u32> {
        self.from_own.get(own as usize).copied().flatten()
    }

    fn mark(&self, row: u32) -> TaskMark {
        self.marks.get(row as usize).copied().unwrap_or_default()
    }

    /// Whether a task is elsewhere in the other plan.
    pub fn differs(&self, row: u32) -> bool {
        self.mark(row) != TaskMark::Same
    }

    /// What the style sheet calls the mark of a task.
    pub fn class_of(&self, row: u32) -> &'static str {
        match self.mark(row) {
            TaskMark::Same => "same",
            TaskMark::Earlier => "only-a",
            TaskMark::Later => "moved",
            TaskMark::OnlyHere => "only-b",
            TaskMark::OtherNode => "other-node",
            TaskMark::OnlyThere => "refused",
        }
    }

    /// A task in words: where it runs here and in the other plan.
    pub fn words(&self, row: u32) -> String {
        let there = self.in_other.get(row as usize).copied().flatten();
        format!("Here {}; in the other plan {}", place(&self.shown, Some(row)), place(&self.other.0, there))
    }
}

/// Where a task runs in a plan.
pub fn place(shown: &WorkflowShown, row: Option<u32>) -> String {
    let (tasks, ticks) = (&shown.plan.tasks, ticks_of(shown));
    let Some(row) = row.map(|row| row as usize).filter(|&row| row < tasks.len()) else { return "not there".to_string() };
    if !shown.plan.is_reserved(row) {
        return "not reserved".to_string();
    }
    format!("node {}, {} to {}", tasks.node[row], in_units(tasks.start[row], ticks), in_units(tasks.end(row), ticks))
}

/// The patterns of busy periods and of tasks that start later.
pub fn patterns() -> Html {
    html! {
        <>
            <pattern id="busy-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="busy-ground" width="6" height="6" /><path class="busy-line" d="M0 0V6" /></pattern>
            <pattern id="later-stripes" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="later-ground" width="8" height="8" /><rect class="later-stripe" width="4" height="8" /></pattern>
        </>
    }
}
