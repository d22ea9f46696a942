//! Finds the parts of a snapshot's text: documents in JSON, records of `scontrol show`, tables of `sacct`, a date, names of files. They stand one after
//! another in any order.

use super::accounting::Columns;
use super::document::{self, Document};
use super::records::Records;
use super::show::{self, BEGINNINGS};
use super::told::Told;
use crate::json_lines::LineCounter;
use crate::sacct::line::moment;

/// A name of a file between the texts of several, as `tail -n +1` prints it: `==> nodes.txt <==`.
fn file_name(line: &str) -> Option<&str> {
    line.strip_prefix("==> ")?.strip_suffix(" <==")
}

/// What is said of the text of other commands.
fn other_text(line: &str) -> String {
    let shown: String = line.chars().take(60).collect();
    let small = line.to_ascii_lowercase();
    if small.trim_start().starts_with("jobid") && small.contains("nodelist") {
        return "this is the table that squeue prints, which cuts names and tells no limits; print the queue with squeue --json"
            .to_string();
    }
    if small.trim_start().starts_with("partition") && small.contains("nodelist") {
        return "this is the table that sinfo prints; print the nodes with scontrol show node".to_string();
    }
    format!("found {shown:?}; must be what squeue --json, scontrol show or sinfo --json prints")
}

/// Text of a file that is gone through line by line.
struct Scan<'a> {
    rest: &'a str,
    /// Lines before `rest`.
    before: u32,
    file: String,
}

impl<'a> Scan<'a> {
    /// Goes on by so many bytes.
    fn skip(&mut self, bytes: usize) {
        let (gone, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.before = self.before.saturating_add(gone.bytes().filter(|&byte| byte == b'\n').count() as u32);
        self.rest = rest;
    }

    fn line(&self) -> &'a str {
        self.rest.split('\n').next().unwrap_or_default()
    }

    fn skip_line(&mut self) {
        self.skip((self.line().len() + 1).min(self.rest.len()));
    }

    /// Where the next part stands.
    fn told(&self) -> Told<'_> {
        Told { file: &self.file, before: self.before }
    }
}

/// Takes in everything that a text holds.
///
/// # Errors
/// A document that ends early or is none, in words with its line.
pub(super) fn take(records: &mut Records, file: &str, text: &str) -> Result<(), String> {
    let mut scan = Scan { rest: text.trim_start_matches('\u{feff}'), before: 0, file: file.to_string() };
    let mut columns: Option<Columns> = None;
    loop {
        let blank = scan.rest.len() - scan.rest.trim_start().len();
        // Records begin at the margin, but blank lines may come before.
        scan.skip(blank);
        if scan.rest.is_empty() {
            return Ok(());
        }
        if scan.rest.starts_with('{') {
            take_document(records, &mut scan)?;
            continue;
        }
        let line = scan.line().trim_end();
        if let Some(name) = file_name(line) {
            scan.skip_line();
            (scan.file, scan.before, columns) = (name.to_string(), 0, None);
        } else if BEGINNINGS.iter().any(|beginning| line.starts_with(beginning)) {
            take_record(records, &mut scan);
        } else if let Some(found) = Columns::of(line) {
            match found {
                Ok(found) => columns = Some(found),
                Err(what) => records.problems.add(scan.before + 1, || scan.told().what(&what)),
            }
            scan.skip_line();
        } else if let Ok(Some(date)) = moment(line) {
            records.clock.date = records.clock.date.or(Some(date));
            scan.skip_line();
        } else {
            let taken = match &columns {
                Some(columns) if line.contains(['|', ',', ';', '\t']) => columns.take(records, line),
                // "No reservations in the system"
                _ if line.starts_with("No ") => Ok(()),
                _ => Err(other_text(line)),
            };
            if let Err(what) = taken {
                records.problems.add(scan.before + 1, || scan.told().what(&what));
            }
            scan.skip_line();
        }
    }
}

fn take_document(records: &mut Records, scan: &mut Scan<'_>) -> Result<(), String> {
    let text = scan.rest;
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Document<'_>>();
    let read = documents.next();
    let end = documents.byte_offset();
    match read {
        Some(Ok(document)) => {
            document::take(records, document, LineCounter::new(text), &scan.told());
            scan.skip(end);
            Ok(())
        }
        Some(Err(error)) => {
            // The text of another file may follow, or blank lines: what ends early ends in its own last line.
            let own = text.find("\n==> ").map_or(text, |end| &text[..end]).trim_end();
            let last = (own.matches('\n').count() + 1, own.rsplit('\n').next().unwrap_or_default().len());
            let is_cut = error.is_eof() || (error.line(), error.column()) >= last;
            let line = scan.told().line(error.line().min(last.0) as u32);
            let cut = if is_cut { "; the file seems to be cut off" } else { "" };
            let text = error.to_string();
            let what = text.split(" at line ").next().unwrap_or(&text);
            Err(scan.told().what(&format!("line {line}: this begins like what squeue --json prints, but {what}{cut}")))
        }
        None => Ok(()),
    }
}

/// A record of `scontrol show`: its first line, and those that are indented below it.
fn take_record(records: &mut Records, scan: &mut Scan<'_>) {
    let first = scan.before;
    let mut lines = Vec::new();
    let text = scan.rest;
    let mut length = 0;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let is_next = !line.starts_with([' ', '\t']) || line.trim().is_empty();
        if at > 0 && is_next {
            break;
        }
        length += line.len();
        lines.push(line.trim_end());
    }
    if let Err(what) = show::take(records, &lines) {
        records.problems.add(first + 1, || scan.told().what(&what));
    }
    scan.skip(length);
}
