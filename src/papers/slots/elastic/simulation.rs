//! A cluster whose reservations are queries, and whose other jobs wait in a queue (Sulistio 2.2 and 4).

use super::booker::{Booker, Placed};
use super::finder::{AskedInterval, Line, SLOT_SECONDS};
use bookahead_engine::batch::job::{Job, Jobs, Time};
use bookahead_engine::batch::queue::Queue;
use bookahead_engine::slots::elastic::{ElasticQuery, Fit, Tariff};
use std::sync::Arc;

/// Longest reservation: 28 days.
const LONGEST: u32 = 28 * 86_400;
/// Shortest one: 4 minutes.
const SHORTEST: u32 = 240;
/// An hour, in seconds.
const HOUR: u32 = 3_600;

/// What a run comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Busy share of the node time up to the last submission.
    pub utilisation: f64,
    /// Reservations that got nothing.
    pub rejected: u32,
    /// Reservations whose user took less than was asked for.
    pub self_selected: u32,
    /// Moves of reservations that made room for others.
    pub moved: u32,
    /// Slots times nodes of all reservations: with bcost_AR = 1 what they pay.
    pub revenue: f64,
    /// Mean wait of the other jobs, in minutes.
    pub waiting: f64,
    /// Mean number of busy nodes, slot by slot.
    pub busy: Vec<f64>,
    /// Reservations that ask for at least half of the machine's nodes, and how many of them got as many as they asked for, for whatever time.
    pub wide: (u32, u32),
    /// Node time of the other jobs up to the last submission, in seconds.
    pub other_work: f64,
}

impl Found {
    /// Mean change of the busy nodes from one slot to the next.
    pub fn fluctuation(&self) -> f64 {
        let changes = self.busy.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        changes.sum::<f64>() / self.busy.len().saturating_sub(1).max(1) as f64
    }

    /// The share of the wide reservations that got their nodes; 1 where there is none.
    pub fn wide_accepted(&self) -> f64 {
        let (asked, accepted) = self.wide;
        if asked == 0 { 1.0 } else { f64::from(accepted) / f64::from(asked) }
    }

    /// What all jobs pay: reservations for their slots (Sulistio 2.4 (3)), the others for their node time up to the last submission (2).
    pub fn income(&self, tariff: Tariff) -> f64 {
        self.revenue * tariff.per_node_slot(SLOT_SECONDS) + tariff.of_job(self.other_work)
    }
}

/// Plays the jobs on a machine of so many nodes: those that ask for a start send a query when they are submitted, the others wait in the queue. A query sees
/// the reservations and the jobs that run, not the queue. A reservation lasts as long as its job is known to last, and holds its slots to the end.
pub fn play(jobs: &[Job], machine_nodes: u32, line: Line, interval: AskedInterval) -> Found {
    let rows = Jobs::numbered((0..).zip(jobs.iter().copied()));
    let wanted: Vec<(u32, u32)> = jobs_wanted(&rows);
    let Some(mut queue) = Queue::new(line.queue, machine_nodes, Arc::new(rows.clone())) else { return Found::default() };
    let mut booker = Booker::new(machine_nodes);
    let mut found = Found::default();
    let mut booked: Vec<Option<Fit>> = vec![None; wanted.len()];
    while let Some(row) = queue.until_asked() {
        let (seconds, nodes) = wanted[row];
        let duration = seconds.clamp(SHORTEST, LONGEST).div_ceil(SLOT_SECONDS);
        let from = (rows.submitted[row] + interval.ahead * HOUR).div_ceil(SLOT_SECONDS);
        let to = from + duration + interval.search * HOUR / SLOT_SECONDS;
        let query = ElasticQuery { from, to, duration: Some(duration), nodes: Some(nodes) };
        let now = rows.submitted[row] / SLOT_SECONDS;
        let is_wide = 2 * nodes >= machine_nodes;
        found.wide.0 += u32::from(is_wide);
        let Some(Placed { fit, moved }) = booker.find(queue.profile(), &query, line.finder, now) else {
            found.rejected += 1;
            continue;
        };
        let moved: Vec<(usize, Time)> =
            moved.into_iter().map(|(row, start)| (row, Time::from(start) * Time::from(SLOT_SECONDS))).collect();
        found.wide.1 += u32::from(is_wide && fit.nodes == nodes);
        found.moved += moved.len() as u32;
        found.self_selected += u32::from((fit.slots, fit.nodes) != (duration, nodes));
        found.revenue += fit.node_slots() as f64;
        booked[row] = Some(fit);
        queue.book(row, Time::from(fit.start) * Time::from(SLOT_SECONDS), fit.slots * SLOT_SECONDS, fit.nodes, &moved);
        booker.note(row, fit, &query);
    }
    found.fill(&rows, machine_nodes, queue, &booked);
    found
}

/// Seconds and nodes of every job.
fn jobs_wanted(rows: &Jobs) -> Vec<(u32, u32)> {
    let seconds = |row: usize| rows.estimate[row].max(rows.runtime[row]);
    (0..rows.len()).map(|row| (seconds(row), rows.nodes[row])).collect()
}

impl Found {
    /// What follows from when the jobs ran.
    fn fill(&mut self, rows: &Jobs, machine_nodes: u32, queue: Queue, booked: &[Option<Fit>]) {
        let decisions = queue.into_decisions();
        let last = Time::from(rows.submitted.last().copied().unwrap_or(0).max(1));
        let slot_seconds = Time::from(SLOT_SECONDS);
        self.busy = vec![0.0; last.div_ceil(slot_seconds) as usize];
        let (mut work, mut waited, mut others) = (0.0, 0.0, 0_u32);
        for (row, booked) in booked.iter().enumerate() {
            let is_reserved = rows.is_advance(row);
            let nodes = if is_reserved { booked.map_or(0, |fit| fit.nodes) } else { rows.nodes[row] };
            if nodes == 0 {
                continue;
            }
            let (start, end) = (decisions.start[row], decisions.end[row].min(last));
            if !is_reserved {
                waited += (start - Time::from(rows.submitted[row])) as f64;
                others += 1;
            }
            if start >= end {
                continue;
            }
            let node_seconds = (end - start) as f64 * f64::from(nodes);
            work += node_seconds;
            if !is_reserved {
                self.other_work += node_seconds;
            }
            for slot in start / slot_seconds..=(end - 1) / slot_seconds {
                let (from, to) = (slot * slot_seconds, (slot + 1) * slot_seconds);
                let share = (end.min(to) - start.max(from)) as f64 / f64::from(SLOT_SECONDS);
                self.busy[slot as usize] += share * f64::from(nodes);
            }
        }
        self.utilisation = work / (last as f64 * f64::from(machine_nodes));
        self.waiting = waited / f64::from(others.max(1)) / 60.0;
    }
}
