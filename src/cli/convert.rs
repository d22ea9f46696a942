//! `bookahead convert`: makes a scenario of another study with the same jobs.

use super::files::{Failure, print, read_scenario};
use bookahead::engine::convert::{SlotsWanted, idle_from_slots, slots_from_cluster};
use bookahead::engine::{Scenario, Study};
use bookahead::formats::json;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct ConvertArgs {
    /// Scenario file (JSON), or - for standard input: a plan in slots for --study idle, a cluster for --study slots
    scenario: PathBuf,
    /// The study it becomes
    #[arg(long, value_name = "STUDY", value_parser = ["idle", "slots"])]
    study: String,
    /// Length of a slot in seconds, where a plan in slots is made
    #[arg(long, value_name = "S", default_value_t = SlotsWanted::default().slot_seconds)]
    slot_seconds: u32,
    /// Slots a start may move, whatever the duration, where a plan in slots is made
    #[arg(long, value_name = "SLOTS", default_value_t = SlotsWanted::default().relax_slots)]
    relax_slots: u32,
    /// Further slots a start may move, in per cent of the duration, where a plan in slots is made
    #[arg(long, value_name = "PERCENT", default_value_t = SlotsWanted::default().relax_percent)]
    relax_percent: u32,
}

pub fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let content = read_scenario(&args.scenario)?;
    let wanted = SlotsWanted {
        slot_seconds: args.slot_seconds,
        relax_slots: args.relax_slots,
        relax_percent: args.relax_percent,
        ..SlotsWanted::default()
    };
    let converted = match (&content.scenario.study, args.study.as_str()) {
        (Study::Slots(slots), "idle") => idle_from_slots(slots).map(Study::from),
        (Study::Cluster(cluster), "slots") => slots_from_cluster(cluster, &wanted).map(Study::from),
        (study, to) => {
            let found = match study {
                Study::Slots(_) => "a plan in slots",
                Study::Idle(_) => "a study of named servers",
                Study::Cluster(_) => "a cluster",
                Study::Workflow(_) => "a study of workflows",
            };
            let needed = if to == "idle" { "a plan in slots" } else { "a cluster" };
            return Err(Failure::at(&args.scenario, format!("is {found}; {to} is made of {needed}")));
        }
    };
    let study = converted.map_err(|error| Failure::at(&args.scenario, error))?;
    print(|out| out.write_all(json::write(&Scenario::new(content.scenario.title, study)).as_bytes()))
}
