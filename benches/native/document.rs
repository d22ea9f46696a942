//! The document the tables stand in: text by hand, and between markers what a run writes.

use std::fs;
use std::path::PathBuf;

/// `docs/performance.md` in memory.
pub struct Document {
    path: PathBuf,
    text: String,
}

impl Document {
    /// Reads it.
    pub fn open() -> Self {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/performance.md");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path, text }
    }

    /// Start and end of what stands between the markers of a part.
    fn place(&self, part: &str) -> (usize, usize) {
        let (begin, end) = (format!("<!-- bench: {part} -->\n"), "<!-- end -->");
        let from = self.text.find(&begin).map(|at| at + begin.len());
        let from = from.unwrap_or_else(|| panic!("{}: no line {begin:?}", self.path.display()));
        let length = self.text[from..].find(end);
        (from, from + length.unwrap_or_else(|| panic!("{}: no {end} after {begin:?}", self.path.display())))
    }

    /// What stands in a part.
    pub fn part(&self, part: &str) -> &str {
        let (from, to) = self.place(part);
        &self.text[from..to]
    }

    /// Puts a part's new text in place and saves the document, so that a run that is ended early keeps what it has.
    pub fn write(&mut self, part: &str, content: &str) {
        let (from, to) = self.place(part);
        self.text.replace_range(from..to, &format!("\n{}\n\n", content.trim()));
        fs::write(&self.path, &self.text).unwrap_or_else(|error| panic!("{}: {error}", self.path.display()));
        println!("{}\n", content.trim());
    }

    /// Saves a picture beside it.
    pub fn write_picture(&self, name: &str, picture: &str) {
        let path = self.path.with_file_name(name);
        fs::write(&path, picture).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// A Markdown table; the first column is text, the others are numbers and stand at the right.
#[derive(Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(|heading| heading.to_string()).collect()] }
    }

    /// One more row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.rows[0].len(), "a cell for every heading");
        self.rows.push(cells);
    }

    /// As text, columns in line.
    pub fn text(&self) -> String {
        let widths: Vec<usize> = (0..self.rows[0].len())
            .map(|column| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3))
            .collect();
        let mut text = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let padded = if column == 0 { format!("| {cell:<width$} ") } else { format!("| {cell:>width$} ") };
                text += &padded;
            }
            text += "|\n";
            if number == 0 {
                for (column, width) in widths.iter().enumerate() {
                    let dashes = "-".repeat(width + 1);
                    text += &if column == 0 { format!("|{dashes}-") } else { format!("|{dashes}:") };
                }
                text += "|\n";
            }
        }
        text
    }
}

/// A number with about three digits that count.
pub fn short(number: f64) -> String {
    match number.abs() {
        big if big >= 100.0 => grouped(number.round() as i64),
        middle if middle >= 10.0 => format!("{number:.1}"),
        small if small >= 0.095 || small == 0.0 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

/// A whole number with its thousands apart.
pub fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) && digit != '-' {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Median, p95 and greatest of some times; the lists are short, so no interpolation.
pub fn spread(times: &[f64]) -> [f64; 3] {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |part: f64| sorted.get(((sorted.len().max(1) - 1) as f64 * part).ceil() as usize).copied().unwrap_or(f64::NAN);
    [at(0.5), at(0.95), at(1.0)]
}
