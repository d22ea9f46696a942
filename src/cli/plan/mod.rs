//! `bookahead plan`: plans a scenario, checks the plan and prints or writes it. Each study has a file of its own with its options and its output; a new one is
//! declared here, gets a field in [`PlanArgs`] and an arm in the only `match`.

mod cluster;
mod compare;
mod idle;
mod options;
mod outputs;
mod slots;
pub mod workflow;

pub use cluster::{policy, scheduled, scheduler};
pub use slots::{PlannerChoice, planner};

use self::cluster::under;
use super::files::{Failure, print, read_scenario};
use bookahead::chart::kit::figure::Figure;
use bookahead::engine::Study;
use bookahead::engine::core::verification::Verification;
use bookahead::engine::study::StudyKind;
use bookahead::formats::json::FileContent;
use bookahead::formats::studies::Planned;
use clap::Args;
use options::StudyOptions;
use outputs::Outputs;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Args)]
pub struct PlanArgs {
    /// Scenario file (JSON), or - for standard input
    scenario: PathBuf,
    #[command(flatten)]
    for_slots: slots::SlotsOptions,
    #[command(flatten)]
    for_idle: idle::IdleOptions,
    #[command(flatten)]
    for_cluster: cluster::ClusterOptions,
    #[command(flatten)]
    for_workflow: workflow::WorkflowOptions,
    /// Print the slot plan of a scenario with servers, not that of the servers
    #[arg(long, conflicts_with = "strategy")]
    slots: bool,
    /// Compare the plan with that under another policy, "fcfs-lrh:release" or a strategy: which decisions differ, where they first do, and the figures of both
    #[arg(long, value_name = "POLICY", conflicts_with_all = ["report", "mapping"], display_order = 30)]
    compare: Option<String>,
    #[command(flatten)]
    outputs: Outputs,
}

impl PlanArgs {
    /// The options of every study that has some.
    fn studies(&self) -> [&dyn StudyOptions; 4] {
        [&self.for_slots, &self.for_idle, &self.for_cluster, &self.for_workflow]
    }
}

pub fn run(args: &PlanArgs) -> Result<(), Failure> {
    let FileContent { scenario, second } = read_scenario(&args.scenario)?;
    args.outputs.check()?;
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
        return compare::run(
            &args.scenario,
            scenario.study,
            policy,
            args.outputs.json_only().map_err(|error| Failure::at(&args.scenario, error))?,
        );
    }
    let title = scenario.title;
    if let (Some(mapping), Study::Workflow(workflow)) = (args.for_workflow.mapping, &scenario.study) {
        let is_json = args.outputs.json_only().map_err(|error| Failure::at(&args.scenario, error))?;
        return workflow::mapping::run(&args.scenario, &title, workflow.clone(), (mapping, args.for_workflow.application), is_json);
    }
    let planned = Planned::new(scenario.study).map_err(|error| Failure::at(&args.scenario, error))?;
    let verification = planned.verify();
    if args.outputs.is_given() {
        args.outputs.write(&title, &planned, &|name| draw(&planned, name))?;
    }
    let provenance = planned.provenance();
    print(|out| {
        if args.outputs.is_given() {
            return Ok(());
        }
        if let Planned::Slots(planned) = &planned
            && slots::write_report(out, &args.for_slots, &provenance, planned)?
        {
            return Ok(());
        }
        if !title.is_empty() {
            writeln!(out, "{title}\n")?;
        }
        match &planned {
            Planned::Slots(planned) => slots::write(out, planned)?,
            Planned::Idle(planned) => idle::write(out, planned)?,
            Planned::Cluster(planned) => cluster::write(out, planned)?,
            Planned::Workflow(planned) => workflow::write(out, planned)?,
        }
        write_check(out, &verification)?;
        writeln!(out, "\n{}", provenance.words())
    })?;
    match verification.violations.len() {
        0 => Ok(()),
        _ if is_overbooked(&planned) => Err(Failure("the log uses more nodes at once than the machine has".to_string())),
        n => Err(Failure(format!(
            "the plan breaks its rules in {n} {}; please report this scenario, unless it asks for that itself",
            if n == 1 { "place" } else { "places" }
        ))),
    }
}

/// Whether the plan is that of a log which needs more nodes at once than there are.
fn is_overbooked(planned: &Planned) -> bool {
    matches!(planned, Planned::Cluster(planned) if planned.1.metrics.overbooked > 0)
}

/// What the independent checker looked at and found.
fn write_check(out: &mut impl Write, verification: &Verification) -> io::Result<()> {
    writeln!(out, "\nchecked")?;
    for looked in verification.looked_at.iter().filter(|looked| looked.count > 0) {
        writeln!(out, "{:>12}  {}", looked.count, looked.what())?;
    }
    for violation in &verification.violations {
        writeln!(out, "broken rule: {violation}")?;
    }
    writeln!(out, "{}", verification.sentence())
}

/// Draws a chart of a plan by its name, or the first one; or the names that there are.
pub fn draw(planned: &Planned, name: Option<&str>) -> Result<Figure, &'static [&'static str]> {
    match planned {
        Planned::Slots(planned) => slots::draw(planned, name),
        Planned::Idle(planned) => idle::draw(planned, name),
        Planned::Cluster(planned) => cluster::draw(planned, name),
        Planned::Workflow(planned) => workflow::draw(planned, name),
    }
}

/// A plan of workflows becomes what a mapping has made of it after so many steps.
pub fn show_mapping(planned: &mut Planned, mapping: u32, step: u32) {
    if let Planned::Workflow(planned) = planned {
        workflow::show_mapping(planned, mapping, step);
    }
}

/// Refuses options of another study than the one that is planned; `has_slots` says that there is a plan in slots beside it.
fn check_options(args: &PlanArgs, kind: StudyKind, has_slots: bool) -> Result<(), String> {
    let planned = args.studies().into_iter().find(|options| options.kind() == kind).map_or(kind.key(), StudyOptions::name);
    let foreign = args.studies().into_iter().find(|options| options.kind() != kind && options.is_given());
    match foreign {
        None => Ok(()),
        Some(options) if options.kind() == StudyKind::Slots && has_slots => {
            Err("--planner, --shift and --report belong to the slot plan; this scenario has servers, so add --slots".to_string())
        }
        Some(options) => Err(options.refusal(planned)),
    }
}
