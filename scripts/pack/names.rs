//! Short names for what a module asks of its script: wasm-bindgen's are long, end in a number like no other, and stand in both.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::error::Error;
use wasm_encoder::reencode::{Error as EncodeError, Reencode, utils};
use wasm_encoder::{ImportSection, Module};
use wasmparser::{Import, Imports, Parser, Payload, TypeRef};

/// What stands between a function's name and its parameters in the script.
const FUNCTION: &str = ": function(";

struct Rename<'a>(&'a BTreeMap<&'a str, String>);

impl Reencode for Rename<'_> {
    type Error = Infallible;

    fn parse_imports(&mut self, section: &mut ImportSection, imports: Imports<'_>) -> Result<(), EncodeError<Infallible>> {
        let names = self.0;
        let imports = match imports {
            Imports::Single(at, import) => {
                let name = names.get(import.name).map_or(import.name, String::as_str);
                Imports::Single(at, Import { name, ..import })
            }
            others => others,
        };
        utils::parse_imports(self, section, imports)
    }
}

/// `a`, `b`, … `z`, `aa`, `ab`, …: what stands first in the script has the first name, so that the script says which module it goes with.
fn short(number: usize) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    if number < 26 { last.to_string() } else { format!("{}{last}", short(number / 26 - 1)) }
}

/// The module and its script with short names for every function that the one asks of the other.
///
/// # Errors
/// The bytes are no module, or a function it asks for does not stand in the script as a line `NAME: function(…`, once.
pub fn shortened(module: &[u8], script: &str) -> Result<(Vec<u8>, String), Box<dyn Error>> {
    let mut asked = BTreeMap::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::ImportSection(imports) = payload? {
            for import in imports.into_imports() {
                let import = import?;
                if matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)) {
                    asked.insert(import.name, String::new());
                }
            }
        }
    }
    let mut count = 0;
    let mut renamed = String::with_capacity(script.len());
    for line in script.lines() {
        let found = line.split_once(FUNCTION).and_then(|(name, rest)| Some((asked.get_mut(name.trim_start())?, name, rest)));
        match found {
            Some((new, name, _)) if !new.is_empty() => return Err(format!("{name} stands in the script twice").into()),
            Some((new, _, rest)) => {
                *new = short(count);
                count += 1;
                renamed.extend([new.as_str(), FUNCTION, rest]);
            }
            None => renamed.push_str(line),
        }
        renamed.push('\n');
    }
    if let Some((name, _)) = asked.iter().find(|(_, new)| new.is_empty()) {
        return Err(format!("{name} is asked for and does not stand in the script").into());
    }
    let mut out = Module::new();
    Rename(&asked).parse_core_module(&mut out, Parser::new(0), module)?;
    Ok((out.finish(), renamed))
}

#[cfg(test)]
mod tests {
    use super::{short, shortened};
    use wasm_encoder::{EntityType, ImportSection, MemoryType, Module, TypeSection};
    use wasmparser::{Parser, Payload};

    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        imports.import("./app_bg.js", "__wbg_now_1f", EntityType::Function(0));
        imports.import("./app_bg.js", "__wbg_log_2e", EntityType::Function(0));
        let memory = MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        imports.import("env", "memory", EntityType::Memory(memory));
        let mut module = Module::new();
        module.section(&types).section(&imports);
        module.finish()
    }

    fn asked(module: &[u8]) -> Vec<String> {
        let mut names = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            if let Payload::ImportSection(imports) = payload.expect("a module") {
                names.extend(imports.into_imports().map(|import| import.expect("an import").name.to_string()));
            }
        }
        names
    }

    #[test]
    fn both_sides_have_the_same_short_names() {
        let script =
            "const imports = {\n  __wbg_log_2e: function(a) {\n    x: function() {}\n  },\n__wbg_now_1f: function() {},\n};\n";
        let (module, script) = shortened(&module(), script).expect("all stand there");
        assert_eq!(script, "const imports = {\na: function(a) {\n    x: function() {}\n  },\nb: function() {},\n};\n");
        assert_eq!(asked(&module), ["b", "a", "memory"]);
    }

    #[test]
    fn what_does_not_stand_in_the_script_once_is_told() {
        let error = |script: &str| shortened(&module(), script).expect_err("not both once").to_string();
        assert_eq!(error("__wbg_now_1f: function() {},\n"), "__wbg_log_2e is asked for and does not stand in the script");
        let twice = "__wbg_now_1f: function() {},\n__wbg_now_1f: function() {},\n";
        assert_eq!(error(twice), "__wbg_now_1f stands in the script twice");
        assert!(shortened(b"no module", "").is_err());
    }

    #[test]
    fn names_are_counted_like_columns() {
        let names: Vec<String> = [0, 25, 26, 27, 51, 52, 701, 702].map(short).into();
        assert_eq!(names, ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
    }
}
