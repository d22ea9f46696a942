//! Links: scenario and view as compact text for the URL fragment. Described in `docs/share-link.md`. What is particular to one system is in its
//! folder in `studies`; what links of all versions are made of is in `link_parts`.

mod codec;
mod v3;

pub use crate::link_parts::{
    AxisUnit, BarColours, ClusterView, CompareLayout, CostView, ForecastView, Geometry, LINK_CHARS_MAX, Layout, LinkError,
    OffersView, Opened, Panel, Plane, ReserveView, Shared, TimeWindow, UNPACKED_MAX, View, WorkflowPart, WorkflowView,
};
pub use codec::{Encoding, decode, encode, fits};
