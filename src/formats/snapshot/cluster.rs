//! From what a snapshot tells to the scenario of a cluster.

use super::blocks::{Block, blocks};
use super::chains::{Times, release};
use super::machine::Machine;
use super::moments::Wall;
use super::options::SnapshotOptions;
use super::records::{FoundJob, Records, UNNUMBERED};
use super::remarks::{Findings, SnapshotRemarks};
use super::sorted::{Planned, Reasons, Sorted, runs};
use super::waits::{Waiting, expand};
use bookahead_engine::batch::job::{Job, NEVER};
use bookahead_engine::batch::limits::UserLimits;
use bookahead_engine::batch::names::Names;
use bookahead_engine::batch::overbooked::nodes_found;
use bookahead_engine::batch::scheduler::BatchPolicy;
use bookahead_engine::batch::workload::BatchWorkload;
use bookahead_engine::batch::{BatchScenario, bounds};
use bookahead_engine::core::calendar::ClockStart;
use bookahead_engine::core::error::FieldPath;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The scenario of the records, and what became of them.
///
/// # Errors
/// The partition or the machine cannot be used, or there is nothing to plan; in words.
pub(super) fn cluster(records: &Records, options: &SnapshotOptions) -> Result<(BatchScenario, SnapshotRemarks), String> {
    let partitions = partitions(records);
    let partition = options.partition.as_deref();
    if let Some(name) = partition.filter(|name| !partitions.iter().any(|known| known == name)) {
        let known = if partitions.is_empty() { "it tells none".to_string() } else { format!("one of {}", partitions.join(", ")) };
        return Err(format!("partition: {name:?} is not allowed here; must be {known}"));
    }
    let wall = Wall::of(records, options.now.as_deref())?;
    let running: Vec<&FoundJob> = records.jobs.values().filter(|job| runs(job)).collect();
    let machine = Machine::of(records, &running, options)?;
    let mut sorted = Sorted::of(records, &machine, &wall, partition, options.limits);
    let mut left_out = std::mem::take(&mut sorted.left_out);
    let blocks = blocks(records, &machine, &wall, &sorted.running, partition, &mut left_out);
    let (mut waiting, arrays) = expand(&mut sorted, wall.now);
    check_count(sorted.running.len() + blocks.len() + waiting.len())?;
    let first = sorted.running.iter().map(|job| job.from).min().unwrap_or(wall.now).min(wall.now);
    let clock = Clock { first, wall };
    let limits = sorted.limits;
    let fixed = Fixed { machine: &machine, clock, options, limits, blocks: &blocks, running: &sorted.running };
    let plan = |ready: &[&Waiting<'_>]| fixed.times(ready);
    let released = release(records, &sorted, &mut waiting, &mut left_out, wall.now, plan)?;
    // What begins beyond the times that a scenario may have is left out.
    waiting.retain(|job| {
        let is_near = job.planned.from - first <= i64::from(bounds::TIME.max);
        left_out.add("the begin time is too far ahead", u32::from(!is_near));
        is_near
    });
    let mut next = next_number(records);
    let block_numbers: Vec<u32> = blocks.iter().map(|_| free(&mut next)).collect();
    let mut running = sorted.running.clone();
    for number in running.iter_mut().map(|job| &mut job.number).chain(waiting.iter_mut().map(|job| &mut job.planned.number)) {
        if *number >= UNNUMBERED.saturating_sub(records.unnumbered) {
            *number = free(&mut next);
        }
    }
    let fixed = Fixed { running: &running, ..fixed };
    let ready: Vec<&Waiting<'_>> = waiting.iter().collect();
    let mut scenario = fixed.scenario(&ready, &block_numbers);
    if options.keeps_names {
        let planned = running.iter().chain(waiting.iter().map(|job| &job.planned));
        let of_jobs = planned.map(|job| (job.number, job.found.name.as_str()));
        let of_blocks = block_numbers.iter().zip(&blocks).map(|(number, block)| (*number, block.name.as_str()));
        let names = Names { users: shown(records.user_names()), jobs: shown(of_jobs.chain(of_blocks)) };
        scenario.names = (!names.is_empty()).then(|| Arc::new(names));
    }
    if scenario.workload.source.is_empty() {
        return Err(nothing(records, left_out));
    }
    scenario.check(&FieldPath::new("")).map_err(|error| error.to_string())?;
    let held: Vec<(u64, u64, u32)> = {
        let span = |from: i64, length: i64, nodes: u32| (clock.second(from), clock.second(from) + length.max(1) as u64, nodes);
        let of_running = running.iter().map(|job| span(job.from, job.length, job.nodes));
        of_running.chain(blocks.iter().map(|block| span(block.from, block.to - block.from, block.nodes))).collect()
    };
    let findings = Findings {
        machine: &machine,
        wall: &wall,
        sorted: &sorted,
        arrays,
        released,
        blocks: blocks.iter().zip(&block_numbers).map(|(block, number)| (block.name.clone(), *number, block.nodes)).collect(),
        waiting: waiting.len() as u32,
        overbooked: nodes_found(machine.nodes, &held).1,
        names: scenario.names.as_deref(),
    };
    let remarks = SnapshotRemarks::of(records, findings, left_out, partitions, partition);
    Ok((scenario, remarks))
}

fn check_count(jobs: usize) -> Result<(), String> {
    if jobs > bounds::REQUESTS.max as usize {
        return Err(format!("there are {jobs} jobs with all elements of arrays; at most {} are planned", bounds::REQUESTS.max));
    }
    Ok(())
}

/// Names as they may be shown.
fn shown<'a>(names: impl Iterator<Item = (u32, &'a str)>) -> BTreeMap<u32, String> {
    names.filter_map(|(of, name)| Some((of, Names::shown(name)?))).collect()
}

/// Why nothing can be planned.
fn nothing(records: &Records, left_out: Reasons) -> String {
    let why: Vec<String> = left_out.listed().into_iter().map(|(count, why)| format!("{count}: {why}")).collect();
    match (records.jobs.len(), why.is_empty()) {
        (0, true) => "no job runs or waits, and nothing is reserved: there is nothing to plan".to_string(),
        (jobs, _) => format!("of {jobs} jobs none can be planned: {}", why.join("; ")),
    }
}

/// The partitions of jobs and nodes, by name.
pub(super) fn partitions(records: &Records) -> Vec<String> {
    let of_nodes = records.nodes.values().flat_map(|node| node.partitions.iter().map(String::as_str));
    let of_jobs = records.jobs.values().flat_map(|job| job.partition.split(',').map(str::trim));
    let all = of_nodes.chain(of_jobs).chain(records.partitions.keys().map(String::as_str));
    let mut names: Vec<String> = all.filter(|name| !name.is_empty()).map(str::to_string).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The first number behind those of all jobs.
fn next_number(records: &Records) -> u32 {
    let least = UNNUMBERED.saturating_sub(records.unnumbered);
    records.jobs.keys().rev().find(|&&number| number < least).map_or(1, |number| number.saturating_add(1))
}

fn free(next: &mut u32) -> u32 {
    let number = *next;
    *next = next.saturating_add(1);
    number.min(bounds::USER.max)
}

/// Seconds of the scenario.
#[derive(Clone, Copy)]
struct Clock {
    /// Second 0, since 1970.
    first: i64,
    wall: Wall,
}

impl Clock {
    fn second(self, unix: i64) -> u64 {
        u64::try_from(unix.saturating_sub(self.first)).unwrap_or(0).min(u64::from(bounds::TIME.max))
    }

    fn short(self, unix: i64) -> u32 {
        self.second(unix) as u32
    }

    fn start(self) -> Option<ClockStart> {
        let start = ClockStart { unix_seconds: self.first, utc_offset: self.wall.offset.unwrap_or(0) };
        start.check(&FieldPath::new("")).is_ok().then_some(start)
    }
}

fn length(seconds: i64) -> u32 {
    seconds.clamp(1, i64::from(bounds::LENGTH.max)) as u32
}

/// What does not depend on the jobs that wait.
struct Fixed<'a, 'r> {
    machine: &'a Machine,
    clock: Clock,
    options: &'a SnapshotOptions,
    limits: UserLimits,
    blocks: &'a [Block],
    running: &'a [Planned<'r>],
}

impl Fixed<'_, '_> {
    /// The scenario with these jobs waiting, in their order: reservations, jobs that run, jobs that wait.
    fn scenario(&self, waiting: &[&Waiting<'_>], block_numbers: &[u32]) -> BatchScenario {
        let clock = self.clock;
        let of_block = |(block, &user): (&Block, &u32)| {
            let estimate = length(block.to - block.from);
            let earliest_start = Some(clock.short(block.from));
            Job { user, estimate, runtime: estimate, nodes: block.nodes, earliest_start, ..Job::SMALLEST }
        };
        let of_job = |job: &Planned<'_>, runs: bool| {
            let (submitted, estimate) = (clock.short(job.from), length(job.length));
            let logged_start = runs.then_some(submitted);
            let eligible = job.found.eligible.or(job.found.submitted).map(|moment| clock.wall.unix(moment));
            let waited = eligible.filter(|_| !runs && job.from == clock.wall.now).map_or(0, |since| clock.wall.now - since);
            Job {
                user: job.number,
                submitted,
                estimate,
                runtime: estimate,
                nodes: job.nodes,
                logged_start,
                owner: job.found.owner,
                age: waited.clamp(0, i64::from(bounds::AGE.max)) as u32,
                ..Job::SMALLEST
            }
        };
        let blocks = self.blocks.iter().zip(block_numbers).map(of_block);
        let running = self.running.iter().map(|job| of_job(job, true));
        let jobs: Vec<Job> = blocks.chain(running).chain(waiting.iter().map(|job| of_job(&job.planned, false))).collect();
        let usual = BatchPolicy::of(self.options.scheduler);
        // Co-allocation looks no further ahead than its horizon: the longest job has to fit.
        let longest = jobs.iter().map(Job::reserved).max().unwrap_or(0);
        let horizon = usual.horizon.max(longest.next_multiple_of(usual.quantum)).min(bounds::HORIZON.max);
        let quantum = usual.quantum.max(horizon.div_ceil(bounds::QUANTA.max));
        let policy = BatchPolicy { horizon, quantum, limits: self.limits, ..usual };
        let now = Some(clock.short(clock.wall.now));
        BatchScenario {
            nodes: self.machine.nodes,
            start: clock.start(),
            now,
            workload: BatchWorkload::of_jobs(jobs),
            policy,
            past: None,
            names: None,
        }
    }

    /// Starts and ends of these jobs by the plan.
    fn times(&self, waiting: &[&Waiting<'_>]) -> Result<Vec<Option<Times>>, String> {
        let numbers: Vec<u32> = self.blocks.iter().map(|_| 0).collect();
        let before = self.blocks.len() + self.running.len();
        let outcome = self.scenario(waiting, &numbers).run().map_err(|error| error.to_string())?;
        let mut times = vec![None; waiting.len()];
        for (row, &id) in outcome.jobs.id.iter().enumerate() {
            let Some(place) = (id as usize).checked_sub(before).and_then(|at| times.get_mut(at)) else { continue };
            let (start, end) = (outcome.decisions.start[row], outcome.decisions.end[row]);
            if start != NEVER {
                *place = Some((self.clock.first.saturating_add(start as i64), self.clock.first.saturating_add(end as i64)));
            }
        }
        Ok(times)
    }
}
