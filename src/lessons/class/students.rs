//! The students of a class, each with the answers of one code.

use super::codes::Codes;
use super::left_out::{LeftOut, Why};
use super::offered;
use crate::answer_code::Answers;
use crate::model::Lesson;
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
