//! When jobs that wait for others can be submitted: chains are followed by the ends that a plan gives.

use super::records::Records;
use super::sorted::{Reasons, Sorted, runs};
use super::waits::{CHAIN_MAX, Dependencies, Dependency, Index, UNKNOWN, Waiting};
use std::collections::BTreeMap;

/// Start and end of a job in a plan, in seconds since 1970.
pub(super) type Times = (i64, i64);

/// How far a job is from being submitted.
enum State {
    /// It is submitted.
    Ready,
    /// It waits for others.
    Waits(Dependencies),
    /// It is left out.
    Left,
}

/// What is known of a dependency.
enum Known {
    /// From this second on it is met.
    From(i64),
    /// A plan has to tell.
    NotYet,
    /// It cannot be told.
    Never,
}

/// What jobs are waited for.
struct Targets<'a> {
    records: &'a Records,
    /// Ends of running jobs by every number they are called, with the element of their array.
    running: BTreeMap<u32, Vec<(Option<u32>, i64)>>,
    index: Index,
    now: i64,
}

impl Targets<'_> {
    fn known(&self, dependency: &Dependency, jobs: &[Waiting<'_>], states: &[State], times: &[Option<Times>]) -> Known {
        let is_meant = |task: &Option<u32>| dependency.task.is_none() || dependency.task == *task;
        let running = self.running.get(&dependency.job).map_or(&[][..], Vec::as_slice);
        let mut from = self.now;
        let mut is_found = false;
        for (_, end) in running.iter().filter(|(task, _)| is_meant(task)) {
            is_found = true;
            from = from.max(if dependency.is_start { self.now } else { *end });
        }
        for row in self.index.rows(jobs, dependency) {
            is_found = true;
            match (states.get(row), times.get(row).copied().flatten()) {
                (Some(State::Ready), Some((start, end))) => from = from.max(if dependency.is_start { start } else { end }),
                (Some(State::Ready | State::Waits(_)), _) => return Known::NotYet,
                _ => return Known::Never,
            }
        }
        let is_over = |job: &super::records::FoundJob| !runs(job) && !job.state.contains("PENDING");
        if !is_found && !self.records.jobs.get(&dependency.job).is_some_and(is_over) {
            return Known::Never;
        }
        Known::From(from.saturating_add(dependency.delay))
    }

    fn all_known(&self, wanted: &Dependencies, jobs: &[Waiting<'_>], states: &[State], times: &[Option<Times>]) -> Known {
        let (mut from, mut is_open, mut is_never) = (None::<i64>, false, false);
        for dependency in &wanted.list {
            match self.known(dependency, jobs, states, times) {
                Known::From(second) if wanted.is_any => from = Some(from.map_or(second, |from| from.min(second))),
                Known::From(second) => from = Some(from.map_or(second, |from| from.max(second))),
                Known::NotYet => is_open = true,
                Known::Never => is_never = true,
            }
        }
        match (wanted.is_any, from) {
            _ if !wanted.is_any && is_never => Known::Never,
            _ if is_open => Known::NotYet,
            (true, None) => Known::Never,
            (_, from) => Known::From(from.unwrap_or(self.now)),
        }
    }
}

/// Gives every job that waits for others the second from which it is submitted, and leaves out those of which it cannot be told. `plan` tells the times
/// of jobs that are submitted, row by row. How many wait for others.
///
/// # Errors
/// Those of `plan`.
pub(super) fn release(
    records: &Records,
    sorted: &Sorted<'_>,
    jobs: &mut Vec<Waiting<'_>>,
    left_out: &mut Reasons,
    now: i64,
    mut plan: impl FnMut(&[&Waiting<'_>]) -> Result<Vec<Option<Times>>, String>,
) -> Result<u32, String> {
    let mut running: BTreeMap<u32, Vec<(Option<u32>, i64)>> = BTreeMap::new();
    for (number, end) in &sorted.ends {
        let Some(job) = records.jobs.get(number) else { continue };
        for called in [Some(*number), job.array.filter(|array| array != number), job.whole.filter(|whole| whole != number)] {
            let Some(called) = called else { continue };
            running.entry(called).or_default().push((job.tasks.parse().ok(), *end));
        }
    }
    let targets = Targets { records, running, index: Index::of(jobs), now };
    let mut states: Vec<State> = Vec::with_capacity(jobs.len());
    for job in jobs.iter() {
        states.push(match Dependencies::parse(&job.planned.found.dependency) {
            Ok(wanted) if wanted.list.is_empty() => State::Ready,
            Ok(wanted) => State::Waits(wanted),
            Err(why) => {
                left_out.add(why, 1);
                State::Left
            }
        });
    }
    let waiting: Vec<usize> = (0..jobs.len()).filter(|&row| matches!(states.get(row), Some(State::Waits(_)))).collect();
    let mut times: Vec<Option<Times>> = vec![None; jobs.len()];
    let mut released = 0;
    for round in 0..=CHAIN_MAX {
        let mut is_open = false;
        for &row in &waiting {
            let Some(State::Waits(wanted)) = states.get(row) else { continue };
            match targets.all_known(wanted, jobs, &states, &times) {
                Known::From(second) => {
                    jobs[row].planned.from = jobs[row].planned.from.max(second);
                    states[row] = State::Ready;
                    released += 1;
                }
                Known::NotYet => is_open = true,
                Known::Never => {
                    left_out.add(UNKNOWN, 1);
                    states[row] = State::Left;
                }
            }
        }
        if !is_open || round == CHAIN_MAX {
            break;
        }
        let rows: Vec<usize> = (0..jobs.len()).filter(|&row| matches!(states.get(row), Some(State::Ready))).collect();
        let ready: Vec<&Waiting<'_>> = rows.iter().map(|&row| &jobs[row]).collect();
        for (row, planned) in rows.into_iter().zip(plan(&ready)?) {
            // What was told before stays, since others were submitted by it.
            times[row] = times[row].or(planned);
        }
    }
    let mut row = 0;
    jobs.retain(|_| {
        let state = states.get(row);
        row += 1;
        if matches!(state, Some(State::Waits(_))) {
            left_out.add("waits for a job that waits for it, or in a chain of more than 8", 1);
        }
        matches!(state, Some(State::Ready))
    });
    Ok(released)
}
