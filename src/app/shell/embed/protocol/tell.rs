//! What the host is told: as plain objects, to the origin that it spoke from.

use crate::app::shell::embed::embed;
use crate::formats::messages::{Answer, Event, PROTOCOL, Told, Topic};
use serde::Serialize;
use std::cell::RefCell;
use web_sys::{KeyboardEvent, MessageEvent, Window};

thread_local! {
    static HOST: RefCell<Host> = const { RefCell::new(Host { origin: String::new(), topics: Vec::new() }) };
}

/// What is known of the host.
struct Host {
    /// Where it spoke from last; empty until it did, and where its origin has no name.
    origin: String,
    /// What it wants to hear of.
    topics: Vec<Topic>,
}

/// The page that this one is embedded in.
pub fn host() -> Option<Window> {
    let window = web_sys::window()?;
    window.parent().ok().flatten().filter(|parent| *parent != window)
}

/// Remembers where the host speaks from. Pages from disk and in sandboxes have no origin that a message could be sent to.
pub fn spoke_from(event: &MessageEvent) {
    let origin = event.origin();
    HOST.with_borrow_mut(|host| host.origin = if origin == "null" { String::new() } else { origin });
}

/// Tells of these from now on, and of nothing else that has to be asked for.
pub fn listen(topics: Vec<Topic>) {
    HOST.with_borrow_mut(|host| host.topics = topics);
}

/// Whether the host hears of something.
pub fn is_heard(topic: Topic) -> bool {
    HOST.with_borrow(|host| host.topics.contains(&topic))
}

/// Tells of something, if the host hears of it.
pub fn tell(event: &Event) {
    if event.topic().is_none_or(is_heard) {
        send(event);
    }
}

/// Answers a message.
pub fn answer(answer: &Answer) {
    send(answer);
}

/// Sends the height once more in the words that many learning platforms understand.
pub fn tell_height(height: i32) {
    tell(&Event::Size { height });
    post(&serde_json::json!({ "subject": "lti.frameResize", "height": height }));
}

/// Tells of a key that the page does not use. What moves the focus or presses a button is used by the browser.
pub fn pass_on(event: &KeyboardEvent) {
    let key = event.key();
    let is_browsers = matches!(key.as_str(), "Tab" | "Enter" | " " | "Shift" | "Control" | "Alt" | "Meta" | "AltGraph" | "Dead");
    if !is_browsers && !event.ctrl_key() && !event.meta_key() && !event.alt_key() {
        tell(&Event::Key { key });
    }
}

fn send(told: &impl Serialize) {
    let frame = embed().and_then(|embed| embed.id.as_deref());
    post(&Told { bookahead: PROTOCOL, frame, told });
}

/// Sends a plain object to the host.
pub fn post(message: &impl Serialize) {
    let Some(host) = embed().and_then(|_| host()) else { return };
    let Some(message) = serde_json::to_string(message).ok().and_then(|text| js_sys::JSON::parse(&text).ok()) else { return };
    let origin = HOST.with_borrow(|host| if host.origin.is_empty() { "*".to_string() } else { host.origin.clone() });
    // A host that is gone hears nothing.
    let _ = host.post_message(&message, &origin);
}
