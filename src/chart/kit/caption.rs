//! Text painted into the pixels of a plot instead of the layer above, because it moves in every frame.

use super::palette::Rgba;

/// Which end of a text its place is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    #[default]
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A text in a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// What it says.
    pub text: String,
    /// Its place from the plot's left edge, in CSS px.
    pub x: f64,
    /// Its baseline from the plot's upper edge, in CSS px.
    pub baseline: f64,
    /// Which end of it stands there.
    pub anchor: Anchor,
    /// Size of the font, in CSS px.
    pub font_px: f64,
    /// Whether it is semi-bold.
    pub is_strong: bool,
    /// Its colour.
    pub color: Rgba,
}
