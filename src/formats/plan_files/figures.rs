//! The figures of a plan as a table of two columns.

use crate::provenance::Provenance;
use serde_json::Value;
use std::io;

/// Writes a line for each figure, those of a group under the name of the group; first from what they were made.
pub(crate) fn write_figures(out: &mut impl io::Write, provenance: &Provenance, figures: Value) -> io::Result<()> {
    writeln!(out, "figure,value")?;
    writeln!(out, "version,{}\n{},{}", provenance.version, provenance.source.key(), provenance.hash)?;
    if let Some(seed) = provenance.seed {
        writeln!(out, "seed,{seed}")?;
    }
    write_value(out, "", &figures)
}

fn write_value(out: &mut impl io::Write, name: &str, value: &Value) -> io::Result<()> {
    let below = |part: &str| if name.is_empty() { part.to_string() } else { format!("{name}.{part}") };
    match value {
        Value::Object(parts) => parts.iter().try_for_each(|(part, value)| write_value(out, &below(part), value)),
        Value::Array(parts) => {
            parts.iter().enumerate().try_for_each(|(i, value)| write_value(out, &below(&(i + 1).to_string()), value))
        }
        Value::Null => writeln!(out, "{name},"),
        Value::String(text) => writeln!(out, "{name},\"{}\"", text.replace('"', "\"\"")),
        Value::Bool(_) | Value::Number(_) => writeln!(out, "{name},{value}"),
    }
}
