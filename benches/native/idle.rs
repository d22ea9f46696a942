//! The table of the strategies on named servers, natively and in WebAssembly.

use super::browser::{Site, in_webassembly};
use super::document::{Document, Table, short};
use crate::measure::idle::{IdleRate, SERVERS, idle_rates};

/// Requests and runs of a measurement.
const FULL: (u32, u32) = (1_000_000, 7);

/// Every strategy at every size of machine.
pub fn write(document: &mut Document, site: &Site) {
    let (requests, runs) = FULL;
    let native = idle_rates(requests, runs);
    let wasm: Vec<IdleRate> =
        serde_json::from_str(&in_webassembly(site, "idle_rates_json", &[requests, runs])).expect("the bench reads what it wrote");
    let mut text = String::new();
    for servers in SERVERS {
        let mut table = Table::new(&["M requests/s", "native", "wasm", "wasm ÷ native"]);
        for (native, wasm) in native.iter().zip(&wasm).filter(|(native, _)| native.servers == servers) {
            let name = format!("{} ({:.1} % refused)", native.strategy, native.refused * 100.0);
            table.row([name, short(native.planned), short(wasm.planned), short(wasm.planned / native.planned)]);
        }
        text += &format!("**{servers} servers**\n\n{}\n", table.text());
    }
    document.write("idle", &text);
}
