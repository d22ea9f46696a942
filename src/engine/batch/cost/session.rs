//! Costs at work: the reservation that is asked about first, then the starts it may have, then the map, in parts.

use super::map::{CostMap, MapAsked};
use super::pricing::{Plan, Pricing};
use super::{Cost, CostAnswer, CostAsked, Reservation};
use crate::batch::job::Time;
use crate::core::cost_map::starts_between;
use std::collections::BTreeMap;

/// The costs of a reservation, of its possible starts and of a map that are computed.
#[derive(Debug)]
pub struct Costing {
    pricing: Pricing,
    answer: CostAnswer,
    /// Starts that are still to be tried, the next one last.
    starts: Vec<u32>,
    /// Blocks of the map that are still to be computed, the next one last.
    blocks: Vec<(u32, u32, u32)>,
    current: Option<(Task, Plan)>,
    /// What is known of reservations.
    known: BTreeMap<Reservation, Cost>,
}

/// What a plan is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Asked,
    Start,
    Block((u32, u32, u32)),
}

impl Costing {
    /// Nothing is computed yet.
    pub fn new(pricing: Pricing, asked: CostAsked) -> Self {
        let answer = CostAnswer { asked, cost: None, cheapest: None, untried: 0, map: None };
        let mut costing = Self { pricing, answer, starts: Vec::new(), blocks: Vec::new(), current: None, known: BTreeMap::new() };
        costing.ask(asked);
        costing
    }

    /// Asks something else of the same plan. What is known of a map stays, if it is of the same reservations.
    pub fn ask(&mut self, asked: CostAsked) {
        let before = std::mem::replace(&mut self.answer.asked, asked);
        self.current = None;
        self.answer.cost = None;
        self.answer.cheapest = None;
        self.starts = asked.latest.map(|latest| starts_between(asked.start, latest)).unwrap_or_default();
        self.answer.untried = self.starts.len() as u32;
        let wanted = asked.map.map(MapAsked::in_range);
        let kept =
            self.answer.map.take().filter(|map| wanted.is_some_and(|wanted| is_same_map((&before, map.asked), (&asked, wanted))));
        self.answer.map = wanted.map(|wanted| match kept {
            Some(mut map) => {
                map.asked = wanted;
                if before.measure != asked.measure {
                    map.mark_all(asked.measure);
                }
                map
            }
            None => CostMap::new(wanted),
        });
        self.blocks = self.answer.map.as_ref().map(CostMap::to_do).unwrap_or_default();
    }

    /// The answer as far as it is computed.
    pub fn answer(&self) -> &CostAnswer {
        &self.answer
    }

    /// What prices the reservations.
    pub fn pricing(&self) -> &Pricing {
        &self.pricing
    }

    /// Whether everything is computed.
    pub fn is_done(&self) -> bool {
        self.answer.cost.is_some() && self.current.is_none() && self.starts.is_empty() && self.blocks.is_empty()
    }

    fn reservation(&self, start: Time) -> Reservation {
        let CostAsked { seconds, nodes, .. } = self.answer.asked;
        Reservation { start, seconds, nodes }
    }

    fn next(&mut self) -> Option<(Task, Reservation)> {
        if self.answer.cost.is_none() {
            return Some((Task::Asked, self.reservation(self.answer.asked.start.into())));
        }
        if let Some(start) = self.starts.pop() {
            return Some((Task::Start, self.reservation(start.into())));
        }
        let block = self.blocks.pop()?;
        let map = self.answer.map.as_ref()?;
        Some((Task::Block(block), map.asked.reservation(self.answer.asked.reservation(), block.0, block.1)))
    }

    /// Goes on for about as long as so many decisions take.
    pub fn advance(&mut self, decisions: usize) {
        let mut left = decisions;
        while left > 0 {
            let (task, mut plan) = match self.current.take() {
                Some(current) => current,
                None => {
                    let Some((task, reservation)) = self.next() else { return };
                    let mut reservation = self.pricing.in_range(reservation);
                    if task != Task::Asked {
                        // Many cells of a full machine are granted the same start.
                        reservation = self.pricing.granted(reservation);
                    }
                    if task != Task::Asked
                        && let Some(&cost) = self.known.get(&reservation)
                    {
                        self.take(task, reservation, cost);
                        left -= 1;
                        continue;
                    }
                    (task, self.pricing.begin(reservation))
                }
            };
            left = left.saturating_sub(plan.advance(left).max(1));
            if !plan.is_done() {
                self.current = Some((task, plan));
                continue;
            }
            let cost = self.pricing.cost(&plan);
            let reservation = plan.reservation();
            if task == Task::Asked {
                self.answer.cost = Some(self.pricing.difference(&plan));
            }
            self.known.insert(reservation, cost);
            self.take(task, reservation, cost);
        }
    }

    fn take(&mut self, task: Task, reservation: Reservation, cost: Cost) {
        let measure = self.answer.asked.measure;
        match task {
            Task::Asked if self.answer.asked.latest.is_none() => {}
            Task::Asked | Task::Start => {
                if task != Task::Asked {
                    self.answer.untried -= 1;
                }
                // One that is granted too late a start is taken only where there is no other.
                let latest = self.answer.asked.latest.map_or(Time::MAX, Time::from);
                let key = |(_, cost): &(Reservation, Cost)| (cost.granted > latest, cost.by(measure), cost.granted);
                let new = (reservation, cost);
                if self.answer.cheapest.as_ref().is_none_or(|best| key(&new) < key(best)) {
                    self.answer.cheapest = Some(new);
                }
            }
            Task::Block(block) => {
                if let Some(map) = &mut self.answer.map {
                    map.set(block, cost, measure);
                }
            }
        }
    }
}

/// Whether two maps are of the same reservations.
fn is_same_map(one: (&CostAsked, MapAsked), other: (&CostAsked, MapAsked)) -> bool {
    let cells = |(asked, map): (&CostAsked, MapAsked)| {
        (map.reservation(asked.reservation(), 0, 0), MapAsked { near: None, ..map }, asked.announced)
    };
    cells(one) == cells(other)
}
