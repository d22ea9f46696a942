//! The lines of a log, one after another: no more of a file is in memory than the line and what was read with it.

use super::input::{Input, InputError};

/// Greatest length of a line in bytes.
pub const LINE_BYTES_MAX: usize = 65_536;
/// Bytes read at once.
const CHUNK: usize = 65_536;

/// What comes next in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next<'a> {
    /// A line without its end; the number counts from 1.
    Line(u32, &'a [u8]),
    /// A line of this number is longer than [`LINE_BYTES_MAX`].
    LongLine(u32),
    /// There are no more.
    End,
}

/// Reads line after line.
#[derive(Debug)]
pub(crate) struct Lines {
    input: Input,
    /// Text that was unpacked; `next ..` is not looked at yet.
    buffer: Vec<u8>,
    next: usize,
    count: u32,
}

impl Lines {
    /// The lines of a file, plain or gzip.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { input: Input::new(bytes), buffer: Vec::new(), next: 0, count: 0 }
    }

    /// The file.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Lines so far.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The next line. Of the first one the byte order mark is left out.
    ///
    /// # Errors
    /// The packed data is damaged, or there is too much text.
    pub fn next(&mut self) -> Result<Next<'_>, InputError> {
        let mut searched = self.next;
        loop {
            if let Some(at) = self.buffer[searched..].iter().position(|&byte| byte == b'\n') {
                let line = self.next..searched + at;
                self.next = line.end + 1;
                return Ok(self.line(line));
            }
            if self.buffer.len() - self.next > LINE_BYTES_MAX {
                return Ok(Next::LongLine(self.count.saturating_add(1)));
            }
            self.buffer.drain(..self.next);
            self.next = 0;
            searched = self.buffer.len();
            if !self.fill()? {
                // The last line may lack its end; an empty rest is no line.
                self.next = self.buffer.len();
                return Ok(if self.buffer.is_empty() { Next::End } else { self.line(0..self.next) });
            }
        }
    }

    /// Unpacks another chunk; false at the end of the file.
    fn fill(&mut self) -> Result<bool, InputError> {
        let from = self.buffer.len();
        self.buffer.resize(from + CHUNK, 0);
        let read = self.input.read(&mut self.buffer[from..]);
        self.buffer.truncate(from + *read.as_ref().unwrap_or(&0));
        Ok(read? > 0)
    }

    fn line(&mut self, range: std::ops::Range<usize>) -> Next<'_> {
        self.count = self.count.saturating_add(1);
        let line = &self.buffer[range];
        let line = if self.count == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        Next::Line(self.count, line)
    }
}
