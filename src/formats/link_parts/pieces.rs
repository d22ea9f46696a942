//! The bytes of a study or of a view in links of version 3, piece by piece: a form has the pieces of the form before it and behind them its own, so that
//! a form is a line where it is packed and one where it is unpacked.

use serde::{Deserialize, Serialize};

/// Bytes that are being made.
pub(crate) struct Packer {
    /// The form of the link.
    pub form: u32,
    bytes: postcard::Result<Vec<u8>>,
}

impl Packer {
    /// Nothing yet.
    pub(crate) fn new(form: u32) -> Self {
        Self { form, bytes: Ok(Vec::new()) }
    }

    /// Adds a piece that links have from some form on.
    pub(crate) fn add(&mut self, since: u32, piece: &impl Serialize) {
        if self.form >= since {
            self.bytes = std::mem::replace(&mut self.bytes, Ok(Vec::new())).and_then(|bytes| postcard::to_extend(piece, bytes));
        }
    }

    /// All of them.
    pub(crate) fn bytes(self) -> postcard::Result<Vec<u8>> {
        self.bytes
    }
}

/// Bytes that are being read.
pub(crate) struct Unpacker<'a> {
    /// The form of the link.
    pub form: u32,
    rest: &'a [u8],
}

impl<'a> Unpacker<'a> {
    /// Reads `bytes` as a whole; `None` if they cannot be the work of an encoder. `read` takes the pieces one by one.
    pub(crate) fn whole<T>(form: u32, bytes: &'a [u8], read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut pieces = Self { form, rest: bytes };
        let found = read(&mut pieces).filter(|_| form > 0)?;
        pieces.rest.is_empty().then_some(found)
    }

    /// The next piece; `None` if it cannot be the work of an encoder.
    pub(crate) fn take<T: Deserialize<'a>>(&mut self) -> Option<T> {
        let (piece, rest) = postcard::take_from_bytes(self.rest).ok()?;
        self.rest = rest;
        Some(piece)
    }

    /// As [`Unpacker::take`], for a piece that links have from some form on. In older ones it is the default.
    pub(crate) fn take_since<T: Deserialize<'a> + Default>(&mut self, since: u32) -> Option<T> {
        if self.form < since { Some(T::default()) } else { self.take() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Packer, Unpacker};

    fn packed(form: u32) -> Vec<u8> {
        let mut pieces = Packer::new(form);
        pieces.add(1, &300_u32);
        pieces.add(3, &(Some(1_u32), true));
        pieces.add(4, &"b");
        pieces.bytes().unwrap_or_default()
    }

    fn unpacked(form: u32, bytes: &[u8]) -> Option<(u32, (Option<u32>, bool), String)> {
        Unpacker::whole(form, bytes, |pieces| Some((pieces.take()?, pieces.take_since(3)?, pieces.take_since(4)?)))
    }

    #[test]
    fn a_form_has_the_pieces_of_older_ones_and_its_own() {
        assert_eq!((packed(1), packed(2)), (vec![172, 2], vec![172, 2]));
        assert_eq!((packed(3), packed(4)), (vec![172, 2, 1, 1, 1], vec![172, 2, 1, 1, 1, 1, b'b']));
        assert_eq!(unpacked(2, &packed(2)), Some((300, (None, false), String::new())));
        assert_eq!(unpacked(4, &packed(4)), Some((300, (Some(1), true), "b".to_string())));
    }

    #[test]
    fn bytes_of_another_form_and_damage_are_refused() {
        assert_eq!((unpacked(1, &packed(3)), unpacked(3, &packed(1)), unpacked(0, &packed(1))), (None, None, None));
        assert_eq!(unpacked(4, &[172, 2, 2, 1, 1, 1, b'b']), None);
    }
}
