//! Changes of several requests to named servers at once: one undo step.

use super::drag::{IdleHandle, moved_idle};
use crate::engine::Study;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::{IdleRequest, IdleScenario};
use crate::engine::study::StudyKind;
use crate::state::{BatchEdit, Change, Item, Subject};

/// The study after a change of several requests, each of which is legal after it.
pub fn idle_batch_change(idle: &IdleScenario, requests: &[(RequestId, IdleRequest)], edit: BatchEdit) -> Change {
    let changed = |request: IdleRequest| match edit {
        BatchEdit::Remove => None,
        BatchEdit::Relax(relax) => {
            let least = request.earliest_start.saturating_add(request.size);
            let by = i64::from(least) + i64::from(relax) - i64::from(request.deadline);
            Some(moved_idle(request, IdleHandle::Deadline, by, &idle.servers))
        }
        BatchEdit::Shift(by) => Some(moved_idle(request, IdleHandle::Whole, by, &idle.servers)),
    };
    let changes = requests.iter().map(|&(id, request)| (id, changed(request), request));
    // What stays as it is shall not become an edit.
    let changes = changes.filter(|(_, changed, request)| *changed != Some(*request)).map(|(id, changed, _)| (id, changed));
    let workload = idle.workload.with_edits(changes);
    Change {
        subject: Subject { kind: StudyKind::Idle, item: Item::Marked },
        study: Study::Idle(IdleScenario { workload, ..idle.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Action, Edit, Example, HistoryAction, Marked, Model, ViewAction};

    #[test]
    fn one_command_changes_all_of_them_and_is_undone_at_once() {
        let start = Model::new(Example::find("eleven-servers").unwrap().open());
        let requests = |model: &Model| {
            let arrivals = model.idle().unwrap().arrivals().unwrap();
            (0..arrivals.jobs()).map(|row| (arrivals.id[row], arrivals.row(row))).collect::<Vec<_>>()
        };
        let picked: Vec<_> = requests(&start).into_iter().step_by(3).collect();
        let marked: Marked = picked.iter().map(|(id, _)| *id).collect();
        let start = start.reduce(Action::View(ViewAction::Mark(StudyKind::Idle, Some(picked[0].0), marked)));
        let is_picked = |id: RequestId| picked.iter().any(|(other, _)| *other == id);
        let edited = |edit: BatchEdit| {
            let change = idle_batch_change(start.idle().unwrap(), &picked, edit);
            start.reduce(Action::Edit(match edit {
                BatchEdit::Remove => Edit::Remove(change),
                _ => Edit::Set { change, merge: false },
            }))
        };
        let place = crate::engine::core::error::FieldPath::new("picked");
        for edit in
            [BatchEdit::Shift(2), BatchEdit::Shift(-1_000), BatchEdit::Relax(0), BatchEdit::Relax(3), BatchEdit::Relax(u32::MAX)]
        {
            let after = edited(edit);
            let servers = &after.idle().unwrap().servers;
            for ((id, before), (other, request)) in requests(&start).into_iter().zip(requests(&after)) {
                assert_eq!(id, other);
                request.check(servers, &place).unwrap();
                let relax = request.deadline - request.earliest_start - request.size;
                match edit {
                    _ if !is_picked(id) => assert_eq!(request, before),
                    BatchEdit::Relax(0 | 3) => {
                        let BatchEdit::Relax(wanted) = edit else { unreachable!() };
                        let last = request.submitted + servers.look_ahead;
                        assert!(relax == wanted || request.deadline == last, "{request:?}");
                    }
                    BatchEdit::Shift(_) => assert_eq!(request.size, before.size),
                    _ => {}
                }
            }
            assert!(!after.marked.is_empty(), "they stay picked");
            assert_eq!(requests(&after.reduce(Action::History(HistoryAction::Undo))), requests(&start));
        }
        let removed = edited(BatchEdit::Remove);
        assert_eq!(requests(&removed).len(), requests(&start).len() - picked.len());
        assert!(removed.marked.is_empty() && removed.selected_idle().is_none());
    }
}
