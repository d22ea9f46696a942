//! `bookahead plan`: plans a scenario, checks the plan and prints it. Each study has a file of its own with its options and its output; a new one is
//! declared here, gets a field in [`PlanArgs`] and an arm in the only `match`.

mod compare;
mod idle;
mod options;
mod slots;

use super::files::{Failure, print, read_scenario};
use bookahead::engine::study::StudyKind;
use bookahead::formats::json::FileContent;
use bookahead::formats::studies::Planned;
use clap::Args;
use options::StudyOptions;
use std::path::PathBuf;

#[derive(Args)]
pub struct PlanArgs {
    /// Scenario file (JSON), or - for standard input
    scenario: PathBuf,
    #[command(flatten)]
    for_slots: slots::SlotsOptions,
    #[command(flatten)]
    for_idle: idle::IdleOptions,
    /// Print the slot plan of a scenario with servers, not that of the servers
    #[arg(long, conflicts_with = "strategy")]
    slots: bool,
    /// Compare the plan with that under another policy, "fcfs-lrh:release" or a strategy: which decisions differ, where they first do, and the figures of both
    #[arg(long, value_name = "POLICY", conflicts_with_all = ["csv", "report"], display_order = 30)]
    compare: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl PlanArgs {
    /// The options of every study.
    fn studies(&self) -> [&dyn StudyOptions; 2] {
        [&self.for_slots, &self.for_idle]
    }
}

pub fn run(args: &PlanArgs) -> Result<(), Failure> {
    let FileContent { scenario, second } = read_scenario(&args.scenario)?;
    let has_two = second.is_some();
    let mut scenario = match second {
        Some(second) if !args.slots => second,
        _ => scenario,
    };
    let refused = |what: String| Failure::at(&args.scenario, what);
    if args.slots && scenario.study.kind() != StudyKind::Slots {
        return Err(refused("--slots needs a scenario with a plan in slots".to_string()));
    }
    check_options(args, scenario.study.kind(), has_two && !args.slots).map_err(refused)?;
    for options in args.studies() {
        options.apply(&mut scenario.study).map_err(refused)?;
    }
    if let Some(policy) = &args.compare {
        return compare::run(&args.scenario, scenario.study, policy, args.json);
    }
    let title = scenario.title;
    let planned = Planned::new(scenario.study).map_err(|error| Failure::at(&args.scenario, error))?;
    let violations = planned.violations();
    print(|out| match &planned {
        _ if args.json => planned.report(&violations).write(out),
        Planned::Slots(planned) => slots::write(out, &title, &args.for_slots, planned, &violations),
        Planned::Idle(planned) => idle::write(out, &title, &args.for_idle, planned, &violations),
    })?;
    match violations.len() {
        0 => Ok(()),
        n => Err(Failure(format!("the plan breaks its own rules in {n} places; please report this scenario"))),
    }
}

/// Refuses options of another study than the one that is planned; `has_slots` says that there is a plan in slots beside it.
fn check_options(args: &PlanArgs, kind: StudyKind, has_slots: bool) -> Result<(), String> {
    let planned = args.studies().into_iter().find(|options| options.kind() == kind).map_or("", StudyOptions::name);
    let foreign = args.studies().into_iter().find(|options| options.kind() != kind && options.is_given());
    match foreign {
        None => Ok(()),
        Some(options) if options.kind() == StudyKind::Slots && has_slots => {
            Err("--planner, --shift and --report belong to the slot plan; this scenario has servers, so add --slots".to_string())
        }
        Some(options) => Err(options.refusal(planned)),
    }
}
