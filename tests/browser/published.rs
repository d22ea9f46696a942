//! What is published beside the program: the licences of all that is in it, files that tell nothing of the folders they were built in, and the headers
//! that the README recommends to hosts.

use crate::harness::{Page, with_page};
use crate::lab::{expect_figures, first_example, with_newcomer};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs, thread};

/// The headers that the README recommends.
fn recommended() -> Vec<(&'static str, &'static str)> {
    let readme = include_str!("../../README.md");
    let (_, after) = readme.split_once("can only be had by headers").expect("the README tells of headers");
    let block = after.split("```").nth(1).expect("a block of headers");
    block.lines().filter_map(|line| line.trim().split_once(": ")).collect()
}

/// The folder of the built page, if it is a release: only that has its licences with it.
fn release() -> Option<PathBuf> {
    let dist = env::var_os("BOOKAHEAD_DIST").map(PathBuf::from)?;
    dist.join("licences.txt").is_file().then_some(dist)
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the built page").flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Whether a page of another origin that shows this one in a frame gets more than its first file: the program's too.
fn runs_in_a_frame(page: &Page) -> bool {
    let before = page.asked().len();
    let frame = format!("data:text/html,<title>course</title><iframe src='{}'></iframe>", page.server().address());
    page.post("url", &json!({ "url": frame }));
    let asked = || page.asked()[before..].iter().map(|asked| asked.path.clone()).collect::<Vec<_>>();
    page.wait_until("the first file", || (!asked().is_empty()).then_some(()));
    // The program is asked for at once if at all.
    thread::sleep(Duration::from_secs(2));
    let runs = asked().iter().any(|path| path.contains(".wasm"));
    page.post("url", &json!({ "url": "about:blank" }));
    runs
}

#[test]
fn the_page_works_with_the_recommended_headers() {
    with_page("published-headers", |page| {
        let headers = recommended();
        assert!(headers.len() >= 4, "{headers:?}");
        assert!(runs_in_a_frame(page), "without headers nothing keeps it out of a frame");
        for (name, value) in headers {
            page.server().send_header(name, value);
        }
        assert!(!runs_in_a_frame(page), "the headers keep it out of a frame");
        page.expect_errors("frame-ancestors");
        page.open("");
        page.wait_for_element("#gantt-logical");
        expect_figures(page, &first_example());
        page.focus("#handle-duration");
        page.key("ArrowRight");
        expect_figures(page, &with_newcomer(|request| request.duration = 4));
        page.click("#check-plan");
        page.wait_for_text("#check-result", "The checker found nothing wrong.");
    });
}

#[test]
fn every_library_in_the_page_has_its_licence() {
    let Some(dist) = release() else { return };
    let tree = |package: &str, options: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(["tree", "--locked", "--prefix", "none", "--format", "{p}"]);
        cargo.args(["--edges", "normal,no-proc-macro", "--target", "wasm32-unknown-unknown", "--package", package]).args(options);
        let output = cargo.output().expect("cargo");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("names of crates")
    };
    let linked = tree("bookahead", &["--no-default-features", "--features", "app"]) + &tree("bookahead-js", &[]);
    let licences = fs::read_to_string(dist.join("licences.txt")).expect("licences.txt");
    let mut libraries = 0;
    // Own crates have a place behind their version.
    for line in linked.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.is_empty() && !line.contains('(')) {
        let (name, version) = line.split_once(" v").expect("a name and a version");
        let heading = format!("{name} {version} (");
        assert!(licences.lines().any(|found| found.starts_with(&heading)), "licences.txt says nothing of {line}");
        libraries += 1;
    }
    assert!(libraries > 50, "{libraries} libraries");
}

#[test]
fn no_file_names_a_folder_it_was_built_in() {
    let Some(dist) = release() else { return };
    let home = PathBuf::from(env::var_os("HOME").unwrap_or_else(|| "/root".into()));
    let places = [PathBuf::from(env!("CARGO_MANIFEST_DIR")), home.join(".cargo"), home.join(".rustup"), home.join(".cache")];
    for file in files(&dist) {
        let content = fs::read(&file).expect("a file of the built page");
        for place in &places {
            let place = place.to_str().expect("a name in UTF-8").as_bytes();
            assert!(!content.windows(place.len()).any(|part| part == place), "{} names {place:?}", file.display());
        }
    }
}
