//! A policy as about a dozen lines of pseudo-code, and a recorded decision as the lines that were at work in it, with the values of the variables.

use std::borrow::Cow;

/// What a line does to the request that is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It goes on.
    Works,
    /// It ends with a place.
    Accepts,
    /// It ends without one.
    Refuses,
    /// It ends for now: the request is looked at again later.
    Waits,
}

/// A line of an algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// The name by which decisions refer to it, unique in its listing.
    pub id: &'static str,
    /// In how many loops and conditions it stands.
    pub depth: u8,
    /// What it says.
    pub text: Cow<'static, str>,
    /// What it does to the request.
    pub role: Role,
}

impl CodeLine {
    /// A line with a role.
    pub fn new(role: Role, id: &'static str, depth: u8, text: impl Into<Cow<'static, str>>) -> Self {
        Self { id, depth, text: text.into(), role }
    }
}

/// A line after which the algorithm goes on.
pub(crate) fn works(id: &'static str, depth: u8, text: impl Into<Cow<'static, str>>) -> CodeLine {
    CodeLine::new(Role::Works, id, depth, text)
}

/// A line that accepts.
pub(crate) fn accepts(id: &'static str, depth: u8, text: impl Into<Cow<'static, str>>) -> CodeLine {
    CodeLine::new(Role::Accepts, id, depth, text)
}

/// A line that refuses.
pub(crate) fn refuses(id: &'static str, depth: u8, text: impl Into<Cow<'static, str>>) -> CodeLine {
    CodeLine::new(Role::Refuses, id, depth, text)
}

/// A line that puts the request off.
pub(crate) fn waits(id: &'static str, depth: u8, text: impl Into<Cow<'static, str>>) -> CodeLine {
    CodeLine::new(Role::Waits, id, depth, text)
}

/// A variable: its name, and what it stands for.
pub type Variable = (&'static str, &'static str);

/// A policy in pseudo-code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// What people call the policy.
    pub name: &'static str,
    /// Where it is published.
    pub source: &'static str,
    /// The lines, first to last.
    pub lines: Vec<CodeLine>,
    /// The variables whose values are shown.
    pub variables: Vec<Variable>,
}

impl Listing {
    /// The place of a line, from 0.
    pub fn place_of(&self, id: &str) -> Option<usize> {
        self.lines.iter().position(|line| line.id == id)
    }

    /// The line with this name.
    pub fn line(&self, id: &str) -> Option<&CodeLine> {
        self.lines.iter().find(|line| line.id == id)
    }
}

/// A line at work in a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineAtWork {
    /// Which line.
    pub line: &'static str,
    /// The variables that have a value then.
    pub values: Vec<(&'static str, String)>,
    /// How many lines at work just before it are not listed, because a decision keeps only so many.
    pub left_out: u32,
}

impl LineAtWork {
    /// The value of a variable then.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

/// Notes which lines were at work; variables keep their values from line to line until they are set anew or forgotten.
#[derive(Debug, Default)]
pub(crate) struct Tracer {
    lines: Vec<LineAtWork>,
    values: Vec<(&'static str, String)>,
    left_out: u32,
}

impl Tracer {
    /// A variable has a value.
    pub fn set(&mut self, name: &'static str, value: impl ToString) {
        let value = value.to_string();
        match self.values.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => self.values.push((name, value)),
        }
    }

    /// Variables have no value any more.
    pub fn forget(&mut self, names: &[&str]) {
        self.values.retain(|(name, _)| !names.contains(name));
    }

    /// No variable has a value.
    pub fn forget_all(&mut self) {
        self.values.clear();
    }

    /// So many lines that were at work next are not known.
    pub fn leave_out(&mut self, lines: u32) {
        self.left_out += lines;
    }

    /// A line is at work.
    pub fn line(&mut self, line: &'static str) {
        self.lines.push(LineAtWork { line, values: self.values.clone(), left_out: std::mem::take(&mut self.left_out) });
    }

    /// The lines that were at work, first to last.
    pub fn lines(self) -> Vec<LineAtWork> {
        self.lines
    }
}
