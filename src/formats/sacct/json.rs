//! What `sacct --json` prints: a document with a list of jobs. Its data parsers differ from version to version in what is a number or text and what an object
//! or a list; both are read. Times are seconds since 1970, limits are minutes. Each job becomes the fields of a line, which are then checked like any other.

use crate::json_lines::{LineCounter, read_part};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// Most bytes of a document: it is read as a whole.
const BYTES_MAX: usize = 256 << 20;
/// Bytes that are looked at to find out what a file is.
const LOOK: usize = 4_096;
/// The fields that a job becomes.
pub(crate) const COLUMNS: &str = "JobID|Submit|Start|End|Elapsed|Timelimit|State|NodeList|Partition|AllocNodes|NCPUS";

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    jobs: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Job {
    job_id: u32,
    #[serde(default)]
    array: Array,
    #[serde(default)]
    het: Heterogeneous,
    time: Times,
    #[serde(default)]
    state: State,
    nodes: Option<String>,
    partition: Option<String>,
    allocation_nodes: Option<Number>,
    #[serde(default)]
    tres: Tres,
    #[serde(default)]
    steps: Vec<IgnoredAny>,
}

#[derive(Default, Deserialize)]
struct Array {
    job_id: Option<Number>,
    task_id: Option<Number>,
}

#[derive(Default, Deserialize)]
struct Heterogeneous {
    job_id: Option<Number>,
    job_offset: Option<Number>,
}

#[derive(Deserialize)]
struct Times {
    submission: Option<Number>,
    start: Option<Number>,
    end: Option<Number>,
    elapsed: Option<Number>,
    limit: Option<Number>,
}

#[derive(Default, Deserialize)]
struct State {
    current: Option<Words>,
}

#[derive(Default, Deserialize)]
struct Tres {
    #[serde(default)]
    allocated: Vec<Resource>,
    #[serde(default)]
    requested: Vec<Resource>,
}

#[derive(Deserialize)]
struct Resource {
    #[serde(rename = "type")]
    kind: String,
    count: Option<Number>,
}

/// A number, or one that may be missing or without a limit.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
pub(crate) enum Number {
    Plain(i64),
    Marked { set: bool, infinite: Option<bool>, number: Option<i64> },
}

impl Number {
    /// The number, if it is told and has a limit.
    pub fn value(self) -> Option<i64> {
        match self {
            Self::Plain(number) => Some(number),
            Self::Marked { set, infinite, number } => number.filter(|_| set && infinite != Some(true)),
        }
    }
}

/// Words, one or several.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Words {
    One(String),
    Several(Vec<String>),
}

impl Words {
    /// All of them, with blanks between.
    pub fn joined(self) -> String {
        match self {
            Self::One(word) => word,
            Self::Several(words) => words.join(" "),
        }
    }
}

/// Whether the bytes of a file look like what `sacct --json` prints: by names of a job's fields near its beginning.
pub(crate) fn looks_like_json(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOK)]);
    let head = head.trim_start_matches('\u{feff}').trim_start();
    head.starts_with('{') && head.contains("\"job_id\"") && head.contains("\"allocation_nodes\"")
}

/// A job of a document: the line on which it begins, and its fields in the order of [`COLUMNS`] with the number of its steps, or why it has none, in words.
pub(crate) type JobFields = (u32, Result<([String; 11], u32), String>);

/// The jobs of a document.
///
/// # Errors
/// No such document, or too long a one, in words.
pub(crate) fn jobs_of(bytes: &[u8]) -> Result<Vec<JobFields>, String> {
    if bytes.len() > BYTES_MAX {
        return Err(format!("it is longer than {} MiB", BYTES_MAX >> 20));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_string())?.trim_start_matches('\u{feff}');
    let document: Document = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut lines = LineCounter::new(text);
    Ok(document.jobs.into_iter().map(|raw| (lines.of(raw.get()), fields_of(raw.get()))).collect())
}

/// A job in the order of [`COLUMNS`], and how many steps it has.
///
/// # Errors
/// It has no number or no times, or something in it is of another kind, in words.
pub(crate) fn fields_of(raw: &str) -> Result<([String; 11], u32), String> {
    let job: Job = read_part(raw)?;
    let value = |number: Option<Number>| number.and_then(Number::value);
    let or_empty = |number: Option<i64>| number.map_or_else(String::new, |number| number.to_string());
    // A moment that has not come is 0.
    let moment = |number: Option<Number>| or_empty(value(number).filter(|&seconds| seconds != 0));
    let is_told = |number: &i64| *number > 0;
    let id = match (value(job.het.job_id).filter(is_told), value(job.array.job_id).filter(is_told)) {
        (Some(whole), _) => format!("{whole}+{}", value(job.het.job_offset).unwrap_or(0)),
        (None, Some(array)) => format!("{array}_{}", value(job.array.task_id).unwrap_or(0)),
        (None, None) => job.job_id.to_string(),
    };
    let state = job.state.current.map(Words::joined).unwrap_or_default();
    let count_in = |list: &[Resource], kind: &str| {
        list.iter().find(|resource| resource.kind == kind).and_then(|found| value(found.count)).filter(is_told)
    };
    // A job that waits has got nothing yet.
    let resources = |kind: &str| count_in(&job.tres.allocated, kind).or_else(|| count_in(&job.tres.requested, kind));
    let fields = [
        id,
        moment(job.time.submission),
        moment(job.time.start),
        moment(job.time.end),
        or_empty(value(job.time.elapsed)),
        or_empty(value(job.time.limit)),
        state,
        job.nodes.unwrap_or_default(),
        job.partition.unwrap_or_default(),
        or_empty(value(job.allocation_nodes).filter(is_told).or_else(|| resources("node"))),
        or_empty(resources("cpu")),
    ];
    Ok((fields, job.steps.len() as u32))
}
