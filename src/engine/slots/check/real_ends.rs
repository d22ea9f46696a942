//! When the jobs of users end really: whom a rule that asks for trust may expect to end early, worked out anew.

use crate::slots::decisions::{Decisions, REFUSED};
use crate::slots::overlap::real_slots;
use crate::slots::overlap_rule::OverlapRule;
use crate::slots::workload::Arrivals;
use std::collections::BTreeMap;

/// For each user when jobs end really, by time, with how many of them up to there took all that was booked.
#[derive(Default)]
pub(super) struct RealEnds(BTreeMap<u32, Vec<(u64, u64)>>);

impl RealEnds {
    /// Those of all accepted jobs. Jobs accepted later end later than the present, so that all of them may be listed at once.
    pub fn of(arrivals: &Arrivals, decisions: &Decisions, rule: OverlapRule) -> Self {
        let mut users = BTreeMap::<u32, Vec<(u64, u64)>>::new();
        for (job, &start) in decisions.first_start.iter().enumerate().filter(|(_, start)| **start != REFUSED) {
            let row = arrivals.request[job] as usize;
            let (user, duration) = (arrivals.user[row], arrivals.duration[row]);
            let real = real_slots(rule, user, arrivals.number[job], duration);
            users.entry(user).or_default().push((u64::from(start) + u64::from(real), u64::from(real == duration)));
        }
        for ends in users.values_mut() {
            ends.sort_unstable();
            let mut so_far = 0;
            for (_, late) in ends {
                so_far += *late;
                *late = so_far;
            }
        }
        Self(users)
    }

    /// Whether a user has less than the trust factor that is asked for: (early + 1) ÷ (ended + 2) of the jobs that ended before the moment.
    pub fn is_not_trusted(&self, rule: OverlapRule, user: u32, now: u32) -> bool {
        let ends = self.0.get(&user).map_or(&[][..], |ends| ends);
        let ended = &ends[..ends.partition_point(|&(end, _)| end <= u64::from(now))];
        let (late, all) = (ended.last().map_or(0, |(_, late)| *late), ended.len() as u64);
        // What is missing to 1 is (late + 1) ÷ (ended + 2).
        rule.trust > 0 && (late + 1) * 100 > u64::from(100 - rule.trust) * (all + 2)
    }
}
