//! Parts that every view is made of: fields, knobs, tables, dialogs, plots, canvases, small words.

pub(crate) mod later;
pub(crate) mod by_address;
pub(crate) mod canvas;
pub(crate) mod compare_words;
pub(crate) mod dialog;
pub(crate) mod export;
pub(crate) mod fields;
pub(crate) mod formulas;
pub(crate) mod keys;
pub(crate) mod knob;
pub(crate) mod log_lines;
pub(crate) mod menu;
pub(crate) mod paper;
pub(crate) mod performance_marks;
pub(crate) mod picture_file;
pub(crate) mod plot;
pub(crate) mod plot_frame;
pub(crate) mod plot_sheet;
pub(crate) mod policy_table;
pub(crate) mod range_field;
pub(crate) mod scrubber;
pub(crate) mod table;
pub(crate) mod text_zoom;
pub(crate) mod theme;
pub(crate) mod time_axis;
pub(crate) mod words;
