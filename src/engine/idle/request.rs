//! Requests for one server each: submitted, ready, so large, due (Castillo 3.1, 4.1), checked and as flat columns.

use super::servers::{Servers, check};
use super::{Tick, bounds};
use crate::error::{Place, ScenarioError};
use serde::{Deserialize, Serialize};

/// A job that needs one server for a time (r_j, l_j, d_j).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdleRequest {
    /// Tick in which the request arrives: "now" while it is decided.
    pub submitted: Tick,
    /// First tick the job may start in (r_j); not before `submitted`.
    pub earliest_start: Tick,
    /// Ticks the job takes on a server of rate 1 (l_j).
    pub size: Tick,
    /// First tick after the latest possible end (d_j); not before earliest start + size.
    pub deadline: Tick,
}

impl IdleRequest {
    /// Latest start on a server of rate 1: the start of P′.
    pub fn latest_start(&self) -> Tick {
        self.deadline - self.size
    }

    /// Checks every field; `place` names the request in the message.
    ///
    /// # Errors
    /// The first field out of range: a size below l_min or beyond L, an earliest start before the submission, a deadline before earliest
    /// start + size or beyond submission + L.
    pub fn check(&self, servers: &Servers, place: &Place) -> Result<(), ScenarioError> {
        check(place, "submitted", self.submitted, bounds::TICK)?;
        check(place, "earliest_start", self.earliest_start, bounds::TICK.from(self.submitted))?;
        check(place, "size", self.size, bounds::SIZE.from(servers.least_size).up_to(servers.look_ahead))?;
        let (first, last) =
            (u64::from(self.earliest_start) + u64::from(self.size), u64::from(self.submitted) + u64::from(servers.look_ahead));
        let last = last.min(u64::from(bounds::TICK.max));
        if first > last {
            let allowed =
                format!("at most {}, so that the job can end within the look-ahead", last.saturating_sub(self.size.into()));
            return Err(ScenarioError::new(place.field("earliest_start"), self.earliest_start, allowed));
        }
        if !(first..=last).contains(&u64::from(self.deadline)) {
            let allowed =
                format!("a tick from {first} (earliest start + size) to {last} (the look-ahead of {} ends)", servers.look_ahead);
            return Err(ScenarioError::new(place.field("deadline"), self.deadline, allowed));
        }
        Ok(())
    }
}

/// Requests in arrival order, one flat column per field. Row j is job j.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdleArrivals {
    /// The request's number in the list it came from.
    pub id: Vec<u32>,
    /// "Now" while the request is decided; ascending.
    pub submitted: Vec<Tick>,
    /// r_j.
    pub earliest_start: Vec<Tick>,
    /// l_j.
    pub size: Vec<Tick>,
    /// d_j.
    pub deadline: Vec<Tick>,
}

impl IdleArrivals {
    /// Checks requests and sorts them by submission; requests of the same tick stay in the order given.
    ///
    /// # Errors
    /// Too many requests, or the first one out of range.
    pub fn new(requests: &[IdleRequest], servers: &Servers) -> Result<Self, ScenarioError> {
        let place = Place::new("requests");
        if requests.len() > bounds::REQUESTS.max as usize {
            return Err(ScenarioError::out_of_range(place, format!("a list of {}", requests.len()), bounds::REQUESTS));
        }
        for (i, request) in requests.iter().enumerate() {
            request.check(servers, &place.index(i))?;
        }
        let mut order: Vec<u32> = (0..requests.len() as u32).collect();
        order.sort_by_key(|&id| requests[id as usize].submitted);
        let column = |field: fn(&IdleRequest) -> Tick| order.iter().map(|&id| field(&requests[id as usize])).collect();
        Ok(Self {
            submitted: column(|request| request.submitted),
            earliest_start: column(|request| request.earliest_start),
            size: column(|request| request.size),
            deadline: column(|request| request.deadline),
            id: order,
        })
    }

    /// Number of jobs.
    pub fn jobs(&self) -> usize {
        self.submitted.len()
    }

    /// Job `row` as one value.
    pub fn row(&self, row: usize) -> IdleRequest {
        IdleRequest {
            submitted: self.submitted[row],
            earliest_start: self.earliest_start[row],
            size: self.size[row],
            deadline: self.deadline[row],
        }
    }

    /// First row at which two workloads differ; `None` if they are the same.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        let common = self.jobs().min(other.jobs());
        let differs = |row: &usize| self.id[*row] != other.id[*row] || self.row(*row) != other.row(*row);
        (0..common).find(differs).or((self.jobs() != other.jobs()).then_some(common))
    }
}
