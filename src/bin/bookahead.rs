//! The command line: the same scenario files without a browser.
fn main() {}
