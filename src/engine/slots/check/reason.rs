//! Whether a reason can be true.

use crate::slots::bounds;
use crate::slots::decisions::{Obstacle, Refusal};
use crate::slots::request::Request;

/// Whether the told obstacle can stand in the way of the request: inside its reach, with fewer free nodes than it needs.
pub(super) fn reason_is_possible(request: Request, refusal: &Refusal) -> bool {
    match refusal.obstacle {
        Obstacle::ShortSlot { slot, free, starts, candidates, begun } => {
            let reach = u64::from(request.earliest_start)..u64::from(request.latest_start) + u64::from(request.duration);
            let starts_allowed = 1..=u64::from(request.latest_start - request.earliest_start) + 1;
            reach.contains(&u64::from(slot))
                && free < request.nodes
                && starts_allowed.contains(&u64::from(starts))
                && begun <= candidates
        }
        Obstacle::GivenUp { start, slot, free } => {
            let reach = u64::from(start)..u64::from(start) + u64::from(request.duration);
            (request.earliest_start..=request.latest_start).contains(&start)
                && reach.contains(&u64::from(slot))
                && free < request.nodes
                && (refusal.put_back > 0 || start - request.earliest_start >= bounds::STARTS_CLEARED)
                && refusal.put_back as usize <= bounds::MOVES_TRIED
        }
        Obstacle::ClassClosed { first, last, used, limit, class, limit_of, .. } => {
            let reach = u64::from(request.earliest_start)..u64::from(request.latest_start) + u64::from(request.duration);
            first <= last
                && reach.contains(&u64::from(first))
                && reach.contains(&u64::from(last))
                && u64::from(used) + u64::from(request.nodes) > u64::from(limit)
                && (1..=class).contains(&limit_of)
        }
        Obstacle::NoNodeThroughout { best_start, free, .. } => {
            (request.earliest_start..=request.latest_start).contains(&best_start) && free < request.nodes && refusal.put_back == 0
        }
        Obstacle::MayNotOverlap(look) => {
            look.start == request.earliest_start
                && (look.start..look.start + request.duration).contains(&look.slot)
                && look.booked >= request.nodes
                && look.free_slots < request.duration
                && refusal.put_back == 0
        }
        Obstacle::LeftOut { job, placed, waiting } => job <= refusal.job && placed < waiting && refusal.put_back == 0,
        Obstacle::TooManyWaiting { waiting, slots } => waiting > 0 && slots > 0 && refusal.put_back == 0,
    }
}
