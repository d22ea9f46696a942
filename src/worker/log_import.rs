//! Import of a workload log: reads it in steps, keeps it, and converts it into requests whenever the options change.

use super::messages::{LineList, LogMessage, ShapeMessage, ShapedMessage};
use crate::formats::swf::{Oversize, Problems, Progress, SwfLog, SwfOptions, SwfReader, to_study};

/// A log on its way in, or read.
#[derive(Default)]
pub enum LogImport {
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
    Read(Result<LogMessage, String>),
}

impl LogImport {
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
                let message = LogMessage {
                    computer: log.header.computer.clone(),
                    machine_nodes: log.machine_nodes(),
                    jobs: log.jobs.len() as u32,
                    problems: line_list(&log.problems),
                };
                *self = Self::Read(Box::new(log));
                Ok(message)
            }
            Err(error) => Err(error.to_string()),
        })
    }

    /// The log as requests.
    ///
    /// # Errors
    /// No log is read, or its jobs cannot become requests under these options; in words.
    pub fn shape(&self, shape: ShapeMessage) -> Result<ShapedMessage, String> {
        let Self::Read(log) = self else { return Err("no log has been read".to_string()) };
        let options = SwfOptions {
            machine_nodes: Some(shape.machine_nodes),
            slot_seconds: shape.slot_seconds,
            book_ahead: shape.book_ahead,
            relax_slots: shape.relax_slots,
            relax_percent: shape.relax_percent,
            oversize: if shape.clip { Oversize::Clip } else { Oversize::Skip },
        };
        let (study, report) = to_study(log, &options).map_err(|error| error.to_string())?;
        Ok(ShapedMessage {
            study: Box::new(study),
            skipped: line_list(&report.skipped),
            oversize_skipped: report.oversize_skipped,
            oversize_clipped: report.oversize_clipped,
        })
    }
}

fn line_list(problems: &Problems) -> LineList {
    LineList { first: problems.kept.iter().map(|problem| (problem.line, problem.what.clone())).collect(), total: problems.total }
}
