//! Jobs of accounting data that wait or run: lines and documents of `sacct`.

use super::records::{Clock, FoundJob, Records, count_of};
use crate::json_lines::read_part;
use crate::sacct::json::{COLUMNS, fields_of, jobs_of, looks_like_json};
use crate::sacct::line::{Counted, Header, Moment, count, delimiter, job_number, length, listed_count, moment};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Columns of a table of accounting data: as nodes are counted in them, and as processors are.
pub(super) struct Columns {
    header: Header,
    processors: Vec<Counted>,
}

/// Bytes of lines, and of a document, that are looked at to find out whether most jobs have ended.
const LOOK: usize = 4 << 20;
const DOCUMENT_MAX: usize = 64 << 20;

/// States of jobs that are not over.
const UNFINISHED: [&str; 8] = ["PENDING", "RUNNING", "SUSPENDED", "REQUEUED", "RESIZING", "CONFIGURING", "COMPLETING", "STOPPED"];

/// Whether a job with this state is not over.
fn is_unfinished(state: &str) -> bool {
    UNFINISHED.iter().any(|word| state.trim().to_ascii_uppercase().starts_with(word))
}

impl Columns {
    /// The columns that a line names; `None` if it names none.
    ///
    /// # Errors
    /// What is missing, in words.
    pub fn of(line: &str) -> Option<Result<Self, String>> {
        let small = line.to_ascii_lowercase();
        let names_all = ["jobid", "submit", "start"].iter().all(|name| small.contains(name));
        if !names_all || line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let delimiter = delimiter(line)?;
        let columns = Header::parse(line, &delimiter, false).and_then(|header| {
            let by_processors = Header::parse(line, &delimiter, true)?;
            let processors = if by_processors.counts_nodes { Vec::new() } else { by_processors.counts };
            Ok(Self { header, processors })
        });
        Some(columns)
    }

    /// Takes in a line.
    ///
    /// # Errors
    /// What is wrong in it, in words.
    pub fn take(&self, records: &mut Records, line: &str) -> Result<(), String> {
        let fields = self.header.fields(line)?;
        self.take_fields(records, &fields)
    }

    fn take_fields(&self, records: &mut Records, fields: &[&str]) -> Result<(), String> {
        let header = &self.header;
        let bad = |name: &str, at: usize, needed: &str| {
            let shown: String = fields[at].chars().take(30).collect();
            format!("{name} is {shown:?}; must be {needed}")
        };
        let id = fields[header.id];
        let Some((number, is_part)) = job_number(id).map_err(|()| bad("JobID", header.id, "a number such as 123 or 123_4"))? else {
            return Ok(());
        };
        let at = |name: &str, column: Option<usize>| -> Result<Option<Moment>, String> {
            column.map_or(Ok(None), |at| moment(fields[at]).map_err(|()| bad(name, at, "a time such as 2026-11-28T09:00:00")))
        };
        let long = |name: &str, column: Option<usize>, unit: i64| -> Result<Option<i64>, String> {
            column
                .map_or(Ok(None), |at| length(fields[at], unit).map_err(|()| bad(name, at, "a length of time such as 1-12:00:00")))
        };
        let text = |name: &str| header.column(name).map_or("", |at| fields[at]);
        let state = header.state.map_or("", |at| fields[at]).trim().to_ascii_uppercase();
        let start = at("Start", Some(header.start))?;
        let elapsed = long("Elapsed", header.elapsed, 1)?;
        if let (true, Some(start), Some(run)) = (state == "RUNNING", start, elapsed) {
            Clock::later(&mut records.clock.running, Some(Moment { seconds: start.seconds.saturating_add(run), ..start }));
        }
        let counted = |counts: &[Counted]| {
            let of = |counted: &Counted| {
                let word = fields[counted.column];
                counted.key.map_or_else(|| count(word), |key| listed_count(word, key)).ok()
            };
            counts.iter().filter_map(of).find(|&number| number > 0).map_or(0, |number| count_of(number.into()))
        };
        let task = id.split_once('_').map(|(_, task)| task.trim_matches(['[', ']']).to_string());
        let processors = counted(&self.processors);
        let job = FoundJob {
            // Elements of an array have no number of their own here.
            number: if task.is_some() || is_part { records.unused_number(number) } else { number },
            name: text("JobName").to_string(),
            owner: records.owner(if text("User").is_empty() { text("UID") } else { text("User") }),
            array: task.is_some().then_some(number),
            tasks: task.unwrap_or_default(),
            throttle: None,
            whole: is_part.then_some(number),
            reason: text("Reason").to_string(),
            partition: header.partition.map_or("", |at| fields[at]).to_string(),
            priority: text("Priority").parse().ok(),
            is_held: false,
            submitted: at("Submit", Some(header.submit))?,
            eligible: at("Eligible", header.column("Eligible"))?,
            start,
            end: at("End", header.end)?,
            limit: long("Timelimit", header.limit, 60)?,
            nodes: if header.counts_nodes { counted(&header.counts) } else { 0 },
            processors: if header.counts_nodes { processors } else { counted(&header.counts) },
            hosts: records.hosts.of_list(header.node_list.map_or("", |at| fields[at]))?,
            dependency: String::new(),
            reservation: text("Reservation").to_string(),
            is_exclusive: false,
            is_picky: false,
            state,
        };
        records.add_job(job);
        Ok(())
    }
}

/// What tells a job of a document of `sacct` from one of `squeue`.
#[derive(Deserialize)]
struct Mark {
    allocation_nodes: Option<IgnoredAny>,
    time: Option<IgnoredAny>,
}

/// Whether a job stands in a document of `sacct`.
pub(super) fn is_accounting(raw: &str) -> bool {
    raw.contains("\"allocation_nodes\"")
        && read_part::<Mark>(raw).is_ok_and(|mark| mark.allocation_nodes.is_some() || mark.time.is_some())
}

/// Takes in a job of a document of `sacct`.
///
/// # Errors
/// What is wrong in it, in words.
pub(super) fn take_json(records: &mut Records, raw: &str) -> Result<(), String> {
    let (fields, _) = fields_of(raw)?;
    let Some(columns) = Columns::of(COLUMNS) else { return Err("it has no columns".to_string()) };
    columns?.take_fields(records, &fields.each_ref().map(String::as_str))
}

/// Whether accounting data is of a running machine: more of its jobs wait or run than have ended. Others are logs.
pub(super) fn is_of_now(bytes: &[u8]) -> bool {
    let (mut unfinished, mut all) = (0_usize, 0_usize);
    let mut see = |state: &str| {
        all += 1;
        unfinished += usize::from(is_unfinished(state));
    };
    if looks_like_json(bytes) {
        // A longer document is a log: it would be read twice.
        if bytes.len() > DOCUMENT_MAX {
            return false;
        }
        let state_at = COLUMNS.split('|').position(|name| name == "State").unwrap_or(0);
        for (_, job) in jobs_of(bytes).unwrap_or_default() {
            job.ok().into_iter().for_each(|(fields, _)| see(&fields[state_at]));
        }
        return unfinished * 2 > all;
    }
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOK)]);
    let mut lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty());
    let Some(Some(Ok(columns))) = lines.next().map(Columns::of) else { return false };
    let Some(state) = columns.header.state else { return false };
    for line in lines {
        let Ok(fields) = columns.header.fields(line) else { continue };
        if matches!(job_number(fields[columns.header.id]), Ok(Some(_))) {
            see(fields[state]);
        }
    }
    unfinished * 2 > all
}
