//! Nodes in use and nodes refused, per slot and class, as flat columns.

use super::demand::Demand;
use super::market::Nesting;
use crate::slots::request::Slot;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What the booked jobs use in each slot, counted the way limits are: under [`Nesting::Nested`] a class's column holds the nodes of that class
/// and all lower ones, so that booking for class k adds to columns 1 … k and each limit is compared with its own column alone; under
/// [`Nesting::Partitioned`] it holds those of the class alone.
#[derive(Clone, Debug)]
pub struct Usage {
    nesting: Nesting,
    columns: Vec<Vec<u16>>,
}

/// A stretch of slots in which a limit leaves too few nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shortage {
    pub first: Slot,
    pub last: Slot,
    /// The most that is used in the stretch.
    pub used: u32,
}

impl Usage {
    pub(super) fn new(nesting: Nesting, classes: usize) -> Self {
        Self { nesting, columns: vec![Vec::new(); classes] }
    }

    pub(super) fn reserve(&mut self, horizon: Slot) {
        for column in &mut self.columns {
            column.resize(column.len().max(horizon as usize), 0);
        }
    }

    /// The columns that a job of this class counts in.
    fn counted(&self, class: usize) -> Range<usize> {
        match self.nesting {
            Nesting::Nested => 0..class + 1,
            Nesting::Partitioned => class..class + 1,
        }
    }

    /// Books `nodes` for a class in every slot of the range.
    pub(super) fn add(&mut self, class: usize, slots: Range<Slot>, nodes: u32) {
        let counted = self.counted(class);
        for column in &mut self.columns[counted] {
            for used in &mut column[slots.start as usize..slots.end as usize] {
                *used += nodes as u16;
            }
        }
    }

    /// The inverse of [`Usage::add`].
    pub(super) fn remove(&mut self, class: usize, slots: Range<Slot>, nodes: u32) {
        let counted = self.counted(class);
        for column in &mut self.columns[counted] {
            for used in &mut column[slots.start as usize..slots.end as usize] {
                *used -= nodes as u16;
            }
        }
    }

    /// The first of the limits that a job of this class has to keep and does not, its own before those of higher classes, and where.
    /// `full` is what a limit is that cannot be met before the machine is full: the planner has seen to those.
    pub(super) fn shortage(
        &self,
        class: usize,
        slots: Range<Slot>,
        nodes: u32,
        limits: &[u32],
        full: u32,
    ) -> Option<(usize, Shortage)> {
        self.counted(class).rev().find_map(|k| {
            if limits[k] >= full {
                return None;
            }
            let column = &self.columns[k][slots.start as usize..slots.end as usize];
            let most = column.iter().copied().fold(0, u16::max);
            let closed = |&used: &u16| u32::from(used) + nodes > limits[k];
            if !closed(&most) {
                return None;
            }
            let first = column.iter().position(closed)?;
            let run = column[first..].iter().take_while(|used| closed(used));
            let (length, used) = run.fold((0, 0), |(length, most), &used| (length + 1, most.max(used)));
            let first = slots.start + first as Slot;
            Some((k, Shortage { first, last: first + length - 1, used: u32::from(used) }))
        })
    }

    /// Column of a class: nodes used in each slot, counted as its limit counts them. Slots after its end are unused.
    pub fn column(&self, class: usize) -> &[u16] {
        &self.columns[class]
    }

    /// Nodes of this class alone in a slot.
    pub fn of_class(&self, class: usize, slot: Slot) -> u32 {
        let at = |k: usize| self.columns.get(k).and_then(|column| column.get(slot as usize)).map_or(0, |&used| u32::from(used));
        match self.nesting {
            Nesting::Nested => at(class) - at(class + 1),
            Nesting::Partitioned => at(class),
        }
    }

    pub(super) fn same(&self, other: &Self) -> bool {
        self.nesting == other.nesting && same_columns(&self.columns, &other.columns)
    }
}

/// Nodes that were asked for and refused because a class was closed, per slot and class: at the earliest start, for the duration.
#[derive(Clone, Debug)]
pub struct Lost {
    columns: Vec<Vec<u32>>,
}

impl Lost {
    pub(super) fn new(classes: usize) -> Self {
        Self { columns: vec![Vec::new(); classes] }
    }

    pub(super) fn reserve(&mut self, horizon: Slot) {
        for column in &mut self.columns {
            column.resize(column.len().max(horizon as usize), 0);
        }
    }

    pub(super) fn add(&mut self, class: usize, slots: Range<Slot>, nodes: u32) {
        for lost in &mut self.columns[class][slots.start as usize..slots.end as usize] {
            *lost += nodes;
        }
    }

    /// Column of a class. Slots after its end lost nothing.
    pub fn column(&self, class: usize) -> &[u32] {
        &self.columns[class]
    }

    pub(super) fn same(&self, other: &Self) -> bool {
        same_columns(&self.columns, &other.columns)
    }
}

/// Equal but for zeros at the end: columns grow with the requests and are never cut.
fn same_columns<T: PartialEq + Default>(ours: &[Vec<T>], theirs: &[Vec<T>]) -> bool {
    let same = |a: &[T], b: &[T]| {
        let common = a.len().min(b.len());
        let zero = |rest: &[T]| rest.iter().all(|value| *value == T::default());
        a[..common] == b[..common] && zero(&a[common..]) && zero(&b[common..])
    };
    ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| same(a, b))
}

/// What the forecaster says of one class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClassForecast {
    /// Mean of the nodes that were confirmed, per slot.
    pub confirmed: f64,
    /// Mean of the nodes that were asked for while the class was closed, per slot.
    pub lost: f64,
    /// Mean and population standard deviation of both together: demand as it would have been without limits (*unconstrained*). What the
    /// planner refused for want of room is not in it (Umar 5.3).
    pub demand: Demand,
}

impl ClassForecast {
    /// Of a class's samples in the slots of `past`: a slot's sample is what it holds of the class, and what was refused there.
    pub(super) fn of(usage: &Usage, lost: &Lost, class: usize, past: Range<Slot>) -> Self {
        let mut sums = Sums::default();
        for slot in past.clone() {
            let lost = lost.columns[class].get(slot as usize).copied().unwrap_or(0);
            sums.add(usage.of_class(class, slot), lost);
        }
        sums.forecast(past.end - past.start)
    }
}

/// Whole sums of samples, so that mean and deviation do not depend on the order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    confirmed: u64,
    lost: u64,
    squares: u128,
}

impl Sums {
    pub fn add(&mut self, confirmed: u32, lost: u32) {
        let sample = u64::from(confirmed) + u64::from(lost);
        self.confirmed += u64::from(confirmed);
        self.lost += u64::from(lost);
        self.squares += u128::from(sample * sample);
    }

    /// The forecast of so many samples.
    pub fn forecast(self, slots: Slot) -> ClassForecast {
        let n = u128::from(slots.max(1));
        let sum = u128::from(self.confirmed + self.lost);
        // n²·variance = n·Σx² − (Σx)², a whole number.
        let spread = n * self.squares - sum * sum;
        let n = n as f64;
        ClassForecast {
            confirmed: self.confirmed as f64 / n,
            lost: self.lost as f64 / n,
            demand: Demand { mean: sum as f64 / n, deviation: libm::sqrt(spread as f64) / n },
        }
    }
}
