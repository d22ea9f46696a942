//! One mapping by a method that looks at pairs of ready task and node: Blythe's, min-min, max-min, sufferage, list scheduling, random; and HEFT, which takes
//! the tasks in a fixed order.
//!
//! The earliest start of each pair is kept. When a task is mapped, only the starts on its node can change.

use super::problem::{Made, Mapping, Problem};
use super::recorder::{ReadyTask, Recorder, SearchStep};
use super::work::Work;
use crate::workflow::graph::{Dag, Time};
use crate::workflow::policy::Method;
use crate::workflow::timeline::Timeline;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;

/// What comes next in a mapping.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Tasks become ready: those that arrive, from this place on. Then a pair is chosen.
    Arrive(usize),
    /// Blythe's method counts the pairs that may be drawn, in the rows from this one on.
    Count(usize),
    /// The node that was chosen has less room: the starts on it are found anew, in the rows from this one on.
    Update(usize),
}

impl Default for Stage {
    fn default() -> Self {
        Self::Arrive(0)
    }
}

/// A mapping at work; its memory is used again by the next.
#[derive(Debug, Default)]
pub(super) struct GreedySearch {
    stage: Stage,
    nodes: Timeline,
    missing: Vec<u32>,
    /// Tasks that become ready now.
    arriving: Vec<u32>,
    ready: Vec<Row>,
    /// Starts of each pair: a row of one start for each usable node, or `Time::MAX` where the task may not run.
    starts: Vec<Time>,
    free_rows: Vec<usize>,
    /// Tasks in the order in which HEFT takes them, the next one last.
    ranked: Vec<u32>,
    mapped: usize,
    makespan: Time,
    /// The task that was mapped last, and the place of its node.
    last: (u32, usize),
    /// Pairs that end by this moment may be drawn, and how many each row has of them.
    ends_by: Time,
    counts: Vec<u32>,
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
    /// The latest start that a node offers.
    latest: Time,
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

impl GreedySearch {
    /// Begins a mapping.
    pub(super) fn begin(&mut self, problem: &Problem<'_>, Choice { method, ranks, .. }: Choice<'_>, mapping: &mut Mapping) {
        let tasks = problem.dag.len();
        mapping.reset(tasks);
        self.nodes.copy_from(problem.nodes);
        self.missing.clear();
        self.missing.extend((0..tasks).map(|task| problem.dag.parents_of(task).len() as u32));
        self.starts.clear();
        self.free_rows.clear();
        self.ready.clear();
        self.arriving.clear();
        self.ranked.clear();
        if method == Method::Heft {
            self.ranked.extend_from_slice(&problem.dag.order);
            // Stable: of equal ranks the one that comes first in the order of the graph, which keeps parents of no duration before their children.
            self.ranked.sort_by_key(|&task| std::cmp::Reverse(ranks[task as usize]));
            self.ranked.reverse();
            self.arriving.extend(self.ranked.pop());
        } else {
            self.arriving.extend((0..tasks as u32).filter(|&task| self.missing[task as usize] == 0));
        }
        (self.mapped, self.makespan, self.stage) = (0, problem.start, Stage::Arrive(0));
    }

    /// Goes on with it. It is given up as soon as it is clear that it delays the application by `worse` or more.
    pub(super) fn advance<R: Recorder>(
        &mut self,
        (problem, choice): (&Problem<'_>, Choice<'_>),
        rng: &mut ChaCha12Rng,
        mapping: &mut Mapping,
        worse: Time,
        work: &mut Work,
        recorder: &mut R,
    ) -> Made {
        while work.is_left() {
            let chosen = match self.stage {
                Stage::Arrive(at) if at < self.arriving.len() => {
                    self.become_ready(problem, self.arriving[at], mapping, work);
                    self.stage = Stage::Arrive(at + 1);
                    continue;
                }
                Stage::Arrive(_) if self.mapped == problem.dag.len() => return Made::Whole,
                Stage::Arrive(_) => {
                    self.examined += (self.ready.len() * problem.usable.len()) as u64;
                    work.spend(self.ready.len());
                    match choice.method {
                        Method::Blythe => {
                            self.limit(problem, choice.alpha);
                            self.stage = Stage::Count(0);
                            continue;
                        }
                        Method::Random => self.uniform(problem.usable.len(), rng),
                        method => {
                            let at = self.first(problem, method, choice.ranks);
                            (at, self.ready[at].best)
                        }
                    }
                }
                Stage::Count(at) if at < self.ready.len() => {
                    self.stage = Stage::Count(self.count(problem, at, work));
                    continue;
                }
                Stage::Count(_) => self.drawn(problem, rng),
                Stage::Update(at) => {
                    let at = self.update(problem, at, work);
                    self.stage = Stage::Update(at);
                    if at == self.ready.len() {
                        self.find_arriving(problem, choice.method, work);
                        self.stage = Stage::Arrive(0);
                    }
                    continue;
                }
            };
            self.place(problem, choice, chosen, mapping, work, recorder);
            if mapping.delay >= worse {
                return Made::GivenUp;
            }
            self.stage = Stage::Update(0);
        }
        Made::Part
    }

    /// Maps the task of a row to the node of a column.
    fn place<R: Recorder>(
        &mut self,
        problem: &Problem<'_>,
        choice: Choice<'_>,
        (at, column): (usize, usize),
        mapping: &mut Mapping,
        work: &mut Work,
        recorder: &mut R,
    ) {
        let Row { task, row, .. } = self.ready[at];
        let (node, start) = (problem.usable[column], self.starts[row + column]);
        let end = start + problem.dag.durations[task as usize];
        recorder.step(|| SearchStep { node, start, end, ..self.step(problem, choice, at) });
        self.ready.swap_remove(at);
        self.free_rows.push(row);
        self.nodes.block(node as usize, start, end);
        (mapping.node[task as usize], mapping.start[task as usize]) = (node, start);
        mapping.delay = mapping.delay.max(start.saturating_sub(problem.latest(task as usize)));
        self.makespan = self.makespan.max(end);
        self.mapped += 1;
        self.last = (task, column);
        work.spend(Work::TASK + if R::LISTENS { self.ready.len() + problem.usable.len() } else { 0 });
    }

    /// The tasks that become ready because one was mapped; the next one under HEFT.
    fn find_arriving(&mut self, problem: &Problem<'_>, method: Method, work: &mut Work) {
        self.arriving.clear();
        if method == Method::Heft {
            self.arriving.extend(self.ranked.pop());
            return;
        }
        let children = problem.dag.children_of(self.last.0 as usize);
        for &child in children {
            self.missing[child as usize] -= 1;
            if self.missing[child as usize] == 0 {
                self.arriving.push(child);
            }
        }
        work.spend(children.len());
    }

    fn become_ready(&mut self, problem: &Problem<'_>, task: u32, mapping: &Mapping, work: &mut Work) {
        let width = problem.usable.len();
        let row = self.free_rows.pop().unwrap_or_else(|| {
            let row = self.starts.len();
            self.starts.resize(row + width, 0);
            row
        });
        let parents = problem.dag.parents_of(task as usize);
        let from = parents.iter().map(|&parent| mapping.end(problem.dag, parent as usize)).max().unwrap_or(problem.start);
        let (arrival, duration) = (problem.arrival(task as usize, from, mapping), problem.dag.durations[task as usize]);
        let pinned = problem.pin(task as usize).map(|(node, _)| node);
        let mut steps = parents.len() + width;
        for (start, &node) in self.starts[row..row + width].iter_mut().zip(problem.usable) {
            *start = Time::MAX;
            if pinned.is_none_or(|pinned| pinned == node) {
                let (at, passed) = self.nodes.first_gap(node as usize, arrival.on(node), duration);
                *start = at;
                steps += passed;
            }
        }
        work.spend(steps);
        let mut ready = Row { task, from, row, best: 0, start: 0, second: 0, latest: 0 };
        self.find_best(&mut ready, width);
        self.ready.push(ready);
    }

    fn find_best(&self, row: &mut Row, width: usize) {
        let (mut best, mut start, mut second, mut latest) = (0, Time::MAX, Time::MAX, 0);
        for (column, &at) in self.starts[row.row..row.row + width].iter().enumerate() {
            if at < start {
                (second, start, best) = (start, at, column);
            } else if at < second {
                second = at;
            }
            if at != Time::MAX {
                latest = latest.max(at);
            }
        }
        (row.best, row.start, row.second, row.latest) = (best, start, second, latest);
    }

    /// The node that was chosen last has less room than before: its starts in the rows from this one on. Returns the row to go on with.
    fn update(&mut self, problem: &Problem<'_>, mut at: usize, work: &mut Work) -> usize {
        let (width, column) = (problem.usable.len(), self.last.1);
        let node = problem.usable[column] as usize;
        while at < self.ready.len() && work.is_left() {
            let mut row = self.ready[at];
            let before = self.starts[row.row + column];
            let mut steps = 1;
            if before != Time::MAX {
                // A gap is never earlier than it was.
                let (now, passed) = self.nodes.first_gap(node, before, problem.dag.durations[row.task as usize]);
                steps += passed;
                if now != before {
                    self.starts[row.row + column] = now;
                    row.latest = row.latest.max(now);
                    if column == row.best || before == row.second {
                        self.find_best(&mut row, width);
                        steps += width;
                    }
                    self.ready[at] = row;
                }
            }
            work.spend(steps);
            at += 1;
        }
        at
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
            Method::FileOrder => (row.start, std::cmp::Reverse(0)),
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

    /// Which pairs may be drawn: those that lengthen the makespan by at most I_min + α(I_max − I_min).
    fn limit(&mut self, problem: &Problem<'_>, alpha: f64) {
        let (mut least, mut most) = (Time::MAX, 0);
        for row in &self.ready {
            let increase = |start: Time| (start + problem.dag.durations[row.task as usize]).saturating_sub(self.makespan);
            (least, most) = (least.min(increase(row.start)), most.max(increase(row.latest)));
        }
        self.ends_by = self.makespan + least + (alpha * (most - least) as f64) as Time;
        self.counts.clear();
    }

    /// The starts of a row from which its task ends in time to be drawn: up to and including this one, if there are any.
    fn latest_drawn(&self, problem: &Problem<'_>, row: &Row) -> Option<Time> {
        let latest = self.ends_by.checked_sub(problem.dag.durations[row.task as usize])?;
        (row.start <= latest).then_some(latest)
    }

    /// Counts the pairs that may be drawn in the rows from this one on. Returns the row to go on with.
    fn count(&mut self, problem: &Problem<'_>, mut at: usize, work: &mut Work) -> usize {
        let width = problem.usable.len();
        while at < self.ready.len() && work.is_left() {
            let row = self.ready[at];
            let count = self.latest_drawn(problem, &row).map_or(0, |latest| {
                work.spend(width);
                self.starts[row.row..row.row + width].iter().filter(|start| **start <= latest).count()
            });
            work.spend(1);
            self.counts.push(count as u32);
            at += 1;
        }
        at
    }

    /// A pair drawn uniformly among those that were counted.
    fn drawn(&self, problem: &Problem<'_>, rng: &mut ChaCha12Rng) -> (usize, usize) {
        let mut left = rng.random_range(0..self.counts.iter().sum());
        for (at, (row, &count)) in self.ready.iter().zip(&self.counts).enumerate() {
            if left < count {
                let latest = self.latest_drawn(problem, row).unwrap_or(0);
                let starts = self.starts[row.row..row.row + problem.usable.len()].iter().enumerate();
                let column = starts.filter(|(_, start)| **start <= latest).map(|(column, _)| column).nth(left as usize);
                return (at, column.unwrap_or(row.best));
            }
            left -= count;
        }
        (0, self.ready[0].best)
    }

    /// The step that is about to be taken, as it is shown.
    fn step(&self, problem: &Problem<'_>, Choice { method, ranks, .. }: Choice<'_>, at: usize) -> SearchStep {
        let weight = |row: &Row| {
            let ends = row.start + problem.dag.durations[row.task as usize];
            match method {
                Method::Blythe => ends.saturating_sub(self.makespan) as f64,
                Method::Sufferage => row.second.saturating_sub(row.start).min(1 << 52) as f64,
                Method::Heft | Method::CriticalPath => ranks[row.task as usize] as f64,
                Method::FileOrder => row.start as f64,
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
