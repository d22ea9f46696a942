//! The runs of a figure: each unit simulates the jobs once; the results gather them.

use super::figure::{ClusterFigure, LOAD, LOG_NODES, Simulated};
use crate::experiment::{Options, Progress, bounds};
use bookahead_engine::batch::job::{Job, Jobs, Time};
use bookahead_engine::batch::metrics::{BatchMetrics, wait};
use bookahead_engine::batch::outcome::Simulation;
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead_engine::batch::workload::ask_ahead::AskAhead;
use bookahead_engine::batch::workload::generator::LublinWorkload;
use bookahead_engine::core::columns::{Column, Columns};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The jobs of a log, in place of drawn ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterInput {
    /// Nodes of the machine.
    pub nodes: u32,
    /// The jobs.
    pub jobs: Arc<Vec<Job>>,
    /// Whose each job is, where the log tells; else empty.
    pub users: Vec<u32>,
    /// Whether l_r is the estimate; else it is the run time.
    pub with_estimates: bool,
}

impl Columns for ClusterInput {
    fn columns(&mut self) -> Vec<Column<'_>> {
        vec![Column::Records(&mut self.jobs), Column::U32(&mut self.users)]
    }
}

impl ClusterInput {
    /// The first so many jobs, of those that are submitted in so many seconds. Each is known to last l_r.
    pub fn taken(&self, jobs: u32, seconds: u32) -> Vec<Job> {
        let taken = self.jobs.iter().take_while(|job| job.submitted < seconds).take(jobs as usize);
        taken.map(|job| Job { estimate: if self.with_estimates { job.estimate } else { job.runtime }, ..*job }).collect()
    }
}

/// A figure in progress.
#[derive(Debug)]
pub struct ClusterSweep {
    pub(super) figure: ClusterFigure,
    pub(super) options: Options,
    pub(super) input: Option<ClusterInput>,
    /// Jobs that are taken of the log and have no start in it: the recorded waits are those of the others.
    unlogged: usize,
    pub(super) curves: Vec<(String, Vec<Simulated>)>,
    /// What each unit found: runs × all simulations of all curves.
    found: Vec<Option<Vec<Option<f64>>>>,
}

/// One run of the jobs.
#[derive(Debug)]
pub struct ClusterUnit {
    figure: ClusterFigure,
    nodes: u32,
    jobs: Arc<Jobs>,
    simulation: Simulation,
}

impl ClusterSweep {
    /// Begins a figure, on drawn jobs or on those of a log. Of a log the first `requests` jobs are taken; runs differ by which jobs ask for a start.
    ///
    /// # Errors
    /// An option out of range.
    pub fn new(figure: ClusterFigure, options: Options, input: Option<ClusterInput>) -> Result<Self, ScenarioError> {
        let checked = [("runs", options.runs, bounds::RUNS), ("jobs", options.requests, bounds::REQUESTS)];
        for (field, value, bound) in checked {
            if !bound.holds(value) {
                return Err(ScenarioError::out_of_range(FieldPath::new(field), value, bound));
            }
        }
        let taken = input.as_ref().map(|input| input.taken(options.requests, u32::MAX)).unwrap_or_default();
        let unlogged = taken.iter().filter(|job| job.logged_start.is_none()).count();
        let curves = figure.curves(unlogged < taken.len());
        let units = options.runs as usize * curves.iter().map(|(_, runs)| runs.len()).sum::<usize>();
        Ok(Self { figure, options, input, unlogged, curves, found: vec![None; units] })
    }

    /// How large it is.
    pub fn options(&self) -> Options {
        self.options
    }

    fn simulated(&self) -> Vec<Simulated> {
        self.curves.iter().flat_map(|(_, runs)| runs.iter().copied()).collect()
    }

    /// Jobs that the recorded waits leave out, where these are a curve.
    pub(super) fn left_out_as_logged(&self) -> usize {
        let has_logged = self.simulated().iter().any(|run| run.scheduler == Scheduler::AsLogged);
        if has_logged { self.unlogged } else { 0 }
    }

    pub(super) fn nodes(&self) -> u32 {
        self.input.as_ref().map_or(LOG_NODES, |input| input.nodes)
    }

    /// Unit `index`; `None` if there is none.
    ///
    /// # Errors
    /// The jobs cannot be drawn.
    pub fn unit(&self, index: usize) -> Result<Option<ClusterUnit>, ScenarioError> {
        let simulated = self.simulated();
        let run = (index / simulated.len().max(1)) as u32;
        let Some(&Simulated { scheduler, share }) =
            simulated.get(index % simulated.len().max(1)).filter(|_| run < self.options.runs)
        else {
            return Ok(None);
        };
        let (seed, nodes) = (self.options.seed_of(run), self.nodes());
        let mut jobs = match &self.input {
            Some(input) => input.taken(self.options.requests, u32::MAX),
            None => {
                LublinWorkload { seed, jobs: self.options.requests, load: LOAD, overestimate: 0.0, ..LublinWorkload::default() }
                    .generate(nodes)?
            }
        };
        if scheduler == Scheduler::AsLogged {
            jobs.retain(|job| job.logged_start.is_some());
        } else {
            AskAhead::share(share).draw(&mut jobs, seed);
        }
        let jobs = Arc::new(Jobs::numbered((0..).zip(jobs)));
        let usual = BatchPolicy::of(scheduler);
        let longest = (0..jobs.len()).map(|row| jobs.reserved(row)).max().unwrap_or(0);
        // Co-allocation looks no further ahead than its horizon: the longest job has to fit.
        let horizon = usual.horizon.max(u32::try_from(longest).unwrap_or(u32::MAX).next_multiple_of(usual.quantum));
        let policy = BatchPolicy { horizon, ..usual };
        let simulation = match Simulation::new(nodes, policy, &jobs) {
            Simulation::Coallocation(run) if self.figure == ClusterFigure::Operations => {
                Simulation::Coallocation(Box::new(run.counting_trees()))
            }
            simulation => simulation,
        };
        Ok(Some(ClusterUnit { figure: self.figure, nodes, jobs, simulation }))
    }

    /// Takes in what a unit found.
    pub fn take_in(&mut self, index: usize, found: Vec<Option<f64>>) {
        let cells = if self.figure.is_by_share() { 1 } else { self.figure.places(self.nodes()).len() };
        if let Some(place) = self.found.get_mut(index)
            && found.len() == cells + Whole::ALL.len()
        {
            *place = Some(found);
        }
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let done = self.found.iter().filter(|found| found.is_some()).count() as u32;
        Progress { done, units: self.found.len() as u32 }
    }

    /// What a unit of a run found for one of the simulations of a curve.
    fn found_of(&self, run: usize, curve: usize, simulated: usize) -> Option<&[Option<f64>]> {
        let before: usize = self.curves[..curve].iter().map(|(_, runs)| runs.len()).sum();
        self.found.get(run * self.simulated().len() + before + simulated)?.as_deref()
    }

    /// What one run found at a place of a curve; none where nobody is.
    pub(super) fn cell(&self, run: usize, curve: usize, place: usize) -> Option<f64> {
        let (unit, cell) = if self.figure.is_by_share() { (place, 0) } else { (0, place) };
        let found = self.found_of(run, curve, unit)?;
        // What is said of all jobs stands behind the places.
        found[..found.len() - Whole::ALL.len()].get(cell).copied().flatten()
    }

    /// The same, run by run.
    pub(super) fn cells(&self, curve: usize, place: usize) -> Vec<f64> {
        self.runs().filter_map(|run| self.cell(run, curve, place)).collect()
    }

    /// A number about all jobs of one run of a simulation of a curve.
    pub(super) fn whole(&self, run: usize, curve: usize, simulated: usize, whole: Whole) -> Option<f64> {
        let found = self.found_of(run, curve, simulated)?;
        found[found.len() - Whole::ALL.len()..][whole as usize]
    }

    /// The runs, by number.
    pub(super) fn runs(&self) -> std::ops::Range<usize> {
        0..self.options.runs as usize
    }

    /// The curve with this name.
    pub(super) fn curve(&self, name: &str) -> Option<usize> {
        self.curves.iter().position(|(known, _)| known == name)
    }
}

/// A number about all jobs of a simulation, kept beside what is found at the places of the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    /// The longest wait, in hours.
    LongestWait,
    /// Share of the machine that is used up to the last end.
    Utilisation,
    /// Mean wait in hours of the jobs of up to a quarter of the machine.
    NarrowWait,
    /// The same of wider jobs.
    WideWait,
    /// What the updates of the paper's trees cost for each request.
    Updates,
}

impl Whole {
    /// In the order in which units tell them.
    const ALL: [Self; 5] = [Self::LongestWait, Self::Utilisation, Self::NarrowWait, Self::WideWait, Self::Updates];
}

impl ClusterUnit {
    /// Decides up to so many further jobs; whether the unit is done.
    pub fn advance(&mut self, jobs: usize) -> bool {
        self.simulation.advance(jobs);
        self.simulation.is_done()
    }

    /// Jobs decided, and jobs in all.
    pub fn progress(&self) -> (usize, usize) {
        (self.simulation.decided(), self.jobs.len())
    }

    /// A value for each place, then what is said of all jobs: longest wait, utilisation, waits of narrow and wide jobs, cost of updates.
    pub fn into_found(self) -> Vec<Option<f64>> {
        let Self { figure, nodes, jobs, simulation } = self;
        let decisions = simulation.decisions();
        let counts = if let Simulation::Coallocation(run) = &simulation { run.tree_counts() } else { None };
        let hours = |seconds: Time| seconds as f64 / 3_600.0;
        let waits: Vec<Time> = (0..jobs.len()).map(|row| wait(&jobs, decisions, row)).collect();
        let count = jobs.len().max(1) as f64;
        let places = figure.places(nodes);
        // Means over the jobs of each group, by the first place that is not below them.
        let grouped = |x: &dyn Fn(usize) -> f64, y: &dyn Fn(usize) -> f64| {
            let mut groups = vec![(0_u32, 0.0); places.len()];
            for row in 0..jobs.len() {
                let at = places.partition_point(|place| *place < x(row));
                if let Some((number, sum)) = groups.get_mut(at) {
                    *number += 1;
                    *sum += y(row);
                }
            }
            groups
        };
        let mean = |groups: Vec<(u32, f64)>| -> Vec<Option<f64>> {
            groups.into_iter().map(|(number, sum)| (number > 0).then(|| sum / f64::from(number))).collect()
        };
        let size = |row: usize| f64::from(jobs.nodes[row]);
        let length = |row: usize| hours(jobs.reserved(row));
        let no_longer = |waited: &dyn Fn(usize) -> f64| -> Vec<Option<f64>> {
            let share = |place: &f64| (0..jobs.len()).filter(|&row| waited(row) <= *place).count() as f64 / count;
            places.iter().map(|place| Some(share(place))).collect()
        };
        let mut found = match figure {
            ClusterFigure::Retries => mean(grouped(&size, &|row| f64::from(decisions.retries[row]))),
            ClusterFigure::TemporalPenalty => mean(grouped(&length, &|row| waits[row] as f64 / jobs.reserved(row) as f64)),
            ClusterFigure::SpatialPenalty => mean(grouped(&size, &|row| hours(waits[row]))),
            ClusterFigure::Lengths => {
                grouped(&length, &|_| 1.0).into_iter().map(|(number, _)| Some(f64::from(number) / count)).collect()
            }
            ClusterFigure::Waits => no_longer(&|row| hours(waits[row])),
            ClusterFigure::WaitsAhead => {
                no_longer(&|row| hours(decisions.start[row].saturating_sub(Time::from(jobs.submitted[row]))))
            }
            ClusterFigure::MeanWait => vec![Some(waits.iter().map(|&wait| hours(wait)).sum::<f64>() / count)],
            ClusterFigure::Operations => vec![counts.map(|counts| counts.searches as f64 / count)],
        };
        let wait_of = |is_wide: bool| {
            let rows = (0..jobs.len()).filter(|&row| (4 * jobs.nodes[row] > nodes) == is_wide);
            let (number, sum) = rows.fold((0_u32, 0.0), |(number, sum), row| (number + 1, sum + hours(waits[row])));
            (number > 0).then(|| sum / f64::from(number))
        };
        found.extend(Whole::ALL.map(|whole| match whole {
            Whole::LongestWait => waits.iter().max().map(|&longest| hours(longest)),
            Whole::Utilisation => Some(BatchMetrics::of(nodes, &jobs, decisions).utilisation),
            Whole::NarrowWait => wait_of(false),
            Whole::WideWait => wait_of(true),
            Whole::Updates => counts.map(|counts| counts.updates as f64 / count),
        }));
        found
    }
}
