//! What is transferred, and what takes the space.

use super::browser::Site;
use super::document::{Document, Table, grouped};
use super::wasm_sections::Module;
use std::collections::BTreeMap;
use std::{env, fs};

/// Groups below this share of the module go together, in per cent.
const LEAST_PERCENT: f64 = 1.5;

/// Endings of the compressed copies that a release build puts beside every file.
const COPIES: [&str; 2] = ["gz", "br"];

/// Files beside the page that it does not load: the page in one file, and the licences.
const NOT_LOADED: [&str; 2] = ["bookahead.html", "licences.txt"];

/// A file of the page: its name, its bytes, the bytes of its copies in the order of [`COPIES`].
type Sizes = (String, [usize; 1 + COPIES.len()]);

/// Every file that the page loads, but the copies.
fn sizes(site: &Site) -> Vec<Sizes> {
    let files: BTreeMap<String, usize> = site.app_files().into_iter().map(|(name, bytes)| (name, bytes.len())).collect();
    let is_copy = |name: &str| COPIES.iter().any(|ending| name.ends_with(&format!(".{ending}")));
    let size_of = |name: String| *files.get(&name).unwrap_or_else(|| panic!("{name} is missing: the page is no release build"));
    let originals = files.keys().filter(|name| !is_copy(name) && !NOT_LOADED.contains(&name.as_str()));
    originals
        .map(|name| {
            let [gzip, brotli] = COPIES.map(|ending| size_of(format!("{name}.{ending}")));
            (name.clone(), [size_of(name.clone()), gzip, brotli])
        })
        .collect()
}

/// Bytes of the page with gzip, all files.
pub fn gzipped_total(site: &Site) -> usize {
    sizes(site).iter().map(|(_, [_, gzip, _])| gzip).sum()
}

/// The tables of files and of what is in the module.
pub fn write(document: &mut Document, site: &Site) {
    let mut table = Table::new(&["file", "bytes", "gzip", "brotli"]);
    let mut totals = [0; 1 + COPIES.len()];
    let cell = |bytes: usize| grouped(bytes as i64);
    for (name, sizes) in sizes(site) {
        totals.iter_mut().zip(sizes).for_each(|(total, size)| *total += size);
        table.row(std::iter::once(without_hash(&name)).chain(sizes.map(cell)));
    }
    table.row(std::iter::once("**all of it**".to_string()).chain(totals.map(cell)));
    document.write("sizes", &format!("{}\n{}", table.text(), contents()));
}

/// A file's name without the hash in it, which changes with every build.
fn without_hash(name: &str) -> String {
    let is_hash = |part: &str| part.len() > 12 && part.chars().all(|digit| digit.is_ascii_hexdigit());
    let parts = name.split(['-', '.', '_']).filter(|part| !is_hash(part));
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let stem: Vec<&str> = parts.filter(|part| *part != ending).collect();
    format!("{}.{ending}", stem.join("-"))
}

/// Bytes of code by crate, our own by module, of the module as it comes from the compiler, with its names.
fn contents() -> String {
    let Some(path) = env::var_os("BOOKAHEAD_BENCH_NAMED") else {
        return "No module with names at hand: run scripts/bench.".to_string();
    };
    let bytes = fs::read(&path).expect("scripts/bench made the module with names");
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
