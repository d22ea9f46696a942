//! What an edit costs in the worker: everything it does from a message to a complete plan, without the messages themselves.

use super::cases::Shape;
use super::clock::timed;
use bookahead::engine::SlotsScenario;
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::run::SlotsRun;
use bookahead::engine::slots::scenario::{Machine, Policy};
use bookahead::engine::slots::update::SlotsUpdate;
use bookahead::engine::slots::workload::{Generator, Source, Workload};
use serde::{Deserialize, Serialize};

/// Jobs decided in one step of the worker; it looks for messages in between.
const STEP_JOBS: usize = 256;

/// Plans from nothing; the fastest counts.
const FROM_NOTHING: u32 = 3;

/// Where in the arrivals the edited request stands, in thousandths of them.
pub const PLACES: [(&str, u32); 3] = [("early", 10), ("middle", 500), ("late", 990)];

/// The workload that is edited: nine tenths of a machine of 200 nodes.
pub fn edited_workload(requests: u32) -> (Machine, Generator) {
    let shape = Shape::of_nodes(200, requests);
    (Machine { nodes: shape.nodes, ..Machine::default() }, shape.generator())
}

/// Number of the request at a place.
pub fn request_at(requests: u32, thousandths: u32) -> u32 {
    (u64::from(requests) * u64::from(thousandths) / 1_000) as u32
}

/// The cost of edits at one place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Edit {
    /// Requests in all.
    pub requests: u32,
    /// Where: early, middle, late.
    pub place: String,
    /// Milliseconds that half of the edits need at most.
    pub p50_ms: f64,
    /// Milliseconds that nineteen of twenty edits need at most.
    pub p95_ms: f64,
    /// Jobs decided anew, on average.
    pub jobs_planned: f64,
    /// Milliseconds to plan all of it from nothing.
    pub scratch_ms: f64,
}

/// A worker's planning half, and what it is asked.
struct Desk {
    run: Option<SlotsRun>,
    machine: Machine,
    generator: Generator,
    policy: Policy,
}

impl Desk {
    fn new(requests: u32, policy: Policy) -> Self {
        let (machine, generator) = edited_workload(requests);
        Self { run: None, machine, generator, policy }
    }

    /// Plans the scenario with at most one edit; milliseconds, and jobs decided anew.
    fn ask(&mut self, edit: Option<(u32, Request)>) -> (f64, u32) {
        let edits = edit.into_iter().map(|(id, request)| (id, Some(request))).collect();
        let study = SlotsScenario {
            machine: self.machine,
            workload: Workload { source: Source::Generator(self.generator), edits },
            policy: self.policy,
            market: None,
            tariff: Default::default(),
        };
        timed(|| {
            match &mut self.run {
                Some(run) => run.edit(study).expect("the bench's scenarios are in bounds"),
                None => self.run = Some(SlotsRun::open(study).expect("the bench's scenarios are in bounds")),
            }
            let Some(run) = &mut self.run else { return 0 };
            while !run.advance(STEP_JOBS).is_done {}
            let mut planned = 0;
            while let Some(update) = run.update() {
                if let SlotsUpdate::Planned { figures, .. } = update {
                    planned = figures.jobs_planned;
                }
            }
            planned
        })
    }
}

/// Edits of an early, a middle and a late request: each goes one slot later, step by step, as in a drag.
pub fn edits(requests: u32, policy: Policy, count: u32) -> Vec<Edit> {
    let from_nothing = (0..FROM_NOTHING).map(|_| Desk::new(requests, policy).ask(None).0);
    let scratch_ms = from_nothing.fold(f64::INFINITY, f64::min);
    let mut desk = Desk::new(requests, policy);
    desk.ask(None);
    let given = desk.generator.generate().expect("the bench's workloads are in bounds");
    let mut rows = Vec::new();
    for (place, thousandths) in PLACES {
        let id = request_at(requests, thousandths);
        let mut request = given[id as usize];
        let mut times = Vec::new();
        let mut jobs_planned = 0;
        for _ in 0..count {
            (request.earliest_start, request.latest_start) = (request.earliest_start + 1, request.latest_start + 1);
            let (ms, jobs) = desk.ask(Some((id, request)));
            times.push(ms);
            jobs_planned += u64::from(jobs);
        }
        desk.ask(None);
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize];
        let jobs_planned = jobs_planned as f64 / f64::from(count);
        rows.push(Edit { requests, place: place.to_string(), p50_ms: at(0.5), p95_ms: at(0.95), jobs_planned, scratch_ms });
    }
    rows
}
