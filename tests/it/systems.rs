//! Where the systems are named. Everything that is common to all studies goes through `engine/study.rs` and one table per layer; a new place fails here.

use bookahead::engine::study::StudyKind;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Folders and files of a system's own.
const OF_A_SYSTEM: &[&str] = &[
    "slots",
    "idle",
    "batch",
    "coalloc",
    "cluster",
    "workflow",
    "revenue",
    "gantt",
    "planes",
    "curves",
    "experiments",
    "stores",
    "elastic",
];

/// The tables: where a new study adds its entries.
const TABLES: &[&str] = &[
    "src/app/workbench.rs",
    "src/cli/plan/mod.rs",
    "src/engine/lib.rs",
    "src/engine/study.rs",
    "src/engine/study_compared.rs",
    "src/engine/study_kind.rs",
    "src/engine/study_messages.rs",
    "src/formats/link_parts/view.rs",
    "src/formats/studies/mod.rs",
    "src/lessons/study.rs",
    "src/lessons/view.rs",
    "src/state/mod.rs",
    "src/state/study.rs",
];

/// Other files outside of the systems' folders that name one, each with its reason. Only to become fewer.
const KNOWN: &[(&str, &str)] = &[
    ("src/cli/convert.rs", "from one study to another"),
    ("src/cli/inputs.rs", "the log of an experiment on clusters, and graphs for one on workflows"),
    ("src/cli/limits.rs", "a command of revenue management alone"),
    ("src/cli/query.rs", "a question to a plan in slots alone"),
    ("src/cli/searches.rs", "searches of two studies, each in structures of its own"),
    ("src/cli/main.rs", "the command that maps a task graph"),
    ("src/cli/import.rs", "a log becomes the study that is asked for"),
    ("src/engine/convert.rs", "from one study to another"),
    ("src/papers/experiment/catalogue.rs", "the list of all experiments"),
    ("src/papers/experiment/log_use.rs", "which experiments take a log, and how"),
    ("src/papers/experiment/scenario.rs", "the scenario behind each of them"),
    ("src/papers/experiment/worked.rs", "the documents' examples that only cards open"),
    ("src/papers/experiment/filled_store.rs", "the documents' bookings in the stores of slots"),
    ("src/papers/experiment/cards/umar.rs", "cards of such stores"),
    ("src/papers/experiment/cards/sulistio.rs", "the same"),
    ("src/papers/experiment/run.rs", "the list of all experiments, at work"),
    ("src/papers/experiment/unit.rs", "the list of their units"),
    ("src/formats/json/mod.rs", "the revenue report as CSV"),
    ("src/formats/old_links/mod.rs", "versions 1 and 2 of links know two systems, and never another"),
    ("src/formats/old_links/v1.rs", "the same"),
    ("src/formats/old_links/v2.rs", "the same"),
    ("src/formats/snapshot/mod.rs", "a snapshot of a running machine becomes a cluster"),
    ("src/formats/swf/line.rs", "a log becomes a plan in slots"),
    ("src/formats/swf/reader.rs", "a log becomes a plan in slots"),
    ("src/formats/swf/workload.rs", "a log becomes a plan in slots"),
    ("src/js/functions.rs", "a function of revenue management alone"),
    ("src/state/examples.rs", "the list of all examples"),
    ("src/worker/log_import.rs", "a log becomes the study that is asked for"),
];

/// Lines of code: no comments, no tests.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().take_while(|line| !line.trim_start().starts_with("#[cfg(test)]"));
    lines.map(|line| line.split("//").next().unwrap_or(line))
}

fn files(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// How many lines of code name a system: a path into its module, or its variant of a type of all studies.
fn places(text: &str) -> usize {
    let names: Vec<String> = StudyKind::ALL
        .into_iter()
        .flat_map(|kind| {
            let variant = format!("{kind:?}");
            [format!("{}::", kind.key()), format!("Study::{variant}"), format!("StudyKind::{variant}")]
        })
        .collect();
    let is_named = |line: &str| {
        names.iter().any(|name| {
            line.match_indices(name.as_str()).any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    code_lines(text).filter(|line| is_named(line)).count()
}

#[test]
fn systems_are_named_in_their_folders_and_in_one_table_per_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(&root.join("src"), &mut paths);
    let mut found = BTreeMap::new();
    for path in paths {
        let short = path.trim_start_matches(&*root.to_string_lossy()).trim_start_matches('/').to_string();
        let is_own = short.split('/').any(|part| OF_A_SYSTEM.contains(&part.trim_end_matches(".rs")));
        let count = places(&fs::read_to_string(&path).unwrap());
        if !is_own && count > 0 {
            found.insert(short, count);
        }
    }
    let expected: Vec<&str> = TABLES.iter().copied().chain(KNOWN.iter().map(|(path, _)| *path)).collect();
    let new: Vec<_> = found.iter().filter(|(path, _)| !expected.contains(&path.as_str())).collect();
    assert!(new.is_empty(), "these files name a system; go through the tables instead ({TABLES:?}): {new:?}");
    let gone: Vec<_> = expected.iter().filter(|path| !found.contains_key(**path)).collect();
    assert!(gone.is_empty(), "these files name no system any more: take them off the list: {gone:?}");
}
