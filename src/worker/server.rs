//! The worker without the browser: takes scenarios, plans them piece by piece, and keeps what it can of the plan before.

use super::body::{PlanBody, PlannedBody};
use crate::engine::ScenarioError;
use crate::engine::error::Place;
use crate::engine::metrics::Metrics;
use crate::engine::nodes::NodeTable;
use crate::engine::outcome::nodes_of;
use crate::engine::planner::Session;
use crate::engine::request::Request;
use crate::engine::revenue::Revenue;
use crate::engine::workload::{Source, Workload};
use std::sync::Arc;

/// Plans the newest scenario it was given. [`Server::step`] does a bounded piece of work, so that a newer scenario can come between.
#[derive(Debug, Default)]
pub struct Server {
    /// The source as received, and its requests: a generator runs once, however many edits follow.
    source: Option<(Source, Arc<Vec<Request>>)>,
    session: Option<Session>,
    job: Option<Job>,
    arrivals_changed: bool,
}

/// Work in progress.
#[derive(Debug)]
struct Job {
    rev: u32,
    decided_before: usize,
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
    /// The plan is complete; [`Server::session`] holds it.
    Planned {
        /// Which scenario.
        rev: u32,
        /// Figures.
        body: PlannedBody,
        /// On which nodes.
        nodes: NodeTable,
        /// Whether requests or jobs differ from the last complete plan.
        arrivals_changed: bool,
    },
}

impl Server {
    /// Starts on a scenario; work on an older one is dropped.
    ///
    /// # Errors
    /// The scenario is out of bounds. The plan before stays.
    pub fn receive(&mut self, rev: u32, body: PlanBody) -> Result<(), ScenarioError> {
        self.job = None;
        let edits = body.edits();
        let source = match (body.source, &self.source) {
            (Some(source), _) => Source::from(source),
            (None, Some((source, _))) => source.clone(),
            (None, None) => return Err(ScenarioError::new(Place::new("workload"), "nothing", "sent before its edits")),
        };
        body.machine.check(&Place::new("machine"))?;
        let workload = Workload { source: source.clone(), edits };
        workload.check(body.machine.nodes, &Place::new("workload"))?;
        let requests = match (&self.source, &source) {
            (Some((known, requests)), source) if known == source => Arc::clone(requests),
            (_, Source::Requests(requests)) => Arc::clone(requests),
            (_, Source::Generator(generator)) => Arc::new(generator.generate()?),
        };
        let market = body.market.map(Arc::new);
        if let Some(market) = &market {
            market.check(body.machine.nodes, &Place::new("market"))?;
        }
        let arrivals = workload.edited(&requests)?;
        self.source = Some((source, requests));

        match &mut self.session {
            Some(session)
                if session.machine() == body.machine
                    && session.policy() == body.policy
                    && session.revenue().map(Revenue::market) == market.as_ref() =>
            {
                let before = session.decided();
                self.arrivals_changed |= session.replace_arrivals(arrivals);
                debug_assert!(session.decided() <= before);
            }
            session => {
                *session = Some(Session::for_market(body.machine, body.policy, market, arrivals));
                self.arrivals_changed = true;
            }
        }
        let decided_before = self.session.as_ref().map_or(0, Session::decided);
        self.job = Some(Job { rev, decided_before });
        Ok(())
    }

    /// Decides up to `budget` jobs.
    pub fn step(&mut self, budget: usize) -> Step {
        let (Some(job), Some(session)) = (&self.job, &mut self.session) else { return Step::Idle };
        session.advance(budget);
        let Job { rev, decided_before } = *job;
        if !session.is_done() {
            return Step::Working { rev, decided: session.decided() as u32, jobs: session.arrivals().jobs() as u32 };
        }
        self.job = None;
        let metrics = Metrics::of(session.arrivals(), session.decisions(), session.machine());
        let body = PlannedBody { metrics, jobs_planned: (session.decided() - decided_before) as u32 };
        let arrivals_changed = std::mem::take(&mut self.arrivals_changed);
        Step::Planned { rev, body, nodes: nodes_of(session), arrivals_changed }
    }

    /// The run as it stands.
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Scenario;
    use crate::engine::revenue::Method;
    use crate::engine::run;
    use crate::state::{EXAMPLES, Example, Handle, moved};
    use crate::worker::body::SourceBody;

    fn body(scenario: &Scenario, with_source: bool) -> PlanBody {
        PlanBody {
            source: with_source.then(|| SourceBody::from(&scenario.workload.source)),
            edits: scenario.workload.edits.0.iter().map(|(id, change)| (*id, *change)).collect(),
            machine: scenario.machine,
            policy: scenario.policy,
            market: scenario.market.clone(),
        }
    }

    fn finish(server: &mut Server, rev: u32, budget: usize) -> NodeTable {
        loop {
            match server.step(budget) {
                Step::Planned { rev: done, nodes, .. } => {
                    assert_eq!(done, rev);
                    return nodes;
                }
                Step::Working { .. } => {}
                Step::Idle => panic!("work was dropped"),
            }
        }
    }

    #[test]
    fn edits_in_small_steps_lead_to_the_plan_of_a_fresh_run() {
        for example in EXAMPLES {
            let mut scenario = example.open().scenario;
            let mut server = Server::default();
            let len = scenario.workload.source.len();
            for rev in 0..8 {
                if rev > 0 {
                    let id = (rev * 7919) % len;
                    let arrivals = scenario.workload.arrivals().unwrap();
                    let request = arrivals.row(arrivals.row_of(id).unwrap());
                    let request = moved(request, Handle::ALL[rev as usize % 5], 2, scenario.machine.nodes);
                    scenario.workload = scenario.workload.with_edit(id, Some(request));
                }
                server.receive(rev, body(&scenario, rev == 0)).unwrap();
                // A newer scenario comes between: the older one's work is dropped.
                server.step(3);
                server.receive(rev, body(&scenario, false)).unwrap();
                let nodes = finish(&mut server, rev, 50);
                let fresh = run(&scenario).unwrap();
                let session = server.session().unwrap();
                assert_eq!((session.decisions(), nodes), (&fresh.decisions, fresh.nodes), "{} at {rev}", example.key);
            }
        }
    }

    #[test]
    fn another_market_plans_anew() {
        let mut scenario = Example::find("three-classes").unwrap().open().scenario;
        let mut server = Server::default();
        server.receive(1, body(&scenario, true)).unwrap();
        finish(&mut server, 1, 50);
        let planned = |server: &Server| server.session().unwrap().decisions().clone();
        let before = planned(&server);
        scenario.market.as_mut().unwrap().method = Method::None;
        server.receive(2, body(&scenario, false)).unwrap();
        finish(&mut server, 2, 50);
        assert_eq!(planned(&server), run(&scenario).unwrap().decisions);
        assert_ne!(planned(&server), before);
        scenario.market.as_mut().unwrap().classes[1].price = 100;
        let error = server.receive(3, body(&scenario, false)).unwrap_err();
        assert_eq!(error.place.as_str(), "market.classes[1].price");
    }

    #[test]
    fn a_scenario_out_of_bounds_leaves_the_plan_before() {
        let scenario = EXAMPLES[0].open().scenario;
        let mut server = Server::default();
        server.receive(1, body(&scenario, true)).unwrap();
        finish(&mut server, 1, 1_000);
        let kept = server.session().unwrap().decisions().clone();
        let mut bad = body(&scenario, false);
        bad.machine.nodes = 0;
        assert_eq!(server.receive(2, bad).unwrap_err().place.as_str(), "machine.nodes");
        assert_eq!(server.session().unwrap().decisions(), &kept);
    }
}
