//! Where a part of a snapshot stands, for messages.

/// Where something stands, for messages.
pub(super) struct Told<'a> {
    /// The file; empty if there is only one.
    pub file: &'a str,
    /// Lines before the part.
    pub before: u32,
}

impl Told<'_> {
    /// The line of the file that a line of the part is.
    pub fn line(&self, line: u32) -> u32 {
        self.before.saturating_add(line)
    }

    /// What is said, with the file.
    pub fn what(&self, what: &str) -> String {
        if self.file.is_empty() { what.to_string() } else { format!("{}: {what}", self.file) }
    }
}
