//! The best of several mappings (Mondol, Algorithm 1): up to M are made, the shortest is kept, and the search ends when one delays nothing.

use super::greedy::{self, Choice, GreedySearch};
use super::problem::{Mapping, Problem};
use super::recorder::{Deaf, Recorder, SearchStep};
use super::slack::{self, SlackSearch};
use crate::workflow::graph::Time;
use crate::workflow::policy::{Method, WorkflowPolicy};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

/// A search that makes one mapping after the other.
///
/// Every mapping has a random stream of its own. So one of them can be made again to show its steps, and one that cannot become the best any more can be
/// given up without a change to the others.
#[derive(Debug, Default)]
pub struct BestSearch {
    slack: SlackSearch,
    greedy: GreedySearch,
    ranks: Vec<Time>,
    current: Mapping,
    best: Mapping,
    /// The best delay after each mapping.
    curve: Vec<Time>,
    best_iteration: u32,
    stream: u64,
    /// Counts of both searches when this one began.
    examined_before: u64,
}

impl BestSearch {
    /// Begins a search; its memory is used again. `stream` tells one search of a run from the others.
    pub fn begin(&mut self, problem: &Problem<'_>, stream: u32) {
        self.ranks = greedy::upward_ranks(problem.dag);
        self.curve.clear();
        self.best_iteration = 0;
        self.stream = u64::from(stream) << 32;
        self.examined_before = self.slack.examined + self.greedy.examined;
    }

    /// Whether there is nothing better to be found, or no mapping left to be made.
    pub fn is_done(&self, policy: &WorkflowPolicy) -> bool {
        let most = if policy.method.is_drawn() { policy.iterations } else { 1 };
        self.curve.len() >= most as usize || self.curve.last() == Some(&0)
    }

    /// Makes one more mapping.
    pub fn step(&mut self, problem: &Problem<'_>, policy: &WorkflowPolicy) {
        let iteration = self.curve.len() as u32;
        let worse = self.curve.last().copied().unwrap_or(Time::MAX);
        let mut current = std::mem::take(&mut self.current);
        let is_better = self.map(problem, policy, iteration, &mut current, worse, &mut Deaf).is_some();
        if is_better {
            self.best.copy_from(&current);
            self.best_iteration = iteration;
        }
        self.current = current;
        self.curve.push(if is_better { self.best.delay } else { worse });
    }

    /// Makes all mappings.
    pub fn run(&mut self, problem: &Problem<'_>, policy: &WorkflowPolicy, stream: u32) {
        self.begin(problem, stream);
        while !self.is_done(policy) {
            self.step(problem, policy);
        }
    }

    /// The steps of one mapping, by its place from 0, whether it is the best or not; and the mapping.
    pub fn record(
        &mut self,
        problem: &Problem<'_>,
        policy: &WorkflowPolicy,
        stream: u32,
        iteration: u32,
    ) -> (Vec<SearchStep>, Mapping) {
        self.begin(problem, stream);
        let (mut steps, mut mapping) = (Vec::new(), Mapping::default());
        // Without a limit it is never given up.
        let _ = self.map(problem, policy, iteration, &mut mapping, Time::MAX, &mut steps);
        (steps, mapping)
    }

    fn map<R: Recorder>(
        &mut self,
        problem: &Problem<'_>,
        policy: &WorkflowPolicy,
        iteration: u32,
        mapping: &mut Mapping,
        worse: Time,
        recorder: &mut R,
    ) -> Option<()> {
        let mut rng = ChaCha12Rng::seed_from_u64(policy.seed);
        rng.set_stream(self.stream | u64::from(iteration));
        if policy.method == Method::Slack {
            return slack::map(problem, &mut rng, &mut self.slack, mapping, worse, recorder);
        }
        let choice = Choice { method: policy.method, alpha: policy.alpha, ranks: &self.ranks };
        greedy::map(problem, choice, &mut rng, &mut self.greedy, mapping, worse, recorder)
    }

    /// The best mapping so far.
    pub fn best(&self) -> &Mapping {
        &self.best
    }

    /// Which mapping it is, from 0.
    pub fn best_iteration(&self) -> u32 {
        self.best_iteration
    }

    /// Tasks weighed, nodes tried, and pairs of task and node compared since the search began: what stands for its run time.
    pub fn examined(&self) -> u64 {
        self.slack.examined + self.greedy.examined - self.examined_before
    }

    /// The best delay after each mapping.
    pub fn curve(&self) -> &[Time] {
        &self.curve
    }
}
