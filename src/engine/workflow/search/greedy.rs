//! One mapping by a method that looks at pairs of ready task and node: Blythe's, min-min, max-min, sufferage, CPOP, list scheduling, random; and HEFT, which
//! takes the tasks in a fixed order.
//!
//! The earliest end of each pair is kept. When a task is mapped, only the ends on its node can change.

use super::problem::{Made, Mapping, Problem};
use super::ranks::Ranks;
use super::recorder::{ReadyTask, Recorder, SearchStep};
use super::work::Work;
use crate::workflow::graph::Time;
use crate::workflow::open::NEVER;
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
    /// Ends of each pair: a row of one end for each usable node, or `Time::MAX` where the task may not run.
    ends: Vec<Time>,
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
    /// Its row of ends.
    row: usize,
    /// The place of the node where it ends first, its start and end there, and the earliest end on the others.
    best: usize,
    start: Time,
    end: Time,
    second: Time,
    /// The latest end that a node offers.
    latest: Time,
}

/// How a step chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<'a> {
    pub method: Method,
    /// α of Blythe's method.
    pub alpha: f64,
    /// Ranks of the tasks.
    pub ranks: &'a Ranks,
}

impl Choice<'_> {
    /// The node that a task must run on, whatever ends first elsewhere.
    fn node_of(&self, problem: &Problem<'_>, task: usize) -> Option<u32> {
        let on_path = self.method == Method::Cpop && self.ranks.is_on_path[task];
        problem.pin(task).map(|(node, _)| node).or(on_path.then_some(self.ranks.path_node))
    }
}

impl GreedySearch {
    /// Begins a mapping.
    pub(super) fn begin(&mut self, problem: &Problem<'_>, Choice { method, ranks, .. }: Choice<'_>, mapping: &mut Mapping) {
        problem.keep(mapping, &mut self.missing);
        self.nodes.copy_from(problem.nodes);
        self.ends.clear();
        self.free_rows.clear();
        self.ready.clear();
        self.arriving.clear();
        self.ranked.clear();
        if method == Method::Heft {
            self.ranked.extend(problem.dag.order.iter().filter(|&&task| problem.kept(task as usize).is_none()));
            // Stable: of equal ranks the one that comes first in the order of the graph, which keeps parents of no duration before their children.
            self.ranked.sort_by_key(|&task| std::cmp::Reverse(ranks.upward[task as usize]));
            self.ranked.reverse();
            self.arriving.extend(self.ranked.pop());
        } else {
            self.arriving.extend(problem.unmapped().filter(|&task| self.missing[task as usize] == 0));
        }
        let (begun, end) = problem.begun(mapping);
        (self.mapped, self.makespan, self.stage) = (begun, end, Stage::Arrive(0));
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
                    self.become_ready(problem, choice, self.arriving[at], mapping, work);
                    self.stage = Stage::Arrive(at + 1);
                    continue;
                }
                Stage::Arrive(_) if self.mapped == problem.dag.len() => return Made::Whole,
                Stage::Arrive(_) => {
                    self.examined += (self.ready.len() * problem.usable.len()) as u64;
                    work.spend(self.ready.len());
                    match choice.method {
                        Method::Blythe => {
                            self.limit(choice.alpha);
                            self.stage = Stage::Count(0);
                            continue;
                        }
                        Method::Random => self.uniform(problem.usable.len(), rng),
                        method => {
                            let at = self.first(method, choice.ranks);
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
        let (node, end) = (problem.usable[column], self.ends[row + column]);
        let start = end - problem.dag.duration_on(task as usize, node);
        recorder.step(|| SearchStep { node, start, end, ..self.step(problem, choice, at) });
        self.ready.swap_remove(at);
        self.free_rows.push(row);
        self.nodes.block(node as usize, start, end);
        (mapping.node[task as usize], mapping.start[task as usize]) = (node, start);
        mapping.delay = mapping.delay.max(problem.delay(task as usize, end));
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

    fn become_ready(&mut self, problem: &Problem<'_>, choice: Choice<'_>, task: u32, mapping: &Mapping, work: &mut Work) {
        let width = problem.usable.len();
        let row = self.free_rows.pop().unwrap_or_else(|| {
            let row = self.ends.len();
            self.ends.resize(row + width, 0);
            row
        });
        let parents = problem.dag.parents_of(task as usize);
        let from =
            parents.iter().map(|&parent| mapping.end(problem.dag, parent as usize)).max().unwrap_or(problem.start).max(problem.now);
        let arrival = problem.arrival(task as usize, from, mapping);
        let must = choice.node_of(problem, task as usize);
        let mut steps = parents.len() + width;
        for (end, &node) in self.ends[row..row + width].iter_mut().zip(problem.usable) {
            *end = Time::MAX;
            if must.is_none_or(|must| must == node) {
                let duration = problem.dag.duration_on(task as usize, node);
                let (at, passed) = self.nodes.first_gap(node as usize, arrival.on(node), duration);
                *end = if at < NEVER { at + duration } else { Time::MAX };
                steps += passed;
            }
        }
        work.spend(steps);
        let mut ready = Row { task, from, row, best: 0, start: 0, end: 0, second: 0, latest: 0 };
        self.find_node(problem, &mut ready);
        self.ready.push(ready);
    }

    /// Where a task ends first; one that no node ever has room for ends later than everything.
    fn find_node(&mut self, problem: &Problem<'_>, row: &mut Row) {
        self.find_best(problem, row);
        if row.end == Time::MAX {
            for (end, &node) in self.ends[row.row..row.row + problem.usable.len()].iter_mut().zip(problem.usable) {
                *end = row.from.max(NEVER) + problem.dag.duration_on(row.task as usize, node);
            }
            self.find_best(problem, row);
        }
    }

    fn find_best(&self, problem: &Problem<'_>, row: &mut Row) {
        let (mut best, mut end, mut second, mut latest) = (0, Time::MAX, Time::MAX, 0);
        for (column, &at) in self.ends[row.row..row.row + problem.usable.len()].iter().enumerate() {
            if at < end {
                (second, end, best) = (end, at, column);
            } else if at < second {
                second = at;
            }
            if at != Time::MAX {
                latest = latest.max(at);
            }
        }
        let start = end.saturating_sub(problem.dag.duration_on(row.task as usize, problem.usable[best]));
        *row = Row { best, start, end, second, latest, ..*row };
    }

    /// The node that was chosen last has less room than before: its ends in the rows from this one on. Returns the row to go on with.
    fn update(&mut self, problem: &Problem<'_>, mut at: usize, work: &mut Work) -> usize {
        let (width, column) = (problem.usable.len(), self.last.1);
        let node = problem.usable[column];
        while at < self.ready.len() && work.is_left() {
            let mut row = self.ready[at];
            let before = self.ends[row.row + column];
            let mut steps = 1;
            if before != Time::MAX {
                let duration = problem.dag.duration_on(row.task as usize, node);
                // A gap is never earlier than it was.
                let (start, passed) = self.nodes.first_gap(node as usize, before - duration, duration);
                let now = if start < NEVER { start + duration } else { Time::MAX };
                steps += passed;
                if now != before {
                    self.ends[row.row + column] = now;
                    if column == row.best || before == row.second || now == Time::MAX {
                        self.find_node(problem, &mut row);
                        steps += width;
                    } else {
                        row.latest = row.latest.max(now);
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
    fn first(&self, method: Method, ranks: &Ranks) -> usize {
        let key = |row: &Row| match method {
            Method::MaxMin => (Time::MAX - row.end, std::cmp::Reverse(0)),
            // On a single node all lose as much: the one that starts first.
            Method::Sufferage if row.second == Time::MAX => (row.start, std::cmp::Reverse(0)),
            // What it loses on its second best node.
            Method::Sufferage => (Time::MAX - (row.second - row.end), std::cmp::Reverse(0)),
            Method::CriticalPath => (row.start, std::cmp::Reverse(ranks.upward[row.task as usize])),
            Method::Cpop => (0, std::cmp::Reverse(ranks.priority[row.task as usize])),
            Method::FileOrder => (row.start, std::cmp::Reverse(0)),
            _ => (row.end, std::cmp::Reverse(0)),
        };
        let least = self.ready.iter().enumerate().min_by_key(|(_, row)| (key(row), row.task));
        least.map_or(0, |(at, _)| at)
    }

    fn uniform(&self, width: usize, rng: &mut ChaCha12Rng) -> (usize, usize) {
        let at = rng.random_range(0..self.ready.len() as u32) as usize;
        let column = rng.random_range(0..width as u32) as usize;
        let row = self.ready[at];
        // A pinned task runs where it must.
        (at, if self.ends[row.row + column] == Time::MAX { row.best } else { column })
    }

    /// Which pairs may be drawn: those that lengthen the makespan by at most I_min + α(I_max − I_min).
    fn limit(&mut self, alpha: f64) {
        let (mut least, mut most) = (Time::MAX, 0);
        for row in &self.ready {
            let increase = |end: Time| end.saturating_sub(self.makespan);
            (least, most) = (least.min(increase(row.end)), most.max(increase(row.latest)));
        }
        self.ends_by = self.makespan + least + (alpha * (most - least) as f64) as Time;
        self.counts.clear();
    }

    /// Counts the pairs that may be drawn in the rows from this one on. Returns the row to go on with.
    fn count(&mut self, problem: &Problem<'_>, mut at: usize, work: &mut Work) -> usize {
        let width = problem.usable.len();
        while at < self.ready.len() && work.is_left() {
            let row = self.ready[at];
            let mut count = 0;
            if row.end <= self.ends_by {
                work.spend(width);
                count = self.ends[row.row..row.row + width].iter().filter(|end| **end <= self.ends_by).count() as u32;
            }
            work.spend(1);
            self.counts.push(count);
            at += 1;
        }
        at
    }

    /// A pair drawn uniformly among those that were counted.
    fn drawn(&self, problem: &Problem<'_>, rng: &mut ChaCha12Rng) -> (usize, usize) {
        let mut left = rng.random_range(0..self.counts.iter().sum());
        for (at, (row, &count)) in self.ready.iter().zip(&self.counts).enumerate() {
            if left < count {
                let ends = self.ends[row.row..row.row + problem.usable.len()].iter().enumerate();
                let column = ends.filter(|(_, end)| **end <= self.ends_by).map(|(column, _)| column).nth(left as usize);
                return (at, column.unwrap_or(row.best));
            }
            left -= count;
        }
        (0, self.ready[0].best)
    }

    /// The step that is about to be taken, as it is shown.
    fn step(&self, problem: &Problem<'_>, Choice { method, ranks, .. }: Choice<'_>, at: usize) -> SearchStep {
        let rank = |ranked: &[Time], row: &Row| ranked[row.task as usize] as f64 / ranks.scale as f64;
        let weight = |row: &Row| match method {
            Method::Blythe => row.end.saturating_sub(self.makespan) as f64,
            Method::Sufferage => row.second.saturating_sub(row.end).min(1 << 52) as f64,
            Method::Heft | Method::CriticalPath => rank(&ranks.upward, row),
            Method::Cpop => rank(&ranks.priority, row),
            Method::FileOrder => row.start as f64,
            Method::Random => 1.0,
            _ => row.end as f64,
        };
        let slack = |row: &Row| problem.latest(row.task as usize) as i64 - row.from as i64;
        let ready = |row: &Row| ReadyTask { task: row.task, slack: slack(row), weight: weight(row) };
        let row = self.ready[at];
        let ends = problem.usable.iter().zip(&self.ends[row.row..row.row + problem.usable.len()]);
        let start = |(&node, &end): (&u32, &Time)| (node, end - problem.dag.duration_on(row.task as usize, node), end);
        let tried = ends.filter(|(_, end)| **end != Time::MAX).map(start).collect();
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
