//! A student's way through a lesson: pure state. It has no clock (seconds are given), and the page keeps the scenario on screen: every question comes
//! with the scenario as the student has it now.
//!
//! A page does this: it shows [`Session::here`]; asks [`Session::allows`] before it takes a change; tells [`Session::look`] while the scenario changes;
//! passes an answer to [`Session::answer`]; shows [`Session::revealed`] once [`Session::is_settled`]; goes on with [`Session::next`], and shows
//! [`Session::here`] where a step begins.

use crate::answers::{candidates, judge};
use crate::evaluate::Context;
use crate::levers::{self, Locked};
use crate::model::{Ask, Hidden, Lesson, Step, Task};
use crate::prose::Prose;
use crate::record::{Given, Record, State};
use crate::situation::Situation;
use crate::{hash, seed, show};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::Scenario;
use bookahead_formats::link::{self, Opened, Shared, View};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub use crate::answers::{Judged, Outcome, Part};

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

/// What is kept between two visits.
#[derive(Serialize, Deserialize)]
struct Saved {
    lesson: u32,
    name: String,
    at: Place,
    left: Vec<Option<String>>,
    records: Vec<Record>,
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

    fn at(
        lesson: Arc<Lesson>,
        name: String,
        at: Place,
        left: Vec<Option<Scenario>>,
        records: Vec<Record>,
    ) -> Result<Self, ScenarioError> {
        let start = start_of(&lesson, &name, &left, at.step)?;
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
        match &self.left[self.at.step] {
            // What was shown once can be shown again.
            Some(scenario) => self.shown(scenario, self.settled()).unwrap_or_else(|_| self.start.clone()),
            None => self.start.clone(),
        }
    }

    /// What is to be shown once the task is settled: the scenario `now` under the policy that the answer reveals, and what else it reveals.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn revealed(&self, now: &Scenario) -> Result<Opened, ScenarioError> {
        let mut scenario = now.clone();
        if let Some(task) = self.task() {
            show::put_policies(&task.reveal, &mut scenario)?;
        }
        self.shown(&scenario, self.at.task + 1)
    }

    /// How many tasks of this step are settled.
    fn settled(&self) -> usize {
        self.at.task + usize::from(self.is_settled())
    }

    /// The scenario `now` as the first tasks of this step have it shown.
    fn shown(&self, now: &Scenario, tasks: usize) -> Result<Opened, ScenarioError> {
        let mut opened = Opened { scenario: now.clone(), ..self.start.clone() };
        for task in self.step().tasks.iter().take(tasks) {
            show::put_view(&task.reveal, &mut opened)?;
        }
        Ok(opened)
    }

    /// The scenario that changes are counted from: that of the start, under the policy that was revealed last.
    fn base(&self) -> Result<Scenario, ScenarioError> {
        let mut base = self.start.scenario.clone();
        for task in self.step().tasks.iter().take(self.settled()) {
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

    /// Whether the student may change the scenario to `now`. After the answer of the last task nothing is locked any more.
    ///
    /// # Errors
    /// What may be changed instead.
    pub fn allows(&self, now: &Scenario) -> Result<(), Locked> {
        match self.base() {
            Ok(base) => levers::check(&base, now, &self.step().allow),
            Err(_) => Ok(()),
        }
    }

    /// What can be given as an answer, with its words: the lines of a choice, the things that can be picked. Empty where something is typed or changed.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn candidates(&self, now: &Scenario) -> Result<Vec<(Given, String)>, ScenarioError> {
        let Some(task) = self.task() else { return Ok(Vec::new()) };
        let before = Situation::planned(&self.shown(now, self.at.task)?)?;
        Ok(candidates(task, &before))
    }

    /// What an answer would be worth; nothing is recorded. With [`Given::Scenario`] it tells while the scenario changes which parts of a condition hold.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn look(&self, given: &Given, now: &Scenario) -> Result<Judged, ScenarioError> {
        let Some(task) = self.task() else { return Ok(Judged::default()) };
        // A change is judged before the reveal, anything else after it.
        let shown = if let Ask::Do(_) = task.ask { self.shown(now, self.at.task)? } else { self.revealed(now)? };
        let edits = levers::changes(&self.base()?, now).len();
        let context = Context { now: &Situation::planned(&shown)?, begun: &self.begun, edits, it: None };
        Ok(judge(task, given, &context))
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

    /// The right answer, where one can be listed: after [`Session::show_me`] the page marks it.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn right(&self, now: &Scenario) -> Result<Option<Given>, ScenarioError> {
        for (given, _) in self.candidates(now)? {
            if self.look(&given, now)?.outcome == Outcome::Right {
                return Ok(Some(given));
            }
        }
        Ok(None)
    }

    /// Whether something comes after this task.
    pub fn has_next(&self) -> bool {
        self.at.task + 1 < self.stops() || self.at.step + 1 < self.lesson.steps.len()
    }

    /// Tasks of this step, and the text behind them.
    fn stops(&self) -> usize {
        self.step().tasks.len() + usize::from(!self.step().text.is_empty() || self.step().tasks.is_empty())
    }

    /// Goes on to the next task, text or step; `now` is the scenario as the student leaves it. Tells whether a step begins, whose [`Session::here`] is to be
    /// shown then.
    ///
    /// # Errors
    /// The next scenario cannot be planned.
    pub fn next(&mut self, now: &Scenario) -> Result<bool, ScenarioError> {
        if self.at.task + 1 < self.stops() {
            self.at.task += 1;
            return Ok(false);
        }
        let next = self.at.step + 1;
        if next < self.lesson.steps.len() { self.go_to(next, now).map(|()| true) } else { Ok(false) }
    }

    /// Goes to a step, at its first task that is not settled.
    ///
    /// # Errors
    /// Its scenario cannot be planned.
    pub fn go_to(&mut self, step: usize, now: &Scenario) -> Result<(), ScenarioError> {
        let step = step.min(self.lesson.steps.len() - 1);
        let mut left = self.left.clone();
        left[self.at.step] = Some(now.clone());
        let is_open = |task: &usize| self.records[self.lesson.number_of(step, *task)].state == State::Open;
        let tasks = self.lesson.steps[step].tasks.len();
        let last = if self.lesson.steps[step].text.is_empty() { tasks.saturating_sub(1) } else { tasks };
        let at = Place { step, task: (0..tasks).find(is_open).unwrap_or(last) };
        *self = Self::at(Arc::clone(&self.lesson), self.name.clone(), at, left, self.records.clone())?;
        Ok(())
    }

    /// Begins the step again: its scenario is as it was given. Answers stay recorded.
    pub fn start_again(&mut self) {
        self.left[self.at.step] = None;
    }

    /// The session as text, for the browser's storage; `now` is the scenario on screen.
    pub fn save(&self, now: &Scenario) -> String {
        let link = |scenario: &Scenario| link::encode(&Shared { scenario: scenario.clone(), view: View::first(scenario) });
        let mut left: Vec<Option<String>> = self.left.iter().map(|left| left.as_ref().map(link)).collect();
        left[self.at.step] = Some(link(now));
        let saved =
            Saved { lesson: hash::of(&self.lesson), name: self.name.clone(), at: self.at, left, records: self.records.clone() };
        // Plain data always has a JSON form; without one the lesson begins anew.
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Goes on with a saved session at [`Session::here`]; `None` if it is of another lesson, or of another state of this one.
    pub fn resume(lesson: Arc<Lesson>, saved: &str) -> Option<Self> {
        let Saved { lesson: hash, name, at, left, records } = serde_json::from_str(saved).ok()?;
        let fits = hash == hash::of(&lesson) && left.len() == lesson.steps.len() && records.len() == lesson.tasks();
        let is_place = lesson.steps.get(at.step).is_some_and(|step| at.task <= step.tasks.len());
        if !fits || !is_place {
            return None;
        }
        let open = |left: Option<String>| left.and_then(|text| link::decode(&text).ok()).map(|opened| opened.scenario);
        Self::at(lesson, name, at, left.into_iter().map(open).collect(), records).ok()
    }
}

/// A step as it begins.
fn start_of(lesson: &Lesson, name: &str, left: &[Option<Scenario>], step: usize) -> Result<Opened, ScenarioError> {
    let before = step.checked_sub(1);
    let kept = before.and_then(|before| left.get(before)?.clone());
    let mut opened = match (&lesson.steps[step].scenario, before) {
        (Some(opened), _) if lesson.head.is_seeded => {
            Opened { scenario: seed::drawn_for(&opened.scenario, seed::of_name(name))?, ..opened.clone() }
        }
        (Some(opened), _) => opened.clone(),
        (None, Some(before)) => {
            let scenario = match kept {
                Some(scenario) => scenario,
                None => start_of(lesson, name, left, before)?.scenario,
            };
            Opened { view: View::first(&scenario), scenario, second: None }
        }
        (None, None) => return Err(ScenarioError::new(FieldPath::new("scenario"), "nothing", "a scenario for the first step")),
    };
    show::put(&lesson.steps[step].show, &mut opened)?;
    Ok(opened)
}
