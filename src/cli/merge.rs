//! `bookahead merge`: the parts of an experiment, put together. The result is byte for byte that of one run.

use super::cores::in_options;
use super::files::Failure;
use super::inputs::Inputs;
use super::results::Outputs;
use super::shards::{described, read_part};
use bookahead::formats::json::{InputMark, Part};
use bookahead::papers::experiment::find;
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct MergeArgs {
    /// The parts, in any order
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    // As the shards were given it.
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    outputs: Outputs,
}

pub fn run(args: &MergeArgs) -> Result<(), Failure> {
    let parts = all_of(&args.parts)?;
    let Some((path, first)) = parts.first_key_value().map(|(_, part)| part) else { return Ok(()) };
    let input = args.inputs.read(&find(&first.experiment).map_err(in_options)?)?;
    args.outputs.check()?;
    check_input(path, first, &input.mark())?;
    let mut study = input.begin(&first.experiment, first.options).map_err(in_options)?;
    let units = study.units();
    for (path, part) in parts.into_values() {
        let wanted: Vec<u32> = part.shard.units(units).collect();
        let missing = wanted.iter().filter(|unit| !part.found.contains_key(unit)).count();
        if missing > 0 {
            let again = format!(
                "the same command that began it finishes it: `bookahead experiment {} … --shard {}`",
                part.experiment, part.shard
            );
            return Err(Failure::at(path, format!("{missing} of its {} units are not done; {again}", wanted.len())));
        }
        let before = study.progress().done;
        for (unit, found) in part.found {
            if wanted.binary_search(&unit).is_ok() {
                study.take_in(unit, found);
            }
        }
        if study.progress().done != before + wanted.len() as u32 {
            return Err(Failure::at(path, "the results of its units do not have the form of this experiment"));
        }
    }
    study.close();
    args.outputs.write(&study.results())
}

/// Whether the parts were computed from what is given.
fn check_input(path: &Path, first: &Part, given: &InputMark) -> Result<(), Failure> {
    if first.input == *given {
        return Ok(());
    }
    let wanted = match (&first.input, given) {
        (InputMark::Drawn, _) => "its jobs are drawn: neither --log nor --graphs belongs here".to_string(),
        (InputMark::Log(_), InputMark::Drawn) => {
            "give the log with --log, and --nodes, --processors-per-node, --least-length and --estimates as the shards had them"
                .to_string()
        }
        (InputMark::Graphs(_), InputMark::Drawn) => "give the graphs with --graphs".to_string(),
        (InputMark::Log(_), InputMark::Log(_)) => {
            format!("but what is given is {given}; --nodes, --processors-per-node, --least-length and --estimates count, too")
        }
        _ => format!("but what is given is {given}"),
    };
    Err(Failure::at(path, format!("the file holds {}; {wanted}", described(first))))
}

/// All parts by shard: none missing, none twice, none of anything else.
fn all_of(paths: &[PathBuf]) -> Result<BTreeMap<u32, (&Path, Part)>, Failure> {
    let mut parts: BTreeMap<u32, (&Path, Part)> = BTreeMap::new();
    for path in paths {
        let part = read_part(path)?;
        if let Some((known_at, known)) = parts.values().next()
            && !part.goes_with(known)
        {
            let known = format!("{} holds {}", known_at.display(), described(known));
            return Err(Failure::at(path, format!("the file holds {}, but {known}", described(&part))));
        }
        let (index, shard) = (part.shard.index(), part.shard);
        if let Some((other, _)) = parts.insert(index, (path, part)) {
            return Err(Failure::at(path, format!("shard {shard} is in {}, too", other.display())));
        }
    }
    let count = parts.values().next().map_or(0, |(_, part)| part.shard.count());
    let missing: Vec<String> =
        (1..=count).filter(|index| !parts.contains_key(index)).map(|index| format!("{index}/{count}")).collect();
    match &missing[..] {
        [] => Ok(parts),
        [only] => Err(Failure(format!("the part of shard {only} is missing"))),
        [first, ..] => Err(Failure(format!("{} parts are missing; the first is that of shard {first}", missing.len()))),
    }
}
