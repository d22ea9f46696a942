//! Work in pieces: the next one comes in a task of its own.

use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::MessageChannel;

/// Has a function called in the next task of the event loop, by posting a message to oneself: what waits comes first, and four milliseconds are not lost each
/// time as with timers. Dropped, it calls nothing any more.
pub struct NextTask {
    channel: MessageChannel,
    is_asked: Rc<Cell<bool>>,
    _on_message: Closure<dyn Fn()>,
}

impl NextTask {
    /// Nothing is asked for yet.
    pub fn new(channel: MessageChannel, work: impl Fn() + 'static) -> Self {
        let is_asked = Rc::<Cell<bool>>::default();
        let asked = Rc::clone(&is_asked);
        let on_message = Closure::<dyn Fn()>::new(move || {
            asked.set(false);
            work();
        });
        channel.port1().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Self { channel, is_asked, _on_message: on_message }
    }

    /// The function is called once more, in a task after this one.
    pub fn ask(&self) {
        if !self.is_asked.replace(true) {
            // Nothing that cannot be copied is posted.
            drop(self.channel.port2().post_message(&JsValue::NULL));
        }
    }
}

impl Drop for NextTask {
    fn drop(&mut self) {
        self.channel.port1().close();
    }
}
