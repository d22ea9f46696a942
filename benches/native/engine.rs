//! The engine's tables: rates natively and in WebAssembly, costs along every axis, edits.

use super::browser::{Site, in_webassembly};
use super::curves;
use super::document::{Document, Table, grouped, short};
use crate::measure::costs::{AXES, PLANNERS, curves as measure_curves};
use crate::measure::rates::{Rate, rates};
use crate::measure::replan::{Edit, edits};
use bookahead::engine::slots::scenario::Policy;

/// Requests of a workload and runs of a full measurement.
const FULL: (u32, u32) = (200_000, 7);

/// The rates of all planners, natively and in WebAssembly.
pub fn write_rates(document: &mut Document, site: &Site) {
    let (requests, runs) = FULL;
    let native = rates(requests, runs);
    let wasm = rates_in_webassembly(site, requests, runs);
    let headings =
        ["", "M requests/s native", "wasm", "wasm ÷ native", "÷ naive", "÷ kernel", "÷ kernel, wasm", "with nodes and figures"];
    let mut text = String::new();
    let mut cases: Vec<&str> = native.iter().map(|rate| rate.case.as_str()).collect();
    cases.dedup();
    for case in cases {
        let mut table = Table::new(&headings);
        let (mut name, mut naive) = ("", 0.0);
        for (native, wasm) in native.iter().zip(&wasm).filter(|(native, _)| native.case == case) {
            (name, naive) = (&native.name, native.naive);
            table.row([
                format!("{} ({:.0} % accepted)", native.planner, native.accepted * 100.0),
                short(native.planned),
                short(wasm.planned),
                short(wasm.planned / native.planned),
                short(native.planned / native.naive),
                short(native.planned / native.kernel),
                short(wasm.planned / wasm.kernel),
                short(native.whole),
            ]);
        }
        let of_case = |rates: &[Rate]| rates.iter().find(|rate| rate.case == case).map_or(0.0, |rate| rate.naive);
        let (kernel, kernel_wasm) = (native[0].kernel, wasm[0].kernel);
        table.row(
            ["*plain slot array*".to_string(), short(naive), short(of_case(&wasm)), short(of_case(&wasm) / naive), short(1.0)]
                .into_iter()
                .chain([short(naive / kernel), short(of_case(&wasm) / kernel_wasm), String::new()]),
        );
        text += &format!("**{name}**, {} requests\n\n{}\n", grouped(i64::from(requests)), table.text());
    }
    let kernels = [&native, &wasm].map(|rates| short(rates[0].kernel));
    text += &format!("Reference kernel: {} M rounds/s native, {} in WebAssembly.", kernels[0], kernels[1]);
    document.write("engine", &text);
}

/// [`rates`], measured in a browser's worker.
pub fn rates_in_webassembly(site: &Site, requests: u32, runs: u32) -> Vec<Rate> {
    serde_json::from_str(&in_webassembly(site, "rates_json", &[requests, runs])).expect("the bench reads what it wrote")
}

/// Cost per request against everything a workload can be large in.
pub fn write_costs(document: &mut Document) {
    let mut text = String::new();
    let mut panels = Vec::new();
    for axis in AXES {
        let curves = measure_curves(axis, 3);
        let values: Vec<String> = axis.values.iter().map(|&value| grouped(i64::from(value))).collect();
        let headings: Vec<&str> = std::iter::once(axis.name).chain(values.iter().map(String::as_str)).collect();
        let mut table = Table::new(&headings);
        for curve in &curves {
            table.row(std::iter::once(curve.planner.name().to_string()).chain(curve.micros.iter().map(|&micros| short(micros))));
        }
        text += &format!("{}\n", table.text());
        panels.push(curves::Panel { axis, curves });
    }
    document.write_picture("performance-curves.svg", &curves::picture(&panels, &PLANNERS));
    document.write("costs", &text);
}

/// What an edit costs in the worker, natively and in WebAssembly.
pub fn write_edits(document: &mut Document, site: &Site) {
    let headings = [
        "request edited",
        "of",
        "jobs decided anew",
        "p50 ms native",
        "p95 ms",
        "p50 ms wasm",
        "p95 ms",
        "from nothing, ms native",
    ];
    let mut table = Table::new(&headings);
    for (requests, count) in [(10_000, 60), (1_000_000, 20)] {
        let native = edits(requests, Policy::default(), count);
        let wasm: Vec<Edit> = serde_json::from_str(&in_webassembly(site, "edits_json", &[requests, count])).expect("as written");
        for (native, wasm) in native.iter().zip(&wasm) {
            table.row([
                native.place.clone(),
                grouped(i64::from(requests)),
                grouped(native.jobs_planned.round() as i64),
                short(native.p50_ms),
                short(native.p95_ms),
                short(wasm.p50_ms),
                short(wasm.p95_ms),
                short(native.scratch_ms),
            ]);
        }
    }
    document.write("edits", &table.text());
}
