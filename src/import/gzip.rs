//! Unpacking gzip (RFC 1952), member after member, with both of its checks. The inflating itself is the links' too; a library's table for
//! the check alone is 16 KB that no packing makes smaller, so it is made when a file is opened.

use flate2::{Decompress, FlushDecompress, Status};

/// What a gzip file begins with.
pub(super) const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Bits of the header's flags.
const HEADER_CHECK: u8 = 2;
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;
const RESERVED: u8 = 0xe0;

/// A gzip file that is unpacked piece by piece.
#[derive(Debug)]
pub(super) struct Gunzip {
    bytes: Vec<u8>,
    /// `next ..` is not read yet.
    next: usize,
    inflater: Decompress,
    /// Between the header of a member and its end.
    is_inside: bool,
    check: Crc,
}

impl Gunzip {
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, next: 0, inflater: Decompress::new(false), is_inside: false, check: Crc::new() }
    }

    /// Bytes that were read so far.
    pub fn position(&self) -> usize {
        self.next
    }

    /// Bytes of the file.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Fills `out` as far as one step goes and tells how far: 0 at the end of the file. `None` if the file is damaged or cut off.
    pub fn read(&mut self, out: &mut [u8]) -> Option<usize> {
        loop {
            if !self.is_inside {
                if self.next == self.bytes.len() {
                    return Some(0);
                }
                self.header()?;
            }
            let (read, written) = (self.inflater.total_in(), self.inflater.total_out());
            let status = self.inflater.decompress(self.bytes.get(self.next..)?, out, FlushDecompress::None).ok()?;
            let read = (self.inflater.total_in() - read) as usize;
            let written = (self.inflater.total_out() - written) as usize;
            self.next += read;
            self.check.add(out.get(..written)?);
            match status {
                Status::StreamEnd => self.trailer()?,
                // Nothing came of the rest: the end is missing.
                _ if read == 0 && written == 0 => return None,
                _ => {}
            }
            if written > 0 {
                return Some(written);
            }
        }
    }

    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let taken = self.bytes.get(self.next..self.next.checked_add(count)?)?;
        self.next += count;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    /// Skips text up to its final zero.
    fn skip_text(&mut self) -> Option<()> {
        self.next += 1 + self.bytes.get(self.next..)?.iter().position(|&byte| byte == 0)?;
        Some(())
    }

    fn header(&mut self) -> Option<()> {
        let &[first, second, method, flags, ..] = self.take(10)? else { return None };
        if [first, second] != MAGIC || method != 8 || flags & RESERVED != 0 {
            return None;
        }
        if flags & EXTRA != 0 {
            let &[low, high] = self.take(2)? else { return None };
            self.take(usize::from(u16::from_le_bytes([low, high])))?;
        }
        for text in [NAME, COMMENT] {
            if flags & text != 0 {
                self.skip_text()?;
            }
        }
        if flags & HEADER_CHECK != 0 {
            self.take(2)?;
        }
        self.inflater.reset(false);
        self.check.state = u32::MAX;
        self.is_inside = true;
        Some(())
    }

    /// The end of a member: the check and the length, modulo 2³², of what was unpacked.
    fn trailer(&mut self) -> Option<()> {
        let is_whole = self.number()? == !self.check.state;
        self.is_inside = false;
        (is_whole && self.number()? == self.inflater.total_out() as u32).then_some(())
    }
}

/// CRC-32 of RFC 1952, section 8, eight bytes at a time.
struct Crc {
    /// `tables[k][b]`: what byte `b` does to the check `k` bytes later.
    tables: Vec<[u32; 256]>,
    state: u32,
}

impl std::fmt::Debug for Crc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:08x}", !self.state)
    }
}

impl Crc {
    fn new() -> Self {
        let mut first = [0_u32; 256];
        for (entry, byte) in first.iter_mut().zip(0..) {
            *entry = (0..8).fold(byte, |check, _| check >> 1 ^ if check & 1 == 1 { 0xedb8_8320 } else { 0 });
        }
        let later = |last: &[u32; 256]| last.map(|check| check >> 8 ^ first[check as usize & 0xff]);
        let tables = std::iter::successors(Some(first), |last| Some(later(last))).take(8).collect();
        Self { tables, state: u32::MAX }
    }

    fn add(&mut self, bytes: &[u8]) {
        let Some(tables) = self.tables.first_chunk::<8>() else { return };
        let (eights, rest) = bytes.as_chunks::<8>();
        let mut state = self.state;
        for bytes in eights {
            let mixed = u64::from_le_bytes(*bytes) ^ u64::from(state);
            state = (0..8).fold(0, |check, k| check ^ tables[7 - k][(mixed >> (8 * k)) as usize & 0xff]);
        }
        for &byte in rest {
            state = state >> 8 ^ tables[0][(state ^ u32::from(byte)) as usize & 0xff];
        }
        self.state = state;
    }
}

#[cfg(test)]
mod tests {
    use super::Gunzip;
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
        let (mut gunzip, mut out, mut buffer) = (Gunzip::new(bytes), Vec::new(), vec![0; chunk]);
        loop {
            match gunzip.read(&mut buffer)? {
                0 => {
                    assert_eq!(gunzip.position(), gunzip.len());
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
