//! The page's copy of the plan: assembled from pieces, then updated by patches.

use crate::chart::PlanView;
use crate::engine::slots::scenario::Machine;
use crate::worker::messages::PlanChange;
use crate::worker::plan_pieces::{PlanAssembly, PlanOutline};
use std::cell::RefCell;
use std::rc::Rc;

/// The copy. There is one plan for as long as the page lives, changed in place.
pub struct PlanCopy {
    plan: Rc<RefCell<PlanView>>,
    /// The number the engine gave it; `None` where it holds nothing that could be patched.
    number: Option<u32>,
    /// A plan on its way: the pieces that have come, then the whole.
    assembly: Option<PlanAssembly>,
    next: Option<PlanView>,
}

impl Default for PlanCopy {
    fn default() -> Self {
        let plan = Rc::new(RefCell::new(PlanView::empty(Machine::default())));
        Self { plan, number: None, assembly: None, next: None }
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
        self.assembly = None;
        self.next = None;
    }

    /// A new plan begins.
    pub fn begin(&mut self, outline: PlanOutline, machine: Machine) {
        self.next = None;
        self.take_in(PlanAssembly::new(outline), machine);
    }

    /// Takes in the next piece of the new plan; with the last one the plan is ready, but not shown yet.
    pub fn piece(&mut self, numbers: &[u32], machine: Machine) {
        if let Some(mut assembly) = self.assembly.take()
            && assembly.add(numbers).is_some()
        {
            self.take_in(assembly, machine);
        }
    }

    fn take_in(&mut self, assembly: PlanAssembly, machine: Machine) {
        if assembly.is_complete() {
            let (arrivals, decisions, nodes) = assembly.finish();
            self.next = PlanView::new(arrivals, decisions, nodes, machine);
        } else {
            self.assembly = Some(assembly);
        }
    }

    /// Becomes plan `number`: the new one whose pieces have come, or what a change makes of the plan before. `None` if that cannot be done;
    /// the copy may then be of no use, and has to start over.
    #[must_use]
    pub fn become_plan(&mut self, number: u32, change: Option<&PlanChange>) -> Option<()> {
        match change {
            None => drop(self.plan.replace(self.next.take()?)),
            Some(change) if Some(change.base) == self.number => drop(self.plan.borrow_mut().patch(&change.patch)?),
            Some(_) => return None,
        }
        self.number = Some(number);
        Some(())
    }
}
