//! The figures of a plan as a table of two columns.

use crate::csv::CsvWriter;
use crate::provenance::Provenance;
use serde_json::Value;
use std::io;

/// Writes a line for each figure, those of a group under the name of the group; first from what they were made.
pub(crate) fn write_figures(out: &mut impl io::Write, provenance: &Provenance, figures: Value) -> io::Result<()> {
    let mut out = CsvWriter::new(out);
    out.head("figure,value")?;
    let mut line = |name: &str, value: &str| {
        out.text(name)?;
        out.text(value)?;
        out.end()
    };
    line("version", provenance.version)?;
    line(provenance.source.key(), &provenance.hash)?;
    if let Some(seed) = provenance.seed {
        line("seed", &seed.to_string())?;
    }
    write_value(&mut line, "", &figures)
}

fn write_value(line: &mut dyn FnMut(&str, &str) -> io::Result<()>, name: &str, value: &Value) -> io::Result<()> {
    let below = |part: &str| if name.is_empty() { part.to_string() } else { format!("{name}.{part}") };
    match value {
        Value::Object(parts) => parts.iter().try_for_each(|(part, value)| write_value(line, &below(part), value)),
        Value::Array(parts) => {
            parts.iter().enumerate().try_for_each(|(i, value)| write_value(line, &below(&(i + 1).to_string()), value))
        }
        Value::Null => line(name, ""),
        Value::String(text) => line(name, text),
        Value::Bool(_) | Value::Number(_) => line(name, &value.to_string()),
    }
}
