//! Reports of revenue as CSV: one writer, so that the command line and the page give the same bytes.

use crate::csv::CsvWriter;
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
    let mut out = CsvWriter::new(out);
    out.head("first_slot,last_slot,class,name,price,jobs,confirmed,closed,unplaced,node_slots,revenue,forgone,missed")?;
    for WindowReport { first, last, classes } in windows {
        let mut total = ClassFigures::default();
        for (k, (figures, class)) in classes.iter().zip(&market.classes).enumerate() {
            total += *figures;
            out.values(&[first, last, &(k + 1)])?;
            out.text(&class.name)?;
            out.values(&[&class.price])?;
            write_figures(&mut out, figures)?;
        }
        out.values(&[first, last, &"all"])?;
        out.empty(2)?;
        write_figures(&mut out, &total)?;
    }
    Ok(())
}

fn write_figures(out: &mut CsvWriter<impl io::Write>, figures: &ClassFigures) -> io::Result<()> {
    let ClassFigures { jobs, confirmed, closed, unplaced, node_slots, revenue, forgone, missed } = figures;
    out.values(&[jobs, confirmed, closed, unplaced, node_slots, revenue, forgone, missed])?;
    out.end()
}
