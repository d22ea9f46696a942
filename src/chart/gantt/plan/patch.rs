//! What an edit changes in the view of a plan.

use super::index::slots_of;
use super::tints;
use super::view::PlanView;
use bookahead_engine::slots::patch::{Applied, NodeChange, PlanPatch};
use bookahead_engine::slots::request::Slot;
use std::ops::Range;
use std::rc::Rc;

impl PlanView {
    /// Becomes the plan after an edit, and tells what that changed. Shared columns are copied first: in place only for their one owner.
    ///
    /// `None` if the patch was made for another plan; the view is then of no use any more.
    #[must_use]
    pub fn patch(&mut self, patch: &PlanPatch) -> Option<Applied> {
        // Only where the patch does not say whose nodes changed: the old table is copied then.
        let nodes_before = matches!(patch.nodes, NodeChange::All(_)).then(|| Rc::clone(&self.nodes));
        let (arrivals, decisions, nodes) = (&mut self.arrivals, &mut self.decisions, &mut self.nodes);
        let applied = patch.apply(Rc::make_mut(arrivals), Rc::make_mut(decisions), Rc::make_mut(nodes))?;
        let machine = self.machine();
        self.index.follow(patch, &applied, &self.arrivals, machine);
        let mut tints = std::mem::take(&mut self.tints);
        tints::renumber(&mut tints, &applied, &self.arrivals);
        let recoloured = tints::after_patch(self, &mut tints, patch, &applied, nodes_before.as_deref());
        self.tints = tints;
        let before = std::mem::take(&mut self.edition);
        self.patched = self.slots_changed(patch, &applied).map(|slots| match (slots.is_empty(), recoloured.is_empty()) {
            (false, false) => (before, slots.start.min(recoloured.start)..slots.end.max(recoloured.end)),
            (true, false) => (before, recoloured),
            _ => (before, slots),
        });
        Some(applied)
    }

    /// The slots whose bars are not what they were; `None` for all, or if jobs have other numbers.
    fn slots_changed(&self, patch: &PlanPatch, applied: &Applied) -> Option<Range<Slot>> {
        let NodeChange::Some { jobs, .. } = &patch.nodes else { return None };
        if !applied.keeps_numbers() {
            return None;
        }
        let slots = slots_of(applied.left.iter().chain(&applied.came));
        let mut slots = slots.start as Slot..slots.end as Slot;
        for running in jobs.iter().filter_map(|&job| self.slots_of(job)) {
            slots = if slots.is_empty() { running } else { slots.start.min(running.start)..slots.end.max(running.end) };
        }
        Some(slots)
    }
}
