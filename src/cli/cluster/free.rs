//! `bookahead free`: which nodes of a cluster are free throughout a stretch of time (range search, Castillo 5.4), who has the others of those that one names, and the scenario in which
//! some are booked.

use super::{Asked, Moment, Planned, moment, present, seconds};
use crate::files::{Failure, check_output, is_dash, print, write_to};
use bookahead::chart::cluster::figures::{ClusterFrame, whole_window};
use bookahead::chart::cluster::seconds::moment as shown_moment;
use bookahead::engine::Scenario;
use bookahead::engine::batch::booking::{Holder, booked, nodes_text, not_free, read_nodes, size, who_has};
use bookahead::engine::batch::bounds;
use bookahead::engine::batch::explain::batch_verdict;
use bookahead::engine::batch::nodes::{NodeSet, Stretch};
use bookahead::engine::batch::{BatchOutcome, BatchPlan, BatchRun};
use bookahead::engine::core::calendar::ClockStart;
use bookahead::engine::core::error::FieldPath;
use bookahead::formats::json;
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

/// Nodes that are listed one by one.
const LISTED: usize = 40;

/// The plan is looked at as it is; with `--book` jobs are added to its scenario.
#[derive(Args)]
pub struct FreeArgs {
    #[command(flatten)]
    asked: Asked,
    /// When the stretch of time begins: a second of the scenario, or such as +2h from now [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    from: Option<Moment>,
    /// How long it is, as 90s, 30min, 2h or 1d
    #[arg(long = "for", value_name = "TIME", value_parser = seconds)]
    length: u32,
    /// Nodes that are asked about, as 3,5-8 [default: all]
    #[arg(long, value_name = "LIST")]
    nodes: Option<String>,
    /// Book these nodes, as 3,5-8, and print the scenario with a job for each range of them
    #[arg(long, value_name = "LIST", conflicts_with_all = ["nodes", "json", "csv", "svg"])]
    book: Option<String>,
    /// Where the scenario goes [default: standard output]
    #[arg(short, long, visible_alias = "out", value_name = "SCENARIO.json", requires = "book")]
    output: Option<PathBuf>,
}

/// What was found.
struct Found {
    from: u64,
    to: u64,
    /// How many nodes were asked about.
    asked: u32,
    free: Vec<Stretch>,
    /// Who has the others of the nodes that were named: the first job of each.
    busy: Vec<Holder>,
}

/// Looks for the nodes among those that were named, or among all.
fn find(run: &BatchRun, (from, to): (u64, u64), named: Option<&[Stretch]>) -> Found {
    let machine = [(0, run.scenario().nodes - 1)];
    let asked = named.unwrap_or(&machine);
    let mut left = NodeSet::of(asked.iter().copied());
    let mut free = Vec::new();
    run.free_throughout(from, to).into_iter().for_each(|stretch| left.take_within(stretch, |found| free.push(found)));
    let BatchOutcome { jobs, decisions, nodes, .. } = run.outcome();
    let busy = named.map(|named| who_has((&jobs, &decisions, &nodes), (from, to), named)).unwrap_or_default();
    Found { from, to, asked: size(asked), free: NodeSet::of(free.into_iter()).stretches().collect(), busy }
}

impl Found {
    fn write_words(&self, out: &mut dyn Write, origin: Option<ClockStart>) -> io::Result<()> {
        let shown = |at: u64| shown_moment(at, origin);
        let nodes = if self.asked == 1 { "node is" } else { "nodes are" };
        write!(out, "{} of {} {nodes} free throughout {} to {}", size(&self.free), self.asked, shown(self.from), shown(self.to))?;
        let listed = nodes_text(&self.free[..self.free.len().min(LISTED)]);
        let more = if self.free.len() > LISTED { " …" } else { "" };
        let colon = if listed.is_empty() { "" } else { ": " };
        writeln!(out, "{colon}{listed}{more}.")?;
        for Holder { node, job, start, end } in self.busy.iter().take(LISTED) {
            writeln!(out, "Node {node}: job {job} from {} to {}.", shown(*start), shown(*end))?;
        }
        if self.busy.len() > LISTED { writeln!(out, "And {} more; --csv has all.", self.busy.len() - LISTED) } else { Ok(()) }
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let busy = |Holder { node, job, start, end }: &Holder| json!({ "node": node, "job": job, "start": start, "end": end });
        let busy: Vec<Value> = self.busy.iter().map(busy).collect();
        let Self { from, to, asked, free, .. } = self;
        let found = json!({ "from": from, "to": to, "asked": asked, "count": size(free), "free": free, "busy": busy });
        writeln!(out, "{found:#}")
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "node,job,start,end")?;
        for node in self.free.iter().flat_map(|&(first, last)| first..=last) {
            writeln!(out, "{node},,,")?;
        }
        self.busy.iter().try_for_each(|Holder { node, job, start, end }| writeln!(out, "{node},{job},{start},{end}"))
    }
}

/// Prints the scenario with the nodes booked, if all of them are free. Where the plan then has a booking start later, it says so.
fn book(args: &FreeArgs, planned: &Planned, range: (u64, u64), named: &[Stretch]) -> Result<(), Failure> {
    args.output.as_deref().map_or(Ok(()), check_output)?;
    let place = args.asked.place();
    let BatchOutcome { jobs, decisions, nodes, .. } = planned.run.outcome();
    let scenario = planned.run.scenario();
    let shown = |at: u64| shown_moment(at, scenario.start);
    if let Some(why) = not_free(&who_has((&jobs, &decisions, &nodes), range, named), shown) {
        return Err(Failure::at(place, why));
    }
    let mut cluster = scenario.clone();
    let before = cluster.workload.next_id();
    cluster.workload = cluster.workload.with_added(&booked(scenario, &jobs, range, 0, named));
    let plan = cluster.run().map_err(|error| Failure::at(place, error))?;
    for row in (0..plan.jobs.len()).filter(|&row| plan.jobs.id[row] >= before && plan.decisions.start[row] != range.0) {
        let verdict = batch_verdict(&plan.jobs, &plan.decisions, cluster.policy, row);
        eprintln!("job {}: {}. {}", plan.jobs.number(row), verdict.headline, verdict.sentences.join(" "));
    }
    let text = json::write(&Scenario::new(planned.title.clone(), cluster));
    match args.output.as_deref().filter(|path| !is_dash(path)) {
        Some(path) => write_to(path, |out| out.write_all(text.as_bytes())),
        None => print(|out| out.write_all(text.as_bytes())),
    }
}

/// Runs the command.
pub fn run(args: &FreeArgs) -> Result<(), Failure> {
    let planned = args.asked.planned()?;
    let (run, place) = (&planned.run, args.asked.place());
    let (scenario, now) = (run.scenario(), present(run));
    let from = args.from.map_or(now, |from| from.from(now));
    if from > bounds::TIME.max {
        return Err(Failure::at(place, format!("--from {from} is not allowed; must be {}", bounds::TIME)));
    }
    if args.length == 0 {
        return Err(Failure::at(place, "--for 0 is not allowed; a stretch of time has at least 1 second"));
    }
    let read = |option: &str, list: &String| {
        let named = read_nodes(list, scenario.nodes, &FieldPath::new(option)).map_err(|error| Failure::at(place, error))?;
        if named.is_empty() { Err(Failure::at(place, format!("{option} names no node"))) } else { Ok(named) }
    };
    let range = (u64::from(from), u64::from(from) + u64::from(args.length));
    if let Some(list) = &args.book {
        return book(args, &planned, range, &read("--book", list)?);
    }
    let named = args.nodes.as_ref().map(|list| read("--nodes", list)).transpose()?;
    let found = find(run, range, named.as_deref());
    args.asked.print(
        |out| found.write_words(out, scenario.start),
        |out| found.write_json(out),
        |out| found.write_csv(out),
        || {
            let BatchOutcome { jobs, decisions, nodes, metrics } = run.outcome();
            let plan = BatchPlan { jobs: (*jobs).clone(), decisions, nodes, metrics };
            let window = whole_window(&plan);
            planned.svg(&ClusterFrame { plan: &plan, nodes: scenario.nodes, window, start: scenario.start, step: None }.gantt())
        },
    )
}
