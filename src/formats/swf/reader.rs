//! Reading a log step by step.

use super::input::Input;
use super::line::JobLine;
use super::{Problems, SwfLog};
use bookahead_engine::slots::bounds;
use std::fmt;

/// Greatest length of a line in bytes.
pub const LINE_BYTES_MAX: usize = 65_536;
/// Greatest length of a log in bytes, unpacked.
pub const INFLATED_MAX: u64 = 512 << 20;
/// Bytes read at once.
const CHUNK: usize = 65_536;
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
    /// The packed data is cut off or changed.
    BadGzip {
        /// The last whole line before the damage.
        line: u32,
    },
    /// More than [`INFLATED_MAX`] bytes of text.
    TooLong,
    /// More jobs than a workload may have.
    TooManyJobs,
}

impl fmt::Display for SwfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALog { line, what } => write!(f, "this does not look like an SWF log: line {line}: {what}"),
            Self::NoJobs => write!(f, "the log holds no job; a job is a line of 18 numbers"),
            Self::BadGzip { line } => write!(f, "the gzip data is damaged or cut off after line {line}"),
            Self::TooLong => write!(f, "the log is longer than {} MiB of text", INFLATED_MAX >> 20),
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
    input: Input,
    /// Text that was unpacked; `next ..` is not looked at yet.
    buffer: Vec<u8>,
    next: usize,
    inflated: u64,
    lines: u32,
    log: SwfLog,
    done: bool,
    failed: Option<SwfError>,
}

impl SwfReader {
    /// Starts reading the bytes of a file, plain or gzip.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self {
            input: Input::new(bytes),
            buffer: Vec::new(),
            next: 0,
            inflated: 0,
            lines: 0,
            log: SwfLog::default(),
            done: false,
            failed: None,
        }
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
            bytes_read: self.input.position(),
            bytes_total: self.input.len(),
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
        let mut searched = self.next;
        loop {
            if let Some(at) = self.buffer[searched..].iter().position(|&byte| byte == b'\n') {
                let line = self.next..searched + at;
                self.next = line.end + 1;
                return self.take_line(line);
            }
            if self.buffer.len() - self.next > LINE_BYTES_MAX {
                let what = format!("longer than {LINE_BYTES_MAX} bytes");
                return Err(SwfError::NotALog { line: self.lines + 1, what });
            }
            self.buffer.drain(..self.next);
            self.next = 0;
            searched = self.buffer.len();
            if !self.fill()? {
                self.done = true;
                // The last line may lack its end; an empty rest is no line.
                return if self.buffer.is_empty() { Ok(()) } else { self.take_line(0..self.buffer.len()) };
            }
        }
    }

    /// Unpacks another chunk; false at the end of the file.
    fn fill(&mut self) -> Result<bool, SwfError> {
        let from = self.buffer.len();
        self.buffer.resize(from + CHUNK, 0);
        let read = self.input.read(&mut self.buffer[from..]).ok_or(SwfError::BadGzip { line: self.lines })?;
        self.buffer.truncate(from + read);
        self.inflated += read as u64;
        if self.inflated > INFLATED_MAX { Err(SwfError::TooLong) } else { Ok(read > 0) }
    }

    fn take_line(&mut self, range: std::ops::Range<usize>) -> Result<(), SwfError> {
        self.lines = self.lines.saturating_add(1);
        let mut line = self.buffer[range].trim_ascii();
        if self.lines == 1 {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        match line {
            [] => return Ok(()),
            [b';', header @ ..] => {
                self.log.header.read(header);
                return Ok(());
            }
            _ if line.contains(&0) => {
                return Err(SwfError::NotALog { line: self.lines, what: "a zero byte; a log is text".to_string() });
            }
            _ => {}
        }
        match JobLine::parse(line) {
            Ok(_) if self.log.jobs.len() == bounds::REQUESTS.max as usize => Err(SwfError::TooManyJobs),
            Ok(job) => {
                job.push_to(&mut self.log.jobs, self.lines);
                Ok(())
            }
            Err(what) => {
                self.log.problems.add(self.lines, || what);
                self.give_up_if_hopeless()
            }
        }
    }

    /// Noise is told by one sentence, not by a problem for each of its lines.
    fn give_up_if_hopeless(&self) -> Result<(), SwfError> {
        let Problems { kept, total } = &self.log.problems;
        let at_start = self.log.jobs.is_empty() && *total >= BAD_LINES_AT_START;
        let later = *total >= BAD_LINES && *total as usize > self.log.jobs.len();
        match kept.first() {
            Some(first) if at_start || later => {
                let what = format!("{} (and {} more bad lines)", first.what, total - 1);
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
