//! A study of named servers at work: follows the edits of its scenario, keeps the plan before the first changed request, and describes the decision that
//! is looked at.

use super::adaptive::{Adapting, Piece};
use super::check::verify_servers;
use super::explain::idle_verdict;
use super::moment::periods_before;
use super::outcome::{IdleFigures, IdleOutcome};
use super::strategy::Strategy;
use super::update::{IdleQuery, IdleSnapshot, IdleUpdate, rows_from};
use super::{IdleArrivals, IdleDecisions, IdleRequest, IdleScenario, IdleSession, IdleSource, Moment, MomentQuery, Period, Tick};
use crate::core::calendar::ClockStart;
use crate::core::columns::Column;
use crate::core::edits::RequestId;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::run::{Answer, Progress, Recipe, StudyRun};
use crate::core::time_names::TimeNames;
use crate::core::verdict::Verdict;
use crate::core::verification::Verification;
use std::sync::Arc;

/// A study of named servers at work.
#[derive(Debug)]
pub struct IdleRun {
    scenario: IdleScenario,
    /// The requests of the source, without the edits.
    source: Arc<IdleArrivals>,
    session: IdleSession,
    query: IdleQuery,
    /// Rows that were sent as they are here.
    sent: usize,
    /// Whether the plan is still to be sent, and whether the answer to the query is.
    is_due: bool,
    snapshot_is_due: bool,
    figures: Option<IdleFigures>,
    /// The run in which reservations adapt, if they do, while it is under way.
    adapting: Option<Adapting>,
    /// What came of it.
    adapted: Option<IdleOutcome>,
    /// The idle periods before a row at its submission, kept while a drag changes that row and what follows only.
    periods: Option<(usize, Tick, Vec<Period>)>,
}

impl StudyRun for IdleRun {
    type Scenario = IdleScenario;
    type Query = IdleQuery;
    type Update = IdleUpdate;
    type Snapshot = IdleSnapshot;
    type Metrics = IdleFigures;

    fn open(scenario: IdleScenario) -> Result<Self, ScenarioError> {
        scenario.check(&FieldPath::new("servers"))?;
        let source = Arc::new(scenario.workload.source_arrivals(&scenario.servers)?);
        let arrivals = edited(&source, &scenario);
        check_adaptive(&scenario, &arrivals)?;
        let session = scenario.session(scenario.strategy, arrivals);
        Ok(Self {
            scenario,
            source,
            session,
            query: IdleQuery::default(),
            sent: 0,
            is_due: true,
            snapshot_is_due: false,
            figures: None,
            adapting: None,
            adapted: None,
            periods: None,
        })
    }

    fn edit(&mut self, mut scenario: IdleScenario) -> Result<(), ScenarioError> {
        if let (IdleSource::Requests(list), IdleSource::Requests(held)) =
            (&mut scenario.workload.source, &self.scenario.workload.source)
        {
            *list = Arc::clone(held);
            scenario.workload.names = Arc::clone(&self.scenario.workload.names);
        }
        scenario.check(&FieldPath::new("servers"))?;
        if scenario.servers != self.scenario.servers {
            // Generators look at the machine too.
            *self = Self { query: self.query, ..Self::open(scenario)? };
            self.query(self.query);
            return Ok(());
        }
        let arrivals = edited(&self.source, &scenario);
        check_adaptive(&scenario, &arrivals)?;
        if scenario.strategy != self.scenario.strategy {
            self.session = scenario.session(scenario.strategy, Arc::clone(&arrivals));
            (self.sent, self.periods) = (0, None);
        }
        if let Some(row) = self.session.arrivals().first_difference(&arrivals) {
            self.sent = self.sent.min(row);
            self.periods = self.periods.take().filter(|(before, ..)| *before <= row);
            self.session.replace_arrivals(arrivals);
        }
        if scenario.is_adaptive() || self.scenario.is_adaptive() {
            (self.sent, self.periods) = (0, None);
        }
        (self.figures, self.adapting, self.adapted, self.is_due) = (None, None, None, true);
        self.scenario = scenario;
        Ok(())
    }

    fn query(&mut self, query: IdleQuery) {
        self.query = query;
        self.snapshot_is_due = true;
    }

    fn advance(&mut self, jobs: usize) -> Progress {
        if !self.session.is_done() {
            self.session.advance(jobs);
        } else if !self.is_done() {
            self.adapt_on(jobs);
        }
        let (jobs, decided) = (self.session.arrivals().jobs() as u32, self.session.decided() as u32);
        let (done, all) = self.adapting.as_ref().map_or((0, 0), |run| run.progress());
        Progress { decided: decided + done, jobs: jobs + all, is_done: self.is_done() }
    }

    fn rewind(&mut self, jobs: usize) {
        self.session.rewind(jobs);
        self.sent = self.sent.min(jobs);
        (self.figures, self.adapting, self.adapted, self.periods, self.is_due) = (None, None, None, None, true);
    }

    fn update(&mut self) -> Option<IdleUpdate> {
        if !self.is_due || !self.is_done() {
            return None;
        }
        (self.is_due, self.snapshot_is_due) = (false, false);
        let figures = self.figures();
        let (session, adapted) = (&self.session, self.adapted.as_ref());
        let happened = adapted.and_then(|outcome| outcome.adapted.as_ref()).map_or(&[][..], |adapted| &adapted.happened);
        let (all, decided, pieces): (&IdleArrivals, &IdleDecisions, &[Piece]) = match adapted {
            Some(IdleOutcome { arrivals, decisions, adapted: Some(adapted), .. }) => (arrivals, decisions, &adapted.pieces),
            _ => (session.arrivals(), session.decisions(), &[]),
        };
        let kept = self.sent.min(all.jobs());
        let (arrivals, decisions) = rows_from(all, decided, kept);
        let update = IdleUpdate {
            kept: kept as u32,
            arrivals,
            decisions,
            pieces: pieces.to_vec(),
            figures,
            happened: happened.to_vec(),
            snapshot: IdleSnapshot { query: self.query, moment: None },
        };
        // A plan that adapts is sent whole: it is short, and what comes later may move what came before.
        self.sent = if self.scenario.is_adaptive() { 0 } else { session.arrivals().jobs() };
        let moment = self.query.selected.and_then(|id| self.moment(id));
        Some(IdleUpdate { snapshot: IdleSnapshot { moment, ..update.snapshot }, ..update })
    }

    fn snapshot(&mut self, _: usize) -> Answer<IdleSnapshot> {
        if !self.snapshot_is_due || self.is_due || !self.is_done() {
            return Answer::Nothing;
        }
        self.snapshot_is_due = false;
        Answer::Ready(IdleSnapshot { query: self.query, moment: self.query.selected.and_then(|id| self.moment(id)) })
    }

    fn metrics(&self) -> IdleFigures {
        if let Some(figures) = &self.figures {
            return figures.clone();
        }
        match self.adapt_to_end() {
            Some(outcome) => outcome.figures,
            None => IdleFigures::of(&self.session, self.scenario.workload.mean_size()),
        }
    }

    fn explain(&mut self, id: RequestId) -> Option<Verdict> {
        let moment = self.moment(id)?;
        let adapted = self.adapt_to_end();
        let decisions = adapted.as_ref().map_or(self.session.decisions(), |outcome| &outcome.decisions);
        Some(idle_verdict(&self.scenario.servers, &moment, decisions, TimeNames::SLOTS))
    }

    fn verify(&self) -> Verification {
        if !self.session.is_done() {
            return Verification::default();
        }
        verify_servers(&self.scenario, &self.outcome())
    }
}

impl IdleRun {
    /// The run as it stands, without what adapts.
    pub fn session(&self) -> &IdleSession {
        &self.session
    }

    /// The scenario.
    pub(super) fn scenario(&self) -> &IdleScenario {
        &self.scenario
    }

    fn is_done(&self) -> bool {
        self.session.is_done() && (self.adapted.is_some() || !self.scenario.is_adaptive())
    }

    /// Goes on with the run in which reservations adapt, by so many requests and events.
    fn adapt_on(&mut self, steps: usize) {
        let opened = self.adapting.take().map_or_else(|| Adapting::new(&self.scenario, self.session.shared_arrivals()), Ok);
        // The scenario was checked for it, so that neither opening nor a step fails. If one did, what was decided until then is shown.
        let Ok(mut run) = opened else {
            self.adapted = Some(IdleOutcome::of(&self.session, self.scenario.workload.mean_size()));
            return;
        };
        if run.advance(steps).is_err() || run.is_done() {
            self.adapted = Some(run.outcome(&self.scenario));
        }
        self.adapting = Some(run);
    }

    /// The figures of the complete plan.
    fn figures(&mut self) -> IdleFigures {
        let (session, adapted) = (&self.session, self.adapted.as_ref());
        let mean_size = self.scenario.workload.mean_size();
        let figures = || adapted.map_or_else(|| IdleFigures::of(session, mean_size), |adapted| adapted.figures.clone());
        self.figures.get_or_insert_with(figures).clone()
    }

    /// The moment before a request is decided.
    fn moment(&mut self, id: RequestId) -> Option<Moment> {
        let row = self.session.arrivals().row_of(id)?;
        let request = self.session.arrivals().row(row);
        let known = self.periods.take().filter(|(of, now, _)| (*of, *now) == (row, request.submitted));
        let periods = match known {
            Some((.., periods)) => periods,
            None if self.scenario.is_adaptive() => self.adapt(row)?.periods(),
            None => periods_before(&self.session, row),
        };
        let look = MomentQuery { row: row as u32, tree: self.query.tree };
        let (strategy, rates) = (self.session.strategy(), self.session.rates());
        let moment = Moment::of_periods(&self.scenario, strategy, rates, look, request, &periods);
        self.periods = Some((row, request.submitted, periods));
        Some(moment)
    }

    /// The run in which reservations adapt, up to a row.
    fn adapt(&self, row: usize) -> Option<Adapting> {
        let mut run = Adapting::new(&self.scenario, self.session.shared_arrivals()).ok()?;
        let is_whole = row >= self.session.arrivals().jobs();
        let ran = if is_whole { run.finish() } else { run.advance_to(row) };
        ran.is_ok().then_some(run)
    }

    /// The whole run in which reservations adapt, even if it is still under way; `None` if they do not.
    /// The plan as it stands, with what adapts.
    pub fn outcome(&self) -> IdleOutcome {
        self.adapt_to_end().unwrap_or_else(|| IdleOutcome::of(&self.session, self.scenario.workload.mean_size()))
    }

    fn adapt_to_end(&self) -> Option<IdleOutcome> {
        if !self.scenario.is_adaptive() {
            return None;
        }
        self.adapted.clone().or_else(|| self.adapt(usize::MAX).map(|run| run.outcome(&self.scenario)))
    }
}

/// Whether there are few enough requests for reservations that adapt, if they do.
fn check_adaptive(scenario: &IdleScenario, arrivals: &Arc<IdleArrivals>) -> Result<(), ScenarioError> {
    if scenario.is_adaptive() { Adapting::new(scenario, Arc::clone(arrivals)).map(drop) } else { Ok(()) }
}

fn edited(source: &Arc<IdleArrivals>, scenario: &IdleScenario) -> Arc<IdleArrivals> {
    let edits = &scenario.workload.edits;
    if edits.0.is_empty() { Arc::clone(source) } else { Arc::new(source.edited(edits)) }
}

/// Visits to a server that take about as long as a decision where nothing adapts.
const VISITS_PER_DECISION: usize = 100;

impl Recipe for IdleScenario {
    type Request = IdleRequest;

    fn given_requests(&self) -> usize {
        self.workload.source.given()
    }

    fn start(&self) -> Option<ClockStart> {
        self.clock?.start
    }

    fn seed(&self) -> Option<u64> {
        match &self.workload.source {
            IdleSource::Requests(_) => None,
            IdleSource::Pareto(pareto) => Some(pareto.seed),
            IdleSource::Fortnight(fortnight) => Some(fortnight.seed),
        }
    }

    fn list_mut(&mut self) -> Option<&mut Arc<Vec<IdleRequest>>> {
        self.workload.source.list_mut()
    }

    fn list_columns(&mut self) -> Vec<Column<'_>> {
        let Some(list) = self.workload.source.list_mut() else { return Vec::new() };
        let names = Arc::make_mut(&mut self.workload.names).columns_mut().map(Column::U32);
        std::iter::once(Column::Records(list)).chain(names).collect()
    }

    fn leave_out_list(&mut self) {
        if let Some(list) = self.list_mut() {
            *list = Arc::default();
            self.workload.names = Arc::default();
        }
    }

    /// Where reservations adapt, each decision visits all servers, and where unstarted ones are planned anew, all reservations besides.
    fn size(&self) -> usize {
        let requests = self.workload.source.len() as usize + self.workload.edits.0.len();
        if !self.is_adaptive() {
            return requests;
        }
        let decisions = requests + self.events.len();
        let planned_anew = if self.adaptability.replanning { decisions } else { 1 };
        let visits = (self.servers.count() as usize).saturating_mul(decisions).saturating_mul(planned_anew);
        requests.max(visits / VISITS_PER_DECISION)
    }

    fn next_request(&self) -> RequestId {
        self.workload.next_id()
    }

    fn is_empty(&self) -> bool {
        self.workload.source.is_empty() && self.workload.edits.is_empty()
    }

    fn has_source_of(&self, other: &Self) -> bool {
        self.workload.source == other.workload.source && self.workload.names == other.workload.names
    }

    fn policy_name(&self) -> String {
        self.strategy.name().to_string()
    }

    fn policies(&self) -> Vec<(String, Self)> {
        Strategy::ALL.into_iter().map(|strategy| (strategy.name().to_string(), Self { strategy, ..self.clone() })).collect()
    }
}
