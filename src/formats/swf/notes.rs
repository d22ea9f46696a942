//! What is worth knowing of a log beside its bad lines, in counts and in words.

/// What is worth knowing of a log beside the lines that were refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadNotes {
    /// Lines with more fields than the format has.
    pub further_fields: u32,
    /// Jobs that were cancelled before they started; their lines are among the problems.
    pub never_ran: u32,
    /// Parts of heterogeneous jobs that were joined to the part before them.
    pub joined_parts: u32,
    /// Jobs whose run time and local times differ by an hour.
    pub clock_changes: u32,
    /// Jobs whose run time the log does not tell (Batsim's profiles that have to be simulated).
    pub without_run_time: u32,
    /// Jobs whose name is no number, or too great a one: their place among the jobs of the file counts.
    pub renumbered: u32,
}

impl ReadNotes {
    /// In words, one sentence each.
    pub fn words(&self) -> Vec<String> {
        let lines = |count: u32, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        let all = [
            (
                self.further_fields,
                format!(
                    "{} than 18 fields: the further ones are passed over",
                    lines(self.further_fields, "line has more", "lines have more")
                ),
            ),
            (self.never_ran, format!("{} cancelled before the start and left out", lines(self.never_ran, "job was", "jobs were"))),
            (
                self.joined_parts,
                format!(
                    "{} joined to the part before: the parts of a job start at once and count as one job",
                    lines(self.joined_parts, "part of a heterogeneous job was", "parts of heterogeneous jobs were")
                ),
            ),
            (
                self.clock_changes,
                format!(
                    "{} over a change of the clock: the run time is that of Elapsed",
                    lines(self.clock_changes, "job ran", "jobs ran")
                ),
            ),
            (
                self.without_run_time,
                format!(
                    "{} a profile whose run time only a simulation tells: slots count the walltime, a cluster leaves it out",
                    lines(self.without_run_time, "job has", "jobs have")
                ),
            ),
            (
                self.renumbered,
                format!("{} its place in the file for a number", lines(self.renumbered, "job has", "jobs have each")),
            ),
        ];
        all.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words).collect()
    }
}
