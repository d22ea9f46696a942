//! What the verdict on a request says where reservations may overlap.

use super::names::{job_name, job_names};
use super::overlapping::look_in_words;
use super::verdict::Teller;
use crate::slots::overlap::{Reality, Record, Trust, real_slots};
use crate::slots::planner::PastPlan;

/// Plans of more jobs are not played again to tell or to mark which reservations are violated.
pub const OVERLAPS_TOLD: usize = 20_000;
/// So many jobs of a request are looked at for whether they overlap others: each look goes through the plan.
const OVERLAPS_LOOKED_AT: usize = 16;

impl Teller<'_> {
    /// Jobs of the request that are violated when the real durations come to light, ascending.
    pub(super) fn violated(&self) -> Vec<u32> {
        let Self { arrivals, decisions, machine, policy, .. } = *self;
        if arrivals.jobs() > OVERLAPS_TOLD {
            return Vec::new();
        }
        let mut violated = Reality::violated(arrivals, decisions, machine, policy);
        violated.retain(|job| self.jobs.contains(job));
        violated
    }

    /// The trust factor of the user when the request came.
    fn tell_trust(&self, sentences: &mut Vec<String>) {
        let Self { arrivals, decisions, policy, .. } = *self;
        let row = arrivals.request[self.jobs.start as usize] as usize;
        let mut trust = Trust::default();
        trust.go_on(policy.overlap, arrivals, &decisions.first_start, self.jobs.start, arrivals.submitted[row]);
        let record @ Record { ended, early } = trust.of(arrivals.user[row]);
        let needed = policy.overlap.trust;
        let means = if record.is_trusted(policy.overlap) {
            format!("at least the {needed} % that are asked for: the jobs of this user may end early")
        } else {
            format!("less than the {needed} % that are asked for: the jobs of this user count until their booked end")
        };
        let percent = record.factor() * 100.0;
        sentences.push(format!(
            "User {}: trust factor {percent:.0} % ({early} of {ended} jobs ended early so far), {means}.",
            arrivals.user[row]
        ));
    }

    /// Where reservations may overlap: how a job that does was let in, how long it really takes, and whether its nodes are free then. The first job of the
    /// request that overlaps others is told; of others their numbers.
    pub(super) fn tell_overlap(&self, violated: &[u32], sentences: &mut Vec<String>) {
        let Self { arrivals, decisions, machine, policy, .. } = *self;
        if !policy.planner.overlaps() {
            return;
        }
        if policy.asks_for_trust() && arrivals.jobs() <= OVERLAPS_TOLD {
            self.tell_trust(sentences);
        }
        let accepted: Vec<u32> = self.jobs.clone().filter(|&job| self.accepted(job)).collect();
        let Some(&first) = accepted.first() else { return };
        let row = arrivals.request[first as usize] as usize;
        if arrivals.jobs() <= OVERLAPS_TOLD {
            let mut overlapping = accepted.iter().take(OVERLAPS_LOOKED_AT).filter_map(|&job| {
                let (looks, found) = PastPlan::before(arrivals, decisions, machine, policy, job).overlap();
                looks.into_iter().next_back().filter(|look| Some(look.start) == found).map(|look| (job, look))
            });
            if let Some((job, look)) = overlapping.next() {
                let words = look_in_words(&look, &arrivals.row(row), policy.overlap, machine, self.time);
                let others: Vec<u32> = overlapping.map(|(other, _)| other).collect();
                let also = match others.len() {
                    // Of more jobs than were looked at nothing is said.
                    _ if accepted.len() > OVERLAPS_LOOKED_AT || others.is_empty() => String::new(),
                    1 => format!(" So does {}.", job_names(arrivals, &others)),
                    _ => format!(" So do {}.", job_names(arrivals, &others)),
                };
                sentences.push(format!("{} overlaps others: {words}.{also}", job_name(arrivals, job)));
            }
        }
        if !violated.is_empty() {
            let (who, is) = (job_names(arrivals, violated), if violated.len() == 1 { "is" } else { "are" });
            let starts = if violated.len() == 1 { "it is to start" } else { "they are to start" };
            sentences.push(format!("{who} {is} violated: not enough nodes are really free when {starts}."));
        }
        if let [job] = accepted[..] {
            let (booked, user) = (arrivals.duration[row], arrivals.user[row]);
            let really = real_slots(policy.overlap, user, arrivals.number[job as usize], booked);
            sentences.push(format!("It really takes {} of the {} booked.", self.time.length(really), self.time.length(booked)));
        }
    }
}
