//! A browser on the bench's own site: the built page, the engine in WebAssembly, the pages of others, the bars they draw.

use crate::harness::Page;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// Lets frames come as fast as they are made, so that the time between them is what they cost.
pub const NO_FRAME_LIMIT: &[&str] = &["--disable-frame-rate-limit", "--disable-gpu-vsync"];

/// A folder to serve: `app/` the built page, `page/` the bench's own pages, `wasm/` the engine, `peers/` the libraries of others.
pub struct Site {
    folder: PathBuf,
}

/// A folder that `scripts/bench` names.
fn named(variable: &str) -> PathBuf {
    let path = env::var_os(variable).map(PathBuf::from);
    path.filter(|path| path.is_dir()).unwrap_or_else(|| panic!("{variable} names no folder: run scripts/bench, it makes it"))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the site's folder can be made");
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())).flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap_or_else(|error| panic!("{}: {error}", target.display()));
        }
    }
}

impl Site {
    /// Puts everything in place.
    pub fn build() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-site");
        let _ = fs::remove_dir_all(&folder);
        copy(&named("BOOKAHEAD_DIST"), &folder.join("app"));
        copy(&named("BOOKAHEAD_WASM_TESTS"), &folder.join("wasm"));
        copy(&named("BOOKAHEAD_BENCH_PEERS"), &folder.join("peers"));
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/page"), &folder.join("page"));
        Self { folder }
    }

    /// The files of the built page: name and contents. What lies in folders, such as the ES module, is not the page's.
    pub fn app_files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        let entries = fs::read_dir(self.folder.join("app")).expect("the built page").flatten();
        for entry in entries.filter(|entry| entry.path().is_file()) {
            files.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file of the page")));
        }
        files.sort();
        files
    }

    /// Puts a file of numbers beside the pages.
    pub fn put_numbers(&self, name: &str, numbers: &[u32]) {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        fs::write(self.folder.join("page").join(name), bytes).expect("the site's folder can be written");
    }

    /// A fresh browser on this site.
    pub fn browser(&self, arguments: &[&str]) -> Tab {
        Tab(Page::serving(self.folder.clone(), "bench", arguments))
    }

    /// A fresh browser that will open the built page with the bench's hooks in it and its worker.
    pub fn hooked_browser(&self, arguments: &[&str]) -> Tab {
        let tab = self.browser(arguments);
        let hooks = include_str!("../page/hooks.js");
        tab.0.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": hooks }));
        let files = self.app_files();
        let worker = files.iter().map(|(name, _)| name).find(|name| name.starts_with("worker") && name.ends_with(".js"));
        tab.0.server().put_in_front(worker.expect("the page's worker has a script"), include_str!("../page/worker-hooks.js"));
        tab
    }
}

/// A browser's one tab.
pub struct Tab(pub Page);

impl Tab {
    /// Opens a page of the site.
    pub fn open(&self, path: &str) {
        self.0.open(path);
    }

    /// Runs a script; `None` if it fails or the page does not answer.
    pub fn try_js(&self, script: &str, arguments: &[Value]) -> Option<Value> {
        self.0.browser().session.post("execute/sync", &json!({ "script": script, "args": arguments })).ok()
    }

    /// Waits until a script returns something else than null; `None` after the limit or when the page does not answer any more.
    pub fn wait_for(&self, script: &str, arguments: &[Value], limit: Duration) -> Option<Value> {
        let began = Instant::now();
        while began.elapsed() < limit {
            let value = self.try_js(script, arguments)?;
            if !value.is_null() {
                return Some(value);
            }
            thread::sleep(Duration::from_millis(15));
        }
        None
    }

    /// What an expression that is a promise comes to; it must succeed. The page is not asked again and again meanwhile, as by
    /// [`Tab::wait_for_promise`] and, ten times a second, by the driver itself for its asynchronous scripts: that would cost it time.
    pub fn promised(&self, expression: &str) -> Value {
        let ask = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.0.devtools("Runtime.evaluate", ask);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    /// Waits for an expression that is a promise and returns what it comes to; `None` if it fails or takes longer than the limit.
    pub fn wait_for_promise(&self, expression: &str, limit: Duration) -> Option<Value> {
        let start = format!(
            "window.outcome = null;
             ({expression}).then(value => {{ window.outcome = {{value}} }}, error => {{ window.outcome = {{error: String(error)}} }});"
        );
        self.try_js(&start, &[])?;
        let outcome = self.wait_for("return window.outcome", &[], limit)?;
        if let Some(error) = outcome["error"].as_str() {
            println!("    {expression}: {error}");
            return None;
        }
        Some(outcome["value"].clone())
    }
}

/// An export of the engine in WebAssembly, called in a worker: what it returns.
pub fn in_webassembly(site: &Site, export: &str, numbers: &[u32]) -> String {
    let tab = site.browser(&[]);
    tab.open("page/wasm.html");
    let mut ask = vec![json!(export)];
    ask.extend(numbers.iter().map(|number| json!(number)));
    let limit = Duration::from_secs(600);
    tab.wait_for("return window.measure ? true : null", &[], limit).expect("the page starts");
    tab.try_js("window.measure(...arguments)", &ask).expect("the worker can be asked");
    let answer = tab.wait_for("return window.measured", &[], limit).expect("the measurement ends");
    answer["result"].as_str().unwrap_or_else(|| panic!("{export} in WebAssembly: {}", answer["error"])).to_string()
}
