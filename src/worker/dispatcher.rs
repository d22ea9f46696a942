//! The engine's dispatcher: takes commands, works in steps, sends replies. The worker has one. The page has another one, for scenarios that can be
//! planned before the next frame.

use super::log_import::{LogImport, LogStep};
use super::messages::{Command, PlanChange, PlanFigures, Reply};
use super::money_engine::MoneyStep;
use super::plan_engine::{PlanEngine, PlanUpdate, Step};
use super::plan_pieces::plan_pieces;
use crate::engine::experiment::{ExperimentRun, Unit};

/// Jobs decided between two looks at the clock.
const JOBS_PER_LOOK: usize = 256;
/// Jobs of an experiment decided between two looks at the clock.
const UNIT_JOBS_PER_LOOK: usize = 2048;
/// Lines of a log read between two looks at the clock.
const LINES_PER_LOOK: usize = 512;
/// Shortest time between two reports of progress, in milliseconds. The page takes a worker that is silent for long for dead.
const REPORT_MS: f64 = 100.0;

/// Where replies go.
pub type Send = Box<dyn Fn(Reply)>;
/// A clock, in milliseconds.
pub type Clock = Box<dyn Fn() -> f64>;

/// Works on one kind of command after the other; the newest scenario wins.
pub struct Dispatcher {
    send: Send,
    clock: Clock,
    last_report: f64,
    /// Number of the plan sent last.
    plan_number: u32,
    planning: PlanEngine,
    log: LogImport,
    /// A unit of an experiment under way.
    unit: Option<(u32, Unit)>,
}

impl Dispatcher {
    /// A dispatcher without work.
    pub fn new(send: Send, clock: Clock) -> Self {
        let (planning, log) = (PlanEngine::default(), LogImport::default());
        Self { send, clock, last_report: 0.0, plan_number: 0, planning, log, unit: None }
    }

    /// Milliseconds, as [`Dispatcher::work_until`] counts them.
    pub fn now(&self) -> f64 {
        (self.clock)()
    }

    fn send(&self, reply: Reply) {
        (self.send)(reply);
    }

    /// Takes a command; [`Dispatcher::work_until`] carries it out.
    pub fn receive(&mut self, command: Command) {
        match command {
            Command::Plan { rev, is_whole, visible, plan } => {
                if let Err(error) = self.planning.receive(rev, *plan, is_whole, visible) {
                    self.send(Reply::Invalid { rev, message: error.to_string() });
                }
            }
            Command::Look { rev, look } => self.planning.look(rev, look),
            Command::ReadLog { file } => self.log.open(file),
            Command::ShapeLog(shape) => self.send(Reply::LogShaped(self.log.shape(shape))),
            Command::DropLog => self.log = LogImport::Empty,
            Command::Unit { experiment, options, index } => {
                self.unit = None;
                match ExperimentRun::new(&experiment, options).and_then(|study| study.unit(index)) {
                    Ok(unit) => self.unit = Some((index, unit)),
                    Err(error) => self.send(Reply::UnitDone(index, Err(error.to_string()))),
                }
            }
        }
    }

    /// Works until a point in time, the plans first, then the money, then the log, then an experiment; tells whether something is left.
    pub fn work_until(&mut self, end: f64) -> bool {
        self.plan_until(end) || self.count_until(end) || self.read_until(end) || self.measure_until(end)
    }

    /// Whether it is time for another report of progress.
    fn is_time_to_report(&mut self) -> bool {
        let now = self.now();
        let is_time = now - self.last_report >= REPORT_MS;
        if is_time {
            self.last_report = now;
        }
        is_time
    }

    /// Plans until a point in time; tells whether something is left.
    fn plan_until(&mut self, end: f64) -> bool {
        loop {
            match self.planning.step(JOBS_PER_LOOK) {
                Step::Idle => return false,
                Step::Working { rev, decided, jobs } => {
                    if self.now() >= end {
                        if let Some((rev, update)) = self.planning.glimpse() {
                            self.send_plan(rev, None, update);
                        }
                        if self.is_time_to_report() {
                            self.send(Reply::Progress { rev, decided, jobs });
                        }
                        return true;
                    }
                }
                Step::Planned { rev, figures, update } => self.send_plan(rev, Some(figures), update),
                Step::Servers { rev, update } => self.send(Reply::Servers { rev, update }),
            }
        }
    }

    /// Works out the money of the plan until a point in time; tells whether something is left.
    fn count_until(&mut self, end: f64) -> bool {
        loop {
            match self.planning.money_step(JOBS_PER_LOOK) {
                MoneyStep::Idle => return false,
                MoneyStep::Working => {}
                MoneyStep::Part(rev, part) => self.send(Reply::Money { rev, part: Box::new(part) }),
            }
            if self.now() >= end {
                return true;
            }
        }
    }

    /// Works on a unit of an experiment until a point in time; tells whether something is left.
    fn measure_until(&mut self, end: f64) -> bool {
        let Some((index, mut unit)) = self.unit.take() else { return false };
        loop {
            let found = match unit.advance(UNIT_JOBS_PER_LOOK) {
                Ok(false) if self.now() < end => continue,
                Ok(false) => {
                    if self.is_time_to_report() {
                        self.send(Reply::UnitShare(unit.share()));
                    }
                    self.unit = Some((index, unit));
                    return true;
                }
                Ok(true) => Ok(unit.into_found()),
                Err(error) => Err(error.to_string()),
            };
            self.send(Reply::UnitDone(index, found));
            return false;
        }
    }

    /// Sends a plan, or what changed in it.
    fn send_plan(&mut self, rev: u32, figures: Option<PlanFigures>, update: PlanUpdate) {
        let change = match (update, self.planning.session()) {
            (PlanUpdate::Patch(patch), _) => Some(Box::new(PlanChange { base: self.plan_number, patch: *patch })),
            (PlanUpdate::Whole, Some(session)) => {
                let (outline, pieces) = plan_pieces(session.arrivals(), session.decisions(), session.nodes());
                self.send(Reply::PlanOutline { rev, outline });
                for piece in pieces {
                    self.send(Reply::PlanPiece { rev, numbers: piece.to_vec() });
                }
                None
            }
            (PlanUpdate::Whole, None) => return,
        };
        self.plan_number += 1;
        self.send(Reply::Planned { rev, plan_number: self.plan_number, change, figures });
    }

    /// Reads a log until a point in time; tells whether something is left.
    fn read_until(&mut self, end: f64) -> bool {
        loop {
            match self.log.step(LINES_PER_LOOK) {
                LogStep::Idle => return false,
                LogStep::Reading(progress) => {
                    if self.now() >= end {
                        if self.is_time_to_report() {
                            let (read, total) = (progress.bytes_read as u64, progress.bytes_total as u64);
                            self.send(Reply::LogProgress { read, total, jobs: progress.jobs as u32 });
                        }
                        return true;
                    }
                }
                LogStep::Read(result) => self.send(Reply::LogRead(result)),
            }
        }
    }
}
