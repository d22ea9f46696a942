//! What no on-line rule can pass.
//!
//! The optimum knows all requests. A rule that decides at submission does not know whether more will come. So it is asked for more than a good end: after
//! every request it should have a good share of what could have been accepted up to then. The bound is the greatest share that any rule can have after
//! *every* request of the list, even one that knows the whole list beforehand but not after which request it ends, and that may move whom it has accepted as it
//! likes:
//!
//! > max over all sets A of jobs that fit together of min over k of value(A ∩ first k) ÷ optimum(first k)
//!
//! Proof that nobody passes it. Let a deterministic rule that never drops an accepted job plan the whole list, and let A be the jobs it accepts. They stand in
//! one plan, so they fit together. What it decides on the first k does not depend on what comes later, so if the list ends after k it has accepted exactly those
//! of A among them. Its share after the worst k is thus one of those that the maximum is taken over. A rule that knows the list and aims at
//! the best A reaches the bound, so it is tight for the list. It does not hold for the mean of rules that draw lots.

use super::goal::{Goal, Wanted, jobs_of};
use super::search::{Search, optimum};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::slots::workload::Arrivals;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A share of an optimum, exactly: `got` of `of`.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    /// What was reached.
    pub got: u64,
    /// The optimum; above 0.
    pub of: u64,
}

impl Ratio {
    /// All of it.
    pub const WHOLE: Self = Self { got: 1, of: 1 };

    /// As a number.
    pub fn share(self) -> f64 {
        self.got as f64 / self.of as f64
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ratio {}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (u128::from(self.got) * u128::from(other.of)).cmp(&(u128::from(other.got) * u128::from(self.of)))
    }
}

/// The share of the optimum after the worst of the first 1, 2, 3 … jobs, of a plan that accepts these jobs; `optima` has the optimum of each.
pub fn worst_prefix(values: impl IntoIterator<Item = u64>, optima: &[u64]) -> Ratio {
    let mut got = 0;
    let ratios = values.into_iter().zip(optima).filter_map(|(value, &of)| {
        got += value;
        (of > 0).then_some(Ratio { got, of })
    });
    ratios.min().unwrap_or(Ratio::WHOLE)
}

/// The bound for all on-line rules, and the optimum of the first 1, 2, 3 … jobs that it is made of. `None` if it is not found within the limits of a search.
///
/// # Errors
/// The case is too large (`workload`).
pub fn online_bound(nodes: u32, arrivals: &Arrivals, goal: Goal) -> Result<Option<(Ratio, Vec<u64>)>, ScenarioError> {
    let jobs = jobs_of(arrivals)?;
    let mut optima = Vec::with_capacity(jobs.len());
    for first in 1..jobs.len() {
        match Search::new(nodes, &jobs[..first], goal).whole() {
            Some(value) => optima.push(value),
            None => return Ok(None),
        }
    }
    if !jobs.is_empty() {
        match optimum(nodes, arrivals, goal)? {
            Some(best) => optima.push(best.value),
            None => return Ok(None),
        }
    }
    let mut sets = Sets { nodes, jobs: &jobs, goal, optima: &optima, fits: BTreeMap::new(), best: None };
    let found = sets.search(0, 0, Vec::new(), Ratio::WHOLE);
    let best = sets.best.unwrap_or(Ratio::WHOLE);
    Ok(found.map(|()| (best, optima)))
}

/// Sets of jobs that fit together, built in the order of submission.
struct Sets<'a> {
    nodes: u32,
    jobs: &'a [Wanted],
    goal: Goal,
    optima: &'a [u64],
    /// By the jobs as bits.
    fits: BTreeMap<u32, bool>,
    best: Option<Ratio>,
}

impl Sets<'_> {
    /// Goes on with job `at`; `got` is the value of the jobs taken so far, `worst` the least share up to now. `None` if a search was given up.
    fn search(&mut self, at: usize, got: u64, taken: Vec<usize>, worst: Ratio) -> Option<()> {
        if self.best.is_some_and(|best| worst <= best) {
            return Some(());
        }
        let Some(job) = self.jobs.get(at) else {
            self.best = Some(worst);
            return Some(());
        };
        let share = |got: u64| if self.optima[at] == 0 { worst } else { worst.min(Ratio { got, of: self.optima[at] }) };
        let (with, without) = (got + self.goal.of(job), got);
        let (share_with, share_without) = (share(with), share(without));
        let more: Vec<usize> = taken.iter().copied().chain([at]).collect();
        if self.fit_together(&more)? {
            self.search(at + 1, with, more, share_with)?;
        }
        self.search(at + 1, without, taken, share_without)
    }

    fn fit_together(&mut self, set: &[usize]) -> Option<bool> {
        let bits = set.iter().fold(0_u32, |bits, at| bits | 1 << at);
        if let Some(&fits) = self.fits.get(&bits) {
            return Some(fits);
        }
        let jobs: Vec<Wanted> = set.iter().map(|&at| self.jobs[at]).collect();
        let fits = Search::fits(self.nodes, &jobs)?;
        self.fits.insert(bits, fits);
        Some(fits)
    }
}
