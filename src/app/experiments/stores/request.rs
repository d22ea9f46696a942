//! The request that is searched, added and deleted in the picture of a store: its fields, checked.

use crate::engine::slots::request::Slot;
use crate::papers::slots::store::{Extent, Wanted};

/// The small machine of the picture.
pub const EXTENT: Extent = Extent { nodes: 8, slots: 64, ahead: 64 };

/// A field of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestField {
    /// t_es.
    Earliest,
    /// t_ls.
    Latest,
    /// t_e.
    Duration,
    /// numCN.
    Nodes,
}

impl RequestField {
    /// All of them, in the order of the form.
    pub const ALL: [Self; 4] = [Self::Earliest, Self::Latest, Self::Duration, Self::Nodes];

    /// Element id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Earliest => "store-earliest",
            Self::Latest => "store-latest",
            Self::Duration => "store-duration",
            Self::Nodes => "store-nodes",
        }
    }

    /// Its label.
    pub fn label(self) -> &'static str {
        match self {
            Self::Earliest => "Earliest start",
            Self::Latest => "Latest start",
            Self::Duration => "Slots",
            Self::Nodes => "Nodes",
        }
    }

    /// Its value.
    pub fn value(self, wanted: Wanted) -> u32 {
        match self {
            Self::Earliest => wanted.earliest,
            Self::Latest => wanted.latest,
            Self::Duration => wanted.duration,
            Self::Nodes => wanted.nodes,
        }
    }

    /// The request with what was typed into a field; the latest start follows where it must.
    ///
    /// # Errors
    /// What is allowed there.
    pub fn typed(self, wanted: Wanted, text: &str) -> Result<Wanted, String> {
        let last = EXTENT.slots - wanted.duration;
        let (least, most) = match self {
            Self::Earliest => (0, last),
            Self::Latest => (wanted.earliest, last),
            Self::Duration => (1, EXTENT.slots - wanted.earliest),
            Self::Nodes => (1, EXTENT.nodes),
        };
        let number: Slot = match text.trim().parse() {
            Ok(number) if (least..=most).contains(&number) => number,
            _ => return Err(format!("A whole number from {least} to {most}.")),
        };
        Ok(match self {
            Self::Earliest => Wanted { earliest: number, latest: wanted.latest.max(number), ..wanted },
            Self::Latest => Wanted { latest: number, ..wanted },
            Self::Duration => Wanted { duration: number, latest: wanted.latest.min(EXTENT.slots - number), ..wanted },
            Self::Nodes => Wanted { nodes: number, ..wanted },
        })
    }
}
