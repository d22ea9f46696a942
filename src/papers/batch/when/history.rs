//! What has happened to jobs before a moment: how long they waited, how long they ran.

use bookahead_engine::batch::forecast::run_times::RunTimes;
use bookahead_engine::batch::job::Time;
use std::collections::{BTreeMap, VecDeque};

/// Ended jobs whose ratios of run time to limit are kept: of a user, and of all.
const RATIOS: [usize; 2] = [200, 2_000];
/// Ended jobs from which on ratios are of use: of all, and of a user.
const ENOUGH_ENDED: usize = 20;
const ENOUGH_OF_USER: usize = 2;
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

    /// The ratios of run time to limit of the jobs of all.
    pub fn run_times(&self) -> RunTimes {
        let Last(ended) = &self.ended;
        if ended.len() < ENOUGH_ENDED { RunTimes::Uniform } else { RunTimes::of_ratios(ended.iter().copied()) }
    }

    /// The ended jobs of a user, limit and run time, in the order of their ends; `None` where there are too few to draw from.
    pub fn ended_of(&self, user: Option<u32>) -> Option<&VecDeque<(u32, u32)>> {
        self.ended_of.get(&user?).map(|Last(ended)| ended).filter(|ended| ended.len() >= ENOUGH_OF_USER)
    }

    /// The mean run time of the last two jobs of a user that ended, or of the last one; `None` without any.
    pub fn last_two(&self, user: Option<u32>) -> Option<u32> {
        let Last(ended) = self.ended_of.get(&user?)?;
        let last: Vec<u32> = ended.iter().rev().take(2).map(|(_, run_time)| *run_time).collect();
        let sum: u64 = last.iter().copied().map(u64::from).sum();
        Some((sum / last.len().max(1) as u64) as u32)
    }
}

/// The run times of the jobs of one user in a draw: those of a stretch of his ended jobs, one after the other, from a random place on, as shares of the limits.
/// So jobs that resemble one another, as those of one study do, all run short or all run long.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    ended: &'a VecDeque<(u32, u32)>,
    next: usize,
}

impl<'a> Stretch<'a> {
    /// From a place on, which stays below the number of ended jobs.
    pub fn from(ended: &'a VecDeque<(u32, u32)>, next: usize) -> Self {
        Self { ended, next }
    }

    /// The run time of the next job that has run for so long: ended jobs that ran no longer are passed over. Its limit if all of them did.
    pub fn run_time(&mut self, limit: u32, elapsed: u32) -> u32 {
        let scaled = |&(of_limit, run_time): &(u32, u32)| {
            let share = (u64::from(run_time) * u64::from(limit)).div_ceil(of_limit.max(1).into());
            share.clamp(1, limit.into()) as u32
        };
        let all = self.ended.len();
        let places = (0..all).map(|by| (self.next + by) % all);
        let found = places.map(|place| (place, scaled(&self.ended[place]))).find(|(_, run_time)| *run_time > elapsed);
        found.map_or(limit, |(place, run_time)| {
            self.next = place + 1;
            run_time
        })
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
