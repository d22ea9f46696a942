//! The tests' own server answers as a good static host does. Needs neither a browser nor a built page.

use crate::harness::server::{Asked, SUB_PATH, Server};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;

const MODULE: &str = "app-0123456789abcdef_bg.wasm";

/// A server of a small folder: a module with compressed copies, a page without.
fn server(name: &str) -> Server {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder for files to serve");
    let module_br = format!("{MODULE}.br");
    let module_gz = format!("{MODULE}.gz");
    for (file, content) in [("index.html", "page"), (MODULE, "plain"), (&module_br, "brotli"), (&module_gz, "gzip")] {
        fs::write(folder.join(file), content).expect("a file to serve");
    }
    Server::start(folder)
}

/// Head and content of the answer to a request with this further header.
fn ask(server: &Server, file: &str, header: &str) -> (String, String) {
    let address = server.address();
    let host = address.trim_start_matches("http://").split('/').next().expect("a host and port");
    let mut stream = TcpStream::connect(host).expect("the server listens");
    write!(stream, "GET {SUB_PATH}{file} HTTP/1.0\r\nHost: {host}\r\n{header}\r\n\r\n").expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, content) = answer.split_once("\r\n\r\n").expect("head and content");
    (head.to_ascii_lowercase(), content.to_string())
}

#[track_caller]
fn assert_has(head: &str, line: &str) {
    assert!(head.lines().any(|found| found == line), "{line:?} is missing in\n{head}");
}

#[test]
fn compressed_copies_are_sent_to_whoever_takes_them() {
    let server = server("static-host-copies");
    for (accepted, encoding, expected) in [("br, gzip", "br", "brotli"), ("gzip", "gzip", "gzip"), ("identity", "", "plain")] {
        let (head, content) = ask(&server, MODULE, &format!("Accept-Encoding: {accepted}"));
        assert_eq!(content, expected, "{accepted}");
        assert_has(&head, "content-type: application/wasm");
        assert_eq!(head.lines().any(|line| line == format!("content-encoding: {encoding}")), !encoding.is_empty(), "{head}");
    }
}

#[test]
fn only_names_with_a_hash_are_cached_for_good() {
    let server = server("static-host-caches");
    assert_has(&ask(&server, MODULE, "Accept: */*").0, "cache-control: public, max-age=31536000, immutable");
    for page in ["", "index.html"] {
        let (head, content) = ask(&server, page, "Accept: */*");
        assert_has(&head, "cache-control: no-cache");
        assert_has(&head, "content-type: text/html");
        assert_eq!(content, "page");
    }
}

#[test]
fn what_is_put_in_front_comes_with_the_whole_plain_file() {
    let server = server("static-host-prefixes");
    server.put_in_front("_bg.wasm", "first ");
    server.put_in_front("/app-", "second ");
    let (head, content) = ask(&server, MODULE, "Accept-Encoding: br\r\nRange: bytes=1-2");
    assert_eq!(content, "second first plain");
    assert_has(&head, "content-length: 18");
    assert_has(&head, "cache-control: no-store");
    assert!(!head.contains("content-encoding"), "{head}");
}

#[test]
fn every_request_is_remembered() {
    let server = server("static-host-requests");
    ask(&server, "index.html?a=b", "Accept: */*");
    ask(&server, "missing.txt", "Accept: */*");
    ask(&server, "../../../Cargo.toml", "Accept: */*");
    let asked = |file: &str, status| Asked { path: format!("{SUB_PATH}{file}"), status };
    assert_eq!(server.asked(), [asked("index.html?a=b", 200), asked("missing.txt", 404), asked("../../../Cargo.toml", 404)]);
}
