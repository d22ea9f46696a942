//! Reservations and maintenance as stretches of time in which nodes are kept from all other jobs.

use super::machine::{Machine, Unit, names};
use super::moments::Wall;
use super::records::{FoundReservation, Records};
use super::sorted::{Planned, Reasons};
use std::collections::BTreeMap;

/// A stretch in which nodes are kept. Times are seconds since 1970.
#[derive(Debug)]
pub(super) struct Block {
    pub name: String,
    pub from: i64,
    pub to: i64,
    pub nodes: u32,
}

/// From when to when, and which reservation by its place.
type Stretch = (i64, i64, usize);

/// The blocks of all reservations. A node that several reserve is kept once; one that a running job holds is kept when the job's limit ends.
pub(super) fn blocks(
    records: &Records,
    machine: &Machine,
    wall: &Wall,
    running: &[Planned<'_>],
    partition: Option<&str>,
    left_out: &mut Reasons,
) -> Vec<Block> {
    let mut busy: BTreeMap<u32, i64> = BTreeMap::new();
    for job in running {
        for &host in &job.found.hosts {
            let until = busy.entry(host).or_insert(i64::MIN);
            *until = (*until).max(job.from + job.length);
        }
    }
    let first = running.iter().map(|job| job.from).min().unwrap_or(wall.now).min(wall.now);
    let mut by_host: BTreeMap<u32, Vec<Stretch>> = BTreeMap::new();
    let mut found: BTreeMap<Stretch, u32> = BTreeMap::new();
    let names_of: Vec<&String> = records.reservations.keys().collect();
    for (at, reservation) in records.reservations.values().enumerate() {
        let Some((from, to)) = stretch(reservation, wall, first, left_out) else { continue };
        if reservation.hosts.is_empty() {
            let is_elsewhere =
                partition.is_some_and(|name| !reservation.partition.is_empty() && !names(&reservation.partition, name));
            let told = match machine.unit {
                Unit::Nodes => reservation.nodes,
                Unit::Processors(each) => reservation.cores.max(reservation.nodes).div_ceil(each),
            };
            if is_elsewhere || told == 0 {
                left_out.add("reservation: no nodes of this machine", 1);
            } else {
                found.insert((from, to, at), told.min(machine.nodes));
            }
            continue;
        }
        let inside = reservation.hosts.iter().filter(|host| !machine.is_listed || machine.usable.contains_key(host));
        let mut is_any = false;
        for &host in inside {
            is_any = true;
            let from = from.max(busy.get(&host).copied().unwrap_or(from));
            if from < to {
                by_host.entry(host).or_default().push((from, to, at));
            }
        }
        if !is_any {
            left_out.add("reservation: no nodes of this machine", 1);
        }
    }
    for (host, mut stretches) in by_host {
        stretches.sort_unstable();
        let mut until = i64::MIN;
        for (from, to, at) in stretches {
            let from = from.max(until);
            if from < to {
                let nodes = found.entry((from, to, at)).or_default();
                *nodes = nodes.saturating_add(machine.weight(host));
                until = to;
            }
        }
    }
    let named = |at: usize| names_of.get(at).map(|name| printable(name)).unwrap_or_default();
    found
        .into_iter()
        .filter(|(_, nodes)| *nodes > 0)
        .map(|((from, to, at), nodes)| Block { name: named(at), from, to, nodes: nodes.min(machine.nodes) })
        .collect()
}

/// From when to when a reservation lasts, not before the first moment of the scenario.
fn stretch(reservation: &FoundReservation, wall: &Wall, first: i64, left_out: &mut Reasons) -> Option<(i64, i64)> {
    let why = match (reservation.start, reservation.end) {
        _ if reservation.flags.contains("TIME_FLOAT") => "reservation: its start moves on with the clock",
        (Some(start), Some(end)) => {
            let (from, to) = (wall.unix(start).max(first), wall.unix(end));
            if to > wall.now && to > from {
                return Some((from, to));
            }
            "reservation: over"
        }
        _ => "reservation: no start or no end",
    };
    left_out.add(why, 1);
    None
}

/// A name for a message: short, without what is not printed.
fn printable(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(40).collect()
}
