//! The figures of Castillo chapters 3 and 4 as sweeps: points × strategies × runs, in pieces that any number of workers can share, with
//! 95 % intervals over whatever is finished and the paper's claims held against it.

mod claims;
mod figure;
mod found;
mod sweep;

pub use figure::{Axis, Figure, Line, Measure, PAPER_SIZE};
pub use found::Found;
pub use sweep::{Curve, Results, Sweep, Unit};
