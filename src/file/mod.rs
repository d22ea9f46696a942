//! Scenario files: readable JSON, parsed into checked types.
