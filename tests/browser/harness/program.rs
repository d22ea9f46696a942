//! The program in WebAssembly without its page, as `scripts/wasm-tests` has built it: a page of ours calls what it exports.

use super::page::{Page, skip, with_folder, with_folder_alone};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Where it was built.
pub fn folder() -> Option<PathBuf> {
    env::var_os("BOOKAHEAD_WASM_TESTS").filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Runs a test on a page that has its exports in `window.program`, or says that it is skipped; under CI=true that is a failure.
pub fn with_program(name: &str, test: impl FnOnce(&Page)) {
    if let Some(built) = folder_or_skip(name) {
        with_folder(name, |_| served(&built, name), |page| run(page, test));
    }
}

/// As [`with_program`], with no other test beside it: for what is measured.
pub fn with_program_alone(name: &str, test: impl FnOnce(&Page)) {
    if let Some(built) = folder_or_skip(name) {
        with_folder_alone(name, |_| served(&built, name), |page| run(page, test));
    }
}

fn folder_or_skip(name: &str) -> Option<PathBuf> {
    let folder = folder();
    if folder.is_none() {
        skip(name, "BOOKAHEAD_WASM_TESTS names no folder with the program; `scripts/test` builds one and names it");
    }
    folder
}

/// A folder with the program and a page that starts it.
fn served(built: &Path, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for files to serve");
    for file in ["tests.js", "tests_bg.wasm"] {
        fs::copy(built.join(file), folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    let page = "<!DOCTYPE html><html lang=\"en\"><title>Program</title><link rel=\"icon\" href=\"data:,\"><script type=\"module\">\
        import init, * as program from './tests.js'; await init(); window.program = program;</script></html>";
    fs::write(folder.join("index.html"), page).expect("a page to serve");
    folder
}

fn run(page: &Page, test: impl FnOnce(&Page)) {
    page.open("");
    page.wait_for("the program to be there", "window.program", &[]);
    test(page);
}

impl Page {
    /// What an export of the program returns for these numbers: a text, which is empty if it returns nothing.
    pub fn call_program(&self, export: &str, numbers: &[Value]) -> String {
        let script = format!(
            "try {{ return {{text: window.program.{export}(...arguments) ?? ''}} }} catch (error) {{ return String(error) }}"
        );
        let returned = self.js(&script, numbers);
        let text = returned["text"].as_str();
        text.unwrap_or_else(|| panic!("{export}: {returned}; the console says:\n{}", self.console_text())).to_string()
    }
}
