//! The results of an experiment: as text, JSON, CSV and SVG.

use super::files::{Failure, check_outputs, print, write_to};
use bookahead::chart::curves::sweep_figure::sweep_figure;
use bookahead::chart::kit::figure::Origin;
use bookahead::engine::core::statistics::Interval;
use bookahead::formats::json;
use bookahead::formats::provenance::Provenance;
use bookahead::papers::experiment::{PanelForm, Results, find, readings};
use std::io::{self, Write};
use std::path::PathBuf;

/// What is made of the results; text without it.
#[derive(clap::Args)]
pub struct Outputs {
    /// Write everything as JSON, to the file or to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Write the curves as CSV
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    csv: Option<PathBuf>,
    /// Draw a figure as SVG
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    svg: Option<PathBuf>,
    /// Which figure: the name of what it measures; the first one without it
    #[arg(long, value_name = "NAME", requires = "svg")]
    chart: Option<String>,
}

impl Outputs {
    fn paths(&self) -> impl Iterator<Item = &PathBuf> + Clone {
        [&self.json, &self.csv, &self.svg].into_iter().flatten()
    }

    /// Refuses more than one output on standard output, before anything is computed.
    pub fn check(&self) -> Result<(), Failure> {
        check_outputs(self.paths())
    }

    /// Writes what is asked for.
    pub fn write(&self, results: &Results) -> Result<(), Failure> {
        if let Some(path) = &self.json {
            write_to(path, |mut out| json::write_results(&mut out, results))?;
        }
        if let Some(path) = &self.csv {
            write_to(path, |mut out| json::write_curves_csv(&mut out, results))?;
        }
        if let Some(path) = &self.svg {
            let svg = draw(results, self.chart.as_deref())?;
            write_to(path, |out| out.write_all(svg.as_bytes()))?;
        }
        if self.paths().next().is_some() {
            return Ok(());
        }
        print(|out| {
            write_text(out, results)?;
            writeln!(out, "\n{}", Provenance::of_experiment(results).words())
        })
    }
}

/// Draws the figure of a measure, or the first one.
fn draw(results: &Results, name: Option<&str>) -> Result<String, Failure> {
    let mut panels = results.panels.iter();
    let panel = panels.find(|panel| name.is_none_or(|name| panel.measure.key == name));
    let Some(panel) = panel else {
        let names: Vec<&str> = results.panels.iter().map(|panel| panel.measure.key.as_str()).collect();
        return Err(Failure(format!("--chart must be one of {}", names.join(", "))));
    };
    let provenance = Provenance::of_experiment(results).words();
    Ok(sweep_figure(results, panel).svg(&Origin { provenance, ..Origin::default() }))
}

fn with_interval(value: &Interval) -> String {
    match value.runs {
        0 => "–".to_string(),
        1 => format!("{:.3}", value.mean),
        _ => format!("{:.3} ± {:.3}", value.mean, value.half),
    }
}

/// Longest curves that are printed as a table.
const ROWS_MAX: usize = 40;

/// Rows as columns.
fn turned(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let columns = rows.first().map_or(0, Vec::len);
    (0..columns).map(|column| rows.iter().map(|row| row[column].clone()).collect()).collect()
}

/// A table whose columns are as wide as what is in them, two spaces apart.
fn write_columns(out: &mut impl Write, rows: &[Vec<String>]) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    for row in rows {
        let line: String = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}  ")).collect();
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Pictures of rows as one table, best first by the first of them.
fn write_rows(out: &mut impl Write, results: &Results, places: &[usize]) -> io::Result<()> {
    let panels = || places.iter().map(|&place| &results.panels[place].measure);
    write_columns(out, &panels().map(|measure| vec![measure.key.clone(), measure.words.clone()]).collect::<Vec<_>>())?;
    let mut rows = vec![std::iter::once(String::new()).chain(panels().map(|measure| measure.key.clone())).collect::<Vec<_>>()];
    for (name, numbers) in results.table(places, 0) {
        rows.push(std::iter::once(name.to_string()).chain(numbers.iter().map(with_interval)).collect());
    }
    write_columns(out, &rows)?;
    writeln!(out)
}

fn write_text(out: &mut impl Write, results: &Results) -> io::Result<()> {
    let Results { title, options, progress, .. } = results;
    let runs = if options.runs == 1 { "run" } else { "runs" };
    let requests = find(&results.key).map_or("requests", |listed| listed.paper.requests());
    writeln!(out, "{title}")?;
    write!(
        out,
        "{} {runs} of {} {requests}, seeds from {}; means with 95 % intervals",
        options.runs, options.requests, options.seed
    )?;
    if progress.done < progress.units {
        write!(out, "; {} of {} parts done", progress.done, progress.units)?;
    }
    writeln!(out, "\n")?;
    let measures =
        results.measures.iter().map(|(measure, value)| vec![measure.key.clone(), with_interval(value), measure.words.clone()]);
    write_columns(out, &measures.collect::<Vec<_>>())?;
    for places in results.tables() {
        write_rows(out, results, &places)?;
    }
    for panel in results.panels.iter().filter(|panel| panel.form == PanelForm::Curves) {
        let Some(longest) = panel.curves.iter().map(|curve| &curve.points).max_by_key(|points| points.len()) else { continue };
        if longest.len() > ROWS_MAX {
            continue;
        }
        writeln!(out, "{}", panel.measure.words)?;
        let places = longest.iter().map(|place| place.x.to_string());
        let mut rows = vec![std::iter::once(results.axis.words.clone()).chain(places).collect::<Vec<_>>()];
        for curve in &panel.curves {
            let values = (0..longest.len()).map(|i| curve.points.get(i).map_or_else(String::new, |point| with_interval(&point.y)));
            rows.push(std::iter::once(curve.label.clone()).chain(values).collect());
        }
        // The longer side goes down.
        write_columns(out, &if rows.len() > longest.len() + 1 { rows } else { turned(&rows) })?;
    }
    if !results.beside.is_empty() {
        writeln!(out, "\nthe paper's figures")?;
    }
    for beside in &results.beside {
        writeln!(out, "  {}: paper {}, here {}", beside.words, beside.paper, with_interval(&beside.ours))?;
    }
    writeln!(out, "\nthe paper's claims")?;
    for claim in &results.claims {
        writeln!(out, "  {:<8} {}: {}", claim.verdict.words(), claim.words, with_interval(&claim.measured))?;
    }
    for reading in readings(&results.claims) {
        writeln!(out, "  reading: {reading}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead::papers::experiment::{ExperimentRun, Options};

    #[test]
    fn columns_never_run_together() {
        for (name, requests) in [("sulistio-4-9", 60), ("castillo-3.4", 1_000)] {
            let mut run = ExperimentRun::new(name, Options { runs: 2, requests, seed: 1 }).unwrap();
            run.finish().unwrap();
            let results = run.results();
            let mut text = Vec::new();
            write_text(&mut text, &results).unwrap();
            let text = String::from_utf8(text).unwrap();
            for panel in &results.panels {
                let below = &text[text.find(&panel.measure.words).unwrap()..];
                let cells = |line: &str| line.split("  ").filter(|cell| !cell.trim().is_empty()).count();
                let columns = cells(below.lines().nth(1).unwrap());
                let (curves, places) = (panel.curves.len(), panel.curves[0].points.len());
                assert!([curves + 1, places + 1].contains(&columns), "{name}: {columns} columns, {curves} curves, {places} places");
                let rows = if columns == curves + 1 { places } else { curves };
                for line in below.lines().skip(2).take(rows) {
                    assert_eq!(cells(line), columns, "{name}: {line}");
                }
            }
        }
    }
}
