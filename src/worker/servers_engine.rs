//! Plans named servers step by step. It keeps the plan before the first changed request, and describes the decision the page asks for.

use super::look_message::LookMessage;
use super::messages::ServersMessage;
use super::servers_plan::{ServersUpdate, rows_from};
use crate::engine::ScenarioError;
use crate::engine::core::error::FieldPath;
use crate::engine::idle::adaptive::Piece;
use crate::engine::idle::compare::compare;
use crate::engine::idle::explain::adapted_sentence;
use crate::engine::idle::moment::periods_before;
use crate::engine::idle::{
    Adapting, Comparison, IdleArrivals, IdleDecisions, IdleFigures, IdleOutcome, IdleRequest, IdleScenario, IdleSession,
    IdleSource, Look, Moment, Period, Tick,
};
use std::sync::Arc;

/// Plans the servers of the newest scenario it was given.
#[derive(Debug, Default)]
pub struct ServersEngine {
    held: Option<Held>,
    /// The command that is not answered yet.
    job: Option<u32>,
}

/// A recipe being planned.
#[derive(Debug)]
struct Held {
    scenario: IdleScenario,
    /// The requests of the source, without the edits.
    source: Arc<IdleArrivals>,
    session: IdleSession,
    /// The run under the strategy to compare with.
    other: Option<IdleSession>,
    look: LookMessage,
    /// Rows that the page holds as they are here.
    told: usize,
    figures: Option<(IdleFigures, Option<Comparison>)>,
    /// The run in which reservations adapt, if they do.
    adapted: Option<IdleOutcome>,
    /// The idle periods before a row at its submission, kept while a drag changes that row and what follows only.
    periods: Option<(usize, Tick, Vec<Period>)>,
}

/// What came of a piece of work.
#[derive(Debug)]
pub enum ServersStep {
    /// Nothing to do.
    Idle,
    /// More to do.
    Working {
        /// Which command.
        rev: u32,
        /// Requests decided so far, under both strategies.
        decided: u32,
        /// Requests in all.
        jobs: u32,
    },
    /// The plan is complete.
    Planned {
        /// Which command.
        rev: u32,
        /// What the page needs to show it.
        update: Box<ServersUpdate>,
    },
}

impl ServersEngine {
    /// Looks at a recipe before anything is changed.
    ///
    /// # Errors
    /// It is out of bounds, or its list was left out and is not known.
    pub fn check(&self, message: Option<&ServersMessage>) -> Result<(), ScenarioError> {
        let Some(message) = message else { return Ok(()) };
        if !message.is_list_known {
            return message.scenario.check(&FieldPath::new("servers"));
        }
        match self.held.as_ref().map(|held| &held.scenario.workload.source) {
            Some(IdleSource::Requests(list)) => with_list(&message.scenario, list).check(&FieldPath::new("servers")),
            _ => Err(ScenarioError::new(FieldPath::new("servers.workload.requests"), "nothing", "sent before its edits")),
        }
    }

    /// Starts on a recipe; work on an older one is dropped. With `is_whole` the page holds nothing of the plan before.
    ///
    /// # Errors
    /// As [`ServersEngine::check`], and a generator that passes the last tick. The plan before stays.
    pub fn receive(&mut self, rev: u32, message: Option<ServersMessage>, is_whole: bool) -> Result<(), ScenarioError> {
        self.job = None;
        self.check(message.as_ref())?;
        let Some(ServersMessage { mut scenario, is_list_known, look }) = message else {
            self.held = None;
            return Ok(());
        };
        if let (true, Some(IdleSource::Requests(list))) =
            (is_list_known, self.held.as_ref().map(|held| &held.scenario.workload.source))
        {
            scenario = with_list(&scenario, list);
        }
        match &mut self.held {
            Some(held) if held.has_source_of(&scenario) => held.change(scenario)?,
            _ => self.held = Some(Held::open(scenario)?),
        }
        if let Some(held) = &mut self.held {
            held.told = if is_whole { 0 } else { held.told };
            held.look_at(look);
            self.job = Some(rev);
        }
        Ok(())
    }

    /// Looks at something else of the same plan.
    pub fn look(&mut self, rev: u32, look: LookMessage) {
        if let Some(held) = &mut self.held {
            held.look_at(look);
            self.job = Some(rev);
        }
    }

    /// Decides up to `budget` requests.
    pub fn step(&mut self, budget: usize) -> ServersStep {
        let (Some(rev), Some(held)) = (self.job, &mut self.held) else { return ServersStep::Idle };
        if held.advance(budget) {
            let (all, decided) = held.progress();
            return ServersStep::Working { rev, decided, jobs: all };
        }
        self.job = None;
        ServersStep::Planned { rev, update: Box::new(held.update()) }
    }

    /// The run as it stands, without what adapts.
    pub fn session(&self) -> Option<&IdleSession> {
        self.held.as_ref().map(|held| &held.session)
    }
}

fn with_list(scenario: &IdleScenario, list: &Arc<Vec<IdleRequest>>) -> IdleScenario {
    let mut scenario = scenario.clone();
    scenario.workload.source = IdleSource::Requests(Arc::clone(list));
    scenario
}

impl Held {
    fn open(scenario: IdleScenario) -> Result<Self, ScenarioError> {
        let source = Arc::new(scenario.workload.source_arrivals(&scenario.servers)?);
        let arrivals = edited(&source, &scenario);
        check_adaptive(&scenario, &arrivals)?;
        let session = scenario.session(scenario.strategy, arrivals);
        Ok(Self {
            scenario,
            source,
            session,
            other: None,
            look: LookMessage::default(),
            told: 0,
            figures: None,
            adapted: None,
            periods: None,
        })
    }

    /// Whether what is held can be changed into a recipe: the same machine and the same source.
    fn has_source_of(&self, scenario: &IdleScenario) -> bool {
        let (held, new) = (&self.scenario.workload.source, &scenario.workload.source);
        // Generators look at the machine too.
        self.scenario.servers == scenario.servers
            && match (held, new) {
                (IdleSource::Requests(held), IdleSource::Requests(new)) => Arc::ptr_eq(held, new) || held == new,
                (held, new) => held == new,
            }
    }

    /// Goes on with other edits, another strategy, other strips.
    fn change(&mut self, scenario: IdleScenario) -> Result<(), ScenarioError> {
        let arrivals = edited(&self.source, &scenario);
        check_adaptive(&scenario, &arrivals)?;
        if scenario.strategy != self.scenario.strategy {
            // What was the other run may be what is wanted now.
            match self.other.take_if(|other| other.strategy() == scenario.strategy) {
                Some(other) => self.session = other,
                None => self.session = scenario.session(scenario.strategy, Arc::clone(&arrivals)),
            }
            (self.told, self.periods) = (0, None);
        }
        if let Some(row) = self.session.arrivals().first_difference(&arrivals) {
            self.told = self.told.min(row);
            self.periods = self.periods.take().filter(|(before, ..)| *before <= row);
            self.session.replace_arrivals(Arc::clone(&arrivals));
        }
        if let Some(other) = &mut self.other {
            other.replace_arrivals(arrivals);
        }
        if scenario.is_adaptive() || self.scenario.is_adaptive() {
            (self.told, self.periods) = (0, None);
        }
        self.figures = None;
        self.adapted = None;
        self.scenario = scenario;
        Ok(())
    }

    /// Decides up to so many requests; whether there was something to decide.
    fn advance(&mut self, budget: usize) -> bool {
        let runs = [Some(&mut self.session), self.other.as_mut()];
        let unfinished = runs.into_iter().flatten().find(|run| !run.is_done());
        unfinished.map(|run| run.advance(budget)).is_some()
    }

    /// Requests in all and decided, under both strategies.
    fn progress(&self) -> (u32, u32) {
        let runs = [Some(&self.session), self.other.as_ref()];
        let of = |run: &IdleSession| (run.arrivals().jobs() as u32, run.decided() as u32);
        runs.into_iter().flatten().map(of).fold((0, 0), |sum, run| (sum.0 + run.0, sum.1 + run.1))
    }

    fn look_at(&mut self, look: LookMessage) {
        self.look = look;
        if look.other != self.other.as_ref().map(IdleSession::strategy) {
            self.other = look.other.map(|strategy| self.scenario.session(strategy, self.session.shared_arrivals()));
            self.figures = None;
        }
    }

    /// What changed since the update before.
    fn update(&mut self) -> ServersUpdate {
        let mean_size = self.scenario.workload.mean_size();
        if self.scenario.is_adaptive() && self.adapted.is_none() {
            self.adapted = self.adapt(usize::MAX).map(|run| run.outcome(&self.scenario));
        }
        let (session, other) = (&self.session, self.other.as_ref());
        let adapted = self.adapted.as_ref();
        let (figures, comparison) = self.figures.get_or_insert_with(|| {
            // Two runs of which only one adapts are no comparison of strategies.
            let comparison = other.filter(|_| adapted.is_none()).map(|other| compare(session, other, mean_size));
            let figures = adapted.map(|adapted| adapted.figures.clone());
            let figures = figures.or_else(|| comparison.as_ref().map(|comparison| comparison.sides[0].figures.clone()));
            (figures.unwrap_or_else(|| IdleFigures::of(session, mean_size)), comparison)
        });
        let happened = adapted.and_then(|outcome| outcome.adapted.as_ref()).map_or(&[][..], |adapted| &adapted.happened);
        let (all, decided, pieces): (&IdleArrivals, &IdleDecisions, &[Piece]) = match adapted {
            Some(IdleOutcome { arrivals, decisions, adapted: Some(adapted), .. }) => (arrivals, decisions, &adapted.pieces),
            _ => (session.arrivals(), session.decisions(), &[]),
        };
        let kept = self.told.min(all.jobs());
        let (arrivals, decisions) = rows_from(all, decided, kept);
        let update = ServersUpdate {
            kept: kept as u32,
            arrivals,
            decisions,
            pieces: pieces.to_vec(),
            figures: figures.clone(),
            comparison: comparison.clone(),
            look: self.look,
            happened: happened.iter().map(|(at, outcome)| (*at, adapted_sentence(session.arrivals(), *at, outcome))).collect(),
            moment: None,
        };
        // A plan that adapts is sent whole: it is short, and what comes later may move what came before.
        self.told = if self.scenario.is_adaptive() { 0 } else { session.arrivals().jobs() };
        ServersUpdate { moment: self.moment(), ..update }
    }

    /// The moment of the selected request.
    fn moment(&mut self) -> Option<Moment> {
        let row = self.session.arrivals().row_of(self.look.selected?)?;
        let request = self.session.arrivals().row(row);
        let known = self.periods.take().filter(|(of, now, _)| (*of, *now) == (row, request.submitted));
        let periods = match known {
            Some((.., periods)) => periods,
            None if self.scenario.is_adaptive() => self.adapt(row)?.periods(),
            None => periods_before(&self.session, row),
        };
        let look = Look { row: row as u32, tree: self.look.tree };
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
}

/// Whether there are few enough requests for reservations that adapt, if they do.
fn check_adaptive(scenario: &IdleScenario, arrivals: &Arc<IdleArrivals>) -> Result<(), ScenarioError> {
    if scenario.is_adaptive() { Adapting::new(scenario, Arc::clone(arrivals)).map(drop) } else { Ok(()) }
}

fn edited(source: &Arc<IdleArrivals>, scenario: &IdleScenario) -> Arc<IdleArrivals> {
    let edits = &scenario.workload.edits;
    if edits.0.is_empty() { Arc::clone(source) } else { Arc::new(source.edited(edits)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::idle::reference::StripName;
    use crate::engine::idle::{IdleWorkload, Strategy, TreeName};
    use crate::state::{EXAMPLES, Example, IdleHandle, moved_idle};
    use crate::worker::columns::Column;
    use crate::worker::servers_plan::ServersPlan;

    fn finish(engine: &mut ServersEngine, plan: &mut ServersPlan, rev: u32, budget: usize) -> u32 {
        loop {
            match engine.step(budget) {
                ServersStep::Planned { rev: done, update } => {
                    assert_eq!(done, rev);
                    let kept = update.kept;
                    plan.take(*update).unwrap();
                    return kept;
                }
                ServersStep::Working { .. } => {}
                ServersStep::Idle => panic!("work was dropped"),
            }
        }
    }

    fn look(selected: u32, other: Option<Strategy>) -> LookMessage {
        LookMessage { selected: Some(selected), other, tree: Some(TreeName { rate: 0, strip: StripName::Past }) }
    }

    /// What a fresh worker says of a recipe.
    fn fresh(servers: &IdleScenario, look: LookMessage) -> ServersPlan {
        let mut engine = ServersEngine::default();
        engine.receive(1, Some(ServersMessage::new(servers, None, look)), true).unwrap();
        let mut plan = ServersPlan::default();
        finish(&mut engine, &mut plan, 1, usize::MAX);
        plan
    }

    fn example(key: &str) -> IdleScenario {
        Example::find(key).unwrap().idle().unwrap()
    }

    #[test]
    fn edits_in_small_steps_lead_the_page_to_the_plan_of_a_fresh_run() {
        for example in EXAMPLES {
            let Some(first) = example.idle() else { continue };
            let arrivals = first.arrivals().unwrap();
            let mut servers = first;
            let (mut engine, mut plan, mut known) = (ServersEngine::default(), ServersPlan::default(), None);
            let mut kept_most = 0;
            for rev in 0..16_u32 {
                let id = arrivals.id[(rev as usize * 7919) % arrivals.jobs()];
                let row = arrivals.row_of(id).unwrap();
                if rev > 0 {
                    let request = moved_idle(arrivals.row(row), IdleHandle::ALL[rev as usize % 4], 2, &servers.servers);
                    match rev % 5 {
                        4 => servers.strategy = Strategy::ALL[rev as usize % 10],
                        3 => servers.workload = servers.workload.with_edit(id, None),
                        _ => servers.workload = servers.workload.with_edit(id, Some(request)),
                    }
                }
                let look = look(id, (rev % 3 != 0).then_some(Strategy::ALL[rev as usize % 4]));
                engine.receive(rev, Some(ServersMessage::new(&servers, known.as_ref(), look)), rev == 0).unwrap();
                // A newer one comes between: the older one's work is dropped.
                engine.step(3);
                engine.receive(rev, Some(ServersMessage::new(&servers, Some(&servers), look)), false).unwrap();
                known = Some(servers.clone());
                kept_most = kept_most.max(finish(&mut engine, &mut plan, rev, 17));
                assert_eq!(plan, fresh(&servers, look), "{} at {rev}", example.key);
            }
            assert!(kept_most > 0, "{}: what comes before the edit is not told again", example.key);
            // Something else of the same plan.
            engine.look(99, look(0, None));
            let jobs = engine.session().unwrap().arrivals().jobs() as u32;
            assert_eq!(finish(&mut engine, &mut plan, 99, 5), jobs, "nothing but the moment is told");
            assert_eq!(plan, fresh(&servers, look(0, None)));
            // The page lost its plan.
            engine.receive(100, Some(ServersMessage::new(&servers, None, look(0, None))), true).unwrap();
            assert_eq!(finish(&mut engine, &mut ServersPlan::default(), 100, 50), 0);
        }
    }

    #[test]
    fn a_recipe_out_of_bounds_leaves_the_plan_before() {
        let servers = example("figure-3-3");
        let (mut engine, mut plan) = (ServersEngine::default(), ServersPlan::default());
        let unknown = ServersMessage::new(&servers, Some(&servers), LookMessage::default());
        assert!(unknown.is_list_known);
        assert_eq!(engine.receive(1, Some(unknown), true).unwrap_err().found, "nothing");
        engine.receive(2, Some(ServersMessage::new(&servers, None, LookMessage::default())), true).unwrap();
        finish(&mut engine, &mut plan, 2, 100);
        let mut bad = servers.clone();
        bad.strip_factor = 0;
        let error = engine.receive(3, Some(ServersMessage::new(&bad, None, LookMessage::default())), false).unwrap_err();
        assert_eq!(error.place.as_str(), "servers.strip_factor");
        assert_eq!(engine.session().unwrap().decisions(), &plan.decisions);
        engine.receive(4, None, false).unwrap();
        assert!(engine.session().is_none() && matches!(engine.step(1), ServersStep::Idle));
    }

    #[test]
    fn an_update_that_does_not_fit_is_refused() {
        let servers = example("three-rates");
        let mut engine = ServersEngine::default();
        let message = ServersMessage::new(&servers, None, look(300, None));
        engine.receive(1, Some(message), true).unwrap();
        while let ServersStep::Working { .. } = engine.step(100) {}
        engine.look(2, look(300, Some(Strategy::MinLip)));
        assert!(matches!(engine.step(100_000), ServersStep::Working { .. }));
        let ServersStep::Planned { update, .. } = engine.step(100) else { panic!("it is decided") };
        let (arrivals, decisions) = rows_from(engine.session().unwrap().arrivals(), engine.session().unwrap().decisions(), 0);
        let whole = ServersUpdate { kept: 0, arrivals, decisions, ..*update };
        assert!(ServersPlan::default().take(whole.clone()).is_some());
        for column in 0..whole.clone().columns().len() {
            let mut cut = whole.clone();
            if let Column::U32(numbers) = &mut cut.columns()[column] {
                assert!(numbers.pop().is_some(), "column {column} holds something");
            }
            assert_eq!(ServersPlan::default().take(cut), None, "column {column}");
        }
        let ahead = ServersUpdate { kept: 1, ..whole };
        assert_eq!(ServersPlan::default().take(ahead), None, "more kept than there is");
    }

    #[test]
    fn reservations_that_adapt_are_told_whole() {
        use crate::engine::idle::IdleEvent;
        let plain = example("figure-3-3");
        let mut servers = plain.clone();
        servers.adaptability.replanning = true;
        servers.events = Arc::new(vec![IdleEvent::Extend { submitted: 3, id: 0, by: 2 }]);
        let (mut engine, mut plan) = (ServersEngine::default(), ServersPlan::default());
        engine.receive(1, Some(ServersMessage::new(&plain, None, look(8, None))), true).unwrap();
        finish(&mut engine, &mut plan, 1, 100);
        assert!(plan.pieces.is_empty());
        engine.receive(2, Some(ServersMessage::new(&servers, Some(&plain), look(8, Some(Strategy::Lact)))), false).unwrap();
        assert_eq!(finish(&mut engine, &mut plan, 2, 100), 0);
        let outcome = servers.run().unwrap();
        assert_eq!((&plan.decisions, &plan.figures), (&outcome.decisions, &outcome.figures));
        assert_eq!(plan.pieces, outcome.adapted.unwrap().pieces);
        assert_eq!(plan.happened, [(9, "Request 0 goes on to 12 on server 0.".to_string())]);
        assert_eq!((plan.comparison.clone(), plan.moment.as_ref().map(|moment| moment.tests.periods)), (None, Some(8)));
        engine.receive(3, Some(ServersMessage::new(&plain, Some(&servers), look(8, None))), false).unwrap();
        assert_eq!(finish(&mut engine, &mut plan, 3, 100), 0);
        assert_eq!(plan, fresh(&plain, look(8, None)));
        let request = plan.arrivals.row(0);
        servers.workload = IdleWorkload::of_requests(vec![request; 2_001]);
        let message = ServersMessage::new(&servers, None, look(0, None));
        let error = engine.receive(4, Some(message), false).unwrap_err();
        assert!(error.found.contains("2002 requests and events"), "{error}");
    }
}
