//! A cluster from the jobs of a log.

use crate::swf::{NO_USER, Oversize, Problems, SwfLog, TIME_SECONDS_MAX};
use bookahead_engine::batch::job::Job;
use bookahead_engine::batch::overbooked::{Overbooked, nodes_found};
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead_engine::batch::workload::BatchWorkload;
use bookahead_engine::batch::workload::ask_ahead::AskAhead;
use bookahead_engine::batch::{BatchScenario, bounds};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::sorting::sort_shared;
use std::fmt;

/// How the jobs of a log become those of a cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterOptions {
    /// Nodes of the machine; `None` takes the header's `MaxProcs` (else `MaxNodes`), else the largest job.
    pub nodes: Option<u32>,
    /// Processors of a node: a job gets as many nodes as its processors need. 1 where the log counts nodes.
    pub processors_per_node: u32,
    /// What becomes of jobs larger than the machine.
    pub oversize: Oversize,
    /// Jobs that ran for fewer seconds are left out.
    pub least_length: u32,
    /// Which jobs ask for a start.
    pub asks_ahead: AskAhead,
    /// Seed of those.
    pub seed: u64,
    /// Who decides.
    pub scheduler: Scheduler,
}

impl Default for ClusterOptions {
    fn default() -> Self {
        Self {
            nodes: None,
            processors_per_node: 1,
            oversize: Oversize::Skip,
            least_length: 0,
            asks_ahead: AskAhead::share(0.0),
            seed: 1,
            scheduler: Scheduler::default(),
        }
    }
}

/// What became of the jobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClusterReport {
    /// Jobs of the cluster.
    pub jobs: u32,
    /// Nodes of the machine.
    pub nodes: u32,
    /// Jobs left out, with the line and the reason.
    pub skipped: Problems,
    /// Jobs larger than the machine that were cut to its size.
    pub clipped: u32,
    /// Jobs that stand behind one that was submitted later: they were sorted.
    pub out_of_order: u32,
    /// Jobs without a requested time: their run time is their estimate.
    pub without_estimate: u32,
    /// Jobs that ran longer than they had asked for: their nodes are reserved for as long as they ran.
    pub overrun: u32,
    /// Jobs that ran for less than a second: they run for one.
    pub instant: u32,
    /// Jobs with times that are no whole seconds: submission, start and end are rounded down, and the run time is what is between start and end.
    pub fractions: u32,
    /// Jobs whose start in the log is known.
    pub logged: u32,
    /// Where the log uses more nodes at once than the machine has.
    pub overbooked: Option<Overbooked>,
    /// Submit time in the log that became second 0.
    pub first_submit_seconds: f64,
}

impl ClusterReport {
    /// What was done to jobs that are used, in words: how many, and what.
    pub fn notes(&self) -> Vec<(u32, String)> {
        let all = [
            (self.clipped, format!("larger than the machine: cut to {} nodes", self.nodes)),
            (self.out_of_order, "submitted before the job above it: sorted".to_string()),
            (self.without_estimate, "without a requested time: the run time counts".to_string()),
            (self.overrun, "that ran longer than asked for: the run time is reserved".to_string()),
            (self.fractions, "with fractions of seconds: submission, start and end are rounded down".to_string()),
            (self.instant, "that ran for less than a second: counted as one".to_string()),
            (self.jobs - self.logged, "without a start in the log: as-logged cannot be used".to_string()),
        ];
        let over = self.overbooked.map(|Overbooked { first, most, jobs }| {
            let nodes = self.nodes;
            (jobs, format!("without room when the log starts them: it uses up to {most} nodes at once on a machine of {nodes}, for the first time at second {first}"))
        });
        all.into_iter().filter(|(count, _)| *count > 0).chain(over).collect()
    }
}

/// Why a log cannot become a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterImportError {
    /// An option or the machine is out of range.
    OutOfRange(ScenarioError),
    /// Every job was left out.
    NothingLeft {
        /// Why the first one was.
        first: String,
    },
    /// The log is longer than times may be.
    TooLong,
}

impl fmt::Display for ClusterImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange(error) => error.fmt(f),
            Self::NothingLeft { first } => {
                write!(f, "no job can be used; the first: {first}. Is this the log of another machine? Say how many nodes it has")
            }
            Self::TooLong => write!(f, "from the first submission to the last are more than {} seconds", bounds::TIME.max),
        }
    }
}

impl std::error::Error for ClusterImportError {}

impl From<ScenarioError> for ClusterImportError {
    fn from(error: ScenarioError) -> Self {
        Self::OutOfRange(error)
    }
}

/// Makes a job of every line that can be used: submission from the first one on, estimate the requested time (else the run time), nodes the requested
/// processors (else the allocated ones) ÷ processors of a node, user the job number. Jobs are sorted by submission, then by line. The horizon of
/// co-allocation is that of the longest job if the usual one is shorter.
///
/// # Errors
/// An option or the machine out of range, or nothing left.
pub fn to_cluster(log: &SwfLog, options: &ClusterOptions) -> Result<(BatchScenario, ClusterReport), ClusterImportError> {
    let per_node = options.processors_per_node;
    if !bounds::NODES.holds(per_node) {
        return Err(ScenarioError::out_of_range(FieldPath::new("processors_per_node"), per_node, bounds::NODES).into());
    }
    options.asks_ahead.check(&FieldPath::new(""))?;
    let nodes = options.nodes.or_else(|| log.machine_nodes().map(|processors| processors.div_ceil(per_node))).unwrap_or(1);
    if !bounds::NODES.holds(nodes) {
        let allowed = format!("{}; with more processors, put several into a node (processors per node)", bounds::NODES);
        return Err(ScenarioError::new(FieldPath::new("machine.nodes"), nodes, allowed).into());
    }
    let mut report = ClusterReport { nodes, ..ClusterReport::default() };
    let mut rows = usable(log, nodes, options, &mut report);
    if rows.is_empty() {
        let first = report.skipped.kept.first();
        let first = first.map_or_else(|| "there is none".to_string(), |problem| format!("line {}: {}", problem.line, problem.what));
        return Err(ClusterImportError::NothingLeft { first });
    }
    report.out_of_order = out_of_order(&rows);
    // Stable: jobs of the same second keep the order of the file.
    sort_shared(&mut rows, |one, other| one.0.total_cmp(&other.0));
    let first = rows[0].0;
    report.first_submit_seconds = first;
    let mut jobs = Vec::with_capacity(rows.len());
    for (submit, mut job, logged) in rows {
        let submitted = submit - first;
        if submitted > f64::from(bounds::TIME.max) {
            return Err(ClusterImportError::TooLong);
        }
        job.submitted = whole_seconds(submitted) as u32;
        job.logged_start =
            logged.map(|logged| whole_seconds(submitted + logged.wait) as u32).filter(|start| bounds::TIME.holds(*start));
        if let Some(Logged { wait, run, .. }) = logged.filter(|logged| logged.has_fractions || submitted.fract() != 0.0) {
            report.fractions += 1;
            // Rounded one by one, jobs that follow each other would overlap.
            let (start, end) = (whole_seconds(submitted + wait), whole_seconds(submitted + wait + run));
            let runtime = (end - start).max(1.0) as u32;
            job.estimate = if logged.is_some_and(|logged| logged.has_estimate) { job.estimate } else { runtime };
            job.runtime = runtime;
        }
        report.logged += u32::from(job.logged_start.is_some());
        jobs.push(job);
    }
    options.asks_ahead.draw(&mut jobs, options.seed);
    report.jobs = jobs.len() as u32;
    let held = |job: &Job| job.logged_start.map(|start| (start.into(), u64::from(start) + u64::from(job.runtime), job.nodes));
    report.overbooked = nodes_found(nodes, &jobs.iter().filter_map(held).collect::<Vec<_>>()).1;
    let usual = BatchPolicy::of(options.scheduler);
    // Co-allocation looks no further ahead than its horizon: the longest job has to fit.
    let longest = jobs.iter().map(Job::reserved).max().unwrap_or(0);
    let horizon = usual.horizon.max(longest.next_multiple_of(usual.quantum)).min(bounds::HORIZON.max);
    let policy = BatchPolicy { horizon, ..usual };
    let start = log.header.clock_start(first);
    Ok((BatchScenario { start, ..BatchScenario::new(nodes, BatchWorkload::of_jobs(jobs), policy) }, report))
}

/// A job with its submit time and what the log says of its run.
type Row = (f64, Job, Option<Logged>);

/// What the log says of the run of a job, in seconds.
#[derive(Clone, Copy)]
struct Logged {
    wait: f64,
    run: f64,
    has_fractions: bool,
    has_estimate: bool,
}

/// Thousandths of a second; what is finer comes from adding binary fractions.
const FINEST: f64 = 1_000.0;

/// A time rounded down to whole seconds.
fn whole_seconds(time: f64) -> f64 {
    ((time * FINEST).round() / FINEST).floor()
}

/// Jobs that stand behind one with a later submission.
fn out_of_order(rows: &[Row]) -> u32 {
    let (mut last, mut count) = (f64::NEG_INFINITY, 0);
    for (submit, ..) in rows {
        count += u32::from(*submit < last);
        last = last.max(*submit);
    }
    count
}

/// The jobs that can be used.
fn usable(log: &SwfLog, nodes: u32, options: &ClusterOptions, report: &mut ClusterReport) -> Vec<Row> {
    let columns = &log.jobs;
    let mut rows = Vec::with_capacity(columns.len());
    for row in 0..columns.len() {
        let line = columns.line[row];
        let run = columns.run[row];
        if run < 0.0 {
            report.skipped.add(line, || "its run time is not known".to_string());
            continue;
        }
        if run < f64::from(options.least_length) {
            report.skipped.add(line, || format!("it ran for {run} s, less than {} s", options.least_length));
            continue;
        }
        let longest = f64::from(bounds::LENGTH.max);
        if run.max(columns.requested_time[row]) > longest {
            report.skipped.add(line, || format!("it runs for more than {longest} s, or asks for that"));
            continue;
        }
        let processors = [columns.requested[row], columns.allocated[row]].into_iter().find(|&processors| processors > 0);
        let Some(processors) = processors.map(i32::unsigned_abs) else {
            report.skipped.add(line, || "neither requested nor allocated processors are known".to_string());
            continue;
        };
        let mut wanted = processors.div_ceil(options.processors_per_node);
        if wanted > nodes {
            if options.oversize == Oversize::Skip {
                report.skipped.add(line, || format!("{wanted} nodes on a machine of {nodes}"));
                continue;
            }
            report.clipped += 1;
            wanted = nodes;
        }
        report.instant += u32::from(run < 1.0);
        let runtime = run.max(1.0).ceil() as u32;
        let requested = columns.requested_time[row];
        report.without_estimate += u32::from(requested <= 0.0);
        let estimate = if requested > 0.0 { requested.ceil() as u32 } else { runtime };
        report.overrun += u32::from(runtime > estimate);
        let wait = Some(columns.wait[row]).filter(|wait| (0.0..=TIME_SECONDS_MAX.min(f64::from(bounds::TIME.max))).contains(wait));
        let has_fractions = [columns.submit[row], columns.wait[row], run].iter().any(|time| time.fract() != 0.0);
        let logged = wait.map(|wait| Logged { wait, run, has_fractions, has_estimate: requested > 0.0 });
        let user = columns.number[row];
        let owner = columns.user.get(row).copied().filter(|owner| *owner != NO_USER);
        let job = Job { user, estimate, runtime, nodes: wanted, owner, ..Job::SMALLEST };
        rows.push((columns.submit[row], job, logged));
    }
    rows
}
