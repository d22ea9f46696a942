//! A student's answers as a short text that fits into a chat: `a1.` and base64url (no padding) of the answers and a checksum. About three bytes for a task.
//! Whoever reads this file can forge one: it is a help in class, no proof.

use crate::hash;
use crate::record::{Given, Record, State, Thing};
use crate::seed;
use crate::session::Session;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::fmt;

/// What a code begins with.
pub const PREFIX: &str = "a1.";
/// Longest name.
pub const NAME_CHARS: usize = 40;
/// Longest code that is read.
pub const CODE_CHARS_MAX: usize = 8_000;
/// Most tasks of a lesson that are read.
const TASKS_MAX: u64 = crate::parse::error::TASKS_MAX as u64;
/// Most lines in an order.
const LINES_MAX: u64 = 64;
/// Most digits behind the point that are written as such.
const PLACES_MAX: usize = 12;
/// Bytes of the checksum.
const CHECK_BYTES: usize = 4;

/// The answers of a student.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// The hash of the lesson.
    pub lesson: u32,
    /// What the lesson was drawn from; 0 if it is the same for everybody.
    pub variant: u32,
    /// The name that the student gave; may be empty.
    pub name: String,
    /// Task by task, over all steps.
    pub tasks: Vec<TaskAnswer>,
}

/// The answers to one task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskAnswer {
    /// The first one.
    pub first: Option<Short>,
    /// The second vote.
    pub second: Option<Short>,
    /// Number of answers; 15 stands for more, too.
    pub tries: u8,
    /// Number of hints; 3 stands for more, too.
    pub hints: u8,
    /// How far the student came.
    pub state: State,
    /// Minutes, rounded up; 15 stands for more, too.
    pub minutes: u8,
}

/// An answer as a code holds it. Printed, it reads as the answer does.
#[derive(Clone, Debug, PartialEq)]
pub enum Short {
    /// A number: a line counted from 1, a start, what was typed or clicked.
    Number(f64),
    /// A job of a request with several; an idle period by its server and its beginning.
    Pair(u32, u32),
    /// Lines counted from 1, in order.
    Order(Vec<u32>),
    /// A change, a bet, or words.
    Done,
}

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Pair(one, other) => write!(f, "{one}.{other}"),
            Self::Order(lines) => f.write_str(&lines.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")),
            Self::Done => f.write_str("done"),
        }
    }
}

impl Short {
    /// An answer as a code holds it.
    pub fn of(given: &Given) -> Self {
        let line = |line: &usize| u32::try_from(line + 1).unwrap_or(u32::MAX);
        match given {
            Given::Choice(at) => Self::Number(line(at).into()),
            Given::Thing(Thing::Job(request, Some(job))) => Self::Pair(*request, *job),
            Given::Thing(Thing::Period { server, start, .. }) => Self::Pair(*server, *start),
            Given::Thing(thing) => Self::Number(thing.name().request.into()),
            Given::Start(start) => Self::Number((*start).into()),
            Given::Number(number) => Self::Number(*number),
            Given::Order(lines) => Self::Order(lines.iter().map(line).collect()),
            Given::Scenario | Given::Words(_) => Self::Done,
        }
    }
}

/// Why a code was refused. `Display` gives one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeError {
    /// It does not begin as answer codes do.
    NotACode,
    /// Characters are missing or changed.
    Damaged,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACode => write!(f, "this is no answer code: it must start with \"{PREFIX}\""),
            Self::Damaged => {
                write!(f, "the answer code is damaged: characters are missing or changed; ask for it to be sent again")
            }
        }
    }
}

impl std::error::Error for CodeError {}

impl Answers {
    /// The answers of a session so far.
    pub fn of(session: &Session) -> Self {
        let lesson = session.lesson();
        let task = |record: &Record| TaskAnswer {
            first: record.first.as_ref().map(Short::of),
            second: record.second.as_ref().map(Short::of),
            tries: record.tries.min(15) as u8,
            hints: record.hints.min(3) as u8,
            state: record.state,
            minutes: record.seconds.div_ceil(60).min(15) as u8,
        };
        Self {
            lesson: hash::of(lesson),
            variant: if lesson.head.is_seeded { seed::of_name(session.name()) } else { 0 },
            name: session.name().trim().chars().take(NAME_CHARS).collect(),
            tasks: session.records().iter().map(task).collect(),
        }
    }

    /// The code.
    pub fn encode(&self) -> String {
        let mut bytes = self.lesson.to_le_bytes().to_vec();
        put(&mut bytes, self.variant.into());
        put(&mut bytes, self.name.len() as u64);
        bytes.extend(self.name.bytes());
        put(&mut bytes, self.tasks.len() as u64);
        for task in &self.tasks {
            let state = task.state as u8;
            let (kind, second) = (task.first.as_ref().map_or(0, kind), u8::from(task.second.is_some()));
            let begin = state | task.hints.min(3) << 2 | kind << 4 | second << 7;
            bytes.push(begin);
            bytes.push(task.tries.min(15) | task.minutes.min(15) << 4);
            if let Some(first) = &task.first {
                put_short(&mut bytes, first);
            }
            if let Some(second) = &task.second {
                bytes.push(self::kind(second));
                put_short(&mut bytes, second);
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Reads a code.
    ///
    /// # Errors
    /// It is none, or it is damaged; nothing panics or takes long, whatever the text.
    pub fn decode(code: &str) -> Result<Self, CodeError> {
        let body = code.trim().strip_prefix(PREFIX).ok_or(CodeError::NotACode)?;
        if body.len() > CODE_CHARS_MAX {
            return Err(CodeError::Damaged);
        }
        let bytes = URL_SAFE_NO_PAD.decode(body).map_err(|_| CodeError::Damaged)?;
        let (bytes, check) = bytes.split_last_chunk::<CHECK_BYTES>().ok_or(CodeError::Damaged)?;
        if crc32fast::hash(bytes).to_le_bytes() != *check {
            return Err(CodeError::Damaged);
        }
        read(&mut Bytes(bytes)).ok_or(CodeError::Damaged)
    }
}

/// Adds a number, seven bits to a byte, the low ones first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A number with few digits as its digits and the places behind the point.
fn decimal(number: f64) -> Option<(u64, usize)> {
    let text = number.to_string();
    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
    let digits = format!("{whole}{places}").parse().ok()?;
    (places.len() <= PLACES_MAX).then_some((digits, places.len()))
}

/// The kind of an answer; 0 is none.
fn kind(short: &Short) -> u8 {
    match short {
        Short::Number(number) => match decimal(*number) {
            Some((_, 0)) => 1,
            Some(_) => 2,
            None => 3,
        },
        Short::Pair(..) => 4,
        Short::Order(_) => 5,
        Short::Done => 6,
    }
}

fn put_short(bytes: &mut Vec<u8>, short: &Short) {
    match short {
        Short::Number(number) => match decimal(*number) {
            Some((digits, 0)) => put(bytes, digits),
            Some((digits, places)) => {
                bytes.push(places as u8);
                put(bytes, digits);
            }
            None => bytes.extend(number.to_le_bytes()),
        },
        Short::Pair(one, other) => {
            put(bytes, (*one).into());
            put(bytes, (*other).into());
        }
        Short::Order(lines) => {
            put(bytes, lines.len() as u64);
            lines.iter().for_each(|line| put(bytes, (*line).into()));
        }
        Short::Done => {}
    }
}

/// Bytes that are read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    fn short(&mut self, kind: u8) -> Option<Short> {
        Some(match kind {
            1 => Short::Number(self.number()? as f64),
            2 => {
                let places = usize::from(self.byte()?);
                let digits = self.number()?;
                // As it was typed, so that it is the same number.
                let text = format!("{digits:0>width$}", width = places + 1);
                let (whole, behind) = text.split_at_checked(text.len().checked_sub(places)?).filter(|_| places <= PLACES_MAX)?;
                Short::Number(format!("{whole}.{behind}").parse().ok()?)
            }
            3 => Short::Number(f64::from_le_bytes(self.take(8)?.try_into().ok()?)),
            4 => Short::Pair(self.small()?, self.small()?),
            5 => {
                let lines = self.number().filter(|lines| *lines <= LINES_MAX)?;
                Short::Order((0..lines).map(|_| self.small()).collect::<Option<_>>()?)
            }
            6 => Short::Done,
            _ => return None,
        })
    }
}

fn read(bytes: &mut Bytes<'_>) -> Option<Answers> {
    let lesson = u32::from_le_bytes(bytes.take(4)?.try_into().ok()?);
    let variant = bytes.small()?;
    let length = bytes.small()? as usize;
    let name = String::from_utf8(bytes.take(length)?.to_vec()).ok().filter(|name| name.chars().count() <= NAME_CHARS)?;
    let count = bytes.number().filter(|tasks| *tasks <= TASKS_MAX)?;
    let mut tasks = Vec::new();
    for _ in 0..count {
        let (begin, counts) = (bytes.byte()?, bytes.byte()?);
        let state = [State::Open, State::First, State::Later, State::Shown][usize::from(begin & 3)];
        let kind = begin >> 4 & 7;
        let first = if kind == 0 { None } else { Some(bytes.short(kind)?) };
        let second = if begin & 128 == 0 {
            None
        } else {
            let kind = bytes.byte()?;
            Some(bytes.short(kind)?)
        };
        tasks.push(TaskAnswer { first, second, tries: counts & 15, hints: begin >> 2 & 3, state, minutes: counts >> 4 });
    }
    bytes.0.is_empty().then_some(Answers { lesson, variant, name, tasks })
}
