//! Requests for one server each: submission, ready time, size, deadline (Castillo 3.1, 4.1), checked and as flat columns.

use super::servers::{Servers, check};
use super::{Tick, bounds};
use crate::core::columns::Record;
use crate::core::edits::Edits;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::sorting::sort_shared_by_key;
use serde::{Deserialize, Serialize};
use std::ops::Range;

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

impl Record for IdleRequest {
    const FIELDS: usize = 4;

    fn write(&self, to: &mut Vec<u32>) {
        let Self { submitted, earliest_start, size, deadline } = *self;
        to.extend([submitted, earliest_start, size, deadline]);
    }

    fn read(numbers: &[u32]) -> Self {
        let field = |i: usize| numbers.get(i).copied().unwrap_or(0);
        Self { submitted: field(0), earliest_start: field(1), size: field(2), deadline: field(3) }
    }
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
    pub fn check(&self, servers: &Servers, place: &FieldPath) -> Result<(), ScenarioError> {
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
        let place = FieldPath::new("requests");
        if requests.len() > bounds::REQUESTS.max as usize {
            return Err(ScenarioError::out_of_range(place, format!("a list of {}", requests.len()), bounds::REQUESTS));
        }
        for (i, request) in requests.iter().enumerate() {
            request.check(servers, &place.index(i))?;
        }
        let mut order: Vec<u32> = (0..requests.len() as u32).collect();
        sort_shared_by_key(&mut order, |&id| requests[id as usize].submitted);
        let column = |field: fn(&IdleRequest) -> Tick| order.iter().map(|&id| field(&requests[id as usize])).collect();
        Ok(Self {
            submitted: column(|request| request.submitted),
            earliest_start: column(|request| request.earliest_start),
            size: column(|request| request.size),
            deadline: column(|request| request.deadline),
            id: order,
        })
    }

    /// Requests that have passed their checks, with their numbers, sorted by submission; of the same tick in the order given.
    pub fn numbered(requests: impl Iterator<Item = (u32, IdleRequest)>) -> Self {
        let mut rows: Vec<(u32, IdleRequest)> = requests.collect();
        sort_shared_by_key(&mut rows, |(_, request)| request.submitted);
        let column = |field: fn(&IdleRequest) -> Tick| rows.iter().map(|(_, request)| field(request)).collect();
        Self {
            submitted: column(|request| request.submitted),
            earliest_start: column(|request| request.earliest_start),
            size: column(|request| request.size),
            deadline: column(|request| request.deadline),
            id: rows.iter().map(|(id, _)| *id).collect(),
        }
    }

    /// The same requests with some changed, removed or added: what [`IdleArrivals::numbered`] makes of the edited list, in one pass.
    /// The numbers must be unique and ascend within a tick, as those of a list do.
    pub fn edited(&self, edits: &Edits<IdleRequest>) -> Self {
        let gone = |id: &u32| edits.0.contains_key(id);
        let mut rows: Vec<(Tick, u32, IdleRequest)> =
            edits.0.iter().filter_map(|(&id, change)| change.map(|request| (request.submitted, id, request))).collect();
        sort_shared_by_key(&mut rows, |(submitted, id, _)| (*submitted, *id));
        let mut coming = rows.into_iter().peekable();
        let mut edited = Self::default();
        edited.reserve(self.jobs() + coming.len());
        let mut from = 0;
        // Numbers are few that change: between them rows are copied together.
        let changes = (0..self.jobs()).filter(|&row| gone(&self.id[row]));
        for row in changes.chain([self.jobs()]) {
            while let Some((_, id, request)) =
                coming.next_if(|(submitted, id, _)| row == self.jobs() || (*submitted, *id) < (self.submitted[row], self.id[row]))
            {
                let key = (request.submitted, id);
                let at = from + self.rows_before(from..row, key);
                edited.copy(self, from..at);
                edited.push(id, request);
                from = at;
            }
            edited.copy(self, from..row);
            from = (row + 1).min(self.jobs());
        }
        edited
    }

    /// How many of these rows come before a submission and number.
    fn rows_before(&self, rows: Range<usize>, key: (Tick, u32)) -> usize {
        let (mut low, mut high) = (rows.start, rows.end);
        while low < high {
            let middle = usize::midpoint(low, high);
            if (self.submitted[middle], self.id[middle]) < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low - rows.start
    }

    fn reserve(&mut self, rows: usize) {
        let Self { id, submitted, earliest_start, size, deadline } = self;
        [id, submitted, earliest_start, size, deadline].into_iter().for_each(|column| column.reserve(rows));
    }

    fn copy(&mut self, from: &Self, rows: Range<usize>) {
        self.id.extend_from_slice(&from.id[rows.clone()]);
        self.submitted.extend_from_slice(&from.submitted[rows.clone()]);
        self.earliest_start.extend_from_slice(&from.earliest_start[rows.clone()]);
        self.size.extend_from_slice(&from.size[rows.clone()]);
        self.deadline.extend_from_slice(&from.deadline[rows]);
    }

    fn push(&mut self, id: u32, request: IdleRequest) {
        self.id.push(id);
        self.submitted.push(request.submitted);
        self.earliest_start.push(request.earliest_start);
        self.size.push(request.size);
        self.deadline.push(request.deadline);
    }

    /// The first row of the request with this number. O(rows).
    pub fn row_of(&self, id: u32) -> Option<usize> {
        self.id.iter().position(|&other| other == id)
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
