//! A part of a lesson's text that remembers where it stood.

use super::error::At;

/// Some lines of a lesson, without what stood before them on their lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The text; lines are separated by a line feed.
    pub text: String,
    /// Where each line begins: its byte in `text`, and its place in the lesson.
    lines: Vec<(usize, At)>,
}

impl Piece {
    /// A piece of one line.
    pub fn new(at: At, text: &str) -> Self {
        Self { text: text.to_string(), lines: vec![(0, at)] }
    }

    /// Adds a line.
    pub fn push(&mut self, at: At, line: &str) {
        if !self.lines.is_empty() {
            self.text.push('\n');
        }
        self.lines.push((self.text.len(), at));
        self.text.push_str(line);
    }

    /// Where a byte of the text stands in the lesson.
    pub fn place(&self, byte: usize) -> At {
        let line = self.lines.partition_point(|(from, _)| *from <= byte).saturating_sub(1);
        let Some(&(from, At { line, column })) = self.lines.get(line) else { return At::default() };
        let before = self.text.get(from..byte.min(self.text.len())).map_or(0, |before| before.chars().count());
        At { line, column: column + before }
    }

    /// Where it begins.
    pub fn at(&self) -> At {
        self.place(0)
    }

    /// The line of the lesson that it ends in.
    pub fn last_line(&self) -> usize {
        self.lines.last().map_or(0, |(_, at)| at.line)
    }

    /// The part of it between two bytes, without the space around it. The part has to be of one line.
    pub fn part(&self, from: usize, until: usize) -> Self {
        let part = self.text.get(from..until).unwrap_or_default();
        let skipped = part.len() - part.trim_start().len();
        Self::new(self.place(from + skipped), part.trim())
    }

    /// As one line.
    pub fn line(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The parts between commas.
    pub fn by_comma(&self) -> Vec<Self> {
        let mut from = 0;
        let mut parts = Vec::new();
        for (at, _) in self.text.match_indices(',').chain([(self.text.len(), "")]) {
            parts.push(self.part(from, at));
            from = at + 1;
        }
        parts
    }
}
