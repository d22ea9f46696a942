//! `bookahead plan` for workflows.

pub mod mapping;

use super::options::StudyOptions;
use bookahead::chart::kit::figure::Figure;
use bookahead::chart::workflow::figures::{graph_figure, nodes_figure};
use bookahead::engine::Study;
use bookahead::engine::study::StudyKind;
use bookahead::engine::workflow::explain::broker_words;
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::engine::workflow::{WorkflowOutcome, WorkflowRun, WorkflowScenario};
use bookahead::formats::studies::workflow::draw_workflow;
use clap::Args;
use mapping::Mapping;
use std::io::{self, Write};

#[derive(Args)]
pub struct WorkflowOptions {
    /// Method that maps tasks to use instead of the scenario's
    #[arg(long, value_name = "NAME", value_parser = method)]
    method: Option<Method>,
    /// Mappings that are searched instead of the scenario's number
    #[arg(long, value_name = "M")]
    iterations: Option<u32>,
    #[command(flatten)]
    broker: BrokerOptions,
    /// Print the steps of a mapping instead of the plan, in words or with --json: its number from 1, or the best
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "best", value_parser = mapping::number)]
    pub mapping: Option<Mapping>,
    /// The application whose mapping --mapping prints, from 1
    #[arg(long, value_name = "N", requires = "mapping", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub application: u32,
}

/// How long the broker takes, and how many mappings it allows itself.
#[derive(Args)]
pub struct BrokerOptions {
    /// Ticks that the broker takes for each mapping: other requests wait meanwhile, and nothing starts before the answer
    #[arg(long, value_name = "T")]
    mapping_ticks: Option<u32>,
    /// Have the number of mappings fall from --iterations to this with the load of the nodes and with the requests that wait
    #[arg(long, value_name = "M")]
    least_iterations: Option<u32>,
}

impl BrokerOptions {
    /// Puts them into a policy.
    pub fn apply(&self, policy: &mut WorkflowPolicy) {
        policy.mapping_ticks = self.mapping_ticks.unwrap_or(policy.mapping_ticks);
        policy.least_iterations = self.least_iterations.or(policy.least_iterations);
    }
}

/// A method by its name.
pub fn method(name: &str) -> Result<Method, String> {
    Method::from_name(name).ok_or_else(|| format!("must be one of {}", Method::ALL.map(Method::name).join(", ")))
}

impl StudyOptions for WorkflowOptions {
    fn kind(&self) -> StudyKind {
        StudyKind::Workflow
    }

    fn name(&self) -> &'static str {
        "workflows"
    }

    fn is_given(&self) -> bool {
        let BrokerOptions { mapping_ticks, least_iterations } = self.broker;
        let is_given = [self.iterations, mapping_ticks, least_iterations].iter().any(Option::is_some);
        is_given || self.method.is_some() || self.mapping.is_some()
    }

    fn refusal(&self, found: &str) -> String {
        format!(
            "--method, --iterations, --mapping-ticks, --least-iterations and --mapping need a scenario with workflows; this scenario has {found}"
        )
    }

    fn apply(&self, study: &mut Study) -> Result<(), String> {
        let Study::Workflow(workflow) = study else { return Ok(()) };
        workflow.policy.method = self.method.unwrap_or(workflow.policy.method);
        workflow.policy.iterations = self.iterations.unwrap_or(workflow.policy.iterations);
        self.broker.apply(&mut workflow.policy);
        Ok(())
    }
}

/// The charts there are.
const CHARTS: &[&str] = &["nodes", "graph"];

/// The tasks on their nodes, or the graph of the first application.
pub fn draw(
    (scenario, outcome): &(WorkflowScenario, WorkflowOutcome),
    name: Option<&str>,
) -> Result<Figure, &'static [&'static str]> {
    let names = |row: usize| scenario.task_name(row as u32);
    match name {
        None | Some("nodes") => Ok(nodes_figure(outcome, &names, scenario.ticks, None)),
        Some("graph") => Ok(graph_figure(outcome, &names, scenario.ticks, 0)),
        Some(_) => Err(CHARTS),
    }
}

/// The plan becomes what a mapping of its first application has made of it after so many steps; it stays as it is if there is no such mapping.
pub fn show_mapping((scenario, outcome): &mut (WorkflowScenario, WorkflowOutcome), mapping: u32, step: u32) {
    if let Some(recorded) = WorkflowRun::recorded_mapping(scenario, mapping)
        && let Some(steps) = recorded.steps.get(..step as usize)
    {
        *outcome = outcome.after_steps(steps);
    }
}

/// Applications that are told one by one.
const TOLD: usize = 20;

/// Prints the plan as text.
pub fn write(out: &mut impl Write, (scenario, outcome): &(WorkflowScenario, WorkflowOutcome)) -> io::Result<()> {
    match draw_workflow(scenario, outcome) {
        Some(chart) => writeln!(out, "{chart}")?,
        None if outcome.tasks.duration.iter().all(|duration| *duration == 0) => {
            writeln!(out, "No task takes any time, so that there is nothing to draw; --json and --csv list every task.\n")?;
        }
        None => writeln!(out, "The plan is empty or too large to draw here; --json and --csv list every task.\n")?,
    }
    let metrics = outcome.metrics;
    writeln!(out, "method          {}", scenario.policy.method.name())?;
    writeln!(out, "tasks           {} on {} nodes", metrics.tasks, scenario.nodes())?;
    writeln!(out, "applications    {}, {} reserved, {} delayed", metrics.applications, metrics.reserved, metrics.delayed)?;
    writeln!(out, "mean delay      {:.2} ticks", metrics.delay)?;
    writeln!(out, "utilisation     {:.1} %", metrics.utilisation * 100.0)?;
    if metrics.broker_wait > 0.0 {
        writeln!(out, "broker          requests wait {:.2} ticks on average", metrics.broker_wait)?;
    }
    if metrics.lost > 0 || metrics.mapped_again > 0 {
        let (lost, work) = (metrics.lost, metrics.lost_work);
        writeln!(out, "failures        {lost} tasks lost with {work} ticks of work, {} tasks mapped again", metrics.mapped_again)?;
    }
    writeln!(
        out,
        "\n{:<14}{:>10}{:>12}{:>12}{:>10}{:>12}  ",
        "application", "tasks", "crit. path", "area bound", "makespan", "delay"
    )?;
    for (at, served) in outcome.served.iter().take(TOLD).enumerate() {
        let fate = served.fate.why_not().map(|why| format!("not reserved: {why}")).unwrap_or_default();
        let row = format!(
            "{:<14}{:>10}{:>12}{:>12}{:>10}{:>12}  {fate}",
            at + 1,
            served.tasks,
            served.length,
            served.area,
            served.makespan,
            served.delay
        );
        writeln!(out, "{}", row.trim_end())?;
        for words in broker_words(served, &scenario.policy, 1) {
            writeln!(out, "  {words}")?;
        }
    }
    if outcome.served.len() > TOLD {
        writeln!(out, "and {} more", outcome.served.len() - TOLD)?;
    }
    Ok(())
}
