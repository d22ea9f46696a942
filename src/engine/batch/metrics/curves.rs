//! The curves of a plan: how waits are distributed, and who waits for how long (Castillo 5.5).

use crate::batch::decisions::Decisions;
use crate::batch::job::{Jobs, NEVER, Time};
use crate::batch::metrics::{by_nodes, wait};
use crate::core::compare::PlanCurve;

/// A curve that every plan of a cluster has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveName {
    /// The name in files.
    pub key: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// What is to the right.
    pub x: &'static str,
    /// What is upwards.
    pub y: &'static str,
    /// Whether the axis to the right has equal steps for equal factors.
    pub is_log: bool,
    /// Whether the values are shares.
    pub is_share: bool,
    /// How to read it, in a sentence.
    pub reading: &'static str,
}

/// The curves, in the order of [`curves`].
pub const BATCH_CURVES: [CurveName; 4] = [
    CurveName {
        key: "wait-distribution",
        title: "Distribution of waits",
        x: "wait in seconds",
        y: "share of the jobs that wait no longer",
        is_log: true,
        is_share: true,
        reading: "The higher a curve, the more jobs wait no longer than what stands below; the curve that reaches 1 last has the longest wait.",
    },
    CurveName {
        key: "temporal-penalty",
        title: "Temporal penalty by length",
        x: "estimate l_r in seconds",
        y: "mean wait ÷ estimate",
        is_log: true,
        is_share: false,
        reading: "Each point is the mean of wait ÷ estimate over the jobs whose estimates lie between it and twice as much.",
    },
    CurveName {
        key: "spatial-penalty",
        title: "Spatial penalty by nodes",
        x: "nodes n_r",
        y: "mean wait in seconds",
        is_log: false,
        is_share: false,
        reading: "Each point is the mean wait of the jobs of about so many nodes; a twelfth of the machine is one group.",
    },
    CurveName {
        key: "retries",
        title: "Retries by nodes",
        x: "nodes n_r",
        y: "mean number of retries",
        is_log: false,
        is_share: false,
        reading: "Each point is the mean number of times a start was put off, over the jobs of about so many nodes.",
    },
];

/// Groups of jobs by nodes.
const GROUPS: u32 = 12;
/// Steps of the distribution for a factor of ten.
const STEPS: u32 = 20;
/// Estimates below this make the first group, in seconds; every further group reaches twice as far.
const SHORTEST: Time = 60;

/// The curves of what is decided so far. O(n log n).
pub fn curves(nodes: u32, jobs: &Jobs, decisions: &Decisions) -> Vec<PlanCurve> {
    let groups = by_nodes(jobs, decisions, nodes.div_ceil(GROUPS));
    let middle = |above: u32, up_to: u32| (f64::from(above) + 1.0 + f64::from(up_to.min(nodes))) / 2.0;
    let x: Vec<f64> = groups.iter().map(|group| middle(group.above, group.up_to)).collect();
    vec![
        distribution(jobs, decisions),
        by_length(jobs, decisions),
        PlanCurve { x: x.clone(), y: groups.iter().map(|group| group.mean_wait).collect() },
        PlanCurve { x, y: groups.iter().map(|group| group.mean_retries).collect() },
    ]
}

/// For waits from a second on, 20 for each factor of ten: the share of the jobs that wait no longer. The last one is that of the job that waits longest.
fn distribution(jobs: &Jobs, decisions: &Decisions) -> PlanCurve {
    let decided = (0..jobs.len()).filter(|&row| decisions.start[row] != NEVER);
    let mut waits: Vec<Time> = decided.map(|row| wait(jobs, decisions, row)).collect();
    waits.sort_unstable();
    let mut curve = PlanCurve::default();
    let Some(&longest) = waits.last() else { return curve };
    for step in 0.. {
        let at = libm::pow(10.0, f64::from(step) / f64::from(STEPS));
        let at = if at < longest as f64 { at } else { longest.max(1) as f64 };
        let no_longer = waits.partition_point(|&wait| wait as f64 <= at);
        curve.x.push(at);
        curve.y.push(no_longer as f64 / waits.len() as f64);
        if no_longer == waits.len() {
            break;
        }
    }
    curve
}

/// The temporal penalty P_r^l = W_r / l_r, by estimate.
fn by_length(jobs: &Jobs, decisions: &Decisions) -> PlanCurve {
    let mut groups: Vec<(u32, f64)> = Vec::new();
    for row in (0..jobs.len()).filter(|&row| decisions.start[row] != NEVER) {
        let estimate = Time::from(jobs.estimate[row]);
        let at = (estimate / SHORTEST).checked_ilog2().map_or(0, |power| power as usize + 1);
        if groups.len() <= at {
            groups.resize(at + 1, (0, 0.0));
        }
        groups[at].0 += 1;
        groups[at].1 += wait(jobs, decisions, row) as f64 / estimate as f64;
    }
    let found = groups.iter().enumerate().filter(|(_, group)| group.0 > 0);
    let begin = |at: usize| if at == 0 { SHORTEST as f64 / 2.0 } else { (SHORTEST << (at - 1)) as f64 };
    found.fold(PlanCurve::default(), |mut curve, (at, &(count, sum))| {
        curve.x.push(begin(at));
        curve.y.push(sum / f64::from(count));
        curve
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::BatchScenario;
    use crate::batch::scheduler::{BatchPolicy, Scheduler};
    use crate::batch::workload::generator::LublinWorkload;
    use crate::batch::workload::{BatchSource, BatchWorkload};

    #[test]
    fn curves_say_what_the_waits_say() {
        let workload = BatchWorkload::of(BatchSource::Lublin(LublinWorkload { jobs: 400, ..LublinWorkload::default() }));
        let policy = BatchPolicy::of(Scheduler::CoAllocation);
        let plan = BatchScenario::new(64, workload, policy).run().unwrap();
        let all = curves(64, &plan.jobs, &plan.decisions);
        assert_eq!(all.len(), BATCH_CURVES.len());
        let rows = || 0..plan.jobs.len();
        let waits: Vec<f64> = rows().map(|row| wait(&plan.jobs, &plan.decisions, row) as f64).collect();
        for (x, y) in all[0].x.iter().zip(&all[0].y) {
            let count = waits.iter().filter(|wait| *wait <= x).count();
            assert_eq!(*y, count as f64 / 400.0, "at {x}");
        }
        assert_eq!(all[0].y.last(), Some(&1.0));
        assert_eq!(all[0].x.last(), Some(&(plan.metrics.longest_wait.max(1) as f64)));
        assert!(all.iter().all(|curve| curve.x.len() == curve.y.len() && curve.x.is_sorted()));
        // The groups together are all jobs.
        let hour = |row: &usize| (3_840..7_680).contains(&plan.jobs.estimate[*row]);
        let inside: Vec<f64> = rows().filter(hour).map(|row| waits[row] / f64::from(plan.jobs.estimate[row])).collect();
        let at = all[1].x.iter().position(|x| *x == 3_840.0).unwrap();
        assert!((all[1].y[at] - inside.iter().sum::<f64>() / inside.len() as f64).abs() < 1e-9);
    }
}
