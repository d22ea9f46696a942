//! How long the broker takes, the layout of a large graph, and HEFT beside SAGA.
//!
//! `cargo bench --bench workflow`; `BOOKAHEAD_BENCH_PYTHON` names a Python with anrg-saga 2.0.2 (`scripts/bench` installs one).

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

#[path = "native/workflow_times.rs"]
mod workflow_times;

use workflow_times::{PEER, heft, own};

fn main() {
    println!("{:<66}{:>12}  aim", "native", "ms");
    for row in own() {
        println!("{:<66}{:>12.3}  {}", row.words, row.milliseconds, row.aim);
    }
    let Some(pairs) = heft() else {
        println!("\nHEFT beside SAGA is left out: set {PEER} to a Python with anrg-saga 2.0.2");
        return;
    };
    println!("\n{:<36}{:>12}{:>12}{:>14}{:>14}", "HEFT", "ours, ms", "SAGA, ms", "makespan", "of SAGA");
    for pair in pairs {
        println!("{:<36}{:>12.3}{:>12.1}{:>14}{:>14}", pair.words, pair.ours, pair.theirs, pair.makespans.0, pair.makespans.1);
        assert!((pair.makespans.0 - pair.makespans.1).abs() < 0.5, "the same graph and nodes have another makespan");
    }
}
