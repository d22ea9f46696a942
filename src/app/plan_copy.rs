//! The page's copy of the worker's plan: taken in column by column, then kept up to date by patches.

use crate::chart::PlanView;
use crate::engine::scenario::Machine;
use crate::worker::columns::{PLAN_COLUMNS, patch_of, plan_of};
use crate::worker::wire::unpack;
use js_sys::Uint32Array;
use std::cell::RefCell;
use std::rc::Rc;

/// Columns are taken in with room for one more row in so many: without it the first row that is added would double them.
const ROOM: usize = 64;

/// The copy. There is one plan for as long as the page lives, changed in place.
pub struct PlanCopy {
    plan: Rc<RefCell<PlanView>>,
    /// The number the worker gave it; `None` where it holds nothing that could be patched.
    number: Option<u32>,
    /// A plan on its way: the columns that have come, then the whole.
    columns: Vec<Vec<u32>>,
    next: Option<PlanView>,
}

impl Default for PlanCopy {
    fn default() -> Self {
        let plan = Rc::new(RefCell::new(PlanView::empty(Machine::default())));
        Self { plan, number: None, columns: Vec::new(), next: None }
    }
}

impl PlanCopy {
    /// The plan.
    pub fn plan(&self) -> Rc<RefCell<PlanView>> {
        Rc::clone(&self.plan)
    }

    /// Whether no plan has come yet.
    pub fn is_empty(&self) -> bool {
        self.plan.borrow().arrivals().requests() == 0
    }

    /// Whether there is a plan that can be patched.
    pub fn can_be_patched(&self) -> bool {
        self.number.is_some()
    }

    /// Only a whole plan is taken from now on; what is on screen stays until then.
    pub fn start_over(&mut self) {
        self.number = None;
        self.columns.clear();
        self.next = None;
    }

    /// Takes in a column of a new plan; with the last one the plan is ready, but not shown yet.
    pub fn column(&mut self, column: &Uint32Array, machine: Machine) {
        let len = column.length() as usize;
        let mut values = Vec::with_capacity(len + len / ROOM + ROOM);
        values.resize(len, 0);
        column.copy_to(&mut values);
        self.columns.push(values);
        if self.columns.len() == PLAN_COLUMNS {
            let plan = <[_; PLAN_COLUMNS]>::try_from(std::mem::take(&mut self.columns)).ok().and_then(plan_of);
            self.next = plan.and_then(|(arrivals, decisions, nodes)| PlanView::new(arrivals, decisions, nodes, machine));
        }
    }

    /// Becomes plan `number`: the new one whose columns have come, or what a patch makes of plan `base`. `None` if that cannot be done;
    /// the copy may then be of no use, and has to start over.
    #[must_use]
    pub fn become_plan(&mut self, number: u32, base: Option<u32>, patch: Option<&Uint32Array>) -> Option<()> {
        if base.is_none() {
            self.plan.replace(self.next.take()?);
        } else {
            if base != self.number {
                return None;
            }
            self.plan.borrow_mut().patch(&patch_of(unpack(patch?)?)?)?;
        }
        self.number = Some(number);
        Some(())
    }
}
