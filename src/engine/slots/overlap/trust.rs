//! How far the estimates of a user can be relied on: the trust factor of RARP (Sabitha et al., Umar 2.1.3). Umar names the factor and no formula; this one is ours.
//!
//! A reservation may stand on nodes that another one has booked if that one ends early. So a user is trusted whose jobs ended early: of the jobs that have ended
//! by now, those that took fewer slots than were booked. One of either kind is added to what is known, so that a new user has a factor of a half.

use super::reality::real_slots;
use crate::slots::decisions::REFUSED;
use crate::slots::overlap_rule::OverlapRule;
use crate::slots::request::Slot;
use crate::slots::workload::Arrivals;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Jobs of a user that have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// All of them.
    pub ended: u32,
    /// Those that ended before their booked end.
    pub early: u32,
}

impl Record {
    /// The trust factor: (early + 1) ÷ (ended + 2).
    pub fn factor(self) -> f64 {
        (f64::from(self.early) + 1.0) / (f64::from(self.ended) + 2.0)
    }

    /// Whether the factor is at least that of the rule. In whole numbers.
    pub fn is_trusted(self, rule: OverlapRule) -> bool {
        (u64::from(self.early) + 1) * 100 >= u64::from(rule.trust) * (u64::from(self.ended) + 2)
    }
}

/// What is known of every user at a moment. What a violated job would have taken is known, too: it runs elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// Jobs before this one are known.
    known: u32,
    /// Accepted jobs that have not ended: real end, user, whether that is before the booked end.
    waiting: BinaryHeap<Reverse<(Slot, u32, bool)>>,
    records: BTreeMap<u32, Record>,
}

impl Trust {
    /// Goes on to the moment `now` at which job `job` is decided; `start` tells where each one before it stands.
    pub fn go_on(&mut self, rule: OverlapRule, arrivals: &Arrivals, start: &[Slot], job: u32, now: Slot) {
        let new = start.iter().enumerate().take(job as usize).skip(self.known as usize);
        for (before, &start) in new.filter(|(_, start)| **start != REFUSED) {
            let row = arrivals.request[before] as usize;
            let (user, booked) = (arrivals.user[row], arrivals.duration[row]);
            let real = real_slots(rule, user, arrivals.number[before], booked);
            self.waiting.push(Reverse((start + real, user, real < booked)));
        }
        self.known = self.known.max(job);
        while let Some(&Reverse((_, user, is_early))) = self.waiting.peek().filter(|Reverse((end, ..))| *end <= now) {
            self.waiting.pop();
            let record = self.records.entry(user).or_default();
            record.ended += 1;
            record.early += u32::from(is_early);
        }
    }

    /// What is known of a user.
    pub fn of(&self, user: u32) -> Record {
        self.records.get(&user).copied().unwrap_or_default()
    }
}
