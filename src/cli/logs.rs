//! Workload logs: reading one, and telling on standard error what of it is not used.

use super::files::{Failure, read_bytes};
use super::packed::unpacked_log;
use super::printable::one_line;
use bookahead::formats::batsim::{looks_like_batsim, read_batsim};
use bookahead::formats::sacct::{SacctLog, looks_like_sacct, read_sacct};
use bookahead::formats::swf::{INFLATED_MAX, Problems, SwfLog, read_log};
use std::path::Path;

/// The bytes of a log, plain or as gzip.
pub fn log_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    unpacked_log(path, read_bytes(path, INFLATED_MAX as usize)?, INFLATED_MAX as usize)
}

/// Reads a log of any kind, and tells what was left out; whether it counts nodes and not processors.
pub fn read(path: &Path, bytes: Vec<u8>, prefers_processors: bool) -> Result<(SwfLog, bool), Failure> {
    let SacctLog { log, counts_nodes, steps } = if looks_like_sacct(&bytes) {
        read_sacct(bytes, prefers_processors).map_err(|error| Failure::at(path, error))?
    } else if looks_like_batsim(&bytes) {
        let log = read_batsim(&bytes).map_err(|error| Failure::at(path, error))?;
        SacctLog { log, ..SacctLog::default() }
    } else {
        let log = read_log(bytes).map_err(|error| Failure::at(path, error))?;
        SacctLog { log, ..SacctLog::default() }
    };
    if steps > 0 {
        eprintln!("{} dropped", counted(steps, "step of a job", "steps of jobs"));
    }
    tell("refused", "line", &log.problems);
    for note in log.notes.words() {
        eprintln!("{}", one_line(&note));
    }
    Ok((log, counts_nodes))
}

/// "1 job", "2 jobs".
pub fn counted(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Problems on standard error: the first ones with their line, then how many more.
pub fn tell(what: &str, noun: &str, problems: &Problems) {
    for problem in &problems.kept {
        eprintln!("{}", one_line(&format!("line {}: {what}: {}", problem.line, problem.what)));
    }
    let more = problems.total as usize - problems.kept.len();
    if more > 0 {
        eprintln!("and {more} more {noun}{} {what}", if more == 1 { "" } else { "s" });
    }
}

/// What was done to jobs that are used: how many, and what.
pub fn tell_notes(notes: impl IntoIterator<Item = (u32, String)>) {
    for (count, what) in notes {
        eprintln!("{} {what}", counted(count, "job", "jobs"));
    }
}
