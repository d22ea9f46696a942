//! What views ask of the browser: canvases, downloads, printing, theme, zoom of the text, tasks of their own, marks on its timeline.

pub(crate) mod canvas;
pub(crate) mod download;
pub(crate) mod focus;
pub(crate) mod head;
pub(crate) mod kept_focus;
pub(crate) mod paper;
pub(crate) mod performance_marks;
pub(crate) mod png_file;
pub(crate) mod tasks;
pub(crate) mod text_zoom;
pub(crate) mod theme;
