//! The page that the browser keeps: it opens without its host, a newer build waits until the reader asks for it, and a host can take all of it back.

use crate::harness::{Page, copied, with_folder};
use crate::lab::{expect_figures, expect_notice, first_example, open_lab, reload_lab};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// What stands in a newer build's page and in no other.
const NEWER: &str = "<!-- newer -->";

/// A copy of the built page in which files may be changed; nothing in it is compressed.
fn plain(dist: &Path, name: &str) -> PathBuf {
    copied(dist, name, |file| file == "js" || file.ends_with(".br") || file.ends_with(".gz"), &[])
}

/// Opens the page, and waits until the browser keeps it.
fn open_and_keep(page: &Page) {
    page.server().let_page_be_kept();
    open_lab(page, "");
    page.js("navigator.serviceWorker.ready.then(() => window.isKept = true)", &[]);
    page.wait_for("the page to be kept", "window.isKept", &[]);
}

#[test]
fn it_opens_without_its_host() {
    with_folder(
        "kept-page",
        |dist| plain(&dist, "kept-page"),
        |page| {
            open_and_keep(page);
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept-page");
            for entry in fs::read_dir(&folder).expect("the copy").flatten().filter(|entry| entry.path().is_file()) {
                fs::remove_file(entry.path()).expect("a file of the copy");
            }
            let before = page.asked();
            reload_lab(page);
            expect_figures(page, &first_example());
            page.focus("#handle-duration");
            page.key("ArrowRight");
            // The browser asks for a newer build by itself; nothing else is asked for.
            let since: Vec<_> = page.asked().split_off(before.len()).into_iter().map(|asked| asked.path).collect();
            assert!(since.iter().all(|path| path == "sw.js"), "{since:?}");
            since.iter().for_each(|path| page.expect_missing(path));
        },
    );
}

#[test]
fn a_newer_build_waits_for_the_reader() {
    with_folder(
        "newer-build",
        |dist| plain(&dist, "newer-build"),
        |page| {
            open_and_keep(page);
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("newer-build");
            let change = |name: &str, from: &str, to: &str| {
                let text = fs::read_to_string(folder.join(name)).expect("a file of the copy");
                assert!(text.contains(from), "{from} is missing in {name}");
                fs::write(folder.join(name), text.replacen(from, to, 1)).expect("a file of the copy");
            };
            change("index.html", "<body>", &format!("<body>{NEWER}"));
            change("sw.js", "const build = '", "const build = 'newer-");
            reload_lab(page);
            let told = expect_notice(page, "A new version of Bookahead is ready");
            assert!(told.contains("Your work stays as it is"), "{told}");
            let is_newer = "document.body.innerHTML.startsWith(arguments[0])";
            assert_eq!(page.js(&format!("return {is_newer}"), &[json!(NEWER)]), json!(false), "it waits");
            page.screenshots("newer-build");
            page.js("window.isOld = true", &[]);
            page.click(".notice .act");
            page.wait_for("the newer build", &format!("{is_newer} && !window.isOld"), &[json!(NEWER)]);
            expect_figures(page, &first_example());
            let kept = page.js_async("caches.keys().then(arguments[0])", &[]);
            assert_eq!(kept.as_array().map(Vec::len), Some(1), "what the old build kept is gone: {kept}");
        },
    );
}

#[test]
fn a_host_takes_back_what_is_kept() {
    with_folder(
        "taken-back",
        |dist| plain(&dist, "taken-back"),
        |page| {
            open_and_keep(page);
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("taken-back");
            fs::copy(folder.join("sw-off.js"), folder.join("sw.js")).expect("a file of the copy");
            // A reader who comes back finds the kept page, which then makes way for that of the host.
            page.reload();
            // The page is loaded anew meanwhile, and a script that waits in the former one would never be answered: each look begins to count and reads what an
            // earlier one has counted in the page that is there.
            let left = "(async () => { window.kept = [...await caches.keys(), ...await navigator.serviceWorker.getRegistrations()].length })(),
                window.kept === 0";
            page.wait_for("nothing to be kept", left, &[]);
            page.wait_for_element("#handle-duration");
        },
    );
}

#[test]
fn it_can_be_installed() {
    with_folder(
        "installable",
        |dist| dist,
        |page| {
            open_lab(page, "");
            let manifest = "(async () => {
                const address = document.querySelector('link[rel=manifest]').href;
                const manifest = await (await fetch(address)).json();
                const sizes = await Promise.all(manifest.icons.map(icon => new Promise((done, failed) => {
                    const image = new Image();
                    image.onload = () => done(`${image.naturalWidth}x${image.naturalHeight}` === icon.sizes);
                    image.onerror = failed;
                    image.src = new URL(icon.src, address);
                })));
                return [manifest.name, manifest.display, new URL(manifest.start_url, address).pathname === location.pathname, ...sizes];
            })()";
            let found = page.js_async(&format!("{manifest}.then(arguments[0], error => arguments[0](String(error)))"), &[]);
            assert_eq!(found, json!(["Bookahead", "standalone", true, true, true, true]));
        },
    );
}
