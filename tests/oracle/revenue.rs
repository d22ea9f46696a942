//! Revenue management from the definition: what is used is counted anew from the plan at every question, lost demand is a list of requests.

use super::{Job, Plan};
use bookahead_engine::slots::decisions::Obstacle;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::revenue::{Demand, DemandSource, Market, Method, Nesting};

/// Decides on what the planner has placed.
pub struct Clerk {
    market: Market,
    nodes: u32,
    /// Nested booking limits.
    pub limits: Vec<u32>,
    /// Jobs that were refused because their class was closed.
    pub lost: Vec<Job>,
    /// Slot, first job decided afterwards, limits, demand.
    pub updates: Vec<(Slot, usize, Vec<u32>, Vec<Demand>)>,
    /// Sum of what was charged.
    pub revenue: u64,
}

impl Clerk {
    pub fn new(market: &Market, nodes: u32) -> Self {
        let limits = match market.method {
            Method::None => vec![nodes; market.classes.len()],
            method if market.demand == DemandSource::Given && method != Method::Fixed => {
                let demand: Vec<Demand> = market.classes.iter().map(|class| class.demand.expect("it is given")).collect();
                market.limits_for(nodes, &demand)
            }
            _ => market.classes.iter().map(|class| class.limit).collect(),
        };
        Self { market: market.clone(), nodes, limits, lost: Vec::new(), updates: Vec::new(), revenue: 0 }
    }

    /// From 0: the first class whose border is not passed.
    pub fn class_of(&self, job: &Job) -> usize {
        let ahead = job.earliest_start - job.now;
        let borders: Vec<Slot> = self.market.classes.iter().filter_map(|class| class.book_ahead_max).collect();
        borders.iter().filter(|&&most| ahead > most).count()
    }

    /// Nodes that jobs of class k, or of class k and all lower ones where limits are nested, have in a slot.
    fn used(&self, plan: &Plan, class: usize, slot: Slot) -> u32 {
        let counts = |job: &Job| match self.market.nesting {
            Nesting::Nested => self.class_of(job) >= class,
            Nesting::Partitioned => self.class_of(job) == class,
        };
        let here = plan.slots.get(slot as usize).map_or(&[][..], |jobs| jobs);
        here.iter().map(|&job| plan.jobs[job]).filter(counts).map(|job| job.nodes).sum()
    }

    /// The limit of a class as it is meant under this nesting.
    fn limit(&self, class: usize) -> u32 {
        match self.market.nesting {
            Nesting::Nested => self.limits[class],
            Nesting::Partitioned => self.limits[class] - self.limits.get(class + 1).copied().unwrap_or(0),
        }
    }

    fn update(&mut self, plan: &Plan, job: usize) {
        let every = self.market.update_every;
        let now = plan.jobs[job].now;
        let due = (1..=now).rev().find(|slot| slot % every == 0);
        let Some(due) = due.filter(|&due| self.updates.iter().all(|update| update.0 < due)) else { return };
        let demand: Vec<Demand> = (0..self.market.classes.len()).map(|class| self.forecast(plan, class, due)).collect();
        if self.market.demand == DemandSource::Forecast && !matches!(self.market.method, Method::None | Method::Fixed) {
            self.limits = self.market.limits_for(self.nodes, &demand);
        }
        self.updates.push((due, job, self.limits.clone(), demand));
    }

    /// Mean and population deviation of the class over the slots before `due`, confirmed and lost together.
    fn forecast(&self, plan: &Plan, class: usize, due: Slot) -> Demand {
        let every = self.market.update_every;
        let samples: Vec<u64> = (due - every..due)
            .map(|slot| {
                let here = plan.slots.get(slot as usize).map_or(&[][..], |jobs| jobs);
                let of_class = |job: &&Job| self.class_of(job) == class;
                let confirmed: u32 = here.iter().map(|&job| &plan.jobs[job]).filter(of_class).map(|job| job.nodes).sum();
                let wanted = |job: &&Job| (job.earliest_start..job.earliest_start + job.duration).contains(&slot);
                let lost: u32 = self.lost.iter().filter(of_class).filter(wanted).map(|job| job.nodes).sum();
                u64::from(confirmed + lost)
            })
            .collect();
        let (n, sum) = (samples.len() as u64, samples.iter().sum::<u64>());
        let spread = n * samples.iter().map(|x| x * x).sum::<u64>() - sum * sum;
        Demand { mean: sum as f64 / n as f64, deviation: libm::sqrt(spread as f64) / n as f64 }
    }

    /// What was lost last was asked for like this, whatever would have been booked of it.
    pub fn lost_last(&mut self, asked: Job) {
        if let Some(lost) = self.lost.last_mut() {
            *lost = asked;
        }
    }

    /// Asked for every job, placed or not; `plan` has the moves made for the job, but not the job. Says why it is refused, if it is.
    pub fn ask(&mut self, plan: &Plan, job: usize, found: Option<Slot>) -> Option<Obstacle> {
        self.update(plan, job);
        let start = found?;
        let Job { duration, nodes, .. } = plan.jobs[job];
        let class = self.class_of(&plan.jobs[job]);
        let checked: Vec<usize> = match self.market.nesting {
            Nesting::Nested => (0..=class).rev().collect(),
            Nesting::Partitioned => vec![class],
        };
        if self.market.method != Method::None {
            for k in checked {
                let closed = |slot: &Slot| self.used(plan, k, *slot) + nodes > self.limit(k);
                let slots: Vec<Slot> = (start..start + duration).skip_while(|slot| !closed(slot)).take_while(closed).collect();
                if let (Some(&first), Some(&last)) = (slots.first(), slots.last()) {
                    let used = slots.iter().map(|&slot| self.used(plan, k, slot)).max().expect("some slots");
                    let obstacle = Obstacle::ClassClosed {
                        class: class as u8 + 1,
                        limit_of: k as u8 + 1,
                        partitioned: self.market.nesting == Nesting::Partitioned,
                        first,
                        last,
                        used,
                        limit: self.limit(k),
                    };
                    self.lost.push(plan.jobs[job]);
                    return Some(obstacle);
                }
            }
        }
        self.revenue += u64::from(self.market.classes[class].price) * u64::from(nodes) * u64::from(duration);
        None
    }
}
