//! Copies of the built page, for tests that change what the host has.

use std::fs;
use std::path::{Path, PathBuf};

/// A copy of the built page in a folder of this name, without the files that `is_left_out`, and with further ones: names and texts.
pub fn copied(dist: &Path, name: &str, is_left_out: impl Fn(&str) -> bool, more: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    copy(dist, &folder, &is_left_out);
    for (file, text) in more {
        fs::write(folder.join(file), text).expect("a further file");
    }
    folder
}

fn copy(from: &Path, to: &Path, is_left_out: &dyn Fn(&str) -> bool) {
    fs::create_dir_all(to).expect("a folder for the page");
    for entry in fs::read_dir(from).expect("the built page").flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        if is_left_out(&file) {
            continue;
        }
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(&file), is_left_out);
        } else {
            fs::copy(entry.path(), to.join(&file)).expect("a copy of the built page");
        }
    }
}
