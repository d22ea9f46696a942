//! Scenario files: readable JSON, parsed into checked types; and the JSON of plans and other results. Described in `docs/scenario-format.md`.

mod error;
mod experiment;
mod format;
mod limits;
mod market;
mod message;
mod object;
mod plan;
mod results;
mod scenario;
mod servers;
mod servers_plan;
mod servers_workload;
mod value;
mod workload;

pub use error::FileError;
pub use experiment::{ExperimentReport, read_options, write_results};
pub use limits::{LimitsReport, read_limits, write_limits};
pub use plan::{PlanReport, write_plan};
pub use results::{write_curves_csv, write_revenue_csv};
pub use scenario::{FileContent, read, read_bytes, read_object, write};
pub use servers_plan::{ServersReport, write_servers_csv, write_servers_plan};
pub use workload::default_generator;

/// Greatest text that is read, in bytes: the largest legal workload, written out in full, still is.
pub const MAX_BYTES: usize = 320 << 20;

/// The version of a file with a plan in slots.
pub const VERSION: u64 = 1;

/// The version of a file that names its study.
pub const STUDY_VERSION: u64 = 2;
