//! What became of the jobs of a snapshot: counts, and sentences.

use crate::swf::Problems;

/// What became of what was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SnapshotRemarks {
    /// Nodes of the machine, or its processors if those are counted.
    pub nodes: u32,
    /// Jobs that run.
    pub running: u32,
    /// Jobs that wait and are planned.
    pub waiting: u32,
    /// Reservations and maintenance.
    pub reservations: u32,
    /// What was left out: how many, and why.
    pub left_out: Vec<(u32, String)>,
    /// What else is worth knowing, one sentence each.
    pub notes: Vec<String>,
    /// Records that could not be read, with their line.
    pub problems: Problems,
    /// Partitions with jobs or nodes, by name.
    pub partitions: Vec<String>,
}

impl SnapshotRemarks {
    /// Everything as sentences.
    pub fn words(&self) -> Vec<String> {
        let left_out = self.left_out.iter().map(|(count, why)| format!("{count} left out: {why}"));
        left_out.chain(self.notes.iter().cloned()).collect()
    }
}
