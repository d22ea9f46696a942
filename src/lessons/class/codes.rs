//! The answer codes in any text: a chat, a column of a form, a mail.

use crate::answer_code::{Answers, CODE_CHARS_MAX, CodeError, PREFIX};
use std::collections::BTreeMap;

/// Most codes that are read.
pub const CODES_MAX: usize = 10_000;

/// The codes of a text, in its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Codes {
    /// Each as far as it can be read.
    pub all: Vec<Code>,
    /// How many more there are than are read.
    pub too_many: usize,
}

/// A code.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// How it begins, to be found again.
    pub begin: String,
    /// What it holds.
    pub answers: Result<Answers, CodeError>,
    /// Whether it is longer than any code.
    pub is_too_long: bool,
}

/// A character of base64url.
fn is_of_code(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Everything in a text that begins as a code does, as it stands there.
pub fn found_in(text: &str) -> impl Iterator<Item = &str> {
    let begins = text.match_indices(PREFIX).map(|(at, _)| at);
    let alone = begins.filter(|at| !text[..*at].chars().next_back().is_some_and(is_of_code));
    alone.map(|at| {
        let rest = &text[at + PREFIX.len()..];
        let end = rest.find(|c| !is_of_code(c)).unwrap_or(rest.len());
        &text[at..at + PREFIX.len() + end]
    })
}

/// The text of a file. What spreadsheets call Unicode text is UTF-16.
pub fn text_of(bytes: &[u8]) -> String {
    let units = |read: fn([u8; 2]) -> u16| bytes.as_chunks::<2>().0.iter().map(|pair| read(*pair)).collect::<Vec<_>>();
    match bytes {
        [0xFF, 0xFE, ..] => String::from_utf16_lossy(&units(u16::from_le_bytes)),
        [0xFE, 0xFF, ..] => String::from_utf16_lossy(&units(u16::from_be_bytes)),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

impl Code {
    fn read(code: &str) -> Self {
        const CHARS: usize = 16;
        let begin = if code.len() > CHARS { format!("{}…", &code[..CHARS]) } else { code.to_string() };
        Self { begin, answers: Answers::decode(code), is_too_long: code.len() > CODE_CHARS_MAX }
    }
}

impl Codes {
    /// Reads the codes in a text.
    pub fn read(text: &str) -> Self {
        let mut found = found_in(text);
        let all = found.by_ref().take(CODES_MAX).map(Code::read).collect();
        Self { all, too_many: found.count() }
    }

    /// The hashes of the lessons that they answer, with the number of codes; most frequent first.
    pub fn lessons(&self) -> Vec<(u32, usize)> {
        let mut counted: BTreeMap<u32, usize> = BTreeMap::new();
        for answers in self.all.iter().filter_map(|code| code.answers.as_ref().ok()) {
            *counted.entry(answers.lesson).or_default() += 1;
        }
        let mut all: Vec<(usize, u32)> = counted.into_iter().map(|(lesson, codes)| (codes, lesson)).collect();
        all.sort_unstable();
        all.into_iter().rev().map(|(codes, lesson)| (lesson, codes)).collect()
    }
}
