//! `bookahead plan` for a plan in slots.

use super::options::{REFUSALS_TOLD, StudyOptions};
use bookahead::chart::gantt::figures::PlanFrame;
use bookahead::chart::kit::figure::Figure;
use bookahead::chart::{Colours, GanttKind, PlanView, TimeUnit};
use bookahead::engine::core::bounds::SEED;
use bookahead::engine::slots::bounds;
use bookahead::engine::slots::explain::refusal_explained;
use bookahead::engine::slots::order_search::OrderSearch;
use bookahead::engine::slots::outcome::RevenueOutcome;
use bookahead::engine::slots::overlap::Reality;
use bookahead::engine::slots::overlap_rule::OverlapRule;
use bookahead::engine::slots::revenue::{ClassFigures, Market, Report};
use bookahead::engine::slots::scenario::{PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead::engine::study::StudyKind;
use bookahead::engine::{Outcome, Study};
use bookahead::formats::provenance::Provenance;
use bookahead::formats::studies::slots::{draw_plan, write_revenue_csv};
use clap::Args;
use std::io::{self, Write};

#[derive(Args)]
pub struct SlotsOptions {
    /// Planner to use instead of the scenario's, with its options: "first-fit", "gelsar:population=12:generations=8:seed=7"
    #[arg(long, value_name = "NAME", value_parser = planner)]
    planner: Option<PlannerChoice>,
    /// Shift rule to use instead of the scenario's
    #[arg(long, value_name = "hold|release", value_parser = shift)]
    shift: Option<ShiftRule>,
    /// Print the revenue report of a scenario with a market as CSV, in windows of so many slots
    #[arg(long, value_name = "SLOTS", conflicts_with_all = ["json", "csv", "figures", "svg", "trace", "evalys"], value_parser = clap::value_parser!(u32).range(1..), display_order = 20)]
    report: Option<u32>,
}

/// A planner by its name; options that are not named stay as they are in the scenario.
#[derive(Clone, Copy)]
pub struct PlannerChoice {
    policy: Policy,
    has_options: bool,
}

impl PlannerChoice {
    /// Plans by it.
    pub fn put_into(self, policy: &mut Policy) {
        policy.planner = self.policy.planner;
        if self.has_options && policy.planner.has_shift_rule() {
            policy.shift = self.policy.shift;
        }
        if self.has_options && policy.planner.searches() {
            policy.search = self.policy.search;
        }
        if self.has_options && policy.planner.overlaps() {
            policy.overlap = self.policy.overlap;
        }
    }
}

/// A planner with its options, by name.
pub fn planner(name: &str) -> Result<PlannerChoice, String> {
    if let Some(policy) = Policy::from_name(name) {
        return Ok(PlannerChoice { policy, has_options: name.contains(':') });
    }
    let known = name.split_once(':').and_then(|(planner, _)| PlannerKind::from_name(planner));
    Err(match known {
        Some(planner) => options_of(planner),
        None => {
            format!("must be one of {}", PlannerKind::usual().into_iter().map(PlannerKind::name).collect::<Vec<_>>().join(", "))
        }
    })
}

/// What may stand behind the name of a planner.
fn options_of(planner: PlannerKind) -> String {
    let name = planner.name();
    if planner.has_shift_rule() {
        return format!("must be one of {}", ShiftRule::ALL.map(|shift| format!("{name}:{}", shift.name())).join(", "));
    }
    if planner.searches() {
        let (population, generations) = (bounds::SEARCH_POPULATION, bounds::SEARCH_GENERATIONS);
        return format!(
            "{name} may be followed by :population= and {population}, :generations= and {generations}, :seed= and {SEED}"
        );
    }
    if planner.overlaps() {
        let numbers = OverlapRule::default().numbers().map(|(key, _, bound)| format!(":{key}= and {bound}"));
        return format!("{name} may be followed by {}, :seed= and {SEED}", numbers.join(", "));
    }
    format!("{name} has no options")
}

fn shift(name: &str) -> Result<ShiftRule, String> {
    ShiftRule::from_name(name).ok_or_else(|| format!("must be one of {}", ShiftRule::ALL.map(ShiftRule::name).join(", ")))
}

impl StudyOptions for SlotsOptions {
    fn kind(&self) -> StudyKind {
        StudyKind::Slots
    }

    fn name(&self) -> &'static str {
        "plans in slots"
    }

    fn is_given(&self) -> bool {
        self.planner.is_some() || self.shift.is_some() || self.report.is_some()
    }

    fn refusal(&self, found: &str) -> String {
        format!("--planner, --shift and --report belong to plans in slots; this scenario has {found}")
    }

    fn apply(&self, study: &mut Study) -> Result<(), String> {
        let Study::Slots(slots) = study else { return Ok(()) };
        if self.report.is_some() && slots.market.is_none() {
            return Err("--report needs a scenario with a market".to_string());
        }
        if let Some(planner) = self.planner {
            planner.put_into(&mut slots.policy);
        }
        slots.policy.shift = self.shift.unwrap_or(slots.policy.shift);
        Ok(())
    }
}

/// Charts of a plan in slots, the first one first.
const CHARTS: &[&str] = &["logical", "physical", "utilisation"];

/// Draws a chart by its name, or the first one; or the names that there are.
pub fn draw((scenario, outcome): &(SlotsScenario, Outcome), name: Option<&str>) -> Result<Figure, &'static [&'static str]> {
    let Outcome { arrivals, decisions, nodes, .. } = outcome;
    // The columns of one outcome always belong together.
    let mut view = PlanView::new(arrivals.clone(), decisions.clone(), nodes.clone(), scenario.machine).ok_or(CHARTS)?;
    view.set_violated(Reality::violated(arrivals, decisions, scenario.machine, scenario.policy));
    let frame = PlanFrame { view: &view, window: None, unit: TimeUnit::Slots, colours: Colours::Request };
    match name.unwrap_or(CHARTS[0]) {
        "logical" => Ok(frame.gantt(GanttKind::Logical)),
        "physical" => Ok(frame.gantt(GanttKind::Physical)),
        "utilisation" => Ok(frame.utilisation()),
        _ => Err(CHARTS),
    }
}

/// Prints the report of revenue that is asked for, if one is; tells whether.
pub fn write_report(
    out: &mut impl Write,
    options: &SlotsOptions,
    provenance: &Provenance,
    (scenario, outcome): &(SlotsScenario, Outcome),
) -> io::Result<bool> {
    let Some((slots, market)) = options.report.zip(scenario.market.as_ref()) else { return Ok(false) };
    write_revenue_csv(out, provenance, market, &Report::windows(market, &outcome.arrivals, &outcome.decisions, slots))?;
    Ok(true)
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
    writeln!(out, "spoilage      {} node-slots idle that a limit refused", report.losses.spoilage)?;
    writeln!(out, "dilution      {} node-slots of lower classes that a refused job would have needed", report.losses.dilution)?;
    writeln!(out, "limits        {} ({}), {} forecasts made", market.method.name(), market.nesting.name(), updates.len())
}

/// Prints the plan as text.
pub fn write(out: &mut impl Write, (scenario, outcome): &(SlotsScenario, Outcome)) -> io::Result<()> {
    let Outcome { arrivals, decisions, metrics, revenue, .. } = outcome;
    match draw_plan(scenario.machine.nodes, outcome) {
        Some(chart) => writeln!(out, "{chart}")?,
        None if metrics.accepted == 0 => writeln!(out, "The plan is empty.\n")?,
        None => writeln!(out, "The plan is too large to draw here; --json lists every job.\n")?,
    }
    let policy = scenario.policy;
    let shift = if policy.planner.has_shift_rule() { format!(" ({})", policy.shift.name()) } else { String::new() };
    writeln!(out, "planner       {}{shift}", policy.planner.name())?;
    if policy.planner.searches() {
        let OrderSearch { population, generations, seed } = policy.search;
        writeln!(out, "search        population {population}, generations {generations}, seed {seed}")?;
    }
    writeln!(out, "jobs          {} of {} accepted ({:.1} %)", metrics.accepted, metrics.jobs, metrics.acceptance * 100.0)?;
    writeln!(out, "requests      {} whole, {} in part, of {}", metrics.requests_whole, metrics.requests_partly, metrics.requests)?;
    if metrics.accepted > 0 {
        let (first, last) = (metrics.first_slot, metrics.end_slot - 1);
        writeln!(out, "utilisation   {:.1} % of slots {first} to {last}", metrics.utilisation * 100.0)?;
        let short = metrics.fragmentation * 100.0;
        writeln!(out, "fragmentation {short:.1} % of the free node-time in holes shorter than the median request")?;
    }
    if policy.planner.is_elastic() {
        let price = scenario.tariff.per_node_slot(scenario.machine.slot_seconds);
        writeln!(out, "offers        {} smaller than asked for taken", decisions.taken.len())?;
        if scenario.market.is_none() {
            writeln!(out, "price         {:.2} at {price} per node and slot", metrics.busy_node_slots as f64 * price)?;
        }
    }
    if let Some(Reality { violations, violation_rate, utilisation, overestimate, .. }) = outcome.reality {
        let OverlapRule { confidence, free_share, trust, exact_users, .. } = policy.overlap;
        let beyond = outcome.nodes.ids.iter().any(|&node| node >= scenario.machine.nodes);
        let rows = if beyond {
            format!("; rows from cn{} on are booked beyond the machine", scenario.machine.nodes)
        } else {
            String::new()
        };
        writeln!(out, "overlap       p* {confidence} %, v* {free_share} %{rows}")?;
        if trust > 0 || exact_users > 0 {
            writeln!(out, "users         trusted from {trust} % on; {exact_users} % of them estimate exactly")?;
        }
        writeln!(out, "violations    {violations} ({:.2} % of the accepted jobs)", violation_rate * 100.0)?;
        let (used, over) = (utilisation * 100.0, overestimate * 100.0);
        writeln!(out, "really used   {used:.1} % of the node-slots; durations overestimated by {over:.1} % on average")?;
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
        let reason = refusal_explained(arrivals, decisions, scenario.machine, scenario.policy, refusal, TimeUnit::Slots);
        writeln!(out, "refused {}: {reason}", name(refusal.job))?;
    }
    if decisions.refusals.len() > REFUSALS_TOLD {
        writeln!(out, "and {} more", decisions.refusals.len() - REFUSALS_TOLD)?;
    }
    Ok(())
}
