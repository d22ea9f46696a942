//! `bookahead cost` of a plan in slots: what a request costs the others.

use crate::files::{Failure, read_scenario};
use crate::plan::{PlannerChoice, planner};
use bookahead::engine::Study;
use bookahead::engine::core::cost_map::{MapAsked, MapAxis};
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::core::time_names::TimeNames;
use bookahead::engine::core::verdict::Verdict;
use bookahead::engine::slots::bounds;
use bookahead::engine::slots::cost::session::Costing;
use bookahead::engine::slots::cost::words::{cheapest_words, cost_verdict};
use bookahead::engine::slots::cost::{CostAnswer, CostAsked, Measure, Wanted};
use bookahead::engine::slots::run::SlotsRun;
use bookahead::engine::slots::scenario::SlotsScenario;
use clap::Args;
use std::path::Path;

/// A request is added to the plan, which is planned twice: with it and without it.
#[derive(Args)]
pub struct SlotsArgs {
    /// A plan in slots: the request's duration; --from and --until are slots
    #[arg(long, value_name = "SLOTS", conflicts_with_all = ["scheduler", "partition", "machine_nodes", "now"])]
    pub slots: Option<u32>,
    /// A plan in slots: the slot in which the request comes [default: that of the last request, so that it is decided last]
    #[arg(long, value_name = "SLOT", conflicts_with = "hours")]
    submitted: Option<u32>,
    /// A plan in slots: by how many slots the request may start later than it asks for
    #[arg(long, value_name = "SLOTS", conflicts_with = "hours", default_value_t = 0)]
    relax: u32,
    /// A plan in slots: planner to use instead of the scenario's, as fcfs-lrh:release
    #[arg(long, value_name = "NAME", conflicts_with = "hours", value_parser = planner)]
    planner: Option<PlannerChoice>,
}

/// What is asked beside that: as of a cluster, in slots.
pub struct SlotsQuestion<'a> {
    pub slots: u32,
    pub nodes: u32,
    pub from: Option<u32>,
    pub until: Option<u32>,
    pub measure: Option<&'a str>,
    /// Columns and rows of a map.
    pub map: Option<(u32, u32)>,
}

/// The names of what a request in slots costs.
pub fn slots_measures() -> [&'static str; 5] {
    Measure::ALL.map(Measure::name)
}

/// The answer, and its words.
pub fn answer(file: &[impl AsRef<Path>], args: &SlotsArgs, asked: &SlotsQuestion<'_>) -> Result<(CostAnswer, Verdict), Failure> {
    let place = file.first().map_or(Path::new("-"), AsRef::as_ref);
    let refused = |what: String| Err(Failure::at(place, what));
    if file.len() > 1 {
        return refused("only a snapshot of a running machine has several files; --slots takes one scenario".to_string());
    }
    let measure = match asked.measure {
        None => Measure::default(),
        Some(name) => match Measure::from_name(name) {
            Some(measure) => measure,
            None => {
                let names = slots_measures().join(", ");
                return refused(format!("--measure {name} is not allowed in slots; must be one of {names}"));
            }
        },
    };
    let mut scenario = scenario(place)?;
    if let Some(planner) = args.planner {
        planner.put_into(&mut scenario.policy);
    }
    let (nodes, with_market) = (scenario.machine.nodes, scenario.market.is_some());
    if !(1..=nodes).contains(&asked.nodes) {
        return refused(format!("--nodes {} is not allowed; the machine has 1 to {nodes} nodes", asked.nodes));
    }
    if !bounds::DURATION.holds(asked.slots) {
        return refused(format!("--slots {} is not allowed; must be {}", asked.slots, bounds::DURATION));
    }
    if measure.is_money() && !with_market {
        return refused(format!("--measure {} needs a scenario with a market", measure.name()));
    }
    let mut run = SlotsRun::open(scenario).map_err(|error| Failure::at(place, error))?;
    while !run.advance(usize::MAX).is_done {}
    let Some(pricing) = run.pricing(args.submitted, args.relax) else {
        return refused("it has as many requests as a scenario may have; none can be added".to_string());
    };
    let start = asked.from.unwrap_or(pricing.submitted());
    if start < pricing.submitted() {
        let comes = if args.submitted.is_some() { "" } else { ", as the last one; --submitted says when else" };
        return refused(format!("--from {start} is not allowed; the request comes in slot {}{comes}", pricing.submitted()));
    }
    if asked.until.is_some_and(|until| until < start) {
        return refused("--until lies before --from".to_string());
    }
    let last = asked.until.unwrap_or(start).max(args.submitted.unwrap_or(0));
    if u64::from(last) + u64::from(args.relax) > bounds::SLOT.max.into() {
        return refused(format!("a start must be {}", bounds::SLOT));
    }
    let map = asked.map.zip(asked.until).map(|((columns, rows), until)| {
        // The last start is a column, too.
        MapAsked { from: start, to: until + 1, columns, rows, axis: MapAxis::Nodes, most: nodes, near: None }
    });
    let wanted = Wanted { start, slots: asked.slots, nodes: asked.nodes };
    let question = CostAsked { wanted, relax: args.relax, submitted: args.submitted, latest: asked.until, measure, map };
    let mut costing = Costing::new(pricing, question);
    while !costing.is_done() {
        costing.advance(usize::MAX);
    }
    let answer = costing.answer().clone();
    let Some(priced) = &answer.cost else { return refused("the request cannot be planned".to_string()) };
    let mut verdict = cost_verdict(priced, with_market, TimeNames::SLOTS);
    verdict.sentences.extend(cheapest_words(&answer, TimeNames::SLOTS));
    Ok((answer, verdict))
}

fn scenario(place: &Path) -> Result<SlotsScenario, Failure> {
    // A file of two studies has its plan in slots first.
    match read_scenario(place)?.scenario.study {
        Study::Slots(scenario) => Ok(scenario),
        Study::Cluster(_) => Err(Failure::at(place, "this is a cluster: the length of its reservation is given by --hours")),
        _ => Err(Failure::at(place, "--slots needs a scenario with a plan in slots")),
    }
}
