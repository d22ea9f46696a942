//! The part about workflows.

use super::browser::Site;
use super::document::{Document, Table};
use super::workflow_times::{PEER, heft, own};

/// Writes both tables.
pub fn write(document: &mut Document, _: &Site) {
    let mut times = Table::new(&["native", "ms", "aim"]);
    for row in own() {
        times.row([row.words, format!("{:.2}", row.milliseconds), row.aim.to_string()]);
    }
    let mut text = times.text();
    match heft() {
        None => text.push_str(&format!("\nHEFT beside SAGA was not measured: {PEER} is not set.\n")),
        Some(pairs) => {
            let mut peers = Table::new(&["HEFT", "ours, ms", "SAGA 2.0.2, ms", "times as fast", "makespan", "of SAGA"]);
            for pair in pairs {
                let (ours, theirs) = pair.makespans;
                let numbers = [
                    format!("{:.3}", pair.ours),
                    format!("{:.1}", pair.theirs),
                    format!("{:.0}", pair.theirs / pair.ours),
                    format!("{ours:.0}"),
                    format!("{theirs:.0}"),
                ];
                peers.row(std::iter::once(pair.words).chain(numbers));
            }
            text.push_str(&format!("\n{}", peers.text()));
        }
    }
    document.write("workflows", &text);
}
