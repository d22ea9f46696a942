//! What plots are made of: their area and frame, the canvas with row names and time axis, draggable knobs.

pub(crate) mod area;
pub(crate) mod frame;
pub(crate) mod knob;
pub(crate) mod sheet;
pub(crate) mod time_axis;
