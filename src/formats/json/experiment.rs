//! The options and results of an experiment.

use super::object;
use super::value::{Object, Whole, exact, given};
use bookahead_engine::ScenarioError;
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::experiment::{Options, Panel, Results};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};
use std::io;

/// Longer curves are for CSV.
const CURVE_POINTS_MAX: usize = 100;

/// How large an experiment is to be; what is left out has a standard.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireOptions {
    #[serde(default, deserialize_with = "given")]
    runs: Option<Whole<u32>>,
    #[serde(default, deserialize_with = "given")]
    jobs: Option<Whole<u32>>,
    #[serde(default, deserialize_with = "given")]
    seed: Option<Whole<u64>>,
}

/// Reads the options of an experiment, which come as an object of another language; `standard` has what is left out.
///
/// # Errors
/// A field that is unknown or of a wrong type. Ranges are the experiment's to check.
pub fn read_options<'de, D: Deserializer<'de>>(object: D, standard: Options) -> Result<Options, ScenarioError> {
    let Object(WireOptions { runs, jobs, seed }) = object::read(object)?;
    Ok(Options {
        runs: runs.map_or(standard.runs, |Whole(runs)| runs),
        requests: jobs.map_or(standard.requests, |Whole(jobs)| jobs),
        seed: seed.map_or(standard.seed, |Whole(seed)| seed),
    })
}

/// The results of an experiment as they are written; of long curves only what the measures say of them.
#[derive(Serialize)]
pub struct ExperimentReport<'a> {
    claims: Vec<Value>,
    curves: Map<String, Value>,
    experiment: &'a str,
    jobs: u32,
    measures: Map<String, Value>,
    paper: Vec<Value>,
    runs: u32,
    #[serde(serialize_with = "exact")]
    seed: u64,
    title: &'a str,
    units: u32,
    units_done: u32,
}

fn interval(interval: &Interval) -> Value {
    json!({"mean": interval.mean, "low": interval.low(), "high": interval.high(), "runs": interval.runs})
}

impl<'a> ExperimentReport<'a> {
    /// The report of an experiment, finished or not.
    pub fn new(results: &'a Results) -> Self {
        let long = |panel: &&Panel| panel.curves.iter().any(|curve| curve.points.len() > CURVE_POINTS_MAX);
        let panels = results.panels.iter().filter(|panel| !long(panel)).flat_map(|panel| &panel.curves);
        let curves = panels.map(|curve| {
            let points = curve.points.iter().map(|point| {
                let mut value = interval(&point.y);
                value[&results.axis.key] = json!(point.x);
                value
            });
            (curve.key.clone(), points.collect())
        });
        let claims = results
            .claims
            .iter()
            .map(|claim| json!({"claim": claim.words, "difference": interval(&claim.measured), "verdict": claim.verdict.words()}));
        let paper = results
            .beside
            .iter()
            .map(|beside| json!({"what": beside.words, "paper": beside.paper, "ours": interval(&beside.ours)}));
        Self {
            claims: claims.collect(),
            curves: curves.collect(),
            experiment: &results.key,
            jobs: results.options.requests,
            measures: results.measures.iter().map(|(measure, value)| (measure.key.clone(), interval(value))).collect(),
            paper: paper.collect(),
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
