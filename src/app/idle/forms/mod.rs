//! The forms of the scenario: the machine and the workload.

pub(crate) mod fields;
pub(crate) mod machine;
pub(crate) mod workload;
