//! Accounting data of Slurm as text: what `sacct --parsable2` prints (with `--parsable`, each line ends with one more `|`), plain or gzip, or the
//! document that `sacct --json` prints (not as gzip).
//!
//! The first line names the columns and shows the delimiter; they may come in any order, others are passed over. Steps of jobs (`123.batch`, `123.0`) are
//! dropped; an element of an array (`123_4`) is a job, and the parts of a heterogeneous job (`123+0`, `123+1`) are one job. Times are local, or tell their
//! zone. Bad lines do not stop the reading: they are listed with their number. The result has the form of an SWF log, so that everything that is made of those can be made of this.

pub(crate) mod json;
pub(crate) mod line;
mod reader;

pub use reader::{SacctError, SacctLog, SacctReader, looks_like_sacct, read_sacct};
