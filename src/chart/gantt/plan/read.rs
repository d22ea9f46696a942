//! A plan as it is read: its columns checked, indexed and coloured.

use super::index::Index;
use super::tints;
use super::view::PlanView;
use bookahead_engine::slots::bounds;
use bookahead_engine::slots::decisions::{Decisions, REFUSED};
use bookahead_engine::slots::nodes::NodeTable;
use bookahead_engine::slots::scenario::Machine;
use bookahead_engine::slots::workload::Arrivals;
use std::rc::Rc;

impl PlanView {
    /// Reads a plan. Owned columns and shared ones (`Rc`) are both taken.
    ///
    /// `None` if the columns do not belong together (other numbers of jobs, nodes missing, a job beyond every legal slot), as when they
    /// come from different runs. Decisions on the first jobs only are a legal plan.
    pub fn new(
        arrivals: impl Into<Rc<Arrivals>>,
        decisions: impl Into<Rc<Decisions>>,
        nodes: impl Into<Rc<NodeTable>>,
        machine: Machine,
    ) -> Option<Self> {
        let (arrivals, decisions, nodes) = (arrivals.into(), decisions.into(), nodes.into());
        belong_together(&arrivals, &decisions, &nodes).then(|| {
            let index = Index::new(&arrivals, &decisions, machine);
            let mut view = Self { arrivals, decisions, nodes, index, ..Self::empty(machine) };
            view.tints = tints::of_plan(&view);
            view
        })
    }
}

/// Whether columns are of one plan.
fn belong_together(arrivals: &Arrivals, decisions: &Decisions, nodes: &NodeTable) -> bool {
    let decided = decisions.start.len();
    let same_run = decided <= arrivals.jobs()
        && decisions.first_start.len() == decided
        && nodes.first.len() == decided + 1
        && nodes.first.is_sorted()
        && nodes.first.last().is_some_and(|&end| end as usize <= nodes.ids.len());
    let last_slot = bounds::SLOT.max + bounds::DURATION.max;
    same_run
        && decisions.start.iter().zip(&arrivals.request).all(|(&start, &row)| {
            start == REFUSED || start.checked_add(arrivals.duration[row as usize]).is_some_and(|end| end <= last_slot)
        })
}
