//! A cluster whose reservations are queries, and whose other jobs wait in a queue (Sulistio 2.2 and 4).

use super::booker::{Booker, Placed};
use super::finder::{AskedInterval, Line, SLOT_SECONDS};
use bookahead_engine::batch::job::{Job, Jobs, Time};
use bookahead_engine::batch::queue::Queue;
use bookahead_engine::slots::elastic::{ElasticQuery, Fit};
use std::sync::Arc;

/// Longest reservation: 28 days.
const LONGEST: u32 = 28 * 86_400;
/// Shortest one: 4 minutes.
const SHORTEST: u32 = 240;
/// A point of the curve of busy nodes, in seconds.
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
    /// Mean number of busy nodes, hour by hour.
    pub busy: Vec<f64>,
}

/// Plays the jobs on a machine of so many nodes: those that ask for a start send a query when they are submitted, the others wait in the queue. A query sees
/// the reservations and the jobs that run, not the queue. A reservation lasts as long as its job is known to last, and holds its slots to the end.
pub fn play(jobs: &[Job], nodes: u32, line: Line, interval: AskedInterval) -> Found {
    let rows = Jobs::numbered((0..).zip(jobs.iter().copied()));
    let wanted: Vec<(u32, u32)> = jobs_wanted(&rows);
    let Some(mut queue) = Queue::new(line.queue, nodes, Arc::new(rows.clone())) else { return Found::default() };
    let mut booker = Booker::new(nodes);
    let mut found = Found::default();
    let mut booked: Vec<Option<Fit>> = vec![None; wanted.len()];
    while let Some(row) = queue.until_asked() {
        let (seconds, nodes) = wanted[row];
        let duration = seconds.clamp(SHORTEST, LONGEST).div_ceil(SLOT_SECONDS);
        let from = (rows.submitted[row] + interval.ahead * HOUR).div_ceil(SLOT_SECONDS);
        let to = from + duration + interval.search * HOUR / SLOT_SECONDS;
        let query = ElasticQuery { from, to, duration: Some(duration), nodes: Some(nodes) };
        let now = rows.submitted[row] / SLOT_SECONDS;
        let Some(Placed { fit, moved }) = booker.find(queue.profile(), &query, line.finder, now) else {
            found.rejected += 1;
            continue;
        };
        let moved: Vec<(usize, Time)> =
            moved.into_iter().map(|(row, start)| (row, Time::from(start) * Time::from(SLOT_SECONDS))).collect();
        found.moved += moved.len() as u32;
        found.self_selected += u32::from((fit.slots, fit.nodes) != (duration, nodes));
        found.revenue += fit.node_slots() as f64;
        booked[row] = Some(fit);
        queue.book(row, Time::from(fit.start) * Time::from(SLOT_SECONDS), fit.slots * SLOT_SECONDS, fit.nodes, &moved);
        booker.note(row, fit, &query);
    }
    found.fill(&rows, nodes, queue, &booked);
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
        let hours = last.div_ceil(Time::from(HOUR)) as usize;
        self.busy = vec![0.0; hours];
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
            work += (end - start) as f64 * f64::from(nodes);
            for hour in start / Time::from(HOUR)..=(end - 1) / Time::from(HOUR) {
                let (from, to) = (hour * Time::from(HOUR), (hour + 1) * Time::from(HOUR));
                let share = (end.min(to) - start.max(from)) as f64 / f64::from(HOUR);
                self.busy[hour as usize] += share * f64::from(nodes);
            }
        }
        self.utilisation = work / (last as f64 * f64::from(machine_nodes));
        self.waiting = waited / f64::from(others.max(1)) / 60.0;
    }
}
