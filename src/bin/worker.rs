//! The engine's web worker.

fn main() {
    bookahead::worker::serve::start();
}
