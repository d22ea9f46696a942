//! What the papers claim, measured.

use crate::support::{plan, policy};
use bookahead::engine::Outcome;
use bookahead::engine::slots::metrics::busy_per_slot;
use bookahead::engine::slots::workload::Preset;

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

/// Umar 6.4, 6.5: FCFS-EDS uses the machine at least as well as the strategy without planning in all sixteen experiments. Held here
/// in the mean over the seeds, with gains from 1.5 % to 7.6 %.
#[test]
fn fcfs_eds_uses_the_machine_better_than_without_planning() {
    for preset in Preset::all() {
        let [planned, unplanned] = ["fcfs-eds", "first-fit-physical"].map(|planner| mean(preset, planner));
        println!(
            "{preset:?}: fcfs-eds {planned:.4}, first-fit-physical {unplanned:.4}: {:+.2} %",
            100.0 * (planned / unplanned - 1.0)
        );
        assert!(planned >= unplanned, "{preset:?}: {planned} {unplanned}");
    }
}

/// Pujiyanta IV: at rates 3 and 4 FCFS-LRH is on average 2.95 % above the strategy without planning. The paper does not give its other
/// ranges; with Umar's we find 2.3 % (0.8 % to 4.0 %).
#[test]
fn fcfs_lrh_uses_the_machine_better_than_without_planning() {
    let mut gains = Vec::new();
    for rate in [3, 4] {
        for flexible_percent in [25, 50, 75, 100] {
            let preset = Preset { mpi: false, rate, flexible_percent };
            let [planned, unplanned] = ["fcfs-lrh", "first-fit-physical"].map(|planner| mean(preset, planner));
            let gain = 100.0 * (planned / unplanned - 1.0);
            println!("{preset:?}: fcfs-lrh {planned:.4}, first-fit-physical {unplanned:.4}: {gain:+.2} %");
            assert!(gain > 0.0, "{preset:?}: {gain}");
            gains.push(gain);
        }
    }
    let mean = gains.iter().sum::<f64>() / gains.len() as f64;
    println!("mean {mean:+.2} %; the paper: +2.95 %");
    assert!((1.5..=4.5).contains(&mean), "{mean}");
}
