//! `bookahead cost`: what a reservation costs the others, on a cluster; in slots, `slots/cost.rs` answers.

use super::{Asked, Moment, moment, present, write_verdict};
use crate::files::Failure;
use crate::slots::cost::{SlotsArgs, SlotsQuestion, slots_measures};
use bookahead::chart::cluster::cost_figure::cost_figure;
use bookahead::engine::batch::bounds;
use bookahead::engine::batch::cost::map::{MapAsked, MapAxis};
use bookahead::engine::batch::cost::session::Costing;
use bookahead::engine::batch::cost::{CostAsked, Measure};
use bookahead::engine::batch::explain::NOT_MODELLED;
use bookahead::engine::batch::explain::ahead::{cheapest_words, cost_verdict};
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::formats::studies::cluster::{write_cost, write_cost_csv};
use bookahead::formats::studies::slots;
use clap::Args;

/// The queue is planned twice, with the reservation and without it: the difference is what it costs. It is announced one second before the present, before the
/// jobs that wait are planned. With --slots, a plan in slots is asked.
#[derive(Args)]
pub struct CostArgs {
    #[command(flatten)]
    asked: Asked,
    /// Nodes of the reservation
    #[arg(long, value_name = "N")]
    nodes: u32,
    /// Its length in hours
    #[arg(long, value_name = "H", value_parser = hours, required_unless_present = "slots", conflicts_with = "slots")]
    hours: Option<f64>,
    /// Its start, or its earliest one: a second of the scenario, or such as +2h from now [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    from: Option<Moment>,
    /// Its latest start: the cheapest of 49 starts up to it is told
    #[arg(long, value_name = "TIME", value_parser = moment)]
    until: Option<Moment>,
    /// What the cheapest start is measured by: wait, node-wait, delayed or idle; in slots: slots, moved, refused, lost or displaced [default: the first one]
    #[arg(long, value_name = "NAME", value_parser = measure_name)]
    measure: Option<String>,
    /// With --json, --csv or --svg: what reservations cost at so many starts from --from to --until, times --map-rows numbers of nodes or lengths; --svg draws it
    #[arg(long, value_name = "COLUMNS", requires = "until", value_parser = clap::value_parser!(u32).range(1..=500))]
    map: Option<u32>,
    /// Rows of the map, at most one for each node or second
    #[arg(long, value_name = "ROWS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=40))]
    map_rows: u32,
    /// What the rows are: numbers of nodes up to the whole machine, or lengths up to twice --hours
    #[arg(long, value_name = "nodes|length", default_value = "nodes", requires = "map", value_parser = axis)]
    map_axis: MapAxis,
    #[command(flatten)]
    in_slots: SlotsArgs,
}

fn hours(text: &str) -> Result<f64, String> {
    let hours = text.parse::<f64>().ok().filter(|hours| (0.001..=200_000.0).contains(hours));
    hours.ok_or_else(|| "must be a number of hours, at least 0.001".to_string())
}

/// A measure of a cluster or of a plan in slots.
fn measure_name(name: &str) -> Result<String, String> {
    let names: Vec<&str> = Measure::ALL.map(Measure::name).into_iter().chain(slots_measures()).collect();
    if names.contains(&name) { Ok(name.to_string()) } else { Err(format!("must be one of {}", names.join(", "))) }
}

fn measure(args: &CostArgs) -> Result<Measure, Failure> {
    let Some(name) = &args.measure else { return Ok(Measure::default()) };
    let names = Measure::ALL.map(Measure::name).join(", ");
    let wrong = || Failure::at(args.asked.place(), format!("--measure {name} is not allowed on a cluster; must be one of {names}"));
    Measure::from_name(name).ok_or_else(wrong)
}

/// A slot: it is not counted from now on.
fn slot(moment: Moment) -> Result<u32, Failure> {
    match moment {
        Moment::At(slot) => Ok(slot),
        Moment::In(_) => Err(Failure("--from and --until are slots, such as 12, where --slots is given".to_string())),
    }
}

/// Asks a plan in slots.
fn run_in_slots(args: &CostArgs, slots: u32) -> Result<(), Failure> {
    if args.asked.svg.is_some() || args.map_axis != MapAxis::Nodes {
        return Err(Failure("--svg and --map-axis length are for clusters; --csv has the map of a plan in slots".to_string()));
    }
    let asked = SlotsQuestion {
        slots,
        nodes: args.nodes,
        from: args.from.map(slot).transpose()?,
        until: args.until.map(slot).transpose()?,
        measure: args.measure.as_deref(),
        map: args.map.map(|columns| (columns, args.map_rows)),
    };
    args.asked.check_outputs()?;
    let (answer, verdict) = crate::slots::cost::answer(&args.asked.files, &args.in_slots, &asked)?;
    args.asked.print(
        |out| write_verdict(out, &verdict),
        |mut out| slots::write_cost(&mut out, &answer, &verdict),
        |mut out| slots::write_cost_csv(&mut out, &answer),
        String::new,
    )
}

fn axis(name: &str) -> Result<MapAxis, String> {
    match name {
        "nodes" => Ok(MapAxis::Nodes),
        "length" => Ok(MapAxis::Length),
        _ => Err("must be nodes or length".to_string()),
    }
}

/// Runs the command.
pub fn run(args: &CostArgs) -> Result<(), Failure> {
    if let Some(slots) = args.in_slots.slots {
        return run_in_slots(args, slots);
    }
    if args.map.is_none() && args.asked.svg.is_some() {
        return Err(Failure("--svg draws the map; --map COLUMNS says how many starts it has".to_string()));
    }
    let measure = measure(args)?;
    let planned = args.asked.planned()?;
    let run = &planned.run;
    let (place, scenario, now) = (args.asked.place(), run.scenario(), present(run));
    let refused = |what: String| Err(Failure::at(place, what));
    if !(1..=scenario.nodes).contains(&args.nodes) {
        return refused(format!("--nodes {} is not allowed; the machine has 1 to {} nodes", args.nodes, scenario.nodes));
    }
    let hours = args.hours.unwrap_or_default();
    let seconds = (hours * 3_600.0).round() as u32;
    if scenario.policy.scheduler == Scheduler::CoAllocation && seconds > scenario.policy.horizon {
        return refused(format!("--hours {hours}: co-allocation reserves at most {} seconds at once", scenario.policy.horizon));
    }
    let start = args.from.map_or(now, |from| from.from(now));
    let latest = args.until.map(|until| until.from(now));
    if latest.is_some_and(|latest| latest < start) {
        return refused("--until lies before --from".to_string());
    }
    if latest.unwrap_or(start) > bounds::TIME.max {
        return refused(format!("a start must be {}", bounds::TIME));
    }
    let most = match args.map_axis {
        MapAxis::Nodes => scenario.nodes,
        MapAxis::Length if scenario.policy.scheduler == Scheduler::CoAllocation => (2 * seconds).min(scenario.policy.horizon),
        MapAxis::Length => (2 * seconds).min(bounds::TIME.max),
    };
    let map = args.map.map(|columns| MapAsked {
        from: start,
        to: latest.unwrap_or(start),
        columns,
        rows: args.map_rows.min(most),
        axis: args.map_axis,
        most,
        near: None,
    });
    let asked = CostAsked { start, latest, seconds, nodes: args.nodes, announced: None, measure, map };
    let Some(pricing) = run.pricing(None) else { return refused("its starts are those of a log".to_string()) };
    let mut costing = Costing::new(pricing, asked);
    while !costing.is_done() {
        costing.advance(usize::MAX);
    }
    let (jobs, answer) = (run.jobs(), costing.answer());
    let Some(priced) = &answer.cost else { return refused("the reservation cannot be planned".to_string()) };
    let mut verdict = cost_verdict(jobs, scenario.start, priced);
    verdict.sentences.extend(cheapest_words(scenario.start, answer));
    args.asked.print(
        |out| {
            write_verdict(out, &verdict)?;
            writeln!(out, "\n{NOT_MODELLED}")
        },
        |mut out| write_cost(&mut out, jobs, answer, &verdict),
        |mut out| write_cost_csv(&mut out, jobs, answer),
        || {
            answer
                .map
                .as_ref()
                .map_or_else(String::new, |map| planned.svg(&cost_figure(map, answer.asked.reservation(), measure, scenario.start)))
        },
    )
}
