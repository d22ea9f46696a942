//! `bookahead plan` for named servers.

use super::options::{REFUSALS_TOLD, StudyOptions};
use bookahead::chart::kit::figure::Figure;
use bookahead::chart::planes::figures::PlaneFrame;
use bookahead::chart::planes::servers_figure::{ServersLook, servers_chart};
use bookahead::chart::planes::time_plane::whole_window;
use bookahead::engine::Study;
use bookahead::engine::core::time_names::TimeNames;
use bookahead::engine::idle::explain::{adapted_sentence, idle_reason};
use bookahead::engine::idle::metrics::IdleMetrics;
use bookahead::engine::idle::moment::{Moment, MomentQuery};
use bookahead::engine::idle::{IdleOutcome, IdleScenario, Rate, Strategy};
use bookahead::engine::study::StudyKind;
use bookahead::formats::studies::idle::draw_servers;
use clap::Args;
use std::io::{self, Write};

#[derive(Args)]
pub struct IdleOptions {
    /// Strategy of the servers to use instead of the scenario's
    #[arg(long, value_name = "NAME", value_parser = strategy)]
    strategy: Option<Strategy>,
}

fn strategy(name: &str) -> Result<Strategy, String> {
    Strategy::from_name(name).ok_or_else(|| format!("must be one of {}", Strategy::ALL.map(Strategy::name).join(", ")))
}

impl StudyOptions for IdleOptions {
    fn kind(&self) -> StudyKind {
        StudyKind::Idle
    }

    fn name(&self) -> &'static str {
        "named servers"
    }

    fn is_given(&self) -> bool {
        self.strategy.is_some()
    }

    fn refusal(&self, _found: &str) -> String {
        "--strategy needs a scenario with servers".to_string()
    }

    fn apply(&self, study: &mut Study) -> Result<(), String> {
        let Study::Idle(idle) = study else { return Ok(()) };
        idle.strategy = self.strategy.unwrap_or(idle.strategy);
        Ok(())
    }
}

/// Charts of named servers.
const CHARTS: &[&str] = &["servers", "plane", "dual"];

/// Draws a chart by its name, or the first one; or the names that there are.
pub fn draw(planned: &(IdleScenario, IdleOutcome), name: Option<&str>) -> Result<Figure, &'static [&'static str]> {
    match name.unwrap_or(CHARTS[0]) {
        "servers" => Ok(draw_all(planned)),
        "plane" => draw_last(planned, |frame| frame.time_plane()),
        "dual" => draw_last(planned, |frame| frame.dual_plane()),
        _ => Err(CHARTS),
    }
}

/// A plane as the last request meets it. Where reservations adapt, idle periods do not follow from the decisions before alone.
fn draw_last(
    (scenario, outcome): &(IdleScenario, IdleOutcome),
    draw: impl FnOnce(PlaneFrame<'_>) -> Figure,
) -> Result<Figure, &'static [&'static str]> {
    let none = &CHARTS[..1];
    let row = (outcome.arrivals.jobs() as u32).checked_sub(1).filter(|_| !scenario.is_adaptive()).ok_or(none)?;
    let mut session = scenario.session(scenario.strategy, outcome.arrivals.clone());
    session.finish();
    let moment = Moment::of(scenario, &session, MomentQuery { row, tree: None }).ok_or(none)?;
    let rates = scenario.servers.rates();
    let fastest = || rates.iter().copied().max_by(|a, b| a.compare(*b));
    let taken = moment.taken().and_then(|taken| rates.get(taken.period.server as usize).copied());
    let rate = taken.or_else(fastest).unwrap_or(Rate::ONE);
    let (window, strip_width) = (whole_window(&moment), scenario.strip_width());
    Ok(draw(PlaneFrame { moment: &moment, rates: &rates, rate, window, strip_width, time: TimeNames::SLOTS }))
}

fn draw_all((scenario, outcome): &(IdleScenario, IdleOutcome)) -> Figure {
    let IdleOutcome { arrivals, decisions, adapted, .. } = outcome;
    let (rates, pieces) = (scenario.servers.rates(), adapted.as_ref().map_or(&[][..], |adapted| &adapted.pieces));
    servers_chart((arrivals, &scenario.workload.names), decisions, pieces, (&rates, TimeNames::SLOTS), None, ServersLook::default())
}

/// Prints the plan as text.
pub fn write(out: &mut impl Write, (scenario, outcome): &(IdleScenario, IdleOutcome)) -> io::Result<()> {
    match draw_servers(scenario, outcome) {
        Some(chart) => writeln!(out, "{chart}")?,
        None => writeln!(out, "The plan is empty or too large to draw here; --json and --csv list every request.\n")?,
    }
    let IdleMetrics { jobs, accepted, loss_rate, work_loss_rate, utilisation, fragmentation, mean_delay, fairness } =
        outcome.figures.metrics;
    let lengths = &outcome.figures.lengths;
    writeln!(out, "strategy      {}", outcome.strategy.name())?;
    writeln!(out, "requests      {}, of which {jobs} are measured and {accepted} of these accepted", outcome.arrivals.jobs())?;
    writeln!(out, "lost          {:.2} % of the requests, {:.2} % of the work", loss_rate * 100.0, work_loss_rate * 100.0)?;
    writeln!(out, "utilisation   {:.1} %", utilisation * 100.0)?;
    writeln!(out, "fragmentation {:.1} % of the idle time in periods too short for the median request", fragmentation * 100.0)?;
    writeln!(out, "mean delay    {mean_delay:.1} ticks")?;
    if let Some(fairness) = fairness {
        writeln!(out, "fairness      {fairness:.4}")?;
    }
    let mean = lengths.mean().map_or(String::new(), |mean| format!(", the others {mean:.1} ticks long on average"));
    writeln!(out, "idle periods  {}, {} of them open-ended{mean}", lengths.count(), lengths.open)?;
    if let Some(adapted) = &outcome.adapted {
        writeln!(out)?;
        for (at, what) in &adapted.happened {
            writeln!(out, "{}", adapted_sentence((&outcome.arrivals, &scenario.workload.names), *at, what, TimeNames::SLOTS))?;
        }
    }
    let refusals = &outcome.decisions.refusals;
    if !refusals.is_empty() {
        writeln!(out)?;
    }
    for refusal in refusals.iter().take(REFUSALS_TOLD) {
        let row = refusal.job as usize;
        writeln!(
            out,
            "refused {}: {}",
            scenario.workload.name_of(outcome.arrivals.id[row]),
            idle_reason(&outcome.arrivals.row(row), refusal, TimeNames::SLOTS)
        )?;
    }
    if refusals.len() > REFUSALS_TOLD {
        writeln!(out, "and {} more", refusals.len() - REFUSALS_TOLD)?;
    }
    Ok(())
}
