//! Links: scenario and view as compact text for the URL fragment. Described in `docs/share-link.md`.

mod keys;
mod codec;
mod servers;
mod v1;
mod v2;

pub use codec::{Encoding, LINK_CHARS_MAX, LinkError, UNPACKED_MAX, decode, encode, fits};

use bookahead_engine::core::edits::RequestId;
use bookahead_engine::idle::{Strategy, TreeName};
use bookahead_engine::slots::scenario::SlotsScenario;
use bookahead_engine::{Scenario, Study};

/// What a link holds: the recipe and what its sender saw.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    /// The recipe.
    pub scenario: Scenario,
    /// What was on screen.
    pub view: View,
}

/// What opening a link gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The recipe that its sender looked at.
    pub scenario: Scenario,
    /// What was on screen.
    pub view: View,
    /// A second study: earlier builds kept a plan in slots and named servers in one scenario.
    pub second: Option<Scenario>,
}

impl Opened {
    /// A plan in slots and what was seen of it.
    fn of_slots(title: String, slots: SlotsScenario, view: View) -> Self {
        Self { scenario: Scenario::new(title, slots), view, second: None }
    }

    /// The part that its sender looked at.
    pub fn into_shared(self) -> Shared {
        Shared { scenario: self.scenario, view: self.view }
    }
}

/// What is on screen, apart from the scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Time on screen; `None` shows the whole plan.
    pub time: Option<TimeWindow>,
    /// The selected request.
    pub selected: Option<RequestId>,
    /// Which Gantt charts are shown.
    pub layout: Layout,
    /// What the time axis counts in.
    pub axis: AxisUnit,
    /// What the middle of the page shows.
    pub panel: Panel,
    /// Which two neighbouring classes the laboratory of booking limits looks at: 0 for classes 1 and 2.
    pub border: u32,
    /// What the bars of the charts are coloured by.
    pub colours: BarColours,
    /// Which experiment is looked at: its place in the catalogue.
    pub experiment: u32,
    /// What is seen of the servers.
    pub geometry: Geometry,
}

/// What the bars of the charts are coloured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BarColours {
    /// By class where money is looked at and there is a market, else by request.
    #[default]
    Fitting,
    /// By request: neighbours differ.
    Request,
    /// By class of the market, if there is one.
    Class,
}

impl View {
    /// How a scenario that comes without a view is first shown.
    pub fn first(scenario: &Scenario) -> Self {
        let panel = match scenario.study {
            Study::Slots(_) => Panel::Plan,
            Study::Idle(_) => Panel::Geometry,
        };
        Self { panel, ..Self::default() }
    }

    /// Whether bars are coloured by class, if there is a market.
    pub fn is_by_class(&self) -> bool {
        match self.colours {
            BarColours::Fitting => self.panel == Panel::Revenue,
            BarColours::Request => false,
            BarColours::Class => true,
        }
    }
}

/// What is seen of the servers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Geometry {
    /// Which planes are drawn.
    pub plane: Plane,
    /// Time on screen in ticks; `None` shows all.
    pub time: Option<TimeWindow>,
    /// The request whose moment is shown.
    pub selected: Option<RequestId>,
    /// The strategy to compare with.
    pub other: Option<Strategy>,
    /// The tree that is opened.
    pub tree: Option<TreeName>,
}

/// Which planes are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plane {
    /// Starts and ends: idle periods as points above the diagonal (Castillo chapter 3).
    #[default]
    Time,
    /// Primal and dual plane side by side (Castillo chapter 4).
    Dual,
}

/// What the middle of the page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// Who runs when, and where.
    #[default]
    Plan,
    /// Who pays what, and what is kept for whom.
    Revenue,
    /// The papers' figures and tables, done again.
    Experiments,
    /// Idle periods of named servers.
    Geometry,
}

/// A stretch of time on screen, in slots (in ticks for [`Geometry::time`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeWindow {
    /// Left edge.
    pub first: f64,
    /// Width.
    pub slots: f64,
}

/// Which Gantt charts are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Logical plan above physical nodes.
    #[default]
    Stacked,
    /// Logical plan only.
    Logical,
    /// Physical nodes only.
    Physical,
}

/// What the time axis counts in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisUnit {
    /// Slot numbers.
    #[default]
    Slots,
    /// Clock time, from the start of the scenario.
    Clock,
}
