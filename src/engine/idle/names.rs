//! What people call a request to named servers: the number that it was given, and which part of that request it is.
//!
//! A request is called by the same number in every study, list, figure and file. Where requests are listed without numbers, or drawn at random, they
//! are numbered from 1 in the order of the list. A request that was converted from a plan in slots keeps the number that it has there (of a log: the
//! job number); what was a part of it (Umar's "3.2": job 2 of user 3) says which.

use crate::core::edits::RequestId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What people call a request: "11", "11.2" (job 2 of request 11), or "11.2.3" (the third node of that job).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestName {
    /// The request's number.
    pub number: u32,
    /// Which of its jobs, from 1; 0 if it is all of the request.
    pub job: u32,
    /// Which node of that job, from 1; 0 if the job needs one only.
    pub node: u32,
}

impl RequestName {
    /// A whole request.
    pub fn whole(number: u32) -> Self {
        Self { number, job: 0, node: 0 }
    }

    /// The name that a text is; `None` if it is none.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('.');
        let number = parts.next()?.parse().ok()?;
        let mut part = || match parts.next() {
            None => Some(0),
            Some(part) => part.parse().ok().filter(|part| *part > 0),
        };
        let name = Self { number, job: part()?, node: part()? };
        parts.next().is_none().then_some(name)
    }
}

impl fmt::Display for RequestName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, job, node } = *self;
        match (job, node) {
            (0, _) => write!(f, "{number}"),
            (_, 0) => write!(f, "{number}.{job}"),
            _ => write!(f, "{number}.{job}.{node}"),
        }
    }
}

/// The names of the requests of a list, by place. It takes no room where they are 1, 2, 3 and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestNames {
    /// Numbers; none if they count from 1 and no request is a part of another.
    number: Vec<u32>,
    /// Jobs; none if every request is whole.
    job: Vec<u32>,
    /// Nodes; none if no job needs more than one.
    node: Vec<u32>,
    /// The greatest number and how many names there are.
    greatest: u32,
    listed: u32,
}

impl RequestNames {
    /// The names of a list.
    pub fn new(names: impl Iterator<Item = RequestName> + Clone) -> Self {
        if names.clone().zip(1..).all(|(name, place)| name == RequestName::whole(place)) {
            return Self::default();
        }
        let column = |part: fn(&RequestName) -> u32| -> Vec<u32> { names.clone().map(|name| part(&name)).collect() };
        let part =
            |part: fn(&RequestName) -> u32| if names.clone().any(|name| part(&name) > 0) { column(part) } else { Vec::new() };
        let number = column(|name| name.number);
        let (greatest, listed) = (number.iter().max().copied().unwrap_or(0), number.len() as u32);
        Self { number, job: part(|name| name.job), node: part(|name| name.node), greatest, listed }
    }

    /// Whether the names are 1, 2, 3 and so on.
    pub fn is_plain(&self) -> bool {
        self.listed == 0
    }

    /// How many names are listed; 0 if they are plain.
    pub fn len(&self) -> usize {
        self.listed as usize
    }

    /// Whether no names are listed; the same as [`RequestNames::is_plain`].
    pub fn is_empty(&self) -> bool {
        self.is_plain()
    }

    /// Whether some are parts of requests.
    pub fn has_parts(&self) -> bool {
        !self.job.is_empty()
    }

    /// The name of a request by its place in the list. Those that were added to the list go on from the greatest number.
    pub fn of(&self, id: RequestId) -> RequestName {
        let place = id as usize;
        let at = |column: &[u32]| column.get(place).copied().unwrap_or(0);
        if place < self.number.len() {
            return RequestName { number: at(&self.number), job: at(&self.job), node: at(&self.node) };
        }
        RequestName::whole(self.greatest.saturating_add(id.saturating_sub(self.listed)).saturating_add(1))
    }

    /// The columns, for carrying them apart from the rest.
    pub(super) fn columns_mut(&mut self) -> [&mut Vec<u32>; 3] {
        [&mut self.number, &mut self.job, &mut self.node]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_numbers_take_no_room_and_count_from_one() {
        let names = RequestNames::new((1..=3).map(RequestName::whole));
        assert!(names.is_plain());
        assert_eq!((names.of(0), names.of(7)), (RequestName::whole(1), RequestName::whole(8)));
    }

    #[test]
    fn other_names_are_kept_and_added_requests_go_on_behind_them() {
        let part = |number, job, node| RequestName { number, job, node };
        let listed = [part(150, 0, 0), part(7, 2, 0), part(7, 3, 1)];
        let names = RequestNames::new(listed.into_iter());
        assert_eq!([0, 1, 2].map(|id| names.of(id)), listed);
        assert_eq!(listed.map(|name| name.to_string()), ["150", "7.2", "7.3.1"]);
        assert_eq!([3, 4].map(|id| names.of(id).to_string()), ["151", "152"]);
    }

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for name in ["0", "150", "7.2", "7.3.1"] {
            assert_eq!(RequestName::read(name).map(|name| name.to_string()).as_deref(), Some(name));
        }
        for no_name in ["", "x", "7.", "7.0", "7.1.0", "7.1.1.1", "-1", "4294967296"] {
            assert_eq!(RequestName::read(no_name), None, "{no_name}");
        }
    }
}
