//! Questions about the future of a cluster: `bookahead when` and `bookahead cost`. Both take a scenario or the files of a snapshot.

pub mod cost;
pub mod when;

use super::files::{Failure, check_output, print, write_to};
use super::import::title;
use super::plan::{policy, scheduled};
use super::queue_rules::QueueRules;
use super::snapshot;
use bookahead::chart::kit::figure::{Figure, Origin};
use bookahead::engine::Study;
use bookahead::engine::batch::job::Jobs;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::{BatchRun, BatchScenario};
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::core::verdict::Verdict;
use bookahead::formats::json::{self, FileContent};
use bookahead::formats::provenance::Provenance;
use bookahead::formats::snapshot::{SnapshotOptions, is_snapshot};
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Asked {
    /// Scenario file (JSON) with a cluster, or the files of a snapshot, as squeue --json, scontrol show and sinfo --json print them; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Scheduler to use instead of the scenario's, as easy or backfill:depth=4 [default: the scenario's; conservative for a snapshot]
    #[arg(long, value_name = "NAME", value_parser = policy)]
    scheduler: Option<BatchPolicy>,
    #[command(flatten)]
    rules: QueueRules,
    /// Nodes of the machine of a snapshot, if it does not tell them
    #[arg(long, value_name = "N")]
    machine_nodes: Option<u32>,
    /// Partition of a snapshot that is planned [default: all of them as one pool]
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// The moment of a snapshot, as 2026-11-28T09:00:00+01:00 or in seconds since 1970 [default: what the snapshot tells]
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
    /// Show the names of users and jobs of a snapshot
    #[arg(long)]
    keep_names: bool,
    /// Print JSON, or write it to the file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-", conflicts_with = "csv")]
    json: Option<PathBuf>,
    /// Print CSV, or write it to the file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    csv: Option<PathBuf>,
    /// Print a chart as SVG, or write it to the file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-", conflicts_with_all = ["json", "csv"])]
    svg: Option<PathBuf>,
}

/// A cluster that is planned, with the title of its scenario or snapshot.
struct Planned {
    title: String,
    run: BatchRun,
}

impl Asked {
    /// Where messages say that something is wrong.
    fn place(&self) -> &Path {
        self.files.first().map_or(Path::new("-"), PathBuf::as_path)
    }

    /// The cluster, planned.
    fn planned(&self) -> Result<Planned, Failure> {
        self.planned_with(|_| Ok(()))
    }

    /// The cluster with something changed, planned.
    fn planned_with(&self, change: impl FnOnce(&mut BatchScenario) -> Result<(), Failure>) -> Result<Planned, Failure> {
        self.check_outputs()?;
        let (title, mut cluster) = self.cluster()?;
        if let Some(policy) = self.scheduler {
            scheduled(&mut cluster, policy);
        }
        self.rules.apply(&mut cluster.policy);
        if cluster.policy.scheduler == Scheduler::AsLogged {
            return Err(Failure::at(self.place(), "its starts are those of a log; --scheduler says who decides"));
        }
        change(&mut cluster)?;
        let mut run = BatchRun::open(cluster).map_err(|error| Failure::at(self.place(), error))?;
        while !run.advance(usize::MAX).is_done {}
        Ok(Planned { title, run })
    }

    /// Refuses files that may not be written before anything is computed.
    fn check_outputs(&self) -> Result<(), Failure> {
        [&self.json, &self.csv, &self.svg].into_iter().flatten().try_for_each(|path| check_output(path))
    }

    /// The cluster with its title.
    fn cluster(&self) -> Result<(String, BatchScenario), Failure> {
        let files = snapshot::files(&self.files)?;
        if self.now.is_some() || files.iter().any(|(_, bytes)| is_snapshot(bytes)) {
            let usual = SnapshotOptions::default();
            let options = SnapshotOptions {
                partition: self.partition.clone(),
                nodes: self.machine_nodes,
                now: self.now.clone(),
                limits: self.rules.limits(),
                keeps_names: self.keep_names,
                scheduler: self.scheduler.map_or(usual.scheduler, |policy| policy.scheduler),
                ..usual
            };
            return Ok((title(self.place()), snapshot::cluster(&files, &options)?));
        }
        let place = self.place();
        let [(_, bytes)] = files.as_slice() else {
            return Err(Failure::at(place, "only a snapshot of a running machine has several files, and this is none"));
        };
        if self.partition.is_some() || self.machine_nodes.is_some() || self.keep_names {
            return Err(Failure::at(place, "--keep-names, --machine-nodes and --partition belong to a snapshot; this is none"));
        }
        let hint = if bytes.trim_ascii_start().first() == Some(&b'{') {
            ""
        } else {
            "; a log becomes a scenario by `bookahead import --study cluster`"
        };
        let FileContent { scenario, second } =
            json::read_bytes(bytes).map_err(|error| Failure::at(place, format!("{error}{hint}")))?;
        let title = scenario.title;
        let studies = std::iter::once(scenario.study).chain(second.map(|second| second.study));
        let cluster = studies.filter_map(|study| if let Study::Cluster(cluster) = study { Some(cluster) } else { None }).next();
        let cluster = cluster.ok_or_else(|| Failure::at(place, "a scenario with a cluster is needed"))?;
        Ok((title, cluster))
    }

    /// Prints words, or what else is asked for.
    fn print(
        &self,
        words: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        csv: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        svg: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        match (&self.json, &self.csv, &self.svg) {
            (Some(path), _, _) => write_to(path, |out| json(out)),
            (_, Some(path), _) => write_to(path, |out| csv(out)),
            (_, _, Some(path)) => write_to(path, |out| out.write_all(svg().as_bytes())),
            (None, None, None) => print(|out| words(out)),
        }
    }
}

impl Planned {
    /// A chart of it as SVG.
    fn svg(&self, figure: &Figure) -> String {
        let provenance = Provenance::of(&Study::Cluster(self.run.scenario().clone())).words();
        figure.svg(&Origin { title: self.title.clone(), provenance, link: String::new() })
    }
}

/// A headline and its sentences.
fn write_verdict(out: &mut dyn Write, verdict: &Verdict) -> io::Result<()> {
    writeln!(out, "{}\n", verdict.headline)?;
    verdict.sentences.iter().try_for_each(|sentence| writeln!(out, "{sentence}"))
}

/// The moment that the questions are asked at: the present, or the first submission.
fn present(run: &BatchRun) -> u32 {
    let first = |jobs: &Jobs| jobs.submitted.first().copied().unwrap_or(0);
    run.scenario().now.unwrap_or_else(|| first(run.jobs()))
}

/// A length of time: 90, 90s, 30min, 2h, 1.5h, 2d.
fn seconds(text: &str) -> Result<u32, String> {
    let wrong = || "must be a length of time such as 90s, 30min, 2h or 1d".to_string();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = match unit {
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3_600.0,
        "d" => 86_400.0,
        _ => return Err(wrong()),
    };
    let seconds = number.parse::<f64>().map_err(|_| wrong())? * unit;
    if (0.0..=1e9).contains(&seconds) { Ok(seconds as u32) } else { Err(wrong()) }
}

/// A moment: seconds of the scenario, or after a plus sign a length of time from the present.
#[derive(Clone, Copy)]
enum Moment {
    At(u32),
    In(u32),
}

fn moment(text: &str) -> Result<Moment, String> {
    match text.strip_prefix('+') {
        Some(length) => seconds(length).map(Moment::In),
        None => text.parse().map(Moment::At).map_err(|_| "must be a second of the scenario, or such as +2h from now".to_string()),
    }
}

impl Moment {
    fn from(self, present: u32) -> u32 {
        match self {
            Self::At(second) => second,
            Self::In(seconds) => present.saturating_add(seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn lengths_of_time_are_read() {
        for (text, expected) in [("90", 90), ("90s", 90), ("30min", 1_800), ("1.5h", 5_400), ("2d", 172_800), ("0", 0)] {
            assert_eq!(seconds(text), Ok(expected), "{text}");
        }
        for text in ["", "h", "-1h", "1w", "1e5h", "2000000000", "1..5h", "NaN"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
