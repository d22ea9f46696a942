//! One mapping by a method that looks at pairs of ready task and node: Blythe's, min-min, max-min, sufferage, list scheduling, random; and HEFT, which takes
//! the tasks in a fixed order.
//!
//! The earliest start of each pair is kept. When a task is mapped, only the starts on its node can change.

use super::problem::{Mapping, Problem};
use super::recorder::{ReadyTask, Recorder, SearchStep};
use crate::workflow::graph::{Dag, Time};
use crate::workflow::policy::Method;
use crate::workflow::timeline::Timeline;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;

/// What one mapping needs; its memory is used again by the next.
#[derive(Debug, Default)]
pub(super) struct GreedySearch {
    nodes: Timeline,
    missing: Vec<u32>,
    ready: Vec<Row>,
    /// Starts of each pair: a row of one start for each usable node, or `Time::MAX` where the task may not run.
    starts: Vec<Time>,
    free_rows: Vec<usize>,
    /// Tasks in the order in which HEFT takes them.
    ranked: Vec<u32>,
    /// Pairs of task and node compared so far.
    pub(super) examined: u64,
}

/// A ready task.
#[derive(Clone, Copy, Debug)]
struct Row {
    task: u32,
    /// When its last parent ends.
    from: Time,
    /// Its row of starts.
    row: usize,
    /// The place of the node that offers the earliest start, that start, and the earliest start of the others.
    best: usize,
    start: Time,
    second: Time,
}

/// How a step chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<'a> {
    pub method: Method,
    /// α of Blythe's method.
    pub alpha: f64,
    /// Upward rank of each task.
    pub ranks: &'a [Time],
}

/// Longest path from the start of each task to the end of the application, costs of edges included (upward rank).
pub(super) fn upward_ranks(dag: &Dag) -> Vec<Time> {
    let mut rank = vec![0; dag.len()];
    for &task in dag.order.iter().rev() {
        let task = task as usize;
        // Its children have added themselves.
        rank[task] += dag.durations[task];
        for (&parent, &cost) in dag.parents_of(task).iter().zip(dag.costs_of(task)) {
            rank[parent as usize] = rank[parent as usize].max(cost + rank[task]);
        }
    }
    rank
}

/// Makes one mapping. `None` if it became clear on the way that it delays the application by `worse` or more.
pub(super) fn map<R: Recorder>(
    problem: &Problem<'_>,
    Choice { method, alpha, ranks }: Choice<'_>,
    rng: &mut ChaCha12Rng,
    search: &mut GreedySearch,
    mapping: &mut Mapping,
    worse: Time,
    recorder: &mut R,
) -> Option<()> {
    let tasks = problem.dag.len();
    mapping.reset(tasks);
    search.nodes.copy_from(problem.nodes);
    search.missing.clear();
    search.missing.extend((0..tasks).map(|task| problem.dag.parents_of(task).len() as u32));
    search.starts.clear();
    search.free_rows.clear();
    search.ready.clear();
    if method == Method::Heft {
        search.ranked.clear();
        search.ranked.extend_from_slice(&problem.dag.order);
        // Stable: of equal ranks the one that comes first in the order of the graph, which keeps parents of no duration before their children.
        search.ranked.sort_by_key(|&task| std::cmp::Reverse(ranks[task as usize]));
        search.ranked.reverse();
    } else {
        for task in (0..tasks as u32).filter(|&task| problem.dag.parents_of(task as usize).is_empty()) {
            search.become_ready(problem, task, mapping);
        }
    }
    let mut makespan = problem.start;
    for _ in 0..tasks {
        if method == Method::Heft
            && let Some(task) = search.ranked.pop()
        {
            search.become_ready(problem, task, mapping);
        }
        search.examined += (search.ready.len() * problem.usable.len()) as u64;
        let (at, column) = match method {
            Method::Blythe => search.blythe(problem, makespan, alpha, rng),
            Method::Random => search.uniform(problem.usable.len(), rng),
            _ => {
                let at = search.first(problem, method, ranks);
                (at, search.ready[at].best)
            }
        };
        let Row { task, row, .. } = search.ready[at];
        let (node, start) = (problem.usable[column], search.starts[row + column]);
        let end = start + problem.dag.durations[task as usize];
        recorder.step(|| SearchStep { node, start, end, ..search.step(problem, (method, ranks), makespan, at) });
        search.ready.swap_remove(at);
        search.free_rows.push(row);
        search.nodes.block(node as usize, start, end);
        (mapping.node[task as usize], mapping.start[task as usize]) = (node, start);
        makespan = makespan.max(end);
        mapping.delay = mapping.delay.max(start.saturating_sub(problem.latest(task as usize)));
        if mapping.delay >= worse {
            return None;
        }
        search.update(problem, column, mapping);
        if method != Method::Heft {
            for &child in problem.dag.children_of(task as usize) {
                search.missing[child as usize] -= 1;
                if search.missing[child as usize] == 0 {
                    search.become_ready(problem, child, mapping);
                }
            }
        }
    }
    Some(())
}

impl GreedySearch {
    fn become_ready(&mut self, problem: &Problem<'_>, task: u32, mapping: &Mapping) {
        let width = problem.usable.len();
        let row = self.free_rows.pop().unwrap_or_else(|| {
            let row = self.starts.len();
            self.starts.resize(row + width, 0);
            row
        });
        let ends = problem.dag.parents_of(task as usize).iter().map(|&parent| mapping.end(problem.dag, parent as usize));
        let from = ends.max().unwrap_or(problem.start);
        let pinned = problem.pin(task as usize).map(|(node, _)| node);
        for (column, &node) in problem.usable.iter().enumerate() {
            let may = pinned.is_none_or(|pinned| pinned == node);
            self.starts[row + column] =
                if may { problem.earliest_on(task as usize, node, from, mapping, &self.nodes) } else { Time::MAX };
        }
        let mut ready = Row { task, from, row, best: 0, start: 0, second: 0 };
        self.find_best(&mut ready, width);
        self.ready.push(ready);
    }

    fn find_best(&self, row: &mut Row, width: usize) {
        let (mut best, mut start, mut second) = (0, Time::MAX, Time::MAX);
        for (column, &at) in self.starts[row.row..row.row + width].iter().enumerate() {
            if at < start {
                (second, start, best) = (start, at, column);
            } else if at < second {
                second = at;
            }
        }
        (row.best, row.start, row.second) = (best, start, second);
    }

    /// A node has less room than before.
    fn update(&mut self, problem: &Problem<'_>, column: usize, mapping: &Mapping) {
        let width = problem.usable.len();
        for at in 0..self.ready.len() {
            let mut row = self.ready[at];
            let before = self.starts[row.row + column];
            if before == Time::MAX {
                continue;
            }
            let node = problem.usable[column];
            // A gap is never earlier than it was.
            let now = problem.earliest_on(row.task as usize, node, before, mapping, &self.nodes);
            if now != before {
                self.starts[row.row + column] = now;
                if column == row.best || before == row.second {
                    self.find_best(&mut row, width);
                    self.ready[at] = row;
                }
            }
        }
    }

    /// The place of the task that a method without draws takes next; of equal ones the lowest task.
    fn first(&self, problem: &Problem<'_>, method: Method, ranks: &[Time]) -> usize {
        let end = |row: &Row| row.start + problem.dag.durations[row.task as usize];
        let rank = |row: &Row| std::cmp::Reverse(ranks[row.task as usize]);
        let key = |row: &Row| match method {
            Method::MaxMin => (Time::MAX - end(row), std::cmp::Reverse(0)),
            // What it loses on its second best node; on a single node all lose as much.
            Method::Sufferage => (Time::MAX - row.second.saturating_sub(row.start), std::cmp::Reverse(0)),
            Method::CriticalPath => (row.start, rank(row)),
            _ => (end(row), std::cmp::Reverse(0)),
        };
        let least = self.ready.iter().enumerate().min_by_key(|(_, row)| (key(row), row.task));
        least.map_or(0, |(at, _)| at)
    }

    fn uniform(&self, width: usize, rng: &mut ChaCha12Rng) -> (usize, usize) {
        let at = rng.random_range(0..self.ready.len() as u32) as usize;
        let column = rng.random_range(0..width as u32) as usize;
        let row = self.ready[at];
        // A pinned task runs where it must.
        (at, if self.starts[row.row + column] == Time::MAX { row.best } else { column })
    }

    /// By how much each pair lengthens the makespan.
    fn increases<'a>(&'a self, problem: &'a Problem<'_>, makespan: Time) -> impl Iterator<Item = (usize, usize, Time)> + 'a {
        let width = problem.usable.len();
        self.ready.iter().enumerate().flat_map(move |(at, row)| {
            let duration = problem.dag.durations[row.task as usize];
            let starts = self.starts[row.row..row.row + width].iter().enumerate();
            starts
                .filter(|(_, start)| **start != Time::MAX)
                .map(move |(column, &start)| (at, column, (start + duration).saturating_sub(makespan)))
        })
    }

    /// A pair drawn uniformly among those with an increase of at most I_min + α(I_max − I_min).
    fn blythe(&self, problem: &Problem<'_>, makespan: Time, alpha: f64, rng: &mut ChaCha12Rng) -> (usize, usize) {
        let (mut least, mut most) = (Time::MAX, 0);
        for (_, _, increase) in self.increases(problem, makespan) {
            (least, most) = (least.min(increase), most.max(increase));
        }
        let limit = least + (alpha * (most - least) as f64) as Time;
        let count = self.increases(problem, makespan).filter(|(.., increase)| *increase <= limit).count();
        let drawn = rng.random_range(0..count as u32) as usize;
        let pair = self.increases(problem, makespan).filter(|(.., increase)| *increase <= limit).nth(drawn);
        pair.map_or((0, 0), |(at, column, _)| (at, column))
    }

    /// The step that is about to be taken, as it is shown.
    fn step(&self, problem: &Problem<'_>, (method, ranks): (Method, &[Time]), makespan: Time, at: usize) -> SearchStep {
        let weight = |row: &Row| {
            let ends = row.start + problem.dag.durations[row.task as usize];
            match method {
                Method::Blythe => ends.saturating_sub(makespan) as f64,
                Method::Sufferage => row.second.saturating_sub(row.start).min(1 << 52) as f64,
                Method::Heft | Method::CriticalPath => ranks[row.task as usize] as f64,
                Method::Random => 1.0,
                _ => ends as f64,
            }
        };
        let slack = |row: &Row| problem.latest(row.task as usize) as i64 - row.from as i64;
        let ready = |row: &Row| ReadyTask { task: row.task, slack: slack(row), weight: weight(row) };
        let row = self.ready[at];
        let starts = problem.usable.iter().zip(&self.starts[row.row..row.row + problem.usable.len()]);
        let tried = starts.filter(|(_, start)| **start != Time::MAX).map(|(&node, &start)| (node, start)).collect();
        SearchStep {
            ready: self.ready.iter().map(ready).collect(),
            task: row.task,
            earliest: row.from,
            tried,
            node: 0,
            start: 0,
            end: 0,
            pushed: Vec::new(),
            lifted: 0,
        }
    }
}
