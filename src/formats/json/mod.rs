//! JSON: scenario files, and the results of plans and experiments. Described in `docs/scenario-format.md`. What is particular to one system is
//! in its folder in `studies`; what files of all studies are made of is in `json_parts`.

mod experiment;
mod part;
mod results;
mod scenario;

pub use crate::json_parts::{Fields, FileContent, FileError, MAX_BYTES, STUDY_VERSION, VERSION};
pub use experiment::{ExperimentReport, read_options, write_results};
pub use part::{InputMark, PART_BYTES_MAX, Part};
pub use results::{write_beside_csv, write_curves_csv};
pub use scenario::{read, read_bytes, read_object, write};
// Under the name that the page has for it.
pub use crate::studies::slots::write_revenue_csv;
