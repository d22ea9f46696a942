//! The gallery: every figure and table of the five papers, and what shows it here.

use super::filled_store::FilledStore;
use super::run::ExperimentRun;
use super::see::See;
use super::{Claim, ExperimentInfo, Options, Paper, Results, find};

/// Whose figures they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Umar's thesis: FCFS-EDS and revenue management.
    Umar,
    /// Pujiyanta, Nugroho and Widyawan: FCFS-LRH.
    Pujiyanta,
    /// Castillo's thesis: idle periods, servers of different speed, co-allocation.
    Castillo,
    /// Sulistio, Kim and Buyya: elastic reservation.
    Sulistio,
    /// Mondol's thesis: workflows.
    Mondol,
}

impl Source {
    /// All of them, in the order of the gallery.
    pub const ALL: [Self; 5] = [Self::Umar, Self::Pujiyanta, Self::Castillo, Self::Sulistio, Self::Mondol];

    /// The author, as a heading.
    pub fn words(self) -> &'static str {
        match self {
            Self::Umar => "Umar",
            Self::Pujiyanta => "Pujiyanta",
            Self::Castillo => "Castillo",
            Self::Sulistio => "Sulistio",
            Self::Mondol => "Mondol",
        }
    }

    /// The subject, in a few words.
    pub fn subject(self) -> &'static str {
        match self {
            Self::Umar => "advance planning, reservation and revenue management",
            Self::Pujiyanta => "advance reservation of parametric jobs",
            Self::Castillo => "idle periods, servers of different speed, co-allocation",
            Self::Sulistio => "elastic reservation by strip packing",
            Self::Mondol => "reservation for workflows",
        }
    }
}

/// What shows a figure or table here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Experiments of the catalogue.
    Experiments {
        /// Their names; more than one where a second reading of the paper is run as well.
        keys: Vec<String>,
        /// The picture that is the figure, by the name of what it measures; all of them without it. Tables have none: they are the paper's figures beside ours.
        panel: Option<String>,
        /// Which claims of the experiments are about it, by their places.
        claims: Which,
    },
    /// An example of the page, or a scenario of its own ([`worked`](super::worked())), by its name, and where to look.
    Example {
        /// The name.
        key: &'static str,
        /// Where to look.
        look: &'static str,
        /// Which picture of it is on the card.
        chart: ExampleChart,
    },
    /// A store of reservations with the document's own bookings.
    Store(FilledStore),
    /// No picture of data: a sentence, and what is alive here.
    Words(&'static str, See),
}

/// Which picture of a worked example is on its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExampleChart {
    /// The plan on virtual nodes.
    Logical,
    /// The same before the last request comes.
    LogicalBefore,
    /// The plan on the nodes of the machine.
    Physical,
    /// Idle periods by start and end, as the last request meets them.
    Plane,
    /// The same in the dual plane.
    DualPlane,
    /// Jobs on the nodes of a cluster.
    Jobs,
    /// Tasks on their nodes.
    Nodes,
    /// Tasks on their nodes as a mapping has them (by its place, from 0) after so many steps.
    Mapped(u32, u32),
    /// The task graph.
    Graph,
}

impl ExampleChart {
    /// What the command line calls the chart.
    pub fn key(self) -> &'static str {
        match self {
            Self::Logical | Self::LogicalBefore => "logical",
            Self::Physical => "physical",
            Self::Plane => "plane",
            Self::DualPlane => "dual",
            Self::Jobs | Self::Nodes | Self::Mapped(..) => "nodes",
            Self::Graph => "graph",
        }
    }

    /// What it shows, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Logical => "The plan on virtual nodes",
            Self::LogicalBefore => "The plan on virtual nodes before the last request",
            Self::Physical => "The plan on the nodes of the machine",
            Self::Plane => "Idle periods as points, and the region of the last request",
            Self::DualPlane => "Idle periods in the dual plane, and the region of the last request",
            Self::Jobs => "Jobs on the nodes of the cluster",
            Self::Nodes => "The best mapping: tasks on their nodes; grey is reserved before",
            Self::Mapped(..) => "The tasks that are mapped so far on their nodes; grey is reserved before",
            Self::Graph => "The task graph",
        }
    }
}

/// A choice of the claims of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// All.
    All,
    /// Those at these places.
    At(Vec<usize>),
}

/// A figure or table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Whose it is.
    pub source: Source,
    /// Whether it is a table.
    pub is_table: bool,
    /// Its number in the paper.
    pub number: String,
    /// What it is, in our words.
    pub caption: String,
    /// What shows it.
    pub shown: Shown,
}

impl Card {
    /// A name for links and files: `umar-6.2`, `castillo-table-5.3`.
    pub fn key(&self) -> String {
        let table = if self.is_table { "table-" } else { "" };
        format!("{}-{table}{}", self.source.words().to_lowercase(), self.number.to_lowercase())
    }

    /// "Figure 6.2", "Table B.1".
    pub fn name(&self) -> String {
        format!("{} {}", if self.is_table { "Table" } else { "Figure" }, self.number)
    }

    /// The experiments that show it.
    pub fn experiments(&self) -> &[String] {
        if let Shown::Experiments { keys, .. } = &self.shown { keys } else { &[] }
    }

    /// The picture of a worked example that is on it.
    pub fn chart(&self) -> Option<ExampleChart> {
        if let Shown::Example { chart, .. } = self.shown { Some(chart) } else { None }
    }

    /// What it leads to, if that is not run on it.
    pub fn see(&self) -> Option<See> {
        match self.shown {
            Shown::Experiments { .. } => None,
            Shown::Example { key, .. } => Some(See::Example(key)),
            Shown::Store(_) => Some(FilledStore::SEE),
            Shown::Words(_, see) => Some(see),
        }
    }

    /// What shows it, in words, where no experiment does.
    pub fn told(&self) -> Option<String> {
        let see = self.see()?.words();
        Some(match &self.shown {
            Shown::Example { look, .. } => format!("{see}: {look}"),
            Shown::Store(store) => format!("{} ({see})", store.words()),
            Shown::Words(words, _) => format!("{words} ({see})"),
            Shown::Experiments { .. } => return None,
        })
    }

    /// What was found about its claims; before a run all are open.
    pub fn claims<'a>(&self, results: &'a Results) -> Vec<&'a Claim> {
        match &self.shown {
            Shown::Experiments { claims: Which::All, .. } => results.claims.iter().collect(),
            Shown::Experiments { claims: Which::At(places), .. } => {
                places.iter().filter_map(|&place| results.claims.get(place)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The pictures of the results that are the figure, by their places.
    pub fn panels(&self, results: &Results) -> Vec<usize> {
        let Shown::Experiments { panel, .. } = &self.shown else { return Vec::new() };
        let is_it = |(_, shown): &(usize, &super::Panel)| panel.as_ref().is_none_or(|panel| shown.measure.key == *panel);
        results.panels.iter().enumerate().filter(is_it).map(|(place, _)| place).collect()
    }
}

/// What an experiment says before anything is run: its claims, all open, and its empty pictures. `None` if there is no such experiment.
pub fn before(key: &str) -> Option<Results> {
    let listed = find(key).ok()?;
    Some(ExperimentRun::new(key, listed.lecture).ok()?.results())
}

/// Runs of a quick preview: as few as have an interval.
const PREVIEW_RUNS: u32 = 2;

/// The size of a quick preview of an experiment: its curves roughly, in a fraction of a second. Two runs of an eighth of the requests of a lecture, or more
/// where the experiment does not allow so few. The number of tasks of a workflow belongs to its figure and stays.
pub fn preview(listed: &ExperimentInfo) -> Options {
    let of = |part: u32| Options { runs: PREVIEW_RUNS, requests: listed.lecture.requests / part, ..listed.lecture };
    let parts: &[u32] = if listed.paper == Paper::Mondol { &[] } else { &[8, 4, 2] };
    let allowed = parts.iter().map(|&part| of(part)).find(|&options| ExperimentRun::new(&listed.key, options).is_ok());
    allowed.unwrap_or(of(1))
}
