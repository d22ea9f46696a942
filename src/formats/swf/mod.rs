//! Workload logs in the Standard Workload Format (SWF, Parallel Workloads Archive): read a log, then make requests of its jobs.
//!
//! Reading goes in steps, so that whoever reads can show progress and give up. Bad lines do not stop it: they are listed with their
//! number. The rules are in `docs/scenario-format.md`.

mod input;
mod line;
mod lines;
mod log;
mod notes;
mod reader;
mod workload;

pub(crate) use input::Input;
pub(crate) use lines::{Lines, Next};

pub use input::{Form, GROWTH_MAX, INFLATED_MAX, InputError};
pub use line::{JOB_NUMBER_MAX, PROCESSORS_MAX, TIME_SECONDS_MAX};
pub use lines::LINE_BYTES_MAX;
pub use notes::ReadNotes;
pub use reader::{Progress, SwfError, SwfReader, read_log};
pub use workload::{ImportError, ImportReport, Oversize, RELAX_PERCENT, SwfOptions, to_study, to_workload};

use bookahead_engine::core::calendar::ClockStart;
use bookahead_engine::core::error::FieldPath;

/// Problems that are kept with their line; the rest is only counted.
pub const PROBLEMS_KEPT: usize = 100;

/// What is wrong with a line, or why its job does not become a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProblem {
    /// Line number, from 1.
    pub line: u32,
    /// What is wrong, in words.
    pub what: String,
}

/// The first [`PROBLEMS_KEPT`] problems and the number of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// The first ones, by line.
    pub kept: Vec<LineProblem>,
    /// How many there are.
    pub total: u32,
}

impl Problems {
    /// Adds one; the words are made only where they are kept.
    pub(crate) fn add(&mut self, line: u32, what: impl FnOnce() -> String) {
        if self.kept.len() < PROBLEMS_KEPT {
            self.kept.push(LineProblem { line, what: what() });
        }
        self.total = self.total.saturating_add(1);
    }
}

/// What a log's header says of the machine; fields that are not there or not understood are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwfHeader {
    /// `Computer`.
    pub computer: Option<String>,
    /// `Installation`.
    pub installation: Option<String>,
    /// `MaxNodes`; text after the number is passed over.
    pub max_nodes: Option<u32>,
    /// `MaxProcs`.
    pub max_procs: Option<u32>,
    /// `UnixStartTime`, seconds since 1970: the moment that submit times count from.
    pub unix_start_time: Option<i64>,
    /// `TimeZone`, seconds to add to Greenwich time; superseded by `TimeZoneString`, which needs the history of the zone.
    pub time_zone: Option<i32>,
    /// `StartTime` as seconds since 1970 on the clock on the wall: the same moment as `UnixStartTime`.
    pub start_time: Option<i64>,
    /// `MaxJobs`.
    pub max_jobs: Option<u32>,
}

/// Zones differ by whole quarters of an hour; what does not is a mistake in the header.
const QUARTER: i64 = 900;

impl SwfHeader {
    /// When a submit time was: by `UnixStartTime`, on the clock on the wall by `StartTime` or else `TimeZone`. `None` if the log does not tell, or tells
    /// what cannot be.
    pub(crate) fn clock_start(&self, submit: f64) -> Option<ClockStart> {
        let start = self.unix_start_time.filter(|&start| start > 0)?;
        let is_offset = |offset: &i64| (i64::from(ClockStart::UTC_OFFSET.0)..=i64::from(ClockStart::UTC_OFFSET.1)).contains(offset);
        let told =
            self.start_time.map(|wall| wall.saturating_sub(start)).filter(|offset| is_offset(offset) && offset % QUARTER == 0);
        let offset = told.or(self.time_zone.map(i64::from).filter(is_offset)).unwrap_or(0);
        let start = ClockStart { unix_seconds: start.saturating_add(submit.floor() as i64), utc_offset: offset as i32 };
        start.check(&FieldPath::new("")).is_ok().then_some(start)
    }
}

/// Stands for a user that is not known.
pub const NO_USER: u32 = u32::MAX;

/// The jobs of a log, one flat column per field that is used, in the order of the file. −1 stands for "unknown", as in the log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwfJobs {
    /// Line of the file, from 1.
    pub line: Vec<u32>,
    /// Field 1, job number.
    pub number: Vec<u32>,
    /// Field 2, submit time in seconds.
    pub submit: Vec<f64>,
    /// Field 3, wait time in seconds.
    pub wait: Vec<f64>,
    /// Field 4, run time in seconds.
    pub run: Vec<f64>,
    /// Field 5, allocated processors.
    pub allocated: Vec<i32>,
    /// Field 8, requested processors.
    pub requested: Vec<i32>,
    /// Field 9, requested time in seconds.
    pub requested_time: Vec<f64>,
    /// Field 12, the user, or [`NO_USER`]; empty where the log tells none.
    pub user: Vec<u32>,
    /// Field 16, the partition: its place in [`SwfLog::partitions`].
    pub partition: Vec<u32>,
}

impl SwfJobs {
    /// Number of jobs.
    pub fn len(&self) -> usize {
        self.line.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }
}

/// A log as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SwfLog {
    /// What the header says.
    pub header: SwfHeader,
    /// The jobs.
    pub jobs: SwfJobs,
    /// Names of the partitions, in the order in which they come.
    pub partitions: Vec<String>,
    /// Lines that were refused, and jobs that never ran.
    pub problems: Problems,
    /// What else is worth knowing.
    pub notes: ReadNotes,
}
