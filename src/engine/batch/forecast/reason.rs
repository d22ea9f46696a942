//! Why a job does not start earlier: what ends, who starts before it and what is reserved in the plan of the point.

use super::known::Known;
use crate::batch::decisions::Decisions;
use crate::batch::job::{Jobs, NEVER, Time};
use crate::batch::limits::AtLimit;
use crate::batch::outcome::Simulation;
use crate::batch::queue::profile::Profile;
use crate::batch::scheduler::BatchPolicy;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// What a job waits for, from the moment of the question to its start in the plan in which every job runs to its limit. Jobs are given by their rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingReason {
    /// Nodes that are free at the moment of the question.
    pub free: u32,
    /// Nodes that it needs.
    pub needs: u32,
    /// For how many seconds, by its limit.
    pub seconds: Time,
    /// Jobs that run then and end before it starts, in the order of their ends.
    pub ending: Vec<u32>,
    /// When each of them ends, by its limit.
    pub ends: Vec<Time>,
    /// Jobs that stand before it in the queue, wait as it does and start before it or with it, in the order of arrival.
    pub ahead: Vec<u32>,
    /// Jobs that stand behind it, wait as it does and start before it.
    pub overtaking: Vec<u32>,
    /// Reservations that begin later and are in its way: with what is planned, it would find room earlier without them.
    pub reservations: Vec<u32>,
    /// The last time at which the limits of its user hold it back.
    pub limit: Option<AtLimit>,
    /// The job whose end gives it the last node that it lacks; `None` if no job ends when it starts.
    pub freed_by: Option<u32>,
}

/// When a job has nodes in a plan: from when to when, by its limit.
fn held(jobs: &Jobs, decisions: &Decisions, row: usize) -> Option<(Time, Time)> {
    let start = decisions.start[row];
    let from = if start == NEVER && jobs.is_advance(row) { decisions.promised[row] } else { start };
    (from != NEVER).then(|| (from, if start == NEVER { from + jobs.reserved(row) } else { decisions.end[row] }))
}

impl WaitingReason {
    /// Why a row waits, from a plan that has come to its start.
    pub(super) fn of(known: &Known, nodes: u32, policy: BatchPolicy, plan: &Simulation, row: usize) -> Self {
        let Known { jobs, at, .. } = known;
        let (at, decisions) = (*at, plan.decisions());
        let point = decisions.start[row];
        let order = |row: usize| (Reverse(policy.order().map_or(0, |weights| weights.of_row(jobs, row, at, nodes))), row);
        let is_before = |other: usize| order(other) < order(row);
        let all: Vec<(usize, (Time, Time))> = (0..jobs.len())
            .filter(|&other| other != row)
            .filter_map(|other| Some((other, held(jobs, decisions, other)?)))
            .collect();
        let sum = |rows: &mut dyn Iterator<Item = usize>| rows.map(|other| jobs.nodes[other]).sum::<u32>();
        let running = all.iter().filter(|(_, (from, to))| *from <= at && *to > at);
        let free = nodes.saturating_sub(sum(&mut running.clone().map(|(other, _)| *other)));
        let mut ending: Vec<(Time, u32)> =
            running.filter(|(_, (_, to))| *to <= point).map(|(other, (_, to))| (*to, *other as u32)).collect();
        ending.sort_unstable();
        let waiting = all.iter().filter(|(other, (from, _))| *from > at && !jobs.is_advance(*other));
        let (ahead, behind): (Vec<_>, Vec<_>) = waiting.partition(|(other, _)| is_before(*other));
        let before = |rows: Vec<&(usize, (Time, Time))>, last: Time| -> Vec<u32> {
            rows.into_iter().filter(|(_, (from, _))| *from <= last).map(|(other, _)| *other as u32).collect()
        };
        // Who takes its nodes in the same second before it counts as well.
        let taken = sum(&mut all.iter().filter(|(other, (from, _))| *from == point && is_before(*other)).map(|(other, _)| *other));
        let across = sum(&mut all.iter().filter(|(_, (from, to))| *from < point && *to >= point).map(|(other, _)| *other));
        let lacking = (jobs.nodes[row] + taken).saturating_sub(nodes.saturating_sub(across));
        let mut given = 0;
        let freed_by = all.iter().filter(|(_, (from, to))| *to == point && *from < point).find(|(other, _)| {
            given += jobs.nodes[*other];
            given >= lacking
        });
        Self {
            free,
            needs: jobs.nodes[row],
            seconds: jobs.reserved(row),
            ends: ending.iter().map(|(end, _)| *end).collect(),
            ending: ending.into_iter().map(|(_, other)| other).collect(),
            ahead: before(ahead, point),
            overtaking: before(behind, point.saturating_sub(1)),
            reservations: in_the_way(jobs, nodes, &all, at, row, point),
            limit: policy.limits.last_held(policy.scheduler.is_queue(), jobs, decisions, row).filter(|limit| limit.until > at),
            freed_by: freed_by.filter(|_| lacking > 0).map(|(other, _)| *other as u32),
        }
    }
}

/// Reservations without which a row would find room earlier among what is planned; all that meet its run together, if none of them does so alone.
fn in_the_way(jobs: &Jobs, nodes: u32, all: &[(usize, (Time, Time))], at: Time, row: usize, point: Time) -> Vec<u32> {
    let (wanted, duration) = (jobs.nodes[row], jobs.reserved(row));
    let meets = |(other, (from, _)): &&(usize, (Time, Time))| {
        jobs.is_advance(*other) && *from > at && *from < point.saturating_add(duration)
    };
    let met: Vec<&(usize, (Time, Time))> = all.iter().filter(meets).collect();
    if met.is_empty() {
        return Vec::new();
    }
    let mut profile = Profile::new(nodes);
    for (other, (from, to)) in all {
        profile.take(*from, *to, jobs.nodes[*other]);
    }
    let first = profile.first_fit(at, duration, wanted);
    let is_in_the_way = |profile: &mut Profile, (other, (from, to)): &(usize, (Time, Time))| {
        profile.give(*from, *to, jobs.nodes[*other]);
        let earlier = profile.first_fit(at, duration, wanted) < first;
        profile.take(*from, *to, jobs.nodes[*other]);
        earlier
    };
    let alone: Vec<u32> = met.iter().filter(|other| is_in_the_way(&mut profile, other)).map(|(other, _)| *other as u32).collect();
    if !alone.is_empty() {
        return alone;
    }
    for (other, (from, to)) in &met {
        profile.give(*from, *to, jobs.nodes[*other]);
    }
    let together = profile.first_fit(at, duration, wanted) < first;
    if together { met.iter().map(|(other, _)| *other as u32).collect() } else { Vec::new() }
}
