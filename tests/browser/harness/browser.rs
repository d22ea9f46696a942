//! A Chromium of one test's own: chromedriver on a free port in its own process group, a profile and downloads in a folder of its own;
//! all of it gone when dropped, also after a failed assertion.

use super::webdriver::Session;
use serde_json::{Value, json};
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// How often a driver is started: of two that choose the same free port at once, one ends without a word.
const STARTS: u32 = 5;

/// A running browser.
pub struct Browser {
    /// Its one window.
    pub session: Session,
    driver: Driver,
}

/// The driver's process and folder.
struct Driver {
    process: Child,
    folder: PathBuf,
}

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
    /// Starts a browser without a window on screen, with further arguments on its command line. Other hosts than this machine are
    /// reached through the proxy at `proxy_port`.
    pub fn start(proxy_port: u16, arguments: &[&str]) -> Self {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("bookahead-browser-{}-{number}", std::process::id()));

        let missing = "run scripts/setup --browser, or set CHROME and CHROMEDRIVER";
        let path = program("CHROMEDRIVER", &["chromedriver", "chromium.chromedriver"]);
        let path = path.unwrap_or_else(|| panic!("there is no chromedriver: {missing}"));
        let mut command = Command::new(&path);
        // Everything the browser leaves behind goes into the folder.
        command.args(["--port=0", "--log-level=SEVERE"]).env("TMPDIR", &folder).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let started = (0..STARTS).find_map(|_| {
            fs::create_dir_all(folder.join("downloads")).expect("a temporary folder");
            let process = command.spawn().unwrap_or_else(|error| panic!("{}: {error}; {missing}", path.display()));
            let mut driver = Driver { process, folder: folder.clone() };
            driver.port().map(|port| (driver, port))
        });
        let (driver, port) = started.expect("chromedriver says on which port it listens");
        let session = Session::start(port, &capabilities(&driver.folder, proxy_port, arguments));
        let session = session.unwrap_or_else(|error| panic!("the browser does not start: {error}; {missing}"));
        Self { session, driver }
    }

    /// Where downloads arrive.
    pub fn downloads(&self) -> PathBuf {
        self.driver.folder.join("downloads")
    }

    /// A folder for files that are to be chosen in the page.
    pub fn folder(&self) -> &Path {
        &self.driver.folder
    }
}

fn capabilities(folder: &Path, proxy_port: u16, arguments: &[&str]) -> Value {
    let mut args = vec![
        "--headless=new".to_string(),
        "--disable-gpu".to_string(),
        "--disable-dev-shm-usage".to_string(),
        "--force-device-scale-factor=1".to_string(),
        "--lang=en-US".to_string(),
        "--no-first-run".to_string(),
        // The browser's own errands; what is left of requests to other hosts is the page's.
        "--disable-background-networking".to_string(),
        "--disable-component-update".to_string(),
        "--disable-sync".to_string(),
        "--disable-default-apps".to_string(),
        "--disable-quic".to_string(),
        "--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication,CertificateTransparencyComponentUpdater"
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
        "proxy": {
            "proxyType": "manual",
            "httpProxy": format!("127.0.0.1:{proxy_port}"),
            "sslProxy": format!("127.0.0.1:{proxy_port}"),
        },
        "goog:loggingPrefs": { "browser": "ALL" },
        "goog:chromeOptions": options,
        "timeouts": { "script": 30_000, "pageLoad": 30_000, "implicit": 0 },
    })
}

impl Driver {
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

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.session.end();
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The whole group, so that no browser is left behind by a driver that is killed.
        #[cfg(unix)]
        {
            let group = format!("-{}", self.process.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
