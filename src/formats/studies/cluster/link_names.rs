//! The part of the wire format of a cluster that tells what users and jobs are called: from form 7 of version 3 of links on. Fields are identified by their
//! order: do not reorder, remove or change anything.

use crate::link_parts::bounded;
use bookahead_engine::batch::names::Names;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What users and jobs are called, by their numbers, from form 7 on.
#[derive(Serialize, Deserialize)]
pub(super) struct WireNames {
    #[serde(deserialize_with = "bounded")]
    users: Vec<(u32, String)>,
    #[serde(deserialize_with = "bounded")]
    jobs: Vec<(u32, String)>,
}

impl WireNames {
    pub(super) fn of(names: &Names) -> Self {
        let list = |names: &BTreeMap<u32, String>| names.iter().map(|(of, name)| (*of, name.clone())).collect();
        Self { users: list(&names.users), jobs: list(&names.jobs) }
    }

    /// `None` if it cannot be the work of the encoder.
    pub(super) fn value(self) -> Option<Names> {
        let ascends = |names: &[(u32, String)]| names.is_sorted_by(|(one, _), (next, _)| one < next);
        (ascends(&self.users) && ascends(&self.jobs))
            .then(|| Names { users: self.users.into_iter().collect(), jobs: self.jobs.into_iter().collect() })
    }
}
