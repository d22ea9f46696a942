//! Ranks of tasks: how long it is to the end of the application, and from its start (Topcuoglu, Hariri and Wu 2002). Where nodes differ, a task counts with the
//! mean of its durations.

use crate::workflow::graph::{Dag, Time};

/// Ranks of the tasks of an application. They are sums over the usable nodes instead of means, so that they stay whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranks {
    /// Longest path from the start of each task to the end of the application, costs of edges included (upward rank).
    pub upward: Vec<Time>,
    /// The same and the longest path from the start of the application to the start of the task (downward rank) together: the priority of CPOP.
    pub priority: Vec<Time>,
    /// By how much ranks are greater than times.
    pub scale: Time,
    /// Whether a task is on the critical path of these ranks: from the first of the tasks without parents that have the greatest priority, always to the first
    /// child that has it, too.
    pub is_on_path: Vec<bool>,
    /// The node on which the tasks of that path take the least time together; of several the first.
    pub path_node: u32,
}

impl Ranks {
    /// The ranks of a graph whose tasks may run on these nodes. O(tasks × usable nodes + edges); where nodes are alike O(tasks + edges).
    pub(super) fn of(dag: &Dag, usable: &[u32]) -> Self {
        let scale = if dag.has_differing_nodes() { usable.len().max(1) as Time } else { 1 };
        let weight = |task: usize| match dag.has_differing_nodes() {
            true => usable.iter().map(|&node| dag.duration_on(task, node)).sum(),
            false => dag.durations[task],
        };
        let weights: Vec<Time> = (0..dag.len()).map(weight).collect();
        let mut upward = vec![0; dag.len()];
        for &task in dag.order.iter().rev() {
            let task = task as usize;
            // Its children have added themselves.
            upward[task] += weights[task];
            for (&parent, &cost) in dag.parents_of(task).iter().zip(dag.costs_of(task)) {
                upward[parent as usize] = upward[parent as usize].max(cost * scale + upward[task]);
            }
        }
        let mut priority: Vec<Time> = vec![0; dag.len()];
        for &task in &dag.order {
            let task = task as usize;
            let edges = dag.parents_of(task).iter().zip(dag.costs_of(task));
            let ends = edges.map(|(&parent, &cost)| priority[parent as usize] + weights[parent as usize] + cost * scale);
            priority[task] = ends.max().unwrap_or(0);
        }
        priority.iter_mut().zip(&upward).for_each(|(rank, upward)| *rank += upward);
        let path = critical_path(dag, &priority);
        let time_on = |node: u32| -> Time { path.iter().map(|&task| dag.duration_on(task as usize, node)).sum() };
        let path_node = usable.iter().copied().min_by_key(|&node| time_on(node)).unwrap_or(0);
        let mut is_on_path = vec![false; dag.len()];
        path.iter().for_each(|&task| is_on_path[task as usize] = true);
        Self { upward, priority, scale, is_on_path, path_node }
    }
}

fn critical_path(dag: &Dag, priority: &[Time]) -> Vec<u32> {
    let of = |task: u32| priority[task as usize];
    let entries = (0..dag.len() as u32).filter(|&task| dag.parents_of(task as usize).is_empty());
    let mut next = entries.min_by_key(|&task| std::cmp::Reverse(of(task)));
    let mut path = Vec::new();
    while let Some(task) = next {
        path.push(task);
        next = dag.children_of(task as usize).iter().copied().find(|&child| of(child) == of(task));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::graph::Communication;
    use crate::workflow::worked::ten_tasks;

    /// Table 1 of Topcuoglu, Hariri and Wu (2002): upward ranks, and the path of those whose priority is the greatest, 108.
    #[test]
    fn the_ranks_of_the_published_example() {
        let graph = ten_tasks().applications()[0].graph.clone();
        let ranks = Ranks::of(&Dag::of(&graph, Communication::BetweenNodes), &[0, 1, 2]);
        let upward: Vec<f64> = ranks.upward.iter().map(|&rank| rank as f64 / ranks.scale as f64).collect();
        let published = [108.0, 77.0, 80.0, 80.0, 69.0, 63.333, 42.667, 35.667, 44.333, 14.667];
        assert!(upward.iter().zip(published).all(|(rank, published)| (rank - published).abs() < 0.001), "{upward:?}");
        let path: Vec<usize> = (0..10).filter(|&task| ranks.is_on_path[task]).collect();
        assert_eq!((path, ranks.path_node), (vec![0, 1, 8, 9], 1));
    }
}
