//! Packs a WebAssembly module as gzip, smaller than a server would: functions that resemble each other are put side by side, where gzip's
//! window of 32 KB reaches, and the packing is Zopfli's. `scripts/seal` runs it.
//!
//!     bookahead-pack MODULE PACKED [ITERATIONS]

mod order;
mod renumber;

use std::process::ExitCode;
use std::{env, fs};
use wasmparser::{Parser, Payload};

/// More gains less than a thousandth.
const ITERATIONS: u64 = 15;

fn run() -> Result<(), String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (from, to, iterations) = match &arguments[..] {
        [from, to] => (from, to, ITERATIONS),
        [from, to, iterations] => (from, to, iterations.parse().map_err(|_| "ITERATIONS is a whole number above 0")?),
        _ => return Err("usage: bookahead-pack MODULE PACKED [ITERATIONS]".into()),
    };
    let module = fs::read(from).map_err(|error| format!("{from}: {error}"))?;
    let module = side_by_side(&module).map_err(|error| format!("{from}: {error}"))?;
    let options = zopfli::Options {
        iteration_count: iterations.try_into().map_err(|_| "ITERATIONS is a whole number above 0")?,
        ..zopfli::Options::default()
    };
    let mut packed = Vec::new();
    zopfli::compress(options, zopfli::Format::Gzip, &module[..], &mut packed).map_err(|error| error.to_string())?;
    println!("{} bytes, packed {}", module.len(), packed.len());
    fs::write(to, packed).map_err(|error| format!("{to}: {error}"))
}

/// The same module with its functions in another order.
fn side_by_side(module: &[u8]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
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
