//! Which jobs run, which wait, and which are left out and why.

use super::machine::{Machine, names};
use super::moments::Wall;
use super::records::{FoundJob, Records};
use bookahead_engine::batch::bounds;
use bookahead_engine::batch::limits::UserLimits;
use bookahead_engine::core::sorting::sort_shared_by_key;
use std::collections::BTreeMap;

/// What Slurm's backfill scheduler takes for a limit that there is not: a year.
pub(super) const YEAR: i64 = 365 * 86_400;

/// A job that can be planned. Times are seconds since 1970.
#[derive(Clone, Debug)]
pub(super) struct Planned<'a> {
    pub number: u32,
    pub nodes: u32,
    /// Its start if it runs, else from when it waits.
    pub from: i64,
    /// How long its nodes are its own.
    pub length: i64,
    pub found: &'a FoundJob,
}

/// The jobs of a snapshot.
#[derive(Debug, Default)]
pub(super) struct Sorted<'a> {
    pub running: Vec<Planned<'a>>,
    /// The highest priority first.
    pub waiting: Vec<Planned<'a>>,
    /// When every job that runs ends, whether it is planned or not.
    pub ends: BTreeMap<u32, i64>,
    pub left_out: Reasons,
    /// Running jobs past their limit.
    pub overdue: u32,
    /// Jobs without a limit.
    pub unlimited: u32,
    /// Jobs that wait for their begin time.
    pub later: u32,
    /// Waiting jobs that ask for features, licences or nodes by name.
    pub picky: u32,
    /// Running jobs that hold nodes that are being drained, or of other partitions.
    pub cut: u32,
    /// Parts of heterogeneous jobs that were joined.
    pub joined: u32,
    /// Suspended jobs.
    pub suspended: u32,
    /// Jobs that wait for a limit per user, as the snapshot says.
    pub limited: u32,
    /// Running jobs of the users of these: the fewest and the most.
    pub limited_running: Option<(u32, u32)>,
    /// The limits per user that are planned.
    pub limits: UserLimits,
}

/// Why things were left out, and how many.
#[derive(Debug, Default)]
pub(super) struct Reasons(BTreeMap<&'static str, u32>);

impl Reasons {
    pub fn add(&mut self, why: &'static str, count: u32) {
        *self.0.entry(why).or_default() += count;
    }

    /// The most frequent first.
    pub fn listed(self) -> Vec<(u32, String)> {
        let mut all: Vec<(u32, String)> =
            self.0.into_iter().filter(|(_, count)| *count > 0).map(|(why, count)| (count, why.to_string())).collect();
        sort_shared_by_key(&mut all, |(count, _)| std::cmp::Reverse(*count));
        all
    }
}

/// Whether a job holds nodes.
pub(super) fn runs(job: &FoundJob) -> bool {
    ["RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT", "RESIZING"]
        .iter()
        .any(|word| job.state.contains(word))
        && !job.state.contains("PENDING")
}

/// Beginnings of reasons why a job never starts as things are.
const NEVER: [(&str, &str); 20] = [
    ("JobHeld", "held"),
    ("DependencyNeverSatisfied", "a dependency is never satisfied"),
    ("PartitionDown", "the partition is down"),
    ("PartitionInactive", "the partition is down"),
    ("PartitionNodeLimit", "beyond a limit of the partition"),
    ("PartitionTimeLimit", "beyond a limit of the partition"),
    ("BadConstraints", "no node meets the wishes"),
    ("InvalidAccount", "the account or the quality of service is not valid"),
    ("InvalidQOS", "the account or the quality of service is not valid"),
    ("AccountNotAllowed", "the account or the quality of service is not valid"),
    ("QOSNotAllowed", "the account or the quality of service is not valid"),
    ("ReservationDeleted", "the reservation is gone"),
    ("JobLaunchFailure", "held"),
    ("launch failed", "held"),
    // Limits of users, accounts and qualities of service.
    ("Assoc", LIMITED),
    ("QOS", LIMITED),
    ("MaxJobs", LIMITED),
    ("MaxSubmit", LIMITED),
    ("JobArrayTaskLimit", ARRAY_LIMITED),
    ("Deadline", "past the deadline"),
];
const LIMITED: &str = "a limit of the user, account or quality of service is reached, which is not planned";
const ARRAY_LIMITED: &str = "an element of an array with a limit that is not told";

/// Reasons that are limits per user.
const PER_USER: [&str; 4] = ["QOSMaxJobsPerUserLimit", "QOSMaxNodePerUserLimit", "QOSMaxCpuPerUserLimit", "AssocMaxJobsLimit"];

/// Whether a job of a known user waits for a limit per user.
fn waits_for_user(job: &FoundJob) -> bool {
    job.owner.is_some() && PER_USER.iter().any(|reason| job.reason.starts_with(reason))
}

impl<'a> Sorted<'a> {
    /// Sorts the jobs of the records.
    pub fn of(records: &'a Records, machine: &Machine, wall: &Wall, partition: Option<&str>, limits: UserLimits) -> Self {
        let mut sorted = Self { limits, ..Self::default() };
        let mut limited: Vec<Planned<'_>> = Vec::new();
        let mut wholes: BTreeMap<(bool, u32), usize> = BTreeMap::new();
        for job in records.jobs.values() {
            let is_running = runs(job);
            let is_waiting = job.state.contains("PENDING") || job.state.contains("REQUEUE");
            let taken = match (is_running, is_waiting) {
                (true, _) => sorted.running_job(job, records, machine, wall, partition),
                (_, true) => sorted.waiting_job(job, records, machine, wall, partition),
                _ => Err("ended"),
            };
            let planned = match taken {
                Ok(planned) => planned,
                Err(why) => {
                    sorted.left_out.add(why, 1);
                    continue;
                }
            };
            if !is_running && waits_for_user(job) {
                limited.push(planned);
                continue;
            }
            let list = if is_running { &mut sorted.running } else { &mut sorted.waiting };
            // All parts of a heterogeneous job start at once.
            if let Some(whole) = job.whole {
                if let Some(part) = wholes.get(&(is_running, whole)).and_then(|&at| list.get_mut(at)) {
                    part.nodes = part.nodes.saturating_add(planned.nodes);
                    (part.length, part.from) = (part.length.max(planned.length), part.from.max(planned.from));
                    sorted.joined += 1;
                    continue;
                }
                wholes.insert((is_running, whole), list.len());
            }
            list.push(planned);
        }
        sorted.take_limited(limited);
        sorted.waiting.retain(|job| {
            let fits = job.nodes <= machine.nodes;
            sorted.left_out.add("wider than the machine", u32::from(!fits));
            fits
        });
        sort_shared_by_key(&mut sorted.running, |job| (job.from, job.number));
        let order = |job: &Planned<'_>| {
            let submitted = job.found.submitted.map_or(0, |moment| moment.seconds);
            (std::cmp::Reverse(job.found.priority.unwrap_or(0)), submitted, job.number)
        };
        sort_shared_by_key(&mut sorted.waiting, order);
        sorted
    }

    /// Jobs that wait for a limit per user are planned if one is given, or if one number of running jobs explains it: the most that any user runs.
    fn take_limited(&mut self, limited: Vec<Planned<'a>>) {
        let mut running: BTreeMap<u32, u32> = BTreeMap::new();
        self.running.iter().filter_map(|job| job.found.owner).for_each(|owner| *running.entry(owner).or_default() += 1);
        let counts = || limited.iter().map(|job| job.found.owner.and_then(|owner| running.get(&owner)).copied().unwrap_or(0));
        self.limited = limited.len() as u32;
        self.limited_running = counts().min().zip(counts().max());
        let most = running.values().copied().max();
        if let (Some((fewest, all)), false) = (self.limited_running, self.limits.is_any())
            && (Some(fewest), Some(all)) == (most, most)
        {
            self.limits.jobs = most;
        }
        if self.limits.is_any() {
            self.waiting.extend(limited);
        } else {
            self.left_out.add(LIMITED, self.limited);
        }
    }

    /// The limit of a job in seconds: its own, else that of its partition, else a year.
    fn limit(&mut self, job: &FoundJob, records: &Records) -> i64 {
        let of_partition = || job.partition.split(',').filter_map(|name| records.partitions.get(name.trim())?.longest).max();
        let told = job.limit.filter(|&limit| limit > 0).or_else(of_partition);
        self.unlimited += u32::from(told.is_none());
        told.unwrap_or(YEAR).clamp(1, i64::from(bounds::LENGTH.max))
    }

    fn running_job(
        &mut self,
        job: &'a FoundJob,
        records: &Records,
        machine: &Machine,
        wall: &Wall,
        partition: Option<&str>,
    ) -> Result<Planned<'a>, &'static str> {
        let start = job.start.map(|start| wall.unix(start)).ok_or("running, but the start is not told")?;
        // A job that has started since was not running then.
        let start = start.min(wall.now);
        let limit = self.limit(job, records);
        let told_end = job.end.map(|end| wall.unix(end)).filter(|&end| end > start && job.limit.is_some());
        let is_ending = job.state.contains("COMPLETING");
        let end = if is_ending { wall.now + 1 } else { told_end.unwrap_or(start + limit) };
        let is_overdue = end <= wall.now;
        let end = end.clamp(wall.now + 1, start + i64::from(bounds::LENGTH.max));
        self.ends.insert(job.number, end);
        if records.reservations.contains_key(&job.reservation) {
            return Err(IN_RESERVATION);
        }
        if partition.is_some_and(|name| !names(&job.partition, name) && (!machine.is_listed || job.hosts.is_empty())) {
            return Err("in another partition");
        }
        let nodes = machine.held(job);
        if nodes == 0 {
            let is_other = partition.is_some_and(|name| !names(&job.partition, name));
            return Err(if is_other { "in another partition" } else { "running on nodes that are down or being drained" });
        }
        self.cut += u32::from(machine.is_listed && job.hosts.iter().any(|host| !machine.usable.contains_key(host)));
        self.overdue += u32::from(is_overdue);
        self.suspended += u32::from(job.state.contains("SUSPENDED") || job.state.contains("STOPPED"));
        Ok(Planned { number: job.number, nodes, from: start, length: (end - start).max(1), found: job })
    }

    fn waiting_job(
        &mut self,
        job: &'a FoundJob,
        records: &Records,
        machine: &Machine,
        wall: &Wall,
        partition: Option<&str>,
    ) -> Result<Planned<'a>, &'static str> {
        if partition.is_some_and(|name| !names(&job.partition, name)) {
            return Err("in another partition");
        }
        if !job.reservation.is_empty() {
            return Err(IN_RESERVATION);
        }
        // Jobs that cannot start yet may have no priority.
        let has_time = ["Dependency", "BeginTime"].iter().any(|reason| job.reason.starts_with(reason));
        if job.is_held || job.state.contains("HOLD") || (job.priority == Some(0) && !has_time) {
            return Err("held");
        }
        let never = NEVER.iter().find(|(beginning, _)| job.reason.starts_with(beginning)).map(|(_, why)| *why);
        match never {
            Some(LIMITED) if waits_for_user(job) => {}
            Some(ARRAY_LIMITED) if job.throttle.is_some() || job.tasks.contains('%') => {}
            Some(why) => return Err(why),
            None => {}
        }
        let eligible = job.eligible.or(job.start.filter(|_| job.reason.starts_with("BeginTime")));
        let from = eligible.map_or(wall.now, |eligible| wall.unix(eligible)).max(wall.now);
        let nodes = machine.wanted(job);
        if nodes <= machine.nodes {
            self.later += u32::from(from > wall.now);
            self.picky += u32::from(job.is_picky);
        }
        Ok(Planned { number: job.number, nodes, from, length: self.limit(job, records), found: job })
    }
}

const IN_RESERVATION: &str = "in a reservation, whose nodes are kept as a whole";
