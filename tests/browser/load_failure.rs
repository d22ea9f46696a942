//! Where the program cannot be loaded, the page says which of the possible reasons it is and what to do, in sight, instead of "Loading" for good.

use crate::harness::{Page, copied, with_arguments, with_folder, with_page};
use serde_json::json;
use std::fs;
use std::path::Path;

/// What is said, which must stand in the window where it can be read.
fn expect_told(page: &Page, part: &str) -> String {
    page.wait_for_text("[role=status]", part);
    let [left, top, width, height] = page.rect("[role=status]");
    let window = page.js("return [innerWidth, innerHeight]", &[]);
    let [right, bottom] = [0, 1].map(|i| window[i].as_f64().expect("a size"));
    assert!(
        left >= 0.0 && top >= 0.0 && left + width <= right && top + height <= bottom,
        "{left} {top} {width} {height} in {window}"
    );
    assert_eq!(page.count("[aria-busy]"), 0, "nothing is waited for");
    page.assert_fits_width();
    page.text("[role=status]")
}

/// Takes what else the browser says off the record; it depends on its version.
fn forget_errors(page: &Page) {
    if !page.errors().is_empty() {
        page.expect_errors("");
    }
}

/// What was asked for and is not there.
fn missing(page: &Page) -> Vec<String> {
    page.asked().into_iter().filter(|asked| asked.status == 404).map(|asked| asked.path).collect()
}

#[test]
fn opened_as_a_file() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("load-file");
    with_folder(
        "load-file",
        |dist| copied(&dist, "load-file", |_| false, &[]),
        |page| {
            let index = fs::canonicalize(folder.join("index.html")).expect("the built page");
            page.post("url", &json!({ "url": format!("file://{}", index.display()) }));
            let words = expect_told(page, "bookahead.html beside it");
            assert!(words.contains("python3 -m http.server") && words.contains("http://localhost:8000/"), "{words}");
            page.screenshot("load-file");
            page.post("url", &json!({ "url": "about:blank" }));
            forget_errors(page);
        },
    );
}

#[test]
fn a_file_of_the_program_is_missing() {
    let is_program = |file: &str| file.starts_with("app-") && file.contains(".js");
    with_folder(
        "load-missing",
        |dist| copied(&dist, "load-missing", is_program, &[]),
        |page| {
            page.open("");
            let words = expect_told(page, "The server has no file app-");
            assert!(words.contains(".js (404)") && words.contains("Please reload"), "{words}");
            page.screenshot("load-missing");
            missing(page).iter().for_each(|path| page.expect_missing(path));
            page.expect_errors("404");
            forget_errors(page);
        },
    );
    let is_module = |file: &str| file.contains(".wasm");
    with_folder(
        "load-missing-module",
        |dist| copied(&dist, "load-missing-module", is_module, &[]),
        |page| {
            page.open("");
            expect_told(page, "_bg.wasm (404)");
            missing(page).iter().for_each(|path| page.expect_missing(path));
            page.expect_errors("404");
            forget_errors(page);
        },
    );
}

#[test]
fn the_script_is_sent_as_something_else() {
    with_page("load-type", |page| {
        page.server().send_as("/app-", "text/plain");
        page.open("");
        let words = expect_told(page, "as text/plain");
        assert!(words.contains("text/javascript"), "{words}");
        page.expect_errors("MIME");
        forget_errors(page);
    });
}

#[test]
fn the_browser_has_no_webassembly_or_no_vectors() {
    // Without compiled code there is no WebAssembly either.
    with_arguments(
        "load-no-wasm",
        &["--js-flags=--jitless"],
        |dist| dist,
        |page| {
            page.open("");
            let words = expect_told(page, "WebAssembly");
            assert!(words.contains("missing in this browser or switched off"), "{words}");
            page.screenshot("load-no-wasm");
            page.expect_errors("WebAssembly");
        },
    );
    // V8 makes vectors of SSE 4.1 and later only.
    with_arguments(
        "load-no-simd",
        &["--js-flags=--no-enable-sse4-1"],
        |dist| dist,
        |page| {
            page.open("");
            // A function that makes a vector of 0 and drops it.
            let module = "0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11";
            let has_vectors = page.js(&format!("return WebAssembly.validate(new Uint8Array([{module}]))"), &[]) == true;
            // The flag takes them away from this kind of processor; others have them under other names.
            assert!(!has_vectors || std::env::consts::ARCH != "x86_64", "there are vectors in spite of the flag");
            if has_vectors {
                return;
            }
            let words = expect_told(page, "SIMD");
            assert!(words.contains("This browser, or the processor"), "{words}");
            page.expect_errors("WebAssembly");
        },
    );
}

#[test]
fn in_a_frame_shut_off_from_its_files() {
    let frame = r#"<!DOCTYPE html><title>Frame</title><link rel="icon" href="data:,"><iframe sandbox="allow-scripts" src="index.html" width="900" height="500"></iframe>"#;
    with_folder(
        "load-sandbox",
        |dist| copied(&dist, "load-sandbox", |_| false, &[("frame.html", frame)]),
        |page| {
            page.post("url", &json!({ "url": format!("{}frame.html", page.server().address()) }));
            let element = page.element("iframe");
            page.post("frame", &json!({ "id": { "element-6066-11e4-a52e-4f735466cecf": element } }));
            let words = expect_told(page, "in a frame");
            assert!(words.contains("allow-scripts allow-same-origin"), "{words}");
            page.post("frame", &json!({ "id": null }));
            page.screenshot("load-sandbox");
            forget_errors(page);
        },
    );
}

#[test]
fn without_scripts_it_is_said_in_sight() {
    let frame = r#"<!DOCTYPE html><title>Frame</title><link rel="icon" href="data:,"><iframe sandbox="allow-same-origin" src="index.html" width="900" height="500"></iframe>"#;
    with_folder(
        "load-noscript",
        |dist| copied(&dist, "load-noscript", |_| false, &[("frame.html", frame)]),
        |page| {
            page.post("url", &json!({ "url": format!("{}frame.html", page.server().address()) }));
            page.wait_for(
                "the page in the frame",
                "document.querySelector('iframe').contentDocument?.querySelector('.noscript')",
                &[],
            );
            let script = "
            const inside = document.querySelector('iframe').contentDocument;
            const place = inside.querySelector('.noscript').getBoundingClientRect();
            return [place.top, place.bottom, place.height, inside.querySelector('.noscript').innerText,
                getComputedStyle(inside.querySelector('[role=status]')).display]";
            let found = page.js(script, &[]);
            let number = |i: usize| found[i].as_f64().unwrap_or_default();
            assert!(number(0) > 0.0 && number(1) < 300.0 && number(2) > 15.0, "{found}");
            assert!(found[3].as_str().is_some_and(|words| words.contains("needs JavaScript")), "{found}");
            assert_eq!(found[4], "none", "nothing is being loaded");
            page.screenshot("load-noscript");
            forget_errors(page);
        },
    );
}
