//! Requests from the jobs of a log.

use super::{Problems, SwfLog};
use bookahead_engine::Study;
use bookahead_engine::core::bounds::Bound;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::sorting::sort_shared;
use bookahead_engine::slots::bounds;
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::request::{Request, Slot};
use bookahead_engine::slots::scenario::{Machine, Policy, SlotsScenario};
use bookahead_engine::slots::workload::Workload;
use std::fmt;

/// Share of a job's duration by which its start may be later, in per cent.
pub const RELAX_PERCENT: Bound = Bound { name: "per cent of the duration", min: 0, max: 10_000 };

/// What becomes of jobs that want more nodes than the machine has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Oversize {
    /// They are left out.
    #[default]
    Skip,
    /// They get as many nodes as there are.
    Clip,
}

/// How jobs become requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwfOptions {
    /// Nodes of the machine; `None` takes the header's `MaxProcs` (jobs ask for processors), else `MaxNodes`, else the largest job.
    pub machine_nodes: Option<u32>,
    /// Length of a slot in seconds.
    pub slot_seconds: u32,
    /// Slots from submission to earliest start.
    pub book_ahead: Slot,
    /// Slots the start may move, whatever the duration.
    pub relax_slots: Slot,
    /// Further slots the start may move, in per cent of the duration (rounded up).
    pub relax_percent: u32,
    /// What becomes of jobs larger than the machine.
    pub oversize: Oversize,
}

impl Default for SwfOptions {
    /// Five-minute slots, no book-ahead, an hour and the job's own duration to move in.
    fn default() -> Self {
        Self {
            machine_nodes: None,
            slot_seconds: 300,
            book_ahead: 0,
            relax_slots: 12,
            relax_percent: 100,
            oversize: Oversize::Skip,
        }
    }
}

/// What became of the jobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportReport {
    /// Requests made.
    pub requests: u32,
    /// Nodes of the machine.
    pub machine_nodes: u32,
    /// Jobs left out, with the line and the reason; jobs larger than the machine are among them where they are skipped.
    pub skipped: Problems,
    /// Jobs larger than the machine that were left out.
    pub oversize_skipped: u32,
    /// Jobs larger than the machine that were cut to its size.
    pub oversize_clipped: u32,
    /// Submit time in the log that became slot 0, in seconds.
    pub first_submit_seconds: f64,
}

/// A log as a study: a plan in slots by the standard policy.
///
/// # Errors
/// As [`to_workload`].
pub fn to_study(log: &SwfLog, options: &SwfOptions) -> Result<(Study, ImportReport), ImportError> {
    let (machine, workload, report) = to_workload(log, options)?;
    let slots = SlotsScenario { machine, workload, policy: Policy::default(), market: None, tariff: Tariff::default() };
    Ok((Study::Slots(slots), report))
}

/// Why a log cannot become a workload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// An option, the machine or a total is out of range.
    OutOfRange(ScenarioError),
    /// Slots of this length are so many that a number passes its range.
    SlotTooShort {
        /// The length chosen, in seconds.
        slot_seconds: u32,
        /// The least length that would do, in seconds; `None` if none does.
        least: Option<u32>,
    },
    /// Every job was left out.
    NothingLeft {
        /// Why the first one was.
        first: String,
    },
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange(error) => error.fmt(f),
            Self::SlotTooShort { slot_seconds, least: Some(least) } => {
                write!(
                    f,
                    "slot_seconds: {slot_seconds} gives more slots than a scenario may have; for this log use at least {least}"
                )
            }
            Self::SlotTooShort { .. } => {
                write!(
                    f,
                    "relax_percent: the log needs more slots than a scenario may have at any slot length; allow less relax time"
                )
            }
            Self::NothingLeft { first } => write!(f, "no job can be used; the first: {first}"),
        }
    }
}

impl std::error::Error for ImportError {}

impl From<ScenarioError> for ImportError {
    fn from(error: ScenarioError) -> Self {
        Self::OutOfRange(error)
    }
}

/// A job that can be used, in the log's own units.
#[derive(Clone, Copy)]
struct Usable {
    number: u32,
    submit: f64,
    seconds: f64,
    nodes: u32,
}

impl SwfLog {
    /// Nodes of the machine: the header's `MaxProcs`, else `MaxNodes`, else the largest job; `None` if the log says nothing of nodes.
    pub fn machine_nodes(&self) -> Option<u32> {
        let named = [self.header.max_procs, self.header.max_nodes].into_iter().flatten().find(|&nodes| nodes > 0);
        named.or_else(|| (0..self.jobs.len()).filter_map(|job| processors(self, job)).max())
    }
}

/// Makes a request of every usable job: submission slot ⌊(submit − first submit) ÷ slot⌋, duration ⌈requested time (else run time) ÷ slot⌉,
/// nodes requested (else allocated) processors, user the job number. Requests are ordered by submission, then by line.
///
/// # Errors
/// Options out of range, a machine out of range, too many slots (the least slot length that does is named), or nothing left.
pub fn to_workload(log: &SwfLog, options: &SwfOptions) -> Result<(Machine, Workload, ImportReport), ImportError> {
    check_options(options)?;
    let machine_nodes = options.machine_nodes.or_else(|| log.machine_nodes()).unwrap_or(1);
    let machine = Machine { nodes: machine_nodes, slot_seconds: options.slot_seconds, start: None };
    machine.check(&FieldPath::new("machine"))?;

    let mut report = ImportReport::default();
    let mut jobs = usable_jobs(log, machine_nodes, options.oversize, &mut report);
    if jobs.is_empty() {
        let first =
            report.skipped.kept.first().map_or_else(|| "there is none".to_string(), |p| format!("line {}: {}", p.line, p.what));
        return Err(ImportError::NothingLeft { first });
    }
    // Stable: jobs of the same second keep the order of the file.
    sort_shared(&mut jobs, |a, b| a.submit.total_cmp(&b.submit));
    report.first_submit_seconds = jobs[0].submit;
    let machine = Machine { start: log.header.clock_start(jobs[0].submit), ..machine };
    let nodes: u64 = jobs.iter().map(|job| u64::from(job.nodes)).sum();
    if nodes > u64::from(bounds::TOTAL_NODES.max) {
        let found = format!("a total of {nodes} nodes over all jobs");
        return Err(ScenarioError::out_of_range(FieldPath::new("workload"), found, bounds::TOTAL_NODES).into());
    }
    let requests: Option<Vec<Request>> = jobs.iter().map(|job| job.request(jobs[0].submit, options)).collect();
    let Some(requests) = requests else {
        return Err(ImportError::SlotTooShort { slot_seconds: options.slot_seconds, least: least_slot(&jobs, options) });
    };
    (report.requests, report.machine_nodes) = (requests.len() as u32, machine.nodes);
    Ok((machine, Workload::of_requests(requests), report))
}

impl Usable {
    /// The request; `None` if a number passes its range.
    fn request(&self, first_submit: f64, options: &SwfOptions) -> Option<Request> {
        let slot = f64::from(options.slot_seconds);
        // Times are at most 1e10 seconds, so these whole numbers are exact.
        let submitted = ((self.submit - first_submit) / slot).floor() as u64;
        let duration = ((self.seconds / slot).ceil() as u64).max(1);
        let earliest_start = submitted + u64::from(options.book_ahead);
        let relax = u64::from(options.relax_slots) + (duration * u64::from(options.relax_percent)).div_ceil(100);
        let latest_start = earliest_start + relax;
        if latest_start > u64::from(bounds::SLOT.max) || duration > u64::from(bounds::DURATION.max) {
            return None;
        }
        Some(Request {
            user: self.number,
            submitted: submitted as Slot,
            earliest_start: earliest_start as Slot,
            latest_start: latest_start as Slot,
            duration: duration as Slot,
            nodes: self.nodes,
            jobs: 1,
        })
    }
}

fn check_options(options: &SwfOptions) -> Result<(), ScenarioError> {
    let check = |name: &str, value: u32, bound: Bound| {
        if bound.holds(value) { Ok(()) } else { Err(ScenarioError::out_of_range(FieldPath::new(name), value, bound)) }
    };
    check("slot_seconds", options.slot_seconds, bounds::SLOT_SECONDS)?;
    check("book_ahead", options.book_ahead, bounds::RANGE_SLOTS)?;
    check("relax_slots", options.relax_slots, bounds::RANGE_SLOTS)?;
    check("relax_percent", options.relax_percent, RELAX_PERCENT)?;
    options.machine_nodes.map_or(Ok(()), |nodes| check("nodes", nodes, bounds::NODES))
}

/// Requested processors, else allocated ones.
fn processors(log: &SwfLog, job: usize) -> Option<u32> {
    [log.jobs.requested[job], log.jobs.allocated[job]].into_iter().find(|&processors| processors > 0).map(i32::unsigned_abs)
}

fn usable_jobs(log: &SwfLog, machine_nodes: u32, oversize: Oversize, report: &mut ImportReport) -> Vec<Usable> {
    let columns = &log.jobs;
    let mut jobs = Vec::with_capacity(columns.len());
    for job in 0..columns.len() {
        let line = columns.line[job];
        let seconds = [columns.requested_time[job], columns.run[job]].into_iter().find(|&seconds| seconds > 0.0);
        let Some(seconds) = seconds else {
            report.skipped.add(line, || "neither requested time nor run time is known".to_string());
            continue;
        };
        let Some(mut nodes) = processors(log, job) else {
            report.skipped.add(line, || "neither requested nor allocated processors are known".to_string());
            continue;
        };
        if nodes > machine_nodes {
            if oversize == Oversize::Skip {
                report.oversize_skipped += 1;
                report.skipped.add(line, || format!("{nodes} processors on a machine of {machine_nodes}"));
                continue;
            }
            report.oversize_clipped += 1;
            nodes = machine_nodes;
        }
        jobs.push(Usable { number: columns.number[job], submit: columns.submit[job], seconds, nodes });
    }
    jobs
}

/// The least slot length at which every job fits, by bisection: longer slots never need more of them.
fn least_slot(jobs: &[Usable], options: &SwfOptions) -> Option<u32> {
    let fits = |slot_seconds: u32| {
        let options = SwfOptions { slot_seconds, ..*options };
        jobs.iter().all(|job| job.request(jobs[0].submit, &options).is_some())
    };
    let (mut too_short, mut enough) = (options.slot_seconds, bounds::SLOT_SECONDS.max);
    if !fits(enough) {
        return None;
    }
    while enough - too_short > 1 {
        let middle = too_short + (enough - too_short) / 2;
        if fits(middle) {
            enough = middle;
        } else {
            too_short = middle;
        }
    }
    Some(enough)
}
