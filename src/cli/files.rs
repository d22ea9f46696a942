//! What every command reads and writes, and how it fails. Every file is written beside its place first and then put there: a run that is interrupted leaves
//! the whole file or none. What a command reads it never writes over.

use super::printable::Printable;
use bookahead::formats::json::{self, FileContent};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use tempfile::Builder;

/// The files that this run has read.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// Whether files that are there may be written over.
static IS_FORCED: AtomicBool = AtomicBool::new(false);
/// Permissions of a new file, before those that the user never gives.
#[cfg(unix)]
const NEW_FILE: u32 = 0o666;

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
        if let Ok(whole) = fs::canonicalize(path) {
            READ.lock().unwrap_or_else(PoisonError::into_inner).push(whole);
        }
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::at(path, format!("cannot be read: {error}")))?;
    Ok(bytes)
}

/// Reads a scenario file.
pub fn read_scenario(path: &Path) -> Result<FileContent, Failure> {
    let bytes = read_bytes(path, json::MAX_BYTES)?;
    // A scenario begins with a brace; what begins otherwise is often a log.
    let hint = if bytes.trim_ascii_start().first() == Some(&b'{') {
        ""
    } else {
        "; a log or a task graph becomes a scenario by `bookahead import`"
    };
    json::read_bytes(&bytes).map_err(|error| Failure::at(path, format!("{error}{hint}")))
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

/// Has files that are there be written over (`--force`).
pub fn allow_overwriting() {
    IS_FORCED.store(true, Ordering::Relaxed);
}

/// Refuses an output that is a file which this run reads, whatever its name, or a file that is there, unless `--force` is given.
///
/// # Errors
/// In words.
pub fn check_output(path: &Path) -> Result<(), Failure> {
    let Some(found) = fs::metadata(path).ok().filter(|found| found.is_file() && !is_dash(path)) else { return Ok(()) };
    let is_read = {
        let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = fs::canonicalize(path).ok();
        read.iter().any(|read| whole.as_ref() == Some(read) || fs::metadata(read).is_ok_and(|read| is_same(&read, &found)))
    };
    if is_read {
        return Err(Failure::at(path, "this file is read by the same command; give the output another name"));
    }
    if IS_FORCED.load(Ordering::Relaxed) {
        return Ok(());
    }
    Err(Failure::at(path, "the file exists; --force writes over it"))
}

/// Whether two names are of one file.
#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

/// Writes through one buffer, to a file or to standard output. A file that is there is only written over with `--force`, and one that is read never.
pub fn write_to(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if is_dash(path) {
        return print(|out| write(out));
    }
    check_output(path)?;
    put_in_place(path, write)
}

/// Writes beside the file and then puts it in its place. Pipes and devices are written to as they are.
pub fn put_in_place(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let found = fs::metadata(path).ok();
    let buffered = |file: &File| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        write(&mut out)?;
        out.flush()
    };
    let written = match found {
        Some(found) if !found.is_file() => File::create(path).and_then(|file| buffered(&file)),
        found => place(path, found.as_ref(), buffered),
    };
    written.map_err(|error| Failure(format!("{}: cannot be written: {error}", path.display())))
}

fn place(path: &Path, found: Option<&fs::Metadata>, write: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
    // What a link points to is written, not the link.
    let target = if found.is_some() { fs::canonicalize(path)? } else { path.to_path_buf() };
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".bookahead-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(NEW_FILE));
    fs::metadata(folder)?;
    let beside = builder.tempfile_in(folder).map_err(|error| plain(&error))?;
    write(beside.as_file())?;
    if let Some(found) = found {
        if found.permissions().readonly() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        beside.as_file().set_permissions(found.permissions())?;
    }
    beside.persist(&target).map(drop).map_err(|error| error.error)
}

/// An error without the name of the file beside.
fn plain(error: &io::Error) -> io::Error {
    let cause = error.get_ref().and_then(std::error::Error::source).map(ToString::to_string);
    io::Error::new(error.kind(), cause.unwrap_or_else(|| error.to_string()))
}

/// Refuses more than one output on standard output, and files that may not be written.
///
/// # Errors
/// In words.
pub fn check_outputs<'a>(paths: impl Iterator<Item = &'a PathBuf> + Clone) -> Result<(), Failure> {
    one_printed(paths.clone())?;
    paths.into_iter().try_for_each(|path| check_output(path))
}

/// Refuses more than one output on standard output.
fn one_printed<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    if paths.filter(|path| is_dash(path)).count() > 1 {
        return Err(Failure("only one output can go to standard output; give the others a file: --csv=FILE".to_string()));
    }
    Ok(())
}
