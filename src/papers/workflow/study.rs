//! The definition of each experiment: its size, what is measured against what.

use super::archive::Archive;
use super::setting::{
    AVERAGE, Case, FIGURE_NODES, ITERATIONS, Kind, LOADS, METHODS, NODES, OTHERS, PAPER_METHODS, Preloading, Size, column, title,
};
use super::trial::{Others, WorkflowTrial};
use super::{claims, paper};
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue};
use bookahead_engine::core::bounds::Bound;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::workflow::graph::TaskGraph;
use bookahead_engine::workflow::scenario::{Application, Preload, WorkflowScenario};
use std::ops::Range;
use std::sync::Arc;

/// Tasks of a drawn application.
const TASKS: Bound = Bound::new("tasks of an application", 2, 1_000);

/// A table or two figures of Mondol.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkflowExperiment {
    /// What is computed.
    pub kind: Kind,
    /// For how large applications.
    pub size: Size,
    /// What its pre-load is.
    pub preloading: Preloading,
    /// Graphs that take the place of drawn ones.
    graphs: Option<Arc<Vec<TaskGraph>>>,
}

impl WorkflowExperiment {
    /// Number of experiments.
    pub const COUNT: usize = 12;

    /// All of them, in the order of the thesis' appendix and chapter; then the tables under the other reading of the pre-load.
    pub fn all() -> impl Iterator<Item = Self> {
        let of = |(kind, preloading)| Size::ALL.into_iter().map(move |size| Self { kind, size, preloading, graphs: None });
        let usual = [Kind::Table, Kind::Iterations, Kind::Work].map(|kind| (kind, Preloading::Applications));
        usual.into_iter().chain([(Kind::Table, Preloading::Share)]).flat_map(of)
    }

    /// The one with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|experiment| experiment.key() == key)
    }

    /// The same on these graphs.
    ///
    /// # Errors
    /// There is none, or one is out of bounds (`graphs`).
    pub fn with_graphs(self, graphs: Arc<Vec<TaskGraph>>) -> Result<Self, ScenarioError> {
        let place = FieldPath::new("graphs");
        if graphs.is_empty() {
            return Err(ScenarioError::new(place, "no graph", "at least one"));
        }
        for (i, graph) in graphs.iter().enumerate() {
            graph.check(&place.index(i))?;
            if !TASKS.holds(graph.len() as u32) {
                return Err(ScenarioError::out_of_range(place.index(i).field("tasks"), graph.len(), TASKS));
            }
        }
        Ok(Self { graphs: Some(graphs), ..self })
    }

    /// A size for a lecture: seconds.
    pub fn lecture(&self) -> Options {
        let runs = if self.size == Size::ThreeHundred && self.kind != Kind::Iterations { 10 } else { 30 };
        Options { runs, requests: self.size.tasks(), seed: 1 }
    }

    /// The thesis' size: 100 applications.
    pub fn full(&self) -> Options {
        Options { runs: 100, requests: self.size.tasks(), seed: 1 }
    }

    /// The first application on twenty nodes with a pre-load of half, to be opened.
    pub fn scenario(&self, options: Options) -> WorkflowScenario {
        let archive = Archive::Drawn { seed: options.seed, tasks: options.requests };
        if self.preloading == Preloading::Share {
            let scenario = WorkflowScenario::of_applications(FIGURE_NODES, vec![Application::new(1, 0, archive.graph(0))]);
            return WorkflowScenario { preload: Preload { percent: LOADS[AVERAGE], seed: options.seed }, ..scenario };
        }
        let others = Others::of(&archive, options.seed);
        // Ten critical paths of at most a thousand tasks are far from the greatest number.
        let of = |id: u32, start: u64, number: u32| Application::new(id, start as u32, archive.graph(number));
        let before = others.reserved(AVERAGE).map(|(number, start)| of(number, start, number));
        let last = of(OTHERS[AVERAGE] + 1, others.start, 0);
        WorkflowScenario::of_applications(FIGURE_NODES, before.chain([last]).collect())
    }

    /// Times the tasks of an application are mapped at most.
    pub fn plans(&self) -> u32 {
        (self.cases().len() * METHODS.len()) as u32 * ITERATIONS
    }

    /// Checks the number of tasks.
    ///
    /// # Errors
    /// It is out of range (`jobs`).
    pub fn check(&self, options: Options) -> Result<(), ScenarioError> {
        if self.graphs.is_none() && !TASKS.holds(options.requests) {
            return Err(ScenarioError::out_of_range(FieldPath::new("jobs"), options.requests, TASKS));
        }
        Ok(())
    }

    /// Nodes and pre-loads on which an application is mapped.
    fn cases(&self) -> Vec<Case> {
        match self.kind {
            Kind::Table => LOADS.into_iter().flat_map(|load| NODES.map(|nodes| Case { nodes, load })).collect(),
            Kind::Iterations => vec![Case { nodes: FIGURE_NODES, load: LOADS[AVERAGE] }],
            Kind::Work => NODES.map(|nodes| Case { nodes, load: LOADS[AVERAGE] }).to_vec(),
        }
    }

    /// What curves have at the place with this index.
    fn x(&self, index: u32) -> u32 {
        match self.kind {
            Kind::Iterations => index + 1,
            Kind::Table | Kind::Work => NODES.get(index as usize).copied().unwrap_or(index),
        }
    }

    /// Pictures: name, words. Each has a curve for each method, in this order.
    fn pictures(&self) -> Vec<(String, String)> {
        let n = self.size.place();
        match self.kind {
            Kind::Table => {
                let figure = |load: u32, from: u32| {
                    if load == LOADS[AVERAGE] { format!(" (Figure 4.{})", from + n) } else { String::new() }
                };
                let delayed = LOADS.map(|load| {
                    let figure = figure(load, 0).replace("(Figure", "(100 less Figure");
                    (format!("delayed_{load}"), format!("applications delayed, per cent, pre-load {load} %{figure}"))
                });
                let delay =
                    LOADS.map(|load| (format!("delay_{load}"), format!("mean delay, pre-load {load} %{}", figure(load, 3))));
                delayed.into_iter().chain(delay).collect()
            }
            Kind::Iterations => vec![
                ("zero_delay".to_string(), format!("applications without delay, per cent (Figure 4.{})", 6 + n)),
                ("delay".to_string(), format!("mean delay (Figure 4.{})", 9 + n)),
            ],
            Kind::Work => vec![(
                "work".to_string(),
                format!("tasks weighed and places compared for an application (in place of the run time in Figure 4.{})", 12 + n),
            )],
        }
    }
}

impl Experiment for WorkflowExperiment {
    type Trial = WorkflowTrial;

    fn key(&self) -> String {
        let n = self.size.place();
        match self.kind {
            Kind::Table if self.preloading == Preloading::Share => format!("mondol-b.{n}-share"),
            Kind::Table => format!("mondol-b.{n}"),
            Kind::Iterations => format!("mondol-4.{}", 6 + n),
            Kind::Work => format!("mondol-4.{}", 12 + n),
        }
    }

    fn title(&self) -> String {
        let (n, tasks) = (self.size.place(), self.size.tasks());
        match self.kind {
            Kind::Table => {
                let share = if self.preloading == Preloading::Share { " as a share of all nodes’ time" } else { "" };
                format!(
                    "Workflows: delays by nodes and pre-load{share}, {tasks} tasks (Mondol, Table B.{n}, Figures 4.{n} and 4.{})",
                    3 + n
                )
            }
            Kind::Iterations => {
                format!("Workflows: delays by number of mappings, {tasks} tasks (Mondol, Figures 4.{} and 4.{})", 6 + n, 9 + n)
            }
            Kind::Work => format!("Workflows: what the search takes, {tasks} tasks (Mondol, Figure 4.{})", 12 + n),
        }
    }

    fn measures(&self) -> Vec<Measure> {
        let at = |curve: Measure, index: u32| Measure {
            key: format!("{}_{}", curve.key, self.x(index)),
            words: format!("{}, {} {}", curve.words, self.x(index), self.axis().words),
        };
        let places = self.kind.places() as u32;
        self.curves().into_iter().flat_map(|curve| (0..places).map(move |index| at(curve.clone(), index))).collect()
    }

    fn panel(&self) -> Measure {
        let (key, words) = self.pictures().swap_remove(0);
        Measure { key, words }
    }

    fn curves(&self) -> Vec<Measure> {
        let of = |(key, _): (String, String)| {
            METHODS.map(|name| Measure { key: format!("{key}_{name}"), words: title(name).to_string() })
        };
        self.pictures().into_iter().flat_map(of).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let of =
            |(i, (key, words)): (usize, (String, String))| (Measure { key, words }, i * METHODS.len()..(i + 1) * METHODS.len());
        self.pictures().into_iter().enumerate().map(of).collect()
    }

    fn told(&self) -> Range<usize> {
        0..0
    }

    fn axis(&self) -> Measure {
        let (key, words) = if self.kind == Kind::Iterations { ("mappings", "mappings searched") } else { ("nodes", "nodes") };
        Measure { key: key.to_string(), words: words.to_string() }
    }

    fn place(&self, index: u32) -> f64 {
        f64::from(self.x(index))
    }

    fn trial(&self, options: Options, run: u32) -> Result<WorkflowTrial, ScenarioError> {
        let seed = options.seed_of(run);
        let archive = match &self.graphs {
            Some(graphs) => Archive::Given { seed, graphs: Arc::clone(graphs) },
            None => Archive::Drawn { seed, tasks: options.requests },
        };
        Ok(WorkflowTrial::new(self.kind, self.preloading, self.cases(), &archive, seed))
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        claims::of(self.kind, self.size, self.preloading, samples)
    }

    fn beside(&self, samples: &[Vec<f64>]) -> Vec<PaperValue> {
        match self.kind {
            Kind::Work => Vec::new(),
            Kind::Iterations if self.size != Size::Hundred => Vec::new(),
            Kind::Iterations => claims::t_tests(samples),
            Kind::Table => {
                let mut rows = Vec::with_capacity(NODES.len() * LOADS.len() * 2 * PAPER_METHODS);
                for (place, row) in paper::table(self.size).iter().enumerate() {
                    for (load, numbers) in row.iter().enumerate() {
                        for (i, &paper) in numbers.iter().enumerate() {
                            let (measure, method) = (i / PAPER_METHODS, i % PAPER_METHODS);
                            let what = if measure == 0 { "delayed, per cent" } else { "mean delay" };
                            let at = column(measure * LOADS.len() + load, method, place, self.kind.places());
                            rows.push(PaperValue {
                                words: format!(
                                    "{} nodes, pre-load {} %: {what}, {}",
                                    NODES[place],
                                    LOADS[load],
                                    title(METHODS[method])
                                ),
                                paper,
                                ours: Interval::of(samples.iter().map(|sample| sample[at])),
                            });
                        }
                    }
                }
                rows
            }
        }
    }
}
