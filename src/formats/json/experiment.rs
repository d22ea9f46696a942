//! The options and results of an experiment.

use crate::json_parts::{Object, Whole, exact, given, ranges, read_value};
use crate::provenance::Provenance;
use bookahead_engine::ScenarioError;
use bookahead_engine::core::sorting::map_of;
use bookahead_engine::core::statistics::Interval;
use bookahead_papers::experiment::{Claim, Curve, Options, Panel, PanelForm, PaperValue, Point, Results, bounds};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::io;

/// Longer curves are for CSV.
const CURVE_POINTS_MAX: usize = 100;

ranges! {
    Runs = bounds::RUNS;
    Requests = bounds::REQUESTS;
}

/// How large an experiment is to be; what is left out has a standard.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireOptions {
    #[serde(default, deserialize_with = "given")]
    runs: Option<Runs>,
    #[serde(default, deserialize_with = "given")]
    jobs: Option<Requests>,
    #[serde(default, deserialize_with = "given")]
    seed: Option<Whole<u64>>,
}

/// Reads the options of an experiment, which come as an object of another language; `standard` has what is left out.
///
/// # Errors
/// A field that is unknown or of a wrong type. Ranges are the experiment's to check.
pub fn read_options<'de, D: Deserializer<'de>>(object: D, standard: Options) -> Result<Options, ScenarioError> {
    let Object(WireOptions { runs, jobs, seed }) = read_value(object)?;
    Ok(Options {
        runs: runs.map_or(standard.runs, |Whole(runs)| runs),
        requests: jobs.map_or(standard.requests, |Whole(jobs)| jobs),
        seed: seed.map_or(standard.seed, |Whole(seed)| seed),
    })
}

/// The results of an experiment as they are written, every field in alphabetical order; of long curves only what the measures say of them.
#[derive(Serialize)]
pub struct ExperimentReport<'a> {
    claims: Vec<ClaimRow<'a>>,
    curves: BTreeMap<&'a str, Vec<CurvePoint<'a>>>,
    experiment: &'a str,
    jobs: u32,
    measures: BTreeMap<&'a str, Mean>,
    paper: Vec<PaperRow<'a>>,
    provenance: Provenance,
    runs: u32,
    #[serde(serialize_with = "exact")]
    seed: u64,
    title: &'a str,
    units: u32,
    units_done: u32,
}

/// A mean over the runs and its 95 % interval.
#[derive(Serialize)]
struct Mean {
    #[serde(serialize_with = "finite")]
    high: f64,
    #[serde(serialize_with = "finite")]
    low: f64,
    #[serde(serialize_with = "finite")]
    mean: f64,
    runs: u32,
}

impl From<&Interval> for Mean {
    fn from(interval: &Interval) -> Self {
        Self { high: interval.high(), low: interval.low(), mean: interval.mean, runs: interval.runs }
    }
}

/// What the paper claims, and what was found here.
#[derive(Serialize)]
struct ClaimRow<'a> {
    claim: &'a str,
    difference: Mean,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<&'a str>,
    verdict: &'static str,
}

/// A figure of the paper beside ours.
#[derive(Serialize)]
struct PaperRow<'a> {
    ours: Mean,
    #[serde(serialize_with = "finite")]
    paper: f64,
    what: &'a str,
}

/// A point of a curve: its mean and interval, and its place on the axis under the name of the axis, which rows do not have.
struct CurvePoint<'a> {
    axis: Option<&'a str>,
    point: &'a Point,
}

impl Serialize for CurvePoint<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Point { x, y } = self.point;
        let Mean { high, low, mean, runs } = Mean::from(y);
        let real = |number| Number::Real(number);
        let mut fields = map_of([("high", real(high)), ("low", real(low)), ("mean", real(mean)), ("runs", Number::Whole(runs))]);
        if let Some(axis) = self.axis {
            fields.insert(axis, real(*x));
        }
        fields.serialize(serializer)
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    #[serde(serialize_with = "finite")]
    Real(f64),
    Whole(u32),
}

/// Writes a number; one that JSON has no digits for as `null`.
fn finite<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.is_finite() { serializer.serialize_f64(*number) } else { serializer.serialize_unit() }
}

impl<'a> ExperimentReport<'a> {
    /// The report of an experiment, finished or not.
    pub fn new(results: &'a Results) -> Self {
        let long = |panel: &&Panel| panel.curves.iter().any(|curve| curve.points.len() > CURVE_POINTS_MAX);
        let panels = results.panels.iter().filter(|panel| !long(panel));
        let curves = panels.flat_map(|panel| panel.curves.iter().map(|curve| (panel.form, curve)));
        let points = |form: PanelForm, curve: &'a Curve| {
            let axis = (form == PanelForm::Curves).then_some(results.axis.key.as_str());
            curve.points.iter().map(|point| CurvePoint { axis, point }).collect()
        };
        let claim = |Claim { words, measured, verdict, reading }: &'a Claim| ClaimRow {
            claim: words,
            difference: Mean::from(measured),
            reading: reading.as_deref(),
            verdict: verdict.words(),
        };
        let paper =
            |PaperValue { words, paper, ours }: &'a PaperValue| PaperRow { ours: Mean::from(ours), paper: *paper, what: words };
        Self {
            claims: results.claims.iter().map(claim).collect(),
            curves: map_of(curves.map(|(form, curve)| (curve.key.as_str(), points(form, curve)))),
            experiment: &results.key,
            jobs: results.options.requests,
            measures: map_of(results.measures.iter().map(|(measure, value)| (measure.key.as_str(), Mean::from(value)))),
            paper: results.beside.iter().map(paper).collect(),
            provenance: Provenance::of_experiment(results),
            runs: results.options.runs,
            seed: results.options.seed,
            title: &results.title,
            units: results.progress.units,
            units_done: results.progress.done,
        }
    }
}

/// Writes the results of an experiment as one JSON object.
///
/// # Errors
/// Those of `out`.
pub fn write_results(out: &mut impl io::Write, results: &Results) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &ExperimentReport::new(results))?;
    out.write_all(b"\n")
}
