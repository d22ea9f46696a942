//! Pre-load (Mondol 4.3): other applications are reserved before the first one, until a share of the node-time in the window is busy.
//!
//! The paper does not give the window. Ours goes from the first start of an application to where all of them are certain to fit in: (time between the
//! first start and the last + longest critical path + work ÷ nodes) ÷ (1 − share). Tasks that would start behind its end are left out. The experiments
//! reserve a number of applications instead: [`reserve`].

use super::generator::{GraphGenerator, Shape};
use super::graph::{Dag, Time};
use super::policy::{Method, WorkflowPolicy};
use super::scenario::Preload;
use super::search::best::BestSearch;
use super::search::problem::Problem;
use super::search::work::Work;
use super::timeline::Timeline;
use super::times::Times;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

/// Applications that are reserved at most.
const APPLICATIONS_MAX: u32 = 2_000;
/// Tasks of one at most.
const TASKS_MAX: usize = 300;

/// Where the share of the node-time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First start of an application.
    pub from: Time,
    /// Its end, exclusive.
    pub to: Time,
}

impl Window {
    /// The window of applications on so many nodes: their starts, lengths of critical paths, and work.
    pub fn of(applications: &[(Time, Time, Time)], nodes: usize, percent: u32) -> Self {
        let from = applications.iter().map(|(start, ..)| *start).min().unwrap_or(0);
        let last = applications.iter().map(|(start, ..)| *start).max().unwrap_or(0);
        let length = applications.iter().map(|(_, length, _)| *length).max().unwrap_or(0);
        let work: Time = applications.iter().map(|(.., work)| *work).sum();
        let needed = last - from + length + work.div_ceil(nodes.max(1) as Time);
        Self { from, to: from + (needed * 100).div_ceil(Time::from(100 - percent.min(99))) }
    }
}

/// Graphs like a given one: as many tasks, durations with the same mean, about as many tasks side by side.
pub fn like(dag: &Dag, times: &Times, seed: u64) -> GraphGenerator {
    let tasks = dag.len().clamp(1, TASKS_MAX);
    let mean = dag.work() / dag.len().max(1) as Time;
    let parallel = dag.work() / times.length.max(1);
    GraphGenerator {
        seed,
        shape: Shape::Layers,
        tasks: tasks as u32,
        width: (2 * parallel).clamp(1, 100) as u32,
        edge_percent: 10,
        duration_min: 1,
        duration_max: (2 * mean).clamp(2, Time::from(super::bounds::DURATION.max)) as u32 - 1,
        ..GraphGenerator::default()
    }
}

/// How the applications of a pre-load are mapped.
fn mapped_once(seed: u64) -> WorkflowPolicy {
    WorkflowPolicy { method: Method::Slack, iterations: 1, seed, ..WorkflowPolicy::default() }
}

/// Reserves applications with their starts on the nodes, one after the other, each by one mapping.
pub fn reserve<'a>(nodes: &mut Timeline, applications: impl Iterator<Item = (&'a Dag, Time)>, seed: u64) {
    let usable: Vec<u32> = (0..nodes.nodes() as u32).collect();
    let mut search = BestSearch::default();
    for ((dag, start), number) in applications.zip(0..) {
        let times = Times::of(dag);
        let problem = Problem::of(dag, &times, start, nodes, &usable);
        search.run(&problem, &mapped_once(seed), number);
        let mapping = search.best();
        for task in 0..dag.len() {
            nodes.block(mapping.node[task] as usize, mapping.start[task], mapping.end(dag, task));
        }
    }
}

/// Pre-load at work: applications are reserved one after the other until the share is reached.
#[derive(Debug)]
pub struct Filling {
    window: Window,
    usable: Vec<u32>,
    reserved: Timeline,
    /// Busy node-time within the window, and a hundred times what it is to be.
    busy: Time,
    target: Time,
    rng: ChaCha12Rng,
    policy: WorkflowPolicy,
    search: BestSearch,
    applications: u32,
    /// The application that is searched.
    current: Option<(Dag, Times, Time)>,
}

impl Filling {
    /// Nothing is reserved yet on the nodes but what is there.
    pub fn new(nodes: &Timeline, window: Window, preload: Preload) -> Self {
        let usable: Vec<u32> = (0..nodes.nodes() as u32).collect();
        let mut rng = ChaCha12Rng::seed_from_u64(preload.seed);
        rng.set_stream(u64::MAX);
        Self {
            window,
            reserved: Timeline::free(nodes.nodes()),
            target: Time::from(preload.percent) * (window.to - window.from) * usable.len() as Time,
            busy: usable.iter().map(|&node| nodes.busy_within(node as usize, window.from, window.to)).sum(),
            usable,
            rng,
            policy: mapped_once(preload.seed),
            search: BestSearch::default(),
            applications: 0,
            current: None,
        }
    }

    /// Reserves on the same nodes as long as there is work left; whether the share is reached. `graph` gives the graph of each application.
    pub fn advance(&mut self, nodes: &mut Timeline, mut graph: impl FnMut(u32) -> Dag, work: &mut Work) -> bool {
        loop {
            let (dag, times, start) = match self.current.take() {
                Some(current) => current,
                None => {
                    let is_empty = self.window.to == self.window.from;
                    if is_empty || 100 * self.busy >= self.target || self.applications == APPLICATIONS_MAX {
                        return true;
                    }
                    let dag = graph(self.applications);
                    let times = Times::of(&dag);
                    let start = self.rng.random_range(self.window.from..self.window.to);
                    let problem = Problem::of(&dag, &times, start, nodes, &self.usable);
                    self.search.begin(&problem, self.applications);
                    self.applications += 1;
                    (dag, times, start)
                }
            };
            let problem = Problem::of(&dag, &times, start, nodes, &self.usable);
            self.search.advance(&problem, &self.policy, work);
            if self.search.is_done(&self.policy) {
                self.reserve(nodes, &dag);
            } else {
                self.current = Some((dag, times, start));
            }
            if !work.is_left() {
                return false;
            }
        }
    }

    /// Reserves the application that was searched.
    fn reserve(&mut self, nodes: &mut Timeline, dag: &Dag) {
        let mapping = self.search.best();
        for &task in &dag.order {
            let (node, start, end) =
                (mapping.node[task as usize] as usize, mapping.start[task as usize], mapping.end(dag, task as usize));
            // Of the last application only so many tasks that the share is reached.
            if start < self.window.to && 100 * self.busy < self.target {
                nodes.block(node, start, end);
                self.reserved.block(node, start, end);
                self.busy += end.min(self.window.to) - start;
            }
        }
    }

    /// What is reserved.
    pub fn into_reserved(self) -> Timeline {
        self.reserved
    }
}

/// Reserves applications on the nodes until the share is reached. `graph` gives the graph of each of them. Returns what it reserved.
pub fn fill(nodes: &mut Timeline, window: Window, preload: Preload, graph: impl FnMut(u32) -> Dag) -> Timeline {
    let mut filling = Filling::new(nodes, window, preload);
    filling.advance(nodes, graph, &mut Work::endless());
    filling.into_reserved()
}

#[cfg(test)]
mod tests {
    use super::super::graph::Communication;
    use super::*;

    #[test]
    fn reserved_applications_hold_nodes_for_their_work_and_keep_their_starts() {
        let generator = GraphGenerator { tasks: 60, ..GraphGenerator::default() };
        let dags: Vec<Dag> = (0..4).map(|number| Dag::of(&generator.graph(number), Communication::Ignored)).collect();
        let starts = [40, 7, 0, 90];
        let mut nodes = Timeline::free(100);
        reserve(&mut nodes, dags.iter().zip(starts), 3);
        let busy = |from, to| (0..100).map(|node| nodes.busy_within(node, from, to)).sum::<Time>();
        assert_eq!(busy(0, Time::MAX / 2), dags.iter().map(Dag::work).sum::<Time>());
        // A hundred nodes delay nobody: each ends with its critical path.
        let end = dags.iter().zip(starts).map(|(dag, start)| start + Times::of(dag).length).max().unwrap_or(0);
        assert_eq!((busy(end, Time::MAX / 2), busy(end - 1, end) > 0), (0, true));
        assert!(busy(0, 7) > 0 && busy(0, 7) < busy(0, 40));
    }

    #[test]
    fn the_share_is_reached_and_hardly_passed() {
        let generator = GraphGenerator { tasks: 100, ..GraphGenerator::default() };
        let dag = Dag::of(&generator.graph(0), Communication::Ignored);
        let times = Times::of(&dag);
        for percent in [25, 50, 75] {
            let window = Window::of(&[(3, times.length, dag.work())], 10, percent);
            let mut nodes = Timeline::free(10);
            let generator = like(&dag, &times, 7);
            let graph = |application| Dag::of(&generator.graph(application), Communication::Ignored);
            let reserved = fill(&mut nodes, window, Preload { percent, seed: 7 }, graph);
            assert_eq!(nodes, reserved);
            let busy: Time = (0..10).map(|node| nodes.busy_within(node, window.from, window.to)).sum();
            let share = busy as f64 / ((window.to - window.from) * 10) as f64;
            let most = f64::from(percent) / 100.0 + 10.0 / ((window.to - window.from) * 10) as f64;
            assert!((f64::from(percent) / 100.0..most).contains(&share), "{percent} {share} {most}");
        }
    }
}
