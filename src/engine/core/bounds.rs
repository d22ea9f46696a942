//! Legal ranges: the type `Bound`, and the ranges shared by all systems. Checks, error messages and test generators use the same tables. Each system
//! has its own table (`slots/bounds.rs`, `idle/bounds.rs`).

use std::fmt;

/// An inclusive range of whole numbers with the words used when something falls outside it. `N` is the type of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound<N = u32> {
    /// What the number is, as a reader would say it.
    pub name: &'static str,
    /// Least legal value.
    pub min: N,
    /// Greatest legal value.
    pub max: N,
}

impl<N: Copy + Ord> Bound<N> {
    /// A range; `name` as a reader would say it.
    pub const fn new(name: &'static str, min: N, max: N) -> Self {
        Self { name, min, max }
    }

    /// Whether `value` lies in the range.
    pub fn holds(self, value: N) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// The same range with a smaller greatest value.
    pub fn up_to(self, max: N) -> Self {
        Self { max: max.min(self.max), ..self }
    }

    /// The same range with a larger least value.
    pub fn from(self, min: N) -> Self {
        Self { min: min.max(self.min), ..self }
    }
}

impl<N: fmt::Display> fmt::Display for Bound<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}", self.min, self.max)
    }
}

/// Seeds of everything that is drawn.
pub const SEED: Bound<u64> = Bound::new("seed", 0, u64::MAX);
/// Characters of a title.
pub const TITLE_CHARS: usize = 200;
/// Requests of a workload, edits included.
pub const REQUESTS: Bound = Bound::new("requests", 0, 2_000_000);
/// Greatest number of a request: added ones are numbered on behind those of the source.
pub const REQUEST_ID_MAX: u32 = 2 * REQUESTS.max;
