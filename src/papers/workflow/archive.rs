//! Graphs drawn in the way of the Standard Task Graph Set (Tobita and Kasahara 2002).
//!
//! Of its files, half have an edge with the same probability between any two tasks (`sameprob`), half between any two tasks of different layers
//! (`layrprob`), of which there is one for ten tasks. Probabilities lie between 5 and 20 per cent. Durations are uniform, exponential or normal with a
//! mean of 5 or 10.

use bookahead_engine::workflow::graph::{Edge, TaskGraph};
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use std::sync::Arc;

/// Tasks of a layer on average.
const LAYER_TASKS: u32 = 10;
/// Probability of an edge, in per mille.
const EDGE_PERMILLE: std::ops::RangeInclusive<u32> = 50..=200;
/// Standard deviation of normal durations over their mean; that of the shipped files.
const NORMAL_SPREAD: f64 = 0.3;

/// Where graphs come from.
#[derive(Clone, Debug)]
pub(super) enum Archive {
    /// Drawn, with so many tasks.
    Drawn {
        /// The seed.
        seed: u64,
        /// Tasks of each.
        tasks: u32,
    },
    /// One of these, drawn.
    Given {
        /// The seed.
        seed: u64,
        /// The graphs; at least one.
        graphs: Arc<Vec<TaskGraph>>,
    },
}

impl Archive {
    /// Graph number `number`; of given ones any, uniformly.
    pub(super) fn graph(&self, number: u32) -> TaskGraph {
        match self {
            Self::Drawn { seed, tasks } => drawn(*seed, number, *tasks),
            Self::Given { seed, graphs } => {
                let at = stream(*seed, number).random_range(0..graphs.len() as u32);
                graphs[at as usize].clone()
            }
        }
    }
}

fn stream(seed: u64, number: u32) -> ChaCha12Rng {
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    rng.set_stream(u64::from(number));
    rng
}

/// How durations are distributed.
#[derive(Clone, Copy)]
enum Durations {
    Uniform,
    Exponential,
    Normal,
}

fn drawn(seed: u64, number: u32, tasks: u32) -> TaskGraph {
    let mut rng = stream(seed, number);
    let permille = rng.random_range(EDGE_PERMILLE);
    let is_layered = rng.random_range(0..2_u32) == 1;
    let mean = if rng.random_range(0..2_u32) == 0 { 5 } else { 10 };
    let kind = [Durations::Uniform, Durations::Exponential, Durations::Normal][rng.random_range(0..3_u32) as usize];
    let durations = (0..tasks).map(|_| duration(&mut rng, kind, mean)).collect();
    let layers = (tasks / LAYER_TASKS).max(1);
    let mut layer: Vec<u32> = (0..tasks).map(|task| if is_layered { rng.random_range(0..layers) } else { task }).collect();
    layer.sort_unstable();
    let mut edges = Vec::new();
    for child in 1..tasks {
        for parent in (0..child).filter(|&parent| layer[parent as usize] < layer[child as usize]) {
            if rng.random_range(0..1_000_u32) < permille {
                edges.push(Edge { parent, child, cost: 0 });
            }
        }
    }
    TaskGraph { durations, edges, ..TaskGraph::default() }
}

/// A duration of at least 1, rounded.
fn duration(rng: &mut ChaCha12Rng, kind: Durations, mean: u32) -> u32 {
    let of = f64::from(mean);
    // In (0, 1]: its logarithm is finite.
    let unit = |rng: &mut ChaCha12Rng| 1.0 - rng.random::<f64>();
    let value = match kind {
        Durations::Uniform => return rng.random_range(1..2 * mean),
        Durations::Exponential => -of * libm::log(unit(rng)),
        Durations::Normal => {
            let (radius, angle) = (libm::sqrt(-2.0 * libm::log(unit(rng))), std::f64::consts::TAU * unit(rng));
            of + NORMAL_SPREAD * of * radius * libm::cos(angle)
        }
    };
    value.round().clamp(1.0, 100.0 * of) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::core::error::FieldPath;
    use bookahead_engine::workflow::graph::{Communication, Dag};
    use bookahead_engine::workflow::times::Times;

    #[test]
    fn drawn_graphs_are_like_those_of_the_set() {
        // Of the sixty shipped graphs of 100 tasks: mean parallelism (work ÷ critical path) 6.8, mean duration 7.9, edges for a task 5.8.
        let archive = Archive::Drawn { seed: 1, tasks: 100 };
        let (mut parallelism, mut edges, mut durations) = (0.0, 0.0, 0.0);
        for number in 0..300 {
            let graph = archive.graph(number);
            graph.check(&FieldPath::new("")).expect("a graph");
            let dag = Dag::of(&graph, Communication::Ignored);
            parallelism += dag.work() as f64 / Times::of(&dag).length as f64 / 300.0;
            edges += graph.edges.len() as f64 / 100.0 / 300.0;
            durations += dag.work() as f64 / 100.0 / 300.0;
        }
        assert!((5.8..7.8).contains(&parallelism), "{parallelism}");
        assert!((5.0..6.6).contains(&edges), "{edges}");
        assert!((7.0..8.5).contains(&durations), "{durations}");
    }
}
