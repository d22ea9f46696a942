//! The page.

fn main() {
    bookahead::app::start();
}
