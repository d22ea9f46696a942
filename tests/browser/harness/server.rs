//! A static file server for a built page under a sub-path, which remembers every request; and a proxy that refuses and remembers
//! every attempt to reach another host.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Where the page lies on its host: deep enough that an absolute address would miss.
pub const SUB_PATH: &str = "/some/sub/path/";

/// What the server was asked and answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Path with query.
    pub path: String,
    /// HTTP status of the answer.
    pub status: u16,
}

/// Endings of paths, and what is put in front of the files they name.
type Prefixes = Arc<Mutex<Vec<(String, Vec<u8>)>>>;

/// Serves a folder under [`SUB_PATH`] on a free port until dropped.
pub struct Server {
    /// Port on 127.0.0.1.
    pub port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
    prefixes: Prefixes,
    over: Arc<AtomicBool>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Accepts connections, each on a thread of its own, until `over`.
fn accept(over: Arc<AtomicBool>, answer: impl Fn(TcpStream) + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("a bound port").port();
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for stream in listener.incoming() {
            if over.load(Ordering::Relaxed) {
                return;
            }
            let Ok(stream) = stream else { continue };
            let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
            let answer = Arc::clone(&answer);
            thread::spawn(move || answer(stream));
        }
    });
    port
}

/// Ends the accepting thread by knocking once more.
fn end(over: &AtomicBool, port: u16) {
    over.store(true, Ordering::Relaxed);
    let _ = TcpStream::connect(("127.0.0.1", port));
}

/// Method and target of a request; its headers are read and left aside.
fn request_line(stream: &TcpStream) -> Option<(String, String)> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut header = String::new();
    while reader.read_line(&mut header).ok()? > 0 && !header.trim_end().is_empty() {
        header.clear();
    }
    let mut words = first.split_whitespace();
    Some((words.next()?.to_string(), words.next()?.to_string()))
}

fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

impl Server {
    /// Serves `folder`.
    pub fn start(folder: PathBuf) -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let prefixes = Prefixes::default();
        let over = Arc::new(AtomicBool::new(false));
        let (log, before) = (Arc::clone(&asked), Arc::clone(&prefixes));
        let port = accept(Arc::clone(&over), move |mut stream| {
            let Some((method, target)) = request_line(&stream) else { return };
            let path = target.split(['?', '#']).next().unwrap_or_default();
            let file =
                path.strip_prefix(SUB_PATH).filter(|name| !name.split('/').any(|part| part == ".." || part.starts_with('.')));
            let file = file.map(|name| folder.join(if name.is_empty() { "index.html" } else { name }));
            let (status, kind, body) = match file.as_ref().and_then(|file| fs::read(file).ok().map(|body| (file, body))) {
                Some((file, mut body)) => {
                    for (_, prefix) in lock(&before).iter().filter(|(part, _)| path.contains(part.as_str())) {
                        body.splice(0..0, prefix.iter().copied());
                    }
                    (200, mime(file), body)
                }
                None => (404, "text/plain", b"not here".to_vec()),
            };
            lock(&log).push(Asked { path: target.clone(), status });
            let reason = if status == 200 { "OK" } else { "Not Found" };
            let head = format!(
                "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(head.as_bytes());
            if method != "HEAD" {
                let _ = stream.write_all(&body);
            }
        });
        Self { port, asked, prefixes, over }
    }

    /// The address of the page, without a fragment.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}{SUB_PATH}", self.port)
    }

    /// Every request so far.
    pub fn asked(&self) -> Vec<Asked> {
        lock(&self.asked).clone()
    }

    /// Puts text in front of every file with this in its path, from now on.
    pub fn put_in_front(&self, part: &str, text: &str) {
        lock(&self.prefixes).push((part.to_string(), text.as_bytes().to_vec()));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&self.over, self.port);
    }
}

/// The proxy the browser is told to use for all other hosts: it connects to none and remembers who was asked for.
pub struct Elsewhere {
    /// Port on 127.0.0.1.
    pub port: u16,
    asked: Arc<Mutex<Vec<String>>>,
    over: Arc<AtomicBool>,
}

impl Elsewhere {
    /// Listens on a free port until dropped.
    pub fn start() -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let over = Arc::new(AtomicBool::new(false));
        let log = Arc::clone(&asked);
        let port = accept(Arc::clone(&over), move |mut stream| {
            if let Some((_, target)) = request_line(&stream) {
                // `CONNECT host:port` or `GET http://host:port/path`.
                let host = target.split_once("://").map_or(target.as_str(), |(_, rest)| rest);
                lock(&log).push(host.split(['/', ':', '?']).next().unwrap_or_default().to_string());
                let _ = stream.write_all(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            }
        });
        Self { port, asked, over }
    }

    /// Which hosts were asked for, without those a browser asks on its own account: updates, time, sign-in, its start page.
    pub fn asked(&self) -> Vec<String> {
        const BROWSERS_OWN: &[&str] = &[".google.com", ".googleapis.com", ".gvt1.com", ".duckduckgo.com"];
        // Under the same names, but what pages ask for.
        const PAGES: &[&str] = &["fonts.", "ajax.", "www.", "storage.", "maps."];
        let own = |host: &String| {
            BROWSERS_OWN.iter().any(|own| host.ends_with(own)) && !PAGES.iter().any(|start| host.starts_with(start))
        };
        lock(&self.asked).iter().filter(|host| !own(host)).cloned().collect()
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        end(&self.over, self.port);
    }
}
