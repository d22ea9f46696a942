//! A student's way through a lesson: pure state. It has no clock (seconds are given), and the page keeps the scenario on screen: every question comes
//! with the scenario as the student has it now.
//!
//! A page does this: it opens [`Session::start`]; asks [`Session::allows`] before it takes a change; shows [`Session::look`] while the scenario changes;
//! passes an answer to [`Session::answer`]; shows [`Session::shown`] once [`Session::is_settled`]; goes on with [`Session::next`].

use crate::answers::{Context, candidates, judge};
use crate::levers::{self, Locked};
use crate::model::{Ask, Hidden, Lesson, Step, Task};
use crate::prose::Prose;
use crate::record::{Given, Record, State, Thing};
use crate::seed;
use crate::show;
use crate::situation::Situation;
use crate::hash;
use bookahead_engine::{Scenario, ScenarioError};
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
        let begun = Situation::of(&start)?;
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

    /// What is to be shown now: the scenario `now` with what the answered tasks of this step have revealed.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn shown(&self, now: &Scenario) -> Result<Opened, ScenarioError> {
        let settled = self.at.task + usize::from(self.is_settled());
        self.revealed(now, settled)
    }

    /// The scenario with what the first tasks of this step reveal.
    fn revealed(&self, now: &Scenario, tasks: usize) -> Result<Opened, ScenarioError> {
        let mut opened = Opened { scenario: now.clone(), ..self.start.clone() };
        for task in self.step().tasks.iter().take(tasks) {
            show::apply(&task.reveal, &mut opened)?;
        }
        Ok(opened)
    }

    /// The scenario that changes are counted from: that of the start, under the policy that was revealed last.
    fn base(&self) -> Result<Scenario, ScenarioError> {
        Ok(self.shown(&self.start.scenario)?.scenario)
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
        let before = Situation::of(&self.revealed(now, self.at.task)?)?;
        Ok(candidates(task, &before))
    }

    /// What an answer would be worth; nothing is recorded. With [`Given::Scenario`] it tells while the scenario changes which parts of a condition hold.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn look(&self, given: &Given, now: &Scenario) -> Result<Judged, ScenarioError> {
        let Some(task) = self.task() else { return Ok(Judged::default()) };
        // A change is judged before the reveal, anything else after it.
        let shown = self.revealed(now, self.at.task + usize::from(!matches!(task.ask, Ask::Do(_))))?;
        let base = self.base()?;
        let context =
            Context { now: &Situation::of(&shown)?, begun: &self.begun, edits: levers::changes(&base, now).len(), it: None };
        Ok(judge(task, given, &context))
    }

    /// Takes an answer, `seconds` after the task or the answer before was shown.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn answer(&mut self, given: Given, now: &Scenario, seconds: u32) -> Result<Judged, ScenarioError> {
        let mut judged = self.look(&given, now)?;
        let is_first_vote = self.task().is_some_and(|task| task.ask == Ask::Predict { twice: true }) && !self.awaits_second_vote();
        let is_settled = self.is_settled();
        let Some(record) = self.record_mut().filter(|_| !is_settled) else { return Ok(judged) };
        record.seconds = record.seconds.saturating_add(seconds);
        record.tries = record.tries.saturating_add(1);
        if is_first_vote {
            record.first = Some(given);
            judged = Judged { outcome: Outcome::Voted, ..Judged::default() };
            return Ok(judged);
        }
        match &record.first {
            None => record.first = Some(given),
            Some(_) if judged.is_vote => record.second = Some(given),
            Some(_) => {}
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

    /// Goes on to the next task, text or step; `now` is the scenario as the student leaves it. Tells whether a step begins, whose [`Session::start`] is to
    /// be shown then.
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

    /// Goes to the beginning of a step, at its first task that is not answered.
    ///
    /// # Errors
    /// Its scenario cannot be planned.
    pub fn go_to(&mut self, step: usize, now: &Scenario) -> Result<(), ScenarioError> {
        let step = step.min(self.lesson.steps.len() - 1);
        let mut left = self.left.clone();
        left[self.at.step] = Some(now.clone());
        let answered = |task: &usize| self.records[self.lesson.number_of(step, *task)].state != State::Open;
        let task = (0..self.lesson.steps[step].tasks.len()).take_while(answered).count();
        let stops = self.lesson.steps[step].tasks.len();
        let at = Place { step, task: if self.lesson.steps[step].text.is_empty() { task.min(stops.saturating_sub(1)) } else { task } };
        *self = Self::at(Arc::clone(&self.lesson), self.name.clone(), at, left, self.records.clone())?;
        Ok(())
    }

    /// The session as text, for the browser's storage.
    pub fn save(&self) -> String {
        let link = |scenario: &Scenario| link::encode(&Shared { scenario: scenario.clone(), view: View::first(scenario) });
        let left = self.left.iter().map(|left| left.as_ref().map(link)).collect();
        let saved =
            Saved { lesson: hash::of(&self.lesson), name: self.name.clone(), at: self.at, left, records: self.records.clone() };
        // Plain data always has a JSON form; without one the lesson begins anew.
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Goes on with a saved session; `None` if it is of another lesson, or of another state of this one.
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
    let mut opened = match (&lesson.steps[step].scenario, left.get(step.wrapping_sub(1))) {
        (Some(opened), _) if lesson.head.is_seeded => {
            Opened { scenario: seed::drawn_for(&opened.scenario, seed::of_name(name))?, ..opened.clone() }
        }
        (Some(opened), _) => opened.clone(),
        (None, Some(Some(scenario))) => Opened { scenario: scenario.clone(), view: View::first(scenario), second: None },
        // The first step has a scenario.
        (None, _) => {
            let before = start_of(lesson, name, left, step.saturating_sub(1))?;
            Opened { view: View::first(&before.scenario), ..before }
        }
    };
    show::apply(&lesson.steps[step].show, &mut opened)?;
    Ok(opened)
}
