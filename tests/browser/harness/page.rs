//! One page in one browser, for one test: opening, looking, waiting, emulating.

use super::browser::{Browser, Engine};
use super::input::Point;
use super::pool;
use super::server::{Asked, SUB_PATH, Server};
use super::webdriver::Refused;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// How long a test waits for anything before it fails. Long, because others run beside it; what has to be quick is measured by a test that runs alone.
const PATIENCE: Duration = Duration::from_secs(30);

/// A page under test.
pub struct Page {
    name: String,
    engine: Engine,
    server: Server,
    browser: Arc<Browser>,
    console: RefCell<Vec<Message>>,
    known_missing: RefCell<Vec<String>>,
}

/// Something the browser wrote to its console.
#[derive(Clone, Debug)]
pub struct Message {
    /// `SEVERE`, `WARNING`, `INFO`, `DEBUG`.
    pub level: String,
    /// What it says, with its place.
    pub text: String,
}

/// Runs a test on the built page in a browser that it has for itself and finds as new, or says that it is skipped; under CI=true that is a
/// failure. As many run at once as there are processors; one that measures time takes [`with_page_alone`].
pub fn with_page(name: &str, test: impl FnOnce(&Page)) {
    with_folder(
        name,
        |dist| dist,
        |page| {
            page.remember_workers();
            test(page);
        },
    );
}

/// As [`with_page`], with no other test beside it and in a browser just started: for what the page must do within a time.
pub fn with_page_alone(name: &str, test: impl FnOnce(&Page)) {
    with_folder_alone(
        name,
        |dist| dist,
        |page| {
            page.remember_workers();
            test(page);
        },
    );
}

/// As [`with_folder`], with no other test beside it and in a browser just started: for what is measured.
pub fn with_folder_alone(name: &str, folder: impl FnOnce(PathBuf) -> PathBuf, test: impl FnOnce(&Page)) {
    run(name, Engine::Chromium, &[], Company::Alone, folder, test);
}

/// Whether other tests may run at the same time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Company {
    Others,
    Alone,
}

/// As [`with_page`], once in every engine that BOOKAHEAD_BROWSERS names. Such a test does without DevTools: no emulation, no touch.
pub fn with_engines(name: &str, test: impl Fn(&Page)) {
    for engine in Engine::wanted() {
        run(
            &format!("{name}-{}", engine.name()),
            engine,
            &[],
            // Windows on one display take the focus from one another; a Chromium without a window does not.
            if engine == Engine::Chromium { Company::Others } else { Company::Alone },
            |dist| dist,
            |page| {
                page.keep_messages();
                test(page);
            },
        );
    }
}

/// As [`with_page`], on the files of another folder, which `folder` makes of that of the built page.
pub fn with_folder(name: &str, folder: impl FnOnce(PathBuf) -> PathBuf, test: impl FnOnce(&Page)) {
    run(name, Engine::Chromium, &[], Company::Others, folder, test);
}

/// As [`with_folder`], in a Chromium started with further arguments.
pub fn with_arguments(name: &str, arguments: &[&str], folder: impl FnOnce(PathBuf) -> PathBuf, test: impl FnOnce(&Page)) {
    run(name, Engine::Chromium, arguments, Company::Others, folder, test);
}

fn run(
    name: &str,
    engine: Engine,
    arguments: &[&str],
    company: Company,
    folder: impl FnOnce(PathBuf) -> PathBuf,
    test: impl FnOnce(&Page),
) {
    static TURN: RwLock<()> = RwLock::new(());
    let Some(dist) = env::var_os("BOOKAHEAD_DIST").filter(|path| !path.is_empty()).map(PathBuf::from) else {
        return skip(name, "BOOKAHEAD_DIST names no built page; `scripts/test` builds one and names it");
    };
    assert!(
        dist.join("index.html").is_file(),
        "BOOKAHEAD_DIST={}: there is no index.html; trunk build --release makes one",
        dist.display()
    );
    let (_beside, _alone) = match company {
        Company::Others => (Some(TURN.read().unwrap_or_else(PoisonError::into_inner)), None),
        Company::Alone => (None, Some(TURN.write().unwrap_or_else(PoisonError::into_inner))),
    };
    let is_shared = engine == Engine::Chromium && arguments.is_empty() && company == Company::Others;
    let browser = if is_shared { pool::take() } else { Arc::new(Browser::start(engine, arguments)) };
    let page = Page::in_browser(Arc::clone(&browser), engine, folder(dist), name);
    test(&page);
    // After every test, whatever it was about. A test that provokes an error takes it with `expect_errors`.
    page.assert_quiet();
    // Only here: the browser of a failed test ends with it.
    if is_shared && page.renew_browser().is_ok() {
        pool::give_back(browser);
    }
}

/// Says that a test is skipped and why; fails where everything must run.
pub fn skip(name: &str, why: &str) {
    assert!(env::var_os("CI").is_none_or(|value| value != "true"), "{name}: with CI=true no test may be skipped, but {why}");
    // Straight to standard error: what goes through eprintln! is shown for failed tests only.
    let _ = io::stderr().write_all(format!("skipped: {name}: {why}\n").as_bytes());
}

impl Page {
    /// A Chromium of its own on the files of a folder, started with further arguments; nothing is opened yet.
    pub fn serving(folder: PathBuf, name: &str, arguments: &[&str]) -> Self {
        let browser = Arc::new(Browser::start(Engine::Chromium, arguments));
        Self::in_browser(browser, Engine::Chromium, folder, name)
    }

    fn in_browser(browser: Arc<Browser>, engine: Engine, folder: PathBuf, name: &str) -> Self {
        let (server, name) = (Server::start(folder), name.to_string());
        let page = Self { name, engine, server, browser, console: RefCell::default(), known_missing: RefCell::default() };
        page.size(1280, 800);
        page
    }

    // --- Opening

    /// Loads the page with a fragment (`""` for none, else with its `#`), and waits until the browser has loaded it.
    pub fn open(&self, fragment: &str) {
        self.console();
        // A new fragment alone would not load the page again.
        self.post("url", &json!({ "url": "about:blank" }));
        self.post("url", &json!({ "url": format!("{}{fragment}", self.server.address()) }));
    }

    /// Reloads as the user does.
    pub fn reload(&self) {
        self.console();
        self.post("refresh", &json!({}));
    }

    /// The address bar.
    pub fn address(&self) -> String {
        self.get("url").as_str().unwrap_or_default().to_string()
    }

    /// The address bar from `#` on; empty without.
    pub fn fragment(&self) -> String {
        let address = self.address();
        address.find('#').map_or(String::new(), |at| address[at..].to_string())
    }

    /// WebDriver's own name of the tab in front.
    pub fn handle(&self) -> String {
        self.get("window").as_str().unwrap_or_default().to_string()
    }

    /// Number of open tabs.
    pub fn tabs(&self) -> usize {
        self.get("window/handles").as_array().map_or(0, Vec::len)
    }

    /// The server of this test.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// The engine of this test's browser.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The browser of this test.
    pub fn browser(&self) -> &Browser {
        &self.browser
    }

    /// Nothing of this test is left in its browser, which has one tab, a new one.
    pub fn renew_browser(&self) -> Result<(), Refused> {
        self.browser.renew(&[&self.server.origin(), "file://"])
    }

    // --- Looking

    /// Runs a script in the page and returns what it returns.
    pub fn js(&self, script: &str, arguments: &[Value]) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Runs a script that calls its last argument when done.
    pub fn js_async(&self, script: &str, arguments: &[Value]) -> Value {
        self.post("execute/async", &json!({ "script": script, "args": arguments }))
    }

    /// Text of the first element, as shown; fails if there is none.
    pub fn text(&self, css: &str) -> String {
        self.wait_for_element(css);
        self.js("return document.querySelector(arguments[0]).innerText", &[json!(css)]).as_str().unwrap_or_default().to_string()
    }

    /// Texts of all elements.
    pub fn texts(&self, css: &str) -> Vec<String> {
        let texts =
            self.js("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText ?? e.textContent)", &[json!(css)]);
        texts.as_array().into_iter().flatten().map(|text| text.as_str().unwrap_or_default().to_string()).collect()
    }

    /// Number of elements.
    pub fn count(&self, css: &str) -> u64 {
        self.js("return document.querySelectorAll(arguments[0]).length", &[json!(css)]).as_u64().unwrap_or_default()
    }

    /// An attribute of the first element, if both are there.
    pub fn attribute(&self, css: &str, name: &str) -> Option<String> {
        let value = self.js("return document.querySelector(arguments[0])?.getAttribute(arguments[1])", &[json!(css), json!(name)]);
        value.as_str().map(str::to_string)
    }

    /// The value of an input.
    pub fn value(&self, css: &str) -> String {
        self.wait_for_element(css);
        self.js("return document.querySelector(arguments[0]).value", &[json!(css)]).as_str().unwrap_or_default().to_string()
    }

    /// Where an element is in the viewport: left, top, width, height in CSS pixels.
    pub fn rect(&self, css: &str) -> [f64; 4] {
        self.wait_for_element(css);
        let script =
            "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left, r.top, r.width, r.height]";
        let rect = self.js(script, &[json!(css)]);
        [0, 1, 2, 3].map(|i| rect[i].as_f64().unwrap_or_else(|| panic!("{css} has a place: {rect}")))
    }

    /// The middle of an element.
    pub fn middle_of(&self, css: &str) -> Point {
        let [left, top, width, height] = self.rect(css);
        Point { x: left + width / 2.0, y: top + height / 2.0 }
    }

    /// WebDriver's own name of the first element.
    pub fn element(&self, css: &str) -> String {
        let element = self.post("element", &json!({ "using": "css selector", "value": css }));
        let reference = element.as_object().and_then(|object| object.values().next()).and_then(Value::as_str);
        reference.unwrap_or_else(|| panic!("no reference to {css} in {element}")).to_string()
    }

    /// Leaves a picture of the viewport in `target/screenshots`.
    pub fn screenshot(&self, name: &str) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("tmp lies in target").join("screenshots");
        fs::create_dir_all(&folder).expect("the folder for pictures");
        let path = folder.join(format!("{name}.png"));
        let picture = self.get("screenshot");
        let bytes = BASE64.decode(picture.as_str().unwrap_or_default()).expect("a picture in base64");
        fs::write(&path, bytes).expect("the picture can be written");
        path
    }

    /// Fails if anything makes the page scroll sideways, naming what sticks out.
    pub fn assert_fits_width(&self) {
        let script = "
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            const out = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > width + 0.5);
            return [`${document.documentElement.scrollWidth} px in a window of ${width} px`,
                ...out.slice(0, 8).map(e => `${e.tagName} ${e.id} ${e.getAttribute('class')} ${Math.round(e.getBoundingClientRect().right)}`)]";
        let out = self.js(script, &[]);
        assert_eq!(out, json!([]), "the page scrolls sideways");
    }

    // --- Waiting

    /// Waits until a JavaScript expression is true.
    pub fn wait_for(&self, what: &str, expression: &str, arguments: &[Value]) {
        self.wait_until(what, || {
            let value = self.js(&format!("return Boolean({expression})"), arguments);
            (value == true).then_some(())
        });
    }

    /// Waits until an element is there.
    pub fn wait_for_element(&self, css: &str) {
        self.wait_for(&format!("{css} to be there"), "document.querySelector(arguments[0])", &[json!(css)]);
    }

    /// Waits until the first element's text contains something.
    pub fn wait_for_text(&self, css: &str, part: &str) {
        let what = format!("{css} to say {part:?}");
        self.wait_for(&what, "document.querySelector(arguments[0])?.innerText.includes(arguments[1])", &[json!(css), json!(part)]);
    }

    /// Waits until `look` finds something.
    pub fn wait_until<T>(&self, what: &str, look: impl Fn() -> Option<T>) -> T {
        let from = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(from.elapsed() < PATIENCE, "waited {PATIENCE:?} for {what}; the console says:\n{}", self.console_text());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a downloaded file is complete and returns its name and contents.
    pub fn wait_for_download(&self, ending: &str) -> (String, Vec<u8>) {
        self.wait_until(&format!("a download ending in {ending}"), || {
            let entries = fs::read_dir(self.browser.downloads()).ok()?;
            let path = entries.flatten().map(|entry| entry.path()).find(|path| path.to_string_lossy().ends_with(ending))?;
            let name = path.file_name()?.to_string_lossy().into_owned();
            // The browser holds the name with an empty file first, and puts the whole one in its place when it is written.
            let bytes = fs::read(path).ok().filter(|bytes| !bytes.is_empty())?;
            Some((name, bytes))
        })
    }

    /// Waits until two frames have been painted after everything that was asked so far.
    pub fn settle(&self) {
        self.js_async("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(1)))", &[]);
    }

    // --- Emulating

    /// Size of the viewport in CSS pixels.
    pub fn size(&self, width: u32, height: u32) {
        if self.engine != Engine::Chromium {
            return self.window_size(width, height);
        }
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Gives the window the size that leaves this much for the page.
    fn window_size(&self, width: u32, height: u32) {
        let (mut frame_width, mut frame_height) = (0, 0);
        // Only after the first time the window tells what its frame takes.
        for _ in 0..3 {
            self.post(
                "window/rect",
                &json!({ "width": i64::from(width) + frame_width, "height": i64::from(height) + frame_height }),
            );
            self.settle();
            let inner = self.js("return [innerWidth, innerHeight]", &[]);
            frame_width += i64::from(width) - inner[0].as_i64().unwrap_or_default();
            frame_height += i64::from(height) - inner[1].as_i64().unwrap_or_default();
        }
    }

    /// A phone held upright: 360 × 740, touch, two device pixels to a CSS pixel.
    pub fn phone(&self) {
        let metrics = json!({ "width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics);
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    }

    /// Pictures of the page in light and dark, on a desktop and then on a phone, which it stays.
    pub fn screenshots(&self, name: &str) {
        for (look, is_phone, is_dark) in
            [("light", false, false), ("dark", false, true), ("phone-light", true, false), ("phone-dark", true, true)]
        {
            if is_phone {
                self.phone();
            }
            self.prefer(is_dark, true);
            self.settle();
            self.screenshot(&format!("{name}-{look}"));
        }
    }

    /// What the user told the system to prefer.
    pub fn prefer(&self, dark: bool, reduced_motion: bool) {
        let features = json!([
            { "name": "prefers-color-scheme", "value": if dark { "dark" } else { "light" } },
            { "name": "prefers-reduced-motion", "value": if reduced_motion { "reduce" } else { "no-preference" } },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// As printed.
    pub fn as_printed(&self, printed: bool) {
        self.devtools("Emulation.setEmulatedMedia", json!({ "media": if printed { "print" } else { "" } }));
    }

    /// Keeps what other drivers than Chromium's do not tell: errors, refusals by the policy, what is written to the console.
    fn keep_messages(&self) {
        if self.engine == Engine::Chromium {
            return;
        }
        let listener = "
            globalThis.testMessages ??= [];
            {
                const keep = (level, message) => globalThis.testMessages.push({level, message: String(message)});
                // A size that changes in answer to another is told in the next frame: no error, though it comes as one.
                addEventListener('error', e => /^ResizeObserver loop/.test(e.message) || keep('SEVERE', `${e.message} ${e.filename}:${e.lineno} ${e.error?.stack ?? ''}`));
                addEventListener('unhandledrejection', e => keep('SEVERE', `${e.reason} ${e.reason?.stack ?? ''}`));
                addEventListener('securitypolicyviolation', e => keep('SEVERE', `${e.violatedDirective} ${e.blockedURI} ${e.sample}`));
                for (const [name, level] of [['error', 'SEVERE'], ['warn', 'WARNING']]) {
                    const own = console[name].bind(console);
                    console[name] = (...words) => { keep(level, words.join(' ')); own(...words); };
                }
            }\n";
        // Only what nothing checks by its hash.
        self.server.put_in_front("/app- .js", listener);
    }

    /// Keeps every worker the page starts within reach of [`Page::end_worker`] and [`Page::crash_worker`].
    fn remember_workers(&self) {
        let script = "
            window.testWorkers = [];
            window.testEnds = window.testMutes = 0;
            window.Worker = class extends window.Worker {
                constructor(...args) {
                    super(...args);
                    window.testWorkers.push(this);
                    if (window.testMutes > 0) {
                        window.testMutes -= 1;
                        this.addEventListener('message', event => event.stopImmediatePropagation());
                        return;
                    }
                    this.addEventListener('message', () => {
                        this.testHeard = true;
                        // After the page has sent what waits for it.
                        if (window.testEnds > 0) { window.testEnds -= 1; this.testEnded = true; setTimeout(() => this.terminate()); }
                    }, {once: true});
                }
            };";
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
        // In the worker: messages only tests send. One ends in an uncaught error, as a panic of the program does.
        let listener = "
            addEventListener('message', event => {
                if (typeof event.data !== 'string' || !event.data.startsWith('test: ')) return;
                event.stopImmediatePropagation();
                if (event.data === 'test: crash') setTimeout(() => { throw new Error('test: crash'); });
                else fetch(event.data.slice(6), {mode: 'no-cors'}).catch(() => 0);
            });\n";
        self.server.put_in_front("/worker-", listener);
    }

    /// Number of workers the page has started since it was loaded.
    pub fn workers_started(&self) -> u64 {
        self.js("return window.testWorkers.length", &[]).as_u64().unwrap_or_default()
    }

    /// Waits until the worker listens that the page starts when it has nothing else to do.
    pub fn wait_for_worker(&self) {
        self.wait_for("the worker to listen", "window.testWorkers.at(-1)?.testHeard", &[]);
    }

    /// An uncaught error in the newest worker, as a panic makes one.
    pub fn crash_worker(&self) {
        assert!(self.workers_started() > 0, "there is a worker to crash");
        self.js("window.testWorkers.at(-1).postMessage('test: crash')", &[]);
    }

    /// The newest worker is gone without a word.
    pub fn end_worker(&self) {
        assert!(self.workers_started() > 0, "there is a worker to end");
        self.js("window.testWorkers.at(-1).terminate()", &[]);
    }

    /// The next workers that begin to listen are gone without a word as soon as they are given something to do.
    pub fn end_next_workers(&self, count: usize) {
        self.js("window.testEnds = arguments[0]", &[json!(count)]);
    }

    /// So many of the workers that were to end have not ended yet.
    pub fn workers_to_end(&self) -> u64 {
        self.js("return window.testEnds", &[]).as_u64().unwrap_or_default()
    }

    /// The next workers that the page starts are loaded, but never heard.
    pub fn mute_next_workers(&self, count: usize) {
        self.js("window.testMutes = arguments[0]", &[json!(count)]);
    }

    /// Whatever the page does each half second it does ten times as often: waiting for a worker takes a tenth of the time.
    pub fn hurry_watch(&self) {
        self.js(
            "const own = window.setInterval; window.setInterval = (act, ms, ...rest) => own(act, ms === 500 ? 50 : ms, ...rest)",
            &[],
        );
    }

    // --- Listening

    /// Everything on the console so far.
    pub fn console(&self) -> Vec<Message> {
        let new = match self.engine {
            Engine::Chromium => self.browser.session.post("se/log", &json!({ "type": "browser" })),
            _ => {
                let take = json!({ "script": "return globalThis.testMessages?.splice(0) ?? []", "args": [] });
                self.browser.session.post("execute/sync", &take)
            }
        };
        let new = new.unwrap_or_default();
        let mut all = self.console.borrow_mut();
        for entry in new.as_array().into_iter().flatten() {
            let word = |name: &str| entry[name].as_str().unwrap_or_default().to_string();
            all.push(Message { level: word("level"), text: word("message") });
        }
        all.clone()
    }

    pub(super) fn console_text(&self) -> String {
        self.console().iter().map(|message| format!("    {} {}\n", message.level, message.text)).collect()
    }

    /// Errors on the console so far: uncaught ones, files not found, whatever the Content-Security-Policy refused.
    pub fn errors(&self) -> Vec<String> {
        self.console().into_iter().filter(|message| message.level == "SEVERE").map(|message| message.text).collect()
    }

    /// Takes errors that the test provoked off the record; fails if there are none with this text.
    pub fn expect_errors(&self, part: &str) {
        self.wait_until(&format!("an error with {part:?} on the console"), || {
            self.errors().iter().any(|text| text.contains(part)).then_some(())
        });
        self.console.borrow_mut().retain(|message| message.level != "SEVERE" || !message.text.contains(part));
    }

    /// Takes a request for a file that is not there off the record; fails if there was none.
    pub fn expect_missing(&self, path: &str) {
        assert!(
            self.asked().iter().any(|asked| asked.path == path && asked.status == 404),
            "{path} was asked for and is not there"
        );
        self.known_missing.borrow_mut().push(path.to_string());
    }

    /// Takes requests to another host off the record; fails if there was none.
    pub fn expect_elsewhere(&self, host: &str) {
        self.wait_until(&format!("a request to {host}"), || {
            self.browser.elsewhere.asked().iter().any(|asked| asked == host).then_some(())
        });
        self.known_missing.borrow_mut().push(host.to_string());
    }

    /// What the server was asked for, the page's path taken off.
    pub fn asked(&self) -> Vec<Asked> {
        let own =
            |asked: Asked| Asked { path: asked.path.strip_prefix(SUB_PATH).map_or(asked.path.clone(), str::to_string), ..asked };
        self.server.asked().into_iter().map(own).collect()
    }

    /// No error on the console, nothing missing on the server, no other host asked.
    pub fn assert_quiet(&self) {
        let errors = self.errors();
        assert!(errors.is_empty(), "errors on the console:\n{}", errors.join("\n"));
        let mut missing = self.asked();
        // 304 says that the file in the browser's cache is still right.
        missing.retain(|asked| ![200, 304].contains(&asked.status) && !self.known_missing.borrow().contains(&asked.path));
        assert!(missing.is_empty(), "asked for, but not there: {missing:?}");
        // Two witnesses: the page's own record is exact but knows nothing of workers, the proxy sees everything but the browser's errands too.
        let foreign = "
            const own = name => name.startsWith(location.origin + '/') || name.startsWith('blob:') || name.startsWith('data:');
            return performance.getEntriesByType('resource').map(entry => entry.name).filter(name => !own(name))";
        assert_eq!(self.js(foreign, &[]), json!([]), "the page asked other hosts");
        let mut elsewhere = self.browser.elsewhere.asked();
        elsewhere.retain(|host| !self.known_missing.borrow().contains(host));
        assert!(elsewhere.is_empty(), "the page or its worker asked other hosts: {elsewhere:?}");
    }

    // --- The driver

    /// A WebDriver command that must succeed.
    pub fn post(&self, command: &str, body: &Value) -> Value {
        self.browser.session.post(command, body).unwrap_or_else(|error| panic!("{error}"))
    }

    fn get(&self, command: &str) -> Value {
        self.browser.session.get(command).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A DevTools command that must succeed.
    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.browser.session.devtools(command, parameters).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if thread::panicking() {
            // What it looked like when it failed; a second failure here must not end the process.
            let picture =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.screenshot(&format!("failed-{}", self.name))));
            if let Ok(path) = picture {
                println!("the page as it was: {}", path.display());
            }
        }
    }
}
