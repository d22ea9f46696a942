//! `bookahead plan --compare`: the plan under the scenario's policy, A, and under another, B.

use super::super::files::{Failure, print};
use super::under;
use bookahead::engine::ScenarioError;
use bookahead::engine::Study;
use bookahead::engine::core::compare::{Comparable, DifferenceKind, FigureName, FirstDifference, PlanComparison, Unit};
use bookahead::engine::core::compared::{Beside, ComparedRun};
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::study::AnyRun;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::Path;

/// Jobs decided at a time.
const JOBS: usize = 1 << 16;

/// Compares the plan of a scenario with that under the policy of this name, and prints what differs.
pub fn run(path: &Path, study: Study, policy: &str, as_json: bool) -> Result<(), Failure> {
    if let Some(other) = under(&study, policy) {
        let other = other.map_err(|allowed| Failure::at(path, format!("--compare: {allowed}")))?;
        let names = [study.policy_name(), other.policy_name()];
        return told(path, study, other, &names, as_json);
    }
    let policies = study.policies();
    let option = format!("{policy}:");
    let found = policies.iter().find(|(name, _)| name == policy || name.starts_with(&option));
    let Some((other_name, other)) = found.cloned() else {
        let names: Vec<String> = policies.into_iter().map(|(name, _)| name).collect();
        return Err(Failure::at(path, format!("--compare must be one of {}", names.join(", "))));
    };
    let names = [study.policy_name(), other_name];
    told(path, study, other, &names, as_json)
}

/// Compares the plans of two policies, and prints what differs.
fn told(path: &Path, study: Study, other: Study, names: &[String; 2], as_json: bool) -> Result<(), Failure> {
    let (comparison, figures) = compare(study, other).map_err(|error| Failure::at(path, error))?;
    print(|out| if as_json { write_json(out, names, figures, &comparison) } else { write_text(out, names, figures, &comparison) })
}

/// Both plans, from start to end.
fn compare(study: Study, other: Study) -> Result<(PlanComparison, &'static [FigureName]), ScenarioError> {
    let mut run = ComparedRun::new(AnyRun::open(study)?);
    run.put_beside(Beside { other: Some(other), ..Beside::default() })?;
    while !run.advance(JOBS).is_done {}
    Ok((run.comparison().unwrap_or_default(), run.run().figure_names()))
}

/// A figure as text.
fn text(value: Option<f64>, unit: Unit) -> String {
    match (value, unit) {
        (None, _) => "-".to_string(),
        (Some(value), Unit::Count) => format!("{value}"),
        (Some(value), Unit::Share) => format!("{:.2} %", value * 100.0),
        (Some(value), Unit::Number) => format!("{value:.3}"),
    }
}

fn write_text(out: &mut impl Write, names: &[String; 2], figures: &[FigureName], comparison: &PlanComparison) -> io::Result<()> {
    let counts = &comparison.counts;
    writeln!(out, "A             {}", names[0])?;
    writeln!(out, "B             {}", names[1])?;
    let kinds = DifferenceKind::ALL.map(|kind| format!("{} {}", counts.of(kind), kind.name())).join(", ");
    writeln!(out, "differences   {} of {} decisions: {kinds}", counts.differing(), counts.decisions)?;
    match &comparison.first {
        Some(FirstDifference { name, words, .. }) => writeln!(out, "first         {name}: {words}")?,
        None => writeln!(out, "first         none: all decisions are the same")?,
    }
    let change = comparison.change();
    writeln!(out, "\n{:<50}{:>16}{:>16}{:>16}", "", "A", "B", "B - A")?;
    for (at, figure) in figures.iter().enumerate() {
        let [a, b] = [0, 1].map(|side: usize| comparison.figures[side].get(at).copied().flatten());
        if a.is_some() || b.is_some() {
            let change = text(change.get(at).copied().flatten(), figure.unit);
            writeln!(out, "{:<50}{:>16}{:>16}{change:>16}", figure.name, text(a, figure.unit), text(b, figure.unit))?;
        }
    }
    Ok(())
}

fn write_json(out: &mut impl Write, names: &[String; 2], figures: &[FigureName], comparison: &PlanComparison) -> io::Result<()> {
    let counts = &comparison.counts;
    let values = |values: &[Option<f64>]| -> Map<String, Value> {
        figures.iter().zip(values).map(|(figure, value)| (figure.key.to_string(), json!(value))).collect()
    };
    let side = |at: usize| json!({ "policy": names[at], "figures": values(&comparison.figures[at]) });
    let first =
        comparison.first.as_ref().map(|first| json!({ "request": first.request, "name": first.name, "words": first.words }));
    let differences: Vec<Value> = comparison
        .differences
        .iter()
        .map(|found| json!({ "request": found.request, "kind": found.kind.name(), "a": found.a, "b": found.b }))
        .collect();
    let report = json!({
        "a": side(0),
        "b": side(1),
        "change": values(&comparison.change()),
        "decisions": counts.decisions,
        "same": counts.same(),
        "only_a": counts.only_a,
        "only_b": counts.only_b,
        "moved": counts.moved,
        "first": first,
        "differences": differences,
    });
    serde_json::to_writer(&mut *out, &report)?;
    writeln!(out)
}
