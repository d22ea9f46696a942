//! The page in one file, opened from disk as by double click; and the page in a folder, which says that it cannot be.

use crate::harness::{Page, with_folder};
use crate::lab::{expect_figures, expect_scenario, first_example, with_newcomer};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A folder with the built page's files and bookahead.html. Of a development build the file is made here, as scripts/seal makes it of a release.
pub fn with_one_file(dist: &Path, folder: &Path) -> PathBuf {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder.join("lessons")).expect("a folder");
    let files = [dist.to_path_buf(), dist.join("lessons")].into_iter().flat_map(|from| fs::read_dir(from).expect("the built page"));
    for path in files.flatten().map(|entry| entry.path()).filter(|path| path.is_file()) {
        fs::copy(&path, folder.join(path.strip_prefix(dist).expect("a file of the page"))).expect("a copy");
    }
    if !folder.join("bookahead.html").is_file() {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/one-file.mjs");
        let made = Command::new("node").arg(script).arg(folder).status().expect("Node, as for a release build");
        assert!(made.success());
    }
    folder.to_path_buf()
}

/// Opens a file of a folder; `fragment` with its `#`.
pub fn open(page: &Page, folder: &Path, file: &str, fragment: &str) {
    page.post("url", &json!({ "url": "about:blank" }));
    page.post("url", &json!({ "url": format!("file://{}{fragment}", folder.join(file).display()) }));
}

#[test]
fn one_file_runs_from_disk() {
    let folder = env::temp_dir().join(format!("bookahead-one-file-{}", std::process::id()));
    with_folder(
        "one-file",
        |dist| with_one_file(&dist, &folder),
        |page| {
            open(page, &folder, "bookahead.html", "");
            page.wait_for_element("#gantt-logical");
            expect_figures(page, &first_example());
            // It works, and the address bar holds the link.
            page.focus("#handle-duration");
            page.key("ArrowRight");
            expect_scenario(page, &with_newcomer(|request| request.duration = 4));
            let fragment = page.fragment();
            // The worker works too.
            page.click("#check-plan");
            page.wait_for_text("#check-result", "The checker found nothing wrong.");
            // No text becomes a script here either.
            let refused = "try { document.body.innerHTML = '<b>'; return 'allowed' } catch (error) { return error.name }";
            assert_eq!(page.js(refused, &[]), json!("TypeError"));
            page.expect_errors("TrustedHTML");
            // The licences have no room in it.
            page.focus("#open-help");
            page.key("Enter");
            page.wait_for_text(
                ".help",
                "MIT licence or the Apache License, Version 2.0. The licences of the libraries in it stand in licences.txt",
            );
            page.key("Escape");
            // A link opens what it says.
            open(page, &folder, "bookahead.html", &fragment);
            page.wait_for_element("#gantt-logical");
            expect_figures(page, &with_newcomer(|request| request.duration = 4));
        },
    );
    with_folder(
        "folder-from-disk",
        |dist| with_one_file(&dist, &folder),
        |page| {
            open(page, &folder, "index.html", "");
            page.wait_for_text(".loading [role=status]", "Open bookahead.html beside it instead");
            // The browser says what it refused.
            page.expect_errors("file://");
        },
    );
    // Nothing is there if the tests were skipped.
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn one_file_runs_in_a_sandbox() {
    let folder = env::temp_dir().join(format!("bookahead-sandbox-{}", std::process::id()));
    let host = "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>A sandbox</title><link rel=\"icon\" href=\"data:,\">
        <script>addEventListener('message', ({origin, data}) => { if (data.event === 'ready') window.ready = origin; if (data.id === 1) window.plan = data; })</script>
        <iframe title=\"Bookahead\" sandbox=\"allow-scripts\" src=\"bookahead.html\" width=\"700\" height=\"307\"></iframe></html>";
    with_folder(
        "one-file-sandbox",
        |dist| {
            let folder = with_one_file(&dist, &folder);
            fs::write(folder.join("host.html"), host).expect("a page");
            folder
        },
        |page| {
            page.post("url", &json!({ "url": format!("{}host.html", page.server().address()) }));
            page.wait_for("the page in the sandbox", "window.ready === 'null'", &[]);
            page.js("frames[0].postMessage({bookahead: 1, id: 1, do: 'get', what: 'plan'}, '*')", &[]);
            page.wait_for("the plan", "window.plan?.ok", &[]);
        },
    );
    let _ = fs::remove_dir_all(&folder);
}
