//! The tables of the slot stores: time per operation natively and in WebAssembly.

use super::browser::{Site, in_webassembly};
use super::document::{Document, Table, grouped, short};
use crate::measure::stores::{StoreTime, all_store_times};
use bookahead::papers::slots::store::StoreKind;
use bookahead::papers::slots::store::experiment::Axis;

/// Requests and turns of a measurement.
const FULL: (u32, u32) = (1_000, 5);

/// Every store in every place of every axis.
pub fn write(document: &mut Document, site: &Site) {
    let (requests, turns) = FULL;
    let native = all_store_times(requests, turns);
    let wasm: Vec<StoreTime> =
        serde_json::from_str(&in_webassembly(site, "store_times_json", &[requests, turns])).expect("the bench reads what it wrote");
    let mut text = String::new();
    for axis in Axis::ALL {
        let places = axis.places(requests);
        let values: Vec<String> = places.iter().map(|&place| grouped(i64::from(place))).collect();
        let headings: Vec<&str> = std::iter::once("µs, native / wasm").chain(values.iter().map(String::as_str)).collect();
        text += &format!("**Against {}**\n\n", axis.words());
        for (operation, of) in [
            ("A search for a start", (|time: &StoreTime| time.search) as fn(&StoreTime) -> f64),
            ("An addition and a deletion", |time| time.change),
        ] {
            let mut table = Table::new(&headings);
            for kind in StoreKind::ALL {
                let cell = |times: &[StoreTime], place: u32| {
                    let is_it = |time: &&StoreTime| (&*time.axis, time.place, &*time.store) == (axis.key(), place, kind.key());
                    times.iter().find(is_it).map_or_else(|| "–".to_string(), |time| short(of(time)))
                };
                let cells = places.iter().map(|&place| format!("{} / {}", cell(&native, place), cell(&wasm, place)));
                table.row(std::iter::once(kind.key().to_string()).chain(cells));
            }
            text += &format!("{operation}:\n\n{}\n", table.text());
        }
    }
    document.write("stores", &text);
}
