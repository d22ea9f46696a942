//! The native half: measures, drives the browser, writes the tables.

mod browser;
mod cluster;
mod curves;
mod document;
mod editing;
mod engine;
mod idle;
mod logs;
mod machine;
mod market;
mod offers;
mod painting;
mod planes;
mod ratios;
mod sizes;
mod start;
mod stores;
mod wasm_sections;
mod workflow_times;
mod workflows;

use browser::Site;
use document::Document;
use std::env;
use std::process::ExitCode;

/// A part of the document and what fills it.
type Part = (&'static str, fn(&mut Document, &Site));

/// In the document's order.
const PARTS: &[Part] = &[
    ("machine", |document, _| document.write("machine", &machine::described())),
    ("engine", engine::write_rates),
    ("costs", |document, _| engine::write_costs(document)),
    ("logs", logs::write),
    ("cluster", cluster::write),
    ("edits", engine::write_edits),
    ("page-edits", editing::write),
    ("page-market", market::write),
    ("page-planes", planes::write),
    ("offers", offers::write),
    ("painting", painting::write),
    ("start", start::write),
    ("sizes", sizes::write),
    ("idle", idle::write),
    ("stores", stores::write),
    ("workflows", workflows::write),
    ("ratios", ratios::write),
];

/// Runs what the command line asks for.
pub fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let (flags, names): (Vec<&str>, Vec<&str>) =
        arguments.iter().map(String::as_str).partition(|argument| argument.starts_with("--"));
    let unknown = flags.iter().find(|flag| !["--short", "--strict"].contains(flag));
    let unknown = unknown.or_else(|| names.iter().find(|name| PARTS.iter().all(|(part, _)| part != *name)));
    if let Some(unknown) = unknown {
        let parts: Vec<&str> = PARTS.iter().map(|(part, _)| *part).collect();
        eprintln!("bench: what is {unknown}? scripts/bench [--short [--strict]] [{}]", parts.join("] ["));
        return ExitCode::from(2);
    }
    let site = Site::build();
    let mut document = Document::open();
    if flags.contains(&"--short") {
        let worse = ratios::compare(&document, &site);
        return if worse > 0 && flags.contains(&"--strict") { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    }
    for (part, fill) in PARTS.iter().filter(|(part, _)| names.is_empty() || names.contains(part)) {
        println!("== {part}");
        fill(&mut document, &site);
    }
    ExitCode::SUCCESS
}
