//! Import of a workload log: reads it in steps, keeps it, and converts it into requests whenever the options change. A snapshot of a running machine is
//! read at once.

use super::messages::{
    ClusterShape, ExperimentShape, LineList, LogMessage, ShapeMessage, ShapedMessage, SlotsShape, SnapshotShape,
};
use crate::engine::Study;
use crate::engine::batch::BatchScenario;
use crate::engine::batch::scheduler::BatchPolicy;
use crate::engine::batch::workload::{BatchSource, BatchWorkload};
use crate::formats::batsim::{looks_like_batsim, read_batsim};
use crate::formats::sacct::{SacctLog, SacctReader, looks_like_sacct};
use crate::formats::snapshot::{SnapshotFile, SnapshotOptions, SnapshotReader, is_snapshot};
use crate::formats::studies::cluster::{ClusterOptions, ClusterReport, LogChoices, log_input, to_cluster};
use crate::formats::swf::{Oversize, Problems, Progress, SwfLog, SwfOptions, SwfReader, to_study};
use crate::papers::experiment::catalogue;

/// A log on its way in, or read.
#[derive(Default)]
pub enum LogImport {
    /// No log.
    #[default]
    Empty,
    /// Being read.
    Reading(Box<Reader>),
    /// Read.
    Read(Box<SacctLog>),
    /// A snapshot of a running machine.
    Snapshot(Box<SnapshotReader>),
}

/// A reader of logs. The first bytes decide which.
#[derive(Debug)]
pub enum Reader {
    /// The Standard Workload Format.
    Swf(Box<SwfReader>),
    /// Accounting data.
    Sacct(Box<SacctReader>),
    /// A workload of Batsim: read at once.
    Batsim(Vec<u8>),
    /// A snapshot of a running machine: read at once.
    Snapshot(Vec<u8>),
}

/// What came of a piece of reading.
#[derive(Debug)]
pub enum LogStep {
    /// Nothing to read.
    Idle,
    /// More to read.
    Reading(Progress),
    /// The log is read, or cannot be.
    Read(Result<LogMessage, String>),
}

impl Reader {
    fn step(&mut self, lines: usize) -> Result<Progress, String> {
        match self {
            Self::Swf(reader) => reader.step(lines).map_err(|error| error.to_string()),
            Self::Sacct(reader) => reader.step(lines).map_err(|error| error.to_string()),
            Self::Batsim(file) | Self::Snapshot(file) => {
                Ok(Progress { bytes_read: file.len(), bytes_total: file.len(), jobs: 0, done: true })
            }
        }
    }

    /// The log, and whether it is accounting data; of a snapshot there is none.
    fn finish(self) -> Result<(SacctLog, bool), String> {
        match self {
            Self::Snapshot(_) => Err("this is no log".to_string()),
            Self::Swf(reader) => {
                let log = reader.finish().map_err(|error| error.to_string())?;
                Ok((SacctLog { log, ..SacctLog::default() }, false))
            }
            Self::Sacct(reader) => Ok((reader.finish().map_err(|error| error.to_string())?, true)),
            Self::Batsim(file) => {
                let log = read_batsim(&file).map_err(|error| error.to_string())?;
                Ok((SacctLog { log, ..SacctLog::default() }, false))
            }
        }
    }
}

impl LogImport {
    /// Starts on a file.
    pub fn open(&mut self, file: Vec<u8>) {
        let reader = if is_snapshot(&file) {
            Reader::Snapshot(file)
        } else if looks_like_sacct(&file) {
            Reader::Sacct(Box::new(SacctReader::new(file, false)))
        } else if looks_like_batsim(&file) {
            Reader::Batsim(file)
        } else {
            Reader::Swf(Box::new(SwfReader::new(file)))
        };
        *self = Self::Reading(Box::new(reader));
    }

    /// Reads up to so many lines.
    pub fn step(&mut self, lines: usize) -> LogStep {
        let Self::Reading(reader) = self else { return LogStep::Idle };
        match reader.step(lines) {
            Ok(progress) if !progress.done => return LogStep::Reading(progress),
            Err(error) => {
                *self = Self::Empty;
                return LogStep::Read(Err(error));
            }
            Ok(_) => {}
        }
        let Self::Reading(reader) = std::mem::take(self) else { return LogStep::Idle };
        if let Reader::Snapshot(file) = *reader {
            return LogStep::Read(self.take_snapshot(&file));
        }
        LogStep::Read(reader.finish().map(|(read, is_accounting)| {
            let SacctLog { log, counts_nodes, steps } = &read;
            let message = LogMessage {
                computer: log.header.computer.clone(),
                machine_nodes: log.machine_nodes(),
                jobs: log.jobs.len() as u32,
                problems: line_list(&log.problems),
                is_accounting,
                counts_nodes: *counts_nodes,
                steps: *steps,
                notes: log.told(),
                partitions: None,
            };
            *self = Self::Read(Box::new(read));
            message
        }))
    }

    /// Reads a snapshot and keeps it.
    fn take_snapshot(&mut self, file: &[u8]) -> Result<LogMessage, String> {
        let snapshot = SnapshotReader::read(&[SnapshotFile { name: "", bytes: file }])?;
        let message = LogMessage {
            computer: None,
            machine_nodes: None,
            jobs: snapshot.jobs(),
            problems: line_list(snapshot.problems()),
            is_accounting: true,
            counts_nodes: true,
            steps: 0,
            notes: Vec::new(),
            partitions: Some(snapshot.partitions()),
        };
        *self = Self::Snapshot(Box::new(snapshot));
        Ok(message)
    }

    /// The log as requests.
    ///
    /// # Errors
    /// No log is read, or its jobs cannot become requests under these options; in words.
    pub fn shape(&self, shape: ShapeMessage) -> Result<ShapedMessage, String> {
        match (self, shape) {
            (Self::Read(read), ShapeMessage::Slots(shape)) => in_slots(&read.log, shape),
            (Self::Read(read), ShapeMessage::Cluster(shape)) => on_cluster(read, shape),
            (Self::Read(read), ShapeMessage::Experiment(shape)) => in_experiment(read, shape),
            (Self::Snapshot(snapshot), ShapeMessage::Snapshot(shape)) => at_work(snapshot, shape),
            _ => Err("no log has been read".to_string()),
        }
    }
}

fn oversize(clip: bool) -> Oversize {
    if clip { Oversize::Clip } else { Oversize::Skip }
}

fn at_work(snapshot: &SnapshotReader, shape: SnapshotShape) -> Result<ShapedMessage, String> {
    let options = SnapshotOptions {
        partition: shape.partition.and_then(|at| snapshot.partitions().get(at as usize).cloned()),
        nodes: shape.machine_nodes,
        scheduler: shape.scheduler,
        keeps_names: shape.keeps_names,
        ..SnapshotOptions::default()
    };
    let (cluster, remarks) = snapshot.cluster(&options)?;
    Ok(ShapedMessage {
        study: Box::new(Study::from(cluster)),
        skipped: line_list(&remarks.problems),
        oversize_skipped: 0,
        oversize_clipped: 0,
        notes: Vec::new(),
        summary: format!("{}.", remarks.summary()),
        words: remarks.words(),
    })
}

fn in_slots(log: &SwfLog, shape: SlotsShape) -> Result<ShapedMessage, String> {
    let options = SwfOptions {
        machine_nodes: Some(shape.machine_nodes),
        slot_seconds: shape.slot_seconds,
        book_ahead: shape.book_ahead,
        relax_slots: shape.relax_slots,
        relax_percent: shape.relax_percent,
        oversize: oversize(shape.clip),
    };
    let (study, report) = to_study(log, &options).map_err(|error| error.to_string())?;
    Ok(ShapedMessage {
        study: Box::new(study),
        skipped: line_list(&report.skipped),
        oversize_skipped: report.oversize_skipped,
        oversize_clipped: report.oversize_clipped,
        notes: Vec::new(),
        summary: String::new(),
        words: Vec::new(),
    })
}

fn on_cluster(read: &SacctLog, shape: ClusterShape) -> Result<ShapedMessage, String> {
    let options = ClusterOptions {
        nodes: Some(shape.machine_nodes),
        processors_per_node: if read.counts_nodes { 1 } else { shape.processors_per_node },
        oversize: oversize(shape.clip),
        share: f64::from(shape.advance_percent) / 100.0,
        seed: shape.seed,
        scheduler: shape.scheduler,
        ..ClusterOptions::default()
    };
    let (cluster, report) = to_cluster(&read.log, &options).map_err(|error| error.to_string())?;
    Ok(shaped(cluster, &report))
}

/// The jobs of an experiment, as a cluster that is there to hold them.
fn in_experiment(read: &SacctLog, shape: ExperimentShape) -> Result<ShapedMessage, String> {
    let listed = catalogue();
    let experiment = listed.get(shape.experiment as usize).ok_or("there is no such experiment")?;
    let choices = LogChoices {
        nodes: shape.machine_nodes,
        processors_per_node: if read.counts_nodes { Some(1) } else { shape.processors_per_node },
        ..LogChoices::default()
    };
    let (input, report) = log_input(&read.log, experiment, choices).map_err(|error| error.to_string())?;
    let workload = BatchWorkload::of(BatchSource::Jobs(input.jobs));
    Ok(shaped(BatchScenario::new(input.nodes, workload, BatchPolicy::default()), &report))
}

fn shaped(cluster: BatchScenario, report: &ClusterReport) -> ShapedMessage {
    ShapedMessage {
        study: Box::new(Study::from(cluster)),
        skipped: line_list(&report.skipped),
        oversize_skipped: 0,
        oversize_clipped: report.clipped,
        notes: report.notes(),
        summary: String::new(),
        words: Vec::new(),
    }
}

fn line_list(problems: &Problems) -> LineList {
    LineList { first: problems.kept.iter().map(|problem| (problem.line, problem.what.clone())).collect(), total: problems.total }
}
