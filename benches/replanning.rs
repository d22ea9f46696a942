//! How many requests are planned anew after an edit of a large plan, and how long that takes until a patch is ready.
//!
//! `cargo bench --bench replanning` prints a table; after `--` a number takes so many requests instead of a million, a word only those
//! workloads and planners that have it in their name. Each edit is made several times, to another request each time: the median counts.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::slots::metrics::Metrics;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule};
use bookahead::engine::slots::workload::{Generator, Preset, Workload};
use std::hint::black_box;
use std::time::Instant;

/// Requests that are edited, one after another, for each row of the table.
const TIMES: u32 = 7;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let requests = words.iter().find_map(|word| word.parse().ok()).unwrap_or(1_000_000);
    let wanted: Vec<&String> = words.iter().filter(|word| word.parse::<u32>().is_err()).collect();
    // What was given back is used again, so that memory tells nothing after the first.
    let mut is_first = true;
    for (name, nodes, generator) in workloads(requests) {
        for planner in PlannerKind::ALL {
            let whole_name = format!("{name}, {}", planner.name());
            if !wanted.iter().all(|word| whole_name.contains(word.as_str())) {
                continue;
            }
            measure(&name, nodes, generator, Policy { planner, shift: ShiftRule::Hold, ..Policy::default() }, is_first);
            is_first = false;
        }
    }
}

fn workloads(requests: u32) -> Vec<(String, u32, Generator)> {
    let mut workloads = Vec::new();
    for nodes in [20, 200, 2_000] {
        // Load 0.9: arrivals × mean duration = 0.9 × nodes.
        let arrivals_per_slot = 0.9 * f64::from(nodes) / 26.5;
        let preset = Preset { mpi: false, rate: 2, flexible_percent: 100 }.generator(1, requests);
        workloads.push((format!("load 0.9, {nodes} nodes"), nodes, Generator { arrivals_per_slot, ..preset }));
    }
    for (name, mpi) in [("parametric, rate 3, all flexible", false), ("MPI, rate 3, all flexible", true)] {
        workloads.push((name.to_string(), Preset::NODES, Preset { mpi, rate: 3, flexible_percent: 100 }.generator(1, requests)));
    }
    workloads
}

fn measure(name: &str, nodes: u32, generator: Generator, policy: Policy, is_first: bool) {
    let before_requests = resident();
    let arrivals = Workload::of_generator(generator).arrivals().expect("the bench's workloads are in bounds");
    let machine = Machine { nodes, ..Machine::default() };
    let before_session = resident();
    let began = Instant::now();
    let mut session = Session::new(machine, policy, arrivals);
    session.finish();
    let planned = ms(began);
    let began = Instant::now();
    session.map_nodes(usize::MAX);
    let mapped = ms(began);
    session.hand_out();
    let began = Instant::now();
    black_box(Metrics::of(session.arrivals(), session.decisions(), machine));
    println!(
        "\n{name}, {}: planned in {planned:.0} ms, mapped in {mapped:.1} ms, figures in {:.1} ms",
        policy.planner.name(),
        ms(began)
    );
    if let (true, Some(before_requests), Some(before_session), Some(now)) = (is_first, before_requests, before_session, resident())
    {
        let each = |bytes: f64| bytes / f64::from(generator.requests);
        let (requests, rest) = (each(before_session - before_requests), each(now - before_session));
        println!("  bytes per request: {requests:.0} for the requests, {rest:.0} for the rest of the session");
    }
    println!(
        "  {:<28} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "edit", "anew", "most", "edit ms", "plan ms", "nodes ms", "patch ms", "patch kB"
    );
    for (when, at) in [("early", 0.001), ("middle", 0.5), ("late", 0.99)] {
        for (what, change) in CHANGES {
            let mut rows: Vec<[f64; 6]> = Vec::new();
            for i in 0..TIMES {
                let id = (f64::from(generator.requests) * at) as u32 + i * 17;
                let Some(row) = session.arrivals().row_of(id) else { continue };
                let request = session.arrivals().row(row);
                rows.push(edit(&mut session, id, change(request)));
                edit(&mut session, id, Some(request));
            }
            let most = rows.iter().map(|row| row[0]).fold(0.0, f64::max);
            let median = |column: usize| {
                let mut values: Vec<f64> = rows.iter().map(|row| row[column]).collect();
                values.sort_by(f64::total_cmp);
                values[values.len() / 2]
            };
            println!(
                "  {:<28} {:>9} {:>9} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>9.1}",
                format!("{when}: {what}"),
                median(0),
                most,
                median(1),
                median(2),
                median(3),
                median(4),
                median(5) / 1e3
            );
        }
    }
}

type Change = fn(Request) -> Option<Request>;

const CHANGES: [(&str, Change); 3] = [
    ("duration + 1", |r| Some(Request { duration: r.duration + 1, ..r })),
    ("earliest start + 1", |r| Some(Request { earliest_start: r.earliest_start + 1, latest_start: r.latest_start + 1, ..r })),
    ("removed", |_| None),
];

/// Jobs planned anew, milliseconds for the edit, for planning, for the nodes and for the patch, and the size of the patch in bytes.
fn edit(session: &mut Session, id: u32, change: Option<Request>) -> [f64; 6] {
    let began = Instant::now();
    session.edit(id, change).expect("the bench's edits are in bounds");
    let edited = ms(began);
    let began = Instant::now();
    session.finish();
    let planned = ms(began);
    let began = Instant::now();
    session.map_nodes(usize::MAX);
    let mapped = ms(began);
    let began = Instant::now();
    let patch = session.patch().expect("the plan was handed out");
    let patched = ms(began);
    use bookahead::engine::slots::patch::NodeChange;
    let nodes = match &patch.nodes {
        NodeChange::All(ids) => ids.len(),
        NodeChange::Some { jobs, ids } => jobs.len() + ids.len(),
    };
    let words = 2 * patch.start.len() + 5 * patch.moves.len() + 8 * patch.refusals.len() + 2 * patch.moved.len() + nodes;
    [session.planned() as f64, edited, planned, mapped, patched, 4.0 * words as f64]
}

/// Bytes of memory this process takes, where the system tells.
fn resident() -> Option<f64> {
    let pages: f64 = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096.0)
}

fn ms(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1e3
}
