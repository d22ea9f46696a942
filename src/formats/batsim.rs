//! Workloads of Batsim, a simulator of batch systems: JSON with jobs (`subtime`, `walltime`, `res`, `profile`) and the profiles of what they run. Jobs of
//! ElastiSim (`submit_time`, `num_nodes`, `application_model`) are read too, if their number of nodes is fixed.
//!
//! How long a job runs is known where its profile is a delay, or a sequence of delays. Profiles that compute and send data run as long as Batsim simulates
//! them: such a job's run time is unknown here, and its walltime counts. A job that would run longer than its walltime is stopped there, as Batsim does.

use crate::json_lines::{LineCounter, read_part};
use crate::swf::{JOB_NUMBER_MAX, PROCESSORS_MAX, Problems, SwfHeader, SwfLog, TIME_SECONDS_MAX};
use bookahead_engine::core::bounds::REQUESTS;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;

/// Most bytes of a file.
pub const BYTES_MAX: usize = 64 << 20;
/// Bytes that are looked at to find out what a file is.
const LOOK: usize = 4_096;
/// Profiles within profiles, at most.
const DEPTH_MAX: u32 = 64;

/// Why a workload cannot be read at all. `Display` gives one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatsimError {
    /// The file is longer than [`BYTES_MAX`].
    TooLong,
    /// No UTF-8 text.
    NotText,
    /// No JSON, or something in it is of another kind; where and what.
    Json(String),
    /// More jobs than a workload may have.
    TooManyJobs,
    /// No job that can be used; why the first one is not.
    NoJobs(Option<String>),
}

impl fmt::Display for BatsimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the file is longer than {} MiB", BYTES_MAX >> 20),
            Self::NotText => write!(f, "the file is not UTF-8 text"),
            Self::Json(what) => f.write_str(what),
            Self::TooManyJobs => write!(f, "the workload has more than {} jobs, the most a workload may have", REQUESTS.max),
            Self::NoJobs(None) => write!(f, "there is no job in it"),
            Self::NoJobs(Some(first)) => write!(f, "no job can be used; the first: {first}"),
        }
    }
}

impl std::error::Error for BatsimError {}

#[derive(Deserialize)]
struct File<'a> {
    /// Hosts of the machine.
    nb_res: Option<u32>,
    #[serde(borrow)]
    jobs: Vec<&'a RawValue>,
    #[serde(default)]
    profiles: BTreeMap<String, Profile>,
}

#[derive(Deserialize)]
struct Job {
    #[serde(default)]
    id: Value,
    #[serde(alias = "submit_time")]
    subtime: f64,
    walltime: Option<f64>,
    #[serde(alias = "num_nodes")]
    res: Option<i64>,
    /// ElastiSim's jobs have models of applications instead.
    profile: Option<String>,
}

/// What is of use of a profile: versions of Batsim name the kinds differently, so that the fields decide.
#[derive(Deserialize)]
struct Profile {
    delay: Option<f64>,
    #[serde(default)]
    seq: Vec<String>,
    repeat: Option<f64>,
    /// `repeat` in older files.
    nb: Option<f64>,
}

/// Whether a file is a workload of Batsim or ElastiSim, by its first 4,096 bytes and its names of jobs' fields.
pub fn looks_like_batsim(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOK)]);
    let head = head.trim_start_matches('\u{feff}').trim_start();
    head.starts_with('{') && ["\"nb_res\"", "\"subtime\"", "\"application_model\""].iter().any(|name| head.contains(name))
}

/// Reads a workload. What is counted is `res`; jobs that were refused are told by the line on which they begin, and jobs whose `id` is no number have their
/// place in the file for one, from 1.
///
/// # Errors
/// No such file, too large a one, or no job that can be used.
pub fn read_batsim(bytes: &[u8]) -> Result<SwfLog, BatsimError> {
    if bytes.len() > BYTES_MAX {
        return Err(BatsimError::TooLong);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| BatsimError::NotText)?.trim_start_matches('\u{feff}');
    let mut json = serde_json::Deserializer::from_str(text);
    let file: File = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let place = error.path().to_string();
        let place = if place == "." { String::new() } else { format!("{place}: ") };
        BatsimError::Json(format!("{place}{}", error.inner()))
    })?;
    if file.jobs.len() > REQUESTS.max as usize {
        return Err(BatsimError::TooManyJobs);
    }
    let header = SwfHeader { max_procs: file.nb_res.filter(|&hosts| hosts > 0), ..SwfHeader::default() };
    let mut log = SwfLog { header, ..SwfLog::default() };
    let mut lines = LineCounter::new(text);
    let mut run_times = RunTimes { profiles: &file.profiles, known: BTreeMap::new() };
    for (place, raw) in (1..).zip(&file.jobs) {
        let line = lines.of(raw.get());
        if let Err(what) = take(&mut log, raw.get(), &mut run_times, place, line) {
            log.problems.add(line, || what);
        }
    }
    if log.jobs.is_empty() {
        let Problems { kept, .. } = &log.problems;
        return Err(BatsimError::NoJobs(kept.first().map(|first| format!("line {}: {}", first.line, first.what))));
    }
    Ok(log)
}

/// Takes in a job.
///
/// # Errors
/// Why it cannot be used, in words.
fn take(log: &mut SwfLog, raw: &str, run_times: &mut RunTimes, place: u32, line: u32) -> Result<(), String> {
    let job: Job = read_part(raw)?;
    let within = |name: &str, seconds: f64| {
        let is_allowed = (0.0..=TIME_SECONDS_MAX).contains(&seconds);
        if is_allowed { Ok(seconds) } else { Err(format!("{name} is {seconds}; must be from 0 to {TIME_SECONDS_MAX} seconds")) }
    };
    let submit = within("subtime", job.subtime)?;
    // Without a walltime, and with −1, a job may run as long as it likes.
    let walltime = job.walltime.filter(|&walltime| walltime != -1.0).map(|walltime| within("walltime", walltime)).transpose()?;
    let res = job.res.ok_or("it has no fixed number of hosts: neither res nor num_nodes")?;
    if !(1..=i64::from(PROCESSORS_MAX)).contains(&res) {
        return Err(format!("res is {res}; must be from 1 to {PROCESSORS_MAX} hosts"));
    }
    let run = match &job.profile {
        Some(profile) => run_times.of(profile, 0)?.map(|seconds| within("the delay of its profile", seconds)).transpose()?,
        None => None,
    };
    if run.is_none() && walltime.is_none() {
        let what = job.profile.as_deref().map_or_else(|| "it".to_string(), |profile| format!("profile {:?}", shown(profile)));
        return Err(format!("{what} does not tell how long it runs, and it has no walltime"));
    }
    let number = match &job.id {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    let number = number.and_then(|number| u32::try_from(number).ok()).filter(|&number| number <= JOB_NUMBER_MAX);
    log.notes.renumbered += u32::from(number.is_none());
    log.notes.without_run_time += u32::from(run.is_none());
    log.add_partition("");
    let jobs = &mut log.jobs;
    jobs.line.push(line);
    jobs.number.push(number.unwrap_or(place));
    jobs.submit.push(submit);
    jobs.wait.push(-1.0);
    jobs.run.push(run.map_or(-1.0, |run| walltime.map_or(run, |walltime| run.min(walltime))));
    jobs.allocated.push(res as i32);
    jobs.requested.push(res as i32);
    jobs.requested_time.push(walltime.unwrap_or(-1.0));
    Ok(())
}

fn shown(name: &str) -> String {
    name.chars().take(30).collect()
}

/// How long profiles run, each found once.
struct RunTimes<'a> {
    profiles: &'a BTreeMap<String, Profile>,
    known: BTreeMap<&'a str, RunTime>,
}

/// Seconds that a profile runs, `None` where that has to be simulated; or why it cannot be told, in words.
type RunTime = Result<Option<f64>, String>;

impl<'a> RunTimes<'a> {
    fn of(&mut self, name: &str, depth: u32) -> RunTime {
        let Some((name, profile)) = self.profiles.get_key_value(name) else {
            return Err(format!("there is no profile {:?}", shown(name)));
        };
        if let Some(known) = self.known.get(name.as_str()) {
            return known.clone();
        }
        let contains_itself =
            format!("profile {:?} contains itself, or more than {DEPTH_MAX} profiles within each other", shown(name));
        if depth > DEPTH_MAX {
            return Err(contains_itself);
        }
        // What is asked for again before it is known contains itself.
        self.known.insert(name, Err(contains_itself));
        let found = self.sum(profile, depth);
        self.known.insert(name, found.clone());
        found
    }

    fn sum(&mut self, profile: &'a Profile, depth: u32) -> RunTime {
        if profile.delay.is_some() || profile.seq.is_empty() {
            return Ok(profile.delay);
        }
        let mut once = Some(0.0);
        for part in &profile.seq {
            let seconds = self.of(part, depth + 1)?;
            once = once.zip(seconds).map(|(sum, seconds)| sum + seconds);
        }
        Ok(once.map(|once| once * profile.repeat.or(profile.nb).unwrap_or(1.0)))
    }
}
