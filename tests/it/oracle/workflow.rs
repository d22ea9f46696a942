//! Task graphs again, slow and plain: longest paths by recursion, the best makespan there is by trying everything.

use bookahead::engine::workflow::graph::TaskGraph;
use std::collections::BTreeMap;

/// The longest path that ends with the start of a task, its own duration left out.
pub fn longest_to(graph: &TaskGraph, task: u32, known: &mut BTreeMap<u32, u64>) -> u64 {
    if let Some(length) = known.get(&task) {
        return *length;
    }
    let parents: Vec<u32> = graph.edges.iter().filter(|edge| edge.child == task).map(|edge| edge.parent).collect();
    let through = |parent: u32, known: &mut BTreeMap<u32, u64>| {
        longest_to(graph, parent, known) + u64::from(graph.durations[parent as usize])
    };
    let length = parents.into_iter().map(|parent| through(parent, known)).max().unwrap_or(0);
    known.insert(task, length);
    length
}

/// The longest path that begins with a task, its own duration included.
pub fn longest_from(graph: &TaskGraph, task: u32, known: &mut BTreeMap<u32, u64>) -> u64 {
    if let Some(length) = known.get(&task) {
        return *length;
    }
    let children: Vec<u32> = graph.edges.iter().filter(|edge| edge.parent == task).map(|edge| edge.child).collect();
    let longest = children.into_iter().map(|child| longest_from(graph, child, known)).max().unwrap_or(0);
    let length = longest + u64::from(graph.durations[task as usize]);
    known.insert(task, length);
    length
}

/// Nodes with what is reserved on them: start and end.
pub type Nodes = Vec<Vec<(u64, u64)>>;

/// The earliest start of a gap, found by trying every moment.
fn earliest(busy: &[(u64, u64)], from: u64, duration: u64) -> u64 {
    let is_free = |at: u64| duration == 0 || busy.iter().all(|(start, end)| at + duration <= *start || *end <= at);
    (from..).find(|at| is_free(*at)).expect("there is room at last")
}

/// The least end of all: every order of the tasks, each on every node. An edge costs nothing on the same node, else its cost if `sends`.
pub fn least_end(graph: &TaskGraph, start: u64, nodes: &Nodes, sends: bool) -> u64 {
    let mut search = Search { graph, start, sends, best: u64::MAX, placed: vec![None; graph.durations.len()] };
    search.go(&mut nodes.clone(), 0, start);
    search.best
}

struct Search<'a> {
    graph: &'a TaskGraph,
    start: u64,
    sends: bool,
    best: u64,
    /// Node and end of each task that is placed.
    placed: Vec<Option<(usize, u64)>>,
}

impl Search<'_> {
    fn go(&mut self, nodes: &mut Nodes, count: usize, end: u64) {
        if end >= self.best {
            return;
        }
        if count == self.placed.len() {
            self.best = end;
            return;
        }
        for task in 0..self.placed.len() {
            let edges: Vec<_> = self.graph.edges.iter().filter(|edge| edge.child as usize == task).copied().collect();
            if self.placed[task].is_some() || edges.iter().any(|edge| self.placed[edge.parent as usize].is_none()) {
                continue;
            }
            for node in 0..nodes.len() {
                let ready = edges.iter().map(|edge| {
                    let (on, end) = self.placed[edge.parent as usize].expect("placed");
                    end + if self.sends && on != node { u64::from(edge.cost) } else { 0 }
                });
                let from = ready.max().unwrap_or(self.start);
                let duration = u64::from(self.graph.durations[task]);
                let at = earliest(&nodes[node], from, duration);
                nodes[node].push((at, at + duration));
                self.placed[task] = Some((node, at + duration));
                self.go(nodes, count + 1, end.max(at + duration));
                self.placed[task] = None;
                nodes[node].pop();
            }
        }
    }
}
