//! What a run loses by booking limits, and by the lack of them: spoilage and dilution (Umar 2.3, 5.2.1), counted in its decisions.

use super::market::Market;
use crate::slots::decisions::{Decisions, Obstacle};
use crate::slots::request::Slot;
use crate::slots::workload::Arrivals;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Spoilage and dilution of a run, in node-slots, from slot 0 to the last submission decided; what lies behind is empty only because no one asks any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// Node-slots that stayed idle although a job that was refused by a limit asked for them: in each slot the lesser of idle nodes and nodes that
    /// refused jobs asked for, at their earliest start and for their duration.
    pub spoilage: u64,
    /// Node-slots that a lower class had when a job was refused for lack of nodes, and with which it would have fitted at its earliest start. See
    /// [`LossesPerSlot::of`].
    pub dilution: u64,
}

/// The same slot by slot, in nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LossesPerSlot {
    /// Idle nodes that a job refused by a limit asked for.
    pub spoilage: Vec<u32>,
    /// Nodes of lower classes that a job refused for lack of nodes would have needed.
    pub dilution: Vec<u32>,
}

impl Losses {
    /// Of the jobs decided so far, on a machine of `nodes` nodes.
    pub fn of(market: &Market, arrivals: &Arrivals, decisions: &Decisions, nodes: u32) -> Self {
        let LossesPerSlot { spoilage, dilution } = LossesPerSlot::of(market, arrivals, decisions, nodes);
        let sum = |column: Vec<u32>| column.into_iter().map(u64::from).sum();
        Self { spoilage: sum(spoilage), dilution: sum(dilution) }
    }
}

impl LossesPerSlot {
    /// Of the jobs decided so far, on a machine of `nodes` nodes. O(slots of all jobs and moves × classes).
    ///
    /// *Spoilage* of a slot is min(idle nodes of the plan, nodes asked for by jobs whose class was closed): what
    /// [`LevelPoint::spoilage_nodes`](super::LevelPoint::spoilage_nodes) expects of a level.
    ///
    /// *Dilution* is found decision by decision. A job of class k that is refused for lack of nodes lacks max(0, n − free nodes) in each slot from its
    /// earliest start on. If classes below k have at least as many nodes in each of them, not counting those that were found for jobs before, the lacking
    /// nodes are dilution; otherwise it would not have fitted without these classes either, and nothing is counted.
    pub fn of(market: &Market, arrivals: &Arrivals, decisions: &Decisions, nodes: u32) -> Self {
        let decided = decisions.start.len();
        let Some(last) = decided.checked_sub(1).map(|job| arrivals.submitted[arrivals.request[job] as usize]) else {
            return Self::default();
        };
        let end = |row: usize| arrivals.latest_start[row] + arrivals.duration[row];
        let horizon = (0..arrivals.requests()).map(end).max().unwrap_or(0).max(last + 1);
        let mut usage = Usage { columns: vec![vec![0; horizon as usize]; market.count()] };
        let mut closed = vec![0_i64; horizon as usize + 1];
        let mut dilution = vec![0_u32; horizon as usize];
        let (mut moves, mut refusals) = (decisions.moves.as_slice(), decisions.refusals.iter());
        for job in 0..decided {
            let row = arrivals.request[job] as usize;
            let class = class_of(market, arrivals, row);
            let made = moves.iter().take_while(|made| made.beneficiary as usize == job).count();
            for made in moves.split_off(..made).unwrap_or_default() {
                let row = arrivals.request[made.job as usize] as usize;
                let (class, nodes, duration) =
                    (class_of(market, arrivals, row), arrivals.nodes[row] as i32, arrivals.duration[row]);
                usage.add(class, made.from..made.from + duration, -nodes);
                usage.add(class, made.to..made.to + duration, nodes);
            }
            if decisions.accepted(job) {
                let start = decisions.first_start[job];
                usage.add(class, start..start + arrivals.duration[row], arrivals.nodes[row] as i32);
                continue;
            }
            let asked = decisions.asked(arrivals, row);
            let slots = asked.earliest_start..asked.earliest_start + asked.duration;
            if refusals.next().is_some_and(|refusal| matches!(refusal.obstacle, Obstacle::ClassClosed { .. })) {
                closed[slots.start as usize] += i64::from(asked.nodes);
                closed[slots.end as usize] -= i64::from(asked.nodes);
            } else {
                count_dilution(&mut dilution, &usage, class, slots, asked.nodes, nodes);
            }
        }
        let mut wanted = 0;
        let spoiled = |slot: Slot| {
            wanted += closed[slot as usize];
            nodes.saturating_sub(usage.from(0, slot)).min(wanted as u32)
        };
        let spoilage = (0..=last).map(spoiled).collect();
        dilution.truncate(last as usize + 1);
        Self { spoilage, dilution }
    }
}

fn class_of(market: &Market, arrivals: &Arrivals, row: usize) -> usize {
    market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row])
}

/// Nodes in use in each slot: a column for each class, which holds those of the class and all lower ones.
struct Usage {
    /// Wider than a machine: jobs that move together may stand above one another until all have moved.
    columns: Vec<Vec<i32>>,
}

impl Usage {
    fn add(&mut self, class: usize, slots: Range<Slot>, nodes: i32) {
        for column in &mut self.columns[..=class] {
            for used in &mut column[slots.start as usize..slots.end as usize] {
                *used += nodes;
            }
        }
    }

    /// Nodes of this class and all lower ones.
    fn from(&self, class: usize, slot: Slot) -> u32 {
        self.columns.get(class).map_or(0, |column| column[slot as usize] as u32)
    }
}

/// Counts the nodes of lower classes with which a refused job would have fitted, if there are enough in each of its slots.
fn count_dilution(dilution: &mut [u32], usage: &Usage, class: usize, slots: Range<Slot>, asked: u32, nodes: u32) {
    let lacking = |slot: Slot| asked.saturating_sub(nodes.saturating_sub(usage.from(0, slot)));
    let fits = |slot: Slot| lacking(slot) <= usage.from(class + 1, slot).saturating_sub(dilution[slot as usize]);
    if slots.clone().all(fits) {
        for slot in slots {
            dilution[slot as usize] += lacking(slot);
        }
    }
}
