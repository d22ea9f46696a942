//! What is published beside the program: the licences of all that is in it, files that tell nothing of the folders they were built in, and the headers
//! that the README recommends to hosts.

use crate::harness::{Page, copied, with_folder};
use crate::lab::{expect_figures, first_example, with_newcomer};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The headers that the documents recommend.
fn recommended() -> Vec<(&'static str, &'static str)> {
    let document = include_str!("../../docs/publishing.md");
    let (_, after) = document.split_once("can only be had by headers").expect("the document tells of headers");
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

/// A page that shows this one in a frame, in the same folder: `frame-ancestors 'none'` keeps even that out.
const COURSE: (&str, &str) =
    ("course.html", "<!doctype html><title>Course</title><link rel=icon href=data:,><iframe src=index.html></iframe>");

/// Opens that page.
fn open_course(page: &Page) {
    page.post("url", &json!({ "url": format!("{}{}", page.server().address(), COURSE.0) }));
}

#[test]
fn the_page_works_with_the_recommended_headers() {
    let folder = |dist: PathBuf| copied(&dist, "published-headers", |_| false, &[COURSE]);
    with_folder("published-headers", folder, |page| {
        let headers = recommended();
        assert!(headers.len() >= 4, "{headers:?}");
        open_course(page);
        page.wait_for("the page in the frame", "document.querySelector('iframe').contentDocument?.querySelector('canvas')", &[]);
        for (name, value) in headers {
            page.server().send_header(name, value);
        }
        open_course(page);
        page.expect_errors("frame-ancestors");
        let inside = "return document.querySelector('iframe').contentDocument?.querySelector('canvas') ?? null";
        assert!(page.js(inside, &[]).is_null(), "it is not shown in the frame");
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
