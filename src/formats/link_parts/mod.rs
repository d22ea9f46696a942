//! What links of all versions and studies are made of: the view, what a link holds, why one is refused, and what wire formats have in common. Knows
//! no version and no format of a study, so that studies can use it.

mod content;
mod error;
mod numbered;
mod pieces;
mod seen;
mod view;
mod wire;

pub use content::{Opened, Shared};
pub use error::{LINK_CHARS_MAX, LinkError, UNPACKED_MAX};
pub use seen::Seen;
pub use view::{
    AxisUnit, BarColours, ClusterView, CompareLayout, CostView, ForecastView, Geometry, Layout, OffersView, Panel, Plane,
    ReserveView, TimeWindow, View, WorkflowPart, WorkflowView,
};

pub(crate) use numbered::{ByNumber, Numbered, numbered};
pub(crate) use pieces::{Packer, Unpacker};
pub(crate) use view::{check_selected, check_step};
pub(crate) use wire::{WireOptions, WireStart, WireTime, bounded, whole};
