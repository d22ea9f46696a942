//! What has happened to jobs before a moment: how long they waited, how long they ran.

use bookahead_engine::batch::forecast::run_times::RunTimes;
use bookahead_engine::batch::job::Time;
use std::collections::{BTreeMap, VecDeque};

/// Ended jobs whose ratios of run time to limit are kept: of a user, and of all.
const RATIOS: [usize; 2] = [200, 2_000];
/// Ended jobs of a user from which his ratios are of use; with fewer, those of all are drawn from.
const ENOUGH_ENDED: usize = 20;
/// Waits that are kept of similar jobs, and how many are enough.
const WAITS: usize = 100;
const ENOUGH_WAITS: usize = 10;
/// What is added to a prediction, again and again, as long as a job has run longer: minutes (Tsafrir, Etsion and Feitelson 2007, 3.2).
const CORRECTIONS: [u32; 11] = [1, 5, 15, 30, 60, 120, 300, 600, 1_200, 3_000, 6_000];

/// Values of the last so many.
#[derive(Clone, Debug, Default)]
struct Last<T>(VecDeque<T>);

impl<T> Last<T> {
    fn add(&mut self, value: T, most: usize) {
        if self.0.len() == most {
            self.0.pop_front();
        }
        self.0.push_back(value);
    }
}

/// What has happened to earlier jobs.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Limits and run times of ended jobs.
    ended: Last<(u32, u32)>,
    ended_of: BTreeMap<u32, Last<(u32, u32)>>,
    /// Waits of started jobs, of similar ones and of all.
    waits: Last<Time>,
    waits_like: BTreeMap<(u32, u32), Last<Time>>,
}

/// Jobs are similar whose nodes lie between the same powers of two, and their limits in minutes.
fn class(nodes: u32, limit: u32) -> (u32, u32) {
    (nodes.max(1).ilog2(), (limit / 60).max(1).ilog2())
}

impl History {
    /// A job has ended.
    pub fn end(&mut self, user: Option<u32>, limit: u32, run_time: u32) {
        self.ended.add((limit, run_time), RATIOS[1]);
        if let Some(user) = user {
            self.ended_of.entry(user).or_default().add((limit, run_time), RATIOS[0]);
        }
    }

    /// A job has started.
    pub fn start(&mut self, nodes: u32, limit: u32, waited: Time) {
        self.waits.add(waited, WAITS);
        self.waits_like.entry(class(nodes, limit)).or_default().add(waited, WAITS);
    }

    /// The mean wait of the last similar jobs, or of the last of all where there are too few.
    pub fn similar_wait(&self, nodes: u32, limit: u32) -> f64 {
        let like = self.waits_like.get(&class(nodes, limit)).filter(|like| like.0.len() >= ENOUGH_WAITS);
        let Last(waits) = like.unwrap_or(&self.waits);
        waits.iter().sum::<Time>() as f64 / waits.len().max(1) as f64
    }

    /// Where the run times of a user's jobs are drawn from: his own ended jobs where there are enough, else those of all; `None` is all.
    pub fn drawn_as(&self, user: Option<u32>) -> Option<u32> {
        user.filter(|user| self.ended_of.get(user).is_some_and(|ended| ended.0.len() >= ENOUGH_ENDED))
    }

    /// The run times of a user's jobs, or of those of all.
    pub fn run_times(&self, of: Option<u32>) -> RunTimes {
        let ended = of.and_then(|user| self.ended_of.get(&user)).unwrap_or(&self.ended);
        if ended.0.len() < ENOUGH_ENDED { RunTimes::Uniform } else { RunTimes::of_ratios(ended.0.iter().copied()) }
    }

    /// The mean run time of the last two jobs of a user that ended, or of the last one; `None` without any.
    pub fn last_two(&self, user: Option<u32>) -> Option<u32> {
        let Last(ended) = self.ended_of.get(&user?)?;
        let last: Vec<u32> = ended.iter().rev().take(2).map(|(_, run_time)| *run_time).collect();
        let sum: u64 = last.iter().copied().map(u64::from).sum();
        Some((sum / last.len().max(1) as u64) as u32)
    }
}

/// How long a job is predicted to run, after Tsafrir, Etsion and Feitelson: the mean of its user's last two run times, at most its limit; corrected step by
/// step once it has run for longer. Where nothing is known of the user, its limit.
pub fn predicted(last_two: Option<u32>, limit: u32, elapsed: u32) -> u32 {
    let Some(mut predicted) = last_two.map(|mean| mean.max(1)) else { return limit };
    let mut corrections = CORRECTIONS.into_iter().map(|minutes| 60 * minutes);
    while predicted <= elapsed && predicted < limit {
        predicted = corrections.next().map_or(limit, |more| predicted.saturating_add(more));
    }
    predicted.min(limit)
}
