//! A WebAssembly module as streams of one kind each: opcodes, indices of local variables, numbers, … What is of one kind repeats itself more,
//! so it packs a tenth smaller than the module. `www/unpack.js` joins them in the page.

/// The kinds of streams, in the order they are stored in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What stands before the bodies of the code section, its length left out.
    Before,
    /// What stands behind the code section.
    Behind,
    /// Declarations of local variables.
    Locals,
    /// Opcodes, types of blocks, alignments.
    Opcode,
    /// Local variables: how many others were used since the last use of this one.
    Local,
    /// 32-bit numbers.
    I32,
    /// 64-bit numbers.
    I64,
    /// Floating-point numbers and vectors.
    Float,
    /// Offsets of memory accesses.
    Offset,
    /// Functions that are called.
    Call,
    /// Labels that are left for.
    Branch,
    /// Tables of labels.
    BranchTable,
    /// The rest: globals, tables, types.
    Index,
}

/// Number of streams.
pub const KINDS: usize = Kind::Index as usize + 1;
/// Bytes before the streams: their lengths.
pub const LENGTHS: usize = 4 * KINDS;

/// What follows an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A number of variable length.
    Number(Kind),
    /// The index of a local variable.
    Local,
    /// So many bytes.
    Bytes(Kind, usize),
    /// A count, then as many numbers and `1` more if so it says.
    List(Kind, bool),
    /// Another opcode, of variable length, from a list of more.
    Prefixed,
}

/// What follows an opcode, and what it does to the depth of blocks; `None` if it is not known.
pub fn operands(opcode: u8) -> Option<(&'static [Operand], i32)> {
    use Kind::*;
    use Operand::{Bytes, List, Local as Variable, Number, Prefixed};
    Some(match opcode {
        // block, loop, if: a type of one byte, or the number of a type.
        0x02..=0x04 => (&[Number(Opcode)], 1),
        0x0b => (&[], -1),
        0x0c | 0x0d => (&[Number(Branch)], 0),
        0x0e => (&[List(BranchTable, true)], 0),
        0x10 => (&[Number(Call)], 0),
        0x11 => (&[Number(Index), Number(Index)], 0),
        0x1c => (&[List(Index, false)], 0),
        0x20..=0x22 => (&[Variable], 0),
        0x23..=0x26 | 0x3f | 0x40 | 0xd0 | 0xd2 => (&[Number(Index)], 0),
        // Memory: alignment and offset.
        0x28..=0x3e => (&[Number(Opcode), Number(Offset)], 0),
        0x41 => (&[Number(I32)], 0),
        0x42 => (&[Number(I64)], 0),
        0x43 => (&[Bytes(Float, 4)], 0),
        0x44 => (&[Bytes(Float, 8)], 0),
        0x00 | 0x01 | 0x05 | 0x0f | 0x1a | 0x1b | 0x45..=0xc4 | 0xd1 => (&[], 0),
        0xfc | 0xfd => (&[Prefixed], 0),
        _ => return None,
    })
}

/// What follows a prefixed opcode; `None` if it is not known.
pub fn prefixed_operands(prefix: u8, opcode: u32) -> Option<&'static [Operand]> {
    use Kind::*;
    use Operand::{Bytes, Number};
    Some(match (prefix, opcode) {
        (0xfc, 0..=7) => &[],
        (0xfc, 8 | 10 | 12 | 14) => &[Number(Index), Number(Index)],
        (0xfc, 9 | 11 | 13 | 15 | 16 | 17) => &[Number(Index)],
        (0xfd, 0..=11 | 92 | 93) => &[Number(Opcode), Number(Offset)],
        (0xfd, 12 | 13) => &[Bytes(Float, 16)],
        (0xfd, 21..=34) => &[Bytes(Index, 1)],
        (0xfd, 84..=91) => &[Number(Opcode), Number(Offset), Bytes(Index, 1)],
        (0xfd, 14..=20 | 35..=83 | 94..=275) => &[],
        _ => return None,
    })
}

/// Indices by how long ago they were used.
#[derive(Clone, Debug, Default)]
pub struct Recent(Vec<u32>);

/// Most local variables of a function, as browsers have it.
const LOCALS_MAX: u32 = 50_000;

impl Recent {
    /// Nothing is used yet: in a new function.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    fn reach(&mut self, index: u32) -> Option<()> {
        if index >= LOCALS_MAX {
            return None;
        }
        let known = self.0.len() as u32;
        self.0.extend(known..(index + 1).max(known));
        Some(())
    }

    /// How many others were used since, of an index; it is the last used now.
    pub fn rank_of(&mut self, index: u32) -> Option<u32> {
        self.reach(index)?;
        let rank = self.0.iter().position(|&other| other == index)?;
        self.0[..=rank].rotate_right(1);
        Some(rank as u32)
    }

    /// The index of which that is said.
    pub fn index_at(&mut self, rank: u32) -> Option<u32> {
        // An index that was never used has as many before it as there are known ones, and those not known between.
        self.reach(rank)?;
        let index = *self.0.get(rank as usize)?;
        self.0[..=rank as usize].rotate_right(1);
        Some(index)
    }
}

/// Bytes that are read from the front.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next so many.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    /// The next number of variable length, as it stands.
    pub fn number(&mut self) -> Option<&'a [u8]> {
        let length = self.0.iter().take(10).position(|byte| byte & 0x80 == 0)? + 1;
        self.take(length)
    }

    /// The next number of variable length, without a sign.
    pub fn value(&mut self) -> Option<u32> {
        let bytes = self.number()?;
        let value = bytes.iter().rev().fold(0_u64, |value, byte| value << 7 | u64::from(byte & 0x7f));
        u32::try_from(value).ok()
    }
}

/// Writes a number without a sign as short as can be.
pub fn put_value(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The streams of a module: their lengths, then one after the other. `None` if there is something in it that is not known here, or not written
/// as short as can be.
pub fn split(module: &[u8]) -> Option<Vec<u8>> {
    let mut of: [Vec<u8>; KINDS] = Default::default();
    let mut rest = Bytes(module);
    of[Kind::Before as usize].extend(rest.take(8)?);
    loop {
        let id = *rest.take(1)?.first()?;
        let length = rest.number()?;
        let size = Bytes(length).value()?;
        let section = rest.take(size as usize)?;
        of[Kind::Before as usize].push(id);
        if id == CODE {
            split_code(&mut of, Bytes(section))?;
            of[Kind::Behind as usize].extend(rest.0);
            break;
        }
        of[Kind::Before as usize].extend(length);
        of[Kind::Before as usize].extend(section);
    }
    let mut streams: Vec<u8> = of.iter().flat_map(|stream| (stream.len() as u32).to_le_bytes()).collect();
    of.iter().for_each(|stream| streams.extend(stream));
    (joined(&streams)? == module).then_some(streams)
}

/// Number of the code section.
const CODE: u8 = 10;

fn split_code(of: &mut [Vec<u8>; KINDS], mut code: Bytes) -> Option<()> {
    let functions = code.value()?;
    put_value(&mut of[Kind::Locals as usize], functions);
    let mut recent = Recent::default();
    for _ in 0..functions {
        recent.clear();
        let length = code.value()?;
        let mut body = Bytes(code.take(length as usize)?);
        let locals = body.value()?;
        let stream = &mut of[Kind::Locals as usize];
        put_value(stream, locals);
        for _ in 0..locals {
            stream.extend(body.number()?);
            stream.extend(body.take(1)?);
        }
        while !body.0.is_empty() {
            let opcode = *body.take(1)?.first()?;
            of[Kind::Opcode as usize].push(opcode);
            for &operand in operands(opcode)?.0 {
                if operand != Operand::Prefixed {
                    split_operand(of, &mut body, &mut recent, operand)?;
                    continue;
                }
                let second = body.value()?;
                put_value(&mut of[Kind::Opcode as usize], second);
                for &operand in prefixed_operands(opcode, second)? {
                    split_operand(of, &mut body, &mut recent, operand)?;
                }
            }
        }
    }
    Some(())
}

fn split_operand(of: &mut [Vec<u8>; KINDS], body: &mut Bytes, recent: &mut Recent, operand: Operand) -> Option<()> {
    match operand {
        Operand::Number(kind) => of[kind as usize].extend(body.number()?),
        Operand::Bytes(kind, count) => of[kind as usize].extend(body.take(count)?),
        Operand::Local => put_value(&mut of[Kind::Local as usize], recent.rank_of(body.value()?)?),
        Operand::List(kind, one_more) => {
            let count = body.value()?;
            put_value(&mut of[kind as usize], count);
            for _ in 0..u64::from(count) + u64::from(one_more) {
                of[kind as usize].extend(body.number()?);
            }
        }
        Operand::Prefixed => return None,
    }
    Some(())
}

/// The module that streams were made of, as the page joins them; `None` if they were not.
pub fn joined(streams: &[u8]) -> Option<Vec<u8>> {
    let mut rest = Bytes(streams);
    let mut lengths = Bytes(rest.take(LENGTHS)?);
    let mut of = [Bytes::default(); KINDS];
    for stream in &mut of {
        let length = u32::from_le_bytes(*lengths.take(4)?.first_chunk()?);
        *stream = Bytes(rest.take(length as usize)?);
    }
    let mut code = Vec::with_capacity(streams.len());
    let functions = of[Kind::Locals as usize].value()?;
    put_value(&mut code, functions);
    let (mut body, mut recent) = (Vec::new(), Recent::default());
    for _ in 0..functions {
        body.clear();
        recent.clear();
        join_body(&mut of, &mut body, &mut recent)?;
        put_value(&mut code, body.len() as u32);
        code.extend_from_slice(&body);
    }
    let mut module = Vec::with_capacity(streams.len() + streams.len() / 8);
    module.extend_from_slice(of[Kind::Before as usize].0);
    put_value(&mut module, code.len() as u32);
    module.extend_from_slice(&code);
    module.extend_from_slice(of[Kind::Behind as usize].0);
    Some(module)
}

fn join_body(of: &mut [Bytes; KINDS], body: &mut Vec<u8>, recent: &mut Recent) -> Option<()> {
    let locals = of[Kind::Locals as usize].value()?;
    put_value(body, locals);
    for _ in 0..locals {
        let locals = &mut of[Kind::Locals as usize];
        body.extend_from_slice(locals.number()?);
        body.extend_from_slice(locals.take(1)?);
    }
    let mut depth = 1;
    while depth > 0 {
        let opcode = *of[Kind::Opcode as usize].take(1)?.first()?;
        body.push(opcode);
        let (operands, deeper) = operands(opcode)?;
        depth += deeper;
        for &operand in operands {
            if operand != Operand::Prefixed {
                join_operand(of, body, recent, operand)?;
                continue;
            }
            let second = of[Kind::Opcode as usize].value()?;
            put_value(body, second);
            for &operand in prefixed_operands(opcode, second)? {
                join_operand(of, body, recent, operand)?;
            }
        }
    }
    Some(())
}

fn join_operand(of: &mut [Bytes; KINDS], body: &mut Vec<u8>, recent: &mut Recent, operand: Operand) -> Option<()> {
    match operand {
        Operand::Number(kind) => body.extend_from_slice(of[kind as usize].number()?),
        Operand::Bytes(kind, count) => body.extend_from_slice(of[kind as usize].take(count)?),
        Operand::Local => put_value(body, recent.index_at(of[Kind::Local as usize].value()?)?),
        Operand::List(kind, one_more) => {
            let count = of[kind as usize].value()?;
            put_value(body, count);
            for _ in 0..u64::from(count) + u64::from(one_more) {
                body.extend_from_slice(of[kind as usize].number()?);
            }
        }
        Operand::Prefixed => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two functions: every kind of operand.
    fn module() -> Vec<u8> {
        let first: &[u8] = &[
            1, 3, 0x7f, 0x20, 2, 0x20, 0x81, 1, 0x21, 2, 0x02, 0x40, 0x41, 0x80, 0x7f, 0x0d, 0, 0x0b, 0x28, 2, 0x90, 3, 0x44, 1, 2, 3, 4, 5, 6, 7, 8, 0xfd, 12, 1,
            2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 0xfc, 10, 0, 0, 0x0e, 2, 0, 1, 0, 0x10, 1, 0x0b,
        ];
        let second: &[u8] = &[0, 0x42, 5, 0x1a, 0x0b];
        let mut code = vec![2, first.len() as u8];
        code.extend(first);
        code.push(second.len() as u8);
        code.extend(second);
        let mut module = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0".to_vec();
        module.extend([CODE, code.len() as u8]);
        module.extend(code);
        module.extend(b"\x0b\x03abc");
        module
    }

    #[test]
    fn what_is_split_is_joined_again() {
        let module = module();
        let streams = split(&module).expect("a module");
        assert_eq!(joined(&streams), Some(module));
    }

    #[test]
    fn damage_is_noticed_or_harmless_and_never_endless() {
        let module = module();
        let streams = split(&module).expect("a module");
        for at in 0..streams.len() {
            for bit in 0..8 {
                let mut damaged = streams.clone();
                damaged[at] ^= 1 << bit;
                let _ = joined(&damaged);
            }
            assert_eq!(joined(&streams[..at]), None, "{at}");
        }
        assert_eq!(split(&module[..module.len() - 8]), None);
    }
}
