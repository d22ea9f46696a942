//! The sizes of the two columns, of the dock and of the lower of two pictures, which columns are hidden, and whether the algorithm is folded. This browser
//! remembers them, for all studies.

use crate::app::shell::embed::is_embedded;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Storage};
use yew::prelude::*;

/// Where they are remembered.
const KEY: &str = "bookahead.frame";
/// Height of the dock where a part of it is gone to.
const OPEN_DOCK: &str = "max(15rem, 40dvh)";
/// Share of the window that a part takes at most.
const MOST: f64 = 0.6;

/// A part of the page whose size can be changed by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The list at the left.
    List,
    /// What stands at the right: the example, the selected request, the figures, the steps.
    Inspector,
    /// What stands below the picture.
    Dock,
    /// The nodes below the graph of a workflow.
    Nodes,
}

impl Part {
    const ALL: [Self; 4] = [Self::List, Self::Inspector, Self::Dock, Self::Nodes];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Inspector => "inspector",
            Self::Dock => "dock",
            Self::Nodes => "nodes",
        }
    }

    /// Whether it is a column, so that its width is changed.
    pub const fn is_column(self) -> bool {
        matches!(self, Self::List | Self::Inspector)
    }

    /// Least size, in CSS px.
    const fn least(self) -> f64 {
        match self {
            Self::List | Self::Inspector => 160.0,
            Self::Dock => 32.0,
            Self::Nodes => 80.0,
        }
    }

    /// The property of the style sheet with its size.
    fn property(self) -> String {
        format!("--{}", self.name())
    }
}

/// Size and state of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelSize {
    /// Its size in CSS px; `None`: as the style sheet has it.
    pub px: Option<f64>,
    /// Whether it is hidden.
    pub is_hidden: bool,
}

/// All parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelSizes {
    list: PanelSize,
    inspector: PanelSize,
    dock: PanelSize,
    nodes: PanelSize,
    /// Whether the algorithm is open beside the steps; `None`: wherever there is room for it.
    has_algorithm: Option<bool>,
}

impl PanelSizes {
    /// What this browser remembers; usual sizes if that is nothing, or nothing that can be read.
    pub fn recall() -> Self {
        let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Remembers them, where the browser allows it.
    pub fn remember(&self) {
        if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(self)) {
            // Nothing is lost if there is no room: sizes are the usual ones next time.
            let _ = storage.set_item(KEY, &text);
        }
    }

    /// A part.
    pub fn of(&self, part: Part) -> PanelSize {
        match part {
            Part::List => self.list,
            Part::Inspector => self.inspector,
            Part::Dock => self.dock,
            Part::Nodes => self.nodes,
        }
    }

    fn with(mut self, part: Part, size: PanelSize) -> Self {
        match part {
            Part::List => self.list = size,
            Part::Inspector => self.inspector = size,
            Part::Dock => self.dock = size,
            Part::Nodes => self.nodes = size,
        }
        self
    }

    /// With a part of another size, as far as the window has room for it. A column of less than half its least width is hidden.
    pub fn resized(self, part: Part, px: f64) -> Self {
        let is_hidden = part.is_column() && px < part.least() / 2.0;
        let px = if is_hidden { self.of(part).px } else { Some(px.clamp(part.least(), most(part)).round()) };
        self.with(part, PanelSize { px, is_hidden })
    }

    /// With a column hidden, or shown again.
    pub fn toggled(self, part: Part) -> Self {
        let size = self.of(part);
        self.with(part, PanelSize { is_hidden: part.is_column() && !size.is_hidden, ..size })
    }

    /// With a part of its usual size.
    pub fn usual(self, part: Part) -> Self {
        self.with(part, PanelSize::default())
    }

    /// Whether the algorithm is open beside the steps; `None` until it was opened or folded.
    pub fn algorithm(&self) -> Option<bool> {
        self.has_algorithm
    }

    /// With the algorithm open or folded.
    pub fn with_algorithm(self, is_open: bool) -> Self {
        Self { has_algorithm: Some(is_open), ..self }
    }

    /// The classes of the page's columns that say which are hidden.
    pub fn classes(&self) -> Classes {
        classes!(self.list.is_hidden.then_some("hide-list"), self.inspector.is_hidden.then_some("hide-inspector"))
    }

    /// Tells the style sheet.
    fn show(&self) {
        let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
        let Some(style) = root.map(|root| root.unchecked_into::<HtmlElement>().style()) else { return };
        for part in Part::ALL {
            // Both fail for names that are none.
            let _ = match self.of(part).px {
                Some(px) => style.set_property(&part.property(), &format!("{}px", px.clamp(part.least(), most(part)))),
                None => style.remove_property(&part.property()).map(|_| ()),
            };
        }
    }
}

/// Gives the dock room for one of its parts, until its height is changed by hand.
pub fn open_dock() {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element());
    if let Some(root) = root {
        // Fails for no height.
        let _ = root.unchecked_into::<HtmlElement>().style().set_property(&Part::Dock.property(), OPEN_DOCK);
    }
}

/// The most that a part takes of the window now, in CSS px.
fn most(part: Part) -> f64 {
    let window = web_sys::window();
    let size = window.and_then(|window| if part.is_column() { window.inner_width() } else { window.inner_height() }.ok());
    let whole = size.and_then(|size| size.as_f64()).unwrap_or(1_000.0);
    let share = if part.is_column() { MOST / 2.0 } else { MOST };
    (whole * share).max(part.least())
}

fn storage() -> Option<Storage> {
    web_sys::window().filter(|_| !is_embedded())?.local_storage().ok()?
}

/// The sizes as they are now; the style sheet follows them.
#[hook]
pub fn use_panel_sizes() -> UseStateHandle<PanelSizes> {
    let sizes = use_state_eq(PanelSizes::recall);
    use_effect_with(*sizes, PanelSizes::show);
    sizes
}
