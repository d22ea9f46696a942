//! The look of scenario files and plans: a few large objects and lists take a line for each of their parts, everything else stands on one line.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// A value as the text of a scenario file. The object or list of a field in `spread` is spread over lines, unless it is part of something on one
/// line.
pub(crate) fn to_text(value: &impl Serialize, spread: &'static [&'static str]) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, LineLayout { spread_fields: spread, ..LineLayout::default() });
    // Writing to memory cannot fail, and every field has a JSON form.
    let _ = value.serialize(&mut serializer);
    bytes.push(b'\n');
    String::from_utf8(bytes).unwrap_or_default()
}

/// Where the writer is.
#[derive(Default)]
struct LineLayout {
    /// Fields whose object or list is spread over lines.
    spread_fields: &'static [&'static str],
    /// Whether the text that comes is the name of a field.
    is_name: bool,
    /// The last field's name.
    name: Vec<u8>,
    /// Objects and lists around the current place that are spread over lines; they enclose those on one line.
    spread: usize,
    /// Objects and lists around the current place that stand on one line.
    inline: usize,
    /// Whether the current object or list has a part.
    has_part: bool,
}

impl LineLayout {
    fn begin(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8], is_spread: bool) -> io::Result<()> {
        if is_spread && self.inline == 0 {
            self.spread += 1
        } else {
            self.inline += 1
        }
        self.name.clear();
        self.has_part = false;
        out.write_all(bracket)
    }

    fn end(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        if self.inline > 0 {
            self.inline -= 1;
        } else {
            self.spread -= 1;
            // An empty list stays on its line.
            if self.has_part {
                self.new_line(out)?;
            }
        }
        self.has_part = true;
        out.write_all(bracket)
    }

    fn part(&mut self, out: &mut (impl Write + ?Sized), is_first: bool) -> io::Result<()> {
        match (is_first, self.inline > 0) {
            (true, true) => Ok(()),
            (false, true) => out.write_all(b", "),
            (true, false) => self.new_line(out),
            (false, false) => {
                out.write_all(b",")?;
                self.new_line(out)
            }
        }
    }

    fn new_line(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.spread).try_for_each(|_| out.write_all(b"  "))
    }

    /// Whether the object or list that begins is the whole file or the value of one of the fields that are spread.
    fn is_spread(&self) -> bool {
        self.spread == 0 || self.spread_fields.iter().any(|field| field.as_bytes() == self.name)
    }
}

impl Formatter for LineLayout {
    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"{", self.is_spread())
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}")
    }

    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"[", self.is_spread())
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.name.clear();
        self.part(out, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_part = true;
        Ok(())
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.is_name = true;
        self.name.clear();
        self.part(out, first)
    }

    fn end_object_key<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_name = false;
        Ok(())
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_part = true;
        Ok(())
    }

    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        if self.is_name {
            self.name.extend_from_slice(text.as_bytes());
        }
        out.write_all(text.as_bytes())
    }
}

/// Writes a plan: a line for each field of its object but the first, and for each part of its first list.
///
/// # Errors
/// Those of `out`.
pub(crate) fn write_lines(out: &mut impl Write, plan: &impl Serialize) -> io::Result<()> {
    plan.serialize(&mut Serializer::with_formatter(&mut *out, Lines::default()))?;
    out.write_all(b"\n")
}

/// Where the writer of a plan is.
#[derive(Default)]
struct Lines {
    /// Objects and lists around the current place.
    depth: u32,
    /// The first list of the plan.
    first_list: FirstList,
}

#[derive(Default, PartialEq)]
enum FirstList {
    #[default]
    Before,
    Inside,
    After,
}

impl Lines {
    fn is_spread(&self, depth: u32) -> bool {
        self.depth == depth && self.first_list == FirstList::Inside
    }
}

impl Formatter for Lines {
    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        match (first, self.depth) {
            (true, _) => Ok(()),
            (false, 1) => out.write_all(b",\n"),
            (false, _) => out.write_all(b","),
        }
    }

    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.first_list == FirstList::Before {
            self.first_list = FirstList::Inside;
        }
        out.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        let is_spread = self.is_spread(2);
        self.depth -= 1;
        if is_spread {
            self.first_list = FirstList::After;
            out.write_all(b"\n")?;
        }
        out.write_all(b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.is_spread(2) { out.write_all(b"\n") } else { Ok(()) }
    }
}
