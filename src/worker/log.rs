//! Bringing in a workload log: read in pieces, kept, and turned into requests as often as the options change.

use super::body::{LineList, LogBody, ShapeBody, ShapedBody};
use crate::engine::workload::Source;
use crate::import::swf::{Oversize, Problems, Progress, SwfLog, SwfOptions, SwfReader, to_workload};
use std::sync::Arc;

/// A log on its way in, or read.
#[derive(Default)]
pub enum LogDesk {
    /// No log.
    #[default]
    Empty,
    /// Being read.
    Reading(Box<SwfReader>),
    /// Read.
    Read(Box<SwfLog>),
}

/// What came of a piece of reading.
#[derive(Debug)]
pub enum LogStep {
    /// Nothing to read.
    Idle,
    /// More to read.
    Reading(Progress),
    /// The log is read, or cannot be.
    Read(Result<LogBody, String>),
}

impl LogDesk {
    /// Starts on a file.
    pub fn open(&mut self, file: Vec<u8>) {
        *self = Self::Reading(Box::new(SwfReader::new(file)));
    }

    /// Reads up to so many lines.
    pub fn step(&mut self, lines: usize) -> LogStep {
        let Self::Reading(reader) = self else { return LogStep::Idle };
        match reader.step(lines) {
            Ok(progress) if !progress.done => return LogStep::Reading(progress),
            Err(error) => {
                *self = Self::Empty;
                return LogStep::Read(Err(error.to_string()));
            }
            Ok(_) => {}
        }
        let Self::Reading(reader) = std::mem::take(self) else { return LogStep::Idle };
        LogStep::Read(match reader.finish() {
            Ok(log) => {
                let body = LogBody {
                    computer: log.header.computer.clone(),
                    machine_nodes: log.machine_nodes(),
                    jobs: log.jobs.len() as u32,
                    problems: line_list(&log.problems),
                };
                *self = Self::Read(Box::new(log));
                Ok(body)
            }
            Err(error) => Err(error.to_string()),
        })
    }

    /// The log as requests.
    ///
    /// # Errors
    /// No log is read, or its jobs cannot become requests under these options; in words.
    pub fn shape(&self, body: ShapeBody) -> Result<ShapedBody, String> {
        let Self::Read(log) = self else { return Err("no log has been read".to_string()) };
        let options = SwfOptions {
            machine_nodes: Some(body.machine_nodes),
            slot_seconds: body.slot_seconds,
            book_ahead: body.book_ahead,
            relax_slots: body.relax_slots,
            relax_percent: body.relax_percent,
            oversize: if body.clip { Oversize::Clip } else { Oversize::Skip },
        };
        let (machine, workload, report) = to_workload(log, &options).map_err(|error| error.to_string())?;
        let requests = match workload.source {
            Source::Requests(requests) => requests,
            Source::Generator(_) => Arc::default(),
        };
        Ok(ShapedBody {
            machine,
            requests,
            skipped: line_list(&report.skipped),
            oversize_skipped: report.oversize_skipped,
            oversize_clipped: report.oversize_clipped,
        })
    }
}

fn line_list(problems: &Problems) -> LineList {
    LineList { first: problems.kept.iter().map(|problem| (problem.line, problem.what.clone())).collect(), total: problems.total }
}
