//! Where a plan that is stepped through holds something to stop at.

use serde::{Deserialize, Serialize};

/// The nearest steps before and after a step at which something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Around {
    /// The last one before it.
    pub before: Option<u32>,
    /// The first one after it.
    pub after: Option<u32>,
}

/// Where jobs were refused or moved around a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepEvents {
    /// Steps at which a job was refused.
    pub refused: Around,
    /// Steps at which a job was moved to make room.
    pub moved: Around,
}

impl StepEvents {
    /// Steps at which either happened.
    pub fn any(&self) -> Around {
        let Self { refused, moved } = self;
        Around { before: refused.before.max(moved.before), after: [refused.after, moved.after].into_iter().flatten().min() }
    }
}
