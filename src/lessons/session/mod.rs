//! A student's way through a lesson: pure state. It has no clock (seconds are given), and the page keeps the scenario on screen: every question comes
//! with the scenario as the student has it now.
//!
//! A page does this: it shows [`Session::here`]; asks [`Session::allows`] before it takes a change; tells [`Session::look`] while the scenario changes;
//! passes an answer to [`Session::answer`]; shows [`Session::revealed`] once [`Session::is_settled`]; goes on with [`Session::next`], and shows
//! [`Session::here`] where a step begins.

mod lines;
mod saved;
mod score;
mod start;
mod way;

use crate::answers::{candidates, judge, right_order};
use crate::evaluate::Context;
use crate::levers::{self, Locked};
use crate::model::{Ask, Hidden, Lesson, Step, Task};
use crate::prose::Prose;
use crate::record::{Given, Record, State};
use crate::recorded::{Recorded, record};
use crate::situation::{Situation, Value};
use crate::{show, view};
use bookahead_engine::{Scenario, ScenarioError};
use bookahead_formats::link::Opened;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub use crate::answers::{Judged, Outcome, Part};
pub use score::Score;

/// Where a student is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The step, from 0.
    pub step: usize,
    /// Its task, from 0; behind the last one where the text after it is read.
    pub task: usize,
}

/// A student's way through a lesson.
#[derive(Clone, Debug)]
pub struct Session {
    lesson: Arc<Lesson>,
    name: String,
    at: Place,
    /// By step: the scenario as the student left it.
    left: Vec<Option<Scenario>>,
    /// By task of all steps.
    records: Vec<Record>,
    /// The step as it began.
    start: Opened,
    begun: Situation,
}

impl Session {
    /// Begins a lesson. The name is what the student gives, and may be empty; a lesson with `seed: each student` draws its requests from it.
    ///
    /// # Errors
    /// The first scenario cannot be planned.
    pub fn new(lesson: Arc<Lesson>, name: &str) -> Result<Self, ScenarioError> {
        let left = vec![None; lesson.steps.len()];
        let records = vec![Record::default(); lesson.tasks()];
        Self::at(lesson, name.to_string(), Place::default(), left, records)
    }

    /// A session at a place; `left` has one for each step, `records` one for each task.
    pub(crate) fn at(
        lesson: Arc<Lesson>,
        name: String,
        at: Place,
        left: Vec<Option<Scenario>>,
        records: Vec<Record>,
    ) -> Result<Self, ScenarioError> {
        let start = start::of(&lesson, &name, &left, at.step)?;
        let begun = Situation::planned(&start)?;
        Ok(Self { lesson, name, at, left, records, start, begun })
    }

    /// The lesson.
    pub fn lesson(&self) -> &Arc<Lesson> {
        &self.lesson
    }

    /// The name that the student gave.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the student is.
    pub fn place(&self) -> Place {
        self.at
    }

    /// The step that the student is in.
    pub fn step(&self) -> &Step {
        &self.lesson.steps[self.at.step]
    }

    /// The task; `None` where a text is only read.
    pub fn task(&self) -> Option<&Task> {
        self.step().tasks.get(self.at.task)
    }

    /// What the student did in each task, in the order of all steps.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// What the student did in this task.
    pub fn record(&self) -> Option<&Record> {
        self.task()?;
        self.records.get(self.lesson.number_of(self.at.step, self.at.task))
    }

    fn record_mut(&mut self) -> Option<&mut Record> {
        self.task()?;
        let number = self.lesson.number_of(self.at.step, self.at.task);
        self.records.get_mut(number)
    }

    /// The scenario and what is on screen when the step begins, with what `show:` says.
    pub fn start(&self) -> &Opened {
        &self.start
    }

    /// Whether the outcome of this task is shown and nothing more is to be answered; also where there is no task.
    pub fn is_settled(&self) -> bool {
        self.record().is_none_or(|record| record.state != State::Open)
    }

    /// Whether the first of two votes was given.
    pub fn awaits_second_vote(&self) -> bool {
        let is_twice = self.task().is_some_and(|task| task.ask == Ask::Predict { twice: true });
        is_twice && self.record().is_some_and(|record| record.first.is_some() && record.state == State::Open)
    }

    /// What is to be shown when the student comes here: the scenario as it was left here, else as the step begins.
    pub fn here(&self) -> Opened {
        // What the lesson shows was tried when it was read.
        self.shown(self.left[self.at.step].as_ref().unwrap_or(&self.start.scenario)).unwrap_or_else(|_| self.start.clone())
    }

    /// What is to be shown of the scenario `now`: what the step shows, and what the tasks that are settled have revealed. A task that asks for a change shows
    /// the whole plan.
    ///
    /// # Errors
    /// The scenario does not have what is shown.
    pub fn shown(&self, now: &Scenario) -> Result<Opened, ScenarioError> {
        self.view(now, self.is_settled())
    }

    /// What is to be shown once the task is settled: the scenario `now` under the policy that the answer reveals, and what else it reveals.
    ///
    /// # Errors
    /// The scenario does not have what is shown.
    pub fn revealed(&self, now: &Scenario) -> Result<Opened, ScenarioError> {
        let mut scenario = now.clone();
        if let Some(task) = self.task() {
            show::put_policies(&task.reveal, &mut scenario)?;
        }
        self.view(&scenario, true)
    }

    fn view(&self, now: &Scenario, is_revealed: bool) -> Result<Opened, ScenarioError> {
        let mut opened = Opened { scenario: now.clone(), ..self.start.clone() };
        for (at, task) in self.step().tasks.iter().enumerate().take(self.at.task + 1) {
            if at == self.at.task && matches!(task.ask, Ask::Do(_) | Ask::Bet) {
                view::put_step(&mut opened, None);
            }
            if at < self.at.task || is_revealed {
                show::put_view(&task.reveal, &mut opened)?;
            }
        }
        Ok(opened)
    }

    /// The scenario that changes are counted from: that of the start, under the policy that was revealed last.
    pub(crate) fn base(&self) -> Result<Scenario, ScenarioError> {
        let mut base = self.start.scenario.clone();
        for task in self.step().tasks.iter().take(self.at.task + usize::from(self.is_settled())) {
            show::put_policies(&task.reveal, &mut base)?;
        }
        Ok(base)
    }

    /// What is hidden now: until the bet of the step is placed, or without one until its last task is answered.
    pub fn hidden(&self) -> Hidden {
        let tasks = &self.step().tasks;
        let until = tasks.iter().rposition(|task| task.ask == Ask::Bet).unwrap_or(tasks.len().saturating_sub(1));
        let is_past = self.at.task > until || self.at.task == until && self.is_settled();
        if is_past { Hidden::default() } else { self.step().hide }
    }

    /// Whether the student may change the scenario to `now`.
    ///
    /// # Errors
    /// What may be changed instead.
    pub fn allows(&self, now: &Scenario) -> Result<(), Locked> {
        match self.base() {
            Ok(base) => levers::check(&base, now, &self.step().allow),
            Err(_) => Ok(()),
        }
    }

    /// What was changed by hand up to `now`, as the solution of the task.
    ///
    /// # Errors
    /// The step's scenario is out of bounds.
    pub fn recorded(&self, now: &Scenario) -> Result<Recorded, ScenarioError> {
        Ok(record(&self.base()?, now, &self.step().allow))
    }

    /// What can be given as an answer, with its words: the lines of a choice, the things that can be picked. Empty where something is typed or changed.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn candidates(&self, now: &Scenario) -> Result<Vec<(Given, String)>, ScenarioError> {
        match self.task() {
            Some(task) => Ok(candidates(task, &self.before(now)?)),
            None => Ok(Vec::new()),
        }
    }

    /// The plan before the answer.
    pub(crate) fn before(&self, now: &Scenario) -> Result<Situation, ScenarioError> {
        Ok(Situation::planned(&self.view(now, false)?)?.with_lines(self.lines(now, false)?))
    }

    /// What an answer would be worth; nothing is recorded. With [`Given::Scenario`] it tells while the scenario changes which parts of a condition hold.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn look(&self, given: &Given, now: &Scenario) -> Result<Judged, ScenarioError> {
        let Some(task) = self.task() else { return Ok(Judged::default()) };
        let (shown, edits) = self.judged_by(now)?;
        Ok(judge(task, given, &self.context(&shown, edits)))
    }

    /// By what an answer is judged: the plan, and how many things were changed.
    pub(crate) fn judged_by(&self, now: &Scenario) -> Result<(Situation, usize), ScenarioError> {
        // A change is judged before the reveal, anything else after it.
        let is_change = self.task().is_some_and(|task| matches!(task.ask, Ask::Do(_)));
        let shown = if is_change { self.view(now, false)? } else { self.revealed(now)? };
        // Which line comes next is asked before the reveal shows it.
        let situation = Situation::planned(&shown)?.with_lines(self.lines(now, false)?);
        Ok((situation, levers::changes(&self.base()?, now).len()))
    }

    /// In what the expressions of this task are evaluated.
    pub(crate) fn context<'a>(&'a self, now: &'a Situation, edits: usize) -> Context<'a> {
        Context { now, begun: &self.begun, edits, it: None }
    }

    /// Takes an answer, `seconds` after the task or the answer before was shown.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn answer(&mut self, given: Given, now: &Scenario, seconds: u32) -> Result<Judged, ScenarioError> {
        let judged = self.look(&given, now)?;
        let is_second = self.awaits_second_vote();
        let is_first_of_two = self.task().is_some_and(|task| task.ask == Ask::Predict { twice: true }) && !is_second;
        let is_settled = self.is_settled();
        let Some(record) = self.record_mut().filter(|_| !is_settled) else { return Ok(judged) };
        record.seconds = record.seconds.saturating_add(seconds);
        record.tries = record.tries.saturating_add(1);
        if is_second {
            record.second = Some(given);
        } else if record.first.is_none() {
            record.first = Some(given);
        }
        if is_first_of_two {
            return Ok(Judged { outcome: Outcome::Voted, ..Judged::default() });
        }
        record.state = match judged.outcome {
            Outcome::Right if record.tries == 1 => State::First,
            Outcome::Right => State::Later,
            Outcome::Missed => State::Shown,
            Outcome::Again | Outcome::Voted => State::Open,
        };
        Ok(judged)
    }

    /// Shows one more hint; `None` if there is none left.
    pub fn hint(&mut self) -> Option<&Prose> {
        let all = self.task()?.hints.len();
        let record = self.record_mut()?;
        let next = record.hints;
        record.hints = (next + 1).min(all);
        self.task()?.hints.get(next)
    }

    /// The hints that were shown.
    pub fn hints(&self) -> &[Prose] {
        let shown = self.record().map_or(0, |record| record.hints);
        self.task().map_or(&[], |task| &task.hints[..shown.min(task.hints.len())])
    }

    /// Gives the task up: the scenario after each change of its solution, to be played one after the other; none where nothing is to be changed. The
    /// outcome may be shown then.
    ///
    /// # Errors
    /// A change leads out of bounds.
    pub fn show_me(&mut self) -> Result<Vec<Scenario>, ScenarioError> {
        let solution = match self.task() {
            Some(task) => levers::played(&self.base()?, &task.solution)?,
            None => Vec::new(),
        };
        if let Some(record) = self.record_mut().filter(|record| record.state == State::Open) {
            record.state = State::Shown;
        }
        Ok(solution)
    }

    /// The right answer, where one can be listed or computed: the page tells it after a wrong prediction and after [`Session::show_me`].
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn right(&self, now: &Scenario) -> Result<Option<Given>, ScenarioError> {
        for (given, _) in self.candidates(now)? {
            if self.look(&given, now)?.outcome == Outcome::Right {
                return Ok(Some(given));
            }
        }
        let Some(task) = self.task() else { return Ok(None) };
        let (shown, _) = self.judged_by(now)?;
        let context = self.context(&shown, 0);
        if task.ask == Ask::Order {
            return Ok(right_order(task, &context).map(Given::Order));
        }
        let number = task.answer.as_ref().and_then(|answer| context.value(&answer.value).ok());
        Ok(match (&task.ask, number) {
            (Ask::Number, Some(Value::Number(number))) => Some(Given::Number(number)),
            (Ask::Place(_), Some(Value::Number(number))) => Some(Given::Start(number as u32)),
            _ => None,
        })
    }
}
