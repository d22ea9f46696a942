//! The same module with its functions in another order: bodies and signatures move, and whatever names a function follows.

use std::convert::Infallible;
use std::error::Error;
use wasm_encoder::reencode::{Error as EncodeError, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

struct Renumber<'a> {
    /// Functions the module imports: they come first and stay.
    imported: u32,
    /// The old place of each function.
    order: &'a [u32],
    /// The new place of each function.
    place: Vec<u32>,
}

impl Reencode for Renumber<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, EncodeError<Infallible>> {
        Ok(match function.checked_sub(self.imported) {
            Some(own) => self.imported + self.place[own as usize],
            None => function,
        })
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader,
    ) -> Result<(), EncodeError<Infallible>> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for &old in self.order {
            functions.function(self.type_index(types[old as usize])?);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader) -> Result<(), EncodeError<Infallible>> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for &old in self.order {
            self.parse_function_body(code, bodies[old as usize].clone())?;
        }
        Ok(())
    }
}

/// `module` with function `order[i]` of its own in place `i`.
///
/// # Errors
/// The bytes are no module.
pub fn reordered(module: &[u8], order: &[u32]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut imported = 0;
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::ImportSection(imports) = payload? {
            for import in imports.into_imports() {
                imported += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
            }
        }
    }
    let mut place = vec![0; order.len()];
    for (new, &old) in (0..).zip(order) {
        place[old as usize] = new;
    }
    let mut out = Module::new();
    Renumber { imported, order, place }.parse_core_module(&mut out, Parser::new(0), module)?;
    Ok(out.finish())
}
