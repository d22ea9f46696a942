//! The bytes of a log, plain or gzip. The first two bytes decide.

use flate2::bufread::MultiGzDecoder;
use std::fmt;
use std::io::{Cursor, Read};

/// The first two bytes of a gzip file (RFC 1952).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Greatest length of a log in bytes, unpacked.
pub const INFLATED_MAX: u64 = 512 << 20;
/// A packed log may grow to so many times its size: logs grow to 3 to 30 times theirs, and gzip makes at most 1,032 bytes of one.
pub const GROWTH_MAX: u64 = 100;
/// Bytes of text that any packed file may grow to.
const GROWTH_FREE: u64 = 16 << 20;

/// Why the text of a log cannot be read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputError {
    /// The packed data is cut off or changed.
    BadGzip,
    /// Packed by another program, or text in another encoding.
    Other(Form),
    /// More than [`INFLATED_MAX`] bytes of text.
    TooLong,
    /// A small packed file that grows to more than [`GROWTH_MAX`] times its size: one that is made to fill the memory.
    GrowsTooMuch,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(form) => form.fmt(f),
            Self::BadGzip => write!(f, "the gzip data is damaged or cut off"),
            Self::TooLong => write!(f, "the file is longer than {} MiB of text", INFLATED_MAX >> 20),
            Self::GrowsTooMuch => {
                write!(
                    f,
                    "the gzip data grows to more than {GROWTH_MAX} times its size, which no log does; at most {GROWTH_MAX} times are read"
                )
            }
        }
    }
}

impl std::error::Error for InputError {}

/// What a file is that is neither text nor gzip, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// First bytes.
    magic: &'static [u8],
    /// What it is.
    name: &'static str,
    /// What makes text of it.
    cure: &'static str,
}

/// The forms that are told by name.
const FORMS: [Form; 7] = [
    Form { magic: b"\xfd7zXZ\0", name: "an xz file", cure: "unpack it with `xz -d`" },
    Form { magic: b"\x28\xb5\x2f\xfd", name: "a Zstandard file", cure: "unpack it with `zstd -d`" },
    Form { magic: b"BZh", name: "a bzip2 file", cure: "unpack it with `bzip2 -d`" },
    Form { magic: b"PK\x03\x04", name: "a zip archive", cure: "unpack it with `unzip`" },
    Form { magic: b"7z\xbc\xaf\x27\x1c", name: "a 7z archive", cure: "unpack it with `7z x`" },
    Form { magic: b"\xff\xfe", name: "text in UTF-16", cure: "convert it with `iconv -f UTF-16 -t UTF-8`" },
    Form { magic: b"\xfe\xff", name: "text in UTF-16", cure: "convert it with `iconv -f UTF-16 -t UTF-8`" },
];

impl Form {
    /// What a file is; `None` for all that may be text or gzip.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        FORMS.into_iter().find(|form| bytes.starts_with(form.magic))
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the file is {}; {}", self.name, self.cure)
    }
}

/// A source of a log's text, which ends with an error where there is too much of it.
#[derive(Debug)]
pub(crate) struct Input {
    source: Source,
    /// What the file is, if it cannot be read.
    other: Option<Form>,
    /// Bytes of text so far.
    inflated: u64,
}

#[derive(Debug)]
enum Source {
    Plain(Cursor<Vec<u8>>),
    Gzip(Box<MultiGzDecoder<Cursor<Vec<u8>>>>),
}

impl Input {
    pub fn new(bytes: Vec<u8>) -> Self {
        // A file that is cut off after the first byte still counts as gzip, so that the message says what is wrong with it.
        let is_gzip = !bytes.is_empty() && bytes.iter().zip(&GZIP_MAGIC).all(|(found, wanted)| found == wanted);
        let other = Form::of(&bytes);
        let bytes = Cursor::new(bytes);
        let source = if is_gzip { Source::Gzip(Box::new(MultiGzDecoder::new(bytes))) } else { Source::Plain(bytes) };
        Self { source, other, inflated: 0 }
    }

    fn file(&self) -> &Cursor<Vec<u8>> {
        match &self.source {
            Source::Plain(bytes) => bytes,
            Source::Gzip(decoder) => decoder.get_ref(),
        }
    }

    /// Bytes of the file that were read so far.
    pub fn position(&self) -> usize {
        self.file().position() as usize
    }

    /// Bytes of the file.
    pub fn len(&self) -> usize {
        self.file().get_ref().len()
    }

    /// Puts text into `out` and tells how much: 0 at the end of the file.
    ///
    /// # Errors
    /// The packed data is damaged, or there is too much text.
    pub fn read(&mut self, out: &mut [u8]) -> Result<usize, InputError> {
        if let Some(form) = self.other {
            return Err(InputError::Other(form));
        }
        let read = match &mut self.source {
            Source::Plain(bytes) => bytes.read(out),
            Source::Gzip(decoder) => decoder.read(out),
        };
        let read = read.map_err(|_| InputError::BadGzip)?;
        self.inflated += read as u64;
        if self.inflated > INFLATED_MAX {
            return Err(InputError::TooLong);
        }
        if self.inflated > GROWTH_FREE && self.inflated > GROWTH_MAX * self.len() as u64 {
            return Err(InputError::GrowsTooMuch);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::{GROWTH_FREE, GROWTH_MAX, Input, InputError};
    use flate2::read::GzEncoder;
    use flate2::{Compression, GzBuilder};
    use std::io::{Read, Write};

    fn text(bytes: usize) -> Vec<u8> {
        (0..bytes).map(|i| (i * i / 7 % 61) as u8 + b'0').collect()
    }

    fn packed(plain: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        GzEncoder::new(plain, Compression::default()).read_to_end(&mut out).unwrap();
        out
    }

    fn unpack(bytes: Vec<u8>, chunk: usize) -> Option<Vec<u8>> {
        let (mut input, mut out, mut buffer) = (Input::new(bytes), Vec::new(), vec![0; chunk]);
        loop {
            match input.read(&mut buffer).ok()? {
                0 => {
                    assert_eq!(input.position(), input.len());
                    return Some(out);
                }
                read => out.extend_from_slice(&buffer[..read]),
            }
        }
    }

    #[test]
    fn what_was_packed_comes_back_whatever_the_chunk() {
        for length in [0, 1, 7, 8, 9, 1_000, 100_000] {
            let plain = text(length);
            for chunk in [1, 13, 4_096, 200_000] {
                assert_eq!(unpack(packed(&plain), chunk).unwrap(), plain, "{length} in chunks of {chunk}");
            }
        }
    }

    #[test]
    fn members_follow_each_other_and_headers_may_say_more() {
        let plain = text(3_000);
        let mut builder =
            GzBuilder::new().filename("log.swf").comment("a comment").extra(vec![1, 2, 3]).write(Vec::new(), Compression::fast());
        builder.write_all(&plain).unwrap();
        let bytes = [builder.finish().unwrap(), packed(b""), packed(&plain)].concat();
        assert_eq!(unpack(bytes, 512).unwrap(), plain.repeat(2));
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        let plain = text(300);
        let whole = packed(&plain);
        for cut in 1..whole.len() {
            assert_eq!(unpack(whole[..cut].to_vec(), 64), None, "cut to {cut}");
        }
        // Bytes 4 to 9 tell when and where it was packed.
        for at in (0..whole.len()).filter(|at| !(4..10).contains(at)) {
            let mut bad = whole.clone();
            bad[at] ^= 0x20;
            assert_ne!(unpack(bad, 64), Some(plain.clone()), "byte {at}");
        }
        assert_eq!(unpack([whole, b"and more".to_vec()].concat(), 64), None);
    }

    #[test]
    fn a_packed_file_that_grows_too_much_is_read_no_further() {
        let read_up_to_error = |bytes: Vec<u8>| {
            let (mut input, mut buffer, mut total) = (Input::new(bytes), vec![0; 65_536], 0);
            loop {
                match input.read(&mut buffer) {
                    Ok(0) => return (total, None),
                    Ok(read) => total += read as u64,
                    Err(error) => return (total, Some(error)),
                }
            }
        };
        let size = 64 << 20;
        let bomb = packed(&vec![b'\n'; size]);
        assert!(bomb.len() < 80_000);
        let (read, error) = read_up_to_error(bomb.clone());
        assert_eq!(error, Some(InputError::GrowsTooMuch));
        assert!(read <= GROWTH_FREE.max(GROWTH_MAX * bomb.len() as u64), "{read}");
        // So does one of many small members.
        let member = packed(&vec![b'\n'; 1 << 20]);
        assert_eq!(read_up_to_error(member.repeat(64)).1, Some(InputError::GrowsTooMuch));
        // Little text may be packed as well as it can be, and much text as well as logs are.
        assert_eq!(read_up_to_error(packed(&vec![b'\n'; GROWTH_FREE as usize])), (GROWTH_FREE, None));
        let mut noise = 1_u32;
        let line = |at: usize| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            format!("{at} {} -1 {} 16 -1 -1 16 3600 -1 1 {} 1 -1 1 -1 -1 -1\n", at * 7, noise >> 20, noise >> 27)
        };
        let log: String = (0..500_000).map(line).collect();
        assert!(log.len() as u64 > GROWTH_FREE);
        assert_eq!(read_up_to_error(packed(log.as_bytes())), (log.len() as u64, None));
    }
}
