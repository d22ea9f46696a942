//! The difference of two plans: one in which a row is reserved, and one without it.

use super::{Cost, Reservation, ReservationCost};
use crate::batch::decisions::{Decisions, How};
use crate::batch::job::{Jobs, NEVER, Time};

/// How many of the seconds from `begin` on a job runs in before `end`.
fn within(decisions: &Decisions, row: usize, begin: Time, end: Time) -> Time {
    if decisions.start[row] == NEVER {
        return 0;
    }
    decisions.end[row].min(end).saturating_sub(decisions.start[row].max(begin))
}

/// By how much a start is later than another; 0 where one of them is that of a refused reservation, which has none.
fn later(one: Time, other: Time) -> Time {
    if other == NEVER { 0 } else { other.saturating_sub(one) }
}

/// A plan without a reservation, and what is asked of it.
#[derive(Clone, Debug)]
pub struct Without {
    /// The jobs.
    pub jobs: Jobs,
    /// The plan.
    pub decisions: Decisions,
    /// When the reservation is announced: up to then both plans are the same.
    pub announced: Time,
    /// The row that the reservation has in the plan with it: rows from there on are one further on.
    pub row: usize,
    /// The first row that has not ended by then: those before are of no account.
    pub first: usize,
}

impl Without {
    /// The rows in which the plans may differ.
    fn rows(&self) -> std::ops::Range<usize> {
        self.first..self.jobs.len()
    }

    /// The row of the same job in the plan with the reservation.
    fn with(&self, row: usize) -> usize {
        row + usize::from(row >= self.row)
    }

    /// The sums of the difference.
    pub fn cost(&self, with: &Decisions) -> Cost {
        let granted = with.start[self.row];
        let mut cost = Cost { granted, ..Cost::UNKNOWN };
        let (mut less, mut more) = (0_u64, 0_u64);
        for row in self.rows() {
            let (nodes, other) = (u64::from(self.jobs.nodes[row]), self.with(row));
            let late = later(self.decisions.start[row], with.start[other]);
            cost.wait += late;
            cost.node_wait += late * nodes;
            cost.delayed += u32::from(late > 0);
            less += nodes * within(&self.decisions, row, self.announced, granted);
            more += nodes * within(with, other, self.announced, granted);
        }
        cost.idle = less.saturating_sub(more);
        cost
    }

    /// The difference job by job.
    pub fn difference(&self, with: &Decisions, reservation: Reservation) -> ReservationCost {
        let moved = |by: &dyn Fn(usize) -> Time| -> (Vec<u32>, Vec<Time>) {
            let late = self.rows().map(|row| (row as u32, by(row))).filter(|(_, by)| *by > 0);
            late.unzip()
        };
        let starts = (with, &self.decisions);
        let (delayed, by) = moved(&|row| later(starts.1.start[row], starts.0.start[self.with(row)]));
        let (earlier, earlier_by) = moved(&|row| later(starts.0.start[self.with(row)], starts.1.start[row]));
        let is_newly_refused = |row: &usize| with.is_refused(self.with(*row)) && !self.decisions.is_refused(*row);
        let is_not_backfilled =
            |row: &usize| self.decisions.how(*row) == How::Backfilled && with.how(self.with(*row)) != How::Backfilled;
        ReservationCost {
            reservation,
            announced: self.announced,
            cost: self.cost(with),
            delayed,
            by,
            earlier,
            earlier_by,
            refused: self.rows().filter(is_newly_refused).map(|row| row as u32).collect(),
            not_backfilled: self.rows().filter(is_not_backfilled).map(|row| row as u32).collect(),
            starts: (0..self.jobs.len()).map(|row| with.start[self.with(row)]).collect(),
        }
    }
}
