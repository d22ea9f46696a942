//! `bookahead plan` for a cluster.

use super::options::StudyOptions;
use bookahead::chart::kit::figure::Figure;
use bookahead::engine::Study;
use bookahead::engine::batch::explain::lasting;
use bookahead::engine::batch::metrics::by_nodes;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::batch::{BatchOutcome, BatchScenario};
use bookahead::engine::study::StudyKind;
use bookahead::formats::studies::cluster::draw_cluster;
use clap::Args;
use std::io::{self, Write};

#[derive(Args)]
pub struct ClusterOptions {
    /// Scheduler of the cluster to use instead of the scenario's
    #[arg(long, value_name = "NAME", value_parser = scheduler)]
    scheduler: Option<Scheduler>,
}

/// A scheduler by its name.
pub fn scheduler(name: &str) -> Result<Scheduler, String> {
    Scheduler::from_name(name).ok_or_else(|| format!("must be one of {}", Scheduler::ALL.map(Scheduler::name).join(", ")))
}

impl StudyOptions for ClusterOptions {
    fn kind(&self) -> StudyKind {
        StudyKind::Cluster
    }

    fn name(&self) -> &'static str {
        "a cluster"
    }

    fn is_given(&self) -> bool {
        self.scheduler.is_some()
    }

    fn refusal(&self, found: &str) -> String {
        format!("--scheduler needs a scenario with a cluster; this scenario has {found}")
    }

    fn apply(&self, study: &mut Study) -> Result<(), String> {
        let Study::Cluster(cluster) = study else { return Ok(()) };
        cluster.policy.scheduler = self.scheduler.unwrap_or(cluster.policy.scheduler);
        Ok(())
    }
}

/// There is no chart yet.
pub fn draw() -> Result<Figure, &'static [&'static str]> {
    Err(&["none: a cluster has no chart yet"])
}

/// Groups of sizes that are told one by one.
const GROUPS: usize = 12;

/// Prints the plan as text.
pub fn write(out: &mut impl Write, title: &str, (scenario, outcome): &(BatchScenario, BatchOutcome)) -> io::Result<()> {
    if !title.is_empty() {
        writeln!(out, "{title}\n")?;
    }
    match draw_cluster(scenario, outcome) {
        Some(chart) => writeln!(out, "{chart}")?,
        None => writeln!(out, "The plan is empty or too large to draw here; --json and --csv list every job.\n")?,
    }
    let metrics = outcome.metrics;
    let advance = (0..outcome.jobs.len()).filter(|&row| outcome.jobs.is_advance(row)).count();
    writeln!(out, "scheduler     {}", scenario.policy.scheduler.name())?;
    writeln!(out, "jobs          {}, of which {advance} ask for a start, on {} nodes", metrics.jobs, scenario.nodes)?;
    writeln!(out, "mean wait     {:.1} s ({})", metrics.mean_wait, lasting(metrics.mean_wait as u64))?;
    writeln!(out, "median wait   {}", lasting(metrics.median_wait))?;
    writeln!(out, "95 % wait     at most {}, the longest {}", lasting(metrics.p95_wait), lasting(metrics.longest_wait))?;
    writeln!(out, "slowdown      {:.3} (bounded, 10 s)", metrics.bounded_slowdown)?;
    writeln!(out, "penalty       {:.3} times the estimate", metrics.temporal_penalty)?;
    writeln!(out, "utilisation   {:.1} % from {} s to {} s", metrics.utilisation * 100.0, metrics.first, metrics.end)?;
    if metrics.overbooked > 0 {
        let (most, nodes, first) = (metrics.most_needed, scenario.nodes, metrics.overbooked_from);
        writeln!(
            out,
            "without room  {} jobs: the log uses up to {most} of {nodes} nodes at once, first at {first} s",
            metrics.overbooked
        )?;
    }
    writeln!(out, "went ahead    {}", metrics.backfilled)?;
    if scenario.policy.scheduler == Scheduler::CoAllocation {
        let jobs = f64::from(metrics.jobs.max(1));
        writeln!(out, "retries       {} ({:.2} a request)", metrics.retries, metrics.retries as f64 / jobs)?;
        writeln!(out, "operations    {} ({:.1} a request)", metrics.operations, metrics.operations as f64 / jobs)?;
        writeln!(out, "\n{:<16}{:>10}{:>14}{:>14}", "nodes", "jobs", "retries", "mean wait")?;
        let groups = by_nodes(&outcome.jobs, &outcome.decisions, 50);
        for group in groups.iter().take(GROUPS) {
            let name = format!("({}, {}]", group.above, group.up_to);
            writeln!(out, "{name:<16}{:>10}{:>14.2}{:>14}", group.jobs, group.mean_retries, lasting(group.mean_wait as u64))?;
        }
        if groups.len() > GROUPS {
            writeln!(out, "and {} larger groups", groups.len() - GROUPS)?;
        }
    }
    Ok(())
}
