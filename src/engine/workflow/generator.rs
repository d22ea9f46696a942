//! Task graphs drawn by a seed: layers, fan-out, chains, fork–join.

use super::bounds;
use super::graph::{Edge, TaskGraph};
use crate::core::bounds::Bound;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::sorting::sort_shared_by_key;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// Tasks side by side: of a layer, children of a fan-out, chains, branches between fork and join.
pub const WIDTH: Bound = Bound::new("tasks side by side", 1, 1_000);
/// Probability of an edge in per cent.
pub const PERCENT: Bound = Bound::new("per cent", 0, 100);

/// The shape of a drawn graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Layers of up to `width` tasks; each task has a parent in the layer above, and further ones with a probability.
    #[default]
    Layers,
    /// A tree: each task has up to `width` children.
    FanOut,
    /// `width` chains side by side, with edges between neighbours with a probability.
    Chains,
    /// A task, up to `width` tasks side by side, a task that waits for all of them, and so on.
    ForkJoin,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 4] = [Self::Layers, Self::FanOut, Self::Chains, Self::ForkJoin];

    /// The name in files. It never changes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Layers => "layers",
            Self::FanOut => "fan-out",
            Self::Chains => "chains",
            Self::ForkJoin => "fork-join",
        }
    }

    /// The shape with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }
}

/// Applications whose graphs are drawn. Durations and costs are uniform in their ranges, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphGenerator {
    /// Seed of all graphs.
    pub seed: u64,
    /// Applications, one for each user.
    pub applications: u32,
    /// Ticks from the start of one to the start of the next.
    pub apart: u32,
    /// The shape of their graphs.
    pub shape: Shape,
    /// Tasks of each.
    pub tasks: u32,
    /// Tasks side by side.
    pub width: u32,
    /// Probability in per cent of an edge that the shape does not need.
    pub edge_percent: u32,
    /// Least duration.
    pub duration_min: u32,
    /// Greatest duration.
    pub duration_max: u32,
    /// Greatest cost of an edge; costs begin at 0.
    pub cost_max: u32,
}

impl Default for GraphGenerator {
    fn default() -> Self {
        Self {
            seed: 1,
            applications: 1,
            apart: 20,
            shape: Shape::Layers,
            tasks: 40,
            width: 6,
            edge_percent: 20,
            duration_min: 1,
            duration_max: 10,
            cost_max: 0,
        }
    }
}

impl GraphGenerator {
    /// Checks every parameter.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let numbers = [
            ("applications", self.applications, bounds::APPLICATIONS),
            ("apart", self.apart, bounds::DURATION),
            ("tasks", self.tasks, bounds::TASKS),
            ("width", self.width, WIDTH),
            ("edge_percent", self.edge_percent, PERCENT),
            ("duration_min", self.duration_min, bounds::DURATION),
            ("duration_max", self.duration_max, bounds::DURATION.from(self.duration_min)),
            ("cost_max", self.cost_max, bounds::DURATION),
        ];
        if let Some((name, value, bound)) = numbers.into_iter().find(|(_, value, bound)| !bound.holds(*value)) {
            return Err(ScenarioError::out_of_range(place.field(name), value, bound));
        }
        let all = u64::from(self.tasks) * u64::from(self.applications);
        if all > u64::from(bounds::TASKS.max) {
            let found = format!("{} applications of {} tasks", self.applications, self.tasks);
            return Err(ScenarioError::new(place.field("tasks"), found, format!("at most {} tasks in all", bounds::TASKS.max)));
        }
        let edges = self.edges();
        if edges > u64::from(bounds::EDGES.max) / 2 {
            let found = format!("about {edges} edges");
            return Err(ScenarioError::new(place.clone(), found, "a smaller width, or a lower probability of edges"));
        }
        Ok(())
    }

    /// About how many edges all graphs have, without drawing them.
    pub fn edges(&self) -> u64 {
        let tasks = u64::from(self.tasks) * u64::from(self.applications);
        tasks * (1 + u64::from(self.width) * u64::from(self.edge_percent) / 100)
    }

    /// Draws the graph of one application.
    pub fn graph(&self, application: u32) -> TaskGraph {
        let mut rng = ChaCha12Rng::seed_from_u64(self.seed);
        rng.set_stream(u64::from(application));
        let tasks = self.tasks;
        let mut drawing = Drawing { generator: *self, rng, edges: Vec::new() };
        let durations = (0..tasks).map(|_| drawing.between(self.duration_min, self.duration_max)).collect();
        match self.shape {
            Shape::Layers => drawing.layers(),
            Shape::FanOut => drawing.fan_out(),
            Shape::Chains => drawing.chains(),
            Shape::ForkJoin => drawing.fork_join(),
        }
        // In the order in which files list them.
        sort_shared_by_key(&mut drawing.edges, |edge| (edge.child, edge.parent));
        TaskGraph { durations, edges: drawing.edges, ..TaskGraph::default() }
    }
}

struct Drawing {
    generator: GraphGenerator,
    rng: ChaCha12Rng,
    edges: Vec<Edge>,
}

impl Drawing {
    /// A whole number in [min, max].
    fn between(&mut self, min: u32, max: u32) -> u32 {
        self.rng.random_range(min..=max)
    }

    fn edge(&mut self, parent: u32, child: u32) {
        let cost = self.between(0, self.generator.cost_max);
        self.edges.push(Edge { parent, child, cost });
    }

    /// Whether an edge that the shape does not need is there.
    fn further(&mut self) -> bool {
        self.between(1, 100) <= self.generator.edge_percent
    }

    fn layers(&mut self) {
        let GraphGenerator { tasks, width, .. } = self.generator;
        let (mut above, mut first) = (0..0_u32, 0);
        while first < tasks {
            let layer = first..(first + self.between(1, width)).min(tasks);
            for child in layer.clone() {
                if above.is_empty() {
                    continue;
                }
                let needed = self.between(above.start, above.end - 1);
                for parent in above.clone() {
                    if parent == needed || self.further() {
                        self.edge(parent, child);
                    }
                }
            }
            (first, above) = (layer.end, layer);
        }
    }

    fn fan_out(&mut self) {
        let GraphGenerator { tasks, width, .. } = self.generator;
        let (mut parent, mut next) = (0, 1);
        while next < tasks {
            let end = (next + self.between(1, width)).min(tasks);
            for child in next..end {
                self.edge(parent, child);
                // A further parent among those before its own.
                if parent > 0 && self.further() {
                    let other = self.between(0, parent - 1);
                    self.edge(other, child);
                }
            }
            (parent, next) = (parent + 1, end);
        }
    }

    fn chains(&mut self) {
        let GraphGenerator { tasks, width, .. } = self.generator;
        for child in width..tasks {
            let above = child - width;
            self.edge(above, child);
            let column = child % width;
            if column > 0 && self.further() {
                self.edge(above - 1, child);
            }
        }
    }

    fn fork_join(&mut self) {
        let GraphGenerator { tasks, width, .. } = self.generator;
        let mut fork = 0;
        while fork + 1 < tasks {
            let branches = self.between(1, width).min((tasks - fork - 1).saturating_sub(1).max(1));
            let join = fork + branches + 1;
            for branch in fork + 1..join {
                self.edge(fork, branch);
                if join < tasks {
                    self.edge(branch, join);
                }
            }
            fork = join;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_draws_graphs_that_pass_their_check() {
        for shape in Shape::ALL {
            for tasks in [1, 2, 3, 17, 300] {
                for (width, edge_percent) in [(1, 0), (4, 30), (50, 100)] {
                    let generator = GraphGenerator { shape, tasks, width, edge_percent, cost_max: 3, ..GraphGenerator::default() };
                    generator.check(&FieldPath::new("")).expect("parameters in range");
                    let graph = generator.graph(2);
                    graph.check(&FieldPath::new("")).unwrap_or_else(|error| panic!("{shape:?} {tasks} {width}: {error}"));
                    assert_eq!((graph.len(), &graph), (tasks as usize, &generator.graph(2)));
                    if tasks > 100 {
                        assert_ne!(graph, generator.graph(3));
                        let with_parent = |child: u32| graph.edges.iter().any(|edge| edge.child == child);
                        assert!((width..tasks).all(with_parent), "{shape:?}");
                    }
                }
            }
        }
    }
}
