//! Ticks of axes: round steps, number axes, the time axis.

mod number;
mod step;
mod time;

pub use number::{number_ticks, round_down, round_up};
pub use step::round_step;
pub use time::{FONT_PX, Tick, Ticks, TimeUnit, clock, slot_name, time_step, time_ticks};
