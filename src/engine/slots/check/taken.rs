//! Offers that were taken although they are smaller than what was asked for (Sulistio, Algorithm 2).

use super::Checker;
use super::load::Load;
use super::taken_fault::TakenFault;
use super::violation::Violation;
use crate::slots::decisions::Taken;
use crate::slots::request::{Request, Slot};

impl Checker<'_> {
    /// What was taken is a part of what was asked for, at least half of it each way, by a job that is alone in its request.
    pub(super) fn taken(&mut self) {
        let mut before = None;
        for index in 0..self.decisions.taken.len() {
            let Taken { job, asked } = self.decisions.taken[index];
            if before >= Some(job) {
                self.blame(index, TakenFault::Order);
            }
            before = Some(job);
            let row = job as usize;
            if row >= self.decisions.start.len()
                || !self.decisions.accepted(row)
                || self.request_of(row).jobs != 1
                || asked.jobs != 1
            {
                self.blame(index, TakenFault::NoJob);
                continue;
            }
            let booked = self.request_of(row);
            let frame = |r: &Request| (r.user, r.submitted, r.earliest_start, u64::from(r.latest_start) + u64::from(r.duration));
            if frame(&asked) != frame(&booked) {
                self.blame(index, TakenFault::OtherRequest);
            }
            let (slots, nodes) = ((booked.duration, asked.duration), (booked.nodes, asked.nodes));
            if slots.0 > slots.1 || nodes.0 > nodes.1 || (slots.0 == slots.1 && nodes.0 == nodes.1) {
                self.blame(index, TakenFault::NotSmaller);
            }
            let is_half = |(booked, asked): (u32, u32)| 2 * u64::from(booked) >= u64::from(asked);
            if !is_half(slots) || !is_half(nodes) {
                self.blame(index, TakenFault::LessThanHalf);
            }
        }
    }

    /// Where a smaller offer was taken, there was no room for the whole request as the plan stood.
    pub(super) fn nothing_larger_fits(&mut self, job: usize, load: &Load) {
        let Ok(index) = self.decisions.taken.binary_search_by_key(&(job as u32), |taken| taken.job) else { return };
        let asked = self.decisions.taken[index].asked;
        let most = self.capacity() - i64::from(asked.nodes);
        let (mut start, last) = (u64::from(asked.earliest_start), u64::from(asked.latest_start));
        while start <= last {
            let blocked = if load.at(start) > most {
                Some(start)
            } else {
                load.peak(start + 1, start + u64::from(asked.duration)).filter(|peak| peak.used > most).map(|peak| peak.slot)
            };
            let Some(blocked) = blocked else {
                self.blame(index, TakenFault::HadRoom { start: start as Slot });
                return;
            };
            // Up to where the load changes again no start is better.
            let Some(next) = load.next_point(blocked) else { return };
            start = next;
        }
    }

    fn blame(&mut self, index: usize, fault: TakenFault) {
        self.found.push(Violation::Taken { index, fault });
    }
}
