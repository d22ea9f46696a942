//! Plans scenarios step by step, without any browser code. It reuses the previous plan where possible and reports what changed since the last reply.

use super::look_message::LookMessage;
use super::messages::{PlanFigures, PlanMessage};
use super::money_engine::{MoneyEngine, MoneyStep};
use super::servers_engine::{ServersEngine, ServersStep};
use super::servers_plan::ServersUpdate;
use crate::engine::ScenarioError;
use crate::engine::core::error::FieldPath;
use crate::engine::slots::metrics::Metrics;
use crate::engine::slots::patch::PlanPatch;
use crate::engine::slots::planner::Session;
use crate::engine::slots::request::{Request, Slot};
use crate::engine::slots::revenue::{Market, Revenue};
use crate::engine::slots::scenario::{Machine, Policy};
use crate::engine::slots::workload::{Arrivals, Edits, Generator, RequestId, Source, Workload};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Plans the newest scenario it was given. [`PlanEngine::step`] does a bounded piece of work, so that a newer scenario can come between.
#[derive(Debug, Default)]
pub struct PlanEngine {
    held: Option<Held>,
    job: Option<Job>,
    money: MoneyEngine,
    servers: ServersEngine,
}

/// The scenario being planned. Its requests stand in the session's arrivals and nowhere else.
#[derive(Debug)]
struct Held {
    source: HeldSource,
    edits: Edits<Request>,
    /// The edited requests of the source as they were, for the day an edit is taken back: the edit that does it.
    originals: BTreeMap<RequestId, Option<Request>>,
    session: Session,
    /// Whether the page holds a plan of this session, so that what changed is enough.
    is_told: bool,
}

/// What the requests are planned on, how, and for what price.
#[derive(Debug)]
struct Rules {
    machine: Machine,
    policy: Policy,
    market: Option<Arc<Market>>,
}

impl Rules {
    fn session(&self, arrivals: Arrivals) -> Session {
        Session::for_market(self.machine, self.policy, self.market.clone(), arrivals)
    }

    fn are_those_of(&self, session: &Session) -> bool {
        let same_market = session.revenue().map(Revenue::market) == self.market.as_ref();
        self.machine == session.machine() && self.policy == session.policy() && same_market
    }
}

/// What is left of a source once its requests are listed.
#[derive(Clone, Copy, Debug)]
enum HeldSource {
    /// Number of given requests.
    Requests(u32),
    /// The recipe.
    Generator(Generator),
}

/// Work in progress.
#[derive(Debug)]
struct Job {
    rev: u32,
    /// First slot after what is on the page's screen.
    visible: Slot,
    /// Whether the page was told what is on its screen.
    is_glimpsed: bool,
    /// Whether the page wants to know of the money as well.
    with_money: bool,
}

/// What came of a piece of work.
#[derive(Debug)]
pub enum Step {
    /// Nothing to do.
    Idle,
    /// More to do.
    Working {
        /// Which scenario.
        rev: u32,
        /// Jobs decided so far.
        decided: u32,
        /// Jobs in all.
        jobs: u32,
    },
    /// The plan is complete; [`PlanEngine::session`] holds it.
    Planned {
        /// Which scenario.
        rev: u32,
        /// Figures.
        figures: PlanFigures,
        /// What the page needs to show it.
        update: PlanUpdate,
    },
    /// The plan of the servers is complete.
    Servers {
        /// Which command.
        rev: u32,
        /// What the page needs to show it.
        update: Box<ServersUpdate>,
    },
}

/// What the page needs to show a plan.
#[derive(Debug)]
pub enum PlanUpdate {
    /// Everything that [`PlanEngine::session`] holds.
    Whole,
    /// What changed since the update before.
    Patch(Box<PlanPatch>),
}

impl PlanEngine {
    /// Starts on a scenario; work on an older one is dropped. With `is_whole` the page holds nothing that could be patched; `visible` is
    /// the first slot after what is on its screen.
    ///
    /// # Errors
    /// The scenario is out of bounds. The plan before stays.
    pub fn receive(&mut self, rev: u32, message: PlanMessage, is_whole: bool, visible: Slot) -> Result<(), ScenarioError> {
        self.job = None;
        self.money.stop();
        let with_money = message.with_money;
        message.machine.check(&FieldPath::new("machine"))?;
        if let Some(market) = &message.market {
            market.check(message.machine.nodes, &FieldPath::new("market"))?;
        }
        self.servers.check(message.servers.as_ref())?;
        let (edits, servers) = (message.edits(), message.servers);
        let rules = Rules { machine: message.machine, policy: message.policy, market: message.market.map(Arc::new) };
        let place = FieldPath::new("workload");
        match (message.source, &mut self.held) {
            (Some(source), _) => {
                let workload = Workload { source: Source::from(source), edits };
                workload.check(rules.machine.nodes, &place)?;
                self.held = Some(Held::open(workload, rules)?);
            }
            (None, Some(held)) => {
                edits
                    .check(held.source.len(), &place.field("edits"), |request, place| request.check(rules.machine.nodes, place))?;
                held.check_source(rules.machine)?;
                if let Err(error) = held.change(edits, rules) {
                    // Half of the edits may be in: the page sends everything again.
                    self.held = None;
                    return Err(error);
                }
            }
            (None, None) => return Err(ScenarioError::new(place, "nothing", "sent before its edits")),
        }
        if let Some(held) = &mut self.held {
            held.is_told &= !is_whole;
            self.servers.receive(rev, servers, is_whole)?;
            self.job = Some(Job { rev, visible, is_glimpsed: false, with_money });
        }
        Ok(())
    }

    /// Looks at something else of the same servers.
    pub fn look(&mut self, rev: u32, look: LookMessage) {
        self.servers.look(rev, look);
    }

    /// Decides up to `budget` jobs, or gives as many their nodes; the servers come after the slot plan.
    pub fn step(&mut self, budget: usize) -> Step {
        let (Some(job), Some(held)) = (&self.job, &mut self.held) else {
            return match self.servers.step(budget) {
                ServersStep::Idle => Step::Idle,
                ServersStep::Working { rev, decided, jobs } => Step::Working { rev, decided, jobs },
                ServersStep::Planned { rev, update } => Step::Servers { rev, update },
            };
        };
        let session = &mut held.session;
        let rev = job.rev;
        if !session.is_done() {
            session.advance(budget);
            return Step::Working { rev, decided: session.decided() as u32, jobs: session.arrivals().jobs() as u32 };
        }
        if !session.map_nodes(budget) {
            let jobs = session.arrivals().jobs() as u32;
            return Step::Working { rev, decided: jobs, jobs };
        }
        if job.with_money && session.revenue().is_some() {
            self.money.begin(rev);
        }
        self.job = None;
        let metrics = Metrics::of(session.arrivals(), session.decisions(), session.machine());
        let figures = PlanFigures { metrics, jobs_planned: session.planned() as u32 };
        let patch = if held.is_told { session.patch() } else { None };
        if patch.is_none() {
            session.hand_out();
        }
        held.is_told = true;
        Step::Planned { rev, figures, update: patch.map_or(PlanUpdate::Whole, |patch| PlanUpdate::Patch(Box::new(patch))) }
    }

    /// Goes on with the money of the plan that was told last, by up to `budget` jobs.
    pub fn money_step(&mut self, budget: usize) -> MoneyStep {
        self.held.as_ref().map_or(MoneyStep::Idle, |held| self.money.step(&held.session, budget))
    }

    /// What is on the page's screen of a plan that is not complete yet, once for every scenario: as soon as nothing there will change.
    pub fn glimpse(&mut self) -> Option<(u32, PlanUpdate)> {
        let (Some(job), Some(held)) = (&mut self.job, &mut self.held) else { return None };
        let arrivals = held.session.arrivals();
        let row = *arrivals.request.get(held.session.decided())?;
        // What is still to be decided starts no earlier than it is asked for.
        if !held.is_told || job.is_glimpsed || arrivals.submitted[row as usize] < job.visible {
            return None;
        }
        job.is_glimpsed = true;
        Some((job.rev, PlanUpdate::Patch(Box::new(held.session.patch()?))))
    }

    /// The run as it stands.
    pub fn session(&self) -> Option<&Session> {
        self.held.as_ref().map(|held| &held.session)
    }
}

impl HeldSource {
    fn len(self) -> u32 {
        match self {
            Self::Requests(len) => len,
            Self::Generator(generator) => generator.requests,
        }
    }
}

impl Held {
    fn open(workload: Workload, rules: Rules) -> Result<Self, ScenarioError> {
        let (source, requests) = match &workload.source {
            Source::Requests(requests) => (HeldSource::Requests(requests.len() as u32), None),
            Source::Generator(generator) => (HeldSource::Generator(*generator), Some(generator.generate()?)),
        };
        let requests = match (&requests, &workload.source) {
            (Some(requests), _) => requests,
            (None, Source::Requests(requests)) => &**requests,
            (None, Source::Generator(_)) => &Vec::new(),
        };
        let mut originals = BTreeMap::new();
        for &id in workload.edits.0.keys() {
            if let Some(request) = requests.get(id as usize) {
                originals.insert(id, Some(*request));
            }
        }
        let session = rules.session(workload.edited(requests)?);
        Ok(Self { source, edits: workload.edits, originals, session, is_told: false })
    }

    /// Goes on with other edits of the same source, by other rules perhaps.
    fn change(&mut self, edits: Edits<Request>, rules: Rules) -> Result<(), ScenarioError> {
        if !rules.are_those_of(&self.session) {
            self.session = rules.session(self.session.arrivals().clone());
            self.is_told = false;
        }
        let len = self.source.len();
        let (before, now) = (std::mem::replace(&mut self.edits, edits.clone()).0, &edits.0);
        let other = before.iter().filter(|(id, change)| now.get(id) != Some(change)).map(|(id, _)| *id);
        for id in other.chain(now.keys().copied().filter(|id| !before.contains_key(id))) {
            if id < len && !self.originals.contains_key(&id) {
                let arrivals = self.session.arrivals();
                if let Some(row) = arrivals.row_of(id) {
                    self.originals.insert(id, Some(arrivals.row(row)));
                }
            }
            let change = edits.0.get(&id).or(self.originals.get(&id)).copied().flatten();
            self.session.edit(id, change)?;
        }
        Ok(())
    }

    /// The source on another machine; its requests were checked on the one before.
    fn check_source(&self, machine: Machine) -> Result<(), ScenarioError> {
        let place = FieldPath::new("workload");
        if let HeldSource::Generator(generator) = self.source {
            return generator.check(machine.nodes, &place.field("generator"));
        }
        if machine.nodes >= self.session.machine().nodes {
            return Ok(());
        }
        let arrivals = self.session.arrivals();
        let wide = (0..arrivals.requests()).filter(|&row| arrivals.nodes[row] > machine.nodes);
        let unedited = wide.map(|row| (arrivals.id[row], arrivals.row(row))).filter(|(id, _)| !self.edits.0.contains_key(id));
        let originals = self.originals.iter().filter_map(|(id, request)| Some((*id, (*request)?)));
        for (id, request) in unedited.chain(originals) {
            request.check(machine.nodes, &place.field("requests").index(id as usize))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SlotsScenario;
    use crate::engine::run;
    use crate::engine::slots::decisions::Decisions;
    use crate::engine::slots::nodes::NodeTable;
    use crate::engine::slots::revenue::Method;
    use crate::state::{EXAMPLES, Example, Handle, moved};
    use crate::worker::messages::SourceMessage;

    fn message(scenario: &SlotsScenario, with_source: bool) -> PlanMessage {
        PlanMessage {
            source: with_source.then(|| SourceMessage::from(&scenario.workload.source)),
            edits: scenario.workload.edits.0.iter().map(|(id, change)| (*id, *change)).collect(),
            machine: scenario.machine,
            policy: scenario.policy,
            market: scenario.market.clone(),
            servers: None,
            with_money: false,
        }
    }

    /// What the page would hold.
    #[derive(Default)]
    struct Copy(Arrivals, Decisions, NodeTable);

    impl Copy {
        fn apply(&mut self, engine: &PlanEngine, update: &PlanUpdate) {
            match update {
                PlanUpdate::Whole => {
                    let session = engine.session().unwrap();
                    *self = Self(session.arrivals().clone(), session.decisions().clone(), session.nodes().clone());
                }
                PlanUpdate::Patch(patch) => assert!(patch.apply(&mut self.0, &mut self.1, &mut self.2).is_some()),
            }
        }
    }

    fn finish(engine: &mut PlanEngine, copy: &mut Copy, rev: u32, budget: usize) -> bool {
        loop {
            match engine.step(budget) {
                Step::Planned { rev: done, update, .. } => {
                    assert_eq!(done, rev);
                    copy.apply(engine, &update);
                    return matches!(update, PlanUpdate::Patch(_));
                }
                Step::Working { .. } => {
                    if let Some((_, update)) = engine.glimpse() {
                        copy.apply(engine, &update);
                    }
                }
                // What is left of the scenario before.
                Step::Servers { .. } => {}
                Step::Idle => panic!("work was dropped"),
            }
        }
    }

    #[test]
    fn edits_in_small_steps_lead_the_page_to_the_plan_of_a_fresh_run() {
        for example in EXAMPLES {
            let Some(mut scenario) = example.slots() else { continue };
            let mut engine = PlanEngine::default();
            let mut copy = Copy::default();
            let len = scenario.workload.source.len();
            let mut kept = Vec::new();
            for rev in 0..12 {
                if rev >= 8 {
                    // Undone again.
                    scenario = kept.pop().unwrap();
                } else if rev > 0 {
                    kept.push(scenario.clone());
                    let id = (rev * 7919) % len;
                    let arrivals = scenario.workload.arrivals().unwrap();
                    let request = arrivals.row(arrivals.row_of(id).unwrap());
                    let request = moved(request, Handle::ALL[rev as usize % 5], 2, scenario.machine.nodes);
                    scenario.workload = scenario.workload.with_edit(id, Some(request));
                }
                engine.receive(rev, message(&scenario, rev == 0), rev == 0, rev * 3).unwrap();
                // A newer scenario comes between: the older one's work is dropped.
                engine.step(3);
                engine.receive(rev, message(&scenario, false), false, rev * 3).unwrap();
                let is_patch = finish(&mut engine, &mut copy, rev, 50);
                assert_eq!(is_patch, rev > 0, "the whole plan travels once");
                let fresh = run(&scenario).unwrap();
                assert_eq!(
                    (&copy.0, &copy.1, &copy.2),
                    (&fresh.arrivals, &fresh.decisions, &fresh.nodes),
                    "{} at {rev}",
                    example.key
                );
            }
            // The page lost its plan.
            engine.receive(12, message(&scenario, false), true, 0).unwrap();
            assert!(!finish(&mut engine, &mut Copy::default(), 12, 50));
        }
    }

    #[test]
    fn another_machine_is_checked_against_requests_that_stand_nowhere_but_in_the_plan() {
        let mut scenario = EXAMPLES[1].slots().unwrap();
        let (mut engine, mut copy) = (PlanEngine::default(), Copy::default());
        engine.receive(1, message(&scenario, true), true, 0).unwrap();
        finish(&mut engine, &mut copy, 1, 1_000);
        let before = scenario.clone();
        // The largest request becomes small: its original is still too large for the smaller machine.
        let arrivals = scenario.workload.arrivals().unwrap();
        for row in 0..arrivals.requests() {
            let small = Request { nodes: 1, ..arrivals.row(row) };
            scenario.workload = scenario.workload.with_edit(arrivals.id[row], Some(small));
        }
        scenario.machine.nodes = 1;
        let error = engine.receive(2, message(&scenario, false), false, 0).unwrap_err();
        assert!(error.place.as_str().starts_with("workload.requests["), "{error}");
        assert_eq!(scenario.check(&FieldPath::new("")).unwrap_err().allowed, error.allowed);
        engine.receive(3, message(&before, false), false, 0).unwrap();
        finish(&mut engine, &mut copy, 3, 1_000);
        assert_eq!(copy.1, run(&before).unwrap().decisions);
    }

    #[test]
    fn another_market_plans_anew() {
        let mut scenario = Example::find("three-classes").unwrap().slots().unwrap();
        let (mut engine, mut copy) = (PlanEngine::default(), Copy::default());
        engine.receive(1, message(&scenario, true), true, 0).unwrap();
        finish(&mut engine, &mut copy, 1, 50);
        let before = copy.1.clone();
        scenario.market.as_mut().unwrap().method = Method::None;
        engine.receive(2, message(&scenario, false), false, 0).unwrap();
        finish(&mut engine, &mut copy, 2, 50);
        assert_eq!(copy.1, run(&scenario).unwrap().decisions);
        assert_ne!(copy.1, before);
        scenario.market.as_mut().unwrap().classes[1].price = 100;
        let error = engine.receive(3, message(&scenario, false), false, 0).unwrap_err();
        assert_eq!(error.place.as_str(), "market.classes[1].price");
    }

    #[test]
    fn a_scenario_out_of_bounds_leaves_the_plan_before() {
        let scenario = EXAMPLES[0].slots().unwrap();
        let mut engine = PlanEngine::default();
        engine.receive(1, message(&scenario, true), true, 0).unwrap();
        finish(&mut engine, &mut Copy::default(), 1, 1_000);
        let kept = engine.session().unwrap().decisions().clone();
        let mut bad = message(&scenario, false);
        bad.machine.nodes = 0;
        assert_eq!(engine.receive(2, bad, false, 0).unwrap_err().place.as_str(), "machine.nodes");
        assert_eq!(engine.session().unwrap().decisions(), &kept);
    }
}
