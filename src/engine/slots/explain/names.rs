//! Names of jobs, in the notation of the papers.

use crate::core::words::list;
use crate::slots::workload::Arrivals;

/// The name of a job: user and job number, "11.3".
pub(super) fn job_name(arrivals: &Arrivals, job: u32) -> String {
    let job = job as usize;
    format!("{}.{}", arrivals.user[arrivals.request[job] as usize], arrivals.number[job])
}

/// The names of jobs in ascending order, neighbours drawn together: "11.1, 11.2 and 11.5–11.9".
pub(super) fn job_names(arrivals: &Arrivals, jobs: &[u32]) -> String {
    let runs = jobs.chunk_by(|a, b| a + 1 == *b).flat_map(|run| match run {
        [] => vec![],
        [first, _, .., last] => vec![format!("{}–{}", job_name(arrivals, *first), job_name(arrivals, *last))],
        short => short.iter().map(|&job| job_name(arrivals, job)).collect(),
    });
    list(&runs.collect::<Vec<_>>())
}
