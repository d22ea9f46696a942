//! A plan as the files of other tools: decisions as a Chrome trace (opens in Perfetto) and as the CSV that evalys reads; plan and figures as CSV.

mod evalys;
mod figures;
mod trace;

use crate::studies::Planned;
use figures::write_figures;
use std::io;

/// What a plan is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum PlanFile {
    /// Everything, as JSON.
    Json,
    /// A line for each job or request, as CSV.
    Csv,
    /// The figures of the plan, as CSV.
    Figures,
    /// The decisions as a Chrome trace.
    Trace,
    /// The jobs as evalys reads them.
    Evalys,
}

impl PlanFile {
    /// Every form.
    pub const ALL: [Self; 5] = [Self::Json, Self::Csv, Self::Figures, Self::Trace, Self::Evalys];

    /// The end of a file's name: what it is, and its type.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Json => "plan.json",
            Self::Csv => "plan.csv",
            Self::Figures => "figures.csv",
            Self::Trace => "trace.json",
            Self::Evalys => "evalys.csv",
        }
    }

    /// Its media type.
    pub fn mime(self) -> &'static str {
        match self {
            Self::Json | Self::Trace => "application/json",
            Self::Csv | Self::Figures | Self::Evalys => "text/csv",
        }
    }

    /// Writes a plan in this form; the same scenario gives the same bytes on every platform.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(self, out: &mut impl io::Write, planned: &Planned) -> io::Result<()> {
        let provenance = planned.provenance();
        match self {
            Self::Json => planned.report(&provenance, &planned.violations()).write(out),
            Self::Csv => {
                provenance.comment(out)?;
                planned.write_csv(out)
            }
            Self::Figures => write_figures(out, &provenance, planned.figures()),
            Self::Trace => trace::write_trace(out, &provenance, planned),
            Self::Evalys => evalys::write_evalys(out, &provenance, planned),
        }
    }
}
