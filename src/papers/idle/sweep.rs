//! Sweeps: their units of work, and the results of the finished units.

use super::claims;
use super::figure::{Figure, Line};
use super::measure::Measure;
use super::point_figures::PointFigures;
use super::source::Case;
use crate::experiment::{Claim, Options, Point, Progress};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::idle::metrics::IdleMetrics;
use bookahead_engine::idle::reference::ReferencePlan;
use bookahead_engine::idle::request::IdleArrivals;
use bookahead_engine::idle::session::IdleSession;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// All curves of a figure at one point in one run: the piece of work that workers share.
#[derive(Debug)]
pub struct Unit {
    figure: Figure,
    options: Options,
    index: usize,
    lines: Vec<Line>,
    arrivals: Option<Arc<IdleArrivals>>,
    session: Option<IdleSession>,
    shown: Option<(ReferencePlan, u64)>,
    /// What another sweep found of some curves.
    known: Vec<Option<PointFigures>>,
    found: Vec<PointFigures>,
}

impl Unit {
    /// Number of a unit's point on the axis, and its run.
    fn place(&self) -> (usize, u32) {
        let points = self.figure.points().len();
        (self.index % points, (self.index / points) as u32)
    }

    /// Which unit this is.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Decides up to `jobs` further jobs; whether the unit is done. Its requests are made in one piece when it begins.
    ///
    /// # Errors
    /// The options lead to a workload out of bounds.
    pub fn advance(&mut self, jobs: usize) -> Result<bool, ScenarioError> {
        while let Some(known) = self.known.get(self.found.len()).copied().flatten() {
            self.found.push(known);
        }
        let Some(&line) = self.lines.get(self.found.len()) else { return Ok(true) };
        let (point, run) = self.place();
        let x = self.figure.points()[point];
        if self.session.is_none() {
            let servers = self.figure.machine(line, x)?;
            let arrivals = match &self.arrivals {
                Some(arrivals) => Arc::clone(arrivals),
                None => {
                    let seed = self.options.seed.wrapping_add(u64::from(run));
                    Arc::new(self.figure.arrivals(&servers, x, self.options.requests, seed)?)
                }
            };
            self.arrivals = Some(Arc::clone(&arrivals));
            if self.figure.counts_effort() {
                self.shown = Some((ReferencePlan::new(&servers, line.strategy, 1)?, 0));
            }
            self.session = Some(IdleSession::new(Arc::new(servers), line.strategy, arrivals).only_decided());
        }
        let Some(session) = &mut self.session else { return Ok(false) };
        let from = session.decided();
        session.advance(jobs);
        if let Some((shown, read)) = &mut self.shown {
            for job in from..session.decided() {
                let request = session.arrivals().row(job);
                shown.expire(request.submitted);
                let trace = shown.search(&request);
                *read += trace.visited();
                if let Some((period, start, end)) = trace.chosen {
                    shown.take(period, start, end);
                }
            }
        }
        if session.is_done() {
            let read = self.shown.take().map_or(0, |(_, read)| read);
            let effort = read as f64 / session.decided().max(1) as f64;
            self.found.push(PointFigures { metrics: IdleMetrics::of(session, self.figure.mean_size(x)), effort });
            self.session = None;
        }
        Ok(self.found.len() == self.lines.len())
    }

    /// Jobs decided and jobs in all, over all curves.
    pub fn progress(&self) -> (u64, u64) {
        let each = u64::from(self.options.requests);
        let present = self.session.as_ref().map_or(0, |session| session.decided() as u64);
        (self.found.len() as u64 * each + present, self.lines.len() as u64 * each)
    }

    /// What was found, one row for each curve; empty before the unit is done.
    pub fn into_found(self) -> Vec<PointFigures> {
        if self.found.len() == self.lines.len() { self.found } else { Vec::new() }
    }
}

/// A sweep: hands out units and gathers what they found, in any order. What is gathered stays whenever the sweep is stopped.
#[derive(Clone, Debug)]
pub struct Sweep {
    figure: Figure,
    options: Options,
    found: Vec<Option<Vec<PointFigures>>>,
    /// What other sweeps found of a unit's curves, by unit.
    known: BTreeMap<usize, Vec<Option<PointFigures>>>,
}

impl Sweep {
    /// Nothing is done yet.
    ///
    /// # Errors
    /// Runs, jobs or their product out of range.
    pub fn new(figure: Figure, options: Options) -> Result<Self, ScenarioError> {
        figure.check(options)?;
        let units = figure.points().len() * options.runs as usize;
        Ok(Self { figure, options, found: vec![None; units], known: BTreeMap::new() })
    }

    /// Takes over what another sweep found where requests, machine and strategy are the same, as in Figures 4.2, 4.4 and 4.8: units that are handed out from now
    /// on leave these curves out. What the paper's structures read is counted in its own figure only.
    ///
    /// # Errors
    /// None for the figures' own curves and points.
    pub fn know(&mut self, other: &Self) -> Result<(), ScenarioError> {
        if self.figure.counts_effort() || self.options != other.options {
            return Ok(());
        }
        let points = self.figure.points().len();
        for unit in 0..self.found.len() {
            let (x, run) = (self.figure.points()[unit % points], unit / points);
            let seed = self.options.seed_of(run as u32);
            for (at, line) in self.figure.lines().into_iter().enumerate() {
                let wanted = self.figure.case(line, x, self.options.requests, seed)?;
                let found = other.found_of(run, seed, line, &wanted)?;
                if let Some(found) = found {
                    let lines = self.figure.lines().len();
                    self.known.entry(unit).or_insert_with(|| vec![None; lines])[at] = Some(PointFigures { effort: 0.0, ..found });
                }
            }
        }
        Ok(())
    }

    /// What was found in a case in some run.
    fn found_of(&self, run: usize, seed: u64, line: Line, wanted: &Case) -> Result<Option<PointFigures>, ScenarioError> {
        let points = self.figure.points();
        let Some(at) = self.figure.lines().iter().position(|other| *other == line) else { return Ok(None) };
        for (place, &x) in points.iter().enumerate() {
            if self.figure.case(line, x, self.options.requests, seed)? == *wanted {
                return Ok(self.found[run * points.len() + place].as_ref().map(|found| found[at]));
            }
        }
        Ok(None)
    }

    /// What the same units say of another figure; `None` if its units are others.
    pub fn as_figure(&self, figure: Figure) -> Option<Self> {
        (figure.same_units() == self.figure.same_units()).then(|| Self { figure, ..self.clone() })
    }

    /// The figure.
    pub fn figure(&self) -> Figure {
        self.figure
    }

    /// Its size.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Number of units: all points of the first run, then of the second, so that curves are whole as early as can be.
    pub fn units(&self) -> usize {
        self.found.len()
    }

    /// Unit `index`, to be worked on anywhere; `None` beyond the last.
    pub fn unit(&self, index: usize) -> Option<Unit> {
        (index < self.units()).then(|| Unit {
            figure: self.figure,
            options: self.options,
            index,
            lines: self.figure.lines(),
            arrivals: None,
            session: None,
            shown: None,
            known: self.known.get(&index).cloned().unwrap_or_default(),
            found: Vec::new(),
        })
    }

    /// Takes in what a unit found; rows of another shape are ignored.
    pub fn take_in(&mut self, index: usize, found: Vec<PointFigures>) {
        let lines = self.figure.lines().len();
        if let Some(place) = self.found.get_mut(index)
            && found.len() == lines
        {
            *place = Some(found);
        }
    }

    /// Does everything that is left, here and now.
    ///
    /// # Errors
    /// The options lead to a workload out of bounds.
    pub fn finish(&mut self) -> Result<Results, ScenarioError> {
        for index in 0..self.units() {
            if self.found[index].is_none()
                && let Some(mut unit) = self.unit(index)
            {
                while !unit.advance(usize::MAX)? {}
                self.take_in(index, unit.into_found());
            }
        }
        Ok(self.results())
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let done = self.found.iter().filter(|found| found.is_some()).count() as u32;
        Progress { done, units: self.found.len() as u32 }
    }

    /// What the finished units say.
    pub fn results(&self) -> Results {
        let points = self.figure.points();
        let lines = self.figure.lines();
        let at = |point: usize, line: usize, measure: Measure| {
            let runs = self.found.iter().skip(point).step_by(points.len());
            let figure = self.figure;
            runs.filter_map(move |found| found.as_ref().map(|found| found[line].measure(measure, figure)))
        };
        let curve = |measure: Measure, (i, line): (usize, &Line)| Curve {
            line: *line,
            measure,
            points: points.iter().enumerate().map(|(p, &x)| Point { x, y: Interval::of(at(p, i, measure)) }).collect(),
        };
        let curves =
            self.figure.measures().iter().flat_map(|&measure| lines.iter().enumerate().map(move |line| curve(measure, line)));
        let whole: Vec<Vec<&[PointFigures]>> =
            self.found.chunks(points.len()).filter_map(|run| run.iter().map(|found| found.as_deref()).collect()).collect();
        Results {
            figure: self.figure,
            options: self.options,
            progress: self.progress(),
            curves: curves.collect(),
            claims: claims::of(self.figure, &whole),
        }
    }
}

/// A curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Whose.
    pub line: Line,
    /// Of what.
    pub measure: Measure,
    /// Its points.
    pub points: Vec<Point>,
}

/// What a sweep found so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The figure.
    pub figure: Figure,
    /// Its size.
    pub options: Options,
    /// How far it is.
    pub progress: Progress,
    /// Every curve of every panel.
    pub curves: Vec<Curve>,
    /// The paper's claims, over the runs that are whole.
    pub claims: Vec<Claim>,
}
