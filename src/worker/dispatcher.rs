//! The engine's dispatcher: takes commands, works in steps, sends replies. The worker has one. The page has another one, for scenarios that can be
//! planned before the next frame.

use super::log_import::{LogImport, LogStep};
use super::messages::{Command, Compared, Progress, Query, Reply, SILENCE_MS, Snapshot, Update, Work, WorkKind};
use crate::engine::ScenarioError;
use crate::engine::core::compared::{Beside, ComparedRun, Seen, Told};
use crate::engine::core::error::FieldPath;
use crate::engine::core::run::{Answer, StudyRun};
use crate::engine::study::{AnyRun, Study, StudyKind, StudyQuery};
use crate::formats::plan_files::PlanFile;
use crate::formats::studies::Planned;
use crate::papers::batch::ClusterInput;
use crate::papers::experiment::{ExperimentRun, Options, Unit};
use std::collections::BTreeMap;

/// Most jobs decided between two looks at the clock.
const JOBS_PER_LOOK: usize = 256;
/// Work between two looks at the clock takes about so long, in milliseconds: far less than a frame.
const LOOK_MS: f64 = 1.0;
/// Most jobs of an experiment decided between two looks at the clock.
const UNIT_JOBS_PER_LOOK: usize = 2048;
/// Lines of a log read between two looks at the clock.
const LINES_PER_LOOK: usize = 512;
/// Shortest time between two reports of progress, in milliseconds. The page takes a worker that is silent for long for dead.
const REPORT_MS: f64 = 100.0;
/// How long a part of a unit may take that cannot be stopped in between, in milliseconds: one case of an experiment, the draw of its requests.
const UNIT_SILENCE_MS: u32 = 20_000;
/// How long work on a whole plan or log may take that is done in one piece, in milliseconds: checking it, writing it, turning it into requests.
const WHOLE_SILENCE_MS: u32 = 60_000;

/// Where replies go.
pub type Send = Box<dyn Fn(Reply)>;
/// A clock, in milliseconds.
pub type Clock = Box<dyn Fn() -> f64>;

/// Works on one kind of command after the other; the newest scenario wins.
pub struct Dispatcher {
    send: Send,
    clock: Clock,
    last_report: f64,
    /// Jobs to decide until the next look at the clock: few where a decision takes long.
    jobs_per_look: usize,
    /// The same of units of experiments.
    unit_jobs_per_look: usize,
    /// Studies at work, one of a system.
    runs: BTreeMap<StudyKind, ComparedRun<AnyRun>>,
    /// What stands beside the study of a system, and whether its run is still to be told.
    beside: BTreeMap<StudyKind, (Beside<Study>, bool)>,
    /// The studies that are worked on, the newest last, and the commands that asked for them.
    active: Vec<(StudyKind, u32)>,
    log: LogImport,
    log_command: u32,
    /// The jobs of a log for units of experiments.
    jobs: Option<Box<ClusterInput>>,
    /// A unit of an experiment under way: command, number, work.
    unit: Option<(u32, u32, Unit)>,
    /// A plan that is made to be written or checked: command, study, run, and the form of the file; without one it is checked.
    whole: Option<(u32, Study, AnyRun, Option<PlanFile>)>,
}

impl Dispatcher {
    /// A dispatcher without work.
    pub fn new(send: Send, clock: Clock) -> Self {
        let log = LogImport::default();
        Self {
            send,
            clock,
            last_report: 0.0,
            jobs_per_look: 1,
            unit_jobs_per_look: 1,
            runs: BTreeMap::new(),
            beside: BTreeMap::new(),
            active: Vec::new(),
            log,
            log_command: 0,
            jobs: None,
            unit: None,
            whole: None,
        }
    }

    /// How long the next word may take while something is at work, in milliseconds.
    pub fn silence_ms(&self) -> u32 {
        if self.unit.is_some() { UNIT_SILENCE_MS } else { SILENCE_MS }
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
            Command::Open(number, Work::Study(study, query)) => {
                let kind = study.kind();
                self.runs.remove(&kind);
                let opened = AnyRun::open(*study).map(|run| drop(self.runs.insert(kind, ComparedRun::new(run))));
                // A run that is new knows of nothing beside it.
                if let Some((_, is_new)) = self.beside.get_mut(&kind) {
                    *is_new = true;
                }
                self.begin(number, kind, query, opened);
            }
            Command::Edit(number, study, query) => {
                let kind = study.kind();
                let edited = self.edit(kind, *study);
                self.begin(number, kind, query, edited);
            }
            Command::Query(number, Query::Study(query)) => {
                let kind = query.kind();
                if self.runs.contains_key(&kind) {
                    self.begin(number, kind, query, Ok(()));
                }
            }
            Command::Beside(kind, beside) => drop(self.beside.insert(kind, (*beside, true))),
            Command::Open(number, Work::Log(file)) => {
                self.log_command = number;
                self.log.open(file);
            }
            Command::Query(number, Query::Log(shape)) => {
                self.send(Reply::Busy(WHOLE_SILENCE_MS));
                self.send(match self.log.shape(shape) {
                    Ok(shaped) => Reply::Snapshot(number, Snapshot::Log(shaped)),
                    Err(problem) => Reply::Failed(number, WorkKind::Log, problem),
                });
            }
            Command::Open(_, Work::Jobs(input)) => self.jobs = Some(input),
            Command::Open(number, Work::Unit { experiment, options, index, on_log }) => {
                self.unit = None;
                self.send(Reply::Busy(UNIT_SILENCE_MS));
                match self.experiment(&experiment, options, on_log).and_then(|study| study.unit(index)) {
                    Ok(unit) => self.unit = Some((number, index, unit)),
                    Err(error) => self.send(Reply::Failed(number, WorkKind::Unit, error.to_string())),
                }
            }
            Command::Open(number, Work::File(study, form)) => self.open_whole(number, *study, Some(form)),
            Command::Open(number, Work::Check(study)) => self.open_whole(number, *study, None),
            Command::Cancel(WorkKind::File) => self.whole = None,
            Command::Cancel(WorkKind::Log) => self.log = LogImport::Empty,
            Command::Cancel(WorkKind::Unit) => self.unit = None,
            Command::Cancel(WorkKind::Study(kind)) => {
                self.runs.remove(&kind);
                self.beside.remove(&kind);
                self.active.retain(|(active, _)| *active != kind);
            }
        }
    }

    /// The experiment with this name, on drawn jobs or on those of the log that were sent.
    fn experiment(&self, name: &str, options: Options, on_log: bool) -> Result<ExperimentRun, ScenarioError> {
        match (&self.jobs, on_log) {
            (_, false) => ExperimentRun::new(name, options),
            (Some(input), true) => ExperimentRun::with_log(name, options, (**input).clone()),
            (None, true) => Err(ScenarioError::new(FieldPath::new("log"), "nothing", "sent before the units on it")),
        }
    }

    /// Begins to plan a study that is to be written or checked.
    fn open_whole(&mut self, number: u32, study: Study, form: Option<PlanFile>) {
        self.whole = match AnyRun::open(study.clone()) {
            Ok(run) => Some((number, study, run, form)),
            Err(error) => {
                self.send(Reply::Failed(number, WorkKind::File, error.to_string()));
                None
            }
        };
    }

    fn edit(&mut self, kind: StudyKind, study: Study) -> Result<(), ScenarioError> {
        match self.runs.get_mut(&kind) {
            Some(run) => run.edit(study),
            None => Err(ScenarioError::new(FieldPath::new("workload"), "nothing", "sent before its edits")),
        }
    }

    /// Begins to work on a study that was opened, edited or asked about; one that could not be is forgotten.
    fn begin(&mut self, number: u32, kind: StudyKind, query: StudyQuery, opened: Result<(), ScenarioError>) {
        match opened.and_then(|()| self.put_beside(kind)) {
            Ok(()) => {
                if let Some(run) = self.runs.get_mut(&kind) {
                    run.query(query);
                }
                self.work_on(kind, number);
            }
            Err(error) => {
                self.runs.remove(&kind);
                self.active.retain(|(active, _)| *active != kind);
                self.send(Reply::Failed(number, WorkKind::Study(kind), error.to_string()));
            }
        }
    }

    /// Tells a run what stands beside it, if that is news.
    fn put_beside(&mut self, kind: StudyKind) -> Result<(), ScenarioError> {
        let (Some(run), Some((beside, is_new))) = (self.runs.get_mut(&kind), self.beside.get_mut(&kind)) else { return Ok(()) };
        if std::mem::take(is_new) { run.put_beside(beside.clone()) } else { Ok(()) }
    }

    fn work_on(&mut self, kind: StudyKind, number: u32) {
        self.active.retain(|(active, _)| *active != kind);
        self.active.push((kind, number));
        // Nobody knows how long a decision of it takes.
        self.jobs_per_look = 1;
    }

    /// Works until a point in time, the studies first, then the log, then an experiment, then a plan to be written or checked; tells whether something is
    /// left.
    pub fn work_until(&mut self, end: f64) -> bool {
        self.plan_until(end) || self.read_until(end) || self.measure_until(end) || self.finish_until(end)
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

    /// Works on the studies until a point in time, the newest first; tells whether something is left.
    fn plan_until(&mut self, end: f64) -> bool {
        while let Some((kind, number)) = self.active.pop() {
            let Some(mut run) = self.runs.remove(&kind) else { continue };
            let is_left = self.run_until(&mut run, kind, number, end);
            self.runs.insert(kind, run);
            if is_left {
                self.active.push((kind, number));
                return true;
            }
        }
        false
    }

    /// Works on one study until a point in time: the plan first, unless something asked for beside it comes before it; tells whether something is left.
    fn run_until(&mut self, run: &mut ComparedRun<AnyRun>, kind: StudyKind, number: u32, end: f64) -> bool {
        let mut done = None;
        let mut began = self.now();
        loop {
            let mut undone = None;
            match run.snapshot(self.jobs_per_look) {
                Answer::Ready(Seen::Snapshot(snapshot)) => self.send(Reply::Snapshot(number, Snapshot::Study(snapshot))),
                Answer::Ready(Seen::Policy(row)) => self.send(Reply::Update(number, Update::Policy(kind, row))),
                Answer::Working => {}
                Answer::Nothing => {
                    if let Some(jobs) = done {
                        let progress = Progress { kind: WorkKind::Study(kind), share: 1.0, is_done: true, jobs };
                        self.send(Reply::Progress(number, progress));
                        return false;
                    }
                    let progress = run.advance(self.jobs_per_look);
                    if progress.is_done {
                        self.send_updates(run, kind, number);
                        done = Some(progress.decided);
                    } else {
                        undone = Some(progress);
                    }
                }
            }
            let now = self.now();
            self.jobs_per_look = next_jobs(self.jobs_per_look, JOBS_PER_LOOK, now - began);
            if now < end {
                began = now;
                continue;
            }
            if let Some(progress) = undone {
                self.send_updates(run, kind, number);
                if self.is_time_to_report() {
                    let share = f64::from(progress.decided) / f64::from(progress.jobs.max(1));
                    let progress = Progress { kind: WorkKind::Study(kind), share, is_done: false, jobs: progress.decided };
                    self.send(Reply::Progress(number, progress));
                }
            }
            return true;
        }
    }

    /// Sends what changed in a plan, and in the one it is compared with.
    fn send_updates(&self, run: &mut ComparedRun<AnyRun>, kind: StudyKind, number: u32) {
        while let Some(told) = run.update() {
            let update = match told {
                Told::Own(update) => Update::Study(update),
                Told::Other(update) => Update::Other(update),
                Told::Compared { own, other, comparison } => {
                    Update::Compared(kind, Box::new(Compared { own, other, comparison: *comparison }))
                }
            };
            self.send(Reply::Update(number, update));
        }
    }

    /// Plans what is to be written or checked until a point in time, and writes or checks it once it is planned; tells whether something is left.
    fn finish_until(&mut self, end: f64) -> bool {
        let Some((number, study, mut run, form)) = self.whole.take() else { return false };
        let mut began = self.now();
        loop {
            let planning = run.advance(self.jobs_per_look);
            if planning.is_done {
                break;
            }
            let now = self.now();
            self.jobs_per_look = next_jobs(self.jobs_per_look, JOBS_PER_LOOK, now - began);
            began = now;
            if now >= end {
                if self.is_time_to_report() {
                    let share = f64::from(planning.decided) / f64::from(planning.jobs.max(1));
                    let progress = Progress { kind: WorkKind::File, share, is_done: false, jobs: planning.decided };
                    self.send(Reply::Progress(number, progress));
                }
                self.whole = Some((number, study, run, form));
                return true;
            }
        }
        self.send(Reply::Busy(WHOLE_SILENCE_MS));
        let planned = Planned::of_run(study, &run);
        self.send(match planned.map(|planned| whole_of(&planned, form)) {
            Ok(update) => Reply::Update(number, update),
            Err(error) => Reply::Failed(number, WorkKind::File, error.to_string()),
        });
        false
    }

    /// Works on a unit of an experiment until a point in time; tells whether something is left.
    fn measure_until(&mut self, end: f64) -> bool {
        let Some((number, index, mut unit)) = self.unit.take() else { return false };
        let mut began = self.now();
        loop {
            let advanced = unit.advance(self.unit_jobs_per_look);
            let now = self.now();
            self.unit_jobs_per_look = next_jobs(self.unit_jobs_per_look, UNIT_JOBS_PER_LOOK, now - began);
            began = now;
            match advanced {
                Ok(false) if now < end => {}
                Ok(false) => {
                    if self.is_time_to_report() {
                        let progress = Progress { kind: WorkKind::Unit, share: unit.share(), is_done: false, jobs: 0 };
                        self.send(Reply::Progress(number, progress));
                    }
                    self.unit = Some((number, index, unit));
                    return true;
                }
                Ok(true) => {
                    self.send(Reply::Update(number, Update::Unit(index, unit.into_found())));
                    return false;
                }
                Err(error) => {
                    self.send(Reply::Failed(number, WorkKind::Unit, error.to_string()));
                    return false;
                }
            }
        }
    }

    /// Reads a log until a point in time; tells whether something is left.
    fn read_until(&mut self, end: f64) -> bool {
        let number = self.log_command;
        loop {
            match self.log.step(LINES_PER_LOOK) {
                LogStep::Idle => return false,
                LogStep::Reading(progress) => {
                    if self.now() >= end {
                        if self.is_time_to_report() {
                            let share = progress.bytes_read as f64 / progress.bytes_total.max(1) as f64;
                            let progress = Progress { kind: WorkKind::Log, share, is_done: false, jobs: progress.jobs as u32 };
                            self.send(Reply::Progress(number, progress));
                        }
                        return true;
                    }
                }
                LogStep::Read(Ok(log)) => self.send(Reply::Update(number, Update::Log(log))),
                LogStep::Read(Err(problem)) => self.send(Reply::Failed(number, WorkKind::Log, problem)),
            }
        }
    }
}

/// How many jobs to decide until the next look at the clock, at most so many, after these took this long.
fn next_jobs(jobs: usize, most: usize, took_ms: f64) -> usize {
    match took_ms {
        ..LOOK_MS => (2 * jobs).min(most),
        took if took > 2.0 * LOOK_MS => (jobs / 2).max(1),
        _ => jobs,
    }
}

/// A plan as a file, or what the checker says of it.
fn whole_of(planned: &Planned, form: Option<PlanFile>) -> Update {
    let Some(form) = form else { return Update::Check(planned.verify()) };
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = form.write(&mut bytes, planned);
    Update::File(bytes)
}
