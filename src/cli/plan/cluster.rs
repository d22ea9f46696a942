//! `bookahead plan` for a cluster.

use super::options::StudyOptions;
use crate::queue_rules::QueueRules;
use bookahead::chart::cluster::figures::{ClusterFrame, whole_window};
use bookahead::chart::kit::figure::Figure;
use bookahead::engine::Study;
use bookahead::engine::batch::explain::{NOT_MODELLED, backfill_words, lasting, limit_words, offer_rules_words, priority_words};
use bookahead::engine::batch::metrics::by_nodes;
use bookahead::engine::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
use bookahead::engine::batch::{BatchOutcome, BatchPlan, BatchScenario};
use bookahead::engine::study::StudyKind;
use bookahead::formats::studies::cluster::draw_cluster;
use clap::Args;
use std::io::{self, Write};

#[derive(Args)]
pub struct ClusterOptions {
    /// Scheduler of the cluster to use instead of the scenario's; backfill takes options, as in backfill:depth=4,window=86400,resolution=60,per_moment=500,per_user=20
    #[arg(long, value_name = "NAME", value_parser = policy)]
    scheduler: Option<BatchPolicy>,
    #[command(flatten)]
    rules: QueueRules,
}

/// A scheduler by its name.
pub fn scheduler(name: &str) -> Result<Scheduler, String> {
    Scheduler::from_name(name).ok_or_else(|| format!("must be one of {}", Scheduler::ALL.map(Scheduler::name).join(", ")))
}

/// A scheduler with its options.
pub fn policy(text: &str) -> Result<BatchPolicy, String> {
    BatchPolicy::default().renamed(text)
}

/// Has another scheduler decide. The options of a scheduler that the scenario has already stay, unless others are given.
pub fn scheduled(cluster: &mut BatchScenario, BatchPolicy { scheduler, backfill, .. }: BatchPolicy) {
    let is_usual = backfill == BackfillOptions::default();
    cluster.policy.backfill = if is_usual { cluster.policy.backfill } else { backfill };
    cluster.policy.scheduler = scheduler;
}

/// A cluster under the scheduler of this name with options of its own; `None` for other studies, and where no options are given.
pub fn under(study: &Study, text: &str) -> Option<Result<Study, String>> {
    let Study::Cluster(cluster) = study else { return None };
    let policy = text.contains(':').then(|| cluster.policy.renamed(text))?;
    Some(policy.map(|policy| Study::Cluster(BatchScenario { policy, ..cluster.clone() })))
}

impl StudyOptions for ClusterOptions {
    fn kind(&self) -> StudyKind {
        StudyKind::Cluster
    }

    fn name(&self) -> &'static str {
        "a cluster"
    }

    fn is_given(&self) -> bool {
        self.scheduler.is_some() || self.rules.is_given()
    }

    fn refusal(&self, found: &str) -> String {
        format!(
            "--scheduler, --user-jobs, --user-nodes, --priority, --reservations and --offers need a scenario with a cluster; this scenario has {found}"
        )
    }

    fn apply(&self, study: &mut Study) -> Result<(), String> {
        if let Study::Cluster(cluster) = study {
            self.scheduler.into_iter().for_each(|policy| scheduled(cluster, policy));
            self.rules.apply(&mut cluster.policy);
        }
        Ok(())
    }
}

/// Charts of a cluster, the first one first.
const CHARTS: &[&str] = &["nodes", "waiting", "idle"];

/// Draws a chart by its name, or the first one; or the names that there are.
pub fn draw((scenario, outcome): &(BatchScenario, BatchOutcome), name: Option<&str>) -> Result<Figure, &'static [&'static str]> {
    let BatchOutcome { jobs, decisions, nodes, metrics } = outcome.clone();
    let plan = BatchPlan { jobs: (*jobs).clone(), decisions, nodes, metrics };
    let window = whole_window(&plan);
    let frame = ClusterFrame { plan: &plan, nodes: scenario.nodes, window, start: scenario.start, step: None };
    match name.unwrap_or(CHARTS[0]) {
        "nodes" => Ok(frame.gantt()),
        "waiting" => Ok(frame.waiting()),
        "idle" => Ok(frame.idle()),
        _ => Err(CHARTS),
    }
}

/// Groups of sizes that are told one by one.
const GROUPS: usize = 12;

/// Prints the plan as text.
pub fn write(out: &mut impl Write, (scenario, outcome): &(BatchScenario, BatchOutcome)) -> io::Result<()> {
    match draw_cluster(scenario, outcome) {
        Some(chart) => writeln!(out, "{chart}")?,
        None => writeln!(out, "The plan is empty or too large to draw here; --json and --csv list every job.\n")?,
    }
    let metrics = outcome.metrics;
    let advance = (0..outcome.jobs.len()).filter(|&row| outcome.jobs.is_advance(row)).count();
    writeln!(out, "scheduler     {}", scenario.policy.scheduler.name())?;
    if scenario.policy.scheduler == Scheduler::Backfill {
        writeln!(out, "options       {}", backfill_words(&scenario.policy.backfill))?;
    }
    if scenario.policy.limits.is_any() && scenario.policy.scheduler.is_queue() {
        writeln!(out, "limits        {}", limit_words(&scenario.policy.limits))?;
    }
    if let Some(weights) = scenario.policy.order() {
        writeln!(out, "order         {}", priority_words(&weights))?;
    }
    let jobs = metrics.jobs + metrics.refused;
    writeln!(out, "jobs          {jobs}, of which {advance} ask for a start, on {} nodes", scenario.nodes)?;
    if advance > 0 {
        let (accepted, refused) = (metrics.reservations, metrics.refused);
        let rule = scenario.policy.reservations.name();
        writeln!(out, "reservations  {accepted} accepted, {refused} refused ({rule})")?;
        if scenario.policy.packs() {
            writeln!(out, "offers        {} of less than was asked for taken", metrics.offers_taken)?;
            writeln!(out, "list          {}", offer_rules_words(scenario.policy))?;
        }
        writeln!(out, "queued wait   {:.1} s, the mean of the jobs that ask for no start", metrics.queued_wait)?;
    }
    writeln!(out, "mean wait     {:.1} s ({})", metrics.mean_wait, lasting(metrics.mean_wait as u64))?;
    writeln!(out, "median wait   {}", lasting(metrics.median_wait))?;
    writeln!(out, "95 % wait     at most {}, the longest {}", lasting(metrics.p95_wait), lasting(metrics.longest_wait))?;
    writeln!(out, "slowdown      {:.3} (bounded, 10 s)", metrics.bounded_slowdown)?;
    writeln!(out, "penalty       {:.3} times the estimate", metrics.temporal_penalty)?;
    writeln!(out, "utilisation   {:.1} % from {} s to {} s", metrics.utilisation * 100.0, metrics.first, metrics.end)?;
    writeln!(
        out,
        "fragmentation {:.1} % of the free node-time in holes shorter than the median job",
        metrics.fragmentation * 100.0
    )?;
    if metrics.overbooked > 0 {
        let (most, nodes, first) = (metrics.most_needed, scenario.nodes, metrics.overbooked_from);
        writeln!(
            out,
            "without room  {} jobs: the log uses up to {most} of {nodes} nodes at once, first at {first} s",
            metrics.overbooked
        )?;
    }
    writeln!(out, "went ahead    {}", metrics.backfilled)?;
    if metrics.promised > 0 {
        let (late, early) = (metrics.put_off, metrics.moved_forward);
        writeln!(out, "promises      {} starts, of which {late} were put off and {early} moved forward", metrics.promised)?;
    }
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
    if scenario.policy.scheduler != Scheduler::AsLogged {
        writeln!(out, "\n{NOT_MODELLED}")?;
    }
    Ok(())
}
