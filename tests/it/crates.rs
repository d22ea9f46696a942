//! The libraries can be packed as crates: what `cargo package` wants of their manifests.

use std::fs;

/// In the order in which they use one another.
const LIBRARIES: [&str; 5] = ["engine", "papers", "formats", "chart", "lessons"];

fn manifest(path: &str) -> String {
    let path = format!("{}/{path}Cargo.toml", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn libraries_name_one_another_by_version() {
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    for library in LIBRARIES {
        let text = manifest(&format!("src/{library}/"));
        for wanted in [version.as_str(), "description = ", "license = \"MIT OR Apache-2.0\"", "rust-version = "] {
            assert!(text.lines().any(|line| line.starts_with(wanted)), "{library}: {wanted}");
        }
        assert!(!text.contains("publish = false"), "{library}");
        for line in text.lines().filter(|line| line.contains("path = \"..")) {
            assert!(line.contains(&version), "{library}: {line}");
        }
    }
    // Of those that use them, nobody may publish the program by mistake.
    for program in ["", "src/js/", "tests/wasm/"] {
        assert!(manifest(program).lines().any(|line| line == "publish = false"), "{program}");
    }
}
