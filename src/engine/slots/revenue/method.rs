//! The ways to find booking limits (Umar 5.2.2), by the names they have in files and links.

use crate::core::error::{FieldPath, ScenarioError};
use crate::slots::bounds;
use serde::{Deserialize, Serialize};

/// How booking limits are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// No revenue management: every class may use every node; prices are charged all the same.
    None,
    /// The initial limits, for good.
    Fixed,
    /// Littlewood's rule, for two classes.
    Littlewood,
    /// Expected marginal seat revenue, version a.
    EmsrA,
    /// Expected marginal seat revenue, version b: the paper's.
    #[default]
    EmsrB,
    /// The exact optimum by dynamic programming (ours).
    Optimal,
}

impl Method {
    /// Every method, simplest first.
    pub const ALL: [Self; 6] = [Self::None, Self::Fixed, Self::Littlewood, Self::EmsrA, Self::EmsrB, Self::Optimal];

    /// The name used in files, links and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Fixed => "fixed",
            Self::Littlewood => "littlewood",
            Self::EmsrA => "emsr-a",
            Self::EmsrB => "emsr-b",
            Self::Optimal => "optimal",
        }
    }

    /// The method with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Whether the limits follow from demand, so that updates can change them.
    pub fn looks_at_demand(self) -> bool {
        !matches!(self, Self::None | Self::Fixed)
    }

    /// Whether the method can serve so many classes and nodes.
    ///
    /// # Errors
    /// Littlewood's rule with other than two classes; the optimum beyond [`bounds::OPTIMAL_NODES_MAX`] nodes.
    pub fn check(self, classes: usize, nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
        match self {
            Self::Littlewood if classes != 2 => Err(ScenarioError::new(
                place.clone(),
                format!("{} with {classes} classes", self.name()),
                "emsr-a, emsr-b or optimal for more than two classes",
            )),
            Self::Optimal if nodes > bounds::OPTIMAL_NODES_MAX => Err(ScenarioError::new(
                place.clone(),
                format!("{} with {nodes} nodes", self.name()),
                format!("emsr-a or emsr-b for more than {} nodes", bounds::OPTIMAL_NODES_MAX),
            )),
            _ => Ok(()),
        }
    }
}
