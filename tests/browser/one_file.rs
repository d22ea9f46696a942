//! The page in one file, opened from disk as by double click; and the page in a folder, which says that it cannot be.

use crate::harness::{Page, copied, with_folder};
use crate::lab::{expect_figures, expect_notice, expect_scenario, first_example, open_lab, with_newcomer};
use crate::lessons::text_of;
use bookahead::formats::one_file::filled;
use bookahead::lessons::{link, scorm};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A folder with the built page's files and bookahead.html. Of a development build the file is made here, as scripts/seal makes it of a release.
pub fn with_one_file(dist: &Path, folder: &Path) -> PathBuf {
    let _ = fs::remove_dir_all(folder);
    let parts = ["", "lessons", "icons"].map(|part| dist.join(part));
    for part in ["lessons", "icons"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    let files = parts.into_iter().flat_map(|from| fs::read_dir(from).expect("the built page"));
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

/// Puts a lesson into the writing view.
fn write(page: &Page, text: &str) {
    page.wait_for_element("#write-area");
    page.js(
        "const field = document.querySelector('#write-area'); field.value = arguments[0]; field.dispatchEvent(new InputEvent('input', {bubbles: true}))",
        &[json!(text)],
    );
    page.wait_for_text("#write-status", "The lesson works");
}

/// Chooses something in the menu of the writing view, with the keyboard.
fn save(page: &Page, id: &str) {
    page.focus("#write-save-menu");
    page.key("Enter");
    page.focus(id);
    page.key("Enter");
}

#[test]
fn a_page_saves_itself_with_a_lesson_or_scenario_inside() {
    let folder = env::temp_dir().join(format!("bookahead-hand-out-{}", std::process::id()));
    let text = text_of("who-makes-room");
    let fragment = link::encode(&text);
    with_folder(
        "hand-out",
        |dist| with_one_file(&dist, &folder),
        |page| {
            let whole = fs::read_to_string(folder.join("bookahead.html")).expect("the page in one file");
            open_lab(page, "");
            let asked = || page.asked().iter().filter(|asked| asked.path.contains("bookahead.html")).count();
            assert_eq!(asked(), 0, "it is fetched when it is needed");
            page.focus("#handle-duration");
            page.key("ArrowRight");
            let own = with_newcomer(|request| request.duration = 4);
            expect_scenario(page, &own);
            page.click("#export");
            page.click("#export-page");
            let (name, bytes) = page.wait_for_download(".html");
            assert_eq!(name, "eleven-requests-five-nodes.html");
            expect_notice(page, "opens by double click");
            assert_eq!(asked(), 1);
            fs::write(folder.join("scenario.html"), bytes).expect("a file");
            page.open("#write");
            write(page, &text);
            save(page, "#write-save-page");
            let (name, bytes) = page.wait_for_download("room.html");
            assert_eq!(name, "who-makes-room.html");
            // The bytes of the command line.
            assert!(filled(&whole, &fragment, false).is_some_and(|filled| filled.as_bytes() == bytes), "another page");
            save(page, "#write-save-scorm");
            let (name, bytes) = page.wait_for_download(".zip");
            assert_eq!(name, "who-makes-room.zip");
            assert!(
                scorm::package(&whole, "Who makes room?", &fragment).is_some_and(|package| package == bytes),
                "another package"
            );
            expect_notice(page, "Upload it to the learning platform");
            open(page, &folder, "scenario.html", "");
            expect_scenario(page, &own);
        },
    );
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn one_file_writes_lessons_from_disk_and_saves_itself() {
    let folder = env::temp_dir().join(format!("bookahead-write-from-disk-{}", std::process::id()));
    let text = text_of("who-makes-room");
    with_folder(
        "one-file-write",
        |dist| with_one_file(&dist, &folder),
        |page| {
            open(page, &folder, "bookahead.html", "#write");
            write(page, &text);
            // The live picture is the file itself once more.
            page.post("frame", &json!({ "id": 0 }));
            page.wait_for_text("#lesson-step", "What to remember");
            page.wait_for_element("#gantt-logical, #gantt-physical");
            page.post("frame/parent", &json!({}));
            save(page, "#write-save-page");
            let (_, bytes) = page.wait_for_download("room.html");
            fs::write(folder.join("lesson.html"), &bytes).expect("a file");
            save(page, "#write-save-scorm");
            assert!(!page.wait_for_download(".zip").1.is_empty());
            open(page, &folder, "lesson.html", "");
            page.wait_for_text("#lesson-title", "Who makes room?");
            page.wait_for_element("#gantt-logical, #gantt-physical");
            // What was saved saves itself, too, and nothing is added on the way.
            open(page, &folder, "lesson.html", "#write");
            write(page, &text);
            save(page, "#write-save-page");
            let again = page.wait_for_download("room (1).html").1;
            assert!(again == bytes, "{} and {} bytes", again.len(), bytes.len());
        },
    );
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn where_the_one_file_is_not_there_the_page_says_so() {
    with_folder(
        "hand-out-missing",
        |dist| copied(&dist, "hand-out-missing", |file| file.starts_with("bookahead.html"), &[]),
        |page| {
            page.open("#write");
            write(page, &text_of("who-makes-room"));
            save(page, "#write-save-scorm");
            expect_notice(page, "There is no bookahead.html beside this page");
            page.expect_missing("bookahead.html");
            page.expect_errors("404");
        },
    );
}
