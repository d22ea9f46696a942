//! The independent check of revenue management: every accepted job met the limits of its time, every closed class was closed, every forecast follows
//! from the slots, every sum equals the sum of its parts.

use super::load::Load;
use super::{Checker, RevenueFault, Violation, check_planned};
use crate::slots::decisions::{Decisions, Obstacle, REFUSED};
use crate::slots::nodes::NodeTable;
use crate::slots::outcome::RevenueOutcome;
use crate::slots::request::Slot;
use crate::slots::revenue::{ClassFigures, Market, Method, Nesting, Update};
use crate::slots::scenario::{Machine, Policy};
use crate::slots::workload::Arrivals;

/// Everything that is wrong with a finished run with a market: what [`check_planned`] finds, and the recount of its revenue.
pub fn check_with_market(
    arrivals: &Arrivals,
    decisions: &Decisions,
    nodes: &NodeTable,
    (machine, policy): (Machine, Policy),
    (market, revenue): (&Market, &RevenueOutcome),
) -> Vec<Violation> {
    let mut found = check_planned(arrivals, decisions, nodes, machine, policy);
    let mut checker = Checker::new(arrivals, decisions, machine, policy);
    // Broken columns are reported already, and what cannot be played again cannot be counted again.
    if !checker.columns() || !found.is_empty() {
        return found;
    }
    let classes = (0..arrivals.jobs()).map(|job| class_of(market, arrivals, job)).collect();
    let mut recount = Recount { checker: &mut checker, market, revenue, classes };
    if recount.lists() {
        recount.limits();
        recount.forecasts();
        recount.replay();
        recount.money();
    }
    found.extend(checker.found);
    found
}

/// The class of a job, from 0: how many borders its book-ahead passes.
fn class_of(market: &Market, arrivals: &Arrivals, job: usize) -> usize {
    let row = arrivals.request[job] as usize;
    let ahead = arrivals.earliest_start[row] - arrivals.submitted[row];
    market.classes.iter().filter(|class| class.book_ahead_max.is_some_and(|most| ahead > most)).count()
}

struct Recount<'a, 'b> {
    checker: &'a mut Checker<'b>,
    market: &'a Market,
    revenue: &'a RevenueOutcome,
    /// The class of each job, from 0.
    classes: Vec<usize>,
}

impl Recount<'_, '_> {
    fn fault(&mut self, fault: RevenueFault) {
        self.checker.found.push(Violation::Revenue(fault));
    }

    fn count(&self) -> usize {
        self.market.classes.len()
    }

    fn lists(&mut self) -> bool {
        let n = self.count();
        let RevenueOutcome { report, limits, updates } = self.revenue;
        let of_update = |u: &Update| u.before.len() == n && u.after.len() == n && u.forecast.len() == n;
        let lists = [
            ("the report", report.classes.len() == n),
            ("the list of limits", limits.len() == n),
            ("an update", updates.iter().all(of_update)),
        ];
        for (list, _) in lists.into_iter().filter(|(_, right)| !right) {
            self.fault(RevenueFault::Length { list });
        }
        lists.iter().all(|(_, right)| *right)
    }

    /// Limits are nested and within the machine; updates follow one another.
    fn limits(&mut self) {
        let most = self.checker.machine.nodes;
        let mut before = self.market.initial_limits(most);
        let mut last: Option<&Update> = None;
        for update in &self.revenue.updates {
            if update.after.first().is_some_and(|&limit| limit > most) || update.after.windows(2).any(|pair| pair[0] < pair[1]) {
                self.fault(RevenueFault::Limits { slot: update.slot, limits: update.after.clone() });
            }
            let follows = last.is_none_or(|last| last.slot < update.slot && last.job < update.job);
            if !follows || update.before != before || update.slot == 0 || update.slot % self.market.update_every != 0 {
                self.fault(RevenueFault::Order { slot: update.slot });
            }
            before.clone_from(&update.after);
            last = Some(update);
        }
        if before != self.revenue.limits {
            self.fault(RevenueFault::LastLimits);
        }
    }

    /// Slots before an update no longer change, so the finished plan has the same samples there.
    fn forecasts(&mut self) {
        let Some(end) = self.revenue.updates.last().map(|update| update.slot as usize) else { return };
        for class in 0..self.count() {
            let mut change = vec![0_i64; end + 1];
            for job in (0..self.classes.len()).filter(|&job| self.classes[job] == class) {
                let request = self.checker.request_of(job);
                let at = match self.checker.decisions.start[job] {
                    REFUSED if self.closed(job).is_some() => request.earliest_start,
                    REFUSED => continue,
                    start => start,
                };
                change[(at as usize).min(end)] += i64::from(request.nodes);
                change[(at as usize + request.duration as usize).min(end)] -= i64::from(request.nodes);
            }
            let mut samples = 0;
            let samples: Vec<f64> = change
                .iter()
                .map(|change| {
                    samples += change;
                    samples as f64
                })
                .collect();
            for update in &self.revenue.updates {
                let to = (update.slot as usize).min(end);
                let from = (update.slot.saturating_sub(self.market.update_every) as usize).min(to);
                let past = &samples[from..to];
                let n = past.len().max(1) as f64;
                let mean = past.iter().sum::<f64>() / n;
                let variance = past.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
                let counted = [mean, libm::sqrt(variance)];
                let demand = update.forecast[class].demand;
                let told = [demand.mean, demand.deviation];
                let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * (1.0 + b.abs());
                if !near(told[0], counted[0]) || !near(told[1], counted[1]) {
                    self.checker.found.push(Violation::Revenue(RevenueFault::Forecast {
                        slot: update.slot,
                        class: class + 1,
                        told,
                        counted,
                    }));
                }
            }
        }
    }

    fn closed(&self, job: usize) -> Option<(Obstacle, u32)> {
        let refusal = self.checker.decisions.refusal(job)?;
        matches!(refusal.obstacle, Obstacle::ClassClosed { .. }).then_some((refusal.obstacle, refusal.put_back))
    }

    /// The classes whose usage a limit counts.
    fn counts(&self, limit_of: usize, class: usize) -> bool {
        match self.market.nesting {
            Nesting::Nested => class >= limit_of,
            Nesting::Partitioned => class == limit_of,
        }
    }

    /// Plays the decisions again, with a load for each limit.
    fn replay(&mut self) {
        let decisions = self.checker.decisions;
        let mut points = self.checker.points();
        for refusal in &decisions.refusals {
            if let Obstacle::ClassClosed { first, last, .. } = refusal.obstacle {
                points.extend([u64::from(first), u64::from(last) + 1]);
            }
        }
        let mut loads: Vec<Load> = (0..self.count()).map(|_| Load::new(points.clone())).collect();
        let mut limits = self.market.initial_limits(self.checker.machine.nodes);
        let (mut next_update, mut next_move) = (0, 0);
        for job in 0..decisions.start.len() {
            while let Some(update) = self.revenue.updates.get(next_update).filter(|update| update.job as usize <= job) {
                limits.clone_from(&update.after);
                next_update += 1;
            }
            while let Some(m) = decisions.moves.get(next_move).filter(|m| m.beneficiary as usize <= job) {
                self.place(&mut loads, m.job as usize, m.from, -1);
                self.place(&mut loads, m.job as usize, m.to, 1);
                next_move += 1;
            }
            match decisions.first_start[job] {
                REFUSED => self.closed_was_closed(job, &loads, &limits),
                start => {
                    self.confirmed_was_open(job, start, &loads, &limits);
                    self.place(&mut loads, job, start, 1);
                }
            }
        }
    }

    fn place(&self, loads: &mut [Load], job: usize, start: Slot, sign: i64) {
        let (from, to) = self.checker.span(job, start);
        let nodes = sign * i64::from(self.checker.request_of(job).nodes);
        for (limit_of, load) in loads.iter_mut().enumerate() {
            if self.counts(limit_of, self.classes[job]) {
                load.add(from, to, nodes);
            }
        }
    }

    /// What a limit comes to: itself, or the part of its class alone.
    fn in_force(&self, limits: &[u32], limit_of: usize) -> u32 {
        let below = limits.get(limit_of + 1).copied().unwrap_or(0);
        match self.market.nesting {
            Nesting::Nested => limits[limit_of],
            Nesting::Partitioned => limits[limit_of].saturating_sub(below),
        }
    }

    fn confirmed_was_open(&mut self, job: usize, start: Slot, loads: &[Load], limits: &[u32]) {
        if self.market.method == Method::None {
            return;
        }
        let (from, to) = self.checker.span(job, start);
        let nodes = i64::from(self.checker.request_of(job).nodes);
        for (k, load) in loads.iter().enumerate() {
            if !self.counts(k, self.classes[job]) {
                continue;
            }
            let limit = self.in_force(limits, k);
            if let Some(peak) = load.peak(from, to).filter(|peak| peak.used + nodes > i64::from(limit)) {
                let fault =
                    RevenueFault::Closed { job: self.checker.label(job), limit_of: k + 1, slot: peak.slot, used: peak.used, limit };
                self.fault(fault);
            }
        }
    }

    fn closed_was_closed(&mut self, job: usize, loads: &[Load], limits: &[u32]) {
        let Some((Obstacle::ClassClosed { class, limit_of, partitioned, first, last, used, limit }, put_back)) = self.closed(job)
        else {
            return;
        };
        let nodes = self.checker.request_of(job).nodes;
        let (class, limit_of) = (usize::from(class) - 1, usize::from(limit_of).saturating_sub(1));
        let named_right = class == self.classes[job]
            && self.counts(limit_of, class)
            && partitioned == (self.market.nesting == Nesting::Partitioned)
            && self.market.method != Method::None
            && limit == self.in_force(limits, limit_of)
            && u64::from(used) + u64::from(nodes) > u64::from(limit);
        // Moves that were put back changed what was used at the time; without them it can be seen.
        let seen = || {
            let load = &loads[limit_of];
            let short = |slot: Slot| load.at(u64::from(slot)) + i64::from(nodes) > i64::from(limit);
            let peak = load.peak(u64::from(first), u64::from(last) + 1).map(|peak| peak.used);
            peak == Some(i64::from(used)) && short(first) && short(last)
        };
        if !named_right || (put_back == 0 && !seen()) {
            let job = self.checker.label(job);
            self.fault(RevenueFault::Open { job });
        }
    }

    /// Every figure of the report from the decisions.
    fn money(&mut self) {
        let n = self.count();
        let mut counted = vec![[0_u64; 8]; n];
        let mut by_slot = vec![0_u64; self.revenue.report.per_slot.len()];
        let mut all = 0;
        for job in 0..self.classes.len() {
            let request = self.checker.request_of(job);
            let class = self.classes[job];
            let size = u64::from(request.nodes) * u64::from(request.duration);
            let worth = size * u64::from(self.market.classes[class].price);
            let row = &mut counted[class];
            row[0] += 1;
            if self.checker.decisions.accepted(job) {
                (row[1], row[4], row[5]) = (row[1] + 1, row[4] + size, row[5] + worth);
                all += worth;
                if let Some(slot) = by_slot.get_mut(request.submitted as usize) {
                    *slot += worth;
                }
            } else if self.closed(job).is_some() {
                (counted[class][2], counted[class][6]) = (counted[class][2] + 1, counted[class][6] + worth);
            } else {
                (counted[class][3], counted[class][7]) = (counted[class][3] + 1, counted[class][7] + worth);
            }
        }
        for (k, counted) in counted.iter().enumerate() {
            let ClassFigures { jobs, confirmed, closed, unplaced, node_slots, revenue, forgone, missed } =
                self.revenue.report.classes[k];
            let counts = [jobs, confirmed, closed, unplaced].map(u64::from);
            let told = counts.into_iter().chain([node_slots, revenue, forgone, missed]);
            for (told, &counted) in told.zip(counted).filter(|(told, counted)| told != *counted) {
                self.fault(RevenueFault::Sum { class: k + 1, told, counted });
            }
        }
        let told = self.revenue.report.per_slot.iter().sum();
        if by_slot != self.revenue.report.per_slot || told != all {
            self.fault(RevenueFault::Sum { class: 0, told, counted: all });
        }
    }
}
