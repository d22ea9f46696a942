//! Packs a WebAssembly module far smaller than a server would: what it asks of its script has short names in both, functions that resemble
//! each other are put side by side, what is of one kind becomes a stream of its own, and the streams are packed by LZMA. `scripts/seal` runs
//! it; `www/unpack.js` is the way back.
//!
//!     bookahead-pack MODULE SCRIPT PACKED

mod names;
mod order;
mod renumber;
mod streams;

use lzma_rust2::{EncodeMode, LzmaOptions, LzmaReader, LzmaWriter, MfType};
use std::io::{Read, Write};
use std::process::ExitCode;
use std::{env, fs};
use wasmparser::{Parser, Payload};

type Error = Box<dyn std::error::Error>;

/// Literal context bits; the page's way back knows them.
const LITERAL_CONTEXT_BITS: u32 = 4;
/// Bytes that LZMA looks back.
const WINDOW: u32 = 1 << 22;

fn run() -> Result<(), String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [from, script, to] = &arguments[..] else { return Err("usage: bookahead-pack MODULE SCRIPT PACKED".into()) };
    let module = fs::read(from).map_err(|error| format!("{from}: {error}"))?;
    let text = fs::read_to_string(script).map_err(|error| format!("{script}: {error}"))?;
    let (module, text) = names::shortened(&module, &text).map_err(|error| format!("{script}: {error}"))?;
    let packed = packed(&module).map_err(|error| format!("{from}: {error}"))?;
    println!("{} bytes, packed {}", module.len(), packed.len());
    fs::write(script, text).map_err(|error| format!("{script}: {error}"))?;
    fs::write(to, packed).map_err(|error| format!("{to}: {error}"))
}

/// The length of the streams, then the streams in LZMA.
fn packed(module: &[u8]) -> Result<Vec<u8>, Error> {
    let module = side_by_side(module)?;
    let streams = streams::split(&module).ok_or("an instruction that scripts/pack does not know")?;
    let mut packed = (streams.len() as u32).to_le_bytes().to_vec();
    let options = LzmaOptions {
        dict_size: WINDOW,
        lc: LITERAL_CONTEXT_BITS,
        lp: 0,
        pb: 0,
        mode: EncodeMode::Normal,
        nice_len: 273,
        mf: MfType::Bt4,
        depth_limit: 1000,
        preset_dict: None,
    };
    let mut writer = LzmaWriter::new_no_header(&mut packed, &options, false)?;
    writer.write_all(&streams)?;
    writer.finish()?;
    let mut again = vec![0; streams.len()];
    let length = streams.len() as u64;
    LzmaReader::new(&packed[4..], length, LITERAL_CONTEXT_BITS, 0, 0, WINDOW, None)?.read_exact(&mut again)?;
    if again != streams {
        return Err("what was packed does not come back".into());
    }
    Ok(packed)
}

/// The same module with its functions in another order.
fn side_by_side(module: &[u8]) -> Result<Vec<u8>, Error> {
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::CodeSectionEntry(body) = payload? {
            bodies.push(body.as_bytes());
        }
    }
    renumber::reordered(module, &order::by_likeness(&bodies))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bookahead-pack: {error}");
            ExitCode::FAILURE
        }
    }
}
