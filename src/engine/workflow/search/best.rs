//! The best of several mappings (Mondol, Algorithm 1): up to M are made, the shortest is kept, and the search ends when one delays nothing.

use super::greedy::{Choice, GreedySearch};
use super::problem::{Made, Mapping, Problem};
use super::ranks::Ranks;
use super::recorder::{Deaf, Recorder, SearchStep};
use super::slack::SlackSearch;
use super::work::Work;
use crate::workflow::graph::Time;
use crate::workflow::policy::{Method, WorkflowPolicy};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

/// A search that makes one mapping after the other.
///
/// Every mapping has a random stream of its own. So one of them can be made again to show its steps, and one that cannot become the best any more can be
/// given up without a change to the others. A mapping of a large application takes seconds: it is made in parts.
#[derive(Debug, Default)]
pub struct BestSearch {
    slack: SlackSearch,
    greedy: GreedySearch,
    ranks: Ranks,
    current: Mapping,
    /// The random stream of the mapping under way.
    rng: Option<ChaCha12Rng>,
    best: Mapping,
    /// The best delay after each mapping.
    curve: Vec<Time>,
    best_iteration: u32,
    /// Whether another mapping would come too late to be better, or for the best one to be answered before it starts.
    is_late: bool,
    stream: u64,
    /// Counts of both searches when this one began.
    examined_before: u64,
}

impl BestSearch {
    /// Begins a search; its memory is used again. `stream` tells one search of a run from the others.
    pub fn begin(&mut self, problem: &Problem<'_>, stream: u32) {
        self.ranks = Ranks::of(problem.dag, problem.usable);
        self.curve.clear();
        self.rng = None;
        self.best_iteration = 0;
        self.is_late = false;
        self.stream = u64::from(stream) << 32;
        self.examined_before = self.slack.examined + self.greedy.examined;
    }

    /// Whether there is nothing better to be found, or no mapping left to be made.
    pub fn is_done(&self, policy: &WorkflowPolicy) -> bool {
        self.curve.len() >= policy.mappings() as usize || self.curve.last() == Some(&0) || self.is_late
    }

    /// Goes on with the mapping under way and makes further ones, as long as there is work left.
    pub fn advance(&mut self, problem: &Problem<'_>, policy: &WorkflowPolicy, work: &mut Work) {
        while work.is_left() && !self.is_done(policy) {
            let iteration = self.curve.len() as u32;
            let worse = self.curve.last().copied().unwrap_or(Time::MAX);
            match self.map(problem, policy, iteration, worse, work, &mut Deaf) {
                Made::Part => {}
                Made::Whole => {
                    self.best.copy_from(&self.current);
                    self.best_iteration = iteration;
                    self.curve.push(self.best.delay);
                }
                Made::GivenUp => self.curve.push(worse),
            }
            if self.curve.len() > iteration as usize {
                self.is_late = self.is_late_for_another(problem);
            }
        }
    }

    /// Whether the next mapping would be made too late: none that starts then is better, or the best so far starts before.
    fn is_late_for_another(&self, problem: &Problem<'_>) -> bool {
        let next = problem.made_at(self.curve.len() + 1);
        let least = if problem.kept.is_empty() { next.saturating_sub(problem.start) } else { 0 };
        let first = problem.unmapped().map(|task| self.best.start[task as usize]).min().unwrap_or(next);
        self.best.delay <= least || first < next
    }

    /// Makes all mappings.
    pub fn run(&mut self, problem: &Problem<'_>, policy: &WorkflowPolicy, stream: u32) {
        self.begin(problem, stream);
        self.advance(problem, policy, &mut Work::endless());
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
        let mut steps = Vec::new();
        self.record_on(problem, policy, iteration, &mut steps, &mut Work::endless());
        (steps, std::mem::take(&mut self.current))
    }

    /// Goes on to record a mapping of a search that was begun; whether it is complete. Then [`BestSearch::recorded`] is its mapping.
    pub fn record_on(
        &mut self,
        problem: &Problem<'_>,
        policy: &WorkflowPolicy,
        iteration: u32,
        steps: &mut Vec<SearchStep>,
        work: &mut Work,
    ) -> bool {
        // Without a limit it is never given up.
        self.map(problem, policy, iteration, Time::MAX, work, steps) != Made::Part
    }

    /// The mapping that was recorded.
    pub fn recorded(&self) -> &Mapping {
        &self.current
    }

    /// Goes on with a mapping, or begins it.
    fn map<R: Recorder>(
        &mut self,
        problem: &Problem<'_>,
        policy: &WorkflowPolicy,
        iteration: u32,
        worse: Time,
        work: &mut Work,
        recorder: &mut R,
    ) -> Made {
        let problem = &Problem { now: problem.made_at(iteration as usize + 1), ..*problem };
        let choice = Choice { method: policy.method, alpha: policy.alpha, ranks: &self.ranks };
        let is_slack = policy.method == Method::Slack;
        let mut rng = self.rng.take().unwrap_or_else(|| {
            if is_slack {
                self.slack.begin(problem, problem.orders.get(iteration as usize).map(Vec::as_slice), &mut self.current);
            } else {
                self.greedy.begin(problem, choice, &mut self.current);
            }
            work.spend(problem.dag.len() + problem.nodes.size() / 8);
            let mut rng = ChaCha12Rng::seed_from_u64(policy.seed);
            rng.set_stream(self.stream | u64::from(iteration));
            rng
        });
        let made = if is_slack {
            self.slack.advance(problem, &mut rng, &mut self.current, worse, work, recorder)
        } else {
            self.greedy.advance((problem, choice), &mut rng, &mut self.current, worse, work, recorder)
        };
        self.rng = (made == Made::Part).then_some(rng);
        made
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
