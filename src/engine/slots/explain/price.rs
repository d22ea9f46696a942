//! The price of a request, in words.

use crate::core::words::count;
use crate::slots::decisions::Decisions;
use crate::slots::revenue::Market;
use crate::slots::workload::Arrivals;

/// The class of the request in `row`, its price and what its jobs were charged: "Class 2 (Business), 60 per node and slot: one job of 3 nodes
/// and 4 slots is charged 720."
pub fn price_sentence(market: &Market, arrivals: &Arrivals, decisions: &Decisions, row: usize) -> String {
    let class = market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row]);
    let price = market.classes[class].price;
    let name = &market.classes[class].name;
    let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
    let (nodes, duration) = (arrivals.nodes[row], arrivals.duration[row]);
    let each = u64::from(price) * u64::from(nodes) * u64::from(duration);
    let decided = decisions.start.len() as u32;
    let jobs = arrivals.first_job[row]..arrivals.first_job[row + 1].min(decided);
    let confirmed = jobs.filter(|&job| decisions.accepted(job as usize)).count();
    let plural = |n: u64, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let size = format!("{} and {}", plural(u64::from(nodes), "node"), plural(u64::from(duration), "slot"));
    let charged = match confirmed {
        0 => format!("a job of {size} would cost {each}"),
        1 => format!("one job of {size} is charged {each}"),
        n => format!("{} jobs of {size} are charged {each} each, {} in all", count(n), each * n as u64),
    };
    format!("Class {}{name}, {price} per node and slot: {charged}.", class + 1)
}
