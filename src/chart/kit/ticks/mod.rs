//! Ticks of axes: round steps, number axes, the time axis.

mod calendar_step;
mod grid;
mod number;
mod step;
mod time;

pub use grid::GridStep;
pub use number::{number_ticks, round_down, round_up};
pub use step::{FONT_PX, round_step};
pub use time::{Tick, Ticks, time_ticks};
