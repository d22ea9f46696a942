//! What dragging or nudging does to a request to the servers: one meaning for every plane, the Gantt, keyboard and touch.

use super::model::{Draft, Model};
use crate::engine::bounds as slot_bounds;
use crate::engine::idle::{IdleRequest, IdleRequestId, IdleSource, Rate, Servers, Strategy, Tick, bounds};
use crate::engine::request::Request;

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

/// A request of the slot plan with the times of one to the servers: r is its earliest start, l its duration, d its deadline. What is dragged
/// in the planes is changed by this where the requests are those of the slot plan.
pub fn timed(request: Request, idle: IdleRequest) -> Request {
    let submitted = idle.submitted.min(slot_bounds::SLOT.max);
    let earliest_start = idle.earliest_start.clamp(submitted, slot_bounds::SLOT.max);
    let duration = idle.size.clamp(1, slot_bounds::DURATION.max);
    let latest_start = idle.deadline.saturating_sub(duration).clamp(earliest_start, slot_bounds::SLOT.max);
    Request { submitted, earliest_start, latest_start, duration, ..request }
}

impl Model {
    /// The request whose moment is shown.
    pub fn selected_idle(&self) -> Option<IdleRequestId> {
        match self.scenario.servers.as_ref()?.workload.source {
            IdleSource::Slots => self.view.selected,
            _ => self.view.geometry.selected,
        }
    }

    /// A request to the servers as the drag in progress would make it; `None` if it is not being dragged.
    pub fn drafted_idle(&self, id: IdleRequestId) -> Option<IdleRequest> {
        match self.draft {
            Some(Draft::Idle { id: dragged, request }) if dragged == id => Some(request),
            _ => None,
        }
    }
}
