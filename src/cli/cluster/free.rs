//! `bookahead free`: which nodes of a cluster are free throughout a stretch of time (range search, Castillo 5.4), and who has the others of those that one names.

use super::{Asked, Moment, moment, present, seconds};
use crate::files::Failure;
use bookahead::chart::cluster::figures::{ClusterFrame, whole_window};
use bookahead::chart::cluster::seconds::moment as shown_moment;
use bookahead::engine::batch::bounds;
use bookahead::engine::batch::nodes::Stretch;
use bookahead::engine::batch::{BatchOutcome, BatchPlan, BatchRun};
use bookahead::engine::core::calendar::ClockStart;
use clap::Args;
use std::io::{self, Write};

/// Nodes that are listed one by one.
const LISTED: usize = 40;

/// Nothing is booked: the plan is looked at as it is.
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
    #[arg(long, value_name = "LIST", value_parser = node_list)]
    nodes: Option<NodeList>,
}

/// Nodes as one names them.
#[derive(Clone)]
struct NodeList(Vec<Stretch>);

fn node_list(text: &str) -> Result<NodeList, String> {
    let stretch = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (first <= last).then_some((first, last))
    };
    let list: Option<Vec<Stretch>> = text.split(',').map(stretch).collect();
    list.map(NodeList).ok_or_else(|| "must be numbers of nodes such as 3,5-8".to_string())
}

/// A job on a node within the stretch: node, the job's number, from when until when.
type Busy = (u32, u32, u64, u64);

/// What was found.
struct Found {
    from: u64,
    to: u64,
    /// How many nodes were asked about.
    asked: u64,
    free: Vec<Stretch>,
    /// Who has the others of the nodes that were named: the first job of each.
    busy: Vec<Busy>,
}

fn size(stretches: &[Stretch]) -> u64 {
    stretches.iter().map(|(first, last)| u64::from(last - first) + 1).sum()
}

/// Looks for the nodes among those that were named, or among all.
fn find(run: &BatchRun, (from, to): (u64, u64), named: Option<&NodeList>) -> Found {
    let machine = run.scenario().nodes;
    let mut named_nodes: Vec<bool> = vec![named.is_none(); machine as usize];
    for &(first, last) in named.iter().flat_map(|list| &list.0) {
        named_nodes[first as usize..=last as usize].fill(true);
    }
    let mut free: Vec<Stretch> = Vec::new();
    for node in run.free_throughout(from, to).into_iter().flat_map(|(first, last)| first..=last) {
        match free.last_mut() {
            _ if !named_nodes[node as usize] => {}
            Some((_, last)) if *last + 1 == node => *last = node,
            _ => free.push((node, node)),
        }
    }
    let BatchOutcome { jobs, decisions, nodes, .. } = run.outcome();
    // The first job of each node.
    let mut busy: Vec<Option<Busy>> = vec![None; machine as usize];
    for row in (0..jobs.len()).filter(|_| named.is_some()) {
        let (start, end) = (decisions.start[row], decisions.end[row]);
        if decisions.is_decided(row) && start < to && end > from {
            let here = nodes.of_row(row).flat_map(|(first, last)| first..=last);
            for node in here.filter(|&node| named_nodes[node as usize]) {
                let first = &mut busy[node as usize];
                if first.is_none_or(|(_, _, earliest, _)| start < earliest) {
                    *first = Some((node, jobs.number(row), start, end));
                }
            }
        }
    }
    let busy = busy.into_iter().flatten().collect();
    Found { from, to, asked: named_nodes.iter().filter(|is_named| **is_named).count() as u64, free, busy }
}

impl Found {
    fn write_words(&self, out: &mut dyn Write, origin: Option<ClockStart>) -> io::Result<()> {
        let shown = |at: u64| shown_moment(at, origin);
        let nodes = if self.asked == 1 { "node is" } else { "nodes are" };
        write!(out, "{} of {} {nodes} free throughout {} to {}", size(&self.free), self.asked, shown(self.from), shown(self.to))?;
        let stretch = |&(first, last): &Stretch| if first == last { first.to_string() } else { format!("{first}–{last}") };
        let listed: Vec<String> = self.free.iter().take(LISTED).map(stretch).collect();
        let more = if self.free.len() > LISTED { " …" } else { "" };
        let colon = if listed.is_empty() { "" } else { ": " };
        writeln!(out, "{colon}{}{more}.", listed.join(", "))?;
        for (node, job, start, end) in self.busy.iter().take(LISTED) {
            writeln!(out, "Node {node}: job {job} from {} to {}.", shown(*start), shown(*end))?;
        }
        if self.busy.len() > LISTED { writeln!(out, "And {} more; --csv has all.", self.busy.len() - LISTED) } else { Ok(()) }
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let free: Vec<String> = self.free.iter().map(|(first, last)| format!("[{first}, {last}]")).collect();
        let busy =
            |(node, job, start, end): &Busy| format!("{{\"node\": {node}, \"job\": {job}, \"start\": {start}, \"end\": {end}}}");
        let busy: Vec<String> = self.busy.iter().map(busy).collect();
        let (from, to, asked) = (self.from, self.to, self.asked);
        writeln!(
            out,
            "{{\"from\": {from}, \"to\": {to}, \"asked\": {asked}, \"count\": {}, \"free\": [{}], \"busy\": [{}]}}",
            size(&self.free),
            free.join(", "),
            busy.join(", ")
        )
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "node,job,start,end")?;
        for node in self.free.iter().flat_map(|&(first, last)| first..=last) {
            writeln!(out, "{node},,,")?;
        }
        self.busy.iter().try_for_each(|(node, job, start, end)| writeln!(out, "{node},{job},{start},{end}"))
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
    let beyond = args.nodes.iter().flat_map(|list| &list.0).find(|(_, last)| *last >= scenario.nodes);
    if let Some((_, last)) = beyond {
        return Err(Failure::at(
            place,
            format!("--nodes {last} is not allowed; the machine has nodes 0 to {}", scenario.nodes - 1),
        ));
    }
    let found = find(run, (u64::from(from), u64::from(from) + u64::from(args.length)), args.nodes.as_ref());
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
