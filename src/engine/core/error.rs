//! Why a scenario is invalid: place, value found, values allowed.

use super::bounds::Bound;
use std::fmt;

/// A path into the scenario such as `workload.requests[3].nodes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldPath(String);

impl FieldPath {
    /// A path as it is.
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// The path of a field below this one.
    pub fn field(&self, name: &str) -> Self {
        if self.0.is_empty() { Self(name.to_string()) } else { Self(format!("{}.{name}", self.0)) }
    }

    /// The path of an element below this one.
    pub fn index(&self, i: usize) -> Self {
        Self(format!("{}[{i}]", self.0))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is found where something is missing.
const MISSING: &str = "a missing value";

/// A scenario that cannot be run. `Display` gives one sentence: where, what was found, what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError {
    /// Where in the scenario.
    pub place: FieldPath,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub allowed: String,
}

impl ScenarioError {
    /// A number outside `bound`.
    pub fn out_of_range(place: FieldPath, found: impl fmt::Display, bound: Bound) -> Self {
        Self { place, found: found.to_string(), allowed: bound.to_string() }
    }

    /// Something that is needed and not there.
    pub fn missing(place: FieldPath, allowed: impl fmt::Display) -> Self {
        Self::new(place, MISSING, allowed)
    }

    /// Anything else that is not allowed.
    pub fn new(place: FieldPath, found: impl fmt::Display, allowed: impl fmt::Display) -> Self {
        Self { place, found: found.to_string(), allowed: allowed.to_string() }
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found.as_str() {
            MISSING => write!(f, "{} is missing; must be {}", self.place, self.allowed),
            found => write!(f, "{}: {found} is not allowed; must be {}", self.place, self.allowed),
        }
    }
}

impl std::error::Error for ScenarioError {}
