//! Jobs whose starts are given, as those of a log, may need more nodes at once than the machine has.

use super::job::Time;

/// Where given starts need more nodes at once than there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overbooked {
    /// The first second at which more nodes are needed than there are.
    pub first: Time,
    /// Most nodes that are needed at once.
    pub most: u64,
    /// Jobs that find fewer nodes free than they need when they start.
    pub jobs: u32,
}

/// How many nodes jobs (start, end, nodes) find free when they start, at most as many as they need, on a machine of so many; and where they need more than
/// there are, if they do. Whoever ends gives back what it found before others start at the same second; those that start at the same second come in the
/// order of the list. O(n log n).
pub fn nodes_found(nodes: u32, jobs: &[(Time, Time, u32)]) -> (Vec<u32>, Option<Overbooked>) {
    let in_order = |time: &dyn Fn(usize) -> Time| {
        let mut rows: Vec<(Time, u32)> = (0..jobs.len()).map(|row| (time(row), row as u32)).collect();
        rows.sort_unstable();
        rows
    };
    let (starting, ending) = (in_order(&|row| jobs[row].0), in_order(&|row| jobs[row].1));
    let mut found = vec![0; jobs.len()];
    let mut over: Option<Overbooked> = None;
    let (mut free, mut needed, mut ended) = (nodes, 0_u64, 0);
    for (now, row) in starting {
        while let Some(&(end, gone)) = ending.get(ended)
            && end <= now
        {
            ended += 1;
            free += found[gone as usize];
            needed -= u64::from(jobs[gone as usize].2);
        }
        let wanted = jobs[row as usize].2;
        let gets = wanted.min(free);
        found[row as usize] = gets;
        free -= gets;
        needed += u64::from(wanted);
        if needed > u64::from(nodes) {
            let over = over.get_or_insert(Overbooked { first: now, most: 0, jobs: 0 });
            over.most = over.most.max(needed);
            over.jobs += u32::from(gets < wanted);
        }
    }
    (found, over)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_finds_no_room_is_counted_and_the_first_second_told() {
        // Three of four nodes, then two more than are left, and one behind both.
        let jobs = [(0, 10, 3), (5, 12, 3), (5, 7, 1), (12, 13, 4)];
        assert_eq!(nodes_found(4, &jobs), (vec![3, 1, 0, 4], Some(Overbooked { first: 5, most: 7, jobs: 2 })));
        assert_eq!(nodes_found(7, &jobs), (vec![3, 3, 1, 4], None));
        assert_eq!(nodes_found(4, &[]), (vec![], None));
    }
}
