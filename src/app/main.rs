//! Entry point of the page and of its worker: both run the same module.

fn main() {
    if web_sys::window().is_some() {
        bookahead::app::start();
    } else {
        bookahead::worker::serve::start();
    }
}
