//! What became of the jobs of a snapshot: counts, and sentences.

use super::machine::{Machine, Unit};
use super::moments::Wall;
use super::records::Records;
use super::sorted::{Reasons, Sorted};
use super::waits::Arrays;
use crate::swf::Problems;
use bookahead_engine::batch::explain::limit_words;
use bookahead_engine::batch::limits::UserLimits;
use bookahead_engine::batch::names::Names;
use bookahead_engine::batch::overbooked::Overbooked;
use bookahead_engine::core::calendar::Civil;

/// What became of what was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SnapshotRemarks {
    /// Nodes of the machine, or its processors if those are counted.
    pub nodes: u32,
    /// Whether processors are counted, not nodes.
    pub counts_processors: bool,
    /// Jobs that run.
    pub running: u32,
    /// Jobs that wait and are planned.
    pub waiting: u32,
    /// Reservations and maintenance: in how many parts they keep nodes.
    pub reservations: u32,
    /// What was left out: how many, and why; of reservations with `reservation: ` before.
    pub left_out: Vec<(u32, String)>,
    /// What else is worth knowing, one sentence each.
    pub notes: Vec<String>,
    /// Records that could not be read, with their line.
    pub problems: Problems,
    /// Partitions with jobs or nodes, by name.
    pub partitions: Vec<String>,
}

/// What is to be told of.
pub(super) struct Findings<'a> {
    pub machine: &'a Machine,
    pub wall: &'a Wall,
    pub sorted: &'a Sorted<'a>,
    pub arrays: Arrays,
    /// Jobs that wait for others and are planned.
    pub released: u32,
    /// Reservations: name, number of the job that keeps its nodes, nodes.
    pub blocks: Vec<(String, u32, u32)>,
    pub waiting: u32,
    pub overbooked: Option<Overbooked>,
    /// The names that are kept.
    pub names: Option<&'a Names>,
}

/// Reservations that are told one by one.
const NAMED: usize = 6;

impl SnapshotRemarks {
    pub(super) fn of(
        records: &Records,
        findings: Findings<'_>,
        left_out: Reasons,
        partitions: Vec<String>,
        partition: Option<&str>,
    ) -> Self {
        let machine = findings.machine;
        Self {
            nodes: machine.nodes,
            counts_processors: machine.unit != Unit::Nodes,
            running: findings.sorted.running.len() as u32,
            waiting: findings.waiting,
            reservations: findings.blocks.len() as u32,
            left_out: left_out.listed(),
            notes: findings.notes(records, &partitions, partition),
            problems: records.problems.clone(),
            partitions,
        }
    }

    /// The machine and its jobs in a sentence.
    pub fn summary(&self) -> String {
        let unit = if self.counts_processors { "processor" } else { "node" };
        let reservations = match self.reservations {
            0 => String::new(),
            count => format!(", {}", counted(count, "reservation")),
        };
        format!(
            "{} on {}: {} run, {} wait{reservations}",
            counted(self.running + self.waiting, "job"),
            counted(self.nodes, unit),
            self.running,
            self.waiting
        )
    }

    /// What was left out, and everything else that is worth knowing, as sentences.
    pub fn words(&self) -> Vec<String> {
        let left_out = self.left_out.iter().map(|(count, why)| match why.strip_prefix("reservation: ") {
            Some(why) => format!("{} left out: {why}.", counted(*count, "reservation")),
            None => format!("{} left out: {why}.", counted(*count, "job")),
        });
        left_out.chain(self.notes.iter().cloned()).collect()
    }
}

/// "1 job", "2 jobs".
fn counted(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

impl Findings<'_> {
    fn notes(&self, records: &Records, partitions: &[String], partition: Option<&str>) -> Vec<String> {
        let names = match self.names {
            Some(names) => {
                let (users, jobs) = (counted(names.users.len() as u32, "user"), counted(names.jobs.len() as u32, "job"));
                format!("The names of {users} and {jobs} are kept, and stand in every link and file of the scenario.")
            }
            None => "Names of users and jobs are dropped.".to_string(),
        };
        let mut notes = vec![names, self.moment(records)];
        notes.extend(self.of_machine(partitions, partition));
        notes.extend(self.of_jobs(records));
        notes.extend(self.of_limits());
        let (named, more) = self.blocks.split_at(self.blocks.len().min(NAMED));
        for (name, number, nodes) in named {
            let unit = if self.machine.unit == Unit::Nodes { "node" } else { "processor" };
            notes.push(format!("Reservation {name} keeps {} as job {number}.", counted(*nodes, unit)));
        }
        if !more.is_empty() {
            notes.push(format!(
                "{} of reservations keep nodes as jobs with higher numbers.",
                counted(more.len() as u32, "further part")
            ));
        }
        if let Some(Overbooked { most, .. }) = self.overbooked {
            notes.push(format!(
                "Running jobs and reservations hold up to {most} nodes at once, more than the machine's {}: some are planned later than they are.",
                self.machine.nodes
            ));
        }
        notes.push(
            "Priorities stay as they are now; fair share, limits of accounts and partitions, licences and topology are not planned.".to_string(),
        );
        notes
    }

    /// Limits per user that jobs wait for.
    fn of_limits(&self) -> Option<String> {
        let (fewest, most) = self.sorted.limited_running?;
        let wait = if self.sorted.limited == 1 { "waits" } else { "wait" };
        let jobs = counted(self.sorted.limited, "job");
        let run = if fewest == most { counted(most, "job") } else { format!("{fewest} to {most} jobs") };
        let then = match self.sorted.limits {
            UserLimits { jobs: None, nodes: None } => "no one limit of running jobs explains it".to_string(),
            limits => format!("planned with {}", limit_words(&limits)),
        };
        Some(format!("{jobs} {wait} for a limit per user; each of their users runs {run}: {then}."))
    }

    /// The moment, and the zone of the times.
    fn moment(&self, records: &Records) -> String {
        let Wall { now, offset, from } = *self.wall;
        let civil = Civil::of(now.saturating_add(offset.unwrap_or(0).into()));
        let is_local = |job: &super::records::FoundJob| job.submitted.is_some_and(|moment| moment.offset.is_none());
        let has_local = records.jobs.values().any(is_local)
            || records.reservations.values().any(|found| found.start.is_some_and(|moment| moment.offset.is_none()));
        let has_zoned = records.jobs.values().any(|job| !is_local(job) && job.submitted.is_some());
        let zone = match (offset, has_local, has_zoned) {
            (Some(_), ..) => "",
            (None, true, true) => {
                "; local times are taken for UTC: put what `date +%FT%T%:z` prints into the file if the clock there shows another time"
            }
            (None, true, false) => " by the clock there, whose zone is not told",
            (None, false, _) => " UTC",
        };
        format!("The moment is {} {} ({from}){zone}.", civil.date(), civil.time())
    }

    fn of_machine(&self, partitions: &[String], partition: Option<&str>) -> Vec<String> {
        let machine = self.machine;
        let mut notes = Vec::new();
        match machine.unit {
            Unit::Nodes => notes.push("Nodes are counted: every job has its nodes to itself.".to_string()),
            Unit::Processors(1) if machine.is_shared => {
                notes.push(
                    "Running jobs share nodes, so processors are counted; on which node they are is not planned.".to_string(),
                );
            }
            Unit::Processors(each) => notes.push(format!("Processors are counted, {each} to a node.")),
        }
        if let (None, [_, _, ..]) = (partition, partitions) {
            let list = partitions.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
            let more = if partitions.len() > 8 { ", …" } else { "" };
            notes.push(format!(
                "{} partitions are planned as one pool ({list}{more}); one of them can be chosen.",
                partitions.len()
            ));
        }
        if machine.out > 0 {
            notes.push(format!("{} down or drained and not counted.", are(machine.out, "node")));
        }
        if machine.elsewhere > 0 {
            notes.push(format!("{} in other partitions and not counted.", are(machine.elsewhere, "node")));
        }
        notes.extend(machine.guessed.clone().map(|words| format!("{}{}.", words[..1].to_uppercase(), &words[1..])));
        notes
    }

    fn of_jobs(&self, records: &Records) -> Vec<String> {
        let (sorted, arrays) = (self.sorted, &self.arrays);
        let all = [
            (sorted.cut, "counted only on nodes that can be planned: the others are being drained or in other partitions"),
            (sorted.overdue, "past the limit, and planned to end in a second"),
            (sorted.suspended, "suspended, and planned as if running"),
            (sorted.unlimited, "without a time limit, or with one that is not told: a year is planned, as Slurm does"),
            (sorted.later, "submitted later, at the begin time"),
            (self.released, "submitted when the jobs they wait for end by their limits"),
            (sorted.picky, "planned on any node, though they ask for features, licences or nodes by name"),
            (sorted.joined, "joined to another as a part of the same heterogeneous job"),
            (arrays.elements, "from records of arrays; all but the first of each have new numbers"),
            (arrays.throttled, "of arrays with a limit: each is submitted when the one before it could end"),
        ];
        let mut notes: Vec<String> =
            all.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{} {what}.", are(count, "job"))).collect();
        if arrays.is_cut {
            notes.push("Elements of some arrays are not told, or too many: those that are told are planned.".to_string());
        }
        if records.repeated > 0 {
            notes.push(format!("{} told twice: the first counts.", are(records.repeated, "record")));
        }
        notes
    }
}

/// "1 job is", "2 jobs are".
fn are(count: u32, noun: &str) -> String {
    format!("{} {}", counted(count, noun), if count == 1 { "is" } else { "are" })
}
