//! Finds a place for each reservation, as a line of the figures says.

use super::finder::{Finder, SLOT_SECONDS};
use bookahead_engine::batch::job::Time;
use bookahead_engine::batch::queue::profile::Profile;
use bookahead_engine::slots::elastic::{Choice, ElasticQuery, Fit, Need, Negotiation, runs_of};
use bookahead_engine::slots::planner::{Reservation, Room, make_room};
use bookahead_engine::slots::request::Slot;

/// A place, and who moves to make room for it: rows of jobs and their new first slots.
#[derive(Debug)]
pub struct Placed {
    /// What is booked.
    pub fit: Fit,
    /// Who moves.
    pub moved: Vec<(usize, Slot)>,
}

/// Finds places; keeps its lists, and the reservations that have not begun.
pub struct Booker {
    nodes: u32,
    free: Vec<u32>,
    /// Free nodes from the present on, where others may be moved.
    ahead: Vec<u32>,
    negotiation: Negotiation,
    /// Rows of jobs, in the order of booking.
    rows: Vec<usize>,
    standing: Vec<Reservation>,
}

impl Booker {
    /// For a machine of so many nodes.
    pub fn new(nodes: u32) -> Self {
        Self {
            nodes,
            free: Vec::new(),
            ahead: Vec::new(),
            negotiation: Negotiation::default(),
            rows: Vec::new(),
            standing: Vec::new(),
        }
    }

    /// A place for a query that is sent in slot `now`.
    pub fn find(&mut self, profile: &Profile, query: &ElasticQuery, finder: Finder, now: Slot) -> Option<Placed> {
        look(profile, self.nodes, query.from..query.to, &mut self.free);
        let need = Need::of(query);
        let unmoved = |fit: Fit| Placed { fit, moved: Vec::new() };
        let whole = if finder.packs() {
            runs_of(query.from, query.to, |slot| self.free[(slot - query.from) as usize], &mut self.negotiation.runs);
            self.negotiation.solution(query)
        } else {
            let last = if finder == Finder::Rigid { 0 } else { self.free.len() - need.slots as usize };
            first_fit(&self.free, need, last).map(|at| Fit { start: query.from + at as Slot, slots: need.slots, nodes: need.nodes })
        };
        if let Some(fit) = whole {
            return Some(unmoved(fit));
        }
        let moved = finder.mover().and_then(|planner| {
            self.forget_begun(now);
            let newcomer = standing(Fit { start: query.from, slots: need.slots, nodes: need.nodes }, query);
            let until = self.standing.iter().map(|stands| stands.latest_start + stands.slots).fold(query.to, Slot::max);
            look(profile, self.nodes, now..until, &mut self.ahead);
            // More reservations than a plan may have are more than the experiment may have.
            let Room { start, moved } = make_room(planner, self.nodes, (now, &self.ahead), &self.standing, &newcomer).ok()??;
            let moved = moved.into_iter().map(|(at, to)| {
                self.standing[at].start = to;
                (self.rows[at], to)
            });
            Some(Placed { fit: Fit { start, slots: need.slots, nodes: need.nodes }, moved: moved.collect() })
        });
        if moved.is_some() || !finder.packs() {
            return moved;
        }
        // Algorithm 1 leaves out runs with fewer nodes than the query asks for, so an offer with fewer can only come from a query that asks for fewer.
        if finder == Finder::PackingAgain {
            self.negotiation.ask_again(query);
        }
        self.negotiation.taken(query, Choice::PaperUser).map(|(_, fit)| unmoved(fit))
    }

    /// Remembers what was booked for a job.
    pub fn note(&mut self, row: usize, fit: Fit, query: &ElasticQuery) {
        self.rows.push(row);
        self.standing.push(standing(fit, query));
    }

    /// Reservations that start in the present slot or before have begun: nobody moves them any more.
    fn forget_begun(&mut self, now: Slot) {
        let stands: Vec<bool> = self.standing.iter().map(|standing| standing.start > now).collect();
        let mut at = stands.iter();
        self.rows.retain(|_| at.next() == Some(&true));
        let mut at = stands.iter();
        self.standing.retain(|_| at.next() == Some(&true));
    }
}

/// What is booked for a query, in its interval: who took less may move as far as its deadline allows.
fn standing(fit: Fit, query: &ElasticQuery) -> Reservation {
    let Fit { start, slots, nodes } = fit;
    Reservation { start, slots, nodes, earliest_start: query.from, latest_start: query.to - slots }
}

/// The first start up to `last` at which so many nodes are free for so many slots.
fn first_fit(free: &[u32], need: Need, last: usize) -> Option<usize> {
    let mut start = 0;
    while start <= last {
        // The last short slot rules out every start up to itself.
        match free[start..start + need.slots as usize].iter().rposition(|&free| free < need.nodes) {
            None => return Some(start),
            Some(short) => start += short + 1,
        }
    }
    None
}

/// Free nodes of slots: the fewest at any moment of each.
fn look(profile: &Profile, nodes: u32, slots: std::ops::Range<Slot>, free: &mut Vec<u32>) {
    let begin = |slot: Slot| Time::from(slot) * Time::from(SLOT_SECONDS);
    let (from, to) = (begin(slots.start), begin(slots.end));
    free.clear();
    free.resize(slots.len(), nodes);
    let steps = profile.all_from(from);
    for (i, &(time, level)) in steps.iter().enumerate() {
        let until = steps.get(i + 1).map_or(Time::MAX, |next| next.0);
        if time >= to {
            break;
        }
        let first = ((time - from) / Time::from(SLOT_SECONDS)) as usize;
        let end = (until.min(to) - from).div_ceil(Time::from(SLOT_SECONDS)) as usize;
        free[first..end.max(first)].iter_mut().for_each(|slot| *slot = (*slot).min(level));
    }
}
