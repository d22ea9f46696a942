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

#[cfg(test)]
mod tests {
    use super::reordered;
    use wasm_encoder::{
        CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function, FunctionSection,
        ImportSection, Module, RefType, StartSection, TableSection, TableType, TypeSection, ValType,
    };
    use wasmparser::{ElementItems, Operator, Parser, Payload};

    /// One imported function and four own ones: `a` calls `b` and the import, `b` calls `c`, `c` returns 7, `start` calls `a`.
    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([], [ValType::I32]);
        let mut imports = ImportSection::new();
        imports.import("page", "hear", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        for of in [0, 0, 1, 0] {
            functions.function(of);
        }
        let mut tables = TableSection::new();
        tables.table(TableType { element_type: RefType::FUNCREF, table64: false, minimum: 2, maximum: None, shared: false });
        let mut exports = ExportSection::new();
        exports.export("a", ExportKind::Func, 1).export("c", ExportKind::Func, 3);
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(0), Elements::Functions(vec![2, 0].into()));
        let mut code = CodeSection::new();
        let mut body = |calls: &[u32], seven: bool| {
            let mut function = Function::new([]);
            let mut to = function.instructions();
            for &callee in calls {
                to.call(callee);
                if callee == 3 {
                    to.drop();
                }
            }
            if seven {
                to.i32_const(7);
            }
            to.end();
            code.function(&function);
        };
        body(&[2, 0], false);
        body(&[3], false);
        body(&[], true);
        body(&[1], false);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&tables).section(&exports);
        module.section(&StartSection { function_index: 4 }).section(&elements).section(&code);
        module.finish()
    }

    /// Who calls whom, is exported, started or listed, every function named by its old number; and the type of each.
    fn told(module: &[u8], order: &[u32]) -> Vec<String> {
        let name = |function: u32| if function == 0 { 0 } else { order[function as usize - 1] + 1 };
        let (mut told, mut types, mut bodies) = (Vec::new(), Vec::new(), 0);
        for payload in Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                Payload::FunctionSection(section) => types = section.into_iter().map(Result::unwrap).collect(),
                Payload::ExportSection(section) => {
                    told.extend(
                        section.into_iter().map(Result::unwrap).map(|export| format!("{} is {}", export.name, name(export.index))),
                    );
                }
                Payload::StartSection { func, .. } => told.push(format!("start is {}", name(func))),
                Payload::ElementSection(section) => {
                    let ElementItems::Functions(items) = section.into_iter().next().unwrap().unwrap().items else {
                        panic!("functions")
                    };
                    told.extend(items.into_iter().map(|item| format!("listed {}", name(item.unwrap()))));
                }
                Payload::CodeSectionEntry(body) => {
                    let own = name(bodies + 1);
                    told.push(format!("{own} has type {}", types[bodies as usize]));
                    for operator in body.get_operators_reader().unwrap() {
                        match operator.unwrap() {
                            Operator::Call { function_index } => told.push(format!("{own} calls {}", name(function_index))),
                            Operator::I32Const { value } => told.push(format!("{own} gives {value}")),
                            _ => {}
                        }
                    }
                    bodies += 1;
                }
                _ => {}
            }
        }
        told.sort();
        told
    }

    #[test]
    fn whatever_names_a_function_follows_it() {
        let (plain, as_it_is) = (module(), [0, 1, 2, 3]);
        let expected = told(&plain, &as_it_is);
        assert!(expected.contains(&"1 calls 2".to_string()) && expected.contains(&"3 gives 7".to_string()), "{expected:?}");
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]] {
            let other = reordered(&plain, &order).unwrap();
            assert_eq!(told(&other, &order), expected, "{order:?}");
            if order != as_it_is {
                assert_ne!(told(&other, &as_it_is), expected, "the order {order:?} changes nothing");
            }
        }
    }

    #[test]
    fn what_is_no_module_is_said_to_be_none() {
        assert!(reordered(b"\0asm\x01\0\0\0\x0a\x05\x01", &[0]).is_err());
        assert!(reordered(b"<html>", &[]).is_err());
    }
}
