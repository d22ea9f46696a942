//! The checker's look at strip packing: its places and its offers are found again, line by line, from the nodes that were free.

use super::refused::{Free, MOST_ROWS};
use super::{Checker, NO};
use crate::batch::decisions::How;
use crate::batch::offered::Offered;
use crate::batch::scheduler::Scheduler;
use crate::core::offers::{Choice, OfferOrder};
use crate::core::sorting::sort_shared_by_key;

/// An offer: from when until when, how many nodes, and whether it is all that was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Strip {
    from: u64,
    to: u64,
    nodes: u64,
    is_whole: bool,
}

/// Sulistio's Algorithm 1 on stretches of free nodes.
fn strips(runs: &[Free], wanted: u64, length: u64) -> Vec<Strip> {
    let mut by_free: Vec<usize> = (0..runs.len()).filter(|&at| runs[at].nodes >= wanted).collect();
    sort_shared_by_key(&mut by_free, |&at| (runs[at].nodes, at));
    let mut found: Vec<Strip> = Vec::new();
    for at in by_free {
        let (mut head, mut tail) = (at, at);
        while runs[tail].to - runs[head].from < length && head > 0 && runs[head - 1].nodes >= wanted {
            head -= 1;
        }
        while runs[tail].to - runs[head].from < length && tail + 1 < runs.len() && runs[tail + 1].nodes >= wanted {
            tail += 1;
        }
        let nodes = runs[head..=tail].iter().map(|run| run.nodes).min().unwrap_or(0);
        let (from, to) = (runs[head].from, runs[tail].to);
        let strip = Strip { from, to, nodes, is_whole: to - from >= length };
        if strip.is_whole {
            found.insert(0, strip);
            return found;
        }
        if !found.contains(&strip) {
            found.push(strip);
        }
    }
    found
}

impl Checker<'_> {
    /// Holds every place and every offer of strip packing against the nodes that were free. Where others start in the second in which a reservation is made, it
    /// is not known from the plan who was first, and under conservative backfilling not who stood where: there only the size is checked. Tells how many
    /// reservations were looked at.
    pub(super) fn offered(&mut self, jobs: usize) -> usize {
        let records: Vec<Offered> = self.outcome.decisions.offered.to_vec();
        if !records.is_sorted_by(|one, next| one.row < next.row) || records.last().is_some_and(|last| last.row as usize >= jobs) {
            self.tell(|| "offers are told for rows out of order".to_string());
            return 0;
        }
        let mut looked = 0;
        for row in 0..jobs {
            let (id, how) = (self.outcome.jobs.number(row), self.outcome.decisions.how(row));
            let record = records.binary_search_by_key(&row, |record| record.row as usize).ok().map(|at| records[at]);
            let is_asked = self.scenario.policy.packs() && self.outcome.jobs.latest_start[row] != NO.0;
            let is_told = match record {
                None => how != How::TookOffer && (how != How::Refused || !is_asked),
                Some(record) => is_asked && how == if record.taken > 0 { How::TookOffer } else { How::Refused },
            };
            if !is_told {
                self.tell(|| format!("job {id} is told as {}, which does not agree with what it was offered", how.name()));
            } else if is_asked && how != How::Waiting {
                looked += 1;
                if let Some(record) = record.filter(|record| record.taken > 0) {
                    self.size(row, &record);
                }
                if looked * jobs <= MOST_ROWS && self.is_known(row) {
                    self.place(row, record);
                }
            }
        }
        looked
    }

    /// Whether the plan tells what was free when a reservation was made.
    fn is_known(&self, row: usize) -> bool {
        let (j, d) = (&self.outcome.jobs, &self.outcome.decisions);
        let now = u64::from(j.submitted[row]);
        let is_seen = matches!(self.scenario.policy.scheduler, Scheduler::Fcfs | Scheduler::Easy | Scheduler::Backfill);
        is_seen && (0..row).all(|other| d.start[other] != now || j.earliest_start[other] != NO.0)
    }

    /// What is booked of an offer is at least half of what was asked for, in its time.
    fn size(&mut self, row: usize, record: &Offered) {
        let (j, start) = (&self.outcome.jobs, self.outcome.decisions.start[row]);
        let Offered { seconds, nodes, asked_estimate, asked_runtime, asked_nodes, asked_latest, .. } = *record;
        let asked = asked_estimate.max(asked_runtime);
        let is_half = 2 * u64::from(seconds) >= asked.into() && 2 * u64::from(nodes) >= asked_nodes.into();
        let is_less = seconds <= asked && nodes <= asked_nodes && (seconds, nodes) != (asked, asked_nodes);
        let is_booked = (j.estimate[row].max(j.runtime[row]), j.nodes[row]) == (seconds, nodes);
        let ends = u64::from(asked_latest) + u64::from(asked);
        let id = j.number(row);
        if !(is_half && is_less && is_booked) || start.saturating_add(seconds.into()) > ends {
            self.tell(|| {
                format!("job {id} took {nodes} nodes for {seconds} s at {start} of {asked_nodes} for {asked} s up to {ends}, which is no offer")
            });
        }
    }

    /// The place of a reservation, or what its user took, found again.
    fn place(&mut self, row: usize, record: Option<Offered>) {
        let (j, start) = (&self.outcome.jobs, self.outcome.decisions.start[row]);
        let asked = record.map_or(j.row(row), |record| record.asked(j.row(row)));
        let (length, wanted) = (u64::from(asked.estimate.max(asked.runtime)), u64::from(asked.nodes));
        let until = u64::from(asked.latest_start.unwrap_or(0)) + length;
        let runs: Vec<Free> = self.free_around(row).into_iter().filter(|run| run.from < until).collect();
        let runs: Vec<Free> = runs.into_iter().map(|run| Free { to: run.to.min(until), ..run }).collect();
        let mut found = strips(&runs, wanted, length);
        let id = j.number(row);
        match (found.first().filter(|strip| strip.is_whole), record) {
            (Some(strip), None) if strip.from == start => return,
            (None, Some(_)) => {}
            (Some(strip), _) => {
                let from = strip.from;
                return self.tell(|| format!("job {id} is not where strip packing has a place for it, from {from} on"));
            }
            (None, None) => return self.tell(|| format!("job {id} starts at {start}, where strip packing has no place for it")),
        }
        let rules = self.scenario.policy.offers;
        if rules.half_nodes && wanted > 1 {
            found = strips(&runs, wanted.div_ceil(2), length);
        }
        let booked = |strip: &Strip| (length.min(strip.to - strip.from), wanted.min(strip.nodes));
        let size = |strip: &Strip| booked(strip).0 * booked(strip).1;
        sort_shared_by_key(&mut found, |strip| {
            let by_order = match rules.order {
                OfferOrder::Most => (u64::MAX - size(strip), strip.from),
                OfferOrder::Found => (0, 0),
                OfferOrder::Earliest => (strip.from, 0),
                OfferOrder::Cheapest => (size(strip), 0),
                OfferOrder::Fullest => ((strip.to - strip.from) * strip.nodes - size(strip), 0),
            };
            (!strip.is_whole, by_order)
        });
        let is_half = |strip: &Strip| 2 * booked(strip).0 >= length && 2 * booked(strip).1 >= wanted;
        let first_by = |key: &dyn Fn(&Strip) -> (u64, u64)| {
            (0..found.len()).filter(|&at| is_half(&found[at])).min_by_key(|&at| key(&found[at]))
        };
        let taken = match rules.choice {
            Choice::First | Choice::Weighted(_) => first_by(&|_| (0, 0)),
            Choice::PaperUser => {
                first_by(&|strip| (if strip.is_whole { 0 } else { u64::MAX - (strip.to - strip.from) }, strip.from))
            }
            Choice::Cheapest => first_by(&|strip| (size(strip), strip.from)),
            Choice::Earliest => first_by(&|strip| (strip.from, 0)),
            Choice::Largest => first_by(&|strip| (u64::MAX - size(strip), strip.from)),
        };
        let told = record.map_or((0, 0), |record| (record.offers as usize, record.taken as usize));
        let is_start = taken.is_none_or(|at| found[at].from == start);
        if told != (found.len(), taken.map_or(0, |at| at + 1)) || !is_start {
            let (count, place) = (found.len(), taken.map_or(0, |at| at + 1));
            self.tell(|| {
                format!(
                    "job {id} was told {} offers and took number {}: there were {count}, and {place} is the one to take",
                    told.0, told.1
                )
            });
        }
    }
}
