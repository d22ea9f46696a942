//! The answers of a class: codes out of any text, such as a chat, a column of a form or a mail.

use crate::answer_code::{Answers, CODE_CHARS_MAX, PREFIX, Short};
use crate::model::{Ask, Lesson};
use crate::record::State;
use crate::{hash, seed};
use bookahead_formats::csv::table;
use std::collections::BTreeMap;

/// Most codes that are read.
const CODES_MAX: usize = 10_000;

/// The answers of a class to a lesson.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    /// One for each student, in the order in which they first came. Of several codes with the same name the last counts.
    pub students: Vec<Answers>,
    /// What was not taken, and why, in words.
    pub left_out: Vec<String>,
}

/// How often something was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// At first.
    pub first: u32,
    /// In the second vote.
    pub second: u32,
}

/// A character of base64url.
fn is_of_code(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// The codes in a text.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    let begins = text.match_indices(PREFIX).map(|(at, _)| at);
    let alone = begins.filter(|at| !text[..*at].chars().next_back().is_some_and(is_of_code));
    alone.map(|at| {
        let rest = &text[at + PREFIX.len()..];
        let end = rest.find(|c| !is_of_code(c)).unwrap_or(rest.len());
        &text[at..at + PREFIX.len() + end]
    })
}

/// A code in a message.
fn short(code: &str) -> String {
    const CHARS: usize = 16;
    if code.len() > CHARS { format!("{}…", &code[..CHARS]) } else { code.to_string() }
}

impl Class {
    /// Reads the codes in a text that are answers to a lesson.
    pub fn read(text: &str, lesson: &Lesson) -> Self {
        let (wanted, mut class) = (hash::of(lesson), Self::default());
        for code in codes(text).take(CODES_MAX) {
            match Answers::decode(code) {
                Ok(answers) if answers.lesson != wanted || answers.tasks.len() != lesson.tasks() => {
                    let name = if answers.name.is_empty() { short(code) } else { answers.name };
                    class.left_out.push(format!("{name}: answers to another lesson, or to another version of it"));
                }
                Ok(answers) => class.take(answers, lesson.head.is_seeded),
                Err(_) if code.len() > CODE_CHARS_MAX => {
                    class.left_out.push(format!("{}: too long for an answer code", short(code)))
                }
                Err(error) => class.left_out.push(format!("{}: {error}", short(code))),
            }
        }
        class
    }

    fn take(&mut self, answers: Answers, is_seeded: bool) {
        if is_seeded && answers.variant != seed::of_name(&answers.name) {
            self.left_out.push(format!("{}: the requests were drawn for another name", answers.name));
            return;
        }
        let key = |answers: &Answers| answers.name.trim().to_lowercase();
        let same = self.students.iter_mut().find(|other| !answers.name.is_empty() && key(other) == key(&answers));
        match same {
            Some(other) => *other = answers,
            None => self.students.push(answers),
        }
    }

    /// How often each answer was given to a task, counted over all steps; most frequent first. Lines are told by their texts.
    pub fn votes(&self, lesson: &Lesson, task: usize) -> Vec<(String, Votes)> {
        let asked = lesson.steps.iter().flat_map(|step| &step.tasks).nth(task);
        let label = |short: &Short| match (asked, short) {
            (Some(asked), Short::Number(line)) if matches!(asked.ask, Ask::Predict { .. }) => {
                let choice = asked.choices.get((*line as usize).wrapping_sub(1));
                choice.map_or_else(|| short.to_string(), |choice| choice.text.plain())
            }
            _ => short.to_string(),
        };
        let mut counted: BTreeMap<String, Votes> = BTreeMap::new();
        for answer in self.students.iter().filter_map(|student| student.tasks.get(task)) {
            if let Some(first) = &answer.first {
                counted.entry(label(first)).or_default().first += 1;
            }
            if let Some(second) = &answer.second {
                counted.entry(label(second)).or_default().second += 1;
            }
        }
        let mut all: Vec<(String, Votes)> = counted.into_iter().collect();
        all.sort_by_key(|(_, votes)| std::cmp::Reverse(votes.first));
        all
    }

    /// The table students × tasks as CSV.
    pub fn csv(&self, lesson: &Lesson) -> String {
        let mut columns = vec!["name".to_string()];
        for (step, of) in lesson.steps.iter().enumerate() {
            for task in 0..of.tasks.len() {
                let named = |what: &str| format!("{}.{} {what}", step + 1, task + 1);
                columns.extend(["first", "second", "tries", "hints", "state", "minutes"].map(named));
            }
        }
        let told = |short: &Option<Short>| short.as_ref().map_or_else(String::new, Short::to_string);
        let row = |student: &Answers| {
            let cells = student.tasks.iter().flat_map(|task| {
                let state = match task.state {
                    State::Open => "open",
                    State::First => "first try",
                    State::Later => "later try",
                    State::Shown => "shown",
                };
                let counts = [task.tries, task.hints].map(|count| count.to_string());
                let [tries, hints] = counts;
                [told(&task.first), told(&task.second), tries, hints, state.to_string(), task.minutes.to_string()]
            });
            std::iter::once(student.name.clone()).chain(cells).collect()
        };
        table(&[], &columns, &self.students.iter().map(row).collect::<Vec<Vec<String>>>())
    }
}
