//! The queue of commands about one study: what waits, which engine works on it, and what that engine already holds.

use super::worker_engine::now;
use crate::engine::Study;
use crate::engine::core::compared::Beside;
use crate::engine::study::{StudyKind, StudyQuery};
use crate::state::{PlanCopy, Shown};
use crate::worker::messages::{Command, Query, Work};
use std::sync::Arc;

/// Largest study that is planned in the page, by [`Study::size`].
pub const LOCAL_SIZE_MAX: usize = 20_000;
/// A plan under way for longer than this is dropped when a newer scenario waits; until then it is finished and shown. In milliseconds.
const PATIENCE_MS: f64 = 300.0;
/// The worker gets what took the page longer than a frame so many times in a row: once may be the machine's fault.
const OVERRUNS: u32 = 3;

/// Where the two engines are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum EngineLocation {
    /// The one in the page.
    Page,
    /// The worker.
    Worker,
}

/// A study to be planned, what is to be seen beside its plan, and what stands beside it.
pub type StudyTask = (Arc<Study>, StudyQuery, BesideTask);

/// What stands beside a study.
pub type BesideTask = Beside<Arc<Study>>;

/// Commands about a study, and the copy of the plan that the replies make.
pub struct StudyQueue {
    /// The newest plan.
    pub copy: PlanCopy,
    /// The newest plan that it is compared with.
    pub other_copy: PlanCopy,
    kind: StudyKind,
    /// Where the last command went; the copy is of that engine's plan.
    location: EngineLocation,
    /// What that engine was sent last.
    known: Option<Arc<Study>>,
    /// What that engine was told last to put beside it.
    known_beside: BesideTask,
    /// The plans compared with, by the commands that asked for them, oldest first.
    others: Vec<(u32, Option<Arc<Study>>)>,
    /// What the page does not plan by itself any more, whatever is edited in it.
    too_much: Option<Arc<Study>>,
    overruns: u32,
    /// The study whose planning the user stopped.
    stopped: Option<Arc<Study>>,
    /// Commands without a reply, oldest first; only the last is still worked on.
    asked: Vec<Asked>,
    waiting: Option<StudyTask>,
    newest: Option<StudyTask>,
    /// What the present drag or change began with.
    edited: Option<Arc<Study>>,
    /// The command answered last.
    answered: u32,
    /// Whether all work on the last command is done, also what was asked for beside the plan.
    is_done: bool,
}

struct Asked {
    number: u32,
    at: f64,
    /// Whether it asks for nothing but a snapshot.
    is_query: bool,
    study: Arc<Study>,
}

impl StudyQueue {
    /// Nothing is asked for.
    pub fn new(kind: StudyKind) -> Self {
        Self {
            copy: PlanCopy::new(kind),
            other_copy: PlanCopy::new(kind),
            known_beside: Beside::default(),
            others: Vec::new(),
            kind,
            location: EngineLocation::Page,
            known: None,
            too_much: None,
            overruns: 0,
            stopped: None,
            asked: Vec::new(),
            waiting: None,
            newest: None,
            edited: None,
            answered: 0,
            is_done: true,
        }
    }

    /// The next study to be put is an edit of the recorded one, or is that itself: a change that is done.
    pub fn edits(&mut self, recorded: &Arc<Study>, study: &Arc<Study>) {
        let is_same = |known: Option<&Arc<Study>>, study: &Arc<Study>| known.is_some_and(|known| Arc::ptr_eq(known, study));
        let is_drag = !Arc::ptr_eq(recorded, study);
        let goes_on = if is_drag { is_same(self.edited.as_ref(), recorded) } else { self.is_newest(study) };
        if !goes_on {
            self.copy.begin_edit();
        }
        if is_drag || !goes_on {
            self.edited = Some(Arc::clone(recorded));
        }
    }

    /// What is to be planned and seen instead of anything before. Whether nothing is compared any more where something was.
    pub fn put(&mut self, task: StudyTask) -> bool {
        let was_compared = self.newest.as_ref().is_some_and(|(.., beside)| beside.other.is_some());
        let is_compared = task.2.other.is_some();
        self.newest = Some(task.clone());
        // What was stopped stays so until the scenario changes, whatever else is to be seen of it.
        self.stopped.take_if(|stopped| !Arc::ptr_eq(stopped, &task.0));
        self.waiting = if self.is_stopped() { None } else { Some(task) };
        was_compared && !is_compared
    }

    /// Whether the user stopped the planning of the newest study.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// The user stops what is planned or waits; the engine that is at work on it, if one is.
    pub fn stop(&mut self) -> Option<EngineLocation> {
        if self.is_done && self.waiting.is_none() {
            return None;
        }
        self.stopped = self.newest.as_ref().map(|(study, ..)| Arc::clone(study));
        (self.waiting, self.is_done) = (None, true);
        self.forget();
        Some(self.location)
    }

    /// The user has what was stopped planned after all, from the start.
    pub fn resume(&mut self) {
        if self.stopped.take().is_some() {
            self.start_over();
        }
    }

    /// Whether a study is the newest.
    pub fn is_newest(&self, study: &Arc<Study>) -> bool {
        self.newest.as_ref().is_some_and(|(newest, ..)| Arc::ptr_eq(newest, study))
    }

    /// Whether a plan is what was asked for last.
    pub fn is_answered_by(&self, shown: &Shown) -> bool {
        self.newest.as_ref().is_none_or(|(_, query, _)| shown.answers(query))
    }

    /// Whether a reply to a command is still wanted.
    pub fn is_open(&self, number: u32) -> bool {
        self.asked.iter().any(|asked| asked.number == number)
    }

    /// Whether a command is the one that is worked on.
    pub fn is_current(&self, number: u32) -> bool {
        self.asked.last().is_some_and(|asked| asked.number == number)
    }

    /// Something was told beside the plan, in reply to a command; whether it is still wanted.
    pub fn takes_snapshot(&mut self, number: u32) -> bool {
        let asked = self.asked.iter().find(|asked| asked.number == number);
        let is_wanted = asked.is_some() || self.answered == number;
        if asked.is_some_and(|asked| asked.is_query) {
            self.close(number);
        }
        is_wanted
    }

    /// All work on a command is done.
    pub fn finish(&mut self, number: u32) {
        self.close(number);
        self.is_done |= self.asked.is_empty();
    }

    /// The study of an open command.
    pub fn study_of(&self, number: u32) -> Option<Arc<Study>> {
        self.asked.iter().find(|asked| asked.number == number).map(|asked| Arc::clone(&asked.study))
    }

    /// A command is answered, and with it those before.
    pub fn close(&mut self, number: u32) {
        self.answered = self.answered.max(number);
        let answered = self.answered;
        self.others.retain(|(of, _)| *of >= answered);
        self.asked.retain(|asked| asked.number > number);
    }

    /// The engine refused a command, and has forgotten the study.
    pub fn refuse(&mut self, number: u32) {
        self.close(number);
        self.known = None;
    }

    /// Which engine what waits is for; `None` if nothing waits, or the worker has not finished. Without a worker the page does everything.
    pub fn next_location(&self, has_worker: bool) -> Option<EngineLocation> {
        let (study, ..) = self.waiting.as_ref()?;
        if !has_worker {
            return Some(EngineLocation::Page);
        }
        let is_too_much = || self.too_much.as_ref().is_some_and(|too_much| too_much.has_source_of(study));
        if study.size() <= LOCAL_SIZE_MAX && !is_too_much() {
            return Some(EngineLocation::Page);
        }
        let is_busy =
            self.location == EngineLocation::Worker && self.asked.last().is_some_and(|asked| now() - asked.at < PATIENCE_MS);
        (!is_busy).then_some(EngineLocation::Worker)
    }

    /// What waits as commands to an engine, the last of them with this number.
    pub fn next(&mut self, number: u32, location: EngineLocation) -> Option<Vec<Command>> {
        let (study, query, beside) = self.waiting.take()?;
        if location != self.location {
            // What the one knows of requests and plan the other does not.
            self.location = location;
            self.forget();
        }
        let known = self.known.replace(Arc::clone(&study));
        let is_query = known.as_ref().is_some_and(|known| Arc::ptr_eq(known, &study));
        self.asked.push(Asked { number, at: now(), is_query, study: Arc::clone(&study) });
        self.is_done = false;
        self.others.push((number, beside.other.clone()));
        let to_put = (beside != self.known_beside).then(|| self.put_beside(beside));
        let command = match known {
            Some(_) if is_query => Command::Query(number, Query::Study(query)),
            Some(known) if known.has_source_of(&study) => Command::Edit(number, Box::new((*study).clone().without_list()), query),
            _ => Command::Open(number, Work::Study(Box::new((*study).clone()), query)),
        };
        Some(to_put.into_iter().chain([command]).collect())
    }

    /// The command that puts something beside the study.
    fn put_beside(&mut self, beside: BesideTask) -> Command {
        let Beside { other, other_is_a, with_table } = &beside;
        let other = other.as_ref().map(|other| (**other).clone().without_list());
        let put = Beside { other, other_is_a: *other_is_a, with_table: *with_table };
        self.known_beside = beside;
        Command::Beside(self.kind, Box::new(put))
    }

    /// The study whose plan is compared with the one that a command asked for; `None` if the command is of the past.
    pub fn other_of(&self, number: u32) -> Option<Arc<Study>> {
        self.others.iter().find(|(of, _)| *of == number)?.1.clone()
    }

    /// The study that the last command was about, if it has this number.
    pub fn study_of_last(&self, number: u32) -> Option<Arc<Study>> {
        self.others.last().filter(|(last, _)| *last == number).and(self.known.clone())
    }

    /// The page has worked on a command for as long as it may; whether that was too long again and again: then it, and all like it, waits for
    /// the worker.
    pub fn has_overrun(&mut self, number: u32) -> bool {
        if !self.is_open(number) {
            self.overruns = 0;
            return false;
        }
        self.overruns += 1;
        if self.overruns < OVERRUNS {
            return false;
        }
        self.overruns = 0;
        self.too_much = self.study_of(number);
        self.start_over();
        true
    }

    /// An engine is lost, and what it knew. The newest is asked for again unless it is `given_up`; what the page failed at is for the worker.
    pub fn lost(&mut self, location: EngineLocation, given_up: bool) {
        if self.location != location {
            return;
        }
        let (was_at_work, was_answered) = (!self.is_done, self.asked.is_empty());
        self.forget();
        self.is_done = true;
        if was_at_work && location == EngineLocation::Page {
            self.too_much = self.newest.as_ref().map(|(study, ..)| Arc::clone(study));
        }
        self.waiting = if given_up { None } else { self.newest.clone() };
        if was_at_work
            && was_answered
            && let Some((_, query, beside)) = &mut self.waiting
        {
            // It failed at what was asked for beside the plan: the plan alone is asked for again, until something changes.
            *query = StudyQuery::nothing(self.kind);
            *beside = Beside::default();
        }
    }

    /// What is here and what the engine sends do not belong together: everything is asked for again.
    pub fn start_over(&mut self) {
        self.forget();
        self.waiting = self.newest.clone();
    }

    /// Nothing the engine knows counts any more; what is on screen stays until something else comes.
    fn forget(&mut self) {
        self.asked.clear();
        self.others.clear();
        self.known = None;
        self.known_beside = Beside::default();
    }
}
