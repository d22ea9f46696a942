//! What the curves are drawn against, and the workload at each place.

use bookahead_engine::slots::workload::{Generator, Preset, Range};

/// What the curves are drawn against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceAxis {
    /// Node-slots asked for in a slot, in per cent of the machine.
    Load,
    /// How far ahead requests come: the farther, the more reservations wait when one arrives.
    BookAhead,
}

/// Load of the workloads whose book-ahead differs, in per cent.
const USUAL_LOAD: u32 = 100;
/// Mean duration of Umar's parametric jobs in slots, times ten.
const MEAN_DURATION_TENTHS: u32 = 265;

impl PriceAxis {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Load, Self::BookAhead];

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Self::Load => "price-load",
            Self::BookAhead => "price-outstanding",
        }
    }

    /// The one with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.key() == key)
    }

    /// In words, with the unit.
    pub fn words(self) -> &'static str {
        match self {
            Self::Load => "load, in per cent of the machine",
            Self::BookAhead => "longest book-ahead, in slots",
        }
    }

    /// The places, in ascending order.
    pub fn places(self) -> &'static [u32] {
        match self {
            Self::Load => &[25, 50, 75, 100, 150, 200, 250],
            Self::BookAhead => &[6, 12, 24, 48, 72, 96, 120],
        }
    }

    /// The workload at a place: Umar's parametric jobs (Table 6.1), all of them flexible, at this load or booked this far ahead.
    pub fn generator(self, place: u32, seed: u64, requests: u32) -> Generator {
        let umar = Preset { mpi: false, rate: 2, flexible_percent: 100 }.generator(seed, requests);
        let (load, book_ahead) = match self {
            Self::Load => (place, umar.book_ahead),
            Self::BookAhead => (USUAL_LOAD, Range::new(0, place)),
        };
        let arrivals_per_slot = f64::from(load * Preset::NODES) / f64::from(10 * MEAN_DURATION_TENTHS);
        Generator { arrivals_per_slot, book_ahead, ..umar }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_load_is_that_of_the_machine() {
        let Generator { arrivals_per_slot, duration, nodes, .. } = PriceAxis::Load.generator(100, 1, 1);
        let mean = f64::from(duration.min + duration.max) / 2.0;
        assert_eq!((nodes.min, nodes.max), (1, 1));
        assert!((arrivals_per_slot * mean - f64::from(Preset::NODES)).abs() < 1e-9);
        for axis in PriceAxis::ALL {
            assert!(axis.places().is_sorted());
            assert_eq!(PriceAxis::from_key(axis.key()), Some(axis));
        }
    }
}
