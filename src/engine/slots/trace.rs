//! How a request was decided: the planner's own search, watched on the plan as it was, and the limits of the market.

use super::decisions::{Decisions, Move, NO_SHORT_SLOT, Obstacle, REFUSED};
use super::overlap::OverlapLook;
use super::planner::PastPlan;
use super::request::{Request, Slot};
use super::revenue::{Method, Nesting, Revenue};
use super::scenario::{Machine, PlannerKind, Policy};
use super::search::{Look, PlacedAgain, SearchLog, Staying, Then};
use super::workload::Arrivals;
use serde::{Deserialize, Serialize};

/// Jobs of a request of which all is told.
const JOBS_TOLD: usize = 12;
/// Looks of a search of which all is told.
const LOOKS_TOLD: usize = 48;
/// Jobs in a short slot that are named.
const STAYING_TOLD: usize = 32;

/// How the jobs of a request were decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestTrace {
    /// The request (row).
    pub row: u32,
    /// Its first jobs.
    pub jobs: Vec<JobTrace>,
    /// How many more jobs it has.
    pub more: u32,
}

/// How a job was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobTrace {
    /// The job (row).
    pub job: u32,
    /// What was asked for, where a smaller offer was taken.
    pub taken: Option<Request>,
    /// First start that the planner looks at.
    pub first_start: Slot,
    /// Last start that it looks at.
    pub last_start: Slot,
    /// Step 1: the starts as the plan stood, nobody moved. `None` for the planner on physical nodes, which looks at nodes and not at slots.
    pub first_fit: Option<SearchTrace>,
    /// Step 2, if step 1 found nothing and the planner moves jobs.
    pub making_room: Option<SearchTrace>,
    /// Step 2 where reservations may overlap and step 1 found nothing: the starts that were looked at.
    pub overlap: Option<OverlapTrace>,
    /// What was planned anew, if the planner does that.
    pub anew: Option<AnewTrace>,
    /// What the market made of the start found.
    pub admission: Option<Admission>,
    /// Where the job was placed.
    pub placed: Option<Slot>,
    /// Moves that were put back.
    pub put_back: u32,
    /// What stood in the way of a refused job.
    pub obstacle: Option<Obstacle>,
}

/// The starts at which a job would overlap others, in the order in which they were looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverlapTrace {
    /// The first ones.
    pub looks: Vec<OverlapLook>,
    /// How many more there were.
    pub more: u32,
    /// The start that was found.
    pub found: Option<Slot>,
}

/// What was planned anew for a job, in the order in which it was placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnewTrace {
    /// The first ones, and the last if it found no place.
    pub placed: Vec<PlacedAgain>,
    /// How many more there were.
    pub more: u32,
}

/// A search, look by look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchTrace {
    /// The first looks.
    pub looks: Vec<LookTrace>,
    /// How many more there were.
    pub more: u32,
    /// The start found.
    pub found: Option<Slot>,
}

/// A look at the slots of one start, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookTrace {
    /// The look.
    pub look: Look,
    /// The move that was made.
    pub made: Option<Move>,
    /// Jobs in the slot that could not make way; the first of them.
    pub staying: Vec<Staying>,
    /// How many more there were.
    pub staying_more: u32,
}

/// What revenue management compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Admission {
    /// The job's class, from 1.
    pub class: u8,
    /// The place that it asked for: its first slot.
    pub start: Slot,
    /// The limits it had to keep, those of its own class and, if limits are nested, of the higher ones; highest class first.
    pub limits: Vec<LimitUse>,
    /// Whether it was confirmed.
    pub is_open: bool,
}

/// A booking limit and how far it was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitUse {
    /// Of which class, from 1.
    pub class: u8,
    /// The limit.
    pub limit: u32,
    /// Nodes used of it in the slot of the place where most are used, before the job.
    pub used: u32,
    /// That slot, the first of several.
    pub slot: Slot,
}

/// A whole plan, and what planned it.
#[derive(Clone, Copy)]
pub struct Planned<'a> {
    /// The requests.
    pub arrivals: &'a Arrivals,
    /// The decisions on all of them.
    pub decisions: &'a Decisions,
    /// The machine.
    pub machine: Machine,
    /// The policy.
    pub policy: Policy,
    /// Revenue management after the last request, if there is a market.
    pub revenue: Option<&'a Revenue>,
}

impl RequestTrace {
    /// How the request in `row` was decided. O(jobs before and their moves, and the search itself, for each of a few jobs).
    pub fn of(planned: Planned, row: usize) -> Self {
        let jobs = planned.arrivals.first_job[row]..planned.arrivals.first_job[row + 1];
        let told = jobs.clone().take(JOBS_TOLD).map(|job| JobTrace::of(planned, job)).collect();
        Self { row: row as u32, jobs: told, more: (jobs.len() - jobs.len().min(JOBS_TOLD)) as u32 }
    }
}

impl JobTrace {
    fn of(planned: Planned, job: u32) -> Self {
        let Planned { arrivals, decisions, machine, policy, .. } = planned;
        let refusal = decisions.refusal(job as usize);
        let mut past = PastPlan::before(arrivals, decisions, machine, policy, job);
        let (first_start, last_start) = past.starts();
        let anew = match policy.planner {
            PlannerKind::Replan(replan) => Some(past.find_replanning(replan)),
            _ => None,
        };
        let looks_at_slots = anew.is_none() && policy.planner != PlannerKind::FirstFitPhysical;
        let first_fit = looks_at_slots.then(|| past.first_fit());
        let fits = first_fit.as_ref().is_some_and(|log| log.found.is_some());
        // Where offers are made, the solution need not be the first fit; that no start fits still says why there is none.
        let makes_offers = policy.planner.is_elastic();
        let first_fit = first_fit.filter(|_| !(makes_offers && fits));
        let making_room = (looks_at_slots && !fits && policy.planner.has_shift_rule()).then(|| past.make_room());
        let overlap = (looks_at_slots && !fits && policy.planner.overlaps()).then(|| OverlapTrace::of(past.overlap()));
        let moved: Vec<Move> = anew.iter().flatten().filter_map(|placed| moved_by(placed, job)).collect();
        // The newcomer may have had a place when another lost its own.
        let whole = anew.as_ref().filter(|placed| placed.iter().all(|placed| placed.to.is_some()));
        let own = whole.and_then(|placed| placed.iter().find(|placed| placed.job == job)?.to);
        let (moves, found) = match (&making_room, &first_fit) {
            _ if anew.is_some() => (&moved[..], own),
            (Some(log), _) => (&log.moves[..], log.found),
            _ if overlap.is_some() => (&[][..], overlap.as_ref().and_then(|trace| trace.found)),
            (None, Some(log)) => (&[][..], log.found),
            (None, None) => (&[][..], Some(decisions.first_start[job as usize]).filter(|&start| start != REFUSED)),
        };
        let taken = decisions.taken(job).map(|taken| taken.asked);
        let found = found.or_else(|| taken.map(|_| decisions.first_start[job as usize]));
        let admission = planned.revenue.zip(found).map(|(revenue, start)| Admission::of(planned, revenue, job, start, moves));
        Self {
            job,
            taken,
            first_start,
            last_start,
            admission,
            placed: Some(decisions.first_start[job as usize]).filter(|&start| start != REFUSED),
            overlap,
            anew: anew.map(AnewTrace::of),
            put_back: refusal.map_or(0, |refusal| refusal.put_back),
            obstacle: refusal.map(|refusal| refusal.obstacle),
            first_fit: first_fit.map(|log| SearchTrace::of(log, &mut past, false)),
            making_room: making_room.map(|log| SearchTrace::of(log, &mut past, true)),
        }
    }
}

/// The move of a reservation that was placed elsewhere.
fn moved_by(placed: &PlacedAgain, beneficiary: u32) -> Option<Move> {
    let (from, to) = (placed.from?, placed.to?);
    (from != to).then_some(Move { job: placed.job, from, to, beneficiary, short_slot: NO_SHORT_SLOT })
}

impl OverlapTrace {
    fn of((mut looks, found): (Vec<OverlapLook>, Option<Slot>)) -> Self {
        let more = looks.len().saturating_sub(LOOKS_TOLD) as u32;
        // The last one is the one that was taken, if one was.
        let last = looks.last().copied().filter(|_| more > 0);
        looks.truncate(LOOKS_TOLD - usize::from(more > 0));
        looks.extend(last);
        Self { looks, more, found }
    }
}

impl AnewTrace {
    fn of(mut placed: Vec<PlacedAgain>) -> Self {
        let more = placed.len().saturating_sub(LOOKS_TOLD);
        let last = placed.last().copied().filter(|_| more > 0);
        placed.truncate(LOOKS_TOLD - usize::from(more > 0));
        placed.extend(last);
        Self { placed, more: more as u32 }
    }
}

impl SearchTrace {
    fn of(log: SearchLog, past: &mut PastPlan, with_jobs: bool) -> Self {
        let told = log.looks.iter().take(LOOKS_TOLD).map(|look| {
            let before = &log.moves[..look.moves as usize];
            let mut staying = if with_jobs { past.staying(look.slot, before) } else { Vec::new() };
            let staying_more = staying.len().saturating_sub(STAYING_TOLD) as u32;
            staying.truncate(STAYING_TOLD);
            let made = (look.then == Then::Moved).then(|| log.moves[look.moves as usize]);
            LookTrace { look: *look, made, staying, staying_more }
        });
        let looks: Vec<LookTrace> = told.collect();
        Self { more: (log.looks.len() - looks.len()) as u32, looks, found: log.found }
    }
}

impl Admission {
    fn of(planned: Planned, revenue: &Revenue, job: u32, start: Slot, moves: &[Move]) -> Self {
        let Planned { arrivals, decisions, .. } = planned;
        let market = revenue.market();
        let class_of = |job: u32| {
            let row = arrivals.request[job as usize] as usize;
            market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row])
        };
        let own = class_of(job);
        let row = arrivals.request[job as usize] as usize;
        let place = start..start + arrivals.duration[row];
        let mut stood = decisions.stood_before(job);
        moves.iter().for_each(|m| stood[m.job as usize] = m.to);
        let limits = market.in_force(revenue.limits_at(arrivals.submitted[row]));
        let is_nested = market.nesting == Nesting::Nested;
        let kept = if is_nested { 0..own + 1 } else { own..own + 1 };
        let counts = |class: usize, limit: usize| if is_nested { class >= limit } else { class == limit };
        // How the use of each limit changes from slot to slot of the place.
        let mut change = vec![vec![0_i64; place.len() + 1]; kept.len()];
        for (other, &at) in (0..job).zip(&stood).filter(|(_, at)| **at != REFUSED) {
            let row = arrivals.request[other as usize] as usize;
            let (from, to) = (at.max(place.start), (at + arrivals.duration[row]).min(place.end));
            if from < to {
                let class = class_of(other);
                for (_, change) in kept.clone().zip(&mut change).filter(|(limit, _)| counts(class, *limit)) {
                    change[(from - place.start) as usize] += i64::from(arrivals.nodes[row]);
                    change[(to - place.start) as usize] -= i64::from(arrivals.nodes[row]);
                }
            }
        }
        let most = |change: &[i64]| {
            let (mut used, mut most, mut slot) = (0, -1, place.start);
            for (at, by) in place.clone().zip(change) {
                used += by;
                if used > most {
                    (most, slot) = (used, at);
                }
            }
            (most.max(0) as u32, slot)
        };
        let uses = kept.zip(&change).map(|(limit, change)| {
            let (used, slot) = most(change);
            LimitUse { class: limit as u8 + 1, limit: limits[limit], used, slot }
        });
        let limits = if market.method == Method::None { Vec::new() } else { uses.collect() };
        Self { class: own as u8 + 1, start, limits, is_open: decisions.first_start[job as usize] != REFUSED }
    }
}
