//! The scenario of a study in slots: machine, workload, policy and market.

use super::bounds;
use super::elastic::Tariff;
use super::order_search::OrderSearch;
use super::overlap_rule::OverlapRule;
use super::replanning::Replan;
use super::request::Request;
use super::revenue::Market;
use super::workload::{RequestId, Source, Workload};
use crate::core::calendar::ClockStart;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::run::Recipe;
use crate::core::time_names::{TimeNames, TimeUnit};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Decisions that take about as long as a node does in the figures of a market.
const DECISIONS_PER_NODE: usize = 10;
/// Slots that a search looks at in about the time of a decision of the usual kind.
const SLOTS_PER_DECISION: u64 = 16_384;

/// Everything a plan in slots depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlotsScenario {
    /// What can be reserved.
    pub machine: Machine,
    /// Who asks for it.
    pub workload: Workload,
    /// How it is granted.
    pub policy: Policy,
    /// What it costs and which class may book how much; without one every placed job is accepted.
    pub market: Option<Market>,
    /// What an offer costs where there is no market (Sulistio).
    pub tariff: Tariff,
}

/// Identical nodes, reserved in slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Number of nodes (maxCN).
    pub nodes: u32,
    /// Length of a slot in seconds (δ); only the clock-time axis and imports use it.
    pub slot_seconds: u32,
    /// When slot 0 begins, if that is known (of a log); only clock time uses it.
    pub start: Option<ClockStart>,
}

impl Default for Machine {
    fn default() -> Self {
        Self { nodes: 5, slot_seconds: 300, start: None }
    }
}

/// The planner and its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// Which planner decides.
    pub planner: PlannerKind,
    /// How planners that move accepted jobs look for the new place; the others ignore it.
    pub shift: ShiftRule,
    /// How planners that search for an order do so; the others ignore it.
    pub search: OrderSearch,
    /// How much reservations may overlap; only the planner that lets them overlap looks at it.
    pub overlap: OverlapRule,
}

impl Policy {
    /// Every policy, simplest first: planners that move no jobs with one shift rule, which they ignore, the others with both.
    pub fn all() -> Vec<Self> {
        let rules = |planner: PlannerKind| if planner.has_shift_rule() { &ShiftRule::ALL[..] } else { &ShiftRule::ALL[..1] };
        PlannerKind::usual()
            .into_iter()
            .flat_map(|planner| rules(planner).iter().map(move |&shift| Self { planner, shift, ..Self::default() }))
            .collect()
    }

    /// Every policy, with the options of this one beside the shift rule.
    pub fn all_like(self) -> Vec<Self> {
        let like = |policy: Self| Self { planner: policy.planner, shift: policy.shift, ..self };
        Self::all().into_iter().map(like).collect()
    }

    /// The name on the command line and in tables: "rigid", "fcfs-lrh:release", "gelsar:population=12:seed=7".
    pub fn name(self) -> String {
        let planner = self.planner.name();
        if self.planner.has_shift_rule() {
            return format!("{planner}:{}", self.shift.name());
        }
        if self.planner.searches() {
            return format!("{planner}{}", self.search.name());
        }
        if self.planner.overlaps() {
            return format!("{planner}{}", self.overlap.name());
        }
        planner.to_string()
    }

    /// The policy with this name; options that it does not name are the usual ones.
    pub fn from_name(name: &str) -> Option<Self> {
        let (planner, options) = name.split_once(':').map_or((name, None), |(planner, options)| (planner, Some(options)));
        let policy = Self { planner: PlannerKind::from_name(planner)?, ..Self::default() };
        match options {
            None => Some(policy),
            Some(shift) if policy.planner.has_shift_rule() => Some(Self { shift: ShiftRule::from_name(shift)?, ..policy }),
            Some(search) if policy.planner.searches() => Some(Self { search: OrderSearch::from_name(search)?, ..policy }),
            Some(rule) if policy.planner.overlaps() => Some(Self { overlap: OverlapRule::from_name(rule)?, ..policy }),
            Some(_) => None,
        }
    }

    /// Whether both decide alike: the same planner and the same of those options that matter to it.
    pub fn is_same_as(self, other: Self) -> bool {
        self.planner == other.planner
            && (self.shift == other.shift || !self.planner.has_shift_rule())
            && (self.search == other.search || !self.planner.searches())
            && (self.overlap == other.overlap || !self.planner.overlaps())
    }

    /// Whether decisions depend on how the earlier jobs of users ended.
    pub fn asks_for_trust(self) -> bool {
        self.planner.overlaps() && self.overlap.trust > 0
    }

    /// Checks the options.
    ///
    /// # Errors
    /// The first thing out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        self.search.check(&place.field("search"))?;
        self.overlap.check(&place.field("overlap"))
    }
}

/// The planners of Umar chapters 2–4, Pujiyanta and Sulistio.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlannerKind {
    /// Only at the earliest start (GARA).
    Rigid,
    /// Earliest start in the window at which every slot has enough free nodes, whichever they are.
    FirstFit,
    /// Earliest start at which enough nodes are free throughout; a job keeps the nodes it is given ("without planning").
    FirstFitPhysical,
    /// First fit, then ejecting: accepted jobs that start in the short slot may be moved later (Umar 3.3.2).
    #[default]
    FcfsEds,
    /// First fit, then holes: accepted jobs that occupy the short slot may be moved earlier or later (Pujiyanta II.C).
    FcfsLrh,
    /// On-line strip packing: the request is a query for offers. Without a solution its user may take a smaller offer (Sulistio, Algorithms 1 and 2).
    Osp,
    /// The same; but before a smaller offer is taken, accepted jobs are moved as by FCFS-EDS to make room for the whole request (ours).
    OspEds,
    /// First fit, then overlapping others where a violation is improbable, because users overestimate durations (Xiao et al., Umar 2.1.3).
    Overlapping,
    /// Everything that has not begun is planned anew for each newcomer (Umar 2.1.5).
    Replan(Replan),
}

impl PlannerKind {
    /// Every planner that decides once, simplest first; those that plan anew are [`Replan::ALL`].
    pub const ALL: [Self; 8] = [
        Self::Rigid,
        Self::FirstFit,
        Self::FirstFitPhysical,
        Self::FcfsEds,
        Self::FcfsLrh,
        Self::Osp,
        Self::OspEds,
        Self::Overlapping,
    ];

    /// Every planner there is.
    pub const EVERY: [Self; 35] = {
        let mut all = [Self::Rigid; 35];
        let mut at = 0;
        while at < all.len() {
            all[at] = match at.checked_sub(Self::ALL.len()) {
                None => Self::ALL[at],
                Some(at) => Self::Replan(Replan::ALL[at]),
            };
            at += 1;
        }
        all
    };

    /// Those that decide once, and the ones that plan anew until a job begins.
    pub fn usual() -> Vec<Self> {
        Self::ALL.into_iter().chain(Replan::USUAL.map(Self::Replan)).collect()
    }

    /// The name used in files, links and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rigid => "rigid",
            Self::FirstFit => "first-fit",
            Self::FirstFitPhysical => "first-fit-physical",
            Self::FcfsEds => "fcfs-eds",
            Self::FcfsLrh => "fcfs-lrh",
            Self::Osp => "osp",
            Self::OspEds => "osp-eds",
            Self::Overlapping => "overlapping",
            Self::Replan(replan) => replan.name(),
        }
    }

    /// The planner with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::EVERY.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the planner moves accepted jobs.
    pub fn moves_jobs(self) -> bool {
        self.has_shift_rule() || matches!(self, Self::Replan(_))
    }

    /// Whether the planner moves single jobs out of a short slot, so that [`ShiftRule`] matters.
    pub fn has_shift_rule(self) -> bool {
        matches!(self, Self::FcfsEds | Self::FcfsLrh | Self::OspEds)
    }

    /// Whether more may be booked than the machine has, so that [`OverlapRule`] matters.
    pub fn overlaps(self) -> bool {
        self == Self::Overlapping
    }

    /// Whether the planner searches for an order, so that [`OrderSearch`] matters.
    pub fn searches(self) -> bool {
        matches!(self, Self::Replan(replan) if replan.searches())
    }

    /// Whether accepted jobs that start in a short slot may be moved later.
    pub fn ejects(self) -> bool {
        matches!(self, Self::FcfsEds | Self::OspEds)
    }

    /// Whether a request is a query for offers, so that less may be booked than was asked for.
    pub fn is_elastic(self) -> bool {
        matches!(self, Self::Osp | Self::OspEds)
    }
}

/// How a job that is to be moved looks for its new place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShiftRule {
    /// Without first giving back its own slots; reproduces the published figures.
    #[default]
    Hold,
    /// After giving back its own slots; stronger, ours.
    Release,
}

impl ShiftRule {
    /// Both rules.
    pub const ALL: [Self; 2] = [Self::Hold, Self::Release];

    /// The name used in files, links and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Release => "release",
        }
    }

    /// The rule with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

impl SlotsScenario {
    /// Checks everything that does not need the requests to be generated: machine, policy, the generator's ranges or every given
    /// request, the edits and the market.
    ///
    /// # Errors
    /// The first thing out of range: where, what was found, what is allowed.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        self.machine.check(&place.field("machine"))?;
        self.workload.check(self.machine.nodes, &place.field("workload"))?;
        self.policy.check(&place.field("policy"))?;
        self.market.as_ref().map_or(Ok(()), |market| market.check(self.machine.nodes, &place.field("market")))?;
        self.tariff.check(&place.field("tariff"))
    }

    /// About how many decisions of the usual kind a run takes. The figures of a market count too: the exact optimum looks at every node again and
    /// again. So does a single decision that may look at very many slots.
    pub fn size(&self) -> usize {
        let requests = self.workload.source.len() as usize + self.workload.edits.0.len();
        let nodes = self.market.as_ref().map_or(0, |_| self.machine.nodes as usize);
        let search = self.workload.longest_search() / SLOTS_PER_DECISION;
        requests.max(DECISIONS_PER_NODE * nodes).max(search as usize)
    }

    /// The same recipe with the edits written into a given list.
    pub fn folded(&self) -> Self {
        Self { workload: self.workload.folded(), ..self.clone() }
    }
}

impl Machine {
    /// Checks both fields.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        if !bounds::NODES.holds(self.nodes) {
            return Err(ScenarioError::out_of_range(place.field("nodes"), self.nodes, bounds::NODES));
        }
        if !bounds::SLOT_SECONDS.holds(self.slot_seconds) {
            return Err(ScenarioError::out_of_range(place.field("slot_seconds"), self.slot_seconds, bounds::SLOT_SECONDS));
        }
        self.start.map_or(Ok(()), |start| start.check(&place.field("start")))
    }

    /// How points in time are written in a unit.
    pub fn time_names(&self, unit: TimeUnit) -> TimeNames {
        TimeNames { unit, slot_seconds: self.slot_seconds, start: self.start }
    }
}

/// A shorthand for examples and tests: a scenario of given requests under the default policy.
pub fn scenario_of(nodes: u32, requests: Vec<Request>) -> SlotsScenario {
    SlotsScenario {
        machine: Machine { nodes, ..Machine::default() },
        workload: Workload::of_requests(requests),
        policy: Policy::default(),
        market: None,
        tariff: Tariff::default(),
    }
}

impl Recipe for SlotsScenario {
    type Request = Request;

    fn given_requests(&self) -> usize {
        self.workload.source.given()
    }

    fn seed(&self) -> Option<u64> {
        match &self.workload.source {
            Source::Requests(_) => None,
            Source::Generator(generator) => Some(generator.seed),
        }
    }

    fn start(&self) -> Option<ClockStart> {
        self.machine.start
    }

    fn policy_seed(&self) -> Option<u64> {
        let Policy { planner, search, overlap, .. } = self.policy;
        if planner.overlaps() { Some(overlap.seed) } else { planner.searches().then_some(search.seed) }
    }

    fn list_mut(&mut self) -> Option<&mut Arc<Vec<Request>>> {
        self.workload.source.list_mut()
    }

    fn size(&self) -> usize {
        Self::size(self)
    }

    fn next_request(&self) -> RequestId {
        self.workload.next_id()
    }

    fn is_empty(&self) -> bool {
        self.workload.source.is_empty() && self.workload.edits.is_empty()
    }

    fn has_source_of(&self, other: &Self) -> bool {
        self.workload.source == other.workload.source
    }

    fn policy_name(&self) -> String {
        self.policy.name()
    }

    fn policies(&self) -> Vec<(String, Self)> {
        self.policy.all_like().into_iter().map(|policy| (policy.name(), Self { policy, ..self.clone() })).collect()
    }
}
