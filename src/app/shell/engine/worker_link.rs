//! A running web worker and the commands sent to it.

use crate::worker::messages::Command;
use crate::worker::transport::seal;
use js_sys::Uint8Array;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// A live worker; it ends with this.
pub struct WorkerLink {
    worker: Worker,
    /// Commands from before it listened, with the file that goes with them.
    early: Option<Vec<(Command, Option<Uint8Array>)>>,
    last_heard: f64,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(ErrorEvent)>,
}

impl Drop for WorkerLink {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// Where the worker's script lies, as the page's head says.
fn worker_url() -> String {
    let document = web_sys::window().and_then(|window| window.document());
    let meta = document.and_then(|document| document.query_selector("meta[name=bookahead-worker]").ok().flatten());
    meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_else(|| "./worker.js".to_string())
}

impl WorkerLink {
    /// Starts a worker that runs this very module: compiled once, sent to it as its first message. `None` if the browser starts none.
    pub fn start(on_message: impl Fn(JsValue) + 'static, on_error: impl Fn() + 'static) -> Option<Self> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&worker_url(), &options).ok()?;
        worker.post_message(&wasm_bindgen::module()).ok()?;
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| on_message(event.data()));
        let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            on_error();
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let early = Some(Vec::new());
        Some(Self { worker, early, last_heard: now(), _on_message: on_message, _on_error: on_error })
    }

    /// Sends a command, and the file that it is about; a worker that does not listen yet gets it as soon as it does.
    pub fn post(&mut self, command: Command, file: Option<Uint8Array>) {
        if let Some(early) = &mut self.early {
            early.push((command, file));
            return;
        }
        let (message, transfer) = seal(command, file);
        let sent = self.worker.post_message_with_transfer(&message, &transfer);
        self.last_heard = now();
        if let Err(error) = sent {
            web_sys::console::error_1(&error);
        }
    }

    /// It listens from now on.
    pub fn is_ready(&mut self) {
        for (command, file) in self.early.take().into_iter().flatten() {
            self.post(command, file);
        }
    }

    /// It said something.
    pub fn was_heard(&mut self) {
        self.last_heard = now();
    }

    /// Whether it has said nothing for so many milliseconds; one that is still starting is expected to speak.
    pub fn is_silent(&self, ms: f64, is_expected_to_speak: bool) -> bool {
        (is_expected_to_speak || self.early.is_some()) && now() - self.last_heard > ms
    }
}
