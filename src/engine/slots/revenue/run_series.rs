//! What revenue management did in a run, slot by slot: limits, nodes used and nodes asked for in vain.

use super::{Revenue, Update};
use crate::slots::request::Slot;
use serde::{Deserialize, Serialize};

/// What revenue management did in a run, slot by slot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunSeries {
    /// Nested booking limits until the first update.
    pub initial: Vec<u32>,
    /// Every update of the limits, oldest first.
    pub updates: Vec<Update>,
    /// Nodes used by each class alone, a column of slots for each; slots after its end are unused.
    pub used: Vec<Vec<u32>>,
    /// Nodes that each class asked for in vain, counted from the earliest start on; in the same form.
    pub lost: Vec<Vec<u32>>,
}

impl RunSeries {
    /// Of a run as far as it is decided.
    pub fn of(revenue: &Revenue) -> Self {
        let initial = revenue.updates().first().map_or(revenue.limits(), |first| &first.before).to_vec();
        let used =
            |class| (0..revenue.usage().column(class).len() as Slot).map(|slot| revenue.usage().of_class(class, slot)).collect();
        let classes = revenue.market().count();
        Self {
            initial,
            updates: revenue.updates().to_vec(),
            used: (0..classes).map(used).collect(),
            lost: (0..classes).map(|class| revenue.lost().column(class).to_vec()).collect(),
        }
    }

    /// The last update that was made by a slot, by number.
    pub fn update_by(&self, slot: Slot) -> Option<usize> {
        self.updates.partition_point(|update| update.slot <= slot).checked_sub(1)
    }

    /// The nested limits that a request submitted in a slot meets.
    pub fn limits_at(&self, slot: Slot) -> &[u32] {
        self.update_by(slot).map_or(&self.initial, |i| &self.updates[i].after)
    }

    /// Nodes of a class alone in a slot.
    pub fn used_at(&self, class: usize, slot: Slot) -> u32 {
        value_at(&self.used, class, slot)
    }

    /// Nodes that a class asked for in vain in a slot.
    pub fn lost_at(&self, class: usize, slot: Slot) -> u32 {
        value_at(&self.lost, class, slot)
    }
}

fn value_at(columns: &[Vec<u32>], class: usize, slot: Slot) -> u32 {
    columns.get(class).and_then(|column| column.get(slot as usize)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::revenue::ClassForecast;

    #[test]
    fn limits_and_nodes_are_told_for_every_slot() {
        let update = |slot, before: u32, after: u32| Update {
            slot,
            job: 0,
            before: vec![9, before],
            after: vec![9, after],
            forecast: vec![ClassForecast::default(); 2],
        };
        let run = RunSeries {
            initial: vec![9, 5],
            updates: vec![update(10, 5, 3), update(30, 3, 8)],
            used: vec![vec![1, 2], vec![0, 4]],
            lost: vec![Vec::new(), vec![7]],
        };
        assert_eq!([0, 9, 10, 29, 30, u32::MAX].map(|slot| run.limits_at(slot)[1]), [5, 5, 3, 3, 8, 8]);
        assert_eq!([9, 10, 31].map(|slot| run.update_by(slot)), [None, Some(0), Some(1)]);
        assert_eq!((run.used_at(1, 1), run.used_at(1, 2), run.used_at(2, 0)), (4, 0, 0));
        assert_eq!((run.lost_at(0, 0), run.lost_at(1, 0)), (0, 7));
    }
}
