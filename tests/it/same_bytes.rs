//! The native half of "the same scenario gives the same bytes"; `tests/browser/same_bytes.rs` is the other.

#[path = "../digests/mod.rs"]
mod digests;

use std::{env, fs, path::Path};

#[test]
fn natively() {
    let lines = digests::lines();
    // After a wanted change of behaviour: BOOKAHEAD_BLESS=1 cargo test same_bytes, then look at the difference.
    if env::var_os("BOOKAHEAD_BLESS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/digests/expected.txt");
        fs::write(path, lines.join("\n") + "\n").expect("the file of expected lines can be written");
        return;
    }
    let differences = digests::differences(&lines);
    assert!(differences.is_empty(), "runs differ from tests/digests/expected.txt (BOOKAHEAD_BLESS=1 rewrites it):\n{differences}");
}
