//! The bytes of a log, plain or gzip, told apart by their first two bytes.

use super::super::gzip::{self, Gunzip};

/// A source of a log's text.
#[derive(Debug)]
pub(super) enum Input {
    Plain { bytes: Vec<u8>, next: usize },
    Gzip(Box<Gunzip>),
}

impl Input {
    pub fn new(bytes: Vec<u8>) -> Self {
        if bytes.starts_with(&gzip::MAGIC) { Self::Gzip(Box::new(Gunzip::new(bytes))) } else { Self::Plain { bytes, next: 0 } }
    }

    /// Bytes of the file that were read so far.
    pub fn position(&self) -> usize {
        match self {
            Self::Plain { next, .. } => *next,
            Self::Gzip(gunzip) => gunzip.position(),
        }
    }

    /// Bytes of the file.
    pub fn len(&self) -> usize {
        match self {
            Self::Plain { bytes, .. } => bytes.len(),
            Self::Gzip(gunzip) => gunzip.len(),
        }
    }

    /// Puts text into `out` and tells how much: 0 at the end of the file. `None` if a packed file is damaged.
    pub fn read(&mut self, out: &mut [u8]) -> Option<usize> {
        match self {
            Self::Plain { bytes, next } => {
                let count = out.len().min(bytes.len() - *next);
                out[..count].copy_from_slice(&bytes[*next..*next + count]);
                *next += count;
                Some(count)
            }
            Self::Gzip(gunzip) => gunzip.read(out),
        }
    }
}
