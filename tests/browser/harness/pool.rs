//! Browsers that wait for another test: starting one takes as long as many a test does.

use super::browser::{Browser, Engine};
use std::sync::{Arc, Mutex, PoisonError};

/// Those that no test has now, each renewed. They end with this program.
static IDLE: Mutex<Vec<Arc<Browser>>> = Mutex::new(Vec::new());

/// A Chromium as good as new.
pub fn take() -> Arc<Browser> {
    let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    idle.unwrap_or_else(|| Arc::new(Browser::start(Engine::Chromium, &[])))
}

/// For the next test; renewed.
pub fn give_back(browser: Arc<Browser>) {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(browser);
}
