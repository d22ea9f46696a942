//! Task graphs: tasks with durations, and edges from a task to those that wait for it (Mondol 2.4).

use super::bounds;
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};

/// A moment or a length of time in ticks.
pub type Time = u64;

/// An edge: the child starts after its parent has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Edge {
    /// The task that comes first.
    pub parent: u32,
    /// The task that waits for it.
    pub child: u32,
    /// What it takes to send the parent's output to another node, in ticks.
    pub cost: u32,
}

/// A directed acyclic graph of tasks. Tasks are numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskGraph {
    /// Duration of each task in ticks; 0 for a dummy task.
    pub durations: Vec<u32>,
    /// The edges, in any order.
    pub edges: Vec<Edge>,
    /// What each task is called; empty if tasks are called by their number.
    pub names: Vec<String>,
    /// Where nodes differ, the duration of each task on each node in ticks, task after task (w of Topcuoglu, Hariri and Wu 2002); `durations` then has the
    /// least of each task. Empty if each task takes as long on every node, as in Mondol.
    pub on_nodes: Vec<u32>,
}

/// What becomes of the costs of edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Communication {
    /// The greatest cost of the graph is added to the duration of every task with children (Mondol 2.5, where all edges cost the same).
    #[default]
    Folded,
    /// A child on another node than its parent starts no earlier than the parent's end and the cost of the edge (ours).
    BetweenNodes,
    /// Edges cost nothing.
    Ignored,
}

impl Communication {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Folded, Self::BetweenNodes, Self::Ignored];

    /// The name in files and on the command line. It never changes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Folded => "folded",
            Self::BetweenNodes => "between-nodes",
            Self::Ignored => "ignored",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

impl TaskGraph {
    /// A graph of durations, and of the parents of each task; edges cost nothing.
    pub fn of_parents(durations: &[u32], parents: &[&[u32]]) -> Self {
        let edge = |(child, parents): (u32, &&[u32])| {
            let edges: Vec<Edge> = parents.iter().map(|&parent| Edge { parent, child, cost: 0 }).collect();
            edges
        };
        let edges = (0..).zip(parents).flat_map(edge).collect();
        Self { durations: durations.to_vec(), edges, ..Self::default() }
    }

    /// The same graph, in which a task takes another time on each node: a row of durations for each task.
    #[must_use]
    pub fn with_durations_on_nodes(mut self, rows: &[&[u32]]) -> Self {
        self.on_nodes = rows.concat();
        self.find_least();
        self
    }

    /// Number of nodes that durations are given for; 0 if nodes do not differ.
    pub fn nodes(&self) -> usize {
        self.on_nodes.len().checked_div(self.len()).unwrap_or(0)
    }

    /// The durations of a task on each node; empty if nodes do not differ.
    pub fn durations_of(&self, task: usize) -> &[u32] {
        let nodes = self.nodes();
        &self.on_nodes[task * nodes..(task + 1) * nodes]
    }

    /// Makes `durations` the least ones of the nodes.
    pub fn find_least(&mut self) {
        let nodes = self.nodes().max(1);
        self.durations
            .iter_mut()
            .zip(self.on_nodes.chunks(nodes))
            .for_each(|(least, row)| *least = row.iter().copied().min().unwrap_or(0));
    }

    /// Gives every task durations on so many nodes, if nodes differ: further nodes are like the last one.
    pub fn fit_nodes(&mut self, nodes: usize) {
        let before = self.nodes();
        if before == 0 || before == nodes {
            return;
        }
        let row = |row: &[u32]| -> Vec<u32> { (0..nodes).map(|node| row[node.min(before - 1)]).collect() };
        self.on_nodes = self.on_nodes.chunks(before).flat_map(row).collect();
        self.find_least();
    }

    /// Number of tasks.
    pub fn len(&self) -> usize {
        self.durations.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.durations.is_empty()
    }

    /// What a task is called.
    pub fn name(&self, task: usize) -> String {
        match self.names.get(task) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => task.to_string(),
        }
    }

    /// Checks ranges, and that it is a graph without cycles.
    ///
    /// # Errors
    /// The first thing out of range: an edge of a task that there is not, an edge given twice, a cycle with its tasks.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let tasks = self.len();
        if !bounds::TASKS.holds(u32::try_from(tasks).unwrap_or(u32::MAX)) {
            return Err(ScenarioError::out_of_range(place.field("tasks"), format!("a graph of {tasks}"), bounds::TASKS));
        }
        if self.edges.len() > bounds::EDGES.max as usize {
            let found = format!("a graph of {} edges", self.edges.len());
            return Err(ScenarioError::out_of_range(place.field("edges"), found, bounds::EDGES));
        }
        if !self.names.is_empty() && self.names.len() != tasks {
            let found = format!("{} names for {tasks} tasks", self.names.len());
            return Err(ScenarioError::new(place.field("names"), found, "a name for each task, or none"));
        }
        if let Some(long) = self.names.iter().position(|name| name.chars().count() > bounds::NAME_CHARS) {
            let allowed = format!("at most {} characters", bounds::NAME_CHARS);
            return Err(ScenarioError::new(place.field("names").index(long), "a longer name", allowed));
        }
        if let Some(task) = self.durations.iter().position(|&duration| !bounds::DURATION.holds(duration)) {
            let place = place.field("tasks").index(task).field("duration");
            return Err(ScenarioError::out_of_range(place, self.durations[task], bounds::DURATION));
        }
        self.check_edges(&place.field("edges"))?;
        match cycle(self) {
            None => Ok(()),
            Some(tasks) => {
                let names: Vec<String> = tasks.iter().take(9).map(|&task| self.name(task as usize)).collect();
                let more = if tasks.len() > 9 { " → …" } else { "" };
                let found = format!("the cycle {}{more}", names.join(" → "));
                Err(ScenarioError::new(place.field("edges"), found, "a graph without cycles"))
            }
        }
    }

    /// Checks that there is a duration on each of so many nodes, if nodes differ.
    ///
    /// # Errors
    /// Too many or too few durations, or one out of range.
    pub fn check_on_nodes(&self, nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
        if self.on_nodes.is_empty() {
            return Ok(());
        }
        let place = place.field("tasks");
        if self.on_nodes.len() != self.len() * nodes as usize {
            let found = format!("{} durations for each task", self.nodes());
            return Err(ScenarioError::new(place.field("durations"), found, format!("one for each of the {nodes} nodes")));
        }
        if self.on_nodes.len() > bounds::ON_NODES.max as usize {
            let found = format!("{} durations on nodes", self.on_nodes.len());
            return Err(ScenarioError::out_of_range(place.field("durations"), found, bounds::ON_NODES));
        }
        for task in 0..self.len() {
            let (row, place) = (self.durations_of(task), place.index(task).field("durations"));
            if let Some(node) = row.iter().position(|&duration| !bounds::DURATION.holds(duration)) {
                return Err(ScenarioError::out_of_range(place.index(node), row[node], bounds::DURATION));
            }
            if row.iter().min() != Some(&self.durations[task]) {
                let found = format!("{} as the least duration", self.durations[task]);
                return Err(ScenarioError::new(place, found, "the least of the durations on nodes"));
            }
        }
        Ok(())
    }

    fn check_edges(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let tasks = self.len() as u32;
        for (i, edge) in self.edges.iter().enumerate() {
            for (field, task) in [("parent", edge.parent), ("child", edge.child)] {
                if task >= tasks {
                    let allowed = format!("the number of a task, below {tasks}");
                    return Err(ScenarioError::new(place.index(i).field(field), task, allowed));
                }
            }
            if !bounds::DURATION.holds(edge.cost) {
                return Err(ScenarioError::out_of_range(place.index(i).field("cost"), edge.cost, bounds::DURATION));
            }
        }
        let mut sorted: Vec<(u32, u32)> = self.edges.iter().map(|edge| (edge.parent, edge.child)).collect();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(()),
            Some(pair) => {
                let (parent, child) = (self.name(pair[0].0 as usize), self.name(pair[0].1 as usize));
                Err(ScenarioError::new(place.clone(), format!("a second edge from {parent} to {child}"), "each edge once"))
            }
        }
    }
}

/// A cycle of a graph, its first task again at the end; `None` if there is none.
fn cycle(graph: &TaskGraph) -> Option<Vec<u32>> {
    let dag = Dag::of(graph, Communication::Ignored);
    if dag.order.len() == graph.len() {
        return None;
    }
    // Every task that is left has a parent that is left: going back from one leads into a cycle.
    let mut is_left = vec![true; graph.len()];
    dag.order.iter().for_each(|&task| is_left[task as usize] = false);
    let mut at = is_left.iter().position(|&left| left)? as u32;
    let mut seen_at = vec![usize::MAX; graph.len()];
    let mut path = Vec::new();
    while seen_at[at as usize] == usize::MAX {
        seen_at[at as usize] = path.len();
        path.push(at);
        at = dag.parents_of(at as usize).iter().copied().find(|&parent| is_left[parent as usize])?;
    }
    let mut tasks = path.split_off(seen_at[at as usize]);
    tasks.push(at);
    tasks.reverse();
    Some(tasks)
}

/// A graph as flat columns, ready to be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dag {
    /// Duration of each task, folded costs included; where nodes differ, the least.
    pub durations: Vec<Time>,
    /// Where nodes differ, the duration of each task on each node, task after task.
    on_nodes: Vec<Time>,
    /// Number of nodes that differ; 0 if none do.
    nodes: usize,
    parents_from: Vec<u32>,
    parents: Vec<u32>,
    /// What each edge to a parent costs between different nodes.
    costs: Vec<Time>,
    /// Whether an edge costs anything between different nodes.
    pub has_costs: bool,
    children_from: Vec<u32>,
    children: Vec<u32>,
    /// The tasks, parents first; of those that could come next the lowest number.
    pub order: Vec<u32>,
    /// Place of each task in the order.
    pub position: Vec<u32>,
}

impl Dag {
    /// The columns of a graph whose edges have passed their check. In a graph with cycles the order lacks the tasks of the cycles and those behind them.
    pub fn of(graph: &TaskGraph, communication: Communication) -> Self {
        let tasks = graph.len();
        let column = |to: fn(&Edge) -> u32| {
            let mut from = vec![0_u32; tasks + 1];
            graph.edges.iter().for_each(|edge| from[to(edge) as usize + 1] += 1);
            (0..tasks).for_each(|task| from[task + 1] += from[task]);
            from
        };
        let (parents_from, children_from) = (column(|edge| edge.child), column(|edge| edge.parent));
        let (mut parents, mut children) = (vec![0; graph.edges.len()], vec![0; graph.edges.len()]);
        let mut costs = vec![0; graph.edges.len()];
        let (mut next_parent, mut next_child) = (parents_from.clone(), children_from.clone());
        let mut edges = graph.edges.clone();
        edges.sort_unstable();
        for Edge { parent, child, cost } in edges {
            let at = &mut next_parent[child as usize];
            parents[*at as usize] = parent;
            costs[*at as usize] = if communication == Communication::BetweenNodes { Time::from(cost) } else { 0 };
            *at += 1;
            let at = &mut next_child[parent as usize];
            children[*at as usize] = child;
            *at += 1;
        }
        let folded = match communication {
            Communication::Folded => graph.edges.iter().map(|edge| edge.cost).max().unwrap_or(0),
            Communication::BetweenNodes | Communication::Ignored => 0,
        };
        let has_children = |task: usize| children_from[task] < children_from[task + 1];
        let sent = |task: usize| if has_children(task) { Time::from(folded) } else { 0 };
        let duration = |task: usize| Time::from(graph.durations[task]) + sent(task);
        let durations = (0..tasks).map(duration).collect();
        let on_nodes = (0..tasks).flat_map(|task| graph.durations_of(task).iter().map(move |&time| (task, time)));
        let mut dag = Self {
            durations,
            on_nodes: on_nodes.map(|(task, time)| Time::from(time) + sent(task)).collect(),
            nodes: graph.nodes(),
            parents_from,
            parents,
            has_costs: costs.iter().any(|&cost| cost > 0),
            costs,
            children_from,
            children,
            order: Vec::with_capacity(tasks),
            position: vec![u32::MAX; tasks],
        };
        dag.sort();
        dag
    }

    fn sort(&mut self) {
        let tasks = self.len();
        let mut missing: Vec<u32> = (0..tasks).map(|task| self.parents_of(task).len() as u32).collect();
        let ready = (0..tasks as u32).filter(|&task| missing[task as usize] == 0);
        let mut ready: std::collections::BinaryHeap<std::cmp::Reverse<u32>> = ready.map(std::cmp::Reverse).collect();
        while let Some(std::cmp::Reverse(task)) = ready.pop() {
            self.position[task as usize] = self.order.len() as u32;
            self.order.push(task);
            for at in self.children_from[task as usize]..self.children_from[task as usize + 1] {
                let child = self.children[at as usize];
                missing[child as usize] -= 1;
                if missing[child as usize] == 0 {
                    ready.push(std::cmp::Reverse(child));
                }
            }
        }
    }

    /// Number of tasks.
    pub fn len(&self) -> usize {
        self.durations.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.durations.is_empty()
    }

    fn parent_range(&self, task: usize) -> std::ops::Range<usize> {
        self.parents_from[task] as usize..self.parents_from[task + 1] as usize
    }

    /// The parents of a task, ascending.
    pub fn parents_of(&self, task: usize) -> &[u32] {
        &self.parents[self.parent_range(task)]
    }

    /// What the edges to them cost between different nodes.
    pub fn costs_of(&self, task: usize) -> &[Time] {
        &self.costs[self.parent_range(task)]
    }

    /// The children of a task, ascending.
    pub fn children_of(&self, task: usize) -> &[u32] {
        &self.children[self.children_from[task] as usize..self.children_from[task + 1] as usize]
    }

    /// How long a task takes on a node.
    #[inline]
    pub fn duration_on(&self, task: usize, node: u32) -> Time {
        if self.nodes == 0 { self.durations[task] } else { self.on_nodes[task * self.nodes + node as usize] }
    }

    /// Whether tasks take another time on each node.
    pub fn has_differing_nodes(&self) -> bool {
        self.nodes > 0
    }

    /// Σ of all durations, where nodes differ of the least ones.
    pub fn work(&self) -> Time {
        self.durations.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(graph: &TaskGraph) -> String {
        graph.check(&FieldPath::new("graph")).expect_err("a graph that is wrong").to_string()
    }

    #[test]
    fn cycles_are_named_and_edges_are_checked() {
        let edge = |parent, child| Edge { parent, child, cost: 0 };
        let graph = |edges: &[Edge]| TaskGraph { durations: vec![1; 5], edges: edges.to_vec(), ..TaskGraph::default() };
        let cyclic = graph(&[edge(0, 1), edge(1, 2), edge(2, 3), edge(3, 1), edge(3, 4)]);
        let told = message(&cyclic);
        assert!(
            ["1 → 2 → 3 → 1", "2 → 3 → 1 → 2", "3 → 1 → 2 → 3"].iter().any(|cycle| told.contains(cycle)),
            "{told}: not a cycle of the graph"
        );
        assert!(message(&graph(&[edge(2, 2)])).contains("2 → 2"));
        assert!(message(&graph(&[edge(0, 5)])).contains("graph.edges[0].child: 5"));
        assert!(message(&graph(&[edge(0, 1), edge(0, 2), edge(0, 1)])).contains("a second edge from 0 to 1"));
        assert!(message(&TaskGraph::default()).contains("graph.tasks"));
    }

    #[test]
    fn costs_are_folded_into_all_tasks_with_children() {
        // Mondol, Figures 2.2 to 2.4.
        let costs = [
            (0, 2, 2),
            (0, 3, 1),
            (1, 4, 1),
            (2, 4, 2),
            (3, 5, 1),
            (4, 6, 2),
            (5, 6, 2),
            (4, 7, 1),
            (6, 7, 1),
            (1, 8, 2),
            (7, 8, 2),
        ];
        let edges = costs.into_iter().map(|(parent, child, cost)| Edge { parent, child, cost }).collect();
        let graph = TaskGraph { durations: vec![5, 7, 5, 9, 6, 7, 5, 8, 6], edges, ..TaskGraph::default() };
        assert_eq!(Dag::of(&graph, Communication::Folded).durations, [7, 9, 7, 11, 8, 9, 7, 10, 6]);
        let kept = Dag::of(&graph, Communication::BetweenNodes);
        assert_eq!((kept.durations[0], kept.costs_of(4)), (5, &[1, 2][..]));
    }
}
