//! How dragging or nudging changes a request to named servers; the same for all planes, the Gantt chart, keyboard and touch.

use super::model::Model;
use super::part::Draft;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::{IdleRequest, Rate, Servers, Strategy, Tick, bounds};

/// What is taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdleHandle {
    /// r: the earliest start. P moves along the diagonal, P′ stays.
    EarliestStart,
    /// l: the size. P and P′ move apart from the diagonal.
    Size,
    /// d: the deadline. P′ moves, P stays.
    Deadline,
    /// The request as a whole: r and d move together.
    Whole,
}

impl IdleHandle {
    /// All handles, in tab order.
    pub const ALL: [Self; 4] = [Self::Whole, Self::EarliestStart, Self::Size, Self::Deadline];
}

/// The request after a handle was moved by so many ticks; held inside what is allowed on this machine, so that every position of the
/// pointer gives a valid request.
pub fn moved_idle(request: IdleRequest, handle: IdleHandle, by: i64, servers: &Servers) -> IdleRequest {
    let last = last_deadline(&request, servers);
    let shift = |value: Tick, min: Tick, max: Tick| (i64::from(value) + by).clamp(i64::from(min), i64::from(max.max(min))) as Tick;
    let IdleRequest { submitted, earliest_start, size, deadline } = request;
    match handle {
        IdleHandle::EarliestStart => IdleRequest { earliest_start: shift(earliest_start, submitted, deadline - size), ..request },
        IdleHandle::Deadline => IdleRequest { deadline: shift(deadline, earliest_start + size, last), ..request },
        IdleHandle::Size => {
            let most = (deadline - earliest_start).min(bounds::SIZE.max);
            IdleRequest { size: shift(size, servers.least_size, most), ..request }
        }
        IdleHandle::Whole => {
            let window = deadline - earliest_start;
            let earliest_start = shift(earliest_start, submitted, last - window);
            IdleRequest { earliest_start, deadline: earliest_start + window, ..request }
        }
    }
}

/// The last deadline that a request of this submission may have.
fn last_deadline(request: &IdleRequest, servers: &Servers) -> Tick {
    request.submitted.saturating_add(servers.look_ahead).min(bounds::TICK.max)
}

/// The request that `strategy` would place at `start` on a server of this rate if it found that time idle: strategies that place early are
/// given another earliest start, those that place late another deadline. Dragging a placed job is this, and the borders of the idle periods
/// beside it follow.
pub fn placed_at(request: IdleRequest, start: Tick, rate: Rate, strategy: Strategy, servers: &Servers) -> IdleRequest {
    let last = u64::from(last_deadline(&request, servers));
    let duration = rate.duration(request.size);
    let latest = last.saturating_sub(duration).max(u64::from(request.submitted));
    let start = u64::from(start).clamp(u64::from(request.submitted), latest);
    let end = (start + duration).min(last);
    let size = u64::from(request.size);
    let (earliest_start, deadline) = match strategy.places_late() {
        false => (start, u64::from(request.deadline).max(end)),
        true => (u64::from(request.earliest_start).min(start), end),
    };
    // A job that is slower than its deadline allows is left a legal request.
    let earliest_start = earliest_start.min(last.saturating_sub(size));
    let deadline = deadline.max(earliest_start + size);
    IdleRequest { earliest_start: earliest_start as Tick, deadline: deadline as Tick, ..request }
}

/// A request drawn from `from` to `to` on a plane or chart: it is submitted at `now`, starts at the left end and is due at the right one,
/// and takes half of the time between them.
pub fn drawn_idle(now: Tick, from: Tick, to: Tick, servers: &Servers) -> IdleRequest {
    let last = now.saturating_add(servers.look_ahead).min(bounds::TICK.max);
    let earliest_start = from.min(to).clamp(now, last - servers.least_size.min(last - now));
    let deadline = from.max(to).clamp(earliest_start + servers.least_size.min(last - earliest_start), last);
    let size = ((deadline - earliest_start) / 2).max(servers.least_size).min(bounds::SIZE.max);
    IdleRequest { submitted: now, earliest_start, size, deadline }
}

impl Model {
    /// The request whose moment is shown.
    pub fn selected_idle(&self) -> Option<RequestId> {
        self.idle()?;
        self.view.geometry.selected
    }

    /// A request to the servers as the drag in progress would make it; `None` if it is not being dragged.
    pub fn drafted_idle(&self, id: RequestId) -> Option<IdleRequest> {
        match self.draft {
            Some(Draft::Idle(dragged, request)) if dragged == id => Some(request),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::core::error::FieldPath;
    use crate::engine::idle::{IdleScenario, IdleWorkload};
    use crate::engine::slots::scenario::scenario_of;
    use crate::engine::{Scenario, Study};
    use crate::formats::link::{Opened, View};
    use crate::state::{Action, Example, HistoryAction, IdleEdit, ScenarioEdit};
    use std::sync::Arc;

    const REQUEST: IdleRequest = IdleRequest { submitted: 5, earliest_start: 12, size: 6, deadline: 30 };
    const STEPS: [i64; 9] = [i64::MIN / 2, -1_000, -8, -1, 0, 1, 9, 1_000, i64::MAX / 2];

    fn servers() -> Servers {
        Servers { least_size: 2, ..Servers::identical(3, 60, 2) }
    }

    #[test]
    fn every_handle_stays_inside_what_is_allowed_wherever_it_is_dragged() {
        let place = FieldPath::new("dragged");
        for by in STEPS {
            for handle in IdleHandle::ALL {
                moved_idle(REQUEST, handle, by, &servers()).check(&servers(), &place).unwrap();
            }
            for strategy in Strategy::ALL {
                let start = by.clamp(0, i64::from(bounds::TICK.max)) as Tick;
                for rate in [Rate::ONE, Rate::new(1, 2), Rate::new(1, 100)] {
                    placed_at(REQUEST, start, rate, strategy, &servers()).check(&servers(), &place).unwrap();
                }
                drawn_idle(7, start, 40, &servers()).check(&servers(), &place).unwrap();
            }
        }
    }

    #[test]
    fn each_handle_changes_what_it_is_named_after() {
        let moved = |handle, by| moved_idle(REQUEST, handle, by, &servers());
        assert_eq!(moved(IdleHandle::EarliestStart, -3), IdleRequest { earliest_start: 9, ..REQUEST });
        assert_eq!(moved(IdleHandle::Deadline, 3), IdleRequest { deadline: 33, ..REQUEST });
        assert_eq!(moved(IdleHandle::Size, 3), IdleRequest { size: 9, ..REQUEST });
        assert_eq!(
            moved(IdleHandle::Whole, -20),
            IdleRequest { earliest_start: 5, deadline: 23, ..REQUEST },
            "not before it arrives"
        );
    }

    #[test]
    fn a_placed_job_that_is_dragged_starts_where_it_was_put() {
        for strategy in Strategy::ALL {
            for start in [5, 9, 20, 40] {
                let request = placed_at(REQUEST, start, Rate::new(1, 2), strategy, &servers());
                let machine =
                    Servers { groups: vec![crate::engine::idle::ServerGroup { servers: 1, rate: Rate::new(1, 2) }], ..servers() };
                let workload = IdleWorkload::of_requests(vec![request]);
                let scenario = IdleScenario { strategy, ..IdleScenario::new(machine, workload) };
                let outcome = scenario.run().unwrap();
                assert_eq!(outcome.decisions.start, [start], "{}", strategy.name());
            }
        }
    }

    fn model(key: &str) -> Model {
        Model::new(Example::find(key).unwrap().open())
    }

    fn requests(model: &Model) -> IdleWorkload {
        model.effective().idle.as_ref().unwrap().workload.clone()
    }

    #[test]
    fn a_drag_is_one_step_and_can_be_taken_back() {
        let start = model("figure-3-3");
        let dragged = IdleRequest { submitted: 0, earliest_start: 16, size: 3, deadline: 20 };
        let mut model = start.reduce(Action::Idle(IdleEdit::Draft(8, IdleRequest { earliest_start: 15, ..dragged })));
        model = model.reduce(Action::Idle(IdleEdit::Draft(8, dragged)));
        assert_eq!((model.drafted_idle(8), model.selected_idle()), (Some(dragged), Some(8)));
        assert_eq!(requests(&model).edits.0.get(&8), Some(&Some(dragged)), "what is planned follows the drag");
        assert!(!model.can_undo());
        let cancelled = model.reduce(Action::Idle(IdleEdit::Cancel));
        assert_eq!(cancelled.effective(), start.effective());
        let done = model.reduce(Action::Idle(IdleEdit::Commit));
        assert!(done.can_undo() && done.draft.is_none());
        assert_eq!(done.reduce(Action::History(HistoryAction::Undo)).workspace, start.workspace);
        // Keys held down are one step too.
        let mut nudged = start.clone();
        for by in 1..4 {
            let request = IdleRequest { earliest_start: 17 - by, ..dragged };
            nudged = nudged.reduce(Action::Idle(IdleEdit::Set { id: 8, value: request, merge: true }));
        }
        assert_eq!(nudged.reduce(Action::History(HistoryAction::Undo)).workspace, start.workspace);
        let removed = done.reduce(Action::Idle(IdleEdit::Remove(8)));
        assert_eq!((removed.selected_idle(), requests(&removed).edits.0.get(&8)), (None, Some(&None)));
        // A new one that is not put down leaves nothing.
        let drawn = start.reduce(Action::Idle(IdleEdit::Draft(9, dragged))).reduce(Action::Idle(IdleEdit::Cancel));
        assert_eq!((drawn.selected_idle(), drawn.effective()), (None, start.effective()));
    }

    #[test]
    fn servers_come_and_go_with_undo_and_in_links() {
        let start = Model::new(Opened { scenario: Scenario::new("", scenario_of(2, vec![])), view: View::default(), second: None });
        let servers = Arc::new(IdleScenario::new(Servers::identical(3, 100, 1), IdleWorkload::of_requests(vec![REQUEST])));
        let with = start.reduce(Action::Scenario(ScenarioEdit::Idle(Some(Arc::clone(&servers)))));
        let with = with.reduce(Action::Idle(IdleEdit::Set { id: 1, value: REQUEST, merge: false }));
        let with = with.reduce(Action::Idle(IdleEdit::Remove(0)));
        let shared = with.shared();
        assert_eq!(shared.view.geometry.selected, Some(1));
        let back = crate::formats::link::decode(&crate::formats::link::encode(&shared)).unwrap();
        let Study::Idle(servers) = back.scenario.study else { panic!("servers") };
        assert_eq!(servers.workload, IdleWorkload::of_requests(vec![REQUEST]), "edits are written into the list");
        assert_eq!(back.view.geometry.selected, Some(0), "and the selection follows them");
        let without = with.reduce(Action::Scenario(ScenarioEdit::Idle(None)));
        assert_eq!((without.idle().cloned(), without.view.geometry.selected), (None, None));
        assert_eq!(without.reduce(Action::History(HistoryAction::Undo)).workspace, with.workspace);
    }
}
