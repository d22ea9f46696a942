//! The workloads that are measured.

use bookahead::engine::slots::workload::{Arrivals, Generator, Preset, Range, Workload};

/// A workload and the machine it is planned on.
#[derive(Clone)]
pub struct Case {
    /// Short name, also of its ratios: it must not change.
    pub key: String,
    /// For people.
    pub name: String,
    /// Nodes of the machine.
    pub nodes: u32,
    /// Where the requests come from.
    pub generator: Generator,
}

impl Case {
    /// The requests in arrival order.
    pub fn arrivals(&self) -> Arrivals {
        Workload::of_generator(self.generator).arrivals().expect("the bench's workloads are in bounds")
    }
}

/// Share of the machine that is asked for.
const LOAD: f64 = 0.9;

/// A workload of one-node jobs, all flexible, that asks for nine tenths of the machine. The ranges are those of the papers' parametric
/// experiments unless changed: durations 5–48 slots, book-ahead 0–48, relax time 1–24.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Nodes of the machine.
    pub nodes: u32,
    /// Slots a job takes.
    pub duration: Range,
    /// Slots from submission to earliest start.
    pub book_ahead: Range,
    /// Slots a job can wait.
    pub relax: Range,
    /// Number of requests.
    pub requests: u32,
}

impl Shape {
    /// The papers' ranges on a machine of this size.
    pub fn of_nodes(nodes: u32, requests: u32) -> Self {
        let Generator { duration, book_ahead, relax, .. } = papers(false, requests);
        Self { nodes, duration, book_ahead, relax, requests }
    }

    /// The generator of this shape.
    pub fn generator(self) -> Generator {
        let Self { nodes, duration, book_ahead, relax, requests } = self;
        let mean = f64::from(duration.min + duration.max) / 2.0;
        Generator { arrivals_per_slot: LOAD * f64::from(nodes) / mean, duration, book_ahead, relax, ..papers(false, requests) }
    }
}

/// The busiest of the papers' sixteen experiments: three arrivals a slot, all flexible.
fn papers(mpi: bool, requests: u32) -> Generator {
    Preset { mpi, rate: 3, flexible_percent: 100 }.generator(1, requests)
}

/// High load at three sizes of the machine, and the busiest workloads of the papers.
pub fn cases(requests: u32) -> Vec<Case> {
    let at_load = [20, 200, 2_000].map(|nodes| Case {
        key: format!("load-{nodes}"),
        name: format!("one-node jobs, load 0.9, {nodes} nodes"),
        nodes,
        generator: Shape::of_nodes(nodes, requests).generator(),
    });
    let busiest = [("parametric", false), ("MPI", true)].map(|(name, mpi)| Case {
        key: format!("{}-3-100", name.to_ascii_lowercase()),
        name: format!("{name}, rate 3, all flexible, {} nodes", Preset::NODES),
        nodes: Preset::NODES,
        generator: papers(mpi, requests),
    });
    at_load.into_iter().chain(busiest).collect()
}
