//! What a plan is written as, and where to: the same options for every study.

use super::super::files::{Failure, check_outputs, is_dash, write_to};
use bookahead::chart::kit::figure::{Figure, Origin};
use bookahead::engine::Scenario;
use bookahead::formats::link::{self, Shared, View};
use bookahead::formats::plan_files::PlanFile;
use bookahead::formats::studies::Planned;
use clap::Args;
use std::path::PathBuf;

/// Several may be given, at most one of them without a file.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Outputs {
    /// Write everything as JSON, to the file or to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Write the plan as CSV, a line for each job or request
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    csv: Option<PathBuf>,
    /// Write the figures of the plan as CSV
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    figures: Option<PathBuf>,
    /// Write a chart of the plan as SVG
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    svg: Option<PathBuf>,
    /// Which chart: logical, physical or utilisation of a plan in slots; servers of named servers, or plane or dual as the last request meets them; nodes, waiting or idle of a cluster; nodes or graph of workflows
    #[arg(long, value_name = "NAME", requires = "svg")]
    chart: Option<String>,
    /// Write the decisions as a Chrome trace, which Perfetto opens
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    trace: Option<PathBuf>,
    /// Write the jobs as CSV for evalys
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    evalys: Option<PathBuf>,
    /// Address of the page, for the links in charts
    #[arg(long, value_name = "URL", requires = "svg")]
    base: Option<String>,
}

/// Draws a chart by its name, or the first one; or the names that there are.
pub type Draw<'a> = &'a dyn Fn(Option<&str>) -> Result<Figure, &'static [&'static str]>;

impl Outputs {
    fn all(&self) -> [(Option<&PathBuf>, Option<PlanFile>); 6] {
        let Self { json, csv, figures, svg, trace, evalys, .. } = self;
        [
            (json.as_ref(), Some(PlanFile::Json)),
            (csv.as_ref(), Some(PlanFile::Csv)),
            (figures.as_ref(), Some(PlanFile::Figures)),
            (svg.as_ref(), None),
            (trace.as_ref(), Some(PlanFile::Trace)),
            (evalys.as_ref(), Some(PlanFile::Evalys)),
        ]
    }

    /// Whether any is given.
    pub fn is_given(&self) -> bool {
        self.all().iter().any(|(path, _)| path.is_some())
    }

    /// Whether JSON is to be printed, where nothing else can be had.
    ///
    /// # Errors
    /// Something else is wanted.
    pub fn json_only(&self) -> Result<bool, &'static str> {
        let is_printed = self.json.as_ref().is_some_and(|path| is_dash(path));
        let wanted = self.all().iter().filter(|(path, _)| path.is_some()).count();
        if wanted > usize::from(is_printed) {
            Err("comparisons and the steps of a mapping are printed as text or with --json; they have no files")
        } else {
            Ok(is_printed)
        }
    }

    /// Refuses more than one on standard output.
    ///
    /// # Errors
    /// In words.
    pub fn check(&self) -> Result<(), Failure> {
        check_outputs(self.all().into_iter().filter_map(|(path, _)| path))
    }

    /// Writes what is asked for.
    ///
    /// # Errors
    /// A file cannot be written, or there is no such chart.
    pub fn write(&self, title: &str, planned: &Planned, draw: Draw<'_>) -> Result<(), Failure> {
        for (path, form) in self.all() {
            let Some(path) = path else { continue };
            match form {
                Some(form) => write_to(path, |mut out| form.write(&mut out, planned))?,
                None => {
                    let figure = draw(self.chart.as_deref())
                        .map_err(|names| Failure(format!("--chart must be one of {}", names.join(", "))))?;
                    let svg = figure.svg(&self.origin(title, planned));
                    write_to(path, |out| out.write_all(svg.as_bytes()))?;
                }
            }
        }
        Ok(())
    }

    /// What stands below a chart.
    fn origin(&self, title: &str, planned: &Planned) -> Origin {
        let scenario = Scenario { title: title.to_string(), study: planned.study() };
        let view = View::first(&scenario);
        let fragment = if link::fits(&scenario) { link::encode(&Shared { scenario, view }) } else { String::new() };
        let link = match &self.base {
            _ if fragment.is_empty() => String::new(),
            Some(base) => format!("{}#{fragment}", base.split('#').next().unwrap_or_default()),
            None => String::new(),
        };
        Origin { title: title.to_string(), provenance: planned.provenance().words(), link }
    }
}
