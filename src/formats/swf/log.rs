//! What can be made of a log before it becomes a study: one of its partitions, other estimates, times from its first submission on.

use super::SwfLog;

/// Most names of partitions that are told.
const NAMES_TOLD: usize = 8;
/// Most partitions that are told apart; the jobs of all further ones are in one.
const PARTITIONS_MAX: usize = 100;
/// The name of that one.
const OTHERS: &str = "others";

impl SwfLog {
    /// What is worth knowing of the log beside its bad lines, one sentence each.
    pub fn told(&self) -> Vec<String> {
        self.notes.words().into_iter().chain(self.partitions_told()).collect()
    }

    /// Notes the partition of the job that is added next.
    pub(crate) fn add_partition(&mut self, name: &str) {
        let known = self.partitions.iter().position(|known| known == name);
        let place = known.unwrap_or_else(|| {
            if self.partitions.len() <= PARTITIONS_MAX {
                self.partitions.push(if self.partitions.len() < PARTITIONS_MAX { name } else { OTHERS }.to_string());
            }
            self.partitions.len() - 1
        });
        self.jobs.partition.push(place as u32);
    }

    /// Which partitions are taken as one machine, in words; `None` if the log has only one.
    pub fn partitions_told(&self) -> Option<String> {
        let mut jobs = vec![0_u32; self.partitions.len()];
        self.jobs.partition.iter().for_each(|&place| jobs[place as usize] += 1);
        let told: Vec<String> = self.partitions.iter().zip(&jobs).map(|(name, jobs)| format!("{} ({jobs})", shown(name))).collect();
        let more = told.len().saturating_sub(NAMES_TOLD);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        (told.len() > 1).then(|| format!("partitions {}{rest} are taken as one machine", told[..told.len() - more].join(", ")))
    }

    /// The jobs of one partition. What the header says of the machine's size is that of all, and left out.
    ///
    /// # Errors
    /// There is no such partition; in words.
    pub fn only_partition(&self, name: &str) -> Result<Self, String> {
        let Some(place) = self.partitions.iter().position(|known| known == name) else {
            let known: Vec<String> = self.partitions.iter().take(NAMES_TOLD).map(|name| shown(name)).collect();
            return Err(format!("there is no partition {name:?}; there is {}", known.join(", ")));
        };
        let mut log = self.clone();
        let wanted: Vec<bool> = self.jobs.partition.iter().map(|&of| of as usize == place).collect();
        log.jobs.keep(&wanted);
        (log.header.max_nodes, log.header.max_procs) = (None, None);
        Ok(log)
    }

    /// Makes every estimate so many times the run time. Jobs whose run time is not known keep theirs.
    pub fn set_estimates(&mut self, factor: f64) {
        for (requested, &run) in self.jobs.requested_time.iter_mut().zip(&self.jobs.run) {
            if run > 0.0 {
                *requested = (run * factor).ceil();
            }
        }
    }

    /// Has submissions count from the first one, whose date goes into the header.
    pub(crate) fn count_from_first_submission(&mut self) {
        let first = self.jobs.submit.iter().copied().fold(f64::INFINITY, f64::min);
        if first.is_finite() {
            self.header.unix_start_time = Some(first as i64);
            self.jobs.submit.iter_mut().for_each(|submit| *submit -= first);
        }
    }
}

/// A partition as a message names it.
fn shown(name: &str) -> String {
    if name.is_empty() { "without a name".to_string() } else { name.chars().take(40).collect() }
}

impl super::SwfJobs {
    /// Keeps the jobs that are wanted.
    fn keep(&mut self, wanted: &[bool]) {
        fn kept<T: Copy>(column: &mut Vec<T>, wanted: &[bool]) {
            let mut rows = wanted.iter();
            column.retain(|_| rows.next().copied().unwrap_or(false));
        }
        let Self { line, number, submit, wait, run, allocated, requested, requested_time, user, partition } = self;
        kept(line, wanted);
        kept(number, wanted);
        kept(allocated, wanted);
        kept(requested, wanted);
        kept(user, wanted);
        kept(partition, wanted);
        [submit, wait, run, requested_time].into_iter().for_each(|column| kept(column, wanted));
    }
}

#[cfg(test)]
mod tests {
    use crate::swf::read_log;

    const TWO: &[u8] = b"; MaxProcs: 100\n1 0 0 10 4 -1 -1 4 20 -1 1 1 1 1 1 7 -1 -1\n2 5 0 0 8 -1 -1 8 30 -1 1 1 1 1 1 8 -1 -1\n\
        3 9 1 11 2 -1 -1 2 40 -1 1 1 1 1 1 7 -1 -1\n";

    #[test]
    fn one_partition_is_a_machine_of_its_own() {
        let log = read_log(TWO.to_vec()).unwrap();
        assert_eq!(log.partitions_told().as_deref(), Some("partitions 7 (2), 8 (1) are taken as one machine"));
        let one = log.only_partition("7").unwrap();
        assert_eq!((&one.jobs.number[..], one.machine_nodes(), one.jobs.requested_time.len()), (&[1, 3][..], Some(4), 2));
        assert_eq!(log.only_partition("9").unwrap_err(), "there is no partition \"9\"; there is 7, 8");
    }

    #[test]
    fn estimates_follow_run_times_where_these_are_known() {
        let mut log = read_log(TWO.to_vec()).unwrap();
        log.set_estimates(1.05);
        assert_eq!(log.jobs.requested_time, [11.0, 30.0, 12.0]);
    }
}
