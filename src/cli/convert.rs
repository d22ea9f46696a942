//! `bookahead convert`: makes a scenario of another study with the same jobs.

use super::files::{Failure, print, read_scenario};
use bookahead::engine::convert::idle_from_slots;
use bookahead::engine::{Scenario, Study};
use bookahead::formats::json;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct ConvertArgs {
    /// Scenario file (JSON) with a plan in slots, or - for standard input
    scenario: PathBuf,
    /// The study it becomes
    #[arg(long, value_name = "STUDY", value_parser = ["idle"])]
    study: String,
}

pub fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let content = read_scenario(&args.scenario)?;
    let Study::Slots(slots) = &content.scenario.study else {
        return Err(Failure::at(&args.scenario, format!("is a study of named servers; {} is made of a plan in slots", args.study)));
    };
    let idle = idle_from_slots(slots).map_err(|error| Failure::at(&args.scenario, error))?;
    print(|out| out.write_all(json::write(&Scenario::new(content.scenario.title, idle)).as_bytes()))
}
