//! Which lines of a strategy's pseudo-code were at work in a decision on named servers.

use super::listings::goes_by_rate;
use crate::core::algorithm::{LineAtWork, Tracer};
use crate::core::sorting::sort_shared;
use crate::core::time_names::TimeNames;
use crate::idle::IdleDecisions;
use crate::idle::clock::amount;
use crate::idle::moment::Moment;
use crate::idle::period::Period;
use crate::idle::reference::{Part, StripName};
use crate::idle::scenario::IdleScenario;

/// The lines of [`strategy_listing`](super::strategy_listing) that were at work when the request of a moment was decided: the recorded search, and what the
/// decisions of the same run say in the end.
pub fn strategy_at_work(scenario: &IdleScenario, moment: &Moment, decisions: &IdleDecisions, time: TimeNames) -> Vec<LineAtWork> {
    let mut tracer = Tracer::default();
    let by_rate = goes_by_rate(scenario, moment.strategy);
    let request = &moment.request;
    tracer.set("l", amount(request.size.into(), time));
    tracer.set("r", time.brief(request.earliest_start));
    tracer.set("d", time.brief(request.deadline));
    tracer.line("asked");
    let rates = rates_of(scenario);
    let mut rate = None;
    for step in &moment.search.steps {
        if by_rate && rate != Some(step.rate) {
            rate = Some(step.rate);
            tracer.forget(&["strip", "read"]);
            forget_period(&mut tracer);
            rates.get(step.rate).iter().for_each(|rate| tracer.set("rate", rate));
            tracer.line("rate");
        }
        let (line, found) = lines_of(step.part);
        let inner = if let Part::TwoLevel { dual_visited } = step.part { dual_visited } else { 0 };
        strip_of(step.part).iter().for_each(|strip| tracer.set("strip", strip));
        forget_period(&mut tracer);
        tracer.set("read", step.visited);
        if matches!(step.part, Part::TwoLevel { .. }) {
            tracer.line("mark");
            tracer.set("read", inner);
        }
        tracer.line(line);
        if let Some(period) = &step.found {
            set_period(&mut tracer, period, time);
            tracer.line(found);
        }
    }
    tracer.leave_out(moment.steps_left_out);
    tracer.forget(&["strip", "read", "rate"]);
    forget_period(&mut tracer);
    end(&mut tracer, scenario, moment, decisions, time);
    tracer.lines()
}

/// The line with which the decision ends.
fn end(tracer: &mut Tracer, scenario: &IdleScenario, moment: &Moment, decisions: &IdleDecisions, time: TimeNames) {
    let row = moment.row as usize;
    if row >= decisions.server.len() {
        return;
    }
    if !decisions.accepted(row) {
        tracer.line("refuse");
        return;
    }
    // A reservation that adapts may be moved later: what counts is where the search put it.
    if let Some(taken) = moment.taken() {
        set_period(tracer, &taken.period, time);
        tracer.set("start", time.brief(taken.start));
    } else {
        tracer.set("i", decisions.server[row]);
        tracer.set("start", time.brief(decisions.start[row]));
        if scenario.is_adaptive() {
            tracer.line("adapt");
        }
    }
    tracer.line("accept");
}

/// The rates, slowest first, as fractions.
fn rates_of(scenario: &IdleScenario) -> Vec<String> {
    let mut rates: Vec<_> = scenario.servers.groups.iter().map(|group| group.rate).collect();
    sort_shared(&mut rates, |a, b| a.compare(*b));
    rates.dedup_by(|a, b| a.compare(*b).is_eq());
    rates.iter().map(|rate| format!("{}/{}", rate.numerator, rate.denominator)).collect()
}

fn forget_period(tracer: &mut Tracer) {
    tracer.forget(&["i", "s", "e"]);
}

fn set_period(tracer: &mut Tracer, period: &Period, time: TimeNames) {
    tracer.set("i", period.server);
    tracer.set("s", time.brief(period.start));
    tracer.set("e", if period.is_open() { "∞".to_string() } else { time.brief(period.end) });
}

/// The line that searches a part, and the one that takes what is found there.
fn lines_of(part: Part) -> (&'static str, &'static str) {
    match part {
        Part::StripDelayed(_) => ("delayed", "found-delayed"),
        Part::StripAtOnce(_) => ("at-once", "found-at-once"),
        Part::Strip(_) => ("strip", "found-strip"),
        Part::StripByDeadline(_) => ("by-deadline", "found-by-deadline"),
        Part::StripBehind(_) => ("behind", "found-behind"),
        Part::OpenEnded => ("open", "found-open"),
        Part::List => ("list", "found-list"),
        Part::CompletedBefore => ("before", "found-before"),
        Part::CompletedAfter => ("after", "found-after"),
        Part::TwoLevel { .. } => ("inner", "found-inner"),
    }
}

fn strip_of(part: Part) -> Option<String> {
    match part {
        Part::StripDelayed(name)
        | Part::StripAtOnce(name)
        | Part::Strip(name)
        | Part::StripByDeadline(name)
        | Part::StripBehind(name) => Some(match name {
            StripName::Past => "past".to_string(),
            StripName::Strip(number) => number.to_string(),
            StripName::Open => "open".to_string(),
        }),
        Part::OpenEnded => Some("open".to_string()),
        Part::List | Part::CompletedBefore | Part::CompletedAfter | Part::TwoLevel { .. } => None,
    }
}
