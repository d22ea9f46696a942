//! What a student did in a task.

use crate::expr::Name;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that can be clicked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Thing {
    /// A job; without the job's number where its request has one only.
    Job(u32, Option<u32>),
    /// A request.
    Request(u32),
    /// A task of a workflow.
    Task(u32),
    /// A slot, tick or second.
    Slot(u32),
    /// A named server.
    Server(u32),
    /// A node.
    Node(u32),
    /// An idle period of a named server.
    Period {
        /// The server.
        server: u32,
        /// When it begins.
        start: u32,
        /// When it ends; `None` if it does not.
        end: Option<u32>,
    },
    /// A line of the policy's pseudo-code, from 1.
    Line(u32),
}

impl Thing {
    /// Its number, and that of its job.
    pub fn name(&self) -> Name {
        match *self {
            Self::Job(request, job) => Name { request, job },
            Self::Request(number)
            | Self::Task(number)
            | Self::Slot(number)
            | Self::Server(number)
            | Self::Node(number)
            | Self::Line(number) => Name::whole(number),
            Self::Period { server, .. } => Name::whole(server),
        }
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Job(..) => write!(f, "job {}", self.name()),
            Self::Request(number) => write!(f, "request {number}"),
            Self::Task(number) => write!(f, "task {number}"),
            Self::Slot(number) => write!(f, "slot {number}"),
            Self::Server(number) => write!(f, "server {number}"),
            Self::Node(number) => write!(f, "node {number}"),
            Self::Line(number) => write!(f, "line {number}"),
            Self::Period { server, start, end: Some(end) } => write!(f, "server {server}, idle from {start} to {end}"),
            Self::Period { server, start, end: None } => write!(f, "server {server}, idle from {start} on"),
        }
    }
}

/// What a student gave as an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Given {
    /// A line, counted from 0.
    Choice(usize),
    /// Something that was clicked.
    Thing(Thing),
    /// Where a job was placed: its start.
    Start(u32),
    /// A number that was typed.
    Number(f64),
    /// The lines, counted from 0, in the student's order.
    Order(Vec<usize>),
    /// The scenario as it is now, of a task that asks for a change or a bet.
    Scenario,
    /// Words.
    Words(String),
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(line) => write!(f, "{}", line + 1),
            Self::Thing(thing) => thing.name().fmt(f),
            Self::Start(start) => start.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Order(lines) => f.write_str(&lines.iter().map(|line| (line + 1).to_string()).collect::<Vec<_>>().join(" ")),
            Self::Scenario => Ok(()),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// How far a student has come with a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum State {
    /// Not answered, or not right yet.
    #[default]
    Open,
    /// Right at the first try.
    First,
    /// Right at a later try.
    Later,
    /// The outcome was shown: after a wrong prediction, or because the student asked for it.
    Shown,
}

/// What a student did in a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The first answer.
    pub first: Option<Given>,
    /// The second vote, of a prediction that is made twice.
    pub second: Option<Given>,
    /// Number of answers.
    pub tries: u32,
    /// Number of hints that were shown.
    pub hints: usize,
    /// How far the student has come.
    pub state: State,
    /// How long it took, in seconds.
    pub seconds: u32,
}
