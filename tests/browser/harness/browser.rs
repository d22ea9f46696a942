//! A browser: its driver on a free port in its own process group, a profile and downloads in a folder of its own; all of it gone when dropped,
//! also after a failed assertion, and when this program ends.

use super::server::Elsewhere;
use super::webdriver::{Refused, Session};
use serde_json::{Value, json};
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How often a driver is started: of two that choose the same free port at once, one ends without a word.
const STARTS: u32 = 5;

/// How often a browser is asked to start: WebKitGTK's driver at times waits for one that never reports to it.
const SESSIONS: u32 = 2;
/// How long a driver may take until it listens.
const START_LIMIT: Duration = Duration::from_secs(20);

/// A browser engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// With all that DevTools emulates: what most tests need.
    Chromium,
    Firefox,
    /// As WebKitGTK has it; needs a display, which may be a virtual one.
    WebKit,
}

impl Engine {
    /// Those that BOOKAHEAD_BROWSERS names, with spaces between them; Chromium if it is not set.
    pub fn wanted() -> Vec<Self> {
        let names = env::var("BOOKAHEAD_BROWSERS").unwrap_or_default();
        let engines = names.split_whitespace().map(|name| {
            let engine = [Self::Chromium, Self::Firefox, Self::WebKit].into_iter().find(|engine| engine.name() == name);
            engine.unwrap_or_else(|| panic!("BOOKAHEAD_BROWSERS names {name:?}; there are chromium, firefox and webkit"))
        });
        let engines: Vec<_> = engines.collect();
        if engines.is_empty() { vec![Self::Chromium] } else { engines }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }

    /// Its driver: the variable that names it, else names on PATH.
    fn driver(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Chromium => ("CHROMEDRIVER", &["chromedriver", "chromium.chromedriver"]),
            Self::Firefox => ("GECKODRIVER", &["geckodriver"]),
            Self::WebKit => ("WEBKITDRIVER", &["WebKitWebDriver"]),
        }
    }

    /// What to do where it is missing.
    fn advice(self) -> &'static str {
        match self {
            Self::Chromium => "run scripts/setup --browser, or set CHROME and CHROMEDRIVER",
            Self::Firefox => "run scripts/setup --browsers, or set FIREFOX and GECKODRIVER",
            Self::WebKit => {
                "run scripts/setup --browsers, or set WEBKIT and WEBKITDRIVER; it needs a display (xvfb-run gives it one)"
            }
        }
    }
}

/// A running browser.
pub struct Browser {
    /// Its window in front.
    pub session: Session,
    /// Where it asks for other hosts than this machine.
    pub elsewhere: Elsewhere,
    driver: Driver,
}

/// The driver's process and folder.
struct Driver {
    process: Child,
    /// Ends the driver and its browser when its input ends, which is at the latest when this program does, for whatever reason.
    #[cfg(unix)]
    guard: Child,
    folder: PathBuf,
}

/// What of a driver's folder belongs to one test.
const OF_ONE_TEST: [&str; 2] = ["downloads", "files"];

/// A program from the environment, or the first of these names on PATH.
fn program(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(path) = env::var_os(variable).filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let paths = env::var_os("PATH")?;
    names.iter().find_map(|name| env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file()))
}

#[cfg(target_os = "linux")]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[cfg(not(target_os = "linux"))]
fn is_root() -> bool {
    false
}

impl Browser {
    /// Starts a browser without a window on screen, with further arguments on its command line.
    pub fn start(engine: Engine, arguments: &[&str]) -> Self {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("bookahead-browser-{}-{number}", std::process::id()));

        let missing = engine.advice();
        let (variable, names) = engine.driver();
        let path = program(variable, names);
        let path = path.unwrap_or_else(|| panic!("there is no {}: {missing}", names[0]));
        let elsewhere = Elsewhere::start();
        let mut refused = String::new();
        for _ in 0..SESSIONS {
            let started = (0..STARTS).find_map(|_| {
                OF_ONE_TEST.iter().for_each(|name| fs::create_dir_all(folder.join(name)).expect("a temporary folder"));
                Driver::start(engine, &path, &folder).unwrap_or_else(|error| panic!("{}: {error}; {missing}", path.display()))
            });
            let (driver, port) = started.unwrap_or_else(|| panic!("{} says on which port it listens", names[0]));
            match Session::start(port, &capabilities(engine, &driver.folder, elsewhere.port(), arguments)) {
                Ok(session) => return Self { session, elsewhere, driver },
                Err(error) => refused = error.to_string(),
            }
        }
        panic!("{} does not start: {refused}; {missing}", engine.name())
    }

    /// Where downloads arrive.
    pub fn downloads(&self) -> PathBuf {
        self.driver.folder.join("downloads")
    }

    /// A folder for files that are to be chosen in the page.
    pub fn folder(&self) -> PathBuf {
        self.driver.folder.join("files")
    }

    /// Makes a Chromium as good as new for another test: a new tab, with which emulation, throttling and scripts of the last one are gone; no
    /// other tab, no held key, and nothing kept by pages of these origins. Refused if the browser does not answer as it should.
    pub fn renew(&self, origins: &[&str]) -> Result<(), Refused> {
        self.session.delete("actions")?;
        let old = self.session.get("window/handles")?;
        let new = self.session.post("window/new", &json!({ "type": "tab" }))?;
        for handle in old.as_array().into_iter().flatten() {
            self.session.post("window", &json!({ "handle": handle }))?;
            self.session.delete("window")?;
        }
        self.session.post("window", &json!({ "handle": new["handle"] }))?;
        // It was opened behind the others, and closing them does not give it the focus.
        self.session.devtools("Page.bringToFront", json!({}))?;
        // Storage of every kind belongs to an origin; a test's server has a port, and so an origin, that another may get later.
        for origin in origins {
            self.session.devtools("Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "all" }))?;
        }
        self.session.devtools("Network.clearBrowserCookies", json!({}))?;
        self.session.devtools("Network.clearBrowserCache", json!({}))?;
        self.session.devtools("Browser.resetPermissions", json!({}))?;
        for name in OF_ONE_TEST {
            let folder = self.driver.folder.join(name);
            fs::remove_dir_all(&folder).and_then(|()| fs::create_dir(&folder)).map_err(|error| Refused(error.to_string()))?;
        }
        // What was said on the console is forgotten when it is read.
        self.session.post("se/log", &json!({ "type": "browser" }))?;
        self.elsewhere.forget();
        Ok(())
    }
}

/// What the driver is told of the browser it is to start.
fn capabilities(engine: Engine, folder: &Path, proxy_port: u16, arguments: &[&str]) -> Value {
    let proxy = format!("127.0.0.1:{proxy_port}");
    let mut capabilities = match engine {
        Engine::Chromium => chromium(folder, arguments),
        Engine::Firefox => firefox(folder, arguments),
        Engine::WebKit => webkit(arguments),
    };
    capabilities["timeouts"] = json!({ "script": 30_000, "pageLoad": 30_000, "implicit": 0 });
    capabilities["proxy"] = json!({ "proxyType": "manual", "httpProxy": proxy, "sslProxy": proxy });
    if engine == Engine::WebKit {
        // The others never use a proxy for this machine.
        capabilities["proxy"]["noProxy"] = json!(["127.0.0.1", "localhost"]);
    }
    capabilities
}

fn firefox(folder: &Path, arguments: &[&str]) -> Value {
    let args = [&["-headless"], arguments].concat();
    let mut options = json!({
        "args": args,
        "prefs": {
            "browser.download.folderList": 2,
            "browser.download.dir": folder.join("downloads"),
            "intl.accept_languages": "en-US",
            // The browser's own errands.
            "network.captive-portal-service.enabled": false,
            "network.connectivity-service.enabled": false,
        },
    });
    if let Some(binary) = program("FIREFOX", &["firefox-esr", "firefox"]) {
        options["binary"] = json!(binary);
    }
    json!({ "browserName": "firefox", "moz:firefoxOptions": options })
}

fn webkit(arguments: &[&str]) -> Value {
    let args = [&["--automation"], arguments].concat();
    // Its place holds the architecture and the version of the interface.
    let binary = env::var_os("WEBKIT").filter(|path| !path.is_empty()).map(PathBuf::from);
    let binary =
        binary.unwrap_or_else(|| panic!("WEBKIT names no MiniBrowser: source scripts/env, or {}", Engine::WebKit.advice()));
    json!({ "webkitgtk:browserOptions": { "binary": binary, "args": args } })
}

fn chromium(folder: &Path, arguments: &[&str]) -> Value {
    let mut args = vec![
        "--headless=new".to_string(),
        "--disable-gpu".to_string(),
        "--disable-dev-shm-usage".to_string(),
        "--force-device-scale-factor=1".to_string(),
        "--lang=en-US".to_string(),
        "--no-first-run".to_string(),
        // The browser's own errands; what is left of requests to other hosts is the page's. The last two, parts of the address bar, are pages
        // of the browser's own and take more than half of its start.
        "--disable-background-networking".to_string(),
        "--disable-component-update".to_string(),
        "--disable-sync".to_string(),
        "--disable-default-apps".to_string(),
        "--disable-quic".to_string(),
        "--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication,CertificateTransparencyComponentUpdater,\
         WebUIOmniboxPopup,WebUIOmniboxAimPopup"
            .to_string(),
        format!("--user-data-dir={}", folder.join("profile").display()),
    ];
    if is_root() {
        args.push("--no-sandbox".to_string());
    }
    args.extend(arguments.iter().map(|argument| argument.to_string()));
    let mut options = json!({
        "args": args,
        "prefs": {
            "download.default_directory": folder.join("downloads"),
            "download.prompt_for_download": false,
            "safebrowsing.enabled": false,
        },
    });
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    if let Some(binary) = program("CHROME", &names) {
        options["binary"] = json!(binary);
    }
    json!({
        "browserName": "chrome",
        "goog:loggingPrefs": { "browser": "ALL" },
        "goog:chromeOptions": options,
    })
}

impl Driver {
    /// Starts a driver; `None` if it ends at once or does not listen.
    fn start(engine: Engine, path: &Path, folder: &Path) -> std::io::Result<Option<(Self, u16)>> {
        // A port that is free now, for those who cannot choose one.
        let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut command = Command::new(path);
        match engine {
            Engine::Chromium => command.args(["--port=0", "--log-level=SEVERE"]),
            Engine::Firefox => command.args(["--log", "fatal", "--port", &free.to_string()]),
            Engine::WebKit => command.arg(format!("--port={free}")),
        };
        // Everything the browser leaves behind goes into the folder.
        command.env("TMPDIR", folder).stdout(Stdio::piped()).stderr(Stdio::null());
        if engine == Engine::WebKit {
            // It keeps what others keep in a profile where the desktop says.
            command.env("XDG_DATA_HOME", folder.join("profile")).env("XDG_CACHE_HOME", folder.join("profile"));
        }
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let process = command.spawn()?;
        let mut driver = Self {
            #[cfg(unix)]
            guard: guard(&process, folder)?,
            process,
            folder: folder.to_path_buf(),
        };
        let port = match engine {
            Engine::Chromium => driver.port(),
            Engine::Firefox | Engine::WebKit => driver.listens_on(free).then_some(free),
        };
        Ok(port.map(|port| (driver, port)))
    }

    /// Waits until it listens on the port it was given.
    fn listens_on(&mut self, port: u16) -> bool {
        let from = Instant::now();
        if let Some(stdout) = self.process.stdout.take() {
            std::thread::spawn(move || BufReader::new(stdout).lines().for_each(drop));
        }
        while from.elapsed() < START_LIMIT && matches!(self.process.try_wait(), Ok(None)) {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        false
    }

    /// The port it chose, from what it prints; `None` if it ends instead.
    fn port(&mut self) -> Option<u16> {
        let stdout = self.process.stdout.take().expect("standard output is piped");
        let mut lines = BufReader::new(stdout).lines();
        let port = loop {
            let line = lines.next()?.ok()?;
            if let Some((_, rest)) = line.split_once("started successfully on port ") {
                break rest.trim_end_matches('.').trim().parse().ok()?;
            }
        };
        // Whatever it prints later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Some(port)
    }
}

/// Starts the shell that ends a driver with its whole process group, so that no browser is left behind by a driver that is killed.
#[cfg(unix)]
fn guard(driver: &Child, folder: &Path) -> std::io::Result<Child> {
    use std::os::unix::process::CommandExt;
    let script = r#"read -r _; kill -s KILL -- "-$0"; rm -rf "$1""#;
    let mut command = Command::new("sh");
    command.args(["-c", script, &driver.id().to_string()]).arg(folder);
    // Of a group of its own: an interrupt in the terminal must not reach it.
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0).spawn()
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.session.end();
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            drop(self.guard.stdin.take());
            let _ = self.guard.wait();
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
