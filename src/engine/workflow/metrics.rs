//! The figures of a plan of workflows.

use super::graph::Time;
use super::outages::Repairs;
use super::parties::{Fate, Served};
use serde::{Deserialize, Serialize};

/// The figures of a plan. Times are in ticks; means are over the applications.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkflowMetrics {
    /// Tasks of all applications.
    pub tasks: u32,
    /// Applications that are served.
    pub applications: u32,
    /// Those that are reserved.
    pub reserved: u32,
    /// Reserved ones with a delay.
    pub delayed: u32,
    /// Mean length of the critical path.
    pub length: f64,
    /// Mean of the area bound: the time in which the nodes have been free for the work of an application since its start.
    pub area: f64,
    /// Mean makespan of the reserved ones.
    pub makespan: f64,
    /// Mean delay of the reserved ones: makespan − length of the critical path.
    pub delay: f64,
    /// Σ durations of the reserved tasks ÷ nodes × time from the first start of an application to the last end.
    pub utilisation: f64,
    /// The last end of a reserved task.
    pub end: Time,
    /// Mean time for which a request waited while the broker was busy, over all applications.
    pub broker_wait: f64,
    /// Tasks whose work was lost when nodes failed.
    pub lost: u32,
    /// The node-time of that work.
    pub lost_work: Time,
    /// Tasks that were mapped again.
    pub mapped_again: u32,
}

impl WorkflowMetrics {
    /// The figures of what is served; `work` is the Σ of the durations of the reserved tasks.
    pub fn of(served: &[Served], nodes: usize, work: Time) -> Self {
        let reserved: Vec<&Served> = served.iter().filter(|served| served.fate == Fate::Reserved).collect();
        let mean = |of: &[&Served], figure: fn(&Served) -> Time| {
            let sum: Time = of.iter().map(|served| figure(served)).sum();
            if of.is_empty() { 0.0 } else { sum as f64 / of.len() as f64 }
        };
        let all: Vec<&Served> = served.iter().collect();
        let from = reserved.iter().map(|served| served.start).min().unwrap_or(0);
        let end = reserved.iter().map(|served| served.start + served.makespan).max().unwrap_or(0);
        let room = (end - from) as f64 * nodes as f64;
        Self {
            tasks: served.iter().map(|served| served.tasks).sum(),
            applications: served.len() as u32,
            reserved: reserved.len() as u32,
            delayed: reserved.iter().filter(|served| served.delay > 0).count() as u32,
            length: mean(&all, |served| served.length),
            area: mean(&all, |served| served.area),
            makespan: mean(&reserved, |served| served.makespan),
            delay: mean(&reserved, |served| served.delay),
            utilisation: if room > 0.0 { work as f64 / room } else { 0.0 },
            end,
            broker_wait: mean(&all, |served| served.broker.taken - served.broker.asked),
            ..Self::default()
        }
    }

    /// The same with what failures cost.
    pub(super) fn with_repairs(self, repairs: &Repairs) -> Self {
        let lost = repairs.lost();
        let lost_work = lost.iter().map(|lost| lost.end - lost.start).sum();
        Self { lost: lost.len() as u32, lost_work, mapped_again: repairs.mapped_again(), ..self }
    }
}
