//! A study in slots at work: follows the edits of its scenario, reports what changed in the plan, and computes what is asked for beside it.

use super::check::verify;
use super::cost::CostInParts;
use super::cost::pricing::Pricing;
use super::decisions::Decisions;
use super::elastic::Tariff;
use super::explain::verdict;
use super::metrics::Metrics;
use super::offering::Offering;
use super::outcome::RevenueOutcome;
use super::overlap::Reality;
use super::plan_columns::{PieceCursor, PlanColumns};
use super::planner::Session;
use super::request::{Request, Slot};
use super::revenue::{MarketFigures, RevenueParts, WholeClasses};
use super::rules::{HeldSource, Rules};
use super::scenario::{Machine, SlotsScenario};
use super::stepping::Stepping;
use super::update::{PlanChange, PlanFigures, SlotsQuery, SlotsSnapshot, SlotsUpdate};
use super::workload::{Edits, RequestId, Workload};
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::run::{Answer, Progress, StudyRun};
use crate::core::time_names::TimeUnit;
use crate::core::verdict::Verdict;
use crate::core::verification::Verification;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Machines of at most so many nodes have the figures of their market before the plan: they take less time than a frame.
const FIGURES_FIRST_NODES: u32 = 2_000;

/// A study in slots at work. Its requests stand in the session's arrivals and nowhere else.
#[derive(Debug)]
pub struct SlotsRun {
    source: HeldSource,
    edits: Edits<Request>,
    /// The edited requests of the source as they were, for the day an edit is taken back: the edit that does it.
    originals: BTreeMap<RequestId, Option<Request>>,
    session: Session,
    query: SlotsQuery,
    /// Whether every job is decided and has its nodes.
    is_done: bool,
    copy: CopyState,
    /// Whether the visible part of the plan was sent since the last edit.
    is_visible_sent: bool,
    /// Number of the plan sent last.
    number: u32,
    revenue: RevenueParts,
    /// Whether the market's figures are still to be computed.
    figures_are_due: bool,
    known: Option<WholeClasses>,
    stepping: Stepping,
    tariff: Tariff,
    offering: Offering,
    cost: CostInParts,
}

/// What whoever takes the updates holds of the plan.
#[derive(Clone, Copy, Debug)]
enum CopyState {
    /// Nothing: a whole plan has to be sent.
    Missing,
    /// A part: a whole plan is being sent.
    InPieces(PieceCursor),
    /// The plan from before the last edit.
    Outdated,
    /// This plan.
    Current,
}

impl StudyRun for SlotsRun {
    type Scenario = SlotsScenario;
    type Query = SlotsQuery;
    type Update = SlotsUpdate;
    type Snapshot = SlotsSnapshot;
    type Metrics = Metrics;

    fn open(scenario: SlotsScenario) -> Result<Self, ScenarioError> {
        scenario.check(&FieldPath::new(""))?;
        let SlotsScenario { machine, workload, policy, market, tariff } = scenario;
        let (source, requests) = HeldSource::of(&workload.source)?;
        let edited = workload.edits.0.keys();
        let originals = edited.filter_map(|&id| Some((id, Some(*requests.get(id as usize)?)))).collect();
        let session = Rules::new(machine, policy, market).session(workload.edited(&requests)?);
        Ok(Self::of(source, workload.edits, originals, session, tariff))
    }

    fn edit(&mut self, scenario: SlotsScenario) -> Result<(), ScenarioError> {
        let SlotsScenario { machine, workload: Workload { edits, .. }, policy, market, tariff } = scenario;
        let root = FieldPath::new("");
        machine.check(&root.field("machine"))?;
        if let Some(market) = &market {
            market.check(machine.nodes, &root.field("market"))?;
        }
        tariff.check(&root.field("tariff"))?;
        let place = root.field("workload.edits");
        edits.check(self.source.len(), &place, |request, place| request.check(machine.nodes, place))?;
        self.check_source(machine)?;
        self.tariff = tariff;
        self.offering.begin(self.query.offers);
        self.cost.begin();
        self.revenue.stop();
        let rules = Rules::new(machine, policy, market);
        let is_replaced = !rules.are_those_of(&self.session);
        if is_replaced {
            self.session = rules.session(self.session.asked_arrivals());
        }
        self.copy = match self.copy {
            // A patch leads from one whole plan to another.
            CopyState::Outdated | CopyState::Current if !is_replaced && self.stepping.is_at_end() => CopyState::Outdated,
            _ => CopyState::Missing,
        };
        self.stepping.tell_again();
        (self.is_done, self.is_visible_sent) = (false, false);
        self.change_requests(edits)
    }

    fn query(&mut self, query: SlotsQuery) {
        let before = std::mem::replace(&mut self.query, query);
        if before.step != query.step {
            self.stepping.tell_again();
        }
        if before.offers != query.offers {
            self.offering.ask(query.offers);
        }
        self.cost.ask(query.cost);
        if before != query && (SlotsQuery { step: query.step, offers: query.offers, cost: query.cost, ..before }) == query {
            // Another step of the same plan, or another question: its market is what it was.
            return;
        }
        self.figures_are_due = query.border.is_some();
        self.revenue.stop();
        if self.is_copy_current() {
            self.begin_revenue();
        }
    }

    fn advance(&mut self, jobs: usize) -> Progress {
        let session = &mut self.session;
        if session.is_done() {
            self.is_done = session.map_nodes(jobs);
        } else {
            session.advance(jobs);
        }
        Progress { decided: session.decided() as u32, jobs: session.arrivals().jobs() as u32, is_done: self.is_done }
    }

    fn rewind(&mut self, jobs: usize) {
        self.session.rewind(jobs);
        self.revenue.stop();
        self.cost.begin();
        (self.is_done, self.copy) = (false, CopyState::Missing);
    }

    fn update(&mut self) -> Option<SlotsUpdate> {
        if !self.is_done {
            return self.visible_update();
        }
        match &mut self.copy {
            CopyState::Current => self.stepping.update(&self.session, self.query.step, &mut self.number),
            CopyState::Outdated => match self.session.patch() {
                Some(patch) => {
                    let base = self.number;
                    self.number += 1;
                    Some(self.planned(Some(Box::new(PlanChange { base, number: self.number, patch }))))
                }
                None => {
                    self.copy = CopyState::Missing;
                    self.update()
                }
            },
            CopyState::Missing => {
                self.copy = CopyState::InPieces(PieceCursor::default());
                Some(SlotsUpdate::Outline(columns_of(&self.session).outline()))
            }
            CopyState::InPieces(cursor) => {
                if let Some(piece) = columns_of(&self.session).next(cursor) {
                    return Some(SlotsUpdate::Piece(piece.to_vec()));
                }
                self.session.hand_out();
                self.number += 1;
                self.stepping.begin();
                Some(self.planned(None))
            }
        }
    }

    fn snapshot(&mut self, jobs: usize) -> Answer<SlotsSnapshot> {
        let nodes = self.session.machine().nodes;
        if let (true, Some(border), Some(revenue)) = (self.figures_are_due, self.query.border, self.session.revenue())
            && (nodes <= FIGURES_FIRST_NODES || self.is_copy_current())
        {
            self.figures_are_due = false;
            let figures = MarketFigures::of(revenue.market(), nodes, border, &mut self.known);
            return Answer::Ready(SlotsSnapshot::Market(Box::new(figures)));
        }
        if !self.is_copy_current() {
            return Answer::Nothing;
        }
        if let Some(told) = self.stepping.told(&self.session, self.query.step) {
            return Answer::Ready(SlotsSnapshot::Step(Box::new(told)));
        }
        if let Some(answer) = self.offering.answer(&self.session, self.tariff, self.number) {
            return Answer::Ready(SlotsSnapshot::Offers(Box::new(answer)));
        }
        // Of the whole plan, whose number is known once it is sent.
        if self.stepping.is_at_end() {
            let mut cost = std::mem::take(&mut self.cost);
            let told = cost.advance(|asked| self.pricing(asked.submitted, asked.relax), self.number, jobs);
            self.cost = cost;
            if !matches!(told, Answer::Nothing) {
                return told.map(|told| SlotsSnapshot::Cost(Box::new(told)));
            }
        }
        self.revenue.advance(&self.session, jobs).map(|part| SlotsSnapshot::Revenue(Box::new(part)))
    }

    fn metrics(&self) -> Metrics {
        Metrics::of(self.session.arrivals(), self.session.decisions(), self.session.machine())
    }

    fn explain(&mut self, id: RequestId) -> Option<Verdict> {
        let session = &self.session;
        let row = session.arrivals().row_of(id)?;
        Some(verdict(session.arrivals(), session.decisions(), session.machine(), session.policy(), row, TimeUnit::Slots))
    }

    fn verify(&self) -> Verification {
        if !self.is_done {
            return Verification::default();
        }
        let session = &self.session;
        let (arrivals, decisions, nodes) = (session.arrivals(), session.decisions(), session.nodes());
        let revenue = RevenueOutcome::of(session);
        let market = session.revenue().map(|revenue| &**revenue.market());
        verify(arrivals, decisions, nodes, (session.machine(), session.policy()), market.zip(revenue.as_ref()))
    }
}

impl SlotsRun {
    /// The plan as it stands.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What prices one request more, which comes in slot `submitted`, by default with the last of the others, and may start later than it asks for by `relax`
    /// slots. `None` before the plan is complete, and where it is as large as a plan may be.
    pub fn pricing(&self, submitted: Option<Slot>, relax: Slot) -> Option<Pricing> {
        let added = self.edits.0.keys().next_back().map_or(0, |&last| last + 1);
        let id = self.source.len().max(added);
        self.session.is_done().then(|| Pricing::new(&self.session, id, submitted, relax).ok()).flatten()
    }

    /// Shows the plan after as many requests as another run; tells whether that is another part than before.
    pub(super) fn follow_step(&mut self, other: &Self) -> bool {
        let (before, step) = (self.query.step, other.query.step);
        self.query(SlotsQuery { step, ..self.query });
        before != step
    }

    /// The decisions that are shown, and on how many jobs they are: all of them, or those of the first requests as they were then.
    pub(super) fn shown_decisions(&self) -> (Cow<'_, Decisions>, u32) {
        let (arrivals, decisions) = (self.session.arrivals(), self.session.decisions());
        let decided = self.query.step.and_then(|step| arrivals.first_job.get(step as usize).copied());
        let part = decided.filter(|decided| (*decided as usize) < arrivals.jobs());
        part.map_or((Cow::Borrowed(decisions), arrivals.jobs() as u32), |part| (Cow::Owned(decisions.of_first(part)), part))
    }

    /// A run that has decided nothing yet.
    fn of(
        source: HeldSource,
        edits: Edits<Request>,
        originals: BTreeMap<RequestId, Option<Request>>,
        session: Session,
        tariff: Tariff,
    ) -> Self {
        Self {
            source,
            edits,
            originals,
            session,
            query: SlotsQuery::default(),
            is_done: false,
            copy: CopyState::Missing,
            is_visible_sent: false,
            number: 0,
            revenue: RevenueParts::default(),
            figures_are_due: false,
            known: None,
            stepping: Stepping::default(),
            tariff,
            offering: Offering::default(),
            cost: CostInParts::default(),
        }
    }

    /// A run of the same requests, with the same rules, that has decided nothing yet.
    pub(super) fn undecided(&self) -> Self {
        let Self { source, edits, originals, session, tariff, .. } = self;
        let market = session.revenue().map(|revenue| Arc::clone(revenue.market()));
        let session = Session::for_market(session.machine(), session.policy(), market, session.asked_arrivals());
        Self::of(*source, edits.clone(), originals.clone(), session, *tariff)
    }

    /// Its requests, as the scenario it was opened with holds them; a list is left out.
    pub(super) fn scenario(&self) -> SlotsScenario {
        SlotsScenario {
            machine: self.session.machine(),
            workload: Workload { source: self.source.source(), edits: self.edits.clone() },
            policy: self.session.policy(),
            market: self.session.revenue().map(|revenue| (**revenue.market()).clone()),
            tariff: self.tariff,
        }
    }

    fn is_copy_current(&self) -> bool {
        matches!(self.copy, CopyState::Current)
    }

    /// The plan is complete and all of it sent.
    fn planned(&mut self, change: Option<Box<PlanChange>>) -> SlotsUpdate {
        self.copy = CopyState::Current;
        self.begin_revenue();
        let (jobs_planned, machine) = (self.session.planned() as u32, self.session.machine());
        let reality = Reality::of(self.session.arrivals(), self.session.decisions(), machine, self.session.policy());
        SlotsUpdate::Planned {
            number: self.number,
            change,
            figures: PlanFigures { metrics: self.metrics(), jobs_planned, machine, reality, step: None },
        }
    }

    fn begin_revenue(&mut self) {
        if self.query.with_revenue && self.session.revenue().is_some() {
            self.revenue.begin();
        }
    }

    /// What is on screen of a plan that is not complete yet, once after every edit: as soon as nothing there will change.
    fn visible_update(&mut self) -> Option<SlotsUpdate> {
        let arrivals = self.session.arrivals();
        let row = *arrivals.request.get(self.session.decided())?;
        // What is still to be decided starts no earlier than it is asked for.
        let is_open = arrivals.submitted[row as usize] < self.query.visible;
        if is_open || self.is_visible_sent || !matches!(self.copy, CopyState::Outdated) {
            return None;
        }
        self.is_visible_sent = true;
        let patch = self.session.patch()?;
        let base = self.number;
        self.number += 1;
        Some(SlotsUpdate::Visible(Box::new(PlanChange { base, number: self.number, patch })))
    }

    /// Goes on with other edits of the same source.
    fn change_requests(&mut self, edits: Edits<Request>) -> Result<(), ScenarioError> {
        let len = self.source.len();
        let (before, now) = (std::mem::replace(&mut self.edits, edits.clone()).0, &edits.0);
        let other = before.iter().filter(|(id, change)| now.get(id) != Some(change)).map(|(id, _)| *id);
        for id in other.chain(now.keys().copied().filter(|id| !before.contains_key(id))) {
            if id < len && !self.originals.contains_key(&id) {
                let arrivals = self.session.arrivals();
                if let Some(row) = arrivals.row_of(id) {
                    self.originals.insert(id, Some(self.session.decisions().asked(arrivals, row)));
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
        let arrivals = self.session.asked_arrivals();
        let wide = (0..arrivals.requests()).filter(|&row| arrivals.nodes[row] > machine.nodes);
        let unedited = wide.map(|row| (arrivals.id[row], arrivals.row(row))).filter(|(id, _)| !self.edits.0.contains_key(id));
        let originals = self.originals.iter().filter_map(|(id, request)| Some((*id, (*request)?)));
        for (id, request) in unedited.chain(originals) {
            request.check(machine.nodes, &place.field("requests").index(id as usize))?;
        }
        Ok(())
    }
}

fn columns_of(session: &Session) -> PlanColumns<'_> {
    PlanColumns::of(session.arrivals(), session.decisions(), session.nodes())
}
