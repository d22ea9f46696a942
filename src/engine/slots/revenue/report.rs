//! The revenue of a run, computed from its decisions (Umar 6.1, step 6; 6.6).

use super::losses::Losses;
use super::market::Market;
use crate::slots::decisions::{Decisions, Obstacle};
use crate::slots::metrics::WINDOW;
use crate::slots::request::Slot;
use crate::slots::workload::Arrivals;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// What became of the jobs of a class, and of their money. All sums are exact: the dearest legal workload stays below 2^63.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassFigures {
    /// Jobs that were decided.
    pub jobs: u32,
    /// Jobs that were confirmed.
    pub confirmed: u32,
    /// Jobs that had a place, but whose class was closed.
    pub closed: u32,
    /// Jobs for which the planner found no place.
    pub unplaced: u32,
    /// Σ nodes × duration of the confirmed jobs.
    pub node_slots: u64,
    /// Σ price × nodes × duration of the confirmed jobs, in minor units: the revenue.
    pub revenue: u64,
    /// The same sum over the jobs whose class was closed: what refusing them cost at once.
    pub forgone: u64,
    /// The same sum over the jobs without a place.
    pub missed: u64,
}

impl ClassFigures {
    /// confirmed ÷ jobs; 0 without jobs.
    pub fn acceptance(&self) -> f64 {
        if self.jobs == 0 { 0.0 } else { f64::from(self.confirmed) / f64::from(self.jobs) }
    }

    /// revenue ÷ node_slots: what a node-slot brought, in minor units; 0 where none was sold.
    pub fn per_node_slot(&self) -> f64 {
        if self.node_slots == 0 { 0.0 } else { self.revenue as f64 / self.node_slots as f64 }
    }
}

impl AddAssign for ClassFigures {
    fn add_assign(&mut self, other: Self) {
        self.jobs += other.jobs;
        self.confirmed += other.confirmed;
        self.closed += other.closed;
        self.unplaced += other.unplaced;
        self.node_slots += other.node_slots;
        self.revenue += other.revenue;
        self.forgone += other.forgone;
        self.missed += other.missed;
    }
}

/// The money of a run as far as it is decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// One row for each class.
    pub classes: Vec<ClassFigures>,
    /// Revenue confirmed in each slot (the slot of submission), from 0 to the last submission decided.
    pub per_slot: Vec<u64>,
    /// Spoilage and dilution.
    pub losses: Losses,
}

/// A stretch of slots of the report that step 6 of Umar 6.1 asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowReport {
    /// First slot of submission.
    pub first: Slot,
    /// Last slot of submission.
    pub last: Slot,
    /// One row for each class.
    pub classes: Vec<ClassFigures>,
}

impl Report {
    /// Counts the decisions made so far, on a machine of `nodes` nodes.
    pub fn of(market: &Market, arrivals: &Arrivals, decisions: &Decisions, nodes: u32) -> Self {
        let losses = Losses::of(market, arrivals, decisions, nodes);
        Self { losses, ..Self::without_losses(market, arrivals, decisions) }
    }

    /// The same without spoilage and dilution, for those who need the money alone.
    pub fn without_losses(market: &Market, arrivals: &Arrivals, decisions: &Decisions) -> Self {
        let mut classes = vec![ClassFigures::default(); market.count()];
        let mut per_slot = Vec::new();
        for job in 0..decisions.start.len() {
            let (class, figures) = figures_of(market, arrivals, decisions, job);
            let slot = arrivals.submitted[arrivals.request[job] as usize] as usize;
            // Submissions never fall.
            per_slot.resize(slot + 1, 0);
            per_slot[slot] += figures.revenue;
            classes[class] += figures;
        }
        Self { classes, per_slot, losses: Losses::default() }
    }

    /// All classes together.
    pub fn total(&self) -> ClassFigures {
        let mut total = ClassFigures::default();
        self.classes.iter().for_each(|&class| total += class);
        total
    }

    /// Revenue confirmed in the last [`WINDOW`] slots up to each slot: the curves of Umar's Figures 6.18–6.25.
    pub fn sliding(&self) -> Vec<u64> {
        sliding_sum(&self.per_slot, WINDOW)
    }

    /// The report in stretches of `slots` slots of submission, from slot 0 on; stretches in which nothing was submitted are left out.
    pub fn windows(market: &Market, arrivals: &Arrivals, decisions: &Decisions, slots: Slot) -> Vec<WindowReport> {
        let slots = slots.max(1);
        let mut windows: Vec<WindowReport> = Vec::new();
        for job in 0..decisions.start.len() {
            let (class, figures) = figures_of(market, arrivals, decisions, job);
            let submitted = arrivals.submitted[arrivals.request[job] as usize];
            let first = submitted - submitted % slots;
            if windows.last().is_none_or(|window| window.first != first) {
                let classes = vec![ClassFigures::default(); market.count()];
                windows.push(WindowReport { first, last: first + (slots - 1), classes });
            }
            if let Some(window) = windows.last_mut() {
                window.classes[class] += figures;
            }
        }
        windows
    }
}

/// Sums of the last `width` entries up to each one.
pub fn sliding_sum(values: &[u64], width: Slot) -> Vec<u64> {
    let width = width.max(1) as usize;
    let mut sum = 0;
    let add = |(i, &value): (usize, &u64)| {
        sum += value;
        sum -= i.checked_sub(width).map_or(0, |gone| values[gone]);
        sum
    };
    values.iter().enumerate().map(add).collect()
}

/// The class of a decided job, and what it adds to its row.
fn figures_of(market: &Market, arrivals: &Arrivals, decisions: &Decisions, job: usize) -> (usize, ClassFigures) {
    let row = arrivals.request[job] as usize;
    let class = market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row]);
    let node_slots = u64::from(arrivals.nodes[row]) * u64::from(arrivals.duration[row]);
    let value = u64::from(market.classes[class].price) * node_slots;
    let none = ClassFigures { jobs: 1, ..ClassFigures::default() };
    let figures = if decisions.accepted(job) {
        ClassFigures { confirmed: 1, node_slots, revenue: value, ..none }
    } else if decisions.refusal(job).is_some_and(|refusal| matches!(refusal.obstacle, Obstacle::ClassClosed { .. })) {
        ClassFigures { closed: 1, forgone: value, ..none }
    } else {
        ClassFigures { unplaced: 1, missed: value, ..none }
    };
    (class, figures)
}
