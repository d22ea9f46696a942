//! What every command reads and prints, and how it fails.

use super::printable::Printable;
use bookahead::formats::json::{self, FileContent};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Why a command failed, in one line.
pub struct Failure(pub String);

impl Failure {
    /// A failure that has to do with a file.
    pub fn at(path: &Path, what: impl std::fmt::Display) -> Self {
        let name = if is_dash(path) { "standard input".to_string() } else { path.display().to_string() };
        Self(format!("{name}: {what}"))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self(if error.kind() == io::ErrorKind::BrokenPipe { String::new() } else { format!("cannot write: {error}") })
    }
}

/// Whether a path stands for standard input.
pub fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads a file, or standard input for `-`, but never much more than `limit` bytes: what is longer is refused by whoever parses it.
pub fn read_bytes(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = limit as u64 + 1;
    let read = if is_dash(path) {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::at(path, format!("cannot be read: {error}")))?;
    Ok(bytes)
}

/// Reads a scenario file.
pub fn read_scenario(path: &Path) -> Result<FileContent, Failure> {
    let bytes = read_bytes(path, json::MAX_BYTES)?;
    json::read_bytes(&bytes).map_err(|error| Failure::at(path, error))
}

/// What [`print`] writes to.
pub type Output = BufWriter<Printable<io::StdoutLock<'static>>>;

/// Prints text through one buffer and reports the first error, the last flush included. Control characters are replaced.
pub fn print(write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, Printable::new(io::stdout().lock()));
    write(&mut out)?;
    out.flush()?;
    Ok(())
}

/// Writes through one buffer, to a file or to standard output.
pub fn write_to(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if is_dash(path) {
        return print(|out| write(out));
    }
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        write(&mut out)?;
        out.flush()
    });
    written.map_err(|error| Failure(format!("{}: cannot be written: {error}", path.display())))
}

/// Refuses more than one output on standard output.
pub fn one_printed<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    if paths.filter(|path| is_dash(path)).count() > 1 {
        return Err(Failure("only one output can go to standard output; give the others a file: --csv=FILE".to_string()));
    }
    Ok(())
}
