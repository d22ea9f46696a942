//! `bookahead experiment`: runs on all cores; if the time limit is reached, prints the finished part.
#![expect(clippy::disallowed_types, reason = "the command line has a clock; no browser comes here")]

use super::files::{Failure, one_printed, print, write_to};
use bookahead::chart::curves::sweep_figure::sweep_figure;
use bookahead::chart::kit::figure::Origin;
use bookahead::engine::ScenarioError;
use bookahead::engine::core::statistics::Interval;
use bookahead::engine::experiment::{ExperimentInfo, ExperimentRun, Options, Results, UnitResult, catalogue, find};
use bookahead::formats::json;
use bookahead::formats::provenance::Provenance;
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Jobs decided between two looks at whether to stop.
const JOBS_PER_LOOK: usize = 100_000;
/// Shortest time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(250);

#[derive(Args)]
pub struct ExperimentArgs {
    /// Which experiment; without a name they are listed
    name: Option<String>,
    /// Number of runs, each with its own seed
    #[arg(long, value_name = "R")]
    runs: Option<u32>,
    /// Requests of each run
    #[arg(long, value_name = "J")]
    jobs: Option<u32>,
    /// Seed of the first run; the others count up
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The paper's size, instead of one for a lecture
    #[arg(long)]
    full: bool,
    /// Threads; all cores without it
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Stop after so many seconds with what is done by then
    #[arg(long, value_name = "SECONDS")]
    limit_seconds: Option<u32>,
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

pub fn run(args: &ExperimentArgs) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        return print(|out| {
            for ExperimentInfo { key, title, lecture, .. } in catalogue() {
                writeln!(out, "{key:<24}{title}; {} runs of {} requests", lecture.runs, lecture.requests)?;
            }
            Ok(())
        });
    };
    let outputs = [&args.json, &args.csv, &args.svg];
    one_printed(outputs.into_iter().flatten())?;
    let listed = find(name).map_err(in_options)?;
    let standard = if args.full { listed.full } else { listed.lecture };
    let options = Options {
        runs: args.runs.unwrap_or(standard.runs),
        requests: args.jobs.unwrap_or(standard.requests),
        seed: args.seed.unwrap_or(standard.seed),
    };
    let mut study = ExperimentRun::new(name, options).map_err(in_options)?;
    let threads = args.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let until = args.limit_seconds.map(|seconds| Instant::now() + Duration::from_secs(u64::from(seconds)));
    on_all_cores(&mut study, threads, until).map_err(in_options)?;
    let results = study.results();
    if let Some(path) = &args.json {
        write_to(path, |mut out| json::write_results(&mut out, &results))?;
    }
    if let Some(path) = &args.csv {
        write_to(path, |mut out| json::write_curves_csv(&mut out, &results))?;
    }
    if let Some(path) = &args.svg {
        let svg = draw(&results, args.chart.as_deref())?;
        write_to(path, |out| out.write_all(svg.as_bytes()))?;
    }
    if outputs.into_iter().flatten().next().is_some() {
        return Ok(());
    }
    print(|out| {
        write_text(out, &results)?;
        writeln!(out, "\n{}", Provenance::of_experiment(&results).words())
    })
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

/// Has the units worked on by so many threads, until all are done or the time is over.
fn on_all_cores(study: &mut ExperimentRun, threads: usize, until: Option<Instant>) -> Result<(), ScenarioError> {
    let began = Instant::now();
    let (next, stop) = (Mutex::new(0..study.units()), AtomicBool::new(false));
    let ended = {
        let units: &ExperimentRun = study;
        thread::scope(|scope| {
            let (found, arrive) = channel();
            for _ in 0..threads {
                let found = found.clone();
                let (next, stop) = (&next, &stop);
                scope.spawn(move || work(units, next, stop, &found));
            }
            drop(found);
            let (mut all, mut reported) = (Vec::new(), Instant::now());
            let count = units.units();
            loop {
                let wait = until.map_or(REPORT_EVERY, |until| until.saturating_duration_since(Instant::now()).min(REPORT_EVERY));
                match arrive.recv_timeout(wait) {
                    Ok(unit) => all.push(unit),
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                }
                if until.is_some_and(|until| Instant::now() >= until) {
                    stop.store(true, Ordering::Relaxed);
                }
                if io::stderr().is_terminal() && reported.elapsed() >= REPORT_EVERY {
                    reported = Instant::now();
                    report(all.len() as u32, count, began);
                }
            }
            all
        })
    };
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
    for ended in ended {
        let (index, found) = ended?;
        study.take_in(index, found);
    }
    study.close();
    Ok(())
}

type Ended = Result<(u32, UnitResult), ScenarioError>;

/// Takes one unit after the other, until none is left or it is told to stop.
fn work(study: &ExperimentRun, next: &Mutex<std::ops::Range<u32>>, stop: &AtomicBool, found: &Sender<Ended>) {
    loop {
        let index = next.lock().ok().and_then(|mut next| next.next());
        let Some(index) = index else { return };
        let ended = study.unit(index).and_then(|mut unit| {
            while !unit.advance(JOBS_PER_LOOK)? {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
            }
            Ok(Some((index, unit.into_found())))
        });
        let failed = ended.is_err();
        if let Some(ended) = ended.transpose()
            && found.send(ended).is_err()
        {
            return;
        }
        if failed || stop.load(Ordering::Relaxed) {
            return;
        }
    }
}

fn report(done: u32, units: u32, began: Instant) {
    let left = if done == 0 {
        String::new()
    } else {
        let seconds = began.elapsed().as_secs_f64() / f64::from(done) * f64::from(units - done);
        format!(", about {seconds:.0} s left")
    };
    eprint!("\r\x1b[K{done} of {units} parts done{left}");
}

fn in_options(error: ScenarioError) -> Failure {
    let ScenarioError { place, found, allowed } = error;
    let dashes = if ["runs", "jobs"].contains(&place.as_str()) { "--" } else { "" };
    Failure(format!("{dashes}{place}: {found} is not allowed; must be {allowed}"))
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

fn write_text(out: &mut impl Write, results: &Results) -> io::Result<()> {
    let Results { title, options, progress, .. } = results;
    let runs = if options.runs == 1 { "run" } else { "runs" };
    writeln!(out, "{title}")?;
    write!(
        out,
        "{} {runs} of {} requests, seeds from {}; means with 95 % intervals",
        options.runs, options.requests, options.seed
    )?;
    if progress.done < progress.units {
        write!(out, "; {} of {} parts done", progress.done, progress.units)?;
    }
    writeln!(out, "\n")?;
    let width = results.measures.iter().map(|(measure, _)| measure.key.len()).max().unwrap_or(0) + 2;
    for (measure, value) in &results.measures {
        writeln!(out, "{:<width$}{:<24}{}", measure.key, with_interval(value), measure.words)?;
    }
    for panel in &results.panels {
        let Some(longest) = panel.curves.iter().map(|curve| &curve.points).max_by_key(|points| points.len()) else { continue };
        if longest.len() > ROWS_MAX {
            continue;
        }
        write!(out, "{}\n{:<26}", panel.measure.words, results.axis.words)?;
        for curve in &panel.curves {
            write!(out, "{:<20}", curve.label)?;
        }
        writeln!(out)?;
        for (i, place) in longest.iter().enumerate() {
            write!(out, "{:<26}", place.x)?;
            for curve in &panel.curves {
                write!(out, "{:<20}", curve.points.get(i).map_or_else(String::new, |point| with_interval(&point.y)))?;
            }
            writeln!(out)?;
        }
    }
    if !results.beside.is_empty() {
        writeln!(out, "\nthe paper's figures")?;
    }
    for beside in &results.beside {
        writeln!(out, "  {}: paper {}, here {}", beside.words, beside.paper, with_interval(&beside.ours))?;
    }
    writeln!(out, "\nthe paper's claims")?;
    for claim in &results.claims {
        writeln!(out, "  {:<9}{}: {}", claim.verdict.words(), claim.words, with_interval(&claim.measured))?;
    }
    Ok(())
}
