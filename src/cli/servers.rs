//! `bookahead plan` for a study of named servers.

use super::files::{Failure, print};
use bookahead::engine::core::error::ScenarioError;
use bookahead::engine::idle::check::check_servers;
use bookahead::engine::idle::explain::{adapted_sentence, idle_reason};
use bookahead::engine::idle::metrics::IdleMetrics;
use bookahead::engine::idle::{IdleOutcome, IdleScenario, Strategy};
use bookahead::formats::ascii;
use bookahead::formats::json;
use std::io::{self, Write};

/// Refusals that are told one by one before the rest is counted.
const REFUSALS_TOLD: usize = 50;

/// How the plan is printed.
#[derive(Clone, Copy)]
pub enum Form {
    Text,
    Json,
    Csv,
}

pub fn run(title: &str, servers: &IdleScenario, strategy: Option<Strategy>, form: Form) -> Result<(), Failure> {
    let as_failure = |error: ScenarioError| Failure(error.to_string());
    let servers = &IdleScenario { strategy: strategy.unwrap_or(servers.strategy), ..servers.clone() };
    let outcome = servers.run().map_err(as_failure)?;
    let violations: Vec<String> = check_servers(servers, &outcome).iter().map(ToString::to_string).collect();
    print(|out| match form {
        Form::Json => json::write_servers_plan(out, servers, &outcome, &violations),
        Form::Csv => json::write_servers_csv(out, servers, &outcome),
        Form::Text => write_text(out, title, servers, &outcome, &violations),
    })?;
    match violations.len() {
        0 => Ok(()),
        n => Err(Failure(format!("the plan of the servers breaks its own rules in {n} places; please report this scenario"))),
    }
}

fn write_text(
    out: &mut impl Write,
    title: &str,
    scenario: &IdleScenario,
    outcome: &IdleOutcome,
    violations: &[String],
) -> io::Result<()> {
    if !title.is_empty() {
        writeln!(out, "{title}\n")?;
    }
    match ascii::draw_servers(scenario, outcome) {
        Some(chart) => writeln!(out, "{chart}")?,
        None => writeln!(out, "The plan is empty or too large to draw here; --json and --csv list every request.\n")?,
    }
    let IdleMetrics { jobs, accepted, loss_rate, work_loss_rate, utilisation, mean_delay, fairness } = outcome.figures.metrics;
    let lengths = &outcome.figures.lengths;
    writeln!(out, "strategy      {}", outcome.strategy.name())?;
    writeln!(out, "requests      {}, of which {jobs} are measured and {accepted} of these accepted", outcome.arrivals.jobs())?;
    writeln!(out, "lost          {:.2} % of the requests, {:.2} % of the work", loss_rate * 100.0, work_loss_rate * 100.0)?;
    writeln!(out, "utilisation   {:.1} %", utilisation * 100.0)?;
    writeln!(out, "mean delay    {mean_delay:.1} ticks")?;
    if let Some(fairness) = fairness {
        writeln!(out, "fairness      {fairness:.4}")?;
    }
    let mean = lengths.mean().map_or(String::new(), |mean| format!(", the others {mean:.1} ticks long on average"));
    writeln!(out, "idle periods  {}, {} of them open-ended{mean}", lengths.count(), lengths.open)?;
    if let Some(adapted) = &outcome.adapted {
        writeln!(out)?;
        for (at, what) in &adapted.happened {
            writeln!(out, "{}", adapted_sentence(&outcome.arrivals, *at, what))?;
        }
    }
    let refusals = &outcome.decisions.refusals;
    if !refusals.is_empty() {
        writeln!(out)?;
    }
    for refusal in refusals.iter().take(REFUSALS_TOLD) {
        let row = refusal.job as usize;
        writeln!(out, "refused {}: {}", outcome.arrivals.id[row], idle_reason(&outcome.arrivals.row(row), refusal))?;
    }
    if refusals.len() > REFUSALS_TOLD {
        writeln!(out, "and {} more", refusals.len() - REFUSALS_TOLD)?;
    }
    for violation in violations {
        writeln!(out, "broken rule: {violation}")?;
    }
    Ok(())
}
