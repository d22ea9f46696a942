//! What would start at once: for each number of nodes the longest job that starts within a time.

use super::known::Known;
use crate::batch::job::Time;
use crate::batch::outcome::Simulation;
use crate::batch::scheduler::BatchPolicy;
use crate::core::sorting::sort_shared;

/// Up to how many nodes, at most how many seconds.
pub type Step = (u32, Time);

/// The steps of what starts within a time, for a job submitted at the moment behind all that wait. `without` is withdrawn first.
///
/// A job that stands last delays nobody, so the others start as they would without it: it starts at the first moment at which it finds room among them. So the
/// steps are the most that any moment up to the last one has room for.
pub fn steps_that_fit(known: &Known, policy: BatchPolicy, without: Option<usize>, within: u32) -> Vec<Step> {
    let last = known.at.saturating_add(within.into());
    let mut simulation = known.simulation.clone();
    if let Some(row) = without {
        simulation.withdraw(row);
    }
    let mut rooms = Vec::new();
    match &mut simulation {
        Simulation::Queue(queue) => loop {
            queue.room(last, queue.now() == known.at, &mut rooms);
            let moment = queue.next_moment().filter(|moment| *moment <= last);
            let Some(moment) = moment.filter(|_| !queue.has_told_all()) else { break };
            while queue.next_moment() == Some(moment) && queue.step() {}
        },
        Simulation::Coallocation(run) => run.room(known.at, last, policy, &mut rooms),
        Simulation::Logged(_) => {}
    }
    most_of(rooms)
}

/// The most of several steps: nodes ascending, seconds descending.
fn most_of(mut rooms: Vec<Step>) -> Vec<Step> {
    rooms.retain(|(nodes, seconds)| *nodes > 0 && *seconds > 0);
    sort_shared(&mut rooms, |one, other| other.cmp(one));
    let mut steps: Vec<Step> = Vec::new();
    for (nodes, seconds) in rooms {
        if steps.last().is_none_or(|(_, longest)| seconds > *longest) {
            steps.push((nodes, seconds));
        }
    }
    steps.reverse();
    steps
}

/// The longest job of so many nodes that fits; `None` if none does.
pub fn longest(steps: &[Step], nodes: u32) -> Option<Time> {
    let at = steps.partition_point(|(most, _)| *most < nodes);
    steps.get(at).map(|(_, seconds)| *seconds)
}
