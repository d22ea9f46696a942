//! One share of an experiment: what its units find goes to a file as it comes, so that an interrupted run can be continued.
#![expect(clippy::disallowed_types, reason = "the command line has a clock; no browser comes here")]

use super::cores::Cores;
use super::files::{Failure, put_in_place, read_bytes};
use bookahead::formats::json::{InputMark, PART_BYTES_MAX, Part};
use bookahead::papers::experiment::{ExperimentRun, Options};
use std::path::Path;
use std::time::{Duration, Instant};

/// Shortest time between two saves of a part.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// Does the units of a shard that its file does not have, and writes the file. `fresh` is the part as it begins, without anything found.
pub fn work_on_shard(fresh: Part, study: &ExperimentRun, cores: &Cores, path: &Path) -> Result<Part, Failure> {
    let shard = fresh.shard;
    let mut part = if path.exists() { continued(path, &fresh)? } else { fresh };
    let units: Vec<u32> = shard.units(study.units()).collect();
    part.found.retain(|unit, _| units.binary_search(unit).is_ok());
    let left: Vec<u32> = units.iter().copied().filter(|unit| !part.found.contains_key(unit)).collect();
    // Whether the file can be written is known before hours of work.
    save(&part, path)?;
    let mut saved = Instant::now();
    cores.work_on(study, &left, |unit, found| {
        part.found.insert(unit, found);
        if saved.elapsed() >= SAVE_EVERY {
            save(&part, path)?;
            saved = Instant::now();
        }
        Ok(())
    })?;
    save(&part, path)?;
    Ok(part)
}

/// Reads a part.
pub fn read_part(path: &Path) -> Result<Part, Failure> {
    let bytes = read_bytes(path, PART_BYTES_MAX)?;
    if bytes.len() > PART_BYTES_MAX {
        return Err(Failure::at(path, format!("the file is longer than {} MiB", PART_BYTES_MAX >> 20)));
    }
    Part::read(&bytes).map_err(|error| Failure::at(path, format!("this is no part of an experiment: {error}")))
}

/// What an interrupted run of this very shard left.
fn continued(path: &Path, fresh: &Part) -> Result<Part, Failure> {
    let refused = |why: String| Failure(format!("{why}; it is not overwritten: remove it or give another file"));
    let part = read_part(path).map_err(|Failure(why)| refused(why))?;
    if part.goes_with(fresh) && part.shard == fresh.shard {
        return Ok(part);
    }
    Err(refused(format!("{}: the file holds {}, not {}", path.display(), described(&part), described(fresh))))
}

/// What a part is of: "shard 2/8 of castillo-3.4 with 5 runs of 1000 requests and seed 1", and on which log or graphs.
pub fn described(part: &Part) -> String {
    let Part { experiment, options: Options { runs, requests, seed }, input, shard, .. } = part;
    let runs = if *runs == 1 { "1 run".to_string() } else { format!("{runs} runs") };
    let on = if *input == InputMark::Drawn { String::new() } else { format!(" on {input}") };
    format!("shard {shard} of {experiment} with {runs} of {requests} requests and seed {seed}{on}")
}

fn save(part: &Part, path: &Path) -> Result<(), Failure> {
    put_in_place(path, |mut out| part.write(&mut out))
}
