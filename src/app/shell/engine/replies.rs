//! What the engines tell the page, and what the page knows of them.

use super::study_queue::StudyQueue;
use super::transport::Engine;
use crate::engine::Study;
use crate::engine::core::compare::PlanComparison;
use crate::engine::core::compared::PolicyRow;
use crate::engine::study::{StudyKind, StudySnapshot};
use crate::state::Shown;
use crate::worker::messages::{Compared, LogMessage, Progress, Reply, ShapedMessage, Snapshot, Update, WorkKind};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use yew::Callback;

/// What the engines tell the page.
#[derive(Clone)]
pub enum EngineEvent {
    /// A plan of the newest scenario asked for, or of one shortly before it.
    Shown(Shown),
    /// What was asked for beside a plan, by a command of this number.
    Snapshot(u32, StudySnapshot),
    /// The plan of a study if it changed, the one it is compared with if that did, and their comparison.
    Compared(StudyKind, Option<Shown>, Option<Shown>, Rc<PlanComparison>),
    /// Nothing is compared in a system any more.
    NotCompared(StudyKind),
    /// A part of the table of the policies of this study.
    Policy(Arc<Study>, PolicyRow),
    /// There is no plan of a system to show until the next one.
    Lost(StudyKind),
    /// Planning takes longer: share done; `None` when it is finished.
    Progress(Option<f64>),
    /// Whether the user stopped the planning of a system's newest study.
    Stopped(StudyKind, bool),
    /// The scenario cannot be planned.
    Invalid(String),
    /// An engine died and was replaced; `given_up` when it died twice over the same scenario.
    Died {
        /// Whether it stays down until the scenario changes.
        given_up: bool,
    },
    /// The worker cannot be loaded; the page does its work from now on.
    NoWorker,
    /// Reading a log: share done, jobs found.
    LogProgress(f64, u32),
    /// A log was read, or cannot be.
    LogRead(Result<LogMessage, String>),
    /// There is no log any more.
    LogDropped,
    /// The log as requests, or why it cannot be.
    LogShaped(Result<ShapedMessage, String>),
}

/// What the page knows of the engines.
pub struct Client {
    /// The engine in the page, once it is needed.
    pub page: Option<Rc<dyn Engine>>,
    /// The worker.
    pub worker: Option<Rc<dyn Engine>>,
    /// Who listens.
    pub on_event: Callback<EngineEvent>,
    /// What is asked for, by system.
    pub queues: BTreeMap<StudyKind, StudyQueue>,
    /// Number of the last command.
    pub number: u32,
    /// Engines that died since the last answer.
    pub deaths_in_a_row: u32,
    /// The log that is read or has been read last; `None` once it is dropped. What is still told of another one is not heard.
    pub log: Option<u32>,
    /// Whether the worker is to be asked when the frame is painted.
    pub asks_soon: bool,
    /// Whether there is a worker, or can be: until one could not be loaded.
    pub has_worker: bool,
}

impl Client {
    /// The queue of a system.
    pub fn queue(&mut self, kind: StudyKind) -> &mut StudyQueue {
        self.queues.entry(kind).or_insert_with(|| StudyQueue::new(kind))
    }

    /// The number of the next command.
    pub fn next_number(&mut self) -> u32 {
        self.number += 1;
        self.number
    }

    /// Takes in a reply; the event for the page.
    pub fn receive(&mut self, reply: Reply) -> Option<EngineEvent> {
        match reply {
            Reply::Update(number, Update::Study(update)) => {
                let kind = update.kind();
                let queue = self.queue(kind);
                // `None` for a reply from before everything was asked for again.
                let study = queue.study_of(number)?;
                match queue.copy.take(update, &study) {
                    Some(shown) => {
                        let shown = shown?;
                        if shown.is_complete() && queue.is_answered_by(&shown) {
                            queue.close(number);
                            self.deaths_in_a_row = 0;
                        }
                        Some(EngineEvent::Shown(shown))
                    }
                    // What is here and what the engine sends do not belong together: better nothing than something wrong.
                    None => {
                        queue.start_over();
                        Some(EngineEvent::Lost(kind))
                    }
                }
            }
            Reply::Update(number, Update::Other(update)) => {
                let kind = update.kind();
                let queue = self.queue(kind);
                let other = queue.other_of(number)?;
                if queue.other_copy.take(update, &other).is_some() {
                    return None;
                }
                queue.start_over();
                Some(EngineEvent::Lost(kind))
            }
            Reply::Update(number, Update::Compared(kind, compared)) => {
                let Compared { own, other, comparison } = *compared;
                let queue = self.queue(kind);
                let (study, other_study) = (queue.study_of(number), queue.other_of(number)?);
                let other = other.map(|update| queue.other_copy.take(update, &other_study).flatten());
                let own = own.zip(study).map(|(update, study)| queue.copy.take(update, &study).flatten());
                if other.as_ref().is_some_and(Option::is_none) || own.as_ref().is_some_and(Option::is_none) {
                    queue.start_over();
                    return Some(EngineEvent::Lost(kind));
                }
                queue.close(number);
                self.deaths_in_a_row = 0;
                Some(EngineEvent::Compared(kind, own.flatten(), other.flatten(), Rc::new(comparison)))
            }
            Reply::Update(number, Update::Policy(kind, row)) => {
                let study = self.queue(kind).study_of_last(number)?;
                Some(EngineEvent::Policy(study, row))
            }
            Reply::Snapshot(number, Snapshot::Study(snapshot)) => {
                let is_wanted = self.queue(snapshot.kind()).takes_snapshot(number);
                is_wanted.then_some(EngineEvent::Snapshot(number, snapshot))
            }
            Reply::Progress(number, Progress { kind: WorkKind::Study(kind), share, is_done, .. }) => {
                let queue = self.queue(kind);
                let is_current = queue.is_current(number);
                if is_done {
                    queue.finish(number);
                }
                is_current.then_some(EngineEvent::Progress((!is_done).then_some(share)))
            }
            Reply::Failed(number, WorkKind::Study(kind), message) => {
                let queue = self.queue(kind);
                let is_current = queue.is_current(number);
                queue.refuse(number);
                is_current.then_some(EngineEvent::Invalid(message))
            }
            Reply::Progress(number, Progress { kind: WorkKind::Log, share, jobs, .. }) => {
                (self.log == Some(number)).then_some(EngineEvent::LogProgress(share, jobs))
            }
            Reply::Update(number, Update::Log(log)) => (self.log == Some(number)).then_some(EngineEvent::LogRead(Ok(log))),
            Reply::Snapshot(_, Snapshot::Log(shaped)) => Some(EngineEvent::LogShaped(Ok(shaped))),
            Reply::Failed(number, WorkKind::Log, problem) => match self.log {
                Some(log) if number == log => Some(EngineEvent::LogRead(Err(problem))),
                // What was asked of this log; a smaller number is of one that was opened before.
                Some(log) if number > log => Some(EngineEvent::LogShaped(Err(problem))),
                _ => None,
            },
            // Experiments and files of plans have workers of their own.
            Reply::Ready
            | Reply::Busy(_)
            | Reply::Rest(_)
            | Reply::Update(_, Update::Unit(..) | Update::File(_) | Update::Check(_))
            | Reply::Progress(_, Progress { kind: WorkKind::Unit | WorkKind::File, .. })
            | Reply::Failed(_, WorkKind::Unit | WorkKind::File, _) => None,
        }
    }
}
