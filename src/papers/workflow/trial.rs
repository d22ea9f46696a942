//! One run: an application mapped by all methods on nodes with pre-load.

use super::archive::Archive;
use super::setting::{Case, ITERATIONS, Kind, LOADS, METHODS, NODES, OTHERS, Preloading, STARTS_WITHIN};
use crate::experiment::{Sample, Trial};
use bookahead_engine::workflow::graph::{Communication, Dag, Time};
use bookahead_engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead_engine::workflow::preload::{Window, fill, reserve};
use bookahead_engine::workflow::scenario::Preload;
use bookahead_engine::workflow::search::best::BestSearch;
use bookahead_engine::workflow::search::problem::Problem;
use bookahead_engine::workflow::timeline::Timeline;
use bookahead_engine::workflow::times::Times;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

/// Applications that a pre-load by share is drawn from; a run has graphs of its own.
const DRAWN: u32 = 20;
/// The methods, in the order of [`METHODS`].
const SEARCHED: [Method; METHODS.len()] = [Method::Slack, Method::Blythe, Method::Heft];

/// What a method found.
#[derive(Clone, Debug)]
struct Found {
    /// The best delay after each mapping; ends at a mapping without delay.
    curve: Vec<Time>,
    /// What the search looked at.
    examined: u64,
}

/// The nodes of a case, ready for both methods.
#[derive(Debug)]
struct Prepared {
    start: Time,
    nodes: Timeline,
    usable: Vec<u32>,
}

/// A run at work.
#[derive(Debug)]
pub struct WorkflowTrial {
    kind: Kind,
    preloading: Preloading,
    seed: u64,
    cases: Vec<Case>,
    dag: Dag,
    times: Times,
    others: Others,
    search: BestSearch,
    prepared: Option<Prepared>,
    /// Case by case, method by method.
    found: Vec<Found>,
}

/// The other applications of a run, and when all of them start, whatever the number of nodes: a higher pre-load has those of a lower one and more.
#[derive(Debug)]
pub(super) struct Others {
    dags: Vec<Dag>,
    starts: Vec<Time>,
    /// When the application itself starts.
    pub start: Time,
}

impl Others {
    pub(super) fn of(archive: &Archive, seed: u64) -> Self {
        let dag_of = |number: u32| Dag::of(&archive.graph(number), Communication::Ignored);
        let dags: Vec<Dag> = (1..=DRAWN).map(dag_of).collect();
        let lengths = [dag_of(0)].iter().chain(&dags).map(|dag| Times::of(dag).length).sum::<Time>();
        let within = STARTS_WITHIN * lengths / (Time::from(DRAWN) + 1);
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        rng.set_stream(1 << 41);
        let mut start = || if within == 0 { 0 } else { rng.random_range(0..within) };
        let of_the_application = start();
        let starts = OTHERS.into_iter().max().into_iter().flat_map(|most| 0..most).map(|_| start()).collect();
        Self { dags, starts, start: of_the_application }
    }

    /// Numbers and starts of those that are reserved for a pre-load, by its place.
    pub(super) fn reserved(&self, load: usize) -> impl Iterator<Item = (u32, Time)> {
        (1..=OTHERS[load]).zip(self.starts.iter().copied())
    }
}

impl WorkflowTrial {
    pub(super) fn new(kind: Kind, preloading: Preloading, cases: Vec<Case>, archive: &Archive, seed: u64) -> Self {
        let dag = Dag::of(&archive.graph(0), Communication::Ignored);
        let (times, others) = (Times::of(&dag), Others::of(archive, seed));
        let (search, prepared, found) = (BestSearch::default(), None, Vec::new());
        Self { kind, preloading, seed, cases, dag, times, others, search, prepared, found }
    }

    /// The nodes of a case: pre-load and start depend on the seed and the case only.
    fn prepare(&self, at: usize) -> Prepared {
        if self.preloading == Preloading::Share {
            return self.prepare_share(at);
        }
        let Case { nodes, load } = self.cases[at];
        let mut timeline = Timeline::free(nodes as usize);
        let load = LOADS.iter().position(|&other| other == load).unwrap_or(0);
        let others = self.others.reserved(load).map(|(number, start)| (&self.others.dags[number as usize - 1], start));
        reserve(&mut timeline, others, self.seed);
        Prepared { start: self.others.start, nodes: timeline, usable: (0..nodes).collect() }
    }

    /// The same by share.
    fn prepare_share(&self, at: usize) -> Prepared {
        let Case { nodes, load } = self.cases[at];
        let window = Window::of(&[(0, self.times.length, self.dag.work())], nodes as usize, load);
        let mut rng = ChaCha12Rng::seed_from_u64(self.seed);
        rng.set_stream((1 << 40) + at as u64);
        let start = if window.to == 0 { 0 } else { rng.random_range(0..window.to) };
        let mut timeline = Timeline::free(nodes as usize);
        if load > 0 {
            let preload = Preload { percent: load, seed: rng.random::<u64>() };
            fill(&mut timeline, window, preload, |_| self.others.dags[rng.random_range(0..DRAWN) as usize].clone());
        }
        Prepared { start, nodes: timeline, usable: (0..nodes).collect() }
    }

    /// Lets one method search on one case.
    fn step(&mut self) {
        let (at, method) = (self.found.len() / METHODS.len(), self.found.len() % METHODS.len());
        let prepared = match self.prepared.take() {
            Some(prepared) if method > 0 => prepared,
            _ => self.prepare(at),
        };
        let problem = Problem::of(&self.dag, &self.times, prepared.start, &prepared.nodes, &prepared.usable);
        let policy =
            WorkflowPolicy { method: SEARCHED[method], iterations: ITERATIONS, seed: self.seed, ..WorkflowPolicy::default() };
        self.search.run(&problem, &policy, at as u32);
        self.found.push(Found { curve: self.search.curve().to_vec(), examined: self.search.examined() });
        self.prepared = Some(prepared);
    }

    /// What a method found on a case.
    fn of(&self, case: usize, method: usize) -> Option<&Found> {
        self.found.get(case * METHODS.len() + method)
    }

    /// The curves: for each picture, method by method.
    fn series(&self) -> Vec<Vec<f64>> {
        let last = |found: &Found| found.curve.last().copied().unwrap_or(0);
        let share = |is_counted: bool| if is_counted { 100.0 } else { 0.0 };
        let over = |cases: std::ops::Range<usize>, number: &dyn Fn(&Found) -> f64| -> Vec<Vec<f64>> {
            let curve = |method: usize| cases.clone().filter_map(|case| self.of(case, method)).map(number).collect();
            (0..METHODS.len()).map(curve).collect()
        };
        let of_load = |load: usize| load * NODES.len()..(load + 1) * NODES.len();
        match self.kind {
            Kind::Table => {
                let loads = self.cases.len() / NODES.len();
                let delayed = (0..loads).flat_map(|load| over(of_load(load), &|found| share(last(found) > 0)));
                let delay = (0..loads).flat_map(|load| over(of_load(load), &|found| last(found) as f64));
                delayed.chain(delay).collect()
            }
            Kind::Iterations => {
                // A search ends when nothing is delayed any more: the curve goes on as it ended.
                let at = |found: &Found, place: usize| found.curve.get(place).copied().unwrap_or(last(found));
                let curve = |method: usize, number: &dyn Fn(Time) -> f64| -> Vec<f64> {
                    let found = self.of(0, method);
                    found.map_or_else(Vec::new, |found| (0..ITERATIONS as usize).map(|place| number(at(found, place))).collect())
                };
                let zero = (0..METHODS.len()).map(|method| curve(method, &|delay| share(delay == 0)));
                zero.chain((0..METHODS.len()).map(|method| curve(method, &|delay| delay as f64))).collect()
            }
            Kind::Work => over(0..self.cases.len(), &|found| found.examined as f64),
        }
    }
}

impl Trial for WorkflowTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs.max(1);
        while left > 0 && self.found.len() < self.cases.len() * METHODS.len() {
            self.step();
            let mapped = self.found.last().map_or(1, |found| found.curve.len()) * self.dag.len();
            left = left.saturating_sub(mapped.max(1));
        }
        self.found.len() == self.cases.len() * METHODS.len()
    }

    fn progress(&self) -> (usize, usize) {
        let tasks = self.dag.len().max(1);
        (self.found.len() * tasks, self.cases.len() * METHODS.len() * tasks)
    }

    fn sample(&self) -> Sample {
        let series = self.series();
        // The claims look at single places of the curves.
        Sample { measures: series.iter().flatten().copied().collect(), series }
    }
}
