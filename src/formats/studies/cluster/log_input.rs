//! A log as the jobs of an experiment.

use super::import::{ClusterImportError, ClusterOptions, ClusterReport, to_cluster};
use crate::swf::{NO_USER, Oversize, SwfLog};
use bookahead_engine::batch::job::Job;
use bookahead_papers::batch::ClusterInput;
use bookahead_papers::experiment::ExperimentInfo;
use std::collections::BTreeMap;

/// What is said about a log beside what it says itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogChoices {
    /// Nodes of the machine; `None` takes what the experiment or the log says.
    pub nodes: Option<u32>,
    /// Processors of a node; `None` takes what the experiment or the log says.
    pub processors_per_node: Option<u32>,
    /// Whether jobs are known to last as long as was asked for, not as long as they ran.
    pub with_estimates: bool,
    /// Jobs that ran for fewer seconds are left out.
    pub least_length: u32,
}

/// The jobs of a log as an experiment takes them, and what became of those that it cannot take as they are.
///
/// # Errors
/// The experiment takes no log, a choice or the machine is out of range, or nothing is left.
pub fn log_input(
    log: &SwfLog,
    experiment: &ExperimentInfo,
    choices: LogChoices,
) -> Result<(ClusterInput, ClusterReport), ClusterImportError> {
    let usage = experiment.takes_log()?;
    let of_log = usage.by_node.then(|| processors_of_a_node(log)).flatten();
    let options = ClusterOptions {
        nodes: choices.nodes.or(usage.nodes),
        processors_per_node: choices.processors_per_node.or(of_log).unwrap_or(1),
        least_length: choices.least_length,
        oversize: if usage.clips { Oversize::Clip } else { Oversize::Skip },
        ..ClusterOptions::default()
    };
    let (cluster, report) = to_cluster(log, &options)?;
    let jobs = cluster.workload.source_jobs(cluster.nodes)?;
    // Jobs are called by their numbers in the log.
    let known: BTreeMap<u32, u32> = log.jobs.number.iter().copied().zip(log.jobs.user.iter().copied()).collect();
    let user = |job: &Job| known.get(&job.user).copied().unwrap_or(NO_USER);
    let users = if known.is_empty() { Vec::new() } else { jobs.iter().map(user).collect() };
    Ok((ClusterInput { nodes: cluster.nodes, jobs, users, with_estimates: choices.with_estimates }, report))
}

/// `MaxProcs` ÷ `MaxNodes` of the header, if that is a whole number.
fn processors_of_a_node(log: &SwfLog) -> Option<u32> {
    let (processors, nodes) = (log.header.max_procs?, log.header.max_nodes?);
    (nodes > 0 && processors >= nodes && processors.is_multiple_of(nodes)).then(|| processors / nodes)
}
