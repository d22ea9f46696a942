//! One mapping by Mondol's method (Algorithms 2 to 6): a ready task is drawn with a weight that falls with its slack, and takes the earliest gap of the
//! nodes, which are visited in random order.

use super::problem::{Mapping, Problem};
use super::recorder::{ReadyTask, Recorder, SearchStep};
use crate::workflow::graph::Time;
use crate::workflow::timeline::Timeline;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;

/// What one mapping needs; its memory is used again by the next.
#[derive(Debug, Default)]
pub(super) struct SlackSearch {
    nodes: Timeline,
    /// Earliest start of each task as far as it is known.
    earliest: Vec<Time>,
    /// Slack of each task without what all were lifted by.
    slack: Vec<i64>,
    missing: Vec<u32>,
    ready: Vec<u32>,
    weights: Vec<f64>,
    order: Vec<u32>,
    /// Tasks whose children are still to be pushed, one bit for each place in the order of the graph.
    pushed: Vec<u64>,
    /// Tasks weighed and nodes tried so far.
    pub(super) examined: u64,
}

/// Makes one mapping. `None` if it became clear on the way that it delays the application by `worse` or more.
pub(super) fn map<R: Recorder>(
    problem: &Problem<'_>,
    rng: &mut ChaCha12Rng,
    search: &mut SlackSearch,
    mapping: &mut Mapping,
    worse: Time,
    recorder: &mut R,
) -> Option<()> {
    let Problem { dag, times, start, usable, .. } = *problem;
    let tasks = dag.len();
    mapping.reset(tasks);
    search.nodes.copy_from(problem.nodes);
    search.earliest.clear();
    search.earliest.extend(times.earliest.iter().map(|earliest| start + earliest));
    search.slack.clear();
    search.slack.extend((0..tasks).map(|task| times.slack(task) as i64));
    search.missing.clear();
    search.missing.extend((0..tasks).map(|task| dag.parents_of(task).len() as u32));
    search.ready.clear();
    search.ready.extend((0..tasks as u32).filter(|&task| search.missing[task as usize] == 0));
    search.order.clear();
    search.order.extend_from_slice(usable);
    search.pushed.clear();
    search.pushed.resize(tasks.div_ceil(64), 0);
    // By how much the slack of all unmapped tasks was lifted.
    let mut lift = 0_i64;
    while !search.ready.is_empty() {
        let drawn = draw(search, lift, rng);
        let task = search.ready[drawn] as usize;
        let earliest = search.earliest[task];
        recorder.step(|| SearchStep {
            ready: ready_tasks(search, lift),
            task: task as u32,
            earliest,
            tried: Vec::new(),
            node: 0,
            start: 0,
            end: 0,
            pushed: Vec::new(),
            lifted: 0,
        });
        search.ready.swap_remove(drawn);
        let (node, at) = place(problem, search, task, mapping, rng, recorder);
        let end = at + dag.durations[task];
        search.nodes.block(node as usize, at, end);
        (mapping.node[task], mapping.start[task]) = (node, at);
        recorder.last(|step| (step.node, step.start, step.end) = (node, at, end));
        mapping.delay = mapping.delay.max(at.saturating_sub(problem.latest(task)));
        if mapping.delay >= worse {
            return None;
        }
        if at > earliest {
            search.earliest[task] = at;
            let least = push(problem, search, task, recorder) + lift;
            if least < 0 {
                lift -= least;
                recorder.last(|step| step.lifted = least.unsigned_abs());
            }
        }
        for &child in dag.children_of(task) {
            let missing = &mut search.missing[child as usize];
            *missing -= 1;
            if *missing == 0 {
                search.ready.push(child);
            }
        }
    }
    Some(())
}

/// Draws a ready task: the weight of each is (Σ(slack + 1)) ÷ (slack + 1), in which the sum cancels.
fn draw(search: &mut SlackSearch, lift: i64, rng: &mut ChaCha12Rng) -> usize {
    let SlackSearch { ready, weights, slack, examined, .. } = search;
    *examined += ready.len() as u64;
    if ready.len() == 1 {
        return 0;
    }
    weights.clear();
    weights.extend(ready.iter().map(|&task| 1.0 / ((slack[task as usize] + lift + 1) as f64)));
    let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
    for (at, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return at;
        }
    }
    weights.len() - 1
}

fn ready_tasks(search: &SlackSearch, lift: i64) -> Vec<ReadyTask> {
    let slack = |task: u32| search.slack[task as usize] + lift;
    let sum: i64 = search.ready.iter().map(|&task| slack(task) + 1).sum();
    let ready = |&task: &u32| ReadyTask { task, slack: slack(task), weight: sum as f64 / (slack(task) + 1) as f64 };
    search.ready.iter().map(ready).collect()
}

/// The node with the earliest gap: visited in random order, up to the first one without a delay; of several the last visited.
fn place<R: Recorder>(
    problem: &Problem<'_>,
    search: &mut SlackSearch,
    task: usize,
    mapping: &Mapping,
    rng: &mut ChaCha12Rng,
    recorder: &mut R,
) -> (u32, Time) {
    let earliest = search.earliest[task];
    if let Some((node, _)) = problem.pin(task) {
        let at = problem.earliest_on(task, node, earliest, mapping, &search.nodes);
        recorder.last(|step| step.tried.push((node, at)));
        return (node, at);
    }
    let (mut best, mut best_node) = (Time::MAX, 0);
    let nodes = search.order.len();
    for visited in 0..nodes {
        let other = rng.random_range(visited as u32..nodes as u32) as usize;
        search.order.swap(visited, other);
        let node = search.order[visited];
        let at = problem.earliest_on(task, node, earliest, mapping, &search.nodes);
        search.examined += 1;
        recorder.last(|step| step.tried.push((node, at)));
        if at <= best {
            (best, best_node) = (at, node);
        }
        if best <= earliest {
            break;
        }
    }
    (best_node, best)
}

/// Pushes the earliest starts of the descendants of a late task, and takes as much from their slack. Returns the least slack that came of it.
fn push<R: Recorder>(problem: &Problem<'_>, search: &mut SlackSearch, task: usize, recorder: &mut R) -> i64 {
    let dag = problem.dag;
    let SlackSearch { earliest, slack, pushed, .. } = search;
    let mut least = i64::MAX / 2;
    let mut next = Some(task);
    let mut word = dag.position[task] as usize / 64;
    while let Some(parent) = next {
        let end = earliest[parent] + dag.durations[parent];
        for &child in dag.children_of(parent) {
            let child = child as usize;
            let before = earliest[child];
            if end > before {
                slack[child] -= (end - before) as i64;
                earliest[child] = end;
                least = least.min(slack[child]);
                pushed[dag.position[child] as usize / 64] |= 1 << (dag.position[child] % 64);
                recorder.last(|step| tell_push(&mut step.pushed, child as u32, before, end));
            }
        }
        // The next one in the order of the graph: all its parents are pushed by then.
        while word < pushed.len() && pushed[word] == 0 {
            word += 1;
        }
        next = pushed.get_mut(word).map(|bits| {
            let place = word * 64 + bits.trailing_zeros() as usize;
            *bits &= *bits - 1;
            dag.order[place] as usize
        });
    }
    least
}

/// A task that is pushed several times is told once.
fn tell_push(pushed: &mut Vec<(u32, Time, Time)>, task: u32, before: Time, after: Time) {
    match pushed.iter_mut().find(|(other, ..)| *other == task) {
        Some(told) => told.2 = after,
        None => pushed.push((task, before, after)),
    }
}
