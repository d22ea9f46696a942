//! Reading a log step by step.

use super::SwfLog;
use super::input::InputError;
use super::line::{JobLine, Refusal};
use super::lines::{LINE_BYTES_MAX, Lines, Next};
use bookahead_engine::slots::bounds;
use std::fmt;

/// Bad lines before the first job after which a file is given up.
const BAD_LINES_AT_START: u32 = 100;
/// Bad lines after which a file with more bad lines than jobs is given up.
const BAD_LINES: u32 = 10_000;

/// Why a log cannot be read at all. `Display` gives one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwfError {
    /// Nothing that looks like a log.
    NotALog {
        /// The line that shows it.
        line: u32,
        /// What is wrong there.
        what: String,
    },
    /// A log without a single job.
    NoJobs,
    /// The text ends early: the packed data is damaged, or there is too much.
    Input {
        /// The last whole line before.
        line: u32,
        /// Why.
        why: InputError,
    },
    /// More jobs than a workload may have.
    TooManyJobs,
}

impl fmt::Display for SwfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALog { line, what } => write!(f, "this does not look like an SWF log: line {line}: {what}"),
            Self::NoJobs => write!(f, "the log holds no job; a job is a line of 18 numbers"),
            Self::Input { line, why: InputError::BadGzip } => write!(f, "{} after line {line}", InputError::BadGzip),
            Self::Input { why, .. } => why.fmt(f),
            Self::TooManyJobs => write!(f, "the log has more than {} jobs, the most a workload may have", bounds::REQUESTS.max),
        }
    }
}

impl std::error::Error for SwfError {}

/// How far the reading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the file read so far (packed ones where it is packed).
    pub bytes_read: usize,
    /// Bytes of the file.
    pub bytes_total: usize,
    /// Jobs found so far.
    pub jobs: usize,
    /// Whether everything was read.
    pub done: bool,
}

/// A log that is being read.
#[derive(Debug)]
pub struct SwfReader {
    lines: Lines,
    log: SwfLog,
    /// Lines with which something is wrong.
    bad_lines: u32,
    done: bool,
    failed: Option<SwfError>,
}

impl SwfReader {
    /// Starts reading the bytes of a file, plain or gzip.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { lines: Lines::new(bytes), log: SwfLog::default(), bad_lines: 0, done: false, failed: None }
    }

    /// Reads up to `lines` further lines.
    ///
    /// # Errors
    /// The file is no log, is damaged or passes a limit. Every later call gives the same error.
    pub fn step(&mut self, lines: usize) -> Result<Progress, SwfError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        for _ in 0..lines {
            if self.done {
                break;
            }
            if let Err(error) = self.read_line() {
                self.failed = Some(error.clone());
                return Err(error);
            }
        }
        Ok(Progress {
            bytes_read: self.lines.input().position(),
            bytes_total: self.lines.input().len(),
            jobs: self.log.jobs.len(),
            done: self.done,
        })
    }

    /// Reads what is left and hands out the log.
    ///
    /// # Errors
    /// As [`SwfReader::step`]; a log without any job is one too.
    pub fn finish(mut self) -> Result<SwfLog, SwfError> {
        while !self.step(usize::MAX)?.done {}
        if !self.log.jobs.is_empty() {
            return Ok(self.log);
        }
        match self.log.problems.kept.into_iter().next() {
            Some(first) => Err(SwfError::NotALog { line: first.line, what: first.what }),
            None => Err(SwfError::NoJobs),
        }
    }

    fn read_line(&mut self) -> Result<(), SwfError> {
        let so_far = self.lines.count();
        let (number, line) = match self.lines.next().map_err(|why| SwfError::Input { line: so_far, why })? {
            Next::Line(number, line) => (number, line.trim_ascii()),
            Next::LongLine(line) => {
                return Err(SwfError::NotALog { line, what: format!("longer than {LINE_BYTES_MAX} bytes") });
            }
            Next::End => {
                self.done = true;
                return Ok(());
            }
        };
        match line {
            [] => return Ok(()),
            [b';', header @ ..] => {
                self.log.header.read(header);
                return Ok(());
            }
            _ if line.contains(&0) => {
                return Err(SwfError::NotALog { line: number, what: "a zero byte; a log is text".to_string() });
            }
            _ => {}
        }
        match JobLine::parse(line) {
            Ok(_) if self.log.jobs.len() == bounds::REQUESTS.max as usize => Err(SwfError::TooManyJobs),
            Ok(job) => {
                job.push_to(&mut self.log, number);
                Ok(())
            }
            Err(Refusal::Part(what)) => {
                self.log.problems.add(number, || what);
                Ok(())
            }
            Err(Refusal::NeverRan) => {
                self.log.notes.never_ran += 1;
                self.log
                    .problems
                    .add(number, || "it was cancelled before it started (status 5, no run time, no processors)".to_string());
                Ok(())
            }
            Err(Refusal::Bad(what)) => {
                self.log.problems.add(number, || what);
                self.bad_lines += 1;
                self.give_up_if_hopeless()
            }
        }
    }

    /// Noise is told by one sentence, not by a problem for each of its lines.
    fn give_up_if_hopeless(&self) -> Result<(), SwfError> {
        let (bad, jobs) = (self.bad_lines, self.log.jobs.len());
        let at_start = jobs == 0 && bad >= BAD_LINES_AT_START;
        let later = bad >= BAD_LINES && bad as usize > jobs;
        match self.log.problems.kept.first() {
            Some(first) if at_start || later => {
                let what = format!("{} (and {} more bad lines)", first.what, bad - 1);
                Err(SwfError::NotALog { line: first.line, what })
            }
            _ => Ok(()),
        }
    }
}

/// Reads a whole log at once.
///
/// # Errors
/// As [`SwfReader::finish`].
pub fn read_log(bytes: Vec<u8>) -> Result<SwfLog, SwfError> {
    SwfReader::new(bytes).finish()
}
