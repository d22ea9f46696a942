//! Earliest and latest starts, slack and the critical path of a graph (Mondol 2.5).

use super::graph::{Dag, Time};

/// When tasks can start if the application starts at 0 on as many nodes as it likes. Where nodes differ, each task takes its least duration: no mapping can
/// do better.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Earliest start of each task (EST): when its last parent can have ended.
    pub earliest: Vec<Time>,
    /// Latest start that does not delay the application (LST).
    pub latest: Vec<Time>,
    /// Length of the critical path: the least makespan there can be.
    pub length: Time,
}

impl Times {
    /// Both passes over a graph. O(tasks + edges).
    pub fn of(dag: &Dag) -> Self {
        let end = |task: usize, starts: &[Time]| starts[task] + dag.durations[task];
        let mut earliest = vec![0; dag.len()];
        for &task in &dag.order {
            let parents = dag.parents_of(task as usize);
            earliest[task as usize] = parents.iter().map(|&parent| end(parent as usize, &earliest)).max().unwrap_or(0);
        }
        let length = (0..dag.len()).map(|task| end(task, &earliest)).max().unwrap_or(0);
        let mut latest = vec![length; dag.len()];
        for &task in dag.order.iter().rev() {
            let last_end = dag.children_of(task as usize).iter().map(|&child| latest[child as usize]).min().unwrap_or(length);
            latest[task as usize] = last_end - dag.durations[task as usize];
        }
        Self { earliest, latest, length }
    }

    /// By how much a task may start later without delaying the application: LST − EST.
    pub fn slack(&self, task: usize) -> Time {
        self.latest[task] - self.earliest[task]
    }

    /// Whether a task is on a critical path.
    pub fn is_critical(&self, task: usize) -> bool {
        self.slack(task) == 0
    }

    /// A critical path, first task to last; of several the one with the lowest numbers.
    pub fn critical_path(&self, dag: &Dag) -> Vec<u32> {
        let ends_at = |task: u32| self.earliest[task as usize] + dag.durations[task as usize];
        let is_first = |task: u32| self.is_critical(task as usize) && dag.parents_of(task as usize).is_empty();
        let mut path = Vec::new();
        let mut next = (0..dag.len() as u32).find(|&task| is_first(task));
        while let Some(task) = next {
            path.push(task);
            let mut children = dag.children_of(task as usize).iter().copied();
            next = children.find(|&child| self.is_critical(child as usize) && self.earliest[child as usize] == ends_at(task));
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::graph::{Communication, TaskGraph};

    /// Mondol, Figures 2.2 to 2.6: golden 8a.
    #[test]
    fn golden_8a() {
        let parents: [&[u32]; 9] = [&[], &[], &[0], &[0], &[1, 2], &[3], &[4, 5], &[4, 6], &[1, 7]];
        let graph = TaskGraph::of_parents(&[7, 9, 7, 11, 8, 9, 7, 10, 6], &parents);
        let dag = Dag::of(&graph, Communication::Folded);
        let times = Times::of(&dag);
        assert_eq!(times.earliest, [0, 0, 7, 7, 14, 18, 27, 34, 44]);
        assert_eq!(times.latest, [0, 10, 12, 7, 19, 18, 27, 34, 44]);
        assert_eq!(times.length, 50);
        assert_eq!(times.critical_path(&dag), [0, 3, 5, 6, 7, 8]);
    }
}
