//! Reports of revenue as CSV: one writer, so that the command line and the page give the same bytes.

use crate::provenance::Provenance;
use bookahead_engine::slots::revenue::{ClassFigures, Market, WindowReport};
use std::io;

/// The report that step 6 of Umar 6.1 asks for, as CSV: a line for each window and class, and one for all classes. Above
/// them stands from what they were made.
///
/// # Errors
/// Those of `out`.
pub fn write_revenue_csv(
    out: &mut impl io::Write,
    provenance: &Provenance,
    market: &Market,
    windows: &[WindowReport],
) -> io::Result<()> {
    provenance.comment(out)?;
    writeln!(out, "first_slot,last_slot,class,name,price,jobs,confirmed,closed,unplaced,node_slots,revenue,forgone,missed")?;
    for WindowReport { first, last, classes } in windows {
        let mut total = ClassFigures::default();
        for (k, (figures, class)) in classes.iter().zip(&market.classes).enumerate() {
            total += *figures;
            write!(out, "{first},{last},{},{},{},", k + 1, quoted(&class.name), class.price)?;
            write_figures(out, figures)?;
        }
        write!(out, "{first},{last},all,,,")?;
        write_figures(out, &total)?;
    }
    Ok(())
}

fn write_figures(out: &mut impl io::Write, figures: &ClassFigures) -> io::Result<()> {
    let ClassFigures { jobs, confirmed, closed, unplaced, node_slots, revenue, forgone, missed } = figures;
    writeln!(out, "{jobs},{confirmed},{closed},{unplaced},{node_slots},{revenue},{forgone},{missed}")
}

/// A text as a CSV field. Names come from people and links: one that a spreadsheet would take for a formula is kept a text.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = text.replace('"', "\"\"");
    if formula {
        format!("\"'{text}\"")
    } else if text.contains([',', '"', '\n', '\r']) {
        format!("\"{text}\"")
    } else {
        text
    }
}
