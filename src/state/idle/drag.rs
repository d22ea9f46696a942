//! How dragging or nudging changes a request to named servers; the same for all planes, the Gantt chart, keyboard and touch.

use super::edit::idle_change;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::{IdleRequest, Rate, Servers, Strategy, Tick, bounds};
use crate::engine::study::StudyKind;
use crate::state::{Action, Change, Drag, Model, Reach, ViewAction};

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

/// Something of a request to named servers is dragged, in whichever picture.
pub struct IdleDrag {
    /// The request.
    pub id: RequestId,
    /// The request as it was.
    pub origin: IdleRequest,
    /// What is dragged.
    pub what: IdleDragged,
    /// Ticks that a CSS px to the right, and one down, are worth.
    pub per_px: (f64, f64),
}

/// What is dragged of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IdleDragged {
    /// One of its handles.
    Handle(IdleHandle),
    /// Its place: it stood there, on a server of this rate.
    Place(Tick, Rate),
    /// A new one's window, from where it was pressed.
    Window(Tick),
}

impl Drag for IdleDrag {
    fn change(&self, model: &Model, reach: Reach) -> Option<Change> {
        let idle = model.idle()?;
        let by = (reach.way.0 * self.per_px.0 + reach.way.1 * self.per_px.1).round() as i64;
        let place = |tick: Tick| (i64::from(tick) + by).clamp(0, i64::from(Tick::MAX)) as Tick;
        let request = match self.what {
            IdleDragged::Handle(handle) => moved_idle(self.origin, handle, by, &idle.servers),
            IdleDragged::Place(start, rate) => placed_at(self.origin, place(start), rate, idle.strategy, &idle.servers),
            IdleDragged::Window(tick) => drawn_idle(self.origin.submitted, tick, place(tick), &idle.servers),
        };
        (model.drafted_idle(self.id) != Some(request)).then(|| idle_change(idle, self.id, Some(request)))
    }

    fn click(&self) -> Option<Action> {
        let selected = match self.what {
            IdleDragged::Handle(_) => return None,
            // A press on a job.
            IdleDragged::Place(..) => Some(self.id),
            IdleDragged::Window(_) => None,
        };
        Some(Action::View(ViewAction::Select(StudyKind::Idle, selected)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::TimeScale;
    use crate::engine::core::error::FieldPath;
    use crate::engine::idle::{IdleScenario, IdleWorkload};
    use crate::state::{Edit, Example};

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

    #[test]
    fn a_pointer_drags_handles_places_and_new_windows() {
        let model = Model::new(Example::find("figure-3-3").unwrap().open());
        let idle = model.idle().unwrap();
        let drag = |what| IdleDrag { id: 8, origin: idle.arrivals().unwrap().row(8), what, per_px: (0.5, 0.0) };
        let reach = |x: f64| Reach { way: (x, 99.0), x: 0.0, scale: TimeScale::new(0.0, 1.0, 100.0) };
        let request = |change: Change| change.study.idle().unwrap().workload.edits.0[&8].unwrap();
        let origin = drag(IdleDragged::Window(0)).origin;
        let change = drag(IdleDragged::Handle(IdleHandle::Deadline)).change(&model, reach(9.0)).unwrap();
        assert_eq!(request(change.clone()), moved_idle(origin, IdleHandle::Deadline, 5, &idle.servers));
        let dragged = model.reduce(Action::Edit(Edit::Draft(change)));
        let again = drag(IdleDragged::Handle(IdleHandle::Deadline)).change(&dragged, reach(9.2));
        assert_eq!(again, None, "less than a tick further");
        let placed = drag(IdleDragged::Place(20, Rate::ONE)).change(&model, reach(-6.0)).unwrap();
        assert_eq!(request(placed), placed_at(origin, 17, Rate::ONE, idle.strategy, &idle.servers));
        let clicked = drag(IdleDragged::Place(20, Rate::ONE)).click().map(|action| model.reduce(action));
        assert_eq!(clicked.unwrap().selected_idle(), Some(8));
        let nothing = drag(IdleDragged::Window(20)).click().map(|action| model.reduce(action));
        assert_eq!(nothing.unwrap().selected_idle(), None);
    }
}
