//! Why a code does not count.

use crate::answer_code::CodeError;
use std::fmt;

/// A code that does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The name in it; empty if there is none, or it cannot be read.
    pub name: String,
    /// How the code begins.
    pub code: String,
    /// Why it does not count.
    pub why: Why,
}

/// Why a code does not count. `Display` gives one sentence without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It cannot be read.
    Unreadable(CodeError),
    /// It is longer than any code.
    TooLong,
    /// It answers the lesson with this hash.
    OtherLesson(u32),
    /// Its requests are not those that are drawn for its name.
    OtherName,
    /// It holds an answer that a task does not offer.
    NotOffered,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::TooLong => f.write_str("too long for an answer code"),
            Self::OtherLesson(_) => f.write_str("answers to another lesson, or to another version of it"),
            Self::OtherName => f.write_str("the requests were drawn for another name: somebody else's code, or a changed one"),
            Self::NotOffered => f.write_str("an answer that the lesson does not offer: the code was changed"),
        }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = if self.name.is_empty() { &self.code } else { &self.name };
        write!(f, "{who}: {}", self.why)
    }
}
