//! Parts of a JSON text, each read by itself: on which line it stands, and what is in it.

use serde::Deserialize;

/// Reads a part.
///
/// # Errors
/// What is wrong, in words, without a place: it would count from the beginning of the part.
pub fn read_part<'a, T: Deserialize<'a>>(part: &'a str) -> Result<T, String> {
    serde_json::from_str(part).map_err(|error| {
        let text = error.to_string();
        text.split(" at line ").next().unwrap_or(&text).to_string()
    })
}

/// Finds the lines of parts of a text, which come in its order.
pub struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl<'a> LineCounter<'a> {
    /// For the parts of a text.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The line on which a part begins, from 1. It is a part of the text itself, not a copy, and comes behind those that were asked for before.
    pub fn of(&mut self, part: &str) -> u32 {
        // Where it stands in memory tells how far it is from the beginning.
        let at = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        let between = self.text.as_bytes().get(self.at..at).unwrap_or_default();
        self.line += between.iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.at = at.max(self.at);
        self.line
    }
}
