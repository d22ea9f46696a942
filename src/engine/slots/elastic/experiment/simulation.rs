//! A cluster whose reservations are queries, and whose other jobs wait in a queue (Sulistio 2.2 and 4).

use super::super::choice::{Candidate, Choice, choose};
use super::super::need::{Fit, Need};
use super::super::offers::OfferSearch;
use super::super::profile::{Run, runs_of};
use super::super::query::ElasticQuery;
use crate::batch::job::{Job, Jobs, Time};
use crate::batch::profile::Profile;
use crate::batch::queue::Queue;
use crate::batch::scheduler::Scheduler;
use crate::slots::request::Slot;
use std::sync::Arc;

/// δ: five minutes.
pub const SLOT_SECONDS: u32 = 300;
/// maxCN.
pub const NODES: u32 = 64;
/// Longest reservation: 28 days.
const LONGEST: u32 = 28 * 86_400;
/// Shortest one: 4 minutes.
const SHORTEST: u32 = 240;
/// A point of the curve of busy nodes, in seconds.
const HOUR: u32 = 3_600;

/// How a reservation is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finder {
    /// At ti_s or not at all.
    Rigid,
    /// The first start of the interval.
    FirstFit,
    /// Offers, and the paper's user.
    Packing,
}

/// A line of the paper's figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// How a reservation is found.
    pub finder: Finder,
    /// Who starts the other jobs.
    pub queue: Scheduler,
}

/// How far ahead is asked, and how much longer the interval is than the job, both in hours (b_t, sl_t).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// b_t.
    pub ahead: u32,
    /// sl_t.
    pub search: u32,
}

/// What a run comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Busy share of the node time up to the last submission.
    pub utilisation: f64,
    /// Reservations that got nothing.
    pub rejected: u32,
    /// Reservations whose user took less than was asked for.
    pub self_selected: u32,
    /// Slots times nodes of all reservations: with bcost_AR = 1 what they pay.
    pub revenue: f64,
    /// Mean wait of the other jobs, in minutes.
    pub waiting: f64,
    /// Mean number of busy nodes, hour by hour.
    pub busy: Vec<f64>,
}

/// Plays the jobs: those that ask for a start send a query when they are submitted, the others wait in the queue. A query sees the reservations and the
/// jobs that run, not the queue.
pub fn play(jobs: &[Job], line: Line, interval: Interval) -> Found {
    let rows = Jobs::numbered((0..).zip(jobs.iter().copied()));
    let asked: Vec<(u32, u32)> = rows.runtime.iter().copied().zip(rows.nodes.iter().copied()).collect();
    let Some(mut queue) = Queue::new(line.queue, NODES, Arc::new(rows.clone())) else { return Found::default() };
    let mut booker = Booker::default();
    let mut found = Found::default();
    let mut booked: Vec<Option<Fit>> = vec![None; asked.len()];
    while let Some(row) = queue.until_asked() {
        let (seconds, nodes) = asked[row];
        let duration = seconds.clamp(SHORTEST, LONGEST).div_ceil(SLOT_SECONDS);
        let from = (rows.submitted[row] + interval.ahead * HOUR).div_ceil(SLOT_SECONDS);
        let to = from + duration + interval.search * HOUR / SLOT_SECONDS;
        let query = ElasticQuery { from, to, duration: Some(duration), nodes: Some(nodes) };
        let Some(fit) = booker.find(queue.profile(), &query, line.finder) else {
            found.rejected += 1;
            continue;
        };
        found.self_selected += u32::from((fit.slots, fit.nodes) != (duration, nodes));
        found.revenue += fit.node_slots() as f64;
        booked[row] = Some(fit);
        queue.book(row, Time::from(fit.start) * Time::from(SLOT_SECONDS), fit.slots * SLOT_SECONDS, fit.nodes);
    }
    found.fill(&rows, queue, &booked);
    found
}

impl Found {
    /// What follows from when the jobs ran.
    fn fill(&mut self, rows: &Jobs, queue: Queue, booked: &[Option<Fit>]) {
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
        self.utilisation = work / (last as f64 * f64::from(NODES));
        self.waiting = waited / f64::from(others.max(1)) / 60.0;
    }
}

/// Finds places; keeps its lists.
#[derive(Default)]
struct Booker {
    free: Vec<u32>,
    runs: Vec<Run>,
    search: OfferSearch,
    offers: Vec<super::super::offer::Offer>,
}

impl Booker {
    fn find(&mut self, profile: &Profile, query: &ElasticQuery, finder: Finder) -> Option<Fit> {
        self.look(profile, query);
        let need = Need::of(query);
        let fits = |at: usize| self.free[at..at + need.slots as usize].iter().all(|&free| free >= need.nodes);
        let whole = |at: usize| Fit { start: query.from + at as Slot, slots: need.slots, nodes: need.nodes };
        match finder {
            Finder::Rigid => fits(0).then(|| whole(0)),
            Finder::FirstFit => {
                let mut start = 0;
                while start + need.slots as usize <= self.free.len() {
                    // The last short slot rules out every start up to itself.
                    match self.free[start..start + need.slots as usize].iter().rposition(|&free| free < need.nodes) {
                        None => return Some(whole(start)),
                        Some(short) => start += short + 1,
                    }
                }
                None
            }
            Finder::Packing => {
                runs_of(query.from, query.to, |slot| self.free[(slot - query.from) as usize], &mut self.runs);
                self.search.offers(&self.runs, need, &mut self.offers);
                let candidates: Vec<Candidate> = self
                    .offers
                    .iter()
                    .map(|offer| {
                        let Fit { start, slots, nodes } = Fit::of(query, offer);
                        Candidate { start, slots, whole_slots: offer.slots(), nodes, price: 0.0, is_solution: offer.is_solution }
                    })
                    .collect();
                choose(need, &candidates, Choice::PaperUser).map(|chosen| Fit::of(query, &self.offers[chosen]))
            }
        }
    }

    /// Free nodes of the slots of the interval: the fewest at any moment of each.
    fn look(&mut self, profile: &Profile, query: &ElasticQuery) {
        let slots = query.slots() as usize;
        let begin = |slot: usize| (Time::from(query.from) + slot as Time) * Time::from(SLOT_SECONDS);
        self.free.clear();
        self.free.resize(slots, NODES);
        let steps = profile.all_from(begin(0));
        for (i, &(time, free)) in steps.iter().enumerate() {
            let until = steps.get(i + 1).map_or(Time::MAX, |next| next.0);
            if time >= begin(slots) {
                break;
            }
            let first = ((time - begin(0)) / Time::from(SLOT_SECONDS)) as usize;
            let end = ((until.min(begin(slots)) - begin(0)).div_ceil(Time::from(SLOT_SECONDS))) as usize;
            self.free[first..end.max(first)].iter_mut().for_each(|slot| *slot = (*slot).min(free));
        }
    }
}
