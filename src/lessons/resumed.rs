//! A session from an answer code: what a learning platform keeps of a student, and gives back at the next visit.

use crate::answer_code::{Answers, Short, TaskAnswer};
use crate::hash;
use crate::levers::played;
use crate::model::{Ask, Lesson, Pickable, Task};
use crate::record::{Given, Record, State, Thing};
use crate::seed;
use crate::session::{Place, Session};
use bookahead_engine::Scenario;
use std::sync::Arc;

/// The session of a student with these answers, at the first step with an open task; `None` if they are to another lesson, to another state of this one, or
/// to none that can be drawn from the name. Words are not in a code, nor changes: a task that asks for one begins as its solution leaves it.
pub fn resume(lesson: &Arc<Lesson>, answers: &Answers) -> Option<Session> {
    let variant = if lesson.head.is_seeded { seed::of_name(&answers.name) } else { 0 };
    let fits = answers.lesson == hash::of(lesson) && answers.variant == variant && answers.tasks.len() == lesson.tasks();
    let tasks = lesson.steps.iter().flat_map(|step| &step.tasks);
    let records = tasks.zip(&answers.tasks).map(|(task, answer)| record(task, answer)).collect::<Option<Vec<Record>>>();
    let mut way = Way { lesson, name: &answers.name, left: vec![None; lesson.steps.len()], records: records.filter(|_| fits)? };
    let open = (0..lesson.steps.len()).find(|&step| way.has_open(step));
    let last = open.unwrap_or(lesson.steps.len() - 1);
    for step in 0..=last {
        way.go_through(step)?;
    }
    let mut session = way.at(Place { step: last, task: 0 })?;
    let now = session.here().scenario;
    session.go_to(last, &now).ok()?;
    Some(session)
}

/// The session of a student who comes to a task with all before it solved: for those who write the lesson. Behind the last task of a step its text is read.
pub fn brought_to(lesson: &Arc<Lesson>, place: Place) -> Option<Session> {
    let step = place.step.min(lesson.steps.len().checked_sub(1)?);
    let task = place.task.min(lesson.steps[step].tasks.len());
    let before = lesson.number_of(step, task);
    let record = |at: usize| Record { state: if at < before { State::Shown } else { State::Open }, ..Record::default() };
    let records = (0..lesson.tasks()).map(record).collect();
    let mut way = Way { lesson, name: "", left: vec![None; lesson.steps.len()], records };
    for step in 0..=step {
        way.go_through(step)?;
    }
    way.at(Place { step, task })
}

/// What a code says of a task.
fn record(task: &Task, answer: &TaskAnswer) -> Option<Record> {
    let given = |short: &Option<Short>| match short {
        Some(short) => given(task, short).map(Some),
        None => Some(None),
    };
    Some(Record {
        first: given(&answer.first)?,
        second: given(&answer.second)?,
        tries: answer.tries.into(),
        hints: usize::from(answer.hints).min(task.hints.len()),
        state: answer.state,
        seconds: u32::from(answer.minutes) * 60,
    })
}

/// The answer to a task that a code holds in short; `None` if it is none to this task.
fn given(task: &Task, short: &Short) -> Option<Given> {
    let whole = |number: f64| (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as u32);
    let line = |line: u32| usize::try_from(line).ok()?.checked_sub(1).filter(|line| *line < task.choices.len());
    Some(match (&task.ask, short) {
        (Ask::Predict { .. }, Short::Number(number)) => Given::Choice(line(whole(*number)?)?),
        (Ask::Pick(pickable), short) => Given::Thing(thing(*pickable, short)?),
        (Ask::Place(_), Short::Number(number)) => Given::Start(whole(*number)?),
        (Ask::Number, Short::Number(number)) => Given::Number(*number),
        (Ask::Order, Short::Order(lines)) => Given::Order(lines.iter().map(|&at| line(at)).collect::<Option<_>>()?),
        (Ask::Do(_) | Ask::Bet, Short::Done) => Given::Scenario,
        (Ask::Explain, Short::Done) => Given::Words(String::new()),
        _ => return None,
    })
}

fn thing(pickable: Pickable, short: &Short) -> Option<Thing> {
    let number = match short {
        Short::Number(number) if number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number) => *number as u32,
        Short::Pair(request, job) if pickable == Pickable::Job => return Some(Thing::Job(*request, Some(*job))),
        // Where it ends is seen on screen.
        Short::Pair(server, start) if pickable == Pickable::Period => {
            return Some(Thing::Period { server: *server, start: *start, end: None });
        }
        _ => return None,
    };
    Some(match pickable {
        Pickable::Job => Thing::Job(number, None),
        Pickable::Request => Thing::Request(number),
        Pickable::Task => Thing::Task(number),
        Pickable::Slot => Thing::Slot(number),
        Pickable::Server => Thing::Server(number),
        Pickable::Node => Thing::Node(number),
        Pickable::Line => Thing::Line(number),
        Pickable::Period => return None,
    })
}

/// The way through the steps that were answered.
struct Way<'a> {
    lesson: &'a Arc<Lesson>,
    name: &'a str,
    left: Vec<Option<Scenario>>,
    records: Vec<Record>,
}

impl Way<'_> {
    fn has_open(&self, step: usize) -> bool {
        let from = self.lesson.number_of(step, 0);
        self.records[from..][..self.lesson.steps[step].tasks.len()].iter().any(|record| record.state == State::Open)
    }

    fn at(&self, place: Place) -> Option<Session> {
        Session::at(Arc::clone(self.lesson), self.name.to_string(), place, self.left.clone(), self.records.clone()).ok()
    }

    /// Leaves a step as a student does who made the changes of the solutions.
    fn go_through(&mut self, step: usize) -> Option<()> {
        for (task, asked) in self.lesson.steps[step].tasks.iter().enumerate() {
            let session = self.at(Place { step, task })?;
            if !session.is_settled() {
                break;
            }
            let now = match asked.ask {
                Ask::Do(_) => played(&session.base().ok()?, &asked.solution).ok()?.pop(),
                _ => None,
            };
            let now = now.unwrap_or_else(|| session.here().scenario);
            self.left[step] = Some(session.revealed(&now).ok()?.scenario);
        }
        Some(())
    }
}
