//! `bookahead when`: when a job of a cluster will start, and why not earlier.

use super::{Asked, seconds, write_verdict};
use crate::files::Failure;
use crate::logs;
use bookahead::chart::cluster::figures::ClusterFrame;
use bookahead::chart::cluster::when_figure::{when_figure, when_window};
use bookahead::chart::kit::figure::Figure;
use bookahead::engine::batch::explain::NOT_MODELLED;
use bookahead::engine::batch::explain::ahead::when_verdict;
use bookahead::engine::batch::forecast::StartForecast;
use bookahead::engine::batch::forecast::earlier::EarlierForecasts;
use bookahead::engine::batch::forecast::past::{PAST_JOBS, Past};
use bookahead::engine::batch::forecast::run_times::RunTimes;
use bookahead::engine::batch::forecast::{DRAWS_MAX, WhenAsked};
use bookahead::engine::batch::{BatchOutcome, BatchPlan, BatchRun, BatchScenario};
use bookahead::formats::studies::cluster::{ClusterOptions, to_cluster, write_forecast, write_forecast_csv};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The queue is planned from the present on, or from the job's submission: once with every job running to its limit, and often with run times that are drawn.
/// With a log, jobs that are submitted later are drawn from it as well, and the range is calibrated by what the same question missed when asked of its jobs on
/// this machine.
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
    /// A workload log (SWF or sacct) from which run times and later jobs are drawn [default: any run time up to the limit, and no later jobs]
    #[arg(long, value_name = "LOG")]
    log: Option<PathBuf>,
    /// Also tell what would start within this time, as 30min or 1h [default: at once]
    #[arg(long, value_name = "TIME", default_value = "0", value_parser = seconds)]
    within: u32,
}

/// Reads a log, and puts into the cluster what run times and later jobs are drawn from. All its run times, as they are drawn.
fn take_log(path: &Path, cluster: &mut BatchScenario) -> Result<RunTimes, Failure> {
    let (log, _) = logs::read(path, logs::log_bytes(path)?, false)?;
    let (last, _) = to_cluster(&log, &ClusterOptions::default()).map_err(|error| Failure::at(path, error))?;
    let jobs = last.workload.source_jobs(last.nodes).map_err(|error| Failure::at(path, error))?;
    cluster.past = Past::of_log(&jobs, last.start, cluster.present(), PAST_JOBS.max as usize).map(Arc::new);
    Ok(RunTimes::of_log(&jobs))
}

/// The range corrected by what the same question missed, asked of the jobs of the past.
fn calibrate(forecast: &mut StartForecast, scenario: &BatchScenario) {
    let Some(past) = scenario.past.as_ref().filter(|_| forecast.wanted > 0) else { return };
    let mut earlier = EarlierForecasts::of_past(past, scenario.nodes, scenario.policy, forecast.asked.seed);
    while !earlier.is_done() {
        earlier.advance(usize::MAX);
    }
    forecast.calibrate(&earlier.answers());
}

/// The plan with the job and the range of its start.
fn drawn(run: &BatchRun, forecast: &StartForecast) -> Figure {
    let BatchOutcome { jobs, decisions, nodes, metrics } = run.outcome();
    let plan = BatchPlan { jobs: (*jobs).clone(), decisions, nodes, metrics };
    let (window, scenario) = (when_window(&plan, forecast), run.scenario());
    when_figure(&ClusterFrame { plan: &plan, nodes: scenario.nodes, window, start: scenario.start, step: None }, forecast)
}

/// Runs the command.
pub fn run(args: &WhenArgs) -> Result<(), Failure> {
    let mut of_log = None;
    let planned = args.asked.planned_with(|cluster| {
        of_log = args.log.as_deref().map(|path| take_log(path, cluster)).transpose()?;
        Ok(())
    })?;
    let run = &planned.run;
    let jobs = run.jobs();
    let place = args.asked.place();
    let row = jobs.row_called(args.job).ok_or_else(|| Failure::at(place, format!("there is no job {}", args.job)))?;
    let run_times = of_log.unwrap_or(RunTimes::Uniform);
    let asked = WhenAsked { job: jobs.id[row], draws: args.draws, seed: args.seed, run_times, within: args.within };
    let mut forecasting = run.forecast(asked).ok_or_else(|| Failure::at(place, "its starts are those of a log"))?;
    forecasting.advance(usize::MAX);
    let mut forecast = forecasting.into_answer();
    calibrate(&mut forecast, run.scenario());
    let verdict = when_verdict(jobs, run.scenario().start, &forecast);
    args.asked.print(
        |out| {
            let name = run.scenario().names.as_ref().and_then(|names| names.words(jobs, row));
            let name = name.map(|name| format!(", {name}")).unwrap_or_default();
            writeln!(out, "Job {}{name}, {}", args.job, run.scenario().policy.scheduler.title())?;
            write_verdict(out, &verdict)?;
            writeln!(out, "\n{NOT_MODELLED}")
        },
        |mut out| write_forecast(&mut out, jobs, &forecast, &verdict),
        |mut out| write_forecast_csv(&mut out, &forecast),
        || planned.svg(&drawn(run, &forecast)),
    )
}
