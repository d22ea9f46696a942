//! One task of a lesson, and what a class answered to it.

use super::offered::words_of;
use super::students::Class;
use super::tasks::{name_of, tasks_of};
use crate::answer_code::{Short, TaskAnswer};
use crate::check::Met;
use crate::evaluate::is_close;
use crate::expr::Within;
use crate::model::{Ask, Lesson, Task};
use crate::record::State;
use std::collections::BTreeMap;

/// A task, and what is right in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its number among the tasks of all steps.
    pub number: usize,
    /// What it is called: `2`, or `2.1` where its step has several.
    pub name: String,
    /// The heading of its step.
    pub heading: String,
    /// The task.
    pub task: Task,
    /// The right answer of somebody who has answered all tasks before it right; `None` where there is none to be told, or each student has another.
    pub right: Option<Short>,
    /// How long the job of a task is that asks to place it, in slots, ticks or seconds.
    pub length: u32,
}

/// How often something was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// At first.
    pub first: u32,
    /// In the second vote.
    pub second: u32,
}

/// An answer, and how often it was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The answer.
    pub answer: Short,
    /// What it says.
    pub words: String,
    /// How often it was given.
    pub votes: Votes,
    /// Whether it is right.
    pub is_right: bool,
}

/// How votes changed from the first to the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    /// Voted twice.
    pub voted: u32,
    /// Changed to the right answer.
    pub to_right: u32,
    /// Changed away from it.
    pub from_right: u32,
    /// Changed from one wrong answer to another.
    pub between: u32,
}

/// What a class answered to a task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answered {
    /// The answers: lines in the order of the lesson, numbers and things in ascending order. The right one is always there. None where something was
    /// changed or written.
    pub rows: Vec<Row>,
    /// How many students answered.
    pub answered: u32,
    /// How many students were right at first, of those who answered.
    pub right_at_first: u32,
    /// How many are in each state: open, right at the first try, later, shown.
    pub states: [u32; 4],
    /// Of a task with two votes.
    pub shift: Option<Shift>,
}

impl Question {
    /// The tasks of a lesson, without what is right in them.
    pub fn all(lesson: &Lesson) -> Vec<Self> {
        let question = |(number, (step, task, asked)): (usize, (usize, usize, &Task))| Self {
            number,
            name: name_of(lesson, step, task),
            heading: lesson.steps[step].heading.clone(),
            task: asked.clone(),
            right: None,
            length: 1,
        };
        tasks_of(lesson).enumerate().map(question).collect()
    }

    /// Takes what is right in this task. Where requests are drawn for each student it is another one for each.
    pub fn solve(&mut self, lesson: &Lesson, met: &Met) {
        if let Some(length) = met.length {
            self.length = length.max(1);
        }
        if !lesson.head.is_seeded && !self.is_never_wrong() && !matches!(self.task.ask, Ask::Do(_)) {
            self.right = met.right.as_ref().map(Short::of);
        }
    }

    /// Whether any answer is taken.
    pub fn is_never_wrong(&self) -> bool {
        matches!(self.task.ask, Ask::Bet | Ask::Explain)
    }

    fn within(&self) -> Option<Within> {
        self.task.answer.as_ref().and_then(|answer| answer.within)
    }

    /// Whether an answer is the right one.
    pub fn is_right(&self, short: &Short) -> bool {
        match (short, &self.right) {
            (Short::Number(number), Some(Short::Number(right))) if self.task.ask == Ask::Number => {
                is_close(*number, *right, self.within())
            }
            (short, right) => Some(short) == right.as_ref(),
        }
    }

    /// Whether a student was right at first. What a single try was worth is in the code itself.
    pub fn was_right_at_first(&self, answer: &TaskAnswer) -> bool {
        match (&self.task.ask, &answer.first) {
            (Ask::Predict { twice: true }, Some(first)) => self.is_right(first),
            _ => answer.state == State::First && !self.is_never_wrong(),
        }
    }

    /// What a class answered.
    pub fn answered(&self, class: &Class) -> Answered {
        let mut answered = Answered::default();
        let mut counted: BTreeMap<Vec<u64>, (Short, Votes)> = BTreeMap::new();
        let mut count = |short: &Short, add: fn(&mut Votes)| {
            add(&mut counted.entry(rank(short)).or_insert_with(|| (short.clone(), Votes::default())).1);
        };
        let lines = if matches!(self.task.ask, Ask::Predict { .. }) { self.task.choices.len() } else { 0 };
        let offered = (1..=lines).map(|line| Short::Number(line as f64)).chain(self.right.clone());
        offered.for_each(|short| count(&short, |_| {}));
        for answer in class.students.iter().filter_map(|student| student.tasks.get(self.number)) {
            answered.states[answer.state as usize] += 1;
            let Some(first) = &answer.first else { continue };
            answered.answered += 1;
            answered.right_at_first += u32::from(self.was_right_at_first(answer));
            count(first, |votes| votes.first += 1);
            if let Some(second) = &answer.second {
                count(second, |votes| votes.second += 1);
                answered.shift.get_or_insert_default().vote(self.is_right(first), self.is_right(second), first == second);
            }
        }
        let row = |(answer, votes): (Short, Votes)| {
            let (words, is_right) = (words_of(&self.task, &answer), self.is_right(&answer));
            Row { answer, words, votes, is_right }
        };
        answered.rows = counted.into_values().filter(|(answer, _)| *answer != Short::Done).map(row).collect();
        answered
    }
}

impl Shift {
    fn vote(&mut self, was_right: bool, is_right: bool, is_same: bool) {
        self.voted += 1;
        match (was_right, is_right) {
            _ if is_same => {}
            (false, true) => self.to_right += 1,
            (true, false) => self.from_right += 1,
            _ => self.between += 1,
        }
    }
}

/// Numbers by which answers are in ascending order.
fn rank(short: &Short) -> Vec<u64> {
    match short {
        Short::Number(number) => {
            // The bits of a number are in the order of the numbers once those of negative ones are turned.
            let bits = number.to_bits();
            vec![if number.is_sign_negative() { !bits } else { bits | 1 << 63 }]
        }
        Short::Pair(one, other) => vec![f64::from(*one).to_bits() | 1 << 63, (*other).into()],
        Short::Order(lines) => lines.iter().map(|line| (*line).into()).collect(),
        Short::Done => Vec::new(),
    }
}
