//! A run at work: the same jobs planned by every line at every place.

use super::axis::{BesideAxis, Line};
use crate::batch::LOG_NODES;
use crate::experiment::{Sample, Trial};
use bookahead_engine::batch::bounds;
use bookahead_engine::batch::decisions::Decisions;
use bookahead_engine::batch::job::{Job, Jobs, Time};
use bookahead_engine::batch::metrics::BatchMetrics;
use bookahead_engine::batch::outcome::Simulation;
use bookahead_engine::batch::scheduler::BatchPolicy;
use bookahead_engine::batch::workload::ask_ahead::AskAhead;
use std::sync::Arc;

/// Share of reservations where the window is on the axis.
pub(super) const SHARE: f64 = 0.2;

/// A run at work.
#[derive(Clone, Debug)]
pub struct BesideTrial {
    axis: BesideAxis,
    seed: u64,
    /// Jobs without reservations, with usual estimates and with those that are twice as exact.
    jobs: [Vec<Job>; 2],
    present: Option<Plan>,
    /// The plan of the present line without reservations.
    without: Option<Without>,
    /// Plans that are done.
    done: usize,
    /// What was found, line after line, place after place: a number for each measure.
    found: Vec<Vec<f64>>,
}

/// A plan in the making.
#[derive(Clone, Debug)]
struct Plan {
    jobs: Arc<Jobs>,
    simulation: Simulation,
}

/// A plan without reservations.
#[derive(Clone, Debug)]
struct Without {
    /// When each job starts.
    start: Vec<Time>,
    /// The mean wait in seconds.
    mean_wait: f64,
}

impl BesideTrial {
    /// Nothing is planned yet. The jobs are the same but for their estimates, and ask for nothing.
    pub(super) fn new(axis: BesideAxis, seed: u64, jobs: [Vec<Job>; 2]) -> Self {
        let mut trial = Self { axis, seed, jobs, present: None, without: None, done: 0, found: Vec::new() };
        trial.present = trial.begin();
        trial
    }

    /// Plans of a line: one without reservations, then one for each place; where the axis begins without reservations, that is both.
    fn plans_of_line(&self) -> usize {
        self.axis.places().len() + usize::from(self.axis == BesideAxis::Window)
    }

    fn line(&self) -> Option<Line> {
        self.axis.lines().get(self.done / self.plans_of_line()).copied()
    }

    /// The place of the present plan; `None` of the one without reservations.
    fn place(&self) -> Option<u32> {
        let before = self.plans_of_line() - self.axis.places().len();
        (self.done % self.plans_of_line()).checked_sub(before).map(|place| self.axis.places()[place])
    }

    /// Begins the next plan.
    fn begin(&self) -> Option<Plan> {
        let line = self.line()?;
        let asks = match (self.axis, self.place()) {
            (BesideAxis::Share, Some(per_cent)) => AskAhead::share(f64::from(per_cent) / 100.0),
            (BesideAxis::Window, Some(per_cent)) => {
                let mean = self.without.as_ref().map_or(0.0, |without| without.mean_wait);
                let window = (mean * f64::from(per_cent) / 100.0 + 0.5) as u32;
                AskAhead { window: Some(window.min(bounds::START_WINDOW.max)), ..AskAhead::share(SHARE) }
            }
            (_, None) => AskAhead::share(0.0),
        };
        let mut list = self.jobs[usize::from(line.is_exact)].clone();
        asks.draw(&mut list, self.seed);
        let jobs = Arc::new(Jobs::numbered((0..).zip(list)));
        let simulation = Simulation::new(LOG_NODES, BatchPolicy::of(line.scheduler), &jobs);
        Some(Plan { jobs, simulation })
    }

    /// Takes in a plan that is done.
    fn take(&mut self, Plan { jobs, simulation }: Plan) {
        let decisions = simulation.decisions();
        let metrics = BatchMetrics::of(LOG_NODES, &jobs, decisions);
        if self.done.is_multiple_of(self.plans_of_line()) {
            self.without = Some(Without { start: decisions.start.clone(), mean_wait: metrics.mean_wait });
        }
        if self.place().is_some() {
            let hours = |seconds: f64| seconds / 3_600.0;
            let of = match self.axis {
                BesideAxis::Share => {
                    let start = self.without.as_ref().map_or(&[][..], |without| &without.start);
                    vec![longer(&jobs, decisions, start), used(&jobs, decisions)]
                }
                BesideAxis::Window => {
                    let asked = f64::from((metrics.reservations + metrics.refused).max(1));
                    let refused = 100.0 * f64::from(metrics.refused) / asked;
                    vec![refused, used(&jobs, decisions), hours(metrics.queued_wait), hours(response(&jobs, decisions))]
                }
            };
            self.found.push(of);
        }
        self.done += 1;
    }
}

/// By how much longer the jobs that ask for no start wait than with these starts, in per cent of their mean wait.
fn longer(jobs: &Jobs, decisions: &Decisions, without: &[Time]) -> f64 {
    let queued = || (0..jobs.len()).filter(|&row| !jobs.is_advance(row));
    let sum = |start: &[Time]| queued().map(|row| (start[row] - Time::from(jobs.submitted[row])) as f64).sum::<f64>();
    let (before, now) = (sum(without), sum(&decisions.start));
    if before > 0.0 { 100.0 * (now - before) / before } else { 0.0 }
}

/// Busy node-seconds from the first to the last submission, in per cent of the machine.
fn used(jobs: &Jobs, decisions: &Decisions) -> f64 {
    let (Some(&first), Some(&last)) = (jobs.submitted.first(), jobs.submitted.last()) else { return 0.0 };
    let (first, last) = (Time::from(first), Time::from(last));
    let run = |row: usize| decisions.end[row].clamp(first, last) - decisions.start[row].clamp(first, last);
    let busy: u64 = (0..jobs.len()).filter(|&row| decisions.is_decided(row)).map(|row| run(row) * u64::from(jobs.nodes[row])).sum();
    if first == last { 0.0 } else { 100.0 * busy as f64 / ((last - first) as f64 * f64::from(LOG_NODES)) }
}

/// Mean time from the earliest start to the end of the reservations that were accepted, in seconds.
fn response(jobs: &Jobs, decisions: &Decisions) -> f64 {
    let accepted = || (0..jobs.len()).filter(|&row| jobs.is_advance(row) && decisions.is_decided(row));
    let sum: f64 = accepted().map(|row| (decisions.end[row] - jobs.ready(row)) as f64).sum();
    sum / accepted().count().max(1) as f64
}

impl Trial for BesideTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs;
        while let Some(mut plan) = self.present.take() {
            let before = plan.simulation.decided();
            plan.simulation.advance(left.max(1));
            left = left.saturating_sub((plan.simulation.decided() - before).max(1));
            if !plan.simulation.is_done() {
                self.present = Some(plan);
                return false;
            }
            self.take(plan);
            self.present = self.begin();
            if left == 0 {
                break;
            }
        }
        self.present.is_none()
    }

    fn progress(&self) -> (usize, usize) {
        let each = self.jobs[0].len();
        let present = self.present.as_ref().map_or(0, |plan| plan.simulation.decided());
        (self.done * each + present, self.axis.lines().len() * self.plans_of_line() * each)
    }

    /// Measure after measure, line after line, place after place.
    fn sample(&self) -> Sample {
        let places = self.axis.places().len();
        let curves =
            || (0..self.axis.measures().len()).flat_map(|measure| (0..self.axis.lines().len()).map(move |line| (measure, line)));
        let curve = |(measure, line): (usize, usize)| -> Vec<f64> {
            (0..places).map(|place| self.found.get(line * places + place).map_or(0.0, |found| found[measure])).collect()
        };
        let series: Vec<Vec<f64>> = curves().map(curve).collect();
        Sample { measures: series.concat(), series }
    }
}
