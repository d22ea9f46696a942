//! Plans too large to show every bar: pixel coverage of small bars, and pictures of the whole plan zoomed out.

pub(crate) mod coverage;
pub(crate) mod density;
pub(crate) mod edge_sums;
pub(crate) mod overview;
pub(crate) mod silhouette;
pub(crate) mod small_bars;
pub(crate) mod style_key;
