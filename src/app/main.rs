//! The page and its worker: one module, started by the page and again by the worker.

fn main() {
    if web_sys::window().is_some() {
        bookahead::app::start();
    } else {
        bookahead::worker::serve::start();
    }
}
