//! The house rules that can be checked from the text of the sources: who may use whom, what may not stand where, how long a file may be,
//! and how full a folder.
//!
//! `docs/architecture.md` says why. A rule that is in the way is changed here and there, in the same commit as the code that needs it.

use crate::imports::{circles, circles_within};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// What a module of `src/` may use: modules of this crate and crates of others. What is absent is forbidden.
struct Rule {
    module: &'static str,
    modules: &'static [&'static str],
    crates: &'static [&'static str],
}

const RULES: &[Rule] = &[
    Rule { module: "engine", modules: &[], crates: &["serde", "libm", "rand", "rand_chacha", "wide"] },
    Rule { module: "papers", modules: &["engine"], crates: &["serde", "libm", "rand", "rand_chacha", "rstar"] },
    Rule { module: "chart", modules: &["engine", "papers"], crates: &["libm", "wide"] },
    Rule {
        module: "formats",
        modules: &["engine", "papers"],
        crates: &["serde", "serde_json", "serde_path_to_error", "postcard", "flate2", "base64", "sha2", "roxmltree", "csv_core"],
    },
    Rule {
        module: "lessons",
        modules: &["engine", "formats"],
        crates: &["serde", "serde_json", "flate2", "base64", "crc32fast", "rawzip", "winnow", "pulldown_cmark", "strsim"],
    },
    Rule { module: "state", modules: &["engine", "papers", "chart", "formats"], crates: &["serde"] },
    Rule {
        module: "worker",
        modules: &["engine", "papers", "formats", "state"],
        crates: &["serde", "postcard", "wasm_bindgen", "js_sys", "web_sys", "console_error_panic_hook"],
    },
    Rule {
        module: "app",
        modules: &["engine", "papers", "chart", "formats", "lessons", "state", "worker"],
        crates: &[
            "libm",
            "serde",
            "serde_json",
            "yew",
            "wasm_bindgen",
            "wasm_bindgen_futures",
            "js_sys",
            "web_sys",
            "console_error_panic_hook",
            "gloo_events",
            "gloo_timers",
        ],
    },
    Rule {
        module: "js",
        modules: &["engine", "papers", "formats"],
        crates: &["serde", "serde_wasm_bindgen", "wasm_bindgen", "js_sys"],
    },
    Rule {
        module: "cli",
        modules: &["engine", "papers", "chart", "formats", "lessons"],
        crates: &[
            "clap",
            "clap_complete",
            "clap_mangen",
            "flate2",
            "lzma_rs",
            "qrcode",
            "ruzstd",
            "serde",
            "serde_json",
            "tempfile",
        ],
    },
];

/// Modules that turn data into data: no files, no clock, no environment, no output.
const PURE: &[&str] = &["engine", "papers", "chart", "formats", "lessons", "state"];

/// Modules that read what others wrote: nothing in them may stop the program.
const BORDER: &[&str] = &["formats", "lessons", "js"];

/// What excuses a forbidden word on its line: writing our own data to memory has no error to answer with, and a debug assertion is a test.
const EXCUSES: &[&str] = &["to memory cannot fail\")", "to a string cannot fail\")", "always has a wire form\")", "debug_assert"];

/// Folders of `src/` in which no folder or file needs another that needs it. The others still have circles.
const LAYERED: &[&str] = &["src/formats", "src/formats/studies", "src/lessons", "src/cli"];

/// The versions of links that get nothing new, and the one file outside that knows them: where the version of a link is read.
const OLD_LINKS: &str = "src/formats/old_links/";
const OLD_LINKS_GATE: &str = "src/formats/link/codec.rs";

/// Lines of a file without its tests.
const MOST_LINES: usize = 400;

/// Source files directly in a folder, `mod.rs` counted.
const MOST_FILES: usize = 25;

/// A source file: its path below the repository, the module of `src/` it belongs to, its text.
struct Source {
    path: String,
    module: String,
    /// Modules between the crate's root and this file's own: 1 for `engine/mod.rs`, 2 for `engine/plan.rs`.
    depth: usize,
    text: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folder` (or `folder` itself, if it is a file), sorted; none if it does not exist.
fn files(folder: &str) -> Vec<String> {
    fn walk(path: &Path, found: &mut Vec<PathBuf>) {
        let Ok(entries) = fs::read_dir(path) else {
            if path.is_file() {
                found.push(path.to_path_buf());
            }
            return;
        };
        for entry in entries.flatten() {
            walk(&entry.path(), found);
        }
    }
    let mut found = Vec::new();
    walk(&root().join(folder), &mut found);
    let mut names: Vec<String> =
        found.iter().map(|path| path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/")).collect();
    names.sort();
    names
}

fn read(path: &str) -> String {
    String::from_utf8_lossy(&fs::read(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))).into_owned()
}

fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for path in files("src").into_iter().filter(|path| path.ends_with(".rs") && !path.ends_with("lib.rs")) {
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let module = parts[0].trim_end_matches(".rs").to_string();
        let depth = if parts.last() == Some(&"mod.rs") { parts.len() - 1 } else { parts.len() };
        sources.push(Source { text: read(&path), path, module, depth });
    }
    assert!(sources.len() > 20, "the walk over src/ finds the sources");
    sources
}

impl Source {
    /// The lines of code with their numbers, comments taken off, tests left out.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        // A file `tests.rs` is tests as a whole.
        let lines = self.text.lines().enumerate().filter(|_| !self.path.ends_with("/tests.rs"));
        let lines = lines.take_while(|(_, line)| !line.trim_start().starts_with("#[cfg(test)]"));
        lines.map(|(i, line)| (i + 1, without_comment(line)))
    }

    /// Complaints about code lines that hold one of `words`.
    fn lines_with(&self, words: &[&str], why: &str) -> Vec<String> {
        let excused = |line: &str| EXCUSES.iter().any(|excuse| line.contains(excuse));
        let hit = |line: &str| words.iter().find(|word| line.contains(**word) && !excused(line)).copied();
        self.code().filter_map(|(n, line)| hit(line).map(|word| format!("{}:{n}: `{word}`: {why}", self.path))).collect()
    }
}

/// The line up to its comment. A `//` inside a string ends it too early, which hides at most the rest of that line.
fn without_comment(line: &str) -> &str {
    let mut from = 0;
    while let Some(at) = line[from..].find("//") {
        if from + at == 0 || line.as_bytes()[from + at - 1] != b':' {
            return &line[..from + at];
        }
        from += at + 2;
    }
    line
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The names that directly follow a path prefix such as `crate::` in a line, `{…}` groups opened.
fn names_after(text: &str, prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices(prefix) {
        if at > 0 && (is_word(text.as_bytes()[at - 1]) || text.as_bytes()[at - 1] == b':') {
            continue;
        }
        let rest = &text[at + prefix.len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let (mut level, mut at_start) = (0, true);
            for (i, c) in group.char_indices() {
                match c {
                    '{' => level += 1,
                    '}' if level == 0 => break,
                    '}' => level -= 1,
                    ',' if level == 0 => at_start = true,
                    c if at_start && level == 0 && !c.is_whitespace() => {
                        names.push(group[i..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
                        at_start = false;
                    }
                    _ => {}
                }
            }
        } else {
            names.push(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    names
}

/// Names of the crates in the dependency tables, as code writes them.
fn dependencies() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut inside = false;
    let packages =
        ["engine", "papers", "chart", "formats", "lessons", "js"].map(|package| read(&format!("src/{package}/Cargo.toml")));
    let tables = read("Cargo.toml") + &packages.concat();
    for line in tables.lines() {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            inside = table.ends_with("dependencies");
            if let Some(name) = table.strip_prefix("dependencies.") {
                names.insert(name.replace('-', "_"));
            }
        } else if inside && let Some((name, _)) = line.split_once('=') {
            names.insert(name.trim().replace('-', "_"));
        }
    }
    assert!(names.contains("serde") && names.contains("web_sys"), "the dependency tables are read");
    // Packages of ours count as the modules they are.
    names.retain(|name| !name.starts_with("bookahead"));
    names
}

fn assert_tidy(complaints: Vec<String>) {
    let mut all = String::new();
    for complaint in &complaints {
        let _ = writeln!(all, "{complaint}");
    }
    assert!(complaints.is_empty(), "{} house rule(s) broken:\n{all}", complaints.len());
}

#[test]
fn modules_use_only_what_the_map_allows() {
    let dependencies = dependencies();
    let modules: BTreeSet<&str> = RULES.iter().map(|rule| rule.module).collect();
    let mut complaints = Vec::new();
    for source in sources() {
        let Some(rule) = RULES.iter().find(|rule| rule.module == source.module) else {
            complaints.push(format!("{}: module `{}` is not on the map in tests/it/tidy.rs", source.path, source.module));
            continue;
        };
        // One text, so that a `use crate::{…}` over several lines is seen whole.
        let text: String = source.code().map(|(_, line)| format!("{line}\n")).collect();
        let up = "super::".repeat(source.depth);
        let mut used: BTreeSet<String> =
            ["crate::", "bookahead::", "bookahead_", up.as_str()].iter().flat_map(|p| names_after(&text, p)).collect();
        used.retain(|name| modules.contains(name.as_str()) && *name != source.module);
        for name in used {
            if !rule.modules.contains(&name.as_str()) {
                complaints.push(format!("{}: `{}` may not use `{name}`", source.path, source.module));
            }
        }
        for name in &dependencies {
            let used = !names_after(&text, &format!("{name}::")).is_empty() || text.contains(&format!("use {name};"));
            if used && !rule.crates.contains(&name.as_str()) {
                complaints.push(format!("{}: `{}` may not use the crate `{name}`", source.path, source.module));
            }
        }
    }
    assert_tidy(complaints);
}

/// The paths and texts of every Rust file of `src/`.
fn rust_files() -> Vec<(String, String)> {
    files("src").into_iter().filter(|path| path.ends_with(".rs")).map(|path| (path.clone(), read(&path))).collect()
}

#[test]
fn no_file_needs_another_that_needs_it() {
    let told = |circle: Vec<String>| format!("{} need one another: move what they share into a file of its own", circle.join(", "));
    assert_tidy(circles(&rust_files()).into_iter().map(told).collect());
}

#[test]
fn no_folder_needs_another_that_needs_it() {
    let sources = rust_files();
    let told = |circle: Vec<String>| format!("{} need one another: move what they share below them", circle.join(", "));
    assert_tidy(LAYERED.iter().flat_map(|folder| circles_within(folder, &sources)).map(told).collect());
}

/// Complaints about a file that knows the old links: whatever it took from them, it could no longer change.
fn names_old_links(source: &Source) -> Vec<String> {
    if source.path.starts_with(OLD_LINKS) || source.path == OLD_LINKS_GATE {
        return Vec::new();
    }
    let why = "old links are for the dispatch of versions alone; what both need belongs to the study or to link_parts";
    source.lines_with(&["old_links"], why)
}

#[test]
fn only_the_dispatch_of_versions_knows_old_links() {
    let sources = sources();
    let is_known = |path: &str| sources.iter().any(|source| source.path.starts_with(path) && source.text.contains("old_links"));
    assert!(is_known(OLD_LINKS_GATE), "{OLD_LINKS_GATE} asks the old links; if another file does so now, it belongs here");
    assert!(sources.iter().any(|source| source.path.starts_with(OLD_LINKS)), "the old links are in {OLD_LINKS}");
    assert_tidy(sources.iter().flat_map(names_old_links).collect());
}

/// The systems of the engine: any of them could be taken out, or become a package of its own.
const SYSTEMS: [&str; 4] = ["slots", "idle", "batch", "workflow"];

/// The lines of a file of one of the [`SYSTEMS`] that name another.
fn names_another_system(source: &Source) -> Vec<String> {
    let Some(own) = SYSTEMS.into_iter().find(|system| source.path.starts_with(&format!("src/engine/{system}/"))) else {
        return Vec::new();
    };
    let others: Vec<String> =
        SYSTEMS.into_iter().filter(|&system| system != own).map(|system| format!("crate::{system}")).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    source.lines_with(&others, "what systems share is in src/engine/core, what joins two is in src/engine/convert.rs")
}

#[test]
fn no_system_of_the_engine_needs_another() {
    assert_tidy(sources().iter().flat_map(names_another_system).collect());
}

#[test]
fn every_source_says_what_it_is_for_and_stays_short() {
    let mut complaints = Vec::new();
    for source in sources() {
        if !source.text.starts_with("//!") {
            complaints.push(format!("{}: begins without a `//!` that says what it is for", source.path));
        }
        let lines = source.code().count();
        if lines > MOST_LINES {
            complaints.push(format!("{}: {lines} lines without tests; at most {MOST_LINES}: split it by job", source.path));
        }
    }
    for path in files("tests").into_iter().filter(|path| path.ends_with(".rs")) {
        if !read(&path).starts_with("//!") {
            complaints.push(format!("{path}: begins without a `//!` that says what it is for"));
        }
    }
    assert_tidy(complaints);
}

/// Complaints about folders with more than [`MOST_FILES`] of these source files directly inside.
fn crowded(sources: &[String]) -> Vec<String> {
    let mut files_in: BTreeMap<&str, usize> = BTreeMap::new();
    for (folder, _) in sources.iter().filter_map(|path| path.rsplit_once('/')) {
        *files_in.entry(folder).or_default() += 1;
    }
    let told = |(folder, files)| format!("{folder}: {files} files; at most {MOST_FILES}: make folders named by what one looks for");
    files_in.into_iter().filter(|&(_, files)| files > MOST_FILES).map(told).collect()
}

#[test]
fn no_folder_has_more_files_than_one_looks_through() {
    let sources: Vec<String> = files("src").into_iter().filter(|path| path.ends_with(".rs")).collect();
    assert_tidy(crowded(&sources));
}

#[test]
fn engine_and_papers_give_the_same_bytes_everywhere() {
    // Clippy refuses these too (clippy.toml), but only where it can see the type; this also holds for a method of an unknown one.
    const UNSTABLE: &[&str] = &[
        "HashMap",
        "HashSet",
        "Instant",
        "SystemTime",
        "StdRng",
        "SmallRng",
        "thread_rng",
        "rand::rng()",
        ".exp()",
        ".exp2()",
        ".exp_m1()",
        ".ln()",
        ".ln_1p()",
        ".log(",
        ".log2()",
        ".log10()",
        ".powf(",
        ".powi(",
        ".sin()",
        ".cos()",
        ".tan()",
        ".atan2(",
        ".cbrt()",
        ".hypot(",
    ];
    let computing = sources().into_iter().filter(|source| ["engine", "papers"].contains(&source.module.as_str()));
    let why = "differs between runs or platforms; the same scenario must give the same bytes (BTreeMap, ChaCha, libm)";
    assert_tidy(computing.flat_map(|source| source.lines_with(UNSTABLE, why)).collect());
}

#[test]
fn pure_modules_touch_nothing_outside() {
    const OUTSIDE: &[&str] = &[
        "std::fs",
        "std::env",
        "std::io::std",
        "std::net",
        "std::process",
        "std::thread",
        "std::time",
        "println!",
        "print!(",
        "dbg!",
        "thread_local!",
        "static mut",
    ];
    let pure = sources().into_iter().filter(|source| PURE.contains(&source.module.as_str()));
    let why = "pure modules turn data into data; effects belong to the page, the worker or the command line";
    assert_tidy(pure.flat_map(|source| source.lines_with(OUTSIDE, why)).collect());
}

#[test]
fn nothing_stops_on_bad_input() {
    let mut complaints = Vec::new();
    for source in sources() {
        complaints.extend(
            source.lines_with(&[".unwrap()", "todo!", "unimplemented!"], "handle it, or say in `expect` why it cannot happen"),
        );
        if BORDER.contains(&source.module.as_str()) {
            let words = [".expect(", "panic!", "unreachable!", "assert!(", "assert_eq!("];
            let why = "this module reads what others wrote: answer with an error that says where and what is allowed";
            let hits = source.lines_with(&words, why);
            complaints.extend(hits);
        }
    }
    assert_tidy(complaints);
}

#[test]
fn the_page_names_no_other_host_and_no_inline_style() {
    // Namespaces, this machine, and the names reserved for examples.
    const KNOWN: &[&str] = &[
        "www.w3.org/",
        // SCORM.
        "www.imsproject.org/xsd/",
        "www.adlnet.org/xsd/",
        "127.0.0.1",
        "localhost",
        "example.org",
        "example.com",
    ];
    let mut complaints = Vec::new();
    for path in files("src").into_iter().chain(files("www")).chain(files("index.html")) {
        for (i, line) in read(&path).lines().enumerate() {
            for scheme in ["http://", "https://", "ws://", "wss://"] {
                for (at, _) in line.match_indices(scheme) {
                    let rest = &line[at + scheme.len()..];
                    let named = rest.starts_with(|c: char| c.is_ascii_alphanumeric());
                    if named && !KNOWN.iter().any(|known| rest.starts_with(known)) {
                        complaints.push(format!("{path}:{}: names another host; the page asks nobody but its own", i + 1));
                    }
                }
            }
            let in_markup = path == "index.html" || path.starts_with("src/app/");
            let code = without_comment(line);
            if in_markup && (code.contains(" style=") || code.contains("set_attribute(\"style\"")) {
                let n = i + 1;
                complaints
                    .push(format!("{path}:{n}: the Content-Security-Policy refuses style attributes; use a class or set_property"));
            }
        }
    }
    assert_tidy(complaints);
}

#[test]
fn no_test_file_is_left_out() {
    let mut complaints = Vec::new();
    for folder in ["tests/it", "tests/browser"] {
        let main = read(&format!("{folder}/main.rs"));
        for path in files(folder) {
            let parts: Vec<&str> = path[folder.len() + 1..].split('/').collect();
            let name = match parts[..] {
                [file] => file.strip_suffix(".rs"),
                [module, "mod.rs"] => Some(module),
                _ => None,
            };
            if let Some(name) = name.filter(|&name| name != "main")
                && !main.lines().any(|line| line.trim_start_matches("pub ").trim_end() == format!("mod {name};"))
            {
                complaints.push(format!("{path}: `mod {name};` is missing in {folder}/main.rs, so its tests never run"));
            }
        }
    }
    assert_tidy(complaints);
}

#[test]
fn pinned_versions_agree() {
    let env = read("scripts/env");
    let pin = |name: &str| -> String {
        let line = env.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("scripts/env sets {name}"));
        line.to_string()
    };
    let bindgen = pin("WASM_BINDGEN_VERSION=");
    assert!(
        read("Cargo.lock").contains(&format!("name = \"wasm-bindgen\"\nversion = \"{bindgen}\"\n")),
        "the tool and the crate wasm-bindgen are of one version: scripts/env says {bindgen}, Cargo.lock another"
    );
    let trunk = read("Trunk.toml");
    assert!(trunk.contains(&format!("wasm_bindgen = \"{bindgen}\"")), "Trunk.toml asks for wasm-bindgen {bindgen}");
    let binaryen = pin("BINARYEN_VERSION=");
    let release = binaryen.split('.').next().unwrap_or_default();
    assert!(
        trunk.contains(&format!("wasm_opt = \"version_{release}\"")),
        "Trunk.toml asks for the wasm-opt of binaryen {binaryen}"
    );
    let series: Vec<String> = pin("TRUNK_VERSION=").split('.').take(2).map(str::to_string).collect();
    assert!(trunk.contains(&format!("trunk-version = \"^{}\"", series.join("."))), "Trunk.toml accepts the Trunk of scripts/env");
}

/// Lines that a merge left to be decided.
fn undecided(path: &str, text: &str) -> Vec<String> {
    let is_mark = |line: &&str| ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark));
    text.lines().filter(is_mark).map(|line| format!("{path}: {line}")).collect()
}

#[test]
fn no_merge_is_left_undecided() {
    let texts = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "src", "www", "tests/README.md", "benches/README.md"];
    let paths: Vec<String> =
        texts.into_iter().flat_map(files).filter(|path| !path.ends_with(".svg") && !path.ends_with(".png")).collect();
    assert!(paths.len() > 500, "the walk finds the texts");
    assert_tidy(paths.iter().flat_map(|path| undecided(path, &read(path))).collect());
}

#[test]
fn the_readme_gives_commands_that_are_there() {
    let readme = read("README.md");
    for script in ["scripts/serve", "scripts/build", "scripts/test"] {
        assert!(readme.contains(script), "README.md names {script}");
        let path = root().join(script);
        assert!(path.is_file(), "{script} exists");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).expect("it is a file").permissions().mode();
            assert!(mode & 0o111 != 0, "{script} can be run");
        }
    }
    assert!(read(".ci/run").contains("scripts/test"), ".ci/run calls the README's test command");
}

#[test]
fn the_rules_can_fail() {
    assert_eq!(names_after("use crate::{engine::{a, b}, share};", "crate::"), ["engine", "share"]);
    assert_eq!(names_after("let x = crate::app::y();", "crate::"), ["app"]);
    assert_eq!(names_after("use crate::json::serde::x;", "serde::"), [""; 0]);
    assert_eq!(names_after("my_crate::app", "crate::"), [""; 0]);
    assert_eq!(without_comment("a(); // b"), "a(); ");
    assert_eq!(without_comment("let u = \"http://x\"; // b"), "let u = \"http://x\"; ");
    let source = |text: &str| Source { path: "x.rs".into(), module: "share".into(), depth: 1, text: text.into() };
    assert_eq!(source("a.unwrap();\n").lines_with(&[".unwrap()"], "why").len(), 1);
    assert_eq!(source("#[cfg(test)]\nmod tests { a.unwrap(); }\n").lines_with(&[".unwrap()"], "why").len(), 0);
    let of_idle =
        Source { path: "src/engine/idle/run.rs".into(), ..source("use crate::slots::request::Slot;\nuse crate::idle::servers;\n") };
    assert_eq!(names_another_system(&of_idle).len(), 1);
    let folder = |files: usize| (0..files).map(|i| format!("src/a/{i}.rs")).chain(["src/a/b/0.rs".to_string()]).collect::<Vec<_>>();
    assert_eq!(crowded(&folder(MOST_FILES)), [""; 0]);
    assert_eq!(crowded(&folder(MOST_FILES + 1)).len(), 1);
    let at = |path: &str| Source { path: path.into(), ..source("use crate::old_links::v1::Wire; // old_links\n") };
    assert_eq!(names_old_links(&at("src/formats/studies/slots/link.rs")).len(), 1);
    assert_eq!(undecided("x.md", "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n").len(), 2);
    assert!(names_old_links(&at(OLD_LINKS_GATE)).is_empty() && names_old_links(&at("src/formats/old_links/v2.rs")).is_empty());
}
