//! The bytes of a log, plain or gzip. The first two bytes decide.

use flate2::bufread::MultiGzDecoder;
use std::io::{Cursor, Read};

/// The first two bytes of a gzip file (RFC 1952).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// A source of a log's text.
#[derive(Debug)]
pub(crate) enum Input {
    Plain(Cursor<Vec<u8>>),
    Gzip(Box<MultiGzDecoder<Cursor<Vec<u8>>>>),
}

impl Input {
    pub fn new(bytes: Vec<u8>) -> Self {
        // A file that is cut off after the first byte still counts as gzip, so that the message says what is wrong with it.
        let is_gzip = !bytes.is_empty() && bytes.iter().zip(&GZIP_MAGIC).all(|(found, wanted)| found == wanted);
        let bytes = Cursor::new(bytes);
        if is_gzip { Self::Gzip(Box::new(MultiGzDecoder::new(bytes))) } else { Self::Plain(bytes) }
    }

    fn file(&self) -> &Cursor<Vec<u8>> {
        match self {
            Self::Plain(bytes) => bytes,
            Self::Gzip(decoder) => decoder.get_ref(),
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

    /// Puts text into `out` and tells how much: 0 at the end of the file. `None` if a packed file is damaged or cut off.
    pub fn read(&mut self, out: &mut [u8]) -> Option<usize> {
        match self {
            Self::Plain(bytes) => bytes.read(out).ok(),
            Self::Gzip(decoder) => decoder.read(out).ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Input;
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
            match input.read(&mut buffer)? {
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
}
