//! Reading accounting data line by line.

use super::json;
use super::line::{Header, Moment, count, delimiter, job_number, length, listed_count, moment};
use crate::swf::{Input, InputError, LINE_BYTES_MAX, Lines, Next, Progress, SwfLog};
use bookahead_engine::core::bounds::REQUESTS;
use std::collections::BTreeMap;
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
    /// A JSON document that cannot be read; why, in words.
    Json(String),
    /// More jobs than a workload may have.
    TooManyJobs,
}

impl fmt::Display for SacctError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeader => write!(f, "line 1 does not name the columns; print them without --noheader: {COMMAND}"),
            Self::OtherDelimiter { found } => {
                write!(
                    f,
                    "line 1: the columns are separated by {found:?}, which their content may hold, too; print them so: {COMMAND}"
                )
            }
            Self::MissingColumn { what } => write!(f, "line 1: {what}; print it: {COMMAND}"),
            Self::NoJobs { first: Some(first) } => {
                write!(f, "no line is a job that ran; the first line that was left out: {first}")
            }
            Self::NoJobs { first: None } => write!(f, "there is no job in it"),
            Self::NotText { line, what } => write!(f, "the file is no text: line {line}: {what}"),
            Self::Input(why) => why.fmt(f),
            Self::Json(what) => write!(f, "this begins like what sacct --json prints, but {what}"),
            Self::TooManyJobs => write!(f, "there are more than {} jobs, the most a workload may have", REQUESTS.max),
        }
    }
}

impl std::error::Error for SacctError {}

/// Whether the bytes of a file look like accounting data and not like an SWF log: the first line has a `|`, or names a job's number; or it is the document
/// of `sacct --json`.
pub fn looks_like_sacct(bytes: &[u8]) -> bool {
    if json::looks_like_json(bytes) {
        return true;
    }
    let mut input = Input::new(bytes[..bytes.len().min(LOOK)].to_vec());
    let mut text = vec![0; LOOK];
    let read = input.read(&mut text).unwrap_or(0);
    let text = String::from_utf8_lossy(&text[..read]);
    let first = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    // A file that is no text may have a bar by chance.
    let is_text = !first.chars().any(|c| c.is_control() && c != '\t');
    is_text && !first.trim_start().starts_with(';') && (first.contains('|') || first.to_ascii_lowercase().contains("jobid"))
}

/// Accounting data that is being read.
#[derive(Debug)]
pub struct SacctReader {
    lines: Lines,
    /// A JSON document, which is read at once.
    document: Option<Vec<u8>>,
    prefers_processors: bool,
    /// The header that counts for the lines that follow; `None` before the first.
    header: Option<Result<Header, String>>,
    read: SacctLog,
    /// Whether the times of the first job told a zone.
    has_zone: Option<bool>,
    /// Where the first part of a heterogeneous job is, by its number and its submission.
    parts: BTreeMap<(u32, i64), usize>,
    is_done: bool,
}

impl SacctReader {
    /// Starts reading the bytes of a file, plain or gzip. With `prefers_processors`, processors are counted where both are there.
    pub fn new(bytes: Vec<u8>, prefers_processors: bool) -> Self {
        let (lines, document) = if json::looks_like_json(&bytes) { (Vec::new(), Some(bytes)) } else { (bytes, None) };
        Self {
            lines: Lines::new(lines),
            document,
            prefers_processors,
            header: None,
            read: SacctLog::default(),
            has_zone: None,
            parts: BTreeMap::new(),
            is_done: false,
        }
    }

    /// Reads up to `lines` further lines.
    ///
    /// # Errors
    /// No header, a delimiter that cannot be used, a missing column, damage, a limit.
    pub fn step(&mut self, lines: usize) -> Result<Progress, SacctError> {
        if let Some(document) = self.document.take() {
            self.take_json(&document)?;
            self.is_done = true;
            let bytes = document.len();
            return Ok(Progress { bytes_read: bytes, bytes_total: bytes, jobs: self.read.log.jobs.len(), done: true });
        }
        for _ in 0..lines {
            let Some((number, line)) = next_line(&mut self.lines)? else {
                self.is_done = true;
                break;
            };
            if self.header.is_none() {
                let header = header_of(&line, self.prefers_processors)?;
                self.read.counts_nodes = header.counts_nodes;
                self.header = Some(Ok(header));
            } else if names_columns(&line) {
                self.header = Some(self.next_header(&line).inspect_err(|what| self.read.log.problems.add(number, || what.clone())));
            } else {
                let header = self.header.take();
                let taken = match &header {
                    Some(Ok(header)) => header.fields(&line).and_then(|fields| self.take(header, &fields, number)),
                    _ => Err("the header above it cannot be used".to_string()),
                };
                self.header = header;
                if let Err(what) = taken {
                    self.read.log.problems.add(number, || what);
                }
                self.check_count()?;
            }
        }
        let input = self.lines.input();
        let (bytes_read, bytes_total) = (input.position(), input.len());
        Ok(Progress { bytes_read, bytes_total, jobs: self.read.log.jobs.len(), done: self.is_done })
    }

    /// Reads a JSON document. Jobs that are refused are told by the line on which they begin.
    ///
    /// # Errors
    /// No such document, too many jobs.
    fn take_json(&mut self, bytes: &[u8]) -> Result<(), SacctError> {
        let header =
            Header::parse(json::COLUMNS, "|", self.prefers_processors).map_err(|what| SacctError::MissingColumn { what })?;
        self.read.counts_nodes = header.counts_nodes;
        for (line, job) in json::jobs_of(bytes).map_err(SacctError::Json)? {
            let taken = job.and_then(|(fields, steps)| {
                self.read.steps = self.read.steps.saturating_add(steps);
                self.take(&header, &fields.each_ref().map(String::as_str), line)
            });
            if let Err(what) = taken {
                self.read.log.problems.add(line, || what);
            }
            self.check_count()?;
        }
        Ok(())
    }

    /// # Errors
    /// More jobs than a workload may have.
    fn check_count(&self) -> Result<(), SacctError> {
        if self.read.log.jobs.len() > REQUESTS.max as usize { Err(SacctError::TooManyJobs) } else { Ok(()) }
    }

    /// A further header inside a file that was put together of several.
    ///
    /// # Errors
    /// It cannot be used, in words.
    fn next_header(&self, line: &str) -> Result<Header, String> {
        let header = header_of(line, self.prefers_processors).map_err(|error| format!("a header that cannot be used: {error}"))?;
        if header.counts_nodes == self.read.counts_nodes {
            return Ok(header);
        }
        let named = |nodes| if nodes { "nodes" } else { "processors" };
        let (found, first) = (named(header.counts_nodes), named(self.read.counts_nodes));
        Err(format!("a header that cannot be used: it counts {found}, the first one counts {first}"))
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
        self.read.log.count_from_first_submission();
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

fn header_of(line: &str, prefers_processors: bool) -> Result<Header, SacctError> {
    if !line.to_ascii_lowercase().contains("jobid") {
        return Err(SacctError::NoHeader);
    }
    let delimiter = delimiter(line).ok_or(SacctError::NoHeader)?;
    // Blanks are columns of a fixed width, cut where a name is longer; the others stand in times and numbers of jobs.
    if let Some(found) = delimiter.chars().find(|c| *c == ' ' || "-:.+[]%".contains(*c)) {
        return Err(SacctError::OtherDelimiter { found });
    }
    Header::parse(line, &delimiter, prefers_processors).map_err(|what| SacctError::MissingColumn { what })
}

/// Whether a line inside a file names columns, and is no job.
fn names_columns(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["jobid", "submit", "start"].iter().all(|name| line.contains(name))
        && !line.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// A job that was cancelled while it waited. Old versions of Slurm print the time of cancelling as its start and its end.
fn never_ran(header: &Header, fields: &[&str], elapsed: i64) -> bool {
    let is = |column: Option<usize>, test: fn(&str) -> bool| column.is_some_and(|column| test(fields[column]));
    let is_completed = is(header.state, |state| state.eq_ignore_ascii_case("COMPLETED"));
    elapsed == 0
        && (is(header.state, |state| state.to_ascii_uppercase().starts_with("CANCELLED"))
            || is(header.node_list, |list| list.eq_ignore_ascii_case("None assigned"))
            || (!is_completed && is(header.allocated_tres, str::is_empty)))
}

impl SacctReader {
    /// Takes in the fields of a job that stands on a line.
    ///
    /// # Errors
    /// Why it is no job that ran, in words.
    fn take(&mut self, header: &Header, fields: &[&str], number: u32) -> Result<(), String> {
        let bad = |name: &str, at: usize, needed: &str| {
            let shown: String = fields[at].chars().take(30).collect();
            format!("{name} is {shown:?}; must be {needed}")
        };
        let found = job_number(fields[header.id]).map_err(|()| bad("JobID", header.id, "a number such as 123 or 123_4"))?;
        let Some((job, is_part)) = found else {
            self.read.steps = self.read.steps.saturating_add(1);
            return Ok(());
        };
        let time = "a time such as 2024-03-01T12:00:00";
        let at = |name: &str, column: usize| moment(fields[column]).map_err(|()| bad(name, column, time));
        let submit = at("Submit", header.submit)?.ok_or("it has no time of submission")?;
        let start = at("Start", header.start)?.ok_or("it never started")?;
        let end = header.end.map_or(Ok(None), |column| at("End", column))?;
        let has_zone = submit.offset.is_some();
        if [Some(start), end].into_iter().flatten().any(|moment| moment.offset.is_some() != has_zone)
            || self.has_zone.is_some_and(|first| first != has_zone)
        {
            return Err("some of the times tell a zone (or are seconds since 1970) and others do not".to_string());
        }
        if header.end.is_some() && end.is_none() {
            return Err("it has not ended".to_string());
        }
        let duration = "a length of time such as 1-12:00:00";
        let told = match header.elapsed {
            Some(column) => length(fields[column], 1).map_err(|()| bad("Elapsed", column, duration))?,
            None => None,
        };
        let by_clock = end.map(|end| end.seconds - start.seconds);
        // Where clocks change, the difference of local times is an hour off.
        let elapsed = told.or(by_clock).ok_or("it has not ended")?;
        if elapsed < 0 {
            return Err("it ends before it starts".to_string());
        }
        if submit.seconds < 0 {
            return Err(bad("Submit", header.submit, "a time from 1970 on"));
        }
        if never_ran(header, fields, elapsed) {
            self.read.log.notes.never_ran += 1;
            return Err("it was cancelled before it started, and ran for no time".to_string());
        }
        let limit = match header.limit {
            Some(column) => length(fields[column], 60).map_err(|()| bad("Timelimit", column, duration))?,
            None => None,
        };
        let mut nodes = 0;
        for counted in &header.counts {
            let word = fields[counted.column];
            let found = counted.key.map_or_else(|| count(word), |key| listed_count(word, key));
            nodes = found.map_err(|()| bad("the number of nodes", counted.column, "a whole number, or one such as 1.50K"))?;
            if nodes > 0 {
                break;
            }
        }
        if nodes == 0 {
            return Err("it had no nodes".to_string());
        }
        self.has_zone = Some(has_zone);
        // A job that was put back into the queue may have started before its last submission.
        let wait = if start.seconds >= submit.seconds { (start.seconds - submit.seconds) as f64 } else { -1.0 };
        let (run, limit) = (elapsed as f64, limit.map_or(-1.0, |limit| limit as f64));
        if is_part && self.joined((job, submit), wait, run, limit, nodes) {
            return Ok(());
        }
        let log = &mut self.read.log;
        if log.jobs.is_empty() {
            log.header.time_zone = submit.offset;
        }
        log.add_partition(header.partition.map_or("", |column| fields[column]));
        let jobs = &mut log.jobs;
        jobs.line.push(number);
        jobs.number.push(job);
        jobs.submit.push(submit.seconds as f64);
        jobs.wait.push(wait);
        jobs.run.push(run);
        jobs.allocated.push(nodes);
        jobs.requested.push(nodes);
        jobs.requested_time.push(limit);
        let is_clock_changed = by_clock.is_some_and(|by_clock| (by_clock - elapsed).abs() == HOUR);
        log.notes.clock_changes += u32::from(is_clock_changed);
        Ok(())
    }

    /// Adds a part of a heterogeneous job to the part before it: all parts start at once. Whether there is such a part.
    fn joined(&mut self, (job, submit): (u32, Moment), wait: f64, run: f64, limit: f64, nodes: i32) -> bool {
        let jobs = &mut self.read.log.jobs;
        let Some(&row) = self.parts.get(&(job, submit.seconds)) else {
            self.parts.insert((job, submit.seconds), jobs.len());
            return false;
        };
        // A part that started at another time belongs to another attempt.
        if jobs.wait[row] != wait {
            return false;
        }
        let all = jobs.allocated[row].saturating_add(nodes);
        (jobs.allocated[row], jobs.requested[row]) = (all, all);
        jobs.run[row] = jobs.run[row].max(run);
        jobs.requested_time[row] =
            if limit < 0.0 || jobs.requested_time[row] < 0.0 { -1.0 } else { jobs.requested_time[row].max(limit) };
        self.read.log.notes.joined_parts += 1;
        true
    }
}

/// By so many seconds clocks change.
const HOUR: i64 = 3_600;
