//! Links: scenario and view as compact text for the URL fragment. Described in `docs/share-link.md`. What is particular to one system is in its
//! folder in `studies`.

mod codec;
mod content;
mod error;
mod v3;
mod view;
mod wire;

pub use codec::{Encoding, decode, encode, fits};
pub use content::{Opened, Shared};
pub use error::{LINK_CHARS_MAX, LinkError, UNPACKED_MAX};
pub use view::{
    AxisUnit, BarColours, ClusterView, CompareLayout, Geometry, Layout, OffersView, Panel, Plane, TimeWindow, View, WorkflowPart,
    WorkflowView,
};

pub(crate) use view::{check_selected, check_step};
pub(crate) use wire::{WireCompareLayout, WireOptions, bounded, whole};
