//! The bytes of a log, plain or gzip, told apart by their first two bytes.

use flate2::bufread::MultiGzDecoder;
use std::io::{self, Cursor, Read};

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// A source of a log's text.
#[derive(Debug)]
pub(super) enum Input {
    Plain(Cursor<Vec<u8>>),
    Gzip(Box<MultiGzDecoder<Cursor<Vec<u8>>>>),
}

impl Input {
    pub fn new(bytes: Vec<u8>) -> Self {
        let gzip = bytes.starts_with(&GZIP_MAGIC);
        let bytes = Cursor::new(bytes);
        if gzip { Self::Gzip(Box::new(MultiGzDecoder::new(bytes))) } else { Self::Plain(bytes) }
    }

    fn cursor(&self) -> &Cursor<Vec<u8>> {
        match self {
            Self::Plain(cursor) => cursor,
            Self::Gzip(decoder) => decoder.get_ref(),
        }
    }

    /// Bytes of the file that were read so far.
    pub fn position(&self) -> usize {
        self.cursor().position() as usize
    }

    /// Bytes of the file.
    pub fn len(&self) -> usize {
        self.cursor().get_ref().len()
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(cursor) => cursor.read(buffer),
            Self::Gzip(decoder) => decoder.read(buffer),
        }
    }
}
