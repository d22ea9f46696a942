//! The figures of Castillo chapters 3 and 4 as sweeps: points × strategies × runs, split into units for any number of workers, with 95 % intervals of
//! the finished units and the paper's claims.

mod claims;
mod figure;
mod measure;
mod point_figures;
mod source;
pub mod structures;
mod sweep;
mod told;

pub use figure::{Figure, Line, PAPER_SIZE};
pub use measure::{Axis, Measure};
pub use point_figures::PointFigures;
pub use sweep::{Curve, Results, Sweep, Unit};
