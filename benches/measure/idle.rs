//! How many requests a second each strategy on named servers decides, decisions and refusals recorded.

use super::clock::timed;
use bookahead::engine::idle::generator::ParetoWorkload;
use bookahead::engine::idle::{IdleSession, Strategy};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Servers of the machines that are measured.
pub const SERVERS: [u32; 2] = [20, 2_000];

/// One strategy on one machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct IdleRate {
    /// The strategy.
    pub strategy: String,
    /// Servers of the machine.
    pub servers: u32,
    /// Requests decided, in millions a second, in the fastest run.
    pub planned: f64,
    /// Share of the requests refused: a strategy that refuses everything is fast.
    pub refused: f64,
}

/// Measures every strategy on every machine in `runs` turns, so that a slow moment of the computer meets all of them.
pub fn idle_rates(requests: u32, runs: u32) -> Vec<IdleRate> {
    let mut rates = Vec::new();
    for servers in SERVERS {
        let machine = ParetoWorkload::machine(servers);
        let workload =
            ParetoWorkload { seed: 1, requests, load: 0.9, mean_size: ParetoWorkload::MEAN_SIZE, tightness: 0.1, book_ahead: 1.0 };
        let arrivals = Arc::new(workload.generate(&machine).expect("the bench's workloads are in bounds"));
        let machine = Arc::new(machine);
        let mut best = Strategy::ALL.map(|strategy| (strategy, f64::INFINITY, 0));
        for _ in 0..runs {
            for (strategy, least_ms, refused) in &mut best {
                let (ms, session) = timed(|| {
                    let mut session = IdleSession::new(Arc::clone(&machine), *strategy, Arc::clone(&arrivals));
                    session.finish();
                    session
                });
                (*least_ms, *refused) = (least_ms.min(ms), session.decisions().refusals.len());
            }
        }
        rates.extend(best.map(|(strategy, ms, refused)| IdleRate {
            strategy: strategy.name().to_string(),
            servers,
            planned: f64::from(requests) / ms / 1e3,
            refused: refused as f64 / f64::from(requests),
        }));
    }
    rates
}
