//! `bookahead plan`: plans a scenario, checks the plan and prints it.

use super::files::{Failure, print, read_scenario};
use super::servers::{self, Form};
use bookahead::engine::idle::Strategy;
use bookahead::engine::slots::check::{check, check_with_market};
use bookahead::engine::slots::explain::refusal_reason;
use bookahead::engine::slots::outcome::RevenueOutcome;
use bookahead::engine::slots::revenue::{ClassFigures, Market, Report};
use bookahead::engine::slots::scenario::{PlannerKind, ShiftRule, SlotsScenario};
use bookahead::engine::{self, Outcome, Study};
use bookahead::formats::ascii;
use bookahead::formats::json;
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
    /// Strategy of the servers to use instead of the scenario's
    #[arg(long, value_name = "NAME", value_parser = strategy)]
    strategy: Option<Strategy>,
    /// Print the slot plan of a scenario with servers, not that of the servers
    #[arg(long, conflicts_with = "strategy")]
    slots: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print the plan of the servers as CSV, a line for each request
    #[arg(long, conflicts_with_all = ["json", "slots"])]
    csv: bool,
    /// Print the revenue report of a scenario with a market as CSV, in windows of so many slots
    #[arg(long, value_name = "SLOTS", conflicts_with = "json", value_parser = clap::value_parser!(u32).range(1..))]
    report: Option<u32>,
}

fn planner(name: &str) -> Result<PlannerKind, String> {
    PlannerKind::from_name(name).ok_or_else(|| format!("must be one of {}", PlannerKind::ALL.map(PlannerKind::name).join(", ")))
}

fn shift(name: &str) -> Result<ShiftRule, String> {
    ShiftRule::from_name(name).ok_or_else(|| format!("must be one of {}", ShiftRule::ALL.map(ShiftRule::name).join(", ")))
}

fn strategy(name: &str) -> Result<Strategy, String> {
    Strategy::from_name(name).ok_or_else(|| format!("must be one of {}", Strategy::ALL.map(Strategy::name).join(", ")))
}

pub fn run(args: &PlanArgs) -> Result<(), Failure> {
    let content = read_scenario(&args.scenario)?;
    let title = content.scenario.title.clone();
    let (mut slots, mut idle) = (None, None);
    for scenario in [Some(content.scenario), content.second].into_iter().flatten() {
        match scenario.study {
            Study::Slots(scenario) => slots = Some(scenario),
            Study::Idle(scenario) => idle = Some(scenario),
        }
    }
    if let Some(servers) = idle.filter(|_| !args.slots) {
        if args.planner.is_some() || args.shift.is_some() || args.report.is_some() {
            let what = match slots {
                Some(_) => "--planner, --shift and --report belong to the slot plan; this scenario has servers, so add --slots",
                None => "--planner, --shift and --report belong to plans in slots; this scenario has named servers",
            };
            return Err(Failure::at(&args.scenario, what));
        }
        let form = match (args.json, args.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv,
            _ => Form::Text,
        };
        return servers::run(&title, &servers, args.strategy, form)
            .map_err(|Failure(what)| if what.is_empty() { Failure(what) } else { Failure::at(&args.scenario, what) });
    }
    let Some(mut scenario) = slots else {
        return Err(Failure::at(&args.scenario, "--slots needs a scenario with a plan in slots"));
    };
    if args.strategy.is_some() || args.csv {
        return Err(Failure::at(&args.scenario, "--strategy and --csv need a scenario with servers"));
    }
    scenario.policy.planner = args.planner.unwrap_or(scenario.policy.planner);
    scenario.policy.shift = args.shift.unwrap_or(scenario.policy.shift);
    let outcome = engine::run(&scenario).map_err(|error| Failure::at(&args.scenario, error))?;
    let Outcome { arrivals, decisions, nodes, revenue, .. } = &outcome;
    let found = match (&scenario.market, revenue) {
        (Some(market), Some(revenue)) => check_with_market(arrivals, decisions, nodes, scenario.machine, market, revenue),
        _ => check(arrivals, decisions, nodes, scenario.machine),
    };
    let violations: Vec<String> = found.iter().map(ToString::to_string).collect();
    let report = match (args.report, &scenario.market) {
        (Some(slots), Some(market)) => Some((market, Report::windows(market, arrivals, decisions, slots))),
        (Some(_), None) => return Err(Failure::at(&args.scenario, "--report needs a scenario with a market")),
        (None, _) => None,
    };
    print(|out| {
        if let Some((market, windows)) = &report {
            json::write_revenue_csv(out, market, windows)
        } else if args.json {
            json::write_plan(out, &scenario, &outcome, &violations)
        } else {
            write_text(out, &title, &scenario, &outcome, &violations)
        }
    })?;
    match violations.len() {
        0 => Ok(()),
        n => Err(Failure(format!("the plan breaks its own rules in {n} places; please report this scenario"))),
    }
}

/// The money, class by class, and the limits.
fn write_money(out: &mut impl Write, market: &Market, revenue: &RevenueOutcome) -> io::Result<()> {
    let RevenueOutcome { report, limits, updates } = revenue;
    let total = report.total();
    writeln!(out, "\nrevenue       {} ({:.2} per node-slot sold)", total.revenue, total.per_node_slot())?;
    let head = ["class", "price", "limit", "jobs", "confirmed", "closed", "no place", "revenue", "forgone"];
    writeln!(
        out,
        "{:<14}{:>8}{:>8}{:>9}{:>11}{:>9}{:>10}{:>15}{:>15}",
        head[0], head[1], head[2], head[3], head[4], head[5], head[6], head[7], head[8]
    )?;
    for (k, (class, figures)) in market.classes.iter().zip(&report.classes).enumerate() {
        let ClassFigures { jobs, confirmed, closed, unplaced, revenue, forgone, .. } = figures;
        writeln!(
            out,
            "{:<14}{:>8}{:>8}{jobs:>9}{confirmed:>11}{closed:>9}{unplaced:>10}{revenue:>15}{forgone:>15}",
            k + 1,
            class.price,
            limits[k]
        )?;
    }
    writeln!(out, "limits        {} ({}), {} forecasts made", market.method.name(), market.nesting.name(), updates.len())
}

fn write_text(
    out: &mut impl Write,
    title: &str,
    scenario: &SlotsScenario,
    outcome: &Outcome,
    violations: &[String],
) -> io::Result<()> {
    let Outcome { arrivals, decisions, metrics, revenue, .. } = outcome;
    if !title.is_empty() {
        writeln!(out, "{title}\n")?;
    }
    match ascii::draw_plan(scenario.machine.nodes, outcome) {
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
    if let (Some(market), Some(revenue)) = (&scenario.market, revenue) {
        write_money(out, market, revenue)?;
    }
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
