//! A snapshot of a running machine: what Slurm's `squeue`, `scontrol show` and `sinfo` print (`sacct`, too), as a cluster that is planned from now on.
//!
//! The result is an ordinary scenario with a present moment, [`BatchScenario::now`]. Running jobs are submitted when they started and last as long as their
//! limit; waiting jobs are submitted now, those of the highest priority first; reservations and maintenance are jobs that ask for a start. Numbers of
//! jobs are kept; names of users and jobs only if one asks for it.
//!
//! The texts of several commands may stand in one file one after another, and in several files.

mod accounting;
mod blocks;
mod chains;
mod cluster;
mod document;
mod hosts;
mod machine;
mod moments;
mod options;
mod records;
mod remarks;
mod scan;
mod show;
mod sorted;
mod told;
mod waits;

pub use options::SnapshotOptions;
pub use remarks::SnapshotRemarks;

use crate::sacct::json::looks_like_json;
use crate::sacct::line::moment;
use crate::swf::{Input, InputError, Problems};
use bookahead_engine::batch::BatchScenario;
use records::Records;
use std::borrow::Cow;

/// Most bytes of all files together.
pub const BYTES_MAX: usize = 512 << 20;
/// Bytes that are looked at to find out what a file is.
const LOOK: usize = 4_096;
/// Names in documents that `squeue`, `sinfo` and `scontrol` print, near their beginning.
const MARKS: [&str; 10] = [
    "\"alloc_cpus\"",
    "\"last_backfill\"",
    "\"accrue_time\"",
    "\"array_task_string\"",
    "\"job_state\"",
    "\"slurmd_start_time\"",
    "\"core_count\"",
    "\"sinfo\"",
    "Slurm OpenAPI",
    "\"data_parser\"",
];

/// A file of a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotFile<'a> {
    /// Its name, for messages; empty if it has none.
    pub name: &'a str,
    /// What is in it, plain or gzip.
    pub bytes: &'a [u8],
}

/// What a snapshot tells, before it is decided what of it is planned.
#[derive(Debug)]
pub struct SnapshotReader(Records);

impl SnapshotReader {
    /// Reads the files.
    ///
    /// # Errors
    /// A document that is cut off or damaged, text that is none of Slurm's, or too much of it: place, what was found, what is allowed.
    pub fn read(files: &[SnapshotFile<'_>]) -> Result<Self, String> {
        let mut records = Records::default();
        let mut left = BYTES_MAX;
        for SnapshotFile { name, bytes } in files {
            let at = |what: String| if name.is_empty() { what } else { format!("{name}: {what}") };
            let bytes = inflated(bytes, left).map_err(|error| at(error.to_string()))?;
            left = left
                .checked_sub(bytes.len())
                .ok_or_else(|| at(format!("all files together are longer than {} MiB", BYTES_MAX >> 20)))?;
            scan::take(&mut records, name, &String::from_utf8_lossy(&bytes))?;
        }
        if records.is_empty() {
            let first = records.problems.kept.first();
            return Err(match first {
                Some(problem) => format!("nothing in it can be read; line {}: {}", problem.line, problem.what),
                None => "no job runs or waits, and nothing is reserved: there is nothing to plan".to_string(),
            });
        }
        Ok(Self(records))
    }

    /// How many jobs it tells of.
    pub fn jobs(&self) -> u32 {
        self.0.jobs.len() as u32
    }

    /// What of it cannot be read.
    pub fn problems(&self) -> &Problems {
        &self.0.problems
    }

    /// The partitions of its jobs and nodes, by name.
    pub fn partitions(&self) -> Vec<String> {
        cluster::partitions(&self.0)
    }

    /// The cluster, and what became of what was read.
    ///
    /// # Errors
    /// An option cannot be met, or nothing can be planned: place, what was found, what is allowed.
    pub fn cluster(&self, options: &SnapshotOptions) -> Result<(BatchScenario, SnapshotRemarks), String> {
        cluster::cluster(&self.0, options)
    }
}

/// The cluster of a snapshot, and what became of what was read.
///
/// # Errors
/// Something cannot be read, or nothing of it can be planned: place, what was found, what is allowed.
pub fn read_snapshot(files: &[SnapshotFile<'_>], options: &SnapshotOptions) -> Result<(BatchScenario, SnapshotRemarks), String> {
    SnapshotReader::read(files)?.cluster(options)
}

/// Whether a file begins like what `squeue --json`, `scontrol show` or `sinfo --json` print. Accounting data is no such file, see [`is_snapshot`].
pub fn looks_like_snapshot(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOK)]);
    let mut lines = head.trim_start_matches('\u{feff}').trim_start().lines();
    let mut first = lines.next().unwrap_or_default();
    // A date or the name of a file may stand above it.
    while matches!(moment(first.trim()), Ok(Some(_))) || first.starts_with("==> ") || first.trim().is_empty() {
        let Some(next) = lines.next() else { return false };
        first = next;
    }
    if first.starts_with('{') {
        return !looks_like_json(bytes) && MARKS.iter().any(|mark| head.contains(mark));
    }
    show::BEGINNINGS.iter().any(|beginning| first.starts_with(beginning))
}

/// Whether a file is of a running machine: [`looks_like_snapshot`], or accounting data with more jobs that wait or run than have ended.
pub fn is_snapshot(bytes: &[u8]) -> bool {
    looks_like_snapshot(bytes) || (crate::sacct::looks_like_sacct(bytes) && accounting::is_of_now(bytes))
}

/// The bytes of a file that may be packed.
fn inflated(bytes: &[u8], most: usize) -> Result<Cow<'_, [u8]>, InputError> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut input = Input::new(bytes.to_vec());
    let (mut all, mut piece) = (Vec::new(), vec![0; 1 << 16]);
    loop {
        let read = input.read(&mut piece)?;
        if read == 0 || all.len() > most {
            return Ok(Cow::Owned(all));
        }
        all.extend_from_slice(&piece[..read]);
    }
}
