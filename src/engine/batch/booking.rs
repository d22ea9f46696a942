//! What a user picked in a range search becomes jobs: the nodes by their numbers, who has those that are not free, and the jobs that book them (Castillo 5.4:
//! the user commits the resources of her selection).

use super::BatchScenario;
use super::bounds;
use super::cost::announced_by;
use super::decisions::Decisions;
use super::job::{Job, Jobs, Time};
use super::nodes::{NodeTable, Stretch};
use super::scheduler::Scheduler;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::words::range;

/// Nodes that are not free and are told one by one.
const NAMED_MAX: usize = 6;

/// "node 4", "nodes 4 to 7".
pub fn stretch_words((first, last): Stretch) -> String {
    if first == last { format!("node {first}") } else { format!("nodes {first} to {last}") }
}

/// Nodes as one types them, such as "4-7, 9": stretches that do not touch, lowest first. There are none in an empty text.
///
/// # Errors
/// A part that is no number and no range, or that names a node that a machine of so many does not have.
pub fn read_nodes(text: &str, machine: u32, place: &FieldPath) -> Result<Vec<Stretch>, ScenarioError> {
    let wrong = |part: &str| {
        let allowed = format!("numbers of nodes from 0 to {}, and ranges of them, such as \"4-7, 9\"", machine - 1);
        ScenarioError::new(place.clone(), format!("\"{}\"", part.trim()), allowed)
    };
    let read = |part: &str| {
        let (first, last) = part.split_once(['-', '–']).unwrap_or((part, part));
        let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        (first <= last && last < machine).then_some((first, last))
    };
    let parts = text.split(',').filter(|_| !text.trim().is_empty());
    let mut all: Vec<Stretch> = parts.map(|part| read(part).ok_or_else(|| wrong(part))).collect::<Result<_, _>>()?;
    all.sort_unstable();
    all.dedup_by(|next, one| {
        let joins = next.0 <= one.1 + 1;
        if joins {
            one.1 = one.1.max(next.1);
        }
        joins
    });
    Ok(all)
}

/// Nodes as [`read_nodes`] reads them: "4–7, 9".
pub fn nodes_text(nodes: &[Stretch]) -> String {
    nodes.iter().map(|&(first, last)| range(first, last)).collect::<Vec<_>>().join(", ")
}

/// How many nodes there are in stretches that have none in common.
pub fn size(nodes: &[Stretch]) -> u32 {
    nodes.iter().map(|(first, last)| last - first + 1).sum()
}

/// A job on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The node.
    pub node: u32,
    /// What the job is called.
    pub job: u32,
    /// From when.
    pub start: Time,
    /// Until when.
    pub end: Time,
}

/// Who has nodes within [from, to) in a plan: of each of these nodes the first job, lowest node first. O(jobs + nodes).
pub fn who_has(
    (jobs, decisions, table): (&Jobs, &Decisions, &NodeTable),
    (from, to): (Time, Time),
    nodes: &[Stretch],
) -> Vec<Holder> {
    let behind = nodes.last().map_or(0, |(_, last)| last + 1);
    let mut holders: Vec<Option<Holder>> = vec![None; behind as usize];
    for row in (0..jobs.len()).filter(|&row| decisions.is_decided(row)) {
        let (start, end) = (decisions.start[row], decisions.end[row]);
        if start >= to || end <= from {
            continue;
        }
        for (low, high) in table.of_row(row) {
            let met = nodes.iter().filter(|&&(first, last)| first <= high && low <= last);
            for node in met.flat_map(|&(first, last)| first.max(low)..=last.min(high)) {
                let holder = &mut holders[node as usize];
                if holder.is_none_or(|holder| start < holder.start) {
                    *holder = Some(Holder { node, job: jobs.number(row), start, end });
                }
            }
        }
    }
    holders.into_iter().flatten().collect()
}

/// The jobs that book [from, to) on a cluster with these jobs: one for each stretch of nodes that are named; without any, one for `count` nodes, whichever. They are
/// submitted at the moment at which reservations are announced whose costs are computed, so that no job that waits comes before them.
pub fn booked(cluster: &BatchScenario, jobs: &Jobs, (from, to): (Time, Time), count: u32, named: &[Stretch]) -> Vec<Job> {
    let length = (to - from).clamp(1, bounds::LENGTH.max.into()) as u32;
    let from = from.min(bounds::TIME.max.into()) as u32;
    let announced = announced_by(cluster.now, jobs.submitted.first().copied());
    let submitted = u32::try_from(announced).map_or(from, |announced| announced.min(from));
    let last = jobs.user.iter().max().copied().unwrap_or(0);
    // As logged, a job starts when its log says.
    let logged_start = (cluster.policy.scheduler == Scheduler::AsLogged).then_some(from);
    let job = Job { submitted, estimate: length, runtime: length, earliest_start: Some(from), logged_start, ..Job::SMALLEST };
    let mut wanted: Vec<(Option<u32>, u32)> = named.iter().map(|&(first, last)| (Some(first), last - first + 1)).collect();
    if wanted.is_empty() {
        wanted.push((None, count));
    }
    let numbers = (1..).map(|ahead| last.saturating_add(ahead).min(bounds::USER.max));
    wanted.into_iter().zip(numbers).map(|((first_node, nodes), user)| Job { user, nodes, first_node, ..job }).collect()
}

/// Why nodes cannot be booked that others have: who has the first ones. `shown` writes a moment; `None` if nobody has any.
pub fn not_free(holders: &[Holder], shown: impl Fn(Time) -> String) -> Option<String> {
    let told = holders.iter().take(NAMED_MAX).map(|&Holder { node, job, start, end }| {
        format!("node {node} is taken by job {job} from {} to {}", shown(start), shown(end))
    });
    let mut told: Vec<String> = told.collect();
    if holders.len() > NAMED_MAX {
        told.push(format!("{} more are taken", holders.len() - NAMED_MAX));
    }
    (!told.is_empty()).then(|| format!("These nodes are not all free: {}", told.join("; ")))
}
