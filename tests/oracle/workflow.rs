//! Task graphs again, slow and plain: longest paths by recursion, the best makespan there is by trying everything, HEFT and CPOP word by word.

use bookahead_engine::workflow::graph::TaskGraph;
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
                let duration = duration_on(self.graph, task, node);
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

/// How long a task takes on a node.
fn duration_on(graph: &TaskGraph, task: usize, node: usize) -> u64 {
    let own = graph.durations_of(task);
    u64::from(own.get(node).copied().unwrap_or(graph.durations[task]))
}

/// Node and start of each task.
pub type Places = Vec<(usize, u64)>;

/// HEFT and CPOP on nodes that differ (Topcuoglu, Hariri and Wu 2002, Figures 3 and 4), without pins. Ranks are sums over the nodes instead of means.
pub struct ListScheduling<'a> {
    /// The graph.
    pub graph: &'a TaskGraph,
    /// When it is to start.
    pub start: u64,
    /// What is reserved on the nodes.
    pub nodes: Nodes,
    /// Whether edges cost something between nodes.
    pub sends: bool,
}

impl ListScheduling<'_> {
    fn tasks(&self) -> Vec<usize> {
        (0..self.graph.durations.len()).collect()
    }

    fn parents(&self, task: usize) -> Vec<(usize, u64)> {
        let edges = self.graph.edges.iter().filter(|edge| edge.child as usize == task);
        edges.map(|edge| (edge.parent as usize, if self.sends { u64::from(edge.cost) } else { 0 })).collect()
    }

    fn children(&self, task: usize) -> Vec<(usize, u64)> {
        let edges = self.graph.edges.iter().filter(|edge| edge.parent as usize == task);
        edges.map(|edge| (edge.child as usize, if self.sends { u64::from(edge.cost) } else { 0 })).collect()
    }

    fn weight(&self, task: usize) -> u64 {
        (0..self.nodes.len()).map(|node| duration_on(self.graph, task, node)).sum()
    }

    fn upward(&self, task: usize) -> u64 {
        let behind = self.children(task).into_iter().map(|(child, cost)| cost * self.nodes.len() as u64 + self.upward(child));
        self.weight(task) + behind.max().unwrap_or(0)
    }

    fn downward(&self, task: usize) -> u64 {
        let before = self.parents(task).into_iter();
        before.map(|(parent, cost)| self.downward(parent) + self.weight(parent) + cost * self.nodes.len() as u64).max().unwrap_or(0)
    }

    /// Start and end of a task on a node.
    fn on(&self, task: usize, node: usize, placed: &BTreeMap<usize, (usize, u64)>) -> (u64, u64) {
        let ends = self.parents(task).into_iter().map(|(parent, cost)| {
            let (other, start) = placed[&parent];
            start + duration_on(self.graph, parent, other) + if other == node { 0 } else { cost }
        });
        let duration = duration_on(self.graph, task, node);
        let start = earliest(&self.nodes[node], ends.max().unwrap_or(self.start), duration);
        (start, start + duration)
    }

    fn place(&mut self, task: usize, must: Option<usize>, placed: &mut BTreeMap<usize, (usize, u64)>) {
        let mut nodes: Vec<usize> = (0..self.nodes.len()).filter(|node| must.is_none_or(|must| must == *node)).collect();
        nodes.sort_by_key(|&node| self.on(task, node, placed).1);
        let (start, end) = self.on(task, nodes[0], placed);
        self.nodes[nodes[0]].push((start, end));
        placed.insert(task, (nodes[0], start));
    }

    /// By HEFT.
    pub fn heft(mut self) -> Places {
        // Parents first, of those that could come next the lowest number; then by rank, which keeps this order among equals.
        let mut order: Vec<usize> = Vec::new();
        while order.len() < self.tasks().len() {
            let is_next =
                |task: &usize| !order.contains(task) && self.parents(*task).iter().all(|(parent, _)| order.contains(parent));
            order.push(self.tasks().into_iter().find(is_next).expect("no cycle"));
        }
        order.sort_by_key(|&task| std::cmp::Reverse(self.upward(task)));
        let mut placed = BTreeMap::new();
        order.into_iter().for_each(|task| self.place(task, None, &mut placed));
        placed.into_values().collect()
    }

    /// By CPOP.
    pub fn cpop(mut self) -> Places {
        let priority: Vec<u64> = self.tasks().into_iter().map(|task| self.upward(task) + self.downward(task)).collect();
        let first = self
            .tasks()
            .into_iter()
            .filter(|&task| self.parents(task).is_empty())
            .min_by_key(|&task| std::cmp::Reverse(priority[task]));
        let mut path: Vec<usize> = first.into_iter().collect();
        while let Some(&last) = path.last() {
            let mut children: Vec<usize> = self.children(last).into_iter().map(|(child, _)| child).collect();
            children.sort_unstable();
            match children.into_iter().find(|&child| priority[child] == priority[last]) {
                Some(child) => path.push(child),
                None => break,
            }
        }
        let on = |node: &usize| -> u64 { path.iter().map(|&task| duration_on(self.graph, task, *node)).sum() };
        let node = (0..self.nodes.len()).min_by_key(on);
        let mut placed = BTreeMap::new();
        while placed.len() < self.tasks().len() {
            let is_ready = |task: &usize| {
                !placed.contains_key(task) && self.parents(*task).iter().all(|(parent, _)| placed.contains_key(parent))
            };
            let ready = self.tasks().into_iter().filter(is_ready).min_by_key(|&task| (std::cmp::Reverse(priority[task]), task));
            let task = ready.expect("no cycle");
            self.place(task, node.filter(|_| path.contains(&task)), &mut placed);
        }
        placed.into_values().collect()
    }
}
