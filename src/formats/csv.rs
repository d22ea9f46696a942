//! Tables as CSV (RFC 4180, lines end in a line feed): the one writer of all of them. It quotes what has to be quoted, and a text that a spreadsheet would
//! take for a formula is kept a text by an apostrophe before it: names come from files, links and people.

use csv_core::{WriteResult, Writer};
use std::fmt::{Display, Write as _};
use std::io;

/// Bytes that are quoted at once.
const BUFFER_BYTES: usize = 512;
/// What makes a spreadsheet take a cell for a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Writes a table, cell by cell and row by row.
pub(crate) struct CsvWriter<W> {
    out: W,
    rules: Writer,
    /// A value as text; its memory is used again.
    value: String,
    is_in_row: bool,
}

impl<W: io::Write> CsvWriter<W> {
    /// A table that has no row yet.
    pub(crate) fn new(out: W) -> Self {
        Self { out, rules: Writer::new(), value: String::new(), is_in_row: false }
    }

    /// The names of the columns.
    ///
    /// # Errors
    /// Those of `out`, here and below.
    pub(crate) fn head(&mut self, names: &str) -> io::Result<()> {
        names.split(',').try_for_each(|name| self.cell(name))?;
        self.end()
    }

    /// Cells with what the program says itself: numbers, and words that begin with a letter.
    pub(crate) fn values(&mut self, values: &[&dyn Display]) -> io::Result<()> {
        for value in values {
            let mut text = std::mem::take(&mut self.value);
            text.clear();
            // A string takes everything.
            let _ = write!(text, "{value}");
            self.cell(&text)?;
            self.value = text;
        }
        Ok(())
    }

    /// Cells without content.
    pub(crate) fn empty(&mut self, cells: usize) -> io::Result<()> {
        (0..cells).try_for_each(|_| self.cell(""))
    }

    /// A cell with what may come from anywhere. A number stays one.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        if text.starts_with(FORMULA) && text.parse::<f64>().is_err() { self.cell(&format!("'{text}")) } else { self.cell(text) }
    }

    /// The row is whole.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.is_in_row = false;
        self.put(Writer::terminator)
    }

    fn cell(&mut self, text: &str) -> io::Result<()> {
        if std::mem::replace(&mut self.is_in_row, true) {
            self.put(Writer::delimiter)?;
        }
        let mut rest = text.as_bytes();
        self.put(|rules, room| {
            let (result, read, written) = rules.field(rest, room);
            rest = &rest[read..];
            (result, written)
        })
    }

    /// Writes what a step of the rules makes, until it is done.
    fn put(&mut self, mut step: impl FnMut(&mut Writer, &mut [u8]) -> (WriteResult, usize)) -> io::Result<()> {
        let mut room = [0; BUFFER_BYTES];
        loop {
            let (result, written) = step(&mut self.rules, &mut room);
            self.out.write_all(&room[..written])?;
            if result == WriteResult::InputEmpty {
                return Ok(());
            }
        }
    }
}

/// A table of texts, after lines of comment that begin with `#`.
pub fn table(comment: &[String], columns: &[String], rows: &[Vec<String>]) -> String {
    let mut bytes = Vec::new();
    for line in comment {
        bytes.extend_from_slice(format!("# {}\n", harmless(line)).as_bytes());
    }
    let mut out = CsvWriter::new(&mut bytes);
    for row in std::iter::once(columns).chain(rows.iter().map(Vec::as_slice)) {
        // A vector takes everything.
        let _ = row.iter().try_for_each(|cell| out.text(cell)).and_then(|()| out.end());
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// A line of comment that has no cell with a formula where a spreadsheet takes it for a row.
fn harmless(line: &str) -> String {
    let (mut text, mut is_first) = (String::new(), false);
    for found in line.chars() {
        if is_first && FORMULA.contains(&found) {
            text.push('\'');
        }
        // A quote may open a cell.
        is_first = matches!(found, ',' | ';' | '\t') || (is_first && found == '"');
        text.push(if matches!(found, '\n' | '\r') { ' ' } else { found });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_have_to_be() {
        let rows = [vec!["1".to_string(), "a \"b\", c".to_string()], vec![String::new(), "two\nlines".to_string()]];
        let text = table(&["from\nhere".to_string()], &["job".to_string(), "words".to_string()], &rows);
        assert_eq!(text, "# from here\njob,words\n1,\"a \"\"b\"\", c\"\n,\"two\nlines\"\n");
        let long = "\"".repeat(3 * BUFFER_BYTES);
        let text = table(&[], std::slice::from_ref(&long), &[]);
        assert_eq!(text, format!("\"{}\"\n", long.repeat(2)));
    }

    #[test]
    fn formulas_are_texts_and_numbers_are_numbers() {
        let cells = ["=1+1", "+a", "-b", "@c", "\td", "\re", "-1.5", "+3", "-2e-7", "plain", "a=b"];
        let row: Vec<String> = cells.map(str::to_string).to_vec();
        let text = table(&[], &row, &[]);
        assert_eq!(text, "'=1+1,'+a,'-b,'@c,'\td,\"'\re\",-1.5,+3,-2e-7,plain,a=b\n");
    }

    #[test]
    fn a_comment_holds_no_formula_either() {
        let text = table(&["a,=b;\"@c\t-d, -e".to_string(), "=f".to_string()], &[], &[]);
        assert!(text.starts_with("# a,'=b;\"'@c\t'-d, -e\n# =f\n"), "{text}");
    }
}
