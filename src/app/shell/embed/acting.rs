//! Who changes an embedded page: its user or its host.

use super::embed;
use std::cell::Cell;

thread_local! {
    static HOST_ACTS: Cell<bool> = const { Cell::new(false) };
    static LAST_BY_HOST: Cell<bool> = const { Cell::new(false) };
}

/// Does what the host asks for.
pub fn by_host<T>(act: impl FnOnce() -> T) -> T {
    HOST_ACTS.set(true);
    let done = act();
    HOST_ACTS.set(false);
    done
}

/// Whether the scenario may be changed now; remembers who does it.
pub fn may_change() -> bool {
    let may = HOST_ACTS.get() || !embed().is_some_and(|embed| embed.is_read_only);
    if may {
        LAST_BY_HOST.set(HOST_ACTS.get());
    }
    may
}

/// Whether the last change was the host's.
pub fn was_host() -> bool {
    LAST_BY_HOST.get()
}
