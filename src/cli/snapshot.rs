//! Snapshots of running machines: reading the files, and telling on standard error what became of them.

use super::files::Failure;
use super::logs::{log_bytes, tell};
use super::printable::one_line;
use bookahead::engine::batch::BatchScenario;
use bookahead::formats::snapshot::{SnapshotFile, SnapshotOptions, read_snapshot};
use std::path::{Path, PathBuf};

/// The bytes of files of a snapshot, plain or packed, with their names.
pub fn files(paths: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    paths.iter().map(|path| Ok((path.display().to_string(), log_bytes(path)?))).collect()
}

/// The cluster of a snapshot. What was left out is told on standard error.
pub fn cluster(files: &[(String, Vec<u8>)], options: &SnapshotOptions) -> Result<BatchScenario, Failure> {
    // One file needs no name in every message.
    let is_alone = files.len() == 1;
    let named: Vec<SnapshotFile<'_>> =
        files.iter().map(|(name, bytes)| SnapshotFile { name: if is_alone { "" } else { name }, bytes }).collect();
    let place = if is_alone { files.first().map(|(name, _)| Path::new(name)) } else { None };
    let failure = |why: String| place.map_or_else(|| Failure(why.clone()), |path| Failure::at(path, &why));
    let (cluster, remarks) = read_snapshot(&named, options).map_err(failure)?;
    tell("refused", "record", &remarks.problems);
    remarks.words().iter().for_each(|words| eprintln!("{}", one_line(words)));
    eprintln!("{}", remarks.summary());
    Ok(cluster)
}
