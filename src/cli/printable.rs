//! Output that is safe for a terminal: what a file or a link says (titles, names, quoted lines) cannot move the cursor or change colours.

use std::io::{self, Write};

/// Stands for a control character.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();
/// First byte of the control characters U+0080 to U+009F in UTF-8; the second is the character's own number.
const C1_LEAD: u8 = 0xc2;

/// Passes text in UTF-8 on, with every control character but line ends and tabs replaced.
pub struct Printable<W> {
    to: W,
    /// Whether the last byte may begin a control character; it is held back until the next one.
    has_lead: bool,
}

impl<W: Write> Printable<W> {
    /// Writes to `to`.
    pub fn new(to: W) -> Self {
        Self { to, has_lead: false }
    }
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut plain_from = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let had_lead = std::mem::take(&mut self.has_lead);
            let is_control = match byte {
                b'\n' | b'\t' => false,
                0x80..=0x9f => had_lead,
                _ => byte.is_ascii_control(),
            };
            self.has_lead = byte == C1_LEAD;
            if !is_control && !self.has_lead && !had_lead {
                continue;
            }
            self.to.write_all(&bytes[plain_from..at])?;
            plain_from = at + usize::from(is_control || self.has_lead);
            if is_control {
                self.to.write_all(REPLACEMENT)?;
            } else if had_lead {
                self.to.write_all(&[C1_LEAD])?;
            }
        }
        self.to.write_all(&bytes[plain_from..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// A text on one line, as [`Printable`] writes it, with line ends replaced by blanks.
pub fn one_line(text: &str) -> String {
    let blank = |char: char| match char {
        '\n' | '\r' | '\t' => ' ',
        char if char.is_control() => char::REPLACEMENT_CHARACTER,
        char => char,
    };
    text.chars().map(blank).collect()
}

#[cfg(test)]
mod tests {
    use super::{Printable, one_line};
    use std::io::Write;

    #[test]
    fn control_characters_are_replaced_however_the_text_is_cut() {
        let cases = [
            ("a plan\twith\nlines", "a plan\twith\nlines"),
            ("red \u{1b}[31mtext\u{7}", "red \u{fffd}[31mtext\u{fffd}"),
            ("\u{9b}31m ¢ é £ \u{80}\u{9f}", "\u{fffd}31m ¢ é £ \u{fffd}\u{fffd}"),
            ("back\rand\u{8}forth\u{7f}", "back\u{fffd}and\u{fffd}forth\u{fffd}"),
            ("Ω → 日本 🙂 \u{c2}", "Ω → 日本 🙂 \u{c2}"),
        ];
        for (text, expected) in cases {
            for part in 1..=text.len() {
                let mut out = Vec::new();
                let mut printable = Printable::new(&mut out);
                text.as_bytes().chunks(part).for_each(|part| printable.write_all(part).expect("memory takes everything"));
                printable.flush().expect("memory takes everything");
                assert_eq!(String::from_utf8(out).as_deref(), Ok(expected), "{text:?} in parts of {part}");
            }
        }
        assert_eq!(one_line("a\r\nb\u{1b}[2J"), "a  b\u{fffd}[2J");
    }
}
