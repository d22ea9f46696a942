//! Reading accounting data line by line.

use super::line::{Header, count, job_number, length, moment};
use crate::swf::{Input, InputError, LINE_BYTES_MAX, Lines, Next, Progress, SwfLog};
use bookahead_engine::core::bounds::REQUESTS;
use std::fmt;

/// How the data is best printed.
const COMMAND: &str = "sacct --parsable2 --format=JobID,User,Submit,Start,End,Timelimit,AllocNodes,NCPUS,State";
/// Bytes that are looked at to find out what a file is.
const LOOK: usize = 65_536;

/// Accounting data as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SacctLog {
    /// The jobs and the lines that were refused. What is counted is nodes or processors, see `counts_nodes`.
    pub log: SwfLog,
    /// Whether jobs are counted in nodes, not in processors.
    pub counts_nodes: bool,
    /// Steps of jobs that were dropped.
    pub steps: u32,
}

/// Why accounting data cannot be read at all. `Display` gives one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SacctError {
    /// The first line does not name the columns.
    NoHeader,
    /// The columns are separated by something else.
    OtherDelimiter {
        /// By what.
        found: char,
    },
    /// A column is not there.
    MissingColumn {
        /// Which, in words.
        what: String,
    },
    /// No line is a job that ran.
    NoJobs {
        /// Why the first one is not.
        first: Option<String>,
    },
    /// No text.
    NotText {
        /// The line that shows it.
        line: u32,
        /// What is wrong there.
        what: String,
    },
    /// The text ends early: the packed data is damaged, or there is too much.
    Input(InputError),
    /// More jobs than a workload may have.
    TooManyJobs,
}

impl fmt::Display for SacctError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeader => write!(f, "line 1 does not name the columns; print them without --noheader: {COMMAND}"),
            Self::OtherDelimiter { found } => {
                write!(f, "line 1: the columns are separated by {found:?}, not by '|'; print them without --delimiter: {COMMAND}")
            }
            Self::MissingColumn { what } => write!(f, "line 1: {what}; print it: {COMMAND}"),
            Self::NoJobs { first: Some(first) } => {
                write!(f, "no line is a job that ran; the first line that was left out: {first}")
            }
            Self::NoJobs { first: None } => write!(f, "there is no job in it"),
            Self::NotText { line, what } => write!(f, "the file is no text: line {line}: {what}"),
            Self::Input(why) => why.fmt(f),
            Self::TooManyJobs => write!(f, "there are more than {} jobs, the most a workload may have", REQUESTS.max),
        }
    }
}

impl std::error::Error for SacctError {}

/// Whether the bytes of a file look like accounting data and not like an SWF log: the first line has a `|`, or names a job's number.
pub fn looks_like_sacct(bytes: &[u8]) -> bool {
    let mut input = Input::new(bytes[..bytes.len().min(LOOK)].to_vec());
    let mut text = vec![0; LOOK];
    let read = input.read(&mut text).unwrap_or(0);
    let text = String::from_utf8_lossy(&text[..read]);
    let first = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    !first.trim_start().starts_with(';') && (first.contains('|') || first.to_ascii_lowercase().contains("jobid"))
}

/// Accounting data that is being read.
#[derive(Debug)]
pub struct SacctReader {
    lines: Lines,
    prefers_processors: bool,
    header: Option<Header>,
    read: SacctLog,
    is_done: bool,
}

impl SacctReader {
    /// Starts reading the bytes of a file, plain or gzip. With `prefers_processors`, processors are counted where both are there.
    pub fn new(bytes: Vec<u8>, prefers_processors: bool) -> Self {
        Self { lines: Lines::new(bytes), prefers_processors, header: None, read: SacctLog::default(), is_done: false }
    }

    /// Reads up to `lines` further lines.
    ///
    /// # Errors
    /// No header, another delimiter, a missing column, damage, a limit.
    pub fn step(&mut self, lines: usize) -> Result<Progress, SacctError> {
        for _ in 0..lines {
            let Some((number, line)) = next_line(&mut self.lines)? else {
                self.is_done = true;
                break;
            };
            let Some(header) = &self.header else {
                let (header, counts_nodes) = header_of(&line, self.prefers_processors)?;
                (self.header, self.read.counts_nodes) = (Some(header), counts_nodes);
                continue;
            };
            match self.read.take(header, &line, number) {
                Ok(()) if self.read.log.jobs.len() > REQUESTS.max as usize => return Err(SacctError::TooManyJobs),
                Ok(()) => {}
                Err(what) => self.read.log.problems.add(number, || what),
            }
        }
        let input = self.lines.input();
        let (bytes_read, bytes_total) = (input.position(), input.len());
        Ok(Progress { bytes_read, bytes_total, jobs: self.read.log.jobs.len(), done: self.is_done })
    }

    /// Reads what is left and hands out the log.
    ///
    /// # Errors
    /// As [`SacctReader::step`]; data without any job that ran is one too.
    pub fn finish(mut self) -> Result<SacctLog, SacctError> {
        while !self.step(usize::MAX)?.done {}
        if self.read.log.jobs.is_empty() {
            let first = self.read.log.problems.kept.first().map(|problem| format!("line {}: {}", problem.line, problem.what));
            return Err(SacctError::NoJobs { first });
        }
        Ok(self.read)
    }
}

/// Reads accounting data at once.
///
/// # Errors
/// As [`SacctReader::finish`].
pub fn read_sacct(bytes: Vec<u8>, prefers_processors: bool) -> Result<SacctLog, SacctError> {
    SacctReader::new(bytes, prefers_processors).finish()
}

/// The next line that is not empty, with its number; `None` at the end.
fn next_line(lines: &mut Lines) -> Result<Option<(u32, String)>, SacctError> {
    loop {
        match lines.next().map_err(SacctError::Input)? {
            Next::End => return Ok(None),
            Next::LongLine(line) => {
                return Err(SacctError::NotText { line, what: format!("longer than {LINE_BYTES_MAX} bytes") });
            }
            Next::Line(line, text) if text.contains(&0) => {
                return Err(SacctError::NotText { line, what: "a zero byte".to_string() });
            }
            Next::Line(_, text) if text.trim_ascii().is_empty() => {}
            // Names of jobs may be in any encoding; no column that counts has any but ASCII.
            Next::Line(line, text) => return Ok(Some((line, String::from_utf8_lossy(text.trim_ascii_end()).into_owned()))),
        }
    }
}

fn header_of(line: &str, prefers_processors: bool) -> Result<(Header, bool), SacctError> {
    let names = line.to_ascii_lowercase();
    if !names.contains("jobid") {
        return Err(SacctError::NoHeader);
    }
    if !line.contains('|') {
        let found = line.trim().chars().find(|c| !c.is_ascii_alphanumeric());
        return Err(found.map_or(SacctError::NoHeader, |found| SacctError::OtherDelimiter { found }));
    }
    Header::parse(line, prefers_processors).map_err(|what| SacctError::MissingColumn { what })
}

impl SacctLog {
    /// Takes in a line.
    ///
    /// # Errors
    /// Why it is no job that ran, in words.
    fn take(&mut self, header: &Header, line: &str, number: u32) -> Result<(), String> {
        let mut fields: Vec<&str> = line.split('|').map(str::trim).collect();
        if fields.len() == header.columns + 1 && fields.last() == Some(&"") {
            fields.pop();
        }
        if fields.len() != header.columns {
            return Err(format!("{} fields; line 1 names {} columns", fields.len(), header.columns));
        }
        let bad = |name: &str, at: usize, needed: &str| {
            let shown: String = fields[at].chars().take(30).collect();
            format!("{name} is {shown:?}; must be {needed}")
        };
        let Some(job) = job_number(fields[header.id]).map_err(|()| bad("JobID", header.id, "a number such as 123 or 123_4"))?
        else {
            self.steps = self.steps.saturating_add(1);
            return Ok(());
        };
        let time = "a time such as 2024-03-01T12:00:00";
        let at = |name: &str, column: usize| moment(fields[column]).map_err(|()| bad(name, column, time));
        let submit = at("Submit", header.submit)?.ok_or("it has no time of submission")?;
        let start = at("Start", header.start)?.ok_or("it never started")?;
        let end = header.end.map_or(Ok(None), |column| at("End", column))?;
        let duration = "a length of time such as 1-12:00:00";
        let elapsed = match (end, header.elapsed) {
            (Some(end), _) => end - start,
            // A job that still runs has no end, and has not run for as long as it will.
            (None, Some(column)) if header.end.is_none() => {
                length(fields[column], 1).map_err(|()| bad("Elapsed", column, duration))?.ok_or("it has not ended")?
            }
            _ => return Err("it has not ended".to_string()),
        };
        if elapsed < 0 {
            return Err("it ends before it starts".to_string());
        }
        if submit < 0 {
            return Err(bad("Submit", header.submit, "a time from 1970 on"));
        }
        let limit = match header.limit {
            Some(column) => length(fields[column], 60).map_err(|()| bad("Timelimit", column, duration))?,
            None => None,
        };
        let mut nodes = 0;
        for &column in &header.counts {
            nodes = count(fields[column]).map_err(|()| bad("the number of nodes", column, "a whole number"))?;
            if nodes > 0 {
                break;
            }
        }
        if nodes == 0 {
            return Err("it had no nodes".to_string());
        }
        let jobs = &mut self.log.jobs;
        jobs.line.push(number);
        jobs.number.push(job);
        jobs.submit.push(submit as f64);
        // A job that was put back into the queue may have started before its last submission.
        jobs.wait.push(if start >= submit { (start - submit) as f64 } else { -1.0 });
        jobs.run.push(elapsed as f64);
        jobs.allocated.push(nodes);
        jobs.requested.push(nodes);
        jobs.requested_time.push(limit.map_or(-1.0, |limit| limit as f64));
        Ok(())
    }
}
