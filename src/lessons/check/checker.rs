//! The check of a lesson piece by piece, so that a page answers in between.

use super::finding::Finding;
use super::task::{self, Trying};
use super::walk::Walk;
use crate::model::Lesson;
use bookahead_engine::ScenarioError;
use std::sync::Arc;

/// Names for which a lesson is checked whose requests are drawn for each student.
const NAMES: u32 = 200;
/// Scenarios that are tried in one piece.
const TRIED: usize = 10;

/// Checks a lesson; empty if there is nothing to tell.
pub fn check(lesson: &Arc<Lesson>) -> Vec<Finding> {
    let mut checker = Checker::new(lesson);
    while checker.go_on() {}
    checker.told
}

/// A check that is going on.
pub struct Checker {
    lesson: Arc<Lesson>,
    /// The student who answers right; nobody once the end is reached.
    walk: Option<Walk>,
    /// Which name the student has: 0 for none.
    name: u32,
    /// What was told before this name.
    before: usize,
    /// Where the check is.
    line: usize,
    trying: Option<Box<Trying>>,
    told: Vec<Finding>,
}

impl Checker {
    /// Begins.
    pub fn new(lesson: &Arc<Lesson>) -> Self {
        let line = lesson.steps.first().map_or(1, |step| step.line);
        let lesson = Arc::clone(lesson);
        let mut checker = Self { lesson, walk: None, name: 0, before: 0, line, trying: None, told: Vec::new() };
        checker.begin();
        checker
    }

    /// What was found so far.
    pub fn findings(&self) -> &[Finding] {
        &self.told
    }

    /// How many steps are checked.
    pub fn steps(&self) -> usize {
        let here = self.lesson.steps.iter().take_while(|step| step.line <= self.line).count().saturating_sub(1);
        if self.name > 0 || self.walk.is_none() && self.trying.is_none() { self.lesson.steps.len() } else { here }
    }

    /// Does a piece. Tells whether there is more to do.
    pub fn go_on(&mut self) -> bool {
        if let Some(trying) = &mut self.trying {
            if let Some(told) = trying.go_on(TRIED) {
                self.trying = None;
                self.tell(told);
            }
            return true;
        }
        let Some(walk) = &mut self.walk else { return self.next_name() };
        let tries_all = self.name == 0;
        let (mut line, mut told, mut trying) = (self.line, Vec::new(), None);
        let went = walk.go_on(&mut |session, now| {
            line = session.task().map_or(line, |task| task.line);
            let mut found = task::check(session, now, tries_all)?;
            (told, trying) = (found.told.clone(), found.trying.take());
            Ok(found)
        });
        (self.line, self.trying) = (line, trying);
        self.tell(told);
        match went {
            Ok(true) => {}
            Ok(false) => self.walk = None,
            Err(error) => self.end(&error),
        }
        true
    }

    fn begin(&mut self) {
        let name = if self.name == 0 { String::new() } else { format!("student {}", self.name) };
        match Walk::new(&self.lesson, &name) {
            Ok(walk) => self.walk = Some(walk),
            Err(error) => self.end(&error),
        }
    }

    fn end(&mut self, error: &ScenarioError) {
        self.walk = None;
        self.tell(vec![(format!("from here on the scenario cannot be planned: {error}"), true)]);
    }

    /// Goes on with the next name, until something is wrong for one: one student is enough to look at.
    fn next_name(&mut self) -> bool {
        let is_over = self.name == NAMES || self.name > 0 && self.told.len() > self.before;
        if !self.lesson.head.is_seeded || is_over {
            return false;
        }
        (self.name, self.before) = (self.name + 1, self.told.len());
        self.begin();
        true
    }

    fn tell(&mut self, told: Vec<(String, bool)>) {
        let (line, name) = (self.line, self.name);
        let told = told.into_iter().filter(|(_, is_error)| name == 0 || *is_error);
        self.told.extend(told.map(|(what, is_error)| {
            let what = if name == 0 { what } else { format!("for the name \"student {name}\": {what}") };
            Finding { line, what, is_error }
        }));
    }
}
