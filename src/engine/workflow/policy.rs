//! How mappings are searched.

use super::bounds;
use super::graph::Communication;
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};

/// A method to map the tasks of an application to nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Method {
    /// A ready task drawn with a weight that falls with its slack, on the first node in random order that has the earliest gap (Mondol 3.4).
    #[default]
    Slack,
    /// A pair of ready task and node drawn among those that lengthen the makespan little (Blythe et al. 2005; Mondol 2.6).
    Blythe,
    /// Tasks by their upward rank, each where it ends first, gaps included (Topcuoglu, Hariri, Wu 2002).
    Heft,
    /// Critical path on a processor: ready tasks by upward and downward rank together; those of the critical path on the one node where the path is shortest,
    /// the others where they end first (CPOP; Topcuoglu, Hariri, Wu 2002).
    Cpop,
    /// Of the ready tasks the one that can end first, where it ends first.
    MinMin,
    /// Of the ready tasks the one whose earliest end is the latest, where it ends first.
    MaxMin,
    /// Of the ready tasks the one that would suffer most on its second best node, on its best (Maheswaran et al. 1999).
    Sufferage,
    /// List scheduling: of the tasks that can start first the one with the longest path to the end.
    CriticalPath,
    /// A ready task and a node drawn uniformly.
    Random,
    /// List scheduling by the order of the file: of the tasks that can start first the one that comes first in it (Graham 1969). Shorter tasks, fewer edges
    /// or more nodes can make it end later.
    FileOrder,
}

impl Method {
    /// Every method.
    pub const ALL: [Self; 10] = [
        Self::Slack,
        Self::Blythe,
        Self::Heft,
        Self::Cpop,
        Self::MinMin,
        Self::MaxMin,
        Self::Sufferage,
        Self::CriticalPath,
        Self::Random,
        Self::FileOrder,
    ];

    /// The name in files and on the command line. It never changes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slack => "slack",
            Self::Blythe => "blythe",
            Self::Heft => "heft",
            Self::Cpop => "cpop",
            Self::MinMin => "min-min",
            Self::MaxMin => "max-min",
            Self::Sufferage => "sufferage",
            Self::CriticalPath => "critical-path",
            Self::Random => "random",
            Self::FileOrder => "file-order",
        }
    }

    /// The method with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Whether it draws: further mappings may be better than the first.
    pub fn is_drawn(self) -> bool {
        matches!(self, Self::Slack | Self::Blythe | Self::Random)
    }
}

/// How mappings are searched.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkflowPolicy {
    /// The method.
    pub method: Method,
    /// Mappings that are searched at most (M); methods that do not draw search one.
    pub iterations: u32,
    /// α of Blythe's method, 0 to 1: pairs up to I_min + α(I_max − I_min) may be drawn. The paper does not give it.
    pub alpha: f64,
    /// What becomes of the costs of edges.
    pub communication: Communication,
    /// Seed of all draws of the search.
    pub seed: u64,
    /// Ticks that the broker takes for each mapping (ours; the thesis gives no time): others wait meanwhile, and nothing starts before it has answered.
    pub mapping_ticks: u32,
    /// Where the number of mappings follows the load (Mondol 3.4 names that without a rule; the rule is ours), the least: see `broker/queue.rs`.
    pub least_iterations: Option<u32>,
}

impl Default for WorkflowPolicy {
    fn default() -> Self {
        Self {
            method: Method::Slack,
            iterations: 50,
            alpha: 0.1,
            communication: Communication::Folded,
            seed: 1,
            mapping_ticks: 0,
            least_iterations: None,
        }
    }
}

impl WorkflowPolicy {
    /// Mappings that are made at most: one by methods that do not draw.
    pub fn mappings(&self) -> u32 {
        if self.method.is_drawn() { self.iterations } else { 1 }
    }

    /// Checks every number.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        if !bounds::ITERATIONS.holds(self.iterations) {
            return Err(ScenarioError::out_of_range(place.field("iterations"), self.iterations, bounds::ITERATIONS));
        }
        if !(0.0..=1.0).contains(&self.alpha) {
            return Err(ScenarioError::new(place.field("alpha"), self.alpha, "a number from 0 to 1"));
        }
        if !bounds::MAPPING_TICKS.holds(self.mapping_ticks) {
            return Err(ScenarioError::out_of_range(place.field("mapping_ticks"), self.mapping_ticks, bounds::MAPPING_TICKS));
        }
        let least = bounds::ITERATIONS.up_to(self.iterations);
        if let Some(found) = self.least_iterations.filter(|found| !least.holds(*found)) {
            return Err(ScenarioError::out_of_range(place.field("least_iterations"), found, least));
        }
        Ok(())
    }
}
