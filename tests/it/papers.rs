//! What the papers claim, measured.

use crate::support::{plan, policy};
use bookahead::engine::Outcome;
use bookahead::engine::metrics::busy_per_slot;
use bookahead::engine::workload::Preset;

const REQUESTS: u32 = 2_000;
const SEEDS: u64 = 5;

/// Utilisation while requests come in: busy node-slots of the slots up to the last submission ÷ (capacity × slots).
fn utilisation(preset: Preset, planner: &str, seed: u64) -> f64 {
    let requests = preset.generator(seed, REQUESTS).generate().expect("within bounds");
    let until = requests.last().expect("some requests").submitted as usize;
    let Outcome { arrivals, decisions, .. } = plan(Preset::NODES, &requests, policy(planner, "hold"));
    let busy = busy_per_slot(&arrivals, &decisions);
    busy.iter().take(until).map(|&busy| f64::from(busy)).sum::<f64>() / (f64::from(Preset::NODES) * until as f64)
}

fn mean(preset: Preset, planner: &str) -> f64 {
    (1..=SEEDS).map(|seed| utilisation(preset, planner, seed)).sum::<f64>() / SEEDS as f64
}

#[test]
fn measure() {
    for preset in Preset::all() {
        let [r, ff, ffp, eds, lrh] =
            ["rigid", "first-fit", "first-fit-physical", "fcfs-eds", "fcfs-lrh"].map(|p| 100.0 * mean(preset, p));
        let worse = (1..=SEEDS)
            .filter(|&seed| utilisation(preset, "fcfs-eds", seed) < utilisation(preset, "first-fit-physical", seed))
            .count();
        println!(
            "{preset:?}: rigid {r:.2} ff {ff:.2} ffp {ffp:.2} eds {eds:.2} lrh {lrh:.2}  eds/ffp {:+.2} % lrh/ffp {:+.2} % worse seeds {worse}",
            100.0 * (eds / ffp - 1.0),
            100.0 * (lrh / ffp - 1.0)
        );
    }
}
