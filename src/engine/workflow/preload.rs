//! Pre-load (Mondol 4.3): other applications are reserved before the first one, until a share of the node-time in the window is busy.
//!
//! The paper does not give the window. Ours goes from the first start of an application to where all of them are certain to fit in: (time between the
//! first start and the last + longest critical path + work ÷ nodes) ÷ (1 − share). Tasks that would start behind its end are left out.

use super::generator::{GraphGenerator, Shape};
use super::graph::{Communication, Dag, Time};
use super::policy::{Method, WorkflowPolicy};
use super::scenario::Preload;
use super::search::best::BestSearch;
use super::search::problem::Problem;
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

/// Reserves applications on the nodes until the share is reached. `graph` gives the graph of each of them. Returns what it reserved.
pub fn fill(nodes: &mut Timeline, window: Window, preload: Preload, mut graph: impl FnMut(u32) -> Dag) -> Timeline {
    let mut reserved = Timeline::free(nodes.nodes());
    let usable: Vec<u32> = (0..nodes.nodes() as u32).collect();
    let target = Time::from(preload.percent) * (window.to - window.from) * usable.len() as Time;
    let mut busy: Time = usable.iter().map(|&node| nodes.busy_within(node as usize, window.from, window.to)).sum();
    let mut rng = ChaCha12Rng::seed_from_u64(preload.seed);
    rng.set_stream(u64::MAX);
    let mut search = BestSearch::default();
    let policy = WorkflowPolicy { method: Method::Slack, iterations: 1, seed: preload.seed, ..WorkflowPolicy::default() };
    for application in 0..APPLICATIONS_MAX {
        if window.to == window.from || 100 * busy >= target {
            break;
        }
        let dag = graph(application);
        let times = Times::of(&dag);
        let start = rng.random_range(window.from..window.to);
        search.run(&Problem { dag: &dag, times: &times, start, nodes, usable: &usable, pins: &[] }, &policy, application);
        let mapping = search.best();
        for &task in &dag.order {
            let (node, start, end) =
                (mapping.node[task as usize] as usize, mapping.start[task as usize], mapping.end(&dag, task as usize));
            // Of the last application only so many tasks that the share is reached.
            if start < window.to && 100 * busy < target {
                nodes.block(node, start, end);
                reserved.block(node, start, end);
                busy += end.min(window.to) - start;
            }
        }
    }
    reserved
}

/// Reserves drawn applications like the given one.
pub fn fill_like(nodes: &mut Timeline, window: Window, preload: Preload, dag: &Dag, times: &Times) -> Timeline {
    let generator = like(dag, times, preload.seed);
    fill(nodes, window, preload, |application| Dag::of(&generator.graph(application), Communication::Ignored))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_reached_and_hardly_passed() {
        let generator = GraphGenerator { tasks: 100, ..GraphGenerator::default() };
        let dag = Dag::of(&generator.graph(0), Communication::Ignored);
        let times = Times::of(&dag);
        for percent in [25, 50, 75] {
            let window = Window::of(&[(3, times.length, dag.work())], 10, percent);
            let mut nodes = Timeline::free(10);
            let reserved = fill_like(&mut nodes, window, Preload { percent, seed: 7 }, &dag, &times);
            assert_eq!(nodes, reserved);
            let busy: Time = (0..10).map(|node| nodes.busy_within(node, window.from, window.to)).sum();
            let share = busy as f64 / ((window.to - window.from) * 10) as f64;
            let most = f64::from(percent) / 100.0 + 10.0 / ((window.to - window.from) * 10) as f64;
            assert!((f64::from(percent) / 100.0..most).contains(&share), "{percent} {share} {most}");
        }
    }
}
