//! The machine of a snapshot: which nodes can be planned, and whether nodes or processors are counted.

use super::options::SnapshotOptions;
use super::records::{FoundJob, FoundNode, Records};
use bookahead_engine::batch::bounds;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use std::collections::{BTreeMap, BTreeSet};

/// Words of a state that keep jobs off a node, without an end that is told.
const OUT: [&str; 11] =
    ["DOWN", "DRAIN", "DRAINING", "DRAINED", "FAIL", "FAILING", "ERROR", "FUTURE", "UNKNOWN", "NOT_RESPONDING", "INVAL"];

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Nodes,
    /// Processors, so many to a node of the scenario.
    Processors(u32),
}

/// The machine.
#[derive(Debug)]
pub(super) struct Machine {
    pub unit: Unit,
    /// Nodes of the scenario.
    pub nodes: u32,
    /// Processors of the nodes that can be planned, by node; empty if no nodes are told.
    pub usable: BTreeMap<u32, u32>,
    /// Whether nodes are told one by one.
    pub is_listed: bool,
    /// Nodes that are down or are being drained.
    pub out: u32,
    /// Nodes of other partitions.
    pub elsewhere: u32,
    /// Words on how the number of nodes was found, if the snapshot does not tell it.
    pub guessed: Option<String>,
    /// Whether running jobs share nodes, so that processors are counted without being asked for.
    pub is_shared: bool,
}

/// Whether a node takes jobs.
fn is_usable(node: &FoundNode) -> bool {
    let mut words = node.state.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '*').filter(|word| !word.is_empty());
    // A star behind a state stands for a node that does not answer.
    !words.any(|word| OUT.contains(&word.trim_end_matches('*')) || word.ends_with('*'))
}

/// Whether a list of partitions names one.
pub(super) fn names(list: &str, partition: &str) -> bool {
    list.split(',').any(|name| name.trim() == partition)
}

impl Machine {
    /// The machine that the records tell.
    ///
    /// # Errors
    /// No such partition, or too many nodes.
    pub fn of(records: &Records, running: &[&FoundJob], options: &SnapshotOptions) -> Result<Self, String> {
        let chosen = options.partition.as_deref();
        let is_in = |node: &FoundNode| chosen.is_none_or(|name| node.partitions.iter().any(|known| known == name));
        let (mut usable, mut out, mut elsewhere) = (BTreeMap::new(), 0, 0);
        for (&host, node) in &records.nodes {
            if !is_in(node) {
                elsewhere += 1;
            } else if is_usable(node) {
                usable.insert(host, node.processors);
            } else {
                out += 1;
            }
        }
        let is_listed = !records.nodes.is_empty();
        let mut machine = Self { unit: Unit::Nodes, nodes: 0, usable, is_listed, out, elsewhere, guessed: None, is_shared: false };
        machine.unit = match options.processors_per_node {
            Some(processors) if bounds::NODES.holds(processors) => Unit::Processors(processors),
            Some(processors) => {
                return Err(
                    ScenarioError::out_of_range(FieldPath::new("processors_per_node"), processors, bounds::NODES).to_string()
                );
            }
            None => {
                machine.is_shared = machine.shares_nodes(running);
                if machine.is_shared { Unit::Processors(1) } else { Unit::Nodes }
            }
        };
        machine.nodes = options.nodes.unwrap_or_else(|| machine.told_nodes(records, running, chosen));
        if !bounds::NODES.holds(machine.nodes) {
            let error = ScenarioError::out_of_range(FieldPath::new("machine.nodes"), machine.nodes, bounds::NODES);
            let why = match (machine.out, machine.nodes) {
                (1.., 0) => "; every node is down or drained",
                (_, 0) => "; say how many nodes there are",
                _ => "; put several processors into a node (processors per node)",
            };
            return Err(format!("{error}{why}"));
        }
        Ok(machine)
    }

    /// Whether two running jobs hold the same node.
    fn shares_nodes(&self, running: &[&FoundJob]) -> bool {
        let mut held = BTreeSet::new();
        running.iter().any(|job| {
            // The parts of a heterogeneous job may.
            let mut of_job = job.hosts.iter().filter(|host| !self.is_listed || self.usable.contains_key(host));
            of_job.any(|&host| !held.insert((host, 0)) && job.whole.is_none())
        })
    }

    /// How many nodes the snapshot tells, else how many its jobs need.
    fn told_nodes(&mut self, records: &Records, running: &[&FoundJob], chosen: Option<&str>) -> u32 {
        if self.is_listed {
            return match self.unit {
                Unit::Nodes => self.usable.len() as u32,
                Unit::Processors(each) => {
                    let all: u64 = self.usable.values().map(|&processors| u64::from(processors / each)).sum();
                    u32::try_from(all).unwrap_or(u32::MAX)
                }
            };
        }
        let of = |nodes: u32, processors: u32| match self.unit {
            Unit::Nodes => nodes,
            Unit::Processors(each) => processors / each,
        };
        // Partitions share nodes: the largest has at least as many as the machine.
        let partitions = records.partitions.iter().filter(|(name, _)| chosen.is_none_or(|chosen| chosen == name.as_str()));
        let largest = partitions.map(|(_, found)| of(found.nodes, found.processors)).max().unwrap_or(0);
        if largest > 0 {
            return largest;
        }
        let held = running.iter().map(|job| self.told_size(job)).fold(0_u32, u32::saturating_add);
        let names = if self.is_listed { "nodes" } else { "nodes or processors" };
        self.guessed = Some(format!(
            "how many {names} there are is not told: {held} are counted, those that running jobs hold; add scontrol show node, or say how many there are"
        ));
        held
    }

    /// How many nodes of the scenario a job asks for or holds, by its own words.
    fn told_size(&self, job: &FoundJob) -> u32 {
        match self.unit {
            Unit::Nodes => job.nodes.max(job.hosts.len() as u32),
            Unit::Processors(each) => job.processors.max(1).div_ceil(each),
        }
    }

    /// How many nodes of the scenario a running job holds; 0 if all of them are out or in other partitions.
    pub fn held(&self, job: &FoundJob) -> u32 {
        let told = self.told_size(job);
        if !self.is_listed || job.hosts.is_empty() {
            return told;
        }
        let inside = job.hosts.iter().filter(|host| self.usable.contains_key(host)).count() as u64;
        match self.unit {
            Unit::Nodes => inside as u32,
            Unit::Processors(_) => (u64::from(told) * inside).div_ceil(job.hosts.len() as u64) as u32,
        }
    }

    /// How many nodes of the scenario a waiting job asks for.
    pub fn wanted(&self, job: &FoundJob) -> u32 {
        let nodes = job.nodes.max(1);
        let largest = self.usable.values().max().copied().unwrap_or(0);
        match self.unit {
            // A job that asks for processors may not say how many nodes they are on.
            Unit::Nodes if largest > 0 => nodes.max(job.processors.div_ceil(largest)),
            Unit::Nodes => nodes,
            Unit::Processors(each) => {
                let least = self.usable.values().min().copied().unwrap_or(0);
                let whole = if job.is_exclusive { nodes.saturating_mul(least) } else { 0 };
                job.processors.max(1).max(whole).div_ceil(each)
            }
        }
    }

    /// How many nodes of the scenario a node is.
    pub fn weight(&self, host: u32) -> u32 {
        match (self.unit, self.usable.get(&host)) {
            (Unit::Processors(each), Some(processors)) => processors / each,
            _ => 1,
        }
    }
}
