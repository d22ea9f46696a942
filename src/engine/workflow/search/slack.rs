//! One mapping by Mondol's method (Algorithms 2 to 6): a ready task is drawn with a weight that falls with its slack, or is the next one of a given order. It takes the
//! earliest gap of the nodes, which are visited in random order.

use super::problem::{Made, Mapping, Problem};
use super::recorder::{ReadyTask, Recorder, SearchStep};
use super::work::Work;
use crate::workflow::graph::Time;
use crate::workflow::timeline::Timeline;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;

/// A mapping at work; its memory is used again by the next.
#[derive(Debug, Default)]
pub(super) struct SlackSearch {
    nodes: Timeline,
    /// Earliest start of each task as far as it is known.
    earliest: Vec<Time>,
    /// Slack of each task without what all were lifted by.
    slack: Vec<i64>,
    /// By how much the slack of all unmapped tasks was lifted.
    lift: i64,
    missing: Vec<u32>,
    ready: Vec<u32>,
    /// The rest of a given order, the next task last.
    given: Vec<u32>,
    weights: Vec<f64>,
    order: Vec<u32>,
    /// Tasks whose children are still to be pushed, one bit for each place in the order of the graph.
    pushed: Vec<u64>,
    /// Tasks weighed and nodes tried so far.
    pub(super) examined: u64,
}

impl SlackSearch {
    /// Begins a mapping.
    pub(super) fn begin(&mut self, problem: &Problem<'_>, order: Option<&[u32]>, mapping: &mut Mapping) {
        let tasks = problem.dag.len();
        problem.keep(mapping, &mut self.missing);
        self.nodes.copy_from(problem.nodes);
        problem.earliest(mapping, &mut self.earliest);
        self.slack.clear();
        self.slack.extend((0..tasks).map(|task| problem.latest(task) as i64 - self.earliest[task] as i64));
        self.lift = problem.unmapped().map(|task| -self.slack[task as usize]).max().unwrap_or(0).max(0);
        self.ready.clear();
        self.ready.extend(problem.unmapped().filter(|&task| self.missing[task as usize] == 0));
        self.given.clear();
        self.given.extend(order.unwrap_or_default().iter().rev().filter(|&&task| problem.kept(task as usize).is_none()));
        self.order.clear();
        self.order.extend_from_slice(problem.usable);
        self.pushed.clear();
        self.pushed.resize(tasks.div_ceil(64), 0);
    }

    /// Goes on with it, task by task. It is given up as soon as it is clear that it delays the application by `worse` or more.
    pub(super) fn advance<R: Recorder>(
        &mut self,
        problem: &Problem<'_>,
        rng: &mut ChaCha12Rng,
        mapping: &mut Mapping,
        worse: Time,
        work: &mut Work,
        recorder: &mut R,
    ) -> Made {
        let dag = problem.dag;
        while !self.ready.is_empty() {
            if !work.is_left() {
                return Made::Part;
            }
            work.spend(Work::TASK + self.ready.len());
            let drawn = draw(self, rng);
            let task = self.ready[drawn] as usize;
            let earliest = self.earliest[task];
            recorder.step(|| SearchStep {
                ready: ready_tasks(self),
                task: task as u32,
                earliest,
                tried: Vec::new(),
                node: 0,
                start: 0,
                end: 0,
                pushed: Vec::new(),
                lifted: 0,
            });
            self.ready.swap_remove(drawn);
            let (node, at) = place(problem, self, task, mapping, rng, work, recorder);
            let end = at + dag.duration_on(task, node);
            self.nodes.block(node as usize, at, end);
            (mapping.node[task], mapping.start[task]) = (node, at);
            recorder.last(|step| (step.node, step.start, step.end) = (node, at, end));
            mapping.delay = mapping.delay.max(problem.delay(task, end));
            if mapping.delay >= worse {
                return Made::GivenUp;
            }
            // Where nodes differ, a longer duration pushes the children as a later start does.
            let as_late_as = end - dag.durations[task];
            if as_late_as > earliest {
                self.earliest[task] = as_late_as;
                let least = push(problem, self, task, work, recorder) + self.lift;
                if least < 0 {
                    self.lift -= least;
                    recorder.last(|step| step.lifted = least.unsigned_abs());
                }
            }
            for &child in dag.children_of(task) {
                let missing = &mut self.missing[child as usize];
                *missing -= 1;
                if *missing == 0 {
                    self.ready.push(child);
                }
            }
            work.spend(dag.children_of(task).len());
        }
        Made::Whole
    }
}

/// Takes the next task of a given order, or draws a ready one: the weight of each is (Σ(slack + 1)) ÷ (slack + 1), in which the sum cancels.
fn draw(search: &mut SlackSearch, rng: &mut ChaCha12Rng) -> usize {
    let SlackSearch { ready, given, weights, slack, lift, examined, .. } = search;
    *examined += ready.len() as u64;
    if let Some(at) = given.pop().and_then(|next| ready.iter().position(|&task| task == next)) {
        return at;
    }
    if ready.len() == 1 {
        return 0;
    }
    weights.clear();
    weights.extend(ready.iter().map(|&task| 1.0 / ((slack[task as usize] + *lift + 1) as f64)));
    let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
    for (at, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return at;
        }
    }
    weights.len() - 1
}

fn ready_tasks(search: &SlackSearch) -> Vec<ReadyTask> {
    let slack = |task: u32| search.slack[task as usize] + search.lift;
    let sum: i64 = search.ready.iter().map(|&task| slack(task) + 1).sum();
    let ready = |&task: &u32| ReadyTask { task, slack: slack(task), weight: sum as f64 / (slack(task) + 1) as f64 };
    search.ready.iter().map(ready).collect()
}

/// The node with the earliest gap, where nodes differ the one where the task ends first (ours): visited in random order, up to the first one without a delay;
/// of several the last visited.
fn place<R: Recorder>(
    problem: &Problem<'_>,
    search: &mut SlackSearch,
    task: usize,
    mapping: &Mapping,
    rng: &mut ChaCha12Rng,
    work: &mut Work,
    recorder: &mut R,
) -> (u32, Time) {
    let earliest = search.earliest[task];
    let arrival = problem.arrival(task, earliest, mapping);
    let duration = |node: u32| problem.dag.duration_on(task, node);
    work.spend(problem.dag.parents_of(task).len());
    if let Some((node, _)) = problem.pin(task) {
        let (at, passed) = search.nodes.first_gap(node as usize, arrival.on(node), duration(node));
        work.spend(passed);
        recorder.last(|step| step.tried.push((node, at, at + duration(node))));
        return (node, at);
    }
    let (mut best, mut best_end, mut best_node) = (Time::MAX, Time::MAX, 0);
    let undelayed = earliest + problem.dag.durations[task];
    let nodes = search.order.len();
    for visited in 0..nodes {
        let other = rng.random_range(visited as u32..nodes as u32) as usize;
        search.order.swap(visited, other);
        let node = search.order[visited];
        let (at, passed) = search.nodes.first_gap(node as usize, arrival.on(node), duration(node));
        work.spend(1 + passed);
        search.examined += 1;
        recorder.last(|step| step.tried.push((node, at, at + duration(node))));
        if at + duration(node) <= best_end {
            (best, best_end, best_node) = (at, at + duration(node), node);
        }
        if best_end <= undelayed {
            break;
        }
    }
    (best_node, best)
}

/// Pushes the earliest starts of the descendants of a late task, and takes as much from their slack. Returns the least slack that came of it.
fn push<R: Recorder>(problem: &Problem<'_>, search: &mut SlackSearch, task: usize, work: &mut Work, recorder: &mut R) -> i64 {
    let dag = problem.dag;
    let SlackSearch { earliest, slack, pushed, .. } = search;
    let mut least = i64::MAX / 2;
    let mut next = Some(task);
    let mut word = dag.position[task] as usize / 64;
    while let Some(parent) = next {
        let end = earliest[parent] + dag.durations[parent];
        work.spend(dag.children_of(parent).len());
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
