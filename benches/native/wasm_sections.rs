//! As much of the WebAssembly format as is needed to say how large each function is.

use std::collections::BTreeMap;

/// Sizes of what is in a module.
pub struct Module {
    /// Name and bytes of code of every function of its own.
    pub functions: Vec<(String, usize)>,
    /// Bytes of its data section.
    pub data: usize,
}

/// Bytes that are read from the front; every step is `None` at their end.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// An unsigned number, seven bits to a byte.
    fn number(&mut self) -> Option<usize> {
        let mut number = 0_usize;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn sized(&mut self) -> Option<Reader<'a>> {
        let size = self.number()?;
        self.take(size).map(Reader)
    }

    fn text(&mut self) -> Option<String> {
        self.sized().map(|text| String::from_utf8_lossy(text.0).into_owned())
    }

    /// Lowest size and, if the flag says so, greatest size of a memory or table.
    fn limits(&mut self) -> Option<()> {
        let flags = self.byte()?;
        self.number()?;
        if flags & 1 != 0 {
            self.number()?;
        }
        Some(())
    }
}

impl Module {
    /// Reads a module; `None` if the bytes are not one.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut module = Reader(bytes.strip_prefix(b"\0asm\x01\0\0\0")?);
        let (mut imported, mut sizes, mut names, mut data) = (0, Vec::new(), BTreeMap::new(), 0);
        while !module.0.is_empty() {
            let section = module.byte()?;
            let mut content = module.sized()?;
            match section {
                0 if content.text()? == "name" => names = function_names(content)?,
                2 => imported = imported_functions(content)?,
                10 => {
                    for _ in 0..content.number()? {
                        sizes.push(content.sized()?.0.len());
                    }
                }
                11 => data = content.0.len(),
                _ => {}
            }
        }
        let name = |index: usize| names.get(&(imported + index)).cloned().unwrap_or_default();
        Some(Self { functions: sizes.into_iter().enumerate().map(|(index, size)| (name(index), size)).collect(), data })
    }
}

fn imported_functions(mut section: Reader) -> Option<usize> {
    let mut functions = 0;
    for _ in 0..section.number()? {
        section.text()?;
        section.text()?;
        match section.byte()? {
            0 => {
                section.number()?;
                functions += 1;
            }
            1 => {
                section.byte()?;
                section.limits()?;
            }
            2 => section.limits()?,
            3 => drop(section.take(2)?),
            _ => {
                section.byte()?;
                section.number()?;
            }
        }
    }
    Some(functions)
}

fn function_names(mut section: Reader) -> Option<BTreeMap<usize, String>> {
    let mut names = BTreeMap::new();
    while !section.0.is_empty() {
        let kind = section.byte()?;
        let mut content = section.sized()?;
        if kind == 1 {
            for _ in 0..content.number()? {
                names.insert(content.number()?, content.text()?);
            }
        }
    }
    Some(names)
}
