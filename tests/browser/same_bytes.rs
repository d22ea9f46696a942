//! The browser's half of "the same scenario gives the same bytes" (`tests/it/same_bytes.rs` is the other), and what page and worker send each other.

use crate::harness::program::with_program;

#[test]
fn in_a_browser() {
    with_program("same-bytes", |page| {
        let differences = page.call_program("differences_of_digests", &[]);
        assert!(differences.is_empty(), "WebAssembly differs from the native runs:\n{differences}");
    });
}

#[test]
fn messages_come_out_of_typed_arrays_as_they_went_in() {
    with_program("messages", |page| {
        page.call_program("messages_come_through", &[]);
    });
}
