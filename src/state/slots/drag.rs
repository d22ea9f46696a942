//! How dragging or nudging a handle changes a request; the same for pointer, keyboard and touch.

use super::edit::request_change;
use crate::chart::TimeScale;
use crate::engine::core::edits::RequestId;
use crate::engine::slots::bounds;
use crate::engine::slots::request::{Request, Slot};
use crate::engine::study::StudyKind;
use crate::state::{Action, Change, Drag, Model, Reach, ViewAction};

/// What is taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handle {
    /// Left end of the bracket.
    EarliestStart,
    /// Right end of the bracket: latest start + duration.
    Deadline,
    /// Right end of the bar. The relax time stays, so the deadline goes along.
    Duration,
    /// Lower edge of the bar.
    Nodes,
    /// The request as a whole: window and bar move together.
    Whole,
}

impl Handle {
    /// All handles, in tab order.
    pub const ALL: [Self; 5] = [Self::Whole, Self::EarliestStart, Self::Deadline, Self::Duration, Self::Nodes];
}

/// The request after a handle was moved by so many slots, or nodes for [`Handle::Nodes`]; held inside what is allowed, so that every
/// position of the pointer gives a valid request. A request cannot start before the slot it arrives in.
pub fn moved(request: Request, handle: Handle, by: i64, machine_nodes: u32) -> Request {
    let shift = |value: u32, min: u32, max: u32| (i64::from(value) + by).clamp(i64::from(min), i64::from(max.max(min))) as u32;
    let slot_max = bounds::SLOT.max;
    match handle {
        Handle::EarliestStart => {
            Request { earliest_start: shift(request.earliest_start, request.submitted, request.latest_start), ..request }
        }
        Handle::Deadline => Request { latest_start: shift(request.latest_start, request.earliest_start, slot_max), ..request },
        Handle::Duration => Request { duration: shift(request.duration, bounds::DURATION.min, bounds::DURATION.max), ..request },
        Handle::Nodes => Request { nodes: shift(request.nodes, bounds::JOB_NODES.min, machine_nodes), ..request },
        Handle::Whole => {
            let earliest_start = shift(request.earliest_start, request.submitted, slot_max - request.relax());
            Request { earliest_start, latest_start: earliest_start + request.relax(), ..request }
        }
    }
}

/// The request that is drawn in empty space between two slots, `nodes` rows high; it arrives after everything so far, or in its own
/// first slot if that is earlier.
pub fn drawn_request(user: u32, slots: (Slot, Slot), nodes: u32, last_submitted: Slot) -> Request {
    let first = slots.0.min(slots.1).min(bounds::SLOT.max);
    let last = slots.0.max(slots.1).min(bounds::SLOT.max);
    Request {
        user,
        submitted: last_submitted.min(first),
        earliest_start: first,
        latest_start: first,
        duration: (last - first + 1).min(bounds::DURATION.max),
        nodes,
        jobs: 1,
    }
}

/// A handle of a request, or the request itself, is dragged.
pub struct RequestDrag {
    /// The request.
    pub id: RequestId,
    /// The request as it was.
    pub origin: Request,
    /// What is dragged.
    pub handle: Handle,
    /// Height of a row in CSS px, for nodes.
    pub row_px: f64,
    /// The time axis when it was pressed.
    pub scale: TimeScale,
}

impl Drag for RequestDrag {
    fn change(&self, model: &Model, reach: Reach) -> Option<Change> {
        let by = match self.handle {
            Handle::Nodes => reach.way.1 / self.row_px.max(1.0),
            _ => reach.way.0 / reach.scale.px_per_slot(),
        };
        let request = moved(self.origin, self.handle, by.round() as i64, model.slots().machine.nodes);
        (model.drafted(self.id) != Some(request)).then(|| request_change(model.slots(), self.id, Some(request)))
    }

    fn held_scale(&self) -> Option<TimeScale> {
        Some(self.scale)
    }
}

/// A new request is drawn.
pub struct DrawDrag {
    /// Its number, its user, and the slot in which the last request before it arrives.
    pub newcomer: (RequestId, u32, Slot),
    /// Slot under the press.
    pub slot: Slot,
    /// Left edge of the plot in CSS px of the window.
    pub plot_left: f64,
    /// Height of a row in CSS px.
    pub row_px: f64,
    /// The time axis when it was pressed.
    pub scale: TimeScale,
}

impl Drag for DrawDrag {
    fn change(&self, model: &Model, reach: Reach) -> Option<Change> {
        let rows = (reach.way.1.abs() / self.row_px.max(1.0)).round() as u32 + 1;
        let to = reach.scale.slot_at(reach.x - self.plot_left).max(0.0) as Slot;
        let (id, user, last_submitted) = self.newcomer;
        let request = drawn_request(user, (self.slot, to), rows.min(model.slots().machine.nodes), last_submitted);
        (model.drafted(id) != Some(request)).then(|| request_change(model.slots(), id, Some(request)))
    }

    fn click(&self) -> Option<Action> {
        Some(Action::View(ViewAction::Select(StudyKind::Slots, None)))
    }

    fn held_scale(&self) -> Option<TimeScale> {
        Some(self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: Request =
        Request { user: 11, submitted: 5, earliest_start: 12, latest_start: 14, duration: 3, nodes: 2, jobs: 3 };

    #[test]
    fn every_handle_stays_inside_what_is_allowed_wherever_it_is_dragged() {
        let place = crate::engine::core::error::FieldPath::new("dragged");
        for handle in Handle::ALL {
            for by in [i64::MIN / 2, -1_000, -8, -1, 0, 1, 2, 9, 1_000_000_000_000] {
                moved(REQUEST, handle, by, 5).check(5, &place).unwrap();
            }
        }
    }

    #[test]
    fn each_handle_changes_what_it_is_named_after() {
        assert_eq!(moved(REQUEST, Handle::EarliestStart, -3, 5).earliest_start, 9);
        assert_eq!(moved(REQUEST, Handle::Deadline, 2, 5).deadline(), 19);
        let longer = moved(REQUEST, Handle::Duration, 2, 5);
        assert_eq!((longer.duration, longer.relax()), (5, 2));
        assert_eq!(moved(REQUEST, Handle::Nodes, 9, 5).nodes, 5);
        let whole = moved(REQUEST, Handle::Whole, -20, 5);
        assert_eq!((whole.earliest_start, whole.latest_start), (5, 7), "not before it arrives");
    }
}
