//! A static host for a built page under a sub-path, which remembers every request; and a proxy that refuses and remembers every attempt
//! to reach another host.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::handler::Handler;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use std::future::{Future, IntoFuture};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tower_http::services::ServeDir;

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

/// A thread that answers on a free port of this machine until dropped.
struct Host {
    port: u16,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    /// Runs what `serve` makes of the listener.
    fn start<F, S>(serve: F) -> Self
    where
        F: FnOnce(TcpListener) -> S + Send + 'static,
        S: Future,
    {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.set_nonblocking(true).expect("a socket of the runtime does not block");
        let port = listener.local_addr().expect("a bound port").port();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime on this thread");
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).expect("a listener of this runtime");
                tokio::select! {
                    _ = serve(listener) => {}
                    _ = stopped => {}
                }
            });
            // Open connections end with the runtime.
            runtime.shutdown_background();
        });
        Self { port, stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a server remembers and was told.
#[derive(Default)]
struct Notes {
    asked: Mutex<Vec<Asked>>,
    /// Parts of paths with spaces between, and what is put in front of the files that have them all.
    prefixes: Mutex<Vec<(String, Vec<u8>)>>,
    /// Parts of paths, and the type that the files they name are sent as.
    types: Mutex<Vec<(String, &'static str)>>,
    /// Further headers of every answer.
    headers: Mutex<Vec<(HeaderName, HeaderValue)>>,
    /// Whether browsers may keep the page.
    may_be_kept: AtomicBool,
}

impl Notes {
    /// What stands in front of this file, the latest first; empty for a file that is served as it is.
    fn in_front_of(&self, path: &str) -> Vec<u8> {
        let prefixes = lock(&self.prefixes);
        let is_meant = |parts: &str| parts.split(' ').all(|part| path.contains(part));
        prefixes.iter().rev().filter(|(parts, _)| is_meant(parts)).flat_map(|(_, prefix)| prefix.clone()).collect()
    }
}

/// Serves a folder under [`SUB_PATH`] until dropped, as a good static host does: the right types, the compressed copies beside the files,
/// names with a hash cached for good, everything else asked for anew.
pub struct Server {
    host: Host,
    notes: Arc<Notes>,
}

impl Server {
    /// Serves `folder`.
    pub fn start(folder: PathBuf) -> Self {
        let notes = Arc::new(Notes::default());
        let files = ServeDir::new(folder).precompressed_br().precompressed_gzip();
        let router =
            Router::new().nest_service(SUB_PATH.trim_end_matches('/'), files).layer(from_fn_with_state(Arc::clone(&notes), answer));
        let host = Host::start(|listener| axum::serve(listener, router).into_future());
        Self { host, notes }
    }

    /// The address of the page, without a fragment.
    pub fn address(&self) -> String {
        format!("{}{SUB_PATH}", self.origin())
    }

    /// Its host and port as browsers tell sites apart.
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.host.port)
    }

    /// Every request so far.
    pub fn asked(&self) -> Vec<Asked> {
        lock(&self.notes.asked).clone()
    }

    /// Gives out the script that keeps the page in the browser, from now on. Before, browsers get an empty one and ask for each page anew.
    pub fn let_page_be_kept(&self) {
        self.notes.may_be_kept.store(true, Ordering::Relaxed);
    }

    /// Sends every file with this in its path as of another type, from now on.
    pub fn send_as(&self, part: &str, content_type: &'static str) {
        lock(&self.notes.types).push((part.to_string(), content_type));
    }

    /// Sends a further header with everything, from now on.
    pub fn send_header(&self, name: &str, value: &str) {
        let name = name.parse().expect("a name of a header");
        lock(&self.notes.headers).push((name, value.parse().expect("a value of a header")));
    }

    /// Puts text in front of every file with this in its path, or with all of several parts that stand here with spaces between, from now on.
    pub fn put_in_front(&self, parts: &str, text: &str) {
        lock(&self.notes.prefixes).push((parts.to_string(), text.as_bytes().to_vec()));
    }
}

/// Whether a file's name holds a hash of its content, as `app-0123456789abcdef_bg.wasm` does.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_hash = |part: &str| part.len() >= 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    name.split(['-', '_', '.']).skip(1).any(is_hash)
}

/// Answers with a file, changed where a test asked for that, and writes down what was asked.
async fn answer(State(notes): State<Arc<Notes>>, mut request: Request, next: Next) -> Response {
    let target = request.uri().path_and_query().map_or_else(String::new, ToString::to_string);
    let path = request.uri().path().to_string();
    if path.ends_with("/sw.js") && !notes.may_be_kept.load(Ordering::Relaxed) {
        // One that keeps nothing; of none at all browsers complain.
        return ([(header::CONTENT_TYPE, "text/javascript")], "").into_response();
    }
    let prefix = notes.in_front_of(&path);
    if !prefix.is_empty() {
        // The whole file as it is, not a compressed copy or a part.
        let headers = request.headers_mut();
        for name in [header::ACCEPT_ENCODING, header::RANGE, header::IF_MODIFIED_SINCE, header::IF_NONE_MATCH] {
            headers.remove(name);
        }
    }
    let mut response = next.run(request).await;
    let mut cache = if is_hashed(&path) { "public, max-age=31536000, immutable" } else { "no-cache" };
    if !prefix.is_empty() && response.status() == StatusCode::OK {
        cache = "no-store";
        response = with_prefix(response, prefix).await;
    }
    if response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    }
    let content_type =
        lock(&notes.types).iter().find(|(part, _)| path.contains(part.as_str())).map(|(_, content_type)| *content_type);
    if let Some(content_type) = content_type {
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
    response.headers_mut().extend(lock(&notes.headers).iter().cloned());
    lock(&notes.asked).push(Asked { path: target, status: response.status().as_u16() });
    response
}

/// The same answer with something in front of its content.
async fn with_prefix(response: Response, mut content: Vec<u8>) -> Response {
    let (mut head, body) = response.into_parts();
    content.extend(to_bytes(body, usize::MAX).await.expect("a file of the page can be read"));
    head.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(content.len()));
    Response::from_parts(head, Body::from(content))
}

/// The proxy the browser is told to use for all other hosts: it connects to none and remembers who was asked for.
pub struct Elsewhere {
    host: Host,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Elsewhere {
    /// Listens until dropped.
    pub fn start() -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&asked);
        let refuse = async move |request: Request| {
            // `CONNECT host:port` or `GET http://host:port/path`.
            lock(&log).push(request.uri().host().unwrap_or_default().to_string());
            StatusCode::FORBIDDEN
        };
        let host = Host::start(|listener| axum::serve(listener, refuse.with_state(()).into_make_service()).into_future());
        Self { host, asked }
    }

    /// Its port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.host.port
    }

    /// Forgets who was asked for.
    pub fn forget(&self) {
        lock(&self.asked).clear();
    }

    /// Which hosts were asked for, without those a browser asks on its own account: updates, time, sign-in, its start page.
    pub fn asked(&self) -> Vec<String> {
        const BROWSERS_OWN: &[&str] =
            &[".google.com", ".googleapis.com", ".gvt1.com", ".duckduckgo.com", ".services.mozilla.com", ".cdn.mozilla.net"];
        // Under the same names, but what pages ask for.
        const PAGES: &[&str] = &["fonts.", "ajax.", "www.", "storage.", "maps."];
        let own = |host: &String| {
            BROWSERS_OWN.iter().any(|own| host.ends_with(own)) && !PAGES.iter().any(|start| host.starts_with(start))
        };
        lock(&self.asked).iter().filter(|host| !own(host)).cloned().collect()
    }
}
