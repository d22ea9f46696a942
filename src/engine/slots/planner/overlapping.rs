//! Overlapping reservations (Xiao et al., Umar 2.1.3): where no start has room by the estimates, one is taken at which a violation is improbable enough.
//!
//! In every slot of the plan the probability that more nodes are in use than there are stays below 1 − p*. As nodes come free only while time goes by, it is
//! greatest where a reservation starts: so it is also the probability that this reservation is violated. Where users need a trust factor (RARP), the jobs of those
//! who have less are taken to run until their booked end.

use super::logical::slot_plan::SlotPlan;
use super::newcomer::Newcomer;
use super::shape::{Shape, shape_of};
use crate::slots::bounds::OVERLAP_WORK;
use crate::slots::decisions::Obstacle;
use crate::slots::overlap::{Chance, OverlapLook, StillRuns, Trust, WhyNot};
use crate::slots::overlap_rule::OverlapRule;
use crate::slots::request::Slot;
use crate::slots::workload::Arrivals;

/// A reservation that the newcomer may overlap.
#[derive(Clone, Copy, Debug)]
struct Booking {
    start: Slot,
    shape: Shape,
    /// Whether its user is trusted to end early now and then.
    may_end_early: bool,
}

impl Booking {
    fn end(&self) -> Slot {
        self.start + self.shape.duration
    }

    /// Whether it is booked in a slot; its nodes and how probable it is that it still runs there.
    fn in_slot(&self, slot: Slot, overestimate: u32, still_runs: &mut StillRuns) -> Option<(u32, f64)> {
        let Shape { duration, nodes } = self.shape;
        let mut runs = || if self.may_end_early { still_runs.of(duration, slot - self.start, overestimate) } else { 1.0 };
        (self.start <= slot && slot < self.end()).then(|| (nodes, runs()))
    }
}

/// The plan in which a start is looked for.
#[derive(Clone, Copy)]
pub(super) struct Booked<'a> {
    /// Free nodes, counted from what may be booked in a slot.
    pub plan: &'a SlotPlan,
    /// How many more nodes that are than the machine has.
    pub surplus: u32,
    pub arrivals: &'a Arrivals,
    /// Where each job stands.
    pub start: &'a [Slot],
    /// Accepted jobs, among them all that have not ended, by number.
    pub live: &'a [u32],
}

impl Booked<'_> {
    /// Whether the user of a job is trusted.
    fn is_trusted(&self, rule: OverlapRule, trust: &Trust, job: u32) -> bool {
        rule.trust == 0 || trust.of(self.arrivals.user[self.arrivals.request[job as usize] as usize]).is_trusted(rule)
    }
}

/// Scratch of the search, and what is known of the users; one for a whole run.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlapping {
    bookings: Vec<Booking>,
    trust: Trust,
    chance: Chance,
    still_runs: StillRuns,
    /// Looks at reservations and steps of adding up that are left for the present job.
    work: u64,
}

impl Overlapping {
    /// The earliest start with room by the estimates, or else the earliest at which the rule lets the newcomer overlap others. `looked` is told of every start
    /// that is looked at then.
    ///
    /// # Errors
    /// There is none: what stands in the way of the earliest start.
    pub fn find(
        &mut self,
        rule: OverlapRule,
        booked: Booked,
        newcomer: Newcomer,
        looked: &mut impl FnMut(OverlapLook),
    ) -> Result<Slot, Obstacle> {
        let Newcomer { earliest_start, latest_start, shape, .. } = newcomer;
        let wide = Shape { nodes: shape.nodes + booked.surplus, ..shape };
        if let Some(start) = booked.plan.first_fit(earliest_start, latest_start, wide) {
            return Ok(start);
        }
        if rule.trust > 0 {
            self.trust.go_on(rule, booked.arrivals, booked.start, newcomer.job, newcomer.now);
        }
        self.bookings.clear();
        let reach = latest_start + shape.duration;
        for &job in booked.live {
            let booking = Booking { start: booked.start[job as usize], shape: shape_of(booked.arrivals, job), may_end_early: true };
            if booking.start < reach && earliest_start < booking.end() {
                self.bookings.push(Booking { may_end_early: booked.is_trusted(rule, &self.trust, job), ..booking });
            }
        }
        let is_trusted = booked.is_trusted(rule, &self.trust, newcomer.job);
        self.work = OVERLAP_WORK;
        let mut first = None;
        let mut start = earliest_start;
        while start <= latest_start {
            let look = self.look(rule, booked, Booking { start, shape, may_end_early: is_trusted });
            looked(look);
            let Some(why_not) = look.why_not else { return Ok(start) };
            first = first.or(Some(look));
            start = match why_not {
                WhyNot::FewFree => start + 1,
                // The later it starts, the surer it still runs in that slot.
                WhyNot::Twice | WhyNot::Probable => look.slot + 1,
                WhyNot::TooMany => break,
            };
        }
        Err(Obstacle::MayNotOverlap(first.expect("a window has a first start")))
    }

    /// Whether the newcomer may start in a slot.
    fn look(&mut self, rule: OverlapRule, booked: Booked, newcomer: Booking) -> OverlapLook {
        let Booking { start, shape, .. } = newcomer;
        let Booked { plan, surplus, .. } = booked;
        let end = start + shape.duration;
        let bookable = plan.capacity();
        let booked_in = |slot: Slot| bookable - plan.free(slot) + shape.nodes;
        let nodes = bookable - surplus;
        let mut look = OverlapLook { start, free_slots: 0, slot: start, booked: booked_in(start), chance: 0, why_not: None };
        if let Some(slot) = plan.last_short(start, end, shape.nodes) {
            return OverlapLook { slot, booked: booked_in(slot), why_not: Some(WhyNot::Twice), ..look };
        }
        if !self.spend(u64::from(shape.duration)) {
            return OverlapLook { why_not: Some(WhyNot::TooMany), ..look };
        }
        look.free_slots = (start..end).filter(|&slot| booked_in(slot) <= nodes).count() as u32;
        if look.free_slots < rule.free_slots(shape.duration) {
            let slot = (start..end).find(|&slot| booked_in(slot) > nodes).unwrap_or(start);
            return OverlapLook { slot, booked: booked_in(slot), why_not: Some(WhyNot::FewFree), ..look };
        }
        let mut most = -1.0;
        for slot in (start..end).filter(|&slot| booked_in(slot) > nodes) {
            // Between two starts reservations only end.
            let is_start = slot == start || self.bookings.iter().any(|booking| booking.start == slot);
            let excess = booked_in(slot) - nodes;
            let work = self.bookings.len() as u64 * (1 + if is_start { u64::from(excess) } else { 0 });
            if !self.spend(work) {
                return OverlapLook { slot, booked: booked_in(slot), why_not: Some(WhyNot::TooMany), ..look };
            }
            if !is_start {
                continue;
            }
            let Self { bookings, chance, still_runs, .. } = self;
            let others = bookings.iter().chain([&newcomer]);
            let chance = chance.of_fewer(others.filter_map(|booking| booking.in_slot(slot, rule.overestimate, still_runs)), excess);
            if chance > most {
                most = chance;
                (look.slot, look.booked, look.chance) = (slot, booked_in(slot), libm::round(chance * 10_000.0) as u32);
            }
            if chance >= rule.chance_below() {
                break;
            }
        }
        OverlapLook { why_not: (most >= rule.chance_below()).then_some(WhyNot::Probable), ..look }
    }

    /// Forgets what is known of the users: the run stands elsewhere.
    pub fn forget_users(&mut self) {
        self.trust = Trust::default();
    }

    fn spend(&mut self, work: u64) -> bool {
        match self.work.checked_sub(work) {
            Some(left) => {
                self.work = left;
                true
            }
            None => false,
        }
    }
}
