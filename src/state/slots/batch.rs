//! Changes of several requests at once: one undo step.

use super::drag::{Handle, moved};
use crate::engine::Study;
use crate::engine::core::edits::RequestId;
use crate::engine::slots::bounds;
use crate::engine::slots::request::{Request, Slot};
use crate::engine::slots::scenario::SlotsScenario;
use crate::engine::study::StudyKind;
use crate::state::{Change, Item, Subject};

/// What happens to each of several requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchEdit {
    /// It goes away.
    Remove,
    /// It may start so many slots after its earliest start; 0 makes it rigid.
    Relax(Slot),
    /// Its window moves by so many slots, as far as it can.
    Shift(i64),
}

/// The plan after a change of several requests, each of which is legal after it.
pub fn batch_change(slots: &SlotsScenario, requests: &[(RequestId, Request)], edit: BatchEdit) -> Change {
    let nodes = slots.machine.nodes;
    let changed = |request: Request| match edit {
        BatchEdit::Remove => None,
        BatchEdit::Relax(relax) => {
            let latest_start = request.earliest_start.saturating_add(relax).min(bounds::SLOT.max);
            Some(Request { latest_start, ..request })
        }
        BatchEdit::Shift(by) => Some(moved(request, Handle::Whole, by, nodes)),
    };
    let changes = requests.iter().map(|&(id, request)| (id, changed(request), request));
    // What stays as it is shall not become an edit.
    let changes = changes.filter(|(_, changed, request)| *changed != Some(*request)).map(|(id, changed, _)| (id, changed));
    let workload = slots.workload.with_edits(changes);
    let subject = Subject { kind: StudyKind::Slots, item: Item::Marked };
    Change { subject, study: Study::Slots(SlotsScenario { workload, ..slots.clone() }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::study::StudyKind;
    use crate::state::{Action, Edit, Example, HistoryAction, Marked, Model, ViewAction};

    fn model() -> (Model, Vec<(RequestId, Request)>) {
        let model = Model::new(Example::find("eleven-requests").unwrap().open());
        let requests: Vec<_> =
            model.slots().workload.arrivals().map(|a| (0..a.requests()).map(|row| (a.id[row], a.row(row))).collect()).unwrap();
        (model, requests)
    }

    fn after(model: &Model) -> Vec<(RequestId, Request)> {
        let arrivals = model.slots().workload.arrivals().unwrap();
        (0..arrivals.requests()).map(|row| (arrivals.id[row], arrivals.row(row))).collect()
    }

    #[test]
    fn each_command_is_one_step_and_stays_legal() {
        let (start, requests) = model();
        let picked: Vec<_> = requests.iter().copied().filter(|(id, _)| id % 2 == 0).collect();
        let marked: Marked = picked.iter().map(|(id, _)| *id).collect();
        let start = start.reduce(Action::View(ViewAction::Mark(StudyKind::Slots, Some(0), marked.clone())));
        for edit in [
            BatchEdit::Relax(0),
            BatchEdit::Relax(7),
            BatchEdit::Relax(u32::MAX),
            BatchEdit::Shift(3),
            BatchEdit::Shift(i64::MIN / 2),
        ] {
            let done = start.reduce(Action::Edit(Edit::Set { change: batch_change(start.slots(), &picked, edit), merge: false }));
            let nodes = done.slots().machine.nodes;
            for ((id, before), (same, now)) in requests.iter().zip(after(&done)) {
                assert_eq!(*id, same);
                assert_eq!(now.check(nodes, &crate::engine::core::error::FieldPath::new("")), Ok(()));
                match edit {
                    _ if id % 2 == 1 => assert_eq!(now, *before, "not picked"),
                    BatchEdit::Relax(relax) if relax < 100 => {
                        assert_eq!((now.relax(), now.earliest_start), (relax, before.earliest_start))
                    }
                    BatchEdit::Shift(3) => {
                        assert_eq!((now.earliest_start, now.relax()), (before.earliest_start + 3, before.relax()))
                    }
                    BatchEdit::Shift(_) => assert_eq!((now.earliest_start, now.relax()), (before.submitted, before.relax())),
                    _ => assert_eq!(now.latest_start, bounds::SLOT.max),
                }
            }
            assert_eq!(done.marked, marked, "still picked");
            assert_eq!(done.reduce(Action::History(HistoryAction::Undo)).workspace, start.workspace);
        }
        let change = batch_change(start.slots(), &picked, BatchEdit::Remove);
        let removed = start.reduce(Action::Edit(Edit::Remove(change)));
        assert!(after(&removed).iter().all(|(id, _)| id % 2 == 1) && removed.marked.is_empty());
        assert_eq!((removed.view.selected, after(&removed).len()), (None, requests.len() / 2));
        let undone = removed.reduce(Action::History(HistoryAction::Undo));
        assert_eq!((undone.workspace, undone.view.selected), (start.workspace.clone(), Some(0)));
        // Nothing to do is no step.
        let rigid: Vec<_> = picked.iter().copied().filter(|(_, request)| request.relax() == 0).collect();
        let same = start
            .reduce(Action::Edit(Edit::Set { change: batch_change(start.slots(), &rigid, BatchEdit::Relax(0)), merge: false }));
        assert!(!same.can_undo());
        // Another selection, and another scenario, leave none picked.
        assert!(start.reduce(Action::View(ViewAction::Select(StudyKind::Slots, Some(1)))).marked.is_empty());
    }
}
