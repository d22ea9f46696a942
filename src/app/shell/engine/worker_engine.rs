//! An engine in a web worker, and the watch over it: a worker that neither works nor rests is gone, whatever it was asked for.

use super::transport::{Death, Engine, Listener};
use crate::app::kit::browser::head::head_value;
use crate::worker::messages::{Command, Reply, SILENCE_MS};
use crate::worker::transport::{seal, unseal};
use gloo_timers::callback::Interval;
use js_sys::Uint8Array;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

/// How often is looked whether the worker has spoken, in milliseconds. Looks are counted, not time: the page itself may have been asleep.
const LOOK_MS: u32 = 500;
/// Its script may have a long way to come. After so long without a word it is not waited for. In milliseconds.
const START_MS: u32 = 30_000;

/// A live worker; it ends with this.
pub struct WorkerEngine {
    line: Rc<Line>,
    _watch: Interval,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(Event)>,
}

/// A command, and the file that goes with it.
type Outgoing = (Command, Option<Uint8Array>);

/// The way to the worker.
struct Line {
    worker: Worker,
    /// Commands from before it listened.
    early: RefCell<Option<Vec<Outgoing>>>,
    /// Messages sent, and how many of them it is done with.
    sent: Cell<u32>,
    done: Cell<u32>,
    /// Looks since it spoke or was asked.
    silent_looks: Cell<u32>,
    /// How long its next word may take, in milliseconds.
    silence_ms: Cell<u32>,
}

impl Drop for WorkerEngine {
    fn drop(&mut self) {
        self.line.worker.set_onmessage(None);
        self.line.worker.set_onerror(None);
        self.line.worker.terminate();
    }
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// Where the worker's script lies, as the page's head says.
fn worker_url() -> String {
    head_value("worker").unwrap_or_else(|| "./worker.js".to_string())
}

impl WorkerEngine {
    /// Starts a worker that runs this very module: compiled once, sent to it as its first message. `None` if the browser starts none.
    pub fn start(listener: Listener) -> Option<Self> {
        let options = WorkerOptions::new();
        let url = worker_url();
        // In the page that is one file the worker's script is made in memory, and browsers load no modules from there.
        options.set_type(if url.starts_with("blob:") { WorkerType::Classic } else { WorkerType::Module });
        let worker = Worker::new_with_options(&url, &options).ok()?;
        worker.post_message(&wasm_bindgen::module()).ok()?;
        let line = Rc::new(Line {
            worker,
            early: RefCell::new(Some(Vec::new())),
            sent: Cell::new(0),
            done: Cell::new(0),
            silent_looks: Cell::new(0),
            silence_ms: Cell::new(SILENCE_MS),
        });
        let Listener { on_reply, on_death } = listener;
        let (watched, on_silence) = (Rc::clone(&line), on_death.clone());
        let watch = Interval::new(LOOK_MS, move || {
            if let Some(death) = watched.silence() {
                on_silence.emit(death);
            }
        });
        let heard = Rc::clone(&line);
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            heard.silent_looks.set(0);
            match unseal::<Reply>(event.data()) {
                Some(Reply::Ready) => heard.begin(),
                Some(Reply::Busy(silence_ms)) => heard.silence_ms.set(silence_ms),
                Some(Reply::Rest(done)) => {
                    heard.done.set(done);
                    heard.silence_ms.set(SILENCE_MS);
                }
                Some(reply) => on_reply.emit(reply),
                None => {}
            }
        });
        let failed = Rc::clone(&line);
        let on_error = Closure::<dyn Fn(Event)>::new(move |event: Event| {
            event.prevent_default();
            on_death.emit(if failed.listens() { Death::Stopped } else { Death::NeverStarted });
        });
        line.worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        line.worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(Self { line, _watch: watch, _on_message: on_message, _on_error: on_error })
    }
}

impl Engine for WorkerEngine {
    /// A worker that does not listen yet gets the command as soon as it does.
    fn send(&self, command: Command, file: Option<Uint8Array>) {
        let now = match &mut *self.line.early.borrow_mut() {
            Some(early) => {
                early.push((command, file));
                None
            }
            None => Some((command, file)),
        };
        if let Some((command, file)) = now {
            self.line.post(command, file);
        }
    }
}

impl Line {
    /// Whether the worker has said that it listens.
    fn listens(&self) -> bool {
        self.early.borrow().is_none()
    }

    /// What has become of the worker if it owes a word for too long, at one of the looks. One that is still starting is expected to speak.
    fn silence(&self) -> Option<Death> {
        let (limit_ms, death) = match self.listens() {
            false => (START_MS, Death::NeverStarted),
            true if self.sent.get() != self.done.get() => (self.silence_ms.get(), Death::Stopped),
            true => return None,
        };
        let looks = self.silent_looks.get() + 1;
        self.silent_looks.set(looks);
        (looks > limit_ms / LOOK_MS).then_some(death)
    }

    /// The worker listens from now on.
    fn begin(&self) {
        let early = self.early.borrow_mut().take();
        for (command, file) in early.into_iter().flatten() {
            self.post(command, file);
        }
    }

    fn post(&self, command: Command, file: Option<Uint8Array>) {
        let (message, transfer) = seal(command, file);
        let sent: Result<(), JsValue> = self.worker.post_message_with_transfer(&message, &transfer);
        self.sent.set(self.sent.get() + 1);
        self.silent_looks.set(0);
        if let Err(error) = sent {
            web_sys::console::error_1(&error);
        }
    }
}
