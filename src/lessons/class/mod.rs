//! The answers of a class to a lesson, out of the codes that students have sent.

pub mod codes;
mod left_out;
mod offered;
mod question;
mod table;

pub use codes::Codes;
pub use left_out::{LeftOut, Why};
pub use offered::words_of;
pub use question::{Answered, Question, Row, Shift, Votes};

use crate::answer_code::Answers;
use crate::model::{Lesson, Task};
use crate::{hash, seed};
use std::collections::BTreeMap;

/// The answers of a class to a lesson.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// One for each student, in the order in which they first came. Of several codes with the same name the last counts.
    pub students: Vec<Answers>,
    /// The names of which an earlier code with other answers was there.
    pub replaced: Vec<String>,
    /// What was not taken, and why.
    pub left_out: Vec<LeftOut>,
}

/// The tasks of a lesson over all steps, each with the place of its step and its place there, from 0.
pub fn tasks_of(lesson: &Lesson) -> impl Iterator<Item = (usize, usize, &Task)> {
    let of_step = |(step, of): (usize, &'_ crate::model::Step)| (step, of.tasks.len());
    let places = lesson.steps.iter().enumerate().map(of_step).flat_map(|(step, tasks)| (0..tasks).map(move |task| (step, task)));
    places.map(|(step, task)| (step, task, &lesson.steps[step].tasks[task]))
}

/// What a task is called: its step and, where the step has several, its place there, as people count.
pub fn name_of(lesson: &Lesson, step: usize, task: usize) -> String {
    match lesson.steps.get(step) {
        Some(of) if of.tasks.len() > 1 => format!("{}.{}", step + 1, task + 1),
        _ => (step + 1).to_string(),
    }
}

impl Class {
    /// Reads the codes in a text that are answers to a lesson.
    pub fn read(text: &str, lesson: &Lesson) -> Self {
        Self::of(&Codes::read(text), lesson)
    }

    /// Those of the codes that are answers to a lesson.
    pub fn of(codes: &Codes, lesson: &Lesson) -> Self {
        let (wanted, mut class) = (hash::of(lesson), Self::default());
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for code in &codes.all {
            let name = code.answers.as_ref().map(|answers| answers.name.trim()).unwrap_or_default();
            let why = match &code.answers {
                Err(_) if code.is_too_long => Why::TooLong,
                Err(error) => Why::Unreadable(*error),
                Ok(answers) if answers.lesson != wanted || answers.tasks.len() != lesson.tasks() => {
                    Why::OtherLesson(answers.lesson)
                }
                Ok(answers) if answers.variant != variant_of(lesson, &answers.name) => Why::OtherName,
                Ok(answers) if !offered::are_offered(lesson, answers) => Why::NotOffered,
                Ok(answers) => {
                    class.take(answers, &mut places);
                    continue;
                }
            };
            class.left_out.push(LeftOut { name: name.to_string(), code: code.begin.clone(), why });
        }
        class
    }

    fn take(&mut self, answers: &Answers, places: &mut BTreeMap<String, usize>) {
        let key = answers.name.trim().to_lowercase();
        let same = if key.is_empty() { None } else { places.get(&key).copied() };
        match same.and_then(|place| self.students.get_mut(place)) {
            Some(other) => {
                let name = answers.name.trim();
                if other.tasks != answers.tasks && !self.replaced.iter().any(|replaced| replaced == name) {
                    self.replaced.push(name.to_string());
                }
                *other = answers.clone();
            }
            None => {
                places.insert(key, self.students.len());
                self.students.push(answers.clone());
            }
        }
    }

    /// What the students are called, in order; a number for each where names are hidden, and for those who gave none.
    pub fn names(&self, are_hidden: bool) -> Vec<String> {
        let name = |(at, student): (usize, &Answers)| match student.name.trim() {
            name if name.is_empty() || are_hidden => format!("Student {}", at + 1),
            name => name.to_string(),
        };
        self.students.iter().enumerate().map(name).collect()
    }
}

/// What the requests are drawn from for a name.
fn variant_of(lesson: &Lesson, name: &str) -> u32 {
    if lesson.head.is_seeded { seed::of_name(name) } else { 0 }
}
