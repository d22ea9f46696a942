//! Revenue management of a run: after the planner has found a place for a job, decides whether its class is open there (Umar 6.1, steps 3 and 4).

use super::market::{DemandSource, Market, Nesting};
use super::method::Method;
use super::usage::{ClassForecast, Lost, Usage};
use crate::slots::decisions::{Move, Obstacle};
use crate::slots::request::{Request, Slot};
use crate::slots::workload::Arrivals;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Booking limits as they stand, what is used and what was lost slot by slot, and the updates made so far.
///
/// Every answer can be taken back in reverse order, and everything is then bit for bit what it was.
#[derive(Clone, Debug)]
pub struct Revenue {
    market: Arc<Market>,
    nodes: u32,
    /// Nodes that may be booked in a slot.
    bookable: u32,
    /// Nested.
    limits: Vec<u32>,
    /// What they come to under the market's nesting.
    in_force: Vec<u32>,
    usage: Usage,
    lost: Lost,
    updates: Vec<Update>,
}

/// A new forecast and, where the method follows it, new limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// The slot at whose beginning it was made; a multiple of [`Market::update_every`].
    pub slot: Slot,
    /// The first job decided after it (row).
    pub job: u32,
    /// Nested booking limits until then.
    pub before: Vec<u32>,
    /// Nested booking limits from then on.
    pub after: Vec<u32>,
    /// What the last [`Market::update_every`] slots say of each class.
    pub forecast: Vec<ClassForecast>,
}

/// Where a job stands, or is asked to: its class, nodes and slots.
struct Booking {
    class: usize,
    nodes: u32,
    duration: Slot,
}

impl Revenue {
    /// The initial limits hold, and nothing is booked.
    pub fn new(market: Arc<Market>, nodes: u32) -> Self {
        let limits = market.initial_limits(nodes);
        let (nesting, classes) = (market.nesting, market.count());
        Self {
            in_force: market.in_force(&limits),
            limits,
            usage: Usage::new(nesting, classes),
            lost: Lost::new(classes),
            updates: Vec::new(),
            nodes,
            bookable: nodes,
            market,
        }
    }

    /// Limits that reach the capacity count, too: where reservations may overlap, so many nodes may be booked in a slot.
    pub fn with_bookable(self, bookable: u32) -> Self {
        Self { bookable, ..self }
    }

    /// Makes room for slots below `horizon`.
    pub fn reserve(&mut self, horizon: Slot) {
        self.usage.reserve(horizon);
        self.lost.reserve(horizon);
    }

    /// The market.
    pub fn market(&self) -> &Arc<Market> {
        &self.market
    }

    /// Nested booking limits as they stand now.
    pub fn limits(&self) -> &[u32] {
        &self.limits
    }

    /// Nodes in use per slot and class.
    pub fn usage(&self) -> &Usage {
        &self.usage
    }

    /// Nodes asked for while a class was closed, per slot and class.
    pub fn lost(&self) -> &Lost {
        &self.lost
    }

    /// Every update so far, oldest first.
    pub fn updates(&self) -> &[Update] {
        &self.updates
    }

    /// The nested limits that a request submitted in `slot` met.
    pub fn limits_at(&self, slot: Slot) -> &[u32] {
        let made = self.updates.partition_point(|update| update.slot <= slot);
        match self.updates.get(made) {
            Some(next) => &next.before,
            None => &self.limits,
        }
    }

    /// Nodes that a class may still book in a slot: the least that its own limit and those of higher classes leave, not below 0.
    pub fn left(&self, class: usize, slot: Slot) -> u32 {
        let counted = match self.market.nesting {
            Nesting::Nested => 0..class + 1,
            Nesting::Partitioned => class..class + 1,
        };
        let used = |k: usize| self.usage.column(k).get(slot as usize).map_or(0, |&used| u32::from(used));
        counted.map(|k| self.in_force[k].saturating_sub(used(k))).min().unwrap_or(0)
    }

    fn booking(&self, arrivals: &Arrivals, job: u32) -> Booking {
        let row = arrivals.request[job as usize] as usize;
        Booking {
            class: self.market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row]),
            nodes: arrivals.nodes[row],
            duration: arrivals.duration[row],
        }
    }

    /// Makes the update that is due before `job` is decided, if one is. Must be called for every job, also for those that are refused for want
    /// of room.
    pub fn begin(&mut self, arrivals: &Arrivals, job: u32) {
        let now = arrivals.submitted[arrivals.request[job as usize] as usize];
        let every = self.market.update_every;
        // Updates between which no one asked for anything would follow one another unseen: only the last is made.
        let due = now - now % every;
        if due == 0 || self.updates.last().is_some_and(|last| last.slot >= due) {
            return;
        }
        let of = |class| ClassForecast::of(&self.usage, &self.lost, class, due - every..due);
        let forecast: Vec<ClassForecast> = (0..self.market.count()).map(of).collect();
        let before = self.limits.clone();
        if self.market.method.looks_at_demand() && self.market.demand == DemandSource::Forecast {
            let demand: Vec<_> = forecast.iter().map(|class| class.demand).collect();
            self.limits = self.market.limits_for(self.nodes, &demand);
            self.in_force = self.market.in_force(&self.limits);
        }
        self.updates.push(Update { slot: due, job, before, after: self.limits.clone(), forecast });
    }

    /// Whether `job` may be placed at `start`, after `moves` were made for it. If it may, it is booked and the moved jobs' usage goes with them,
    /// unchecked; if not, the forecaster is told what was lost and everything else is as before. Where less would be booked than was asked for, `asked` says
    /// what was: that is lost.
    ///
    /// # Errors
    /// The class is closed: which limit, and where.
    pub fn ask(
        &mut self,
        arrivals: &Arrivals,
        job: u32,
        start: Slot,
        moves: &[Move],
        asked: Option<&Request>,
    ) -> Result<(), Obstacle> {
        let Booking { class, nodes, duration } = self.booking(arrivals, job);
        for m in moves {
            self.follow(arrivals, m.job, m.from, m.to);
        }
        let slots = start..start + duration;
        // Without revenue management no limit counts; otherwise one that reaches all that can be booked needs no look.
        let full = if self.market.method == Method::None { 0 } else { self.bookable };
        let Some((limit_of, shortage)) = self.usage.shortage(class, slots.clone(), nodes, &self.in_force, full) else {
            self.usage.add(class, slots, nodes);
            return Ok(());
        };
        for m in moves.iter().rev() {
            self.follow(arrivals, m.job, m.to, m.from);
        }
        let earliest_start = arrivals.earliest_start[arrivals.request[job as usize] as usize];
        let (duration, nodes) = asked.map_or((duration, nodes), |asked| (asked.duration, asked.nodes));
        self.lost.add(class, earliest_start..earliest_start + duration, nodes);
        Err(Obstacle::ClassClosed {
            class: class as u8 + 1,
            limit_of: limit_of as u8 + 1,
            partitioned: self.market.nesting == Nesting::Partitioned,
            first: shortage.first,
            last: shortage.last,
            used: shortage.used,
            limit: self.in_force[limit_of],
        })
    }

    /// A booked job moves, and its usage with it.
    fn follow(&mut self, arrivals: &Arrivals, job: u32, from: Slot, to: Slot) {
        let Booking { class, nodes, duration } = self.booking(arrivals, job);
        self.usage.remove(class, from..from + duration, nodes);
        self.usage.add(class, to..to + duration, nodes);
    }

    /// Whether two runs stand at the same point: same market, limits, usage, lost demand and updates.
    pub fn same_state(&self, other: &Self) -> bool {
        self.market == other.market
            && self.nodes == other.nodes
            && self.limits == other.limits
            && self.usage.same(&other.usage)
            && self.lost.same(&other.lost)
            && self.updates == other.updates
    }
}
