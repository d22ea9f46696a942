//! Packed files: gzip, xz and Zstandard, told by their first bytes.

use super::files::Failure;
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use std::io::{self, Read, Write};
use std::path::Path;

/// First bytes of the three forms.
const GZIP: &[u8] = b"\x1f\x8b";
const XZ: &[u8] = b"\xfd7zXZ\0";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// The content of a file that is packed with xz or Zstandard; other bytes as they are: logs packed with gzip are unpacked line by line by their readers. A
/// little more than `limit` bytes is as much as there will be: what is longer is refused by whoever parses it.
///
/// # Errors
/// The packed data is damaged.
pub fn unpacked_log(path: &Path, bytes: Vec<u8>, limit: usize) -> Result<Vec<u8>, Failure> {
    if bytes.starts_with(XZ) {
        let mut out = Bounded { bytes: Vec::new(), limit: limit + 1, is_full: false };
        let ended = lzma_rs::xz_decompress(&mut &bytes[..], &mut out);
        return if ended.is_ok() || out.is_full { Ok(out.bytes) } else { Err(damaged(path, "xz")) };
    }
    if bytes.starts_with(ZSTD) {
        let mut out = Vec::new();
        let mut rest = &bytes[..];
        // Frames follow one another.
        while !rest.is_empty() && out.len() <= limit {
            let left = (limit + 1 - out.len()) as u64;
            let mut decoder = StreamingDecoder::new(&mut rest).map_err(|_| damaged(path, "Zstandard"))?;
            decoder.by_ref().take(left).read_to_end(&mut out).map_err(|_| damaged(path, "Zstandard"))?;
        }
        return Ok(out);
    }
    Ok(bytes)
}

/// The content of a file that is packed in any of the three forms; other bytes as they are. Bounded as [`unpacked_log`].
///
/// # Errors
/// The packed data is damaged.
pub fn unpacked(path: &Path, bytes: Vec<u8>, limit: usize) -> Result<Vec<u8>, Failure> {
    if !bytes.starts_with(GZIP) {
        return unpacked_log(path, bytes, limit);
    }
    let mut out = Vec::new();
    MultiGzDecoder::new(&bytes[..]).take(limit as u64 + 1).read_to_end(&mut out).map_err(|_| damaged(path, "gzip"))?;
    Ok(out)
}

fn damaged(path: &Path, form: &str) -> Failure {
    Failure::at(path, format!("the {form} data is damaged or cut off"))
}

/// Memory that takes no more than so many bytes.
struct Bounded {
    bytes: Vec<u8>,
    limit: usize,
    is_full: bool,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.limit - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..taken]);
        self.is_full = taken < bytes.len();
        if self.is_full { Err(io::Error::other("longer than is read")) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_comes_back_and_never_more_than_is_read() {
        let plain = b"; MaxProcs: 8\n".repeat(1_000);
        let mut xz = Vec::new();
        lzma_rs::xz_compress(&mut &plain[..], &mut xz).expect("memory takes everything");
        let zst = ruzstd::encoding::compress_to_vec(&plain[..], ruzstd::encoding::CompressionLevel::Fastest);
        let path = Path::new("log");
        for packed in [xz, zst] {
            let content = |limit| unpacked(path, packed.clone(), limit).map_err(|Failure(why)| why);
            assert_eq!(content(plain.len()), Ok(plain.clone()));
            assert_eq!(content(100).map(|bytes| bytes.len()), Ok(101));
            let cut = packed[..packed.len() / 2].to_vec();
            assert!(unpacked(path, cut, 1 << 20).is_err_and(|Failure(why)| why.ends_with("data is damaged or cut off")));
        }
        let twice = [ruzstd::encoding::compress_to_vec(&b"a"[..], ruzstd::encoding::CompressionLevel::Fastest), {
            ruzstd::encoding::compress_to_vec(&b"b"[..], ruzstd::encoding::CompressionLevel::Fastest)
        }];
        assert_eq!(unpacked(path, twice.concat(), 10).ok(), Some(b"ab".to_vec()));
    }
}
