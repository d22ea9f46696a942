//! `bookahead when`: when a job of a cluster will start, and why not earlier.

use super::{Asked, seconds, write_verdict};
use crate::files::Failure;
use crate::logs;
use bookahead::engine::batch::explain::NOT_MODELLED;
use bookahead::engine::batch::explain::ahead::when_verdict;
use bookahead::engine::batch::forecast::run_times::RunTimes;
use bookahead::engine::batch::forecast::{DRAWS_MAX, WhenAsked};
use bookahead::engine::batch::workload::BatchSource;
use bookahead::formats::studies::cluster::{ClusterOptions, to_cluster, write_forecast, write_forecast_csv};
use clap::Args;
use std::path::{Path, PathBuf};

/// The queue is planned from the present on, or from the job's submission: once with every job running to its limit, and often with run times that are drawn.
/// What is submitted later is not seen.
#[derive(Args)]
pub struct WhenArgs {
    #[command(flatten)]
    asked: Asked,
    /// The job's number
    #[arg(long, value_name = "N")]
    job: u32,
    /// How often run times are drawn
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(0..=i64::from(DRAWS_MAX)))]
    draws: u32,
    /// Seed of the draws
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// A workload log (SWF or sacct) whose ratios of run time to limit are drawn [default: any run time up to the limit is as likely as any other]
    #[arg(long, value_name = "LOG")]
    log: Option<PathBuf>,
    /// Also tell what would start within this time, as 30min or 1h [default: at once]
    #[arg(long, value_name = "TIME", default_value = "0", value_parser = seconds)]
    within: u32,
}

/// The ratios of the jobs of a log.
fn ratios(path: &Path) -> Result<RunTimes, Failure> {
    let (log, _) = logs::read(path, logs::log_bytes(path)?, false)?;
    let (cluster, _) = to_cluster(&log, &ClusterOptions::default()).map_err(|error| Failure::at(path, error))?;
    match &cluster.workload.source {
        BatchSource::Jobs(jobs) => Ok(RunTimes::of_log(jobs.as_slice())),
        BatchSource::Lublin(_) => Ok(RunTimes::Uniform),
    }
}

/// Runs the command.
pub fn run(args: &WhenArgs) -> Result<(), Failure> {
    let run = args.asked.planned()?;
    let jobs = run.jobs();
    let place = args.asked.place();
    let row = jobs.row_called(args.job).ok_or_else(|| Failure::at(place, format!("there is no job {}", args.job)))?;
    let run_times = args.log.as_deref().map_or(Ok(RunTimes::Uniform), ratios)?;
    let asked = WhenAsked { job: jobs.id[row], draws: args.draws, seed: args.seed, run_times, within: args.within };
    let mut forecasting = run.forecast(asked).ok_or_else(|| Failure::at(place, "its starts are those of a log"))?;
    forecasting.advance(usize::MAX);
    let forecast = forecasting.answer();
    let verdict = when_verdict(jobs, run.scenario().start, forecast);
    args.asked.print(
        |out| {
            writeln!(out, "Job {}, {}", args.job, run.scenario().policy.scheduler.title())?;
            write_verdict(out, &verdict)?;
            writeln!(out, "\n{NOT_MODELLED}")
        },
        |mut out| write_forecast(&mut out, jobs, forecast, &verdict),
        |mut out| write_forecast_csv(&mut out, forecast),
    )
}
