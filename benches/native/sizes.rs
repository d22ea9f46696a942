//! What is transferred, and what takes the space.

use super::browser::Site;
use super::document::{Document, Table, grouped};
use super::wasm_sections::Module;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};
use std::{env, fs};

/// Groups below this share of the module go together, in per cent.
const LEAST_PERCENT: f64 = 1.5;

fn gzipped(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("writing to memory cannot fail");
    encoder.finish().expect("writing to memory cannot fail").len()
}

/// With the program `brotli`, if there is one.
fn brotli(bytes: &[u8]) -> Option<usize> {
    let mut command = Command::new("brotli");
    let mut child = command.args(["-q", "11", "-c"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    // Its output is small enough for the pipe only after all of the input is read: another thread feeds it.
    let bytes = bytes.to_vec();
    let feeder = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().ok()?;
    feeder.join().ok()?.ok()?;
    output.status.success().then_some(output.stdout.len())
}

/// Bytes of the page gzipped, all files.
pub fn gzipped_total(site: &Site) -> usize {
    site.app_files().iter().map(|(_, bytes)| gzipped(bytes)).sum()
}

/// The tables of files and of what is in the module.
pub fn write(document: &mut Document, site: &Site) {
    let mut table = Table::new(&["file", "bytes", "gzipped", "brotli"]);
    let mut totals = [0, 0, 0];
    let cell = |bytes: usize| grouped(bytes as i64);
    for (name, bytes) in site.app_files() {
        let sizes = [bytes.len(), gzipped(&bytes), brotli(&bytes).unwrap_or(0)];
        (0..3).for_each(|i| totals[i] += sizes[i]);
        table.row(std::iter::once(without_hash(&name)).chain(sizes.map(cell)));
    }
    table.row(std::iter::once("**all of it**".to_string()).chain(totals.map(cell)));
    document.write("sizes", &format!("{}\n{}", table.text(), contents()));
}

/// A file's name without the hash in it, which changes with every build.
fn without_hash(name: &str) -> String {
    let parts = name.split(['-', '.', '_']).filter(|part| part.len() < 16);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let stem: Vec<&str> = parts.filter(|part| *part != ending).collect();
    format!("{}.{ending}", stem.join("-"))
}

/// Bytes of code by crate, our own by module, from a build that keeps its names.
fn contents() -> String {
    let Some(path) = env::var_os("BOOKAHEAD_BENCH_NAMED") else {
        return "No build with names at hand: run scripts/bench.".to_string();
    };
    let bytes = fs::read(&path).expect("scripts/bench made the build with names");
    let module = Module::read(&bytes).expect("a WebAssembly module");
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    for (name, size) in &module.functions {
        *groups.entry(group_of(name)).or_default() += size;
    }
    groups.insert("data (texts, tables)".to_string(), module.data);
    let whole: usize = groups.values().sum();
    let mut groups: Vec<(String, usize)> = groups.into_iter().collect();
    groups.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    let percent = |size: usize| 100.0 * size as f64 / whole as f64;
    let mut table = Table::new(&["in the module", "bytes", "%"]);
    let (large, small): (Vec<_>, Vec<_>) = groups.into_iter().partition(|(_, size)| percent(*size) >= LEAST_PERCENT);
    let rest = (format!("{} others", small.len()), small.iter().map(|(_, size)| size).sum());
    for (name, size) in large.into_iter().chain([rest]) {
        table.row([name, grouped(size as i64), format!("{:.1}", percent(size))]);
    }
    table.text()
}

/// The crate a function's name begins with, for our own with the module; `<A as B>::f` counts as A's.
fn group_of(name: &str) -> String {
    let path = name.trim_start_matches(['<', '&', '(', '*', '[']);
    let path = ["mut ", "dyn ", "const "].iter().fold(path, |path, word| path.trim_start_matches(word));
    let mut parts = path.split("::").map(|part| part.split(['<', '>', ' ', ',']).next().unwrap_or_default());
    match parts.next().unwrap_or_default() {
        "bookahead" => format!("bookahead::{}", parts.next().unwrap_or_default()),
        "" => "?".to_string(),
        other if !path.contains("::") => format!("symbols without a path ({})", if other.starts_with("__") { "glue" } else { "C" }),
        other => other.split('[').next().unwrap_or_default().to_string(),
    }
}
