//! A run at work: what really happened, then one question after the other.

use super::answer::Answer;
use super::asked::{Alive, Later, start_of};
use super::history::{History, Stretch, predicted};
use super::method::Method;
use super::numbers::Numbers;
use super::qbets::Bounds;
use crate::experiment::{Sample, Trial};
use bookahead_engine::batch::forecast::arrivals::{DAY, day_back, rows_of_day};
use bookahead_engine::batch::forecast::calibration::{Earlier, calibrated};
use bookahead_engine::batch::forecast::quantile_of;
use bookahead_engine::batch::job::{Jobs, NONE, Time};
use bookahead_engine::batch::outcome::Simulation;
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead_engine::core::sorting::sort_shared;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Plans with drawn run times for each question.
pub const DRAWS: u64 = 100;
/// Questions of a run, about.
const QUESTIONS: usize = 400;
/// One in so many jobs at the beginning is not asked about: there is little to learn from yet, and the machine fills.
const WARM_UP: usize = 4;
/// What a question counts as, in jobs of a plan.
const WORK: usize = 500;

/// When jobs started and ended.
#[derive(Clone, Debug)]
pub struct Reading {
    jobs: Arc<Jobs>,
    /// Whose each job is; `None` where that is not known.
    users: Vec<Option<u32>>,
    start: Vec<Time>,
    end: Vec<Time>,
}

impl Reading {
    /// As the log has them.
    pub fn recorded(jobs: Arc<Jobs>, users: Vec<Option<u32>>) -> Self {
        let start: Vec<Time> = jobs.logged_start.iter().map(|&start| start.into()).collect();
        let end = start.iter().zip(&jobs.runtime).map(|(start, runtime)| start + Time::from(*runtime)).collect();
        Self { jobs, users, start, end }
    }
}

/// The questions of a reading, one after the other in the order of the submissions.
#[derive(Clone, Debug)]
struct Asking {
    reading: Reading,
    nodes: u32,
    seed: u64,
    /// Rows by their starts, and by their ends.
    starts: Vec<u32>,
    ends: Vec<u32>,
    started: usize,
    ended: usize,
    next: usize,
    /// Rows before the next one that have not ended.
    open: Vec<u32>,
    history: History,
    bounds: Bounds,
    /// What each job was bounded by on its submission.
    bound: Vec<Option<Time>>,
    /// Jobs that waited, and every how many of them is asked about.
    waiting: usize,
    every: usize,
    answers: Vec<Answer>,
}

impl Asking {
    fn new(reading: Reading, nodes: u32, seed: u64) -> Self {
        let rows = reading.jobs.len();
        let by = |time: &[Time]| {
            let mut order: Vec<u32> = (0..rows as u32).collect();
            sort_shared(&mut order, |&one, &other| time[one as usize].cmp(&time[other as usize]));
            order
        };
        let (starts, ends) = (by(&reading.start), by(&reading.end));
        let (history, bounds) = (History::default(), Bounds::default());
        let every = rows.div_ceil(QUESTIONS).max(1);
        Self {
            nodes,
            seed,
            starts,
            ends,
            started: 0,
            ended: 0,
            next: 0,
            open: Vec::new(),
            history,
            bounds,
            bound: Vec::with_capacity(rows),
            waiting: 0,
            every,
            answers: Vec::new(),
            reading,
        }
    }

    fn limit(&self, row: usize) -> u32 {
        let jobs = &self.reading.jobs;
        jobs.estimate[row].max(jobs.runtime[row])
    }

    fn waited(&self, row: usize) -> Time {
        self.reading.start[row] - Time::from(self.reading.jobs.submitted[row])
    }

    /// Takes in what has happened before a moment.
    fn go_to(&mut self, now: Time) {
        while let Some(&row) = self.starts.get(self.started)
            && self.reading.start[row as usize] < now
        {
            self.started += 1;
            let row = row as usize;
            let (nodes, waited) = (self.reading.jobs.nodes[row], self.waited(row));
            self.history.start(nodes, self.limit(row), waited);
            self.bounds.start(nodes, waited, self.bound.get(row).copied().flatten());
        }
        while let Some(&row) = self.ends.get(self.ended)
            && self.reading.end[row as usize] < now
        {
            self.ended += 1;
            let row = row as usize;
            self.history.end(self.reading.users[row], self.limit(row), self.reading.jobs.runtime[row]);
        }
        let end = &self.reading.end;
        self.open.retain(|row| end[*row as usize] > now);
    }

    /// The next job is submitted; how much work that was.
    fn step(&mut self) -> usize {
        let (row, jobs) = (self.next, Arc::clone(&self.reading.jobs));
        let now = Time::from(jobs.submitted[row]);
        self.go_to(now);
        self.bound.push(self.bounds.bound(jobs.nodes[row]));
        let mut work = 1;
        if row >= jobs.len() / WARM_UP && self.waited(row) > 0 {
            self.waiting += 1;
            if self.waiting.is_multiple_of(self.every) {
                let answer = self.ask(row, now);
                self.answers.push(answer);
                work = WORK;
            }
        }
        self.open.push(row as u32);
        self.next += 1;
        work
    }

    /// Who runs and who waits, the job itself last.
    fn alive(&self, row: usize, now: Time) -> Vec<Alive> {
        let jobs = &self.reading.jobs;
        let alive = |&row: &u32| {
            let at = row as usize;
            let start = self.reading.start[at];
            let elapsed = (start <= now).then(|| (now - start) as u32);
            Alive { row, nodes: jobs.nodes[at], limit: self.limit(at), elapsed }
        };
        let own = Alive { row: row as u32, nodes: jobs.nodes[row], limit: self.limit(row), elapsed: None };
        let mut all: Vec<Alive> = self.open.iter().map(alive).collect();
        // Those that run stand first; those that wait stay in the order of their arrival.
        all.sort_by_key(|alive| alive.elapsed.is_none());
        all.push(own);
        all
    }

    /// The waits in plans with drawn run times and drawn later jobs, ascending.
    fn drawn(&self, alive: &[Alive], row: usize, now: Time) -> Vec<Time> {
        let jobs = &self.reading.jobs;
        let of_all = self.history.run_times();
        let moment = jobs.submitted[row];
        // Jobs of the same second were submitted before it, or come after it: they do not come again.
        let past = &jobs.submitted[..jobs.submitted[..row].partition_point(|submitted| *submitted < moment)];
        let days = past.first().map_or(0, |first| (moment - first) / DAY);
        let draw = |draw: u64| {
            let mut rng = ChaCha12Rng::seed_from_u64(self.seed);
            rng.set_stream(row as u64 * DRAWS + draw);
            let mut of_users: BTreeMap<Option<u32>, Stretch<'_>> = BTreeMap::new();
            let run_time = |alive: &Alive| {
                let (user, elapsed) = (self.reading.users[alive.row as usize], alive.elapsed.unwrap_or(0));
                match self.history.ended_of(user) {
                    Some(ended) => of_users
                        .entry(user)
                        .or_insert_with(|| Stretch::from(ended, rng.random_range(0..ended.len())))
                        .run_time(alive.limit, elapsed),
                    None => of_all.draw(&mut rng, alive.limit, elapsed, alive.limit),
                }
            };
            let run_times: Vec<u32> = alive.iter().map(run_time).collect();
            let mut later = |ahead: u32, to: &mut Vec<Later>| {
                let Some(back) = day_back(&mut rng, days, ahead) else { return };
                for at in rows_of_day(past, moment, back) {
                    let limit = self.limit(at);
                    // Nobody knows yet how long those run that have not ended.
                    let has_ended = self.reading.end[at] < now;
                    let run_time = if has_ended { jobs.runtime[at] } else { of_all.draw(&mut rng, limit, 0, limit) };
                    to.push(Later { after: (ahead + back) * DAY - (moment - past[at]), nodes: jobs.nodes[at], limit, run_time });
                }
            };
            start_of(self.nodes, alive, &run_times, (days > 0).then_some(&mut later))
        };
        let mut drawn: Vec<Time> = (0..DRAWS).map(draw).collect();
        drawn.sort_unstable();
        drawn
    }

    /// What became of the earlier answers by a moment.
    fn earlier(&self, now: Time) -> Vec<Earlier> {
        let of = |answer: &Answer| {
            let (start, submitted) = (self.reading.start[answer.row], self.reading.jobs.submitted[answer.row]);
            let [drawn, told] = [[answer.drawn[0], answer.drawn[2]], answer.told].map(|range| range.map(|wait| wait as Time));
            Earlier { drawn, told, waited: start.min(now) - Time::from(submitted), has_started: start < now }
        };
        self.answers.iter().map(of).collect()
    }

    fn ask(&self, row: usize, now: Time) -> Answer {
        let alive = self.alive(row, now);
        let plan = |run_times: &[u32]| start_of(self.nodes, &alive, run_times, None);
        let limits: Vec<u32> = alive.iter().map(|alive| alive.limit).collect();
        let as_predicted: Vec<u32> = alive
            .iter()
            .map(|alive| {
                let last_two = self.history.last_two(self.reading.users[alive.row as usize]);
                predicted(last_two, alive.limit, alive.elapsed.unwrap_or(0))
            })
            .collect();
        let drawn = self.drawn(&alive, row, now);
        let [early, median, late, latest] = [10, 50, 90, 95].map(|percent| quantile_of(&drawn, percent).unwrap_or_default());
        let by_limits = plan(&limits);
        let told = calibrated(&self.earlier(now), [early, late], by_limits);
        let said = Method::ALL.map(|method| match method {
            Method::Limits => by_limits as f64,
            Method::Similar => self.history.similar_wait(alive[alive.len() - 1].nodes, self.limit(row)),
            Method::Drawn => median as f64,
            Method::Predicted => plan(&as_predicted) as f64,
        });
        Answer {
            row,
            waited: self.waited(row) as f64,
            said,
            drawn: [early, median, late, latest].map(|wait| wait as f64),
            told: told.map(|wait| wait as f64),
            bound: self.bound[row].map(|bound| bound as f64),
        }
    }

    fn is_done(&self) -> bool {
        self.next == self.reading.jobs.len()
    }

    /// Share of all jobs after the first ones that waited no longer than QBETS bounded them by, of those that had a bound.
    fn bounded(&self) -> Option<f64> {
        let rows = self.reading.jobs.len() / WARM_UP..self.reading.jobs.len();
        let told: Vec<bool> = rows.filter_map(|row| Some(self.waited(row) <= self.bound[row]?)).collect();
        (!told.is_empty()).then(|| 100.0 * told.iter().filter(|held| **held).count() as f64 / told.len() as f64)
    }
}

/// A run at work.
#[derive(Debug)]
pub struct WhenTrial {
    nodes: u32,
    seed: u64,
    jobs: Arc<Jobs>,
    users: Vec<Option<u32>>,
    /// What happens under EASY, while it is not known to the end.
    simulation: Option<Simulation>,
    /// The readings that are worked on, the present one last, and those that are done.
    left: Vec<Asking>,
    done: Vec<Asking>,
}

impl WhenTrial {
    /// Nothing is known yet. With `recorded`, the starts of the log are a second reading.
    pub fn new(nodes: u32, seed: u64, jobs: Jobs, users: Vec<Option<u32>>, recorded: Option<Reading>) -> Self {
        let jobs = Arc::new(jobs);
        let simulation = Some(Simulation::new(nodes, BatchPolicy::of(Scheduler::Easy), &jobs));
        let left = recorded.map(|reading| Asking::new(reading, nodes, seed)).into_iter().collect();
        Self { nodes, seed, jobs, users, simulation, left, done: Vec::new() }
    }

    /// The answers to all questions, reading by reading: simulated, then recorded.
    pub fn answers(&self) -> impl Iterator<Item = &[Answer]> {
        self.done.iter().map(|asking| &asking.answers[..])
    }
}

impl Trial for WhenTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs.max(1);
        if let Some(simulation) = &mut self.simulation {
            simulation.advance(left);
            if simulation.is_done() {
                let decisions = simulation.decisions();
                let (start, end) = (decisions.start.clone(), decisions.end.clone());
                let reading = Reading { jobs: Arc::clone(&self.jobs), users: self.users.clone(), start, end };
                self.left.push(Asking::new(reading, self.nodes, self.seed));
                self.simulation = None;
            }
            return false;
        }
        while let Some(asking) = self.left.last_mut() {
            if asking.is_done() {
                self.done.extend(self.left.pop());
                continue;
            }
            if left == 0 {
                return false;
            }
            left = left.saturating_sub(asking.step());
        }
        true
    }

    fn progress(&self) -> (usize, usize) {
        let rows = self.jobs.len();
        let simulated = self.simulation.as_ref().map_or(rows, Simulation::decided);
        let asked: usize = self.left.iter().chain(&self.done).map(|asking| asking.next).sum();
        let recorded = self.left.iter().chain(&self.done).map(|asking| asking.reading.jobs.len()).sum::<usize>();
        let all = recorded + if self.simulation.is_some() { 2 * rows } else { rows };
        (simulated + asked, all)
    }

    fn sample(&self) -> Sample {
        let numbers = self.done.iter().map(|asking| Numbers::of(&asking.answers, asking.bounded()));
        let numbers: Vec<Numbers> = numbers.collect();
        Sample {
            measures: numbers.iter().flat_map(Numbers::measures).collect(),
            series: numbers
                .iter()
                .flat_map(|of| of.mean_error.into_iter().chain(of.median_error))
                .map(|value| vec![value])
                .collect(),
        }
    }
}

/// The jobs of a log that have a start in it.
pub fn with_logged_starts(jobs: &Jobs) -> impl Iterator<Item = usize> {
    (0..jobs.len()).filter(|&row| jobs.logged_start[row] != NONE)
}
