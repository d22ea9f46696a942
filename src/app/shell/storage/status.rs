//! Whether the work on screen is saved, for what is said when the page fails.

use crate::app::shell::embed::is_embedded;
use std::cell::Cell;

/// Whether the work on screen is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All of it, or there is nothing to save.
    Saved,
    /// Not yet the newest change.
    Waiting,
    /// The browser did not take the newest change.
    Refused,
}

thread_local! {
    static STATUS: Cell<Status> = const { Cell::new(Status::Saved) };
}

/// Remembers how it is.
pub fn set(status: Status) {
    STATUS.set(status);
}

/// How it is.
pub fn get() -> Status {
    STATUS.get()
}

/// What a reload brings back, in words.
pub fn words() -> &'static str {
    match get() {
        _ if is_embedded() => "Reload the page: it begins again with what its address holds.",
        Status::Saved => "Reload the page: your work was saved and comes back.",
        Status::Waiting => {
            "Reload the page: your work comes back as it was last saved; changes of the last two seconds may be missing."
        }
        Status::Refused => {
            "The browser could not save your newest changes. Reload the page: they come back if the link in the address bar holds them; else what was \
             saved before does."
        }
    }
}
