//! `bookahead plan`.

use super::{Failure, gantt, print, read_scenario};
use bookahead::engine::check::check;
use bookahead::engine::explain::refusal_reason;
use bookahead::engine::scenario::{PlannerKind, ShiftRule};
use bookahead::engine::{self, Outcome, Scenario};
use bookahead::file;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// Refusals that are told one by one before the rest is counted.
const REFUSALS_TOLD: usize = 50;

#[derive(Args)]
pub struct PlanArgs {
    /// Scenario file (JSON), or - for standard input
    scenario: PathBuf,
    /// Planner to use instead of the scenario's
    #[arg(long, value_name = "NAME", value_parser = planner)]
    planner: Option<PlannerKind>,
    /// Shift rule to use instead of the scenario's
    #[arg(long, value_name = "hold|release", value_parser = shift)]
    shift: Option<ShiftRule>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn planner(name: &str) -> Result<PlannerKind, String> {
    PlannerKind::from_name(name).ok_or_else(|| format!("must be one of {}", PlannerKind::ALL.map(PlannerKind::name).join(", ")))
}

fn shift(name: &str) -> Result<ShiftRule, String> {
    ShiftRule::from_name(name).ok_or_else(|| format!("must be one of {}", ShiftRule::ALL.map(ShiftRule::name).join(", ")))
}

pub fn run(args: &PlanArgs) -> Result<(), Failure> {
    let mut scenario = read_scenario(&args.scenario)?;
    scenario.policy.planner = args.planner.unwrap_or(scenario.policy.planner);
    scenario.policy.shift = args.shift.unwrap_or(scenario.policy.shift);
    let outcome = engine::run(&scenario).map_err(|error| Failure::at(&args.scenario, error))?;
    let found = check(&outcome.arrivals, &outcome.decisions, &outcome.nodes, scenario.machine);
    let violations: Vec<String> = found.iter().map(ToString::to_string).collect();
    print(|out| {
        if args.json {
            file::write_plan(out, &scenario, &outcome, &violations)
        } else {
            write_text(out, &scenario, &outcome, &violations)
        }
    })?;
    match violations.len() {
        0 => Ok(()),
        n => Err(Failure(format!("the plan breaks its own rules in {n} places; please report this scenario"))),
    }
}

fn write_text(out: &mut impl Write, scenario: &Scenario, outcome: &Outcome, violations: &[String]) -> io::Result<()> {
    let Outcome { arrivals, decisions, metrics, .. } = outcome;
    if !scenario.title.is_empty() {
        writeln!(out, "{}\n", scenario.title)?;
    }
    match gantt::draw(scenario.machine.nodes, outcome) {
        Some(chart) => writeln!(out, "{chart}")?,
        None if metrics.accepted == 0 => writeln!(out, "The plan is empty.\n")?,
        None => writeln!(out, "The plan is too large to draw here; --json lists every job.\n")?,
    }
    let policy = scenario.policy;
    let shift = if policy.planner.moves_jobs() { format!(" ({})", policy.shift.name()) } else { String::new() };
    writeln!(out, "planner       {}{shift}", policy.planner.name())?;
    writeln!(out, "jobs          {} of {} accepted ({:.1} %)", metrics.accepted, metrics.jobs, metrics.acceptance * 100.0)?;
    writeln!(out, "requests      {} whole, {} in part, of {}", metrics.requests_whole, metrics.requests_partly, metrics.requests)?;
    if metrics.accepted > 0 {
        let (first, last) = (metrics.first_slot, metrics.end_slot - 1);
        writeln!(out, "utilisation   {:.1} % of slots {first} to {last}", metrics.utilisation * 100.0)?;
    }
    writeln!(out, "mean delay    {:.3} slots", metrics.mean_delay)?;
    writeln!(out, "moves         {} made, {} put back", metrics.shifts, metrics.shifts_put_back)?;
    let name = |job: u32| format!("{}.{}", arrivals.user[arrivals.request[job as usize] as usize], arrivals.number[job as usize]);
    if !decisions.refusals.is_empty() {
        writeln!(out)?;
    }
    for refusal in decisions.refusals.iter().take(REFUSALS_TOLD) {
        let reason = refusal_reason(arrivals, scenario.machine, scenario.policy, refusal);
        writeln!(out, "refused {}: {reason}", name(refusal.job))?;
    }
    if decisions.refusals.len() > REFUSALS_TOLD {
        writeln!(out, "and {} more", decisions.refusals.len() - REFUSALS_TOLD)?;
    }
    for violation in violations {
        writeln!(out, "broken rule: {violation}")?;
    }
    Ok(())
}
