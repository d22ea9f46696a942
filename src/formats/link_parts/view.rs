//! What is on screen, apart from the scenario: what all studies have in common, and what is seen of each.

use bookahead_engine::batch::cost::Measure;
use bookahead_engine::batch::forecast::run_times::RunTimes;
use bookahead_engine::batch::scheduler::Scheduler;
use bookahead_engine::core::bounds::REQUEST_ID_MAX;
use bookahead_engine::core::cost_map::MapAxis;
use bookahead_engine::core::edits::RequestId;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::idle::{Strategy, TreeName};
use bookahead_engine::slots::cost::Wanted;
use bookahead_engine::slots::elastic::{Choice, ElasticQuery, OfferOrder, WEIGHT_MAX, Weights, check_query};
use bookahead_engine::slots::request::{Request, Slot};
use bookahead_engine::slots::scenario::Policy;
use bookahead_engine::slots::{self, bounds};
use bookahead_engine::study::StudyKind;
use bookahead_engine::workflow::policy::Method;
use bookahead_papers::experiment::Options;

/// What is on screen, apart from the scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Time on screen; `None` shows the whole plan.
    pub time: Option<TimeWindow>,
    /// The selected request.
    pub selected: Option<RequestId>,
    /// How many requests are decided in the plan on screen; `None` shows the whole plan.
    pub step: Option<u32>,
    /// The policy that the plan is compared with.
    pub compared: Option<Policy>,
    /// How the two plans of a comparison are shown; `None` as it fits the page.
    pub compare_layout: Option<CompareLayout>,
    /// The query for offers that is looked at; `None` if nobody asks.
    pub offers: Option<OffersView>,
    /// The request whose cost is looked at; `None` if nobody asks.
    pub cost: Option<CostView>,
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
    /// The size at which that experiment was started; `None` if it was not.
    pub options: Option<Options>,
    /// What is seen of the servers.
    pub geometry: Geometry,
    /// What is seen of a cluster.
    pub cluster: ClusterView,
    /// What is seen of workflows.
    pub workflow: WorkflowView,
}

/// A query for offers that is looked at (Sulistio).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffersView {
    /// The query.
    pub query: ElasticQuery,
    /// Who chooses.
    pub choice: Choice,
    /// How the resource lists its offers.
    pub order: OfferOrder,
    /// How many steps of the algorithm are shown; `None` shows the offers.
    pub step: Option<u32>,
}

impl OffersView {
    /// Checks the query, as far as it can be without the machine, the weights and the step.
    ///
    /// # Errors
    /// The first thing that is out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        check_query(&self.query, bounds::NODES.max, &place.field("query"))?;
        if let Choice::Weighted(Weights { early, long, wide, cheap }) = self.choice
            && let Some(weight) = [early, long, wide, cheap].into_iter().find(|weight| *weight > WEIGHT_MAX)
        {
            return Err(ScenarioError::new(place.field("weights"), weight, format!("at most {WEIGHT_MAX}")));
        }
        check_step(self.step, &place.field("step"))
    }
}

/// A request whose cost is looked at, and the map of what others would cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostView {
    /// The slot in which it comes, after everything else of that slot.
    pub submitted: Slot,
    /// Its earliest start, its duration and its nodes.
    pub wanted: Wanted,
    /// By how many slots its start may be later.
    pub relax: Slot,
    /// What the cheapest starts are measured by.
    pub measure: slots::cost::Measure,
    /// What the rows of the map are.
    pub axis: MapAxis,
}

impl CostView {
    /// Checks the request, as far as it can be without the machine.
    ///
    /// # Errors
    /// The first thing that is out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let Self { submitted, wanted: Wanted { start, slots, nodes }, relax, .. } = *self;
        let latest_start = start.checked_add(relax).unwrap_or(Slot::MAX);
        Request { user: 1, submitted, earliest_start: start, latest_start, duration: slots, nodes, jobs: 1 }
            .check(bounds::NODES.max, place)
    }
}

/// How two plans are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompareLayout {
    /// One above the other, on one time axis.
    #[default]
    Stacked,
    /// In one chart: plan A, and over it what B has elsewhere.
    Overlaid,
    /// Plan A alone.
    OnlyA,
    /// Plan B alone.
    OnlyB,
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
    /// How many requests are decided in what is on screen; `None` shows the whole plan.
    pub step: Option<u32>,
    /// The strategy to compare with.
    pub other: Option<Strategy>,
    /// The tree that is opened.
    pub tree: Option<TreeName>,
}

/// What is seen of a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClusterView {
    /// The selected job.
    pub selected: Option<RequestId>,
    /// Time on screen in seconds; `None` shows all.
    pub time: Option<TimeWindow>,
    /// The scheduler to compare with.
    pub other: Option<Scheduler>,
    /// Which attempt of the selected job is shown, from 0; `None` for the last.
    pub attempt: Option<u32>,
    /// From when until when nodes are to be free throughout, in seconds, where that is asked.
    pub range: Option<(u64, u64)>,
    /// How many jobs have arrived in what is on screen; `None` shows the whole plan.
    pub step: Option<u32>,
    /// What is asked about a reservation in the range.
    pub reserve: Option<ReserveView>,
    /// What is asked about the start of the selected job.
    pub forecast: Option<ForecastView>,
}

/// What is asked about a reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReserveView {
    /// Its nodes.
    pub nodes: u32,
    /// What the cheapest starts are measured by.
    pub measure: Measure,
    /// What the rows of the map are.
    pub axis: MapAxis,
    /// Whether other reservations are priced as well.
    pub has_map: bool,
    /// The latest start in seconds, if it may start later than the range does.
    pub latest: Option<u32>,
}

impl Default for ReserveView {
    fn default() -> Self {
        Self { nodes: 1, measure: Measure::default(), axis: MapAxis::default(), has_map: false, latest: None }
    }
}

/// What is asked about the start of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForecastView {
    /// Within how many seconds a job is to start that fits.
    pub within: u32,
    /// The seed of the draws.
    pub seed: u64,
    /// Where run times come from.
    pub run_times: RunTimes,
}

impl Default for ForecastView {
    fn default() -> Self {
        Self { within: 0, seed: 1, run_times: RunTimes::default() }
    }
}

/// What is seen of workflows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorkflowView {
    /// The selected task.
    pub selected: Option<RequestId>,
    /// Time on screen in ticks; `None` shows all.
    pub time: Option<TimeWindow>,
    /// What is looked at.
    pub part: WorkflowPart,
    /// The application that is looked at, by its place.
    pub application: u32,
    /// The mapping whose steps are shown, from 0; `None` shows the best.
    pub mapping: Option<u32>,
    /// How many of its steps are shown; `None` shows all.
    pub step: Option<u32>,
    /// The method to compare with.
    pub other: Option<Method>,
}

/// What is looked at of workflows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkflowPart {
    /// Graph and nodes.
    #[default]
    Plan,
    /// The search, step by step.
    Search,
    /// What users, broker and providers tell one another.
    Parties,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panel {
    /// The plan of a study.
    Study(StudyKind),
    /// Who pays what, and what is kept for whom.
    Revenue,
    /// The papers' figures and tables, done again.
    Experiments,
}

impl Default for Panel {
    fn default() -> Self {
        Self::Study(StudyKind::ALL[0])
    }
}

impl Panel {
    /// Every panel.
    pub fn all() -> impl Iterator<Item = Self> {
        StudyKind::ALL.into_iter().map(Self::Study).chain([Self::Revenue, Self::Experiments])
    }

    /// The name in links. It never changes.
    pub fn key(self) -> &'static str {
        match self {
            Self::Study(kind) => kind.key(),
            Self::Revenue => "revenue",
            Self::Experiments => "experiments",
        }
    }

    /// The panel with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|panel| panel.key() == key)
    }
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

/// Narrowest time on screen, in slots.
const SLOTS_MIN: f64 = 1e-3;

impl TimeWindow {
    /// Checks that the time is within `most` slots (or ticks) of the start.
    pub(crate) fn check(self, place: &FieldPath, most: f64) -> Result<(), ScenarioError> {
        let check = |name: &str, value: f64, min: f64, max: f64| {
            let allowed = || format!("a number from {min} to {max}");
            // NaN lies in no range.
            if (min..=max).contains(&value) { Ok(()) } else { Err(ScenarioError::new(place.field(name), value, allowed())) }
        };
        check("first", self.first, -most, most)?;
        check("slots", self.slots, SLOTS_MIN, most)
    }
}

/// Checks a number of decided requests.
pub(crate) fn check_step(step: Option<u32>, place: &FieldPath) -> Result<(), ScenarioError> {
    match step {
        Some(step) if step > REQUEST_ID_MAX => Err(ScenarioError::new(place.clone(), step, format!("at most {REQUEST_ID_MAX}"))),
        _ => Ok(()),
    }
}

/// Checks the number of a selected request.
pub(crate) fn check_selected(selected: Option<RequestId>, place: &FieldPath) -> Result<(), ScenarioError> {
    match selected {
        Some(id) if id > REQUEST_ID_MAX => Err(ScenarioError::new(place.clone(), id, format!("at most {REQUEST_ID_MAX}"))),
        _ => Ok(()),
    }
}
