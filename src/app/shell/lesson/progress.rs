//! A student's progress in this browser. In a frame nothing is kept.

use super::wanted::Found;
use crate::app::shell::embed::is_embedded;
use crate::engine::Scenario;
use crate::lessons::session::Session;
use std::sync::Arc;
use web_sys::Storage;

/// How the names begin under which progress is kept.
const PREFIX: &str = "bookahead.lesson.";

fn storage() -> Option<Storage> {
    if is_embedded() { None } else { web_sys::window()?.local_storage().ok()? }
}

/// The session that was kept for a lesson, if it is of this state of it.
pub fn resumed(found: &Found) -> Option<Session> {
    let kept = storage()?.get_item(&format!("{PREFIX}{}", found.key)).ok()??;
    Session::resume(Arc::clone(&found.lesson), &kept)
}

/// Keeps a session with the scenario on screen. Where nothing can be kept, the lesson goes on without.
pub fn keep(key: &str, session: &Session, now: &Scenario) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("{PREFIX}{key}"), &session.save(now));
    }
}

/// Forgets a session.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&format!("{PREFIX}{key}"));
    }
}
