//! The independent checker of a cluster: verifies a finished plan from its jobs and decisions alone. It shares no code with the schedulers: who has
//! which node is followed in a map of its own, and the figures are counted again.

mod limits;
mod named;
mod offered;
mod refused;

use crate::batch::decisions::How;
use crate::batch::outcome::BatchOutcome;
use crate::batch::scenario::BatchScenario;
use crate::batch::scheduler::Scheduler;
use crate::core::sorting::sort_shared;
use crate::core::verification::Verification;
use std::collections::{BTreeMap, BTreeSet};

/// Violations that are told; the rest is counted.
const TOLD: usize = 100;
/// Jobs that are named where there may be many.
const NAMED: usize = 12;
/// Stands for a number that is not there, in columns of 32 and of 64 bits.
const NO: (u32, u64) = (u32::MAX, u64::MAX);

struct Checker<'a> {
    scenario: &'a BatchScenario,
    outcome: &'a BatchOutcome,
    found: Vec<String>,
    more: usize,
}

/// Everything that is wrong with a finished plan, in words, with what was looked at.
pub fn verify_cluster(scenario: &BatchScenario, outcome: &BatchOutcome) -> Verification {
    let mut looked = Verification::default();
    let mut checker = Checker { scenario, outcome, found: Vec::new(), more: 0 };
    let jobs = outcome.jobs.id.len();
    if !checker.rows(jobs) {
        looked.violations = checker.found;
        return looked;
    }
    checker.times(jobs);
    looked.looked(
        jobs,
        [
            "job, against what it asked for and how long it runs",
            "jobs in the order of arrival, against what they asked for and how long they run",
        ],
    );
    checker.promises(jobs, &mut looked);
    let refused = checker.refused(jobs);
    looked.looked(
        refused,
        [
            "refused reservation, against the nodes that were free at its starts",
            "refused reservations, against the nodes that were free at their starts",
        ],
    );
    let offered = checker.offered(jobs);
    looked.looked(
        offered,
        [
            "reservation by strip packing, its place and its offers found again",
            "reservations by strip packing, their places and their offers found again",
        ],
    );
    let bound = checker.limits(jobs);
    looked.looked(bound, ["start of a job, against the limits of its user", "starts of jobs, against the limits of their users"]);
    let stretches = checker.nodes(jobs);
    looked.looked(stretches, ["stretch of nodes", "stretches of nodes, none held by two jobs at once"]);
    let named = checker.named(jobs);
    looked.looked(
        named,
        ["job with nodes of its own choice, against those it got", "jobs with nodes of their own choice, against those they got"],
    );
    let moments = checker.heads(jobs);
    looked.looked(
        moments,
        [
            "start of the head of the queue, against the nodes that were free just before",
            "starts of the head of the queue, against the nodes that were free just before",
        ],
    );
    let figures = checker.figures(jobs);
    looked.looked(figures, ["figure counted again", "figures counted again"]);
    if checker.more > 0 {
        checker.found.push(format!("and {} more", checker.more));
    }
    looked.violations = checker.found;
    looked
}

impl Checker<'_> {
    fn tell(&mut self, what: impl FnOnce() -> String) {
        if self.found.len() < TOLD { self.found.push(what()) } else { self.more += 1 }
    }

    fn is_logged(&self) -> bool {
        self.scenario.policy.scheduler == Scheduler::AsLogged
    }

    /// Whether every column has a row for each job.
    fn rows(&mut self, jobs: usize) -> bool {
        let (j, d, n) = (&self.outcome.jobs, &self.outcome.decisions, &self.outcome.nodes);
        let columns = [
            ("submitted", j.submitted.len()),
            ("estimate", j.estimate.len()),
            ("runtime", j.runtime.len()),
            ("nodes", j.nodes.len()),
            ("earliest start", j.earliest_start.len()),
            ("latest start", j.latest_start.len()),
            ("first node", j.first_node.len()),
            ("logged start", j.logged_start.len()),
            ("owner", j.owner.len()),
            ("age", j.age.len()),
            ("start", d.start.len()),
            ("end", d.end.len()),
            ("promised", d.promised.len()),
            ("how", d.how.len()),
            ("retries", d.retries.len()),
            ("nodes held", n.from.len().saturating_sub(1)),
        ];
        let short = columns.into_iter().find(|(_, rows)| *rows != jobs);
        if let Some((column, rows)) = short {
            self.tell(|| format!("{column} has {rows} rows for {jobs} jobs"));
        }
        short.is_none()
    }

    fn times(&mut self, jobs: usize) {
        for row in 0..jobs {
            let (j, d) = (&self.outcome.jobs, &self.outcome.decisions);
            let (start, end) = (d.start[row], d.end[row]);
            let id = j.number(row);
            if row > 0 && j.submitted[row] < j.submitted[row - 1] {
                self.tell(|| format!("job {id} comes before the one above it"));
            }
            if start == NO.1 {
                if d.how(row) != How::Refused || end != NO.1 {
                    self.tell(|| format!("job {id} never starts"));
                }
                continue;
            }
            if d.how(row) == How::Refused {
                self.tell(|| format!("job {id} is refused, but starts at {start}"));
            }
            if start.checked_add(u64::from(j.runtime[row])) != Some(end) {
                self.tell(|| format!("job {id} holds {start} to {end}, which is not its run time"));
            }
            let (asked, logged) = (j.earliest_start[row], j.logged_start[row]);
            let ready = if asked == NO.0 || self.is_logged() { j.submitted[row] } else { asked };
            if start < u64::from(ready) {
                self.tell(|| format!("job {id} starts at {start}, before {ready}"));
            }
            if let Some(last) = self.last_start(row)
                && start > last
            {
                self.tell(|| format!("job {id} starts at {start}, after {last}, its last start"));
            }
            if self.is_logged() && start != u64::from(logged) {
                self.tell(|| format!("job {id} starts at {start}, in the log at {logged}"));
            }
        }
    }

    /// What jobs were told on submission is kept; under FCFS nobody starts before one who came earlier.
    fn promises(&mut self, jobs: usize, looked: &mut Verification) {
        let has_advance = self.outcome.jobs.earliest_start.iter().any(|&start| start != NO.0);
        let policy = self.scenario.policy;
        let (scheduler, is_reordered) = (policy.scheduler, policy.limits.is_any() || policy.order().is_some());
        let (mut promises, mut last) = (0, 0);
        for row in 0..jobs {
            let (j, d) = (&self.outcome.jobs, &self.outcome.decisions);
            let (id, start, promised) = (j.number(row), d.start[row], d.promised[row]);
            let is_queued = j.earliest_start[row] == NO.0;
            // A reservation that comes later does not see the queue: it may put off the head of EASY.
            // Under backfilling, a job that moves forward may put off one that stands behind it.
            let is_binding = match scheduler {
                // So may limits of users, and an order that changes.
                Scheduler::Easy => !is_queued || !(has_advance || is_reordered),
                Scheduler::Backfill => !is_queued,
                _ => true,
            };
            if promised != NO.1 && is_binding {
                promises += 1;
                if start > promised {
                    self.tell(|| format!("job {id} starts at {start}, after {promised}, which it was told"));
                }
            }
            // Whoever goes ahead leaves the first of the queue the start that it is promised then.
            let (head, shadow) = (d.head[row], d.shadow[row]);
            if scheduler == Scheduler::Backfill && shadow != NO.1 && !has_advance && !is_reordered {
                promises += 1;
                match d.start.get(head as usize).copied() {
                    Some(start) if start <= shadow => {}
                    Some(start) => {
                        let head = j.number(head as usize);
                        self.tell(|| format!("job {head} starts at {start}, after {shadow}, although job {id} left it that start"));
                    }
                    None => self.tell(|| format!("job {id} goes ahead of a job that is not there")),
                }
            }
            if scheduler == Scheduler::Fcfs && is_queued && !is_reordered {
                if start < last {
                    self.tell(|| format!("job {id} starts at {start}, before a job that came earlier"));
                }
                last = last.max(start);
            }
        }
        looked.looked(
            promises,
            ["start that a job was told, against when it started", "starts that jobs were told, against when they started"],
        );
    }

    /// Nobody holds a node that another holds; everybody has as many as asked for. Tells how many stretches there are.
    fn nodes(&mut self, jobs: usize) -> usize {
        let table = &self.outcome.nodes;
        if table.first.len() != table.last.len() || table.from.last().map_or(0, |&last| last as usize) != table.first.len() {
            self.tell(|| "the table of nodes is torn".to_string());
            return 0;
        }
        let mut events: Vec<(u64, bool, u32)> = Vec::with_capacity(2 * jobs);
        for row in 0..jobs {
            let d = &self.outcome.decisions;
            if d.start[row] != NO.1 {
                // Ends sort before starts of the same moment.
                events.push((d.end[row], false, row as u32));
                events.push((d.start[row], true, row as u32));
            }
        }
        sort_shared(&mut events, Ord::cmp);
        self.nodes_of_refused(jobs);
        self.first_overbooked(&events);
        // First node of each stretch that is held: its last node.
        let mut held: BTreeMap<u32, u32> = BTreeMap::new();
        for (_, starts, row) in events {
            let at = row as usize;
            let range = self.outcome.nodes.from[at] as usize..self.outcome.nodes.from[at + 1] as usize;
            let mut count = 0_u64;
            for stretch in range {
                let (first, last) = (self.outcome.nodes.first[stretch], self.outcome.nodes.last[stretch]);
                if !starts {
                    held.remove(&first);
                    continue;
                }
                let id = self.outcome.jobs.number(at);
                if last < first || last >= self.scenario.nodes {
                    self.tell(|| format!("job {id} holds nodes {first} to {last}, which are not there"));
                    continue;
                }
                if held.range(..=last).next_back().is_some_and(|(_, &end)| end >= first) {
                    self.tell(|| format!("job {id} holds nodes {first} to {last}, and so does another"));
                    continue;
                }
                held.insert(first, last);
                count += u64::from(last - first) + 1;
            }
            let wanted = self.outcome.jobs.nodes[at];
            let (id, how) = (self.outcome.jobs.number(at), self.outcome.decisions.how(at));
            if starts && count != u64::from(wanted) {
                self.tell(|| format!("job {id} holds {count} nodes and wants {wanted}"));
            }
            if starts && (how == How::Overbooked) != (self.is_logged() && count < u64::from(wanted)) {
                self.tell(|| format!("job {id} holds {count} of {wanted} nodes, but is told as {}", how.name()));
            }
        }
        self.outcome.nodes.first.len()
    }

    /// The first second at which the jobs need more nodes than there are, with the jobs. Only a log does that.
    fn first_overbooked(&mut self, events: &[(u64, bool, u32)]) {
        let (mut needed, mut running) = (0, BTreeSet::new());
        for &(at, starts, row) in events {
            let nodes = u64::from(self.outcome.jobs.nodes[row as usize]);
            if !starts {
                needed -= nodes;
                running.remove(&row);
                continue;
            }
            needed += nodes;
            running.insert(row);
            if needed > u64::from(self.scenario.nodes) {
                let names: Vec<String> =
                    running.iter().take(NAMED).map(|row| self.outcome.jobs.number(*row as usize).to_string()).collect();
                let more = running.len() - names.len();
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let (names, all) = (names.join(", "), self.scenario.nodes);
                self.tell(|| format!("from second {at} on, {needed} nodes of {all} are needed at once, by jobs {names}{more}"));
                return;
            }
        }
    }

    /// Under FCFS by arrival, without reservations and limits, the head starts as soon as its nodes are free: just before, there were too few, or it was not yet its turn. Tells how
    /// many starts were looked at.
    fn heads(&mut self, jobs: usize) -> usize {
        let j = &self.outcome.jobs;
        let is_reordered = self.scenario.policy.limits.is_any() || self.scenario.policy.order().is_some();
        if self.scenario.policy.scheduler != Scheduler::Fcfs || is_reordered || j.earliest_start.iter().any(|&start| start != NO.0)
        {
            return 0;
        }
        let d = &self.outcome.decisions;
        let mut ends: Vec<(u64, u32)> = (0..jobs).map(|row| (d.end[row], j.nodes[row])).collect();
        ends.sort_unstable();
        // Just before a start: jobs that started earlier hold nodes, unless they ended before that moment.
        let (mut ended, mut free, mut waiting) = (0, i64::from(self.scenario.nodes), 0);
        let mut wrong = Vec::new();
        for row in 0..jobs {
            let start = d.start[row];
            while ended < jobs && ends[ended].0 < start {
                free += i64::from(ends[ended].1);
                ended += 1;
            }
            let is_first = row == 0 || d.start[row - 1] < start;
            if is_first && start > u64::from(j.submitted[row]) {
                waiting += 1;
                if free >= i64::from(j.nodes[row]) {
                    wrong.push((j.number(row), start));
                }
            }
            free -= i64::from(j.nodes[row]);
        }
        for (id, start) in wrong {
            self.tell(|| format!("job {id} starts at {start}, although its nodes were free before"));
        }
        waiting
    }

    /// The figures from the decisions again. Tells how many.
    fn figures(&mut self, jobs: usize) -> usize {
        let (j, d, told) = (&self.outcome.jobs, &self.outcome.decisions, self.outcome.metrics);
        // Whoever is refused never runs; else every start is known.
        let rows = || (0..jobs).filter(|&row| d.how(row) != How::Refused);
        let count = rows().count();
        if count == 0 || rows().any(|row| d.start[row] == NO.1) {
            return 0;
        }
        let mut waits: Vec<u64> = Vec::with_capacity(jobs);
        let (mut work, mut end, mut slowdown, mut penalty) = (0.0, 0, 0.0, 0.0);
        let (mut queued, mut queued_wait) = (0_u32, 0.0);
        for row in rows() {
            let asked = j.earliest_start[row];
            let ready = if asked == NO.0 { j.submitted[row] } else { asked };
            let wait = d.start[row].saturating_sub(u64::from(ready));
            let ran = d.end[row] - d.start[row];
            waits.push(wait);
            if asked == NO.0 {
                (queued, queued_wait) = (queued + 1, queued_wait + wait as f64);
            }
            work += ran as f64 * f64::from(j.nodes[row]);
            end = end.max(d.end[row]);
            slowdown += f64::max(1.0, (wait + ran) as f64 / u64::max(ran, 10) as f64);
            penalty += wait as f64 / f64::from(j.estimate[row]);
        }
        let (count, refused) = (count as f64, (jobs - count) as f64);
        let promised =
            |row: &usize| j.earliest_start[*row] == NO.0 && d.promised[*row] != NO.1 && self.scenario.policy.scheduler.is_queue();
        let is_late = |row: &usize| d.start[*row] > d.promised[*row];
        let is_early = |row: &usize| d.start[*row] < d.promised[*row];
        let (late, early) = (rows().filter(promised).filter(is_late).count(), rows().filter(promised).filter(is_early).count());
        let taken = d.offered.iter().filter(|offered| offered.taken > 0).count() as f64;
        let mean = waits.iter().map(|&wait| wait as f64).sum::<f64>() / count;
        waits.sort_unstable();
        let machine = f64::from(self.scenario.nodes) * (end - u64::from(j.submitted[0])) as f64;
        let is_p95 = waits.iter().filter(|&&wait| wait > told.p95_wait).count() * 100 <= waits.len() * 5;
        let counted = [
            ("mean wait", told.mean_wait, mean),
            ("longest wait", told.longest_wait as f64, waits[waits.len() - 1] as f64),
            ("bounded slowdown", told.bounded_slowdown, slowdown / count),
            ("temporal penalty", told.temporal_penalty, penalty / count),
            ("utilisation", told.utilisation, if machine > 0.0 { work / machine } else { 0.0 }),
            ("last end", told.end as f64, end as f64),
            ("number of refused reservations", told.refused.into(), refused),
            ("number of promised starts", told.promised.into(), rows().filter(promised).count() as f64),
            ("number of promised starts that were put off", told.put_off.into(), late as f64),
            ("number of promised starts that were moved forward", told.moved_forward.into(), early as f64),
            ("number of offers taken", told.offers_taken.into(), taken),
            ("mean wait of the queued jobs", told.queued_wait, if queued > 0 { queued_wait / f64::from(queued) } else { 0.0 }),
        ];
        for (name, told, counted) in counted {
            // Sums of many numbers in another order: equal but for the last digits.
            if (told - counted).abs() > 1e-9 * counted.abs().max(1.0) {
                self.tell(|| format!("the {name} is {told}, but the decisions come to {counted}"));
            }
        }
        if !is_p95 {
            self.tell(|| format!("more than 5 % of the jobs wait longer than {}, the 95th percentile", told.p95_wait));
        }
        counted.len() + 1
    }
}
