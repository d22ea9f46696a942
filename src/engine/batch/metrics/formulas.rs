//! The figures of a plan of a cluster with their formulas and the numbers of the plan; see [`BatchMetrics`](crate::batch::metrics::BatchMetrics).

use crate::batch::decisions::{Decisions, How};
use crate::batch::job::{Jobs, NEVER, Time};
use crate::batch::metrics::{BOUND, free_time, promises, queued_waits, wait};
use crate::core::formula::{Expression, Formula};

/// Waits, slowdown, penalty, utilisation, time, jobs that went ahead, retries and operations of the jobs decided so far. O(n log n).
pub fn formulas(nodes: u32, jobs: &Jobs, decisions: &Decisions) -> Vec<Formula> {
    let rows: Vec<usize> = (0..jobs.len()).filter(|&row| decisions.start[row] != NEVER).collect();
    let mut waits: Vec<Time> = rows.iter().map(|&row| wait(jobs, decisions, row)).collect();
    let total = waits.iter().fold(0_u64, |sum, wait| sum.saturating_add(*wait));
    let (mut slowdown, mut penalty, mut busy, mut end) = (0.0, 0.0, 0_u64, 0);
    for (&row, &wait) in rows.iter().zip(&waits) {
        let runtime = Time::from(jobs.runtime[row]);
        slowdown += ((wait + runtime) as f64 / runtime.max(BOUND) as f64).max(1.0);
        penalty += wait as f64 / f64::from(jobs.estimate[row]);
        busy = busy.saturating_add(runtime * u64::from(jobs.nodes[row]));
        end = end.max(decisions.end[row]);
    }
    waits.sort_unstable();
    let first = jobs.submitted.first().map_or(0, |&first| Time::from(first));
    let count = || Expression::count("jobs", rows.len() as u64);
    let sum = |column: &[u32]| column.iter().map(|&value| u64::from(value)).sum::<u64>();
    let of_job = |at: usize, what: &str| {
        let wait = waits.get(at).copied().unwrap_or(0);
        Expression::count(format!("wait of job {} of {} by wait: {what}", at + 1, waits.len()), wait)
    };
    let (free, median) = free_time(nodes, jobs, decisions);
    let formula = |key, name, expression| Formula { key, name, expression };
    let last = waits.len().saturating_sub(1);
    let ahead = rows.iter().filter(|&&row| decisions.how(row) == How::Backfilled).count() as u64;
    let is_over = rows.iter().any(|&row| decisions.how(row) == How::Overbooked);
    let span = || Expression::count("last end", end).less(Expression::count("first submission", first.min(end)));
    let mut formulas = vec![
        formula(
            "mean_wait",
            "Mean wait, s",
            Expression::count("Σ (start − the start asked for, else the submission)", total).over(count()),
        ),
        formula("median_wait", "Median wait, s", of_job(last / 2, "half of them wait no longer")),
        formula(
            "p95_wait",
            "95th percentile of the wait, s",
            of_job((waits.len() * 95).div_ceil(100).max(1) - 1, "95 % wait no longer"),
        ),
        formula("longest_wait", "Longest wait, s", of_job(last, "nobody waits longer")),
        formula(
            "bounded_slowdown",
            "Mean bounded slowdown (10 s)",
            Expression::term("Σ max(1, (wait + run time) ÷ max(run time, 10 s))", slowdown).over(count()),
        ),
        formula("temporal_penalty", "Mean temporal penalty", Expression::term("Σ wait ÷ estimate", penalty).over(count())),
        formula(
            "utilisation",
            "Utilisation",
            // Above 1 only where a log runs jobs without room.
            Expression::count(if is_over { "Σ nodes × run time, also of jobs without room" } else { "Σ nodes × run time" }, busy)
                .over(Expression::term("nodes", nodes).times(span())),
        ),
        formula("fragmentation", "Fragmentation", free.expression("node-seconds", &format!("{median} s"))),
        formula("span", "From the first submission to the last end, s", span()),
        formula(
            "backfilled",
            "Jobs that went ahead",
            Expression::count("jobs that started while one that had come before went on waiting", ahead),
        ),
        formula("retries", "Retries", Expression::count("times a start was put off by Δt", sum(&decisions.retries))),
        formula(
            "operations",
            "Operations of the search",
            Expression::count("entries of the structure that were looked at", sum(&decisions.operations)),
        ),
    ];
    let [promised, put_off, moved_forward] = promises(jobs, decisions).map(u64::from);
    if promised > 0 {
        let share = |what, count| {
            Expression::count(what, count).over(Expression::count("jobs of the queue that were promised a start", promised))
        };
        let (late, early) = ("jobs that start later than the first one they were promised", "jobs that start earlier than that");
        formulas.push(formula("put_off", "Promised starts that were put off", share(late, put_off)));
        formulas.push(formula("moved_forward", "Promised starts that were moved forward", share(early, moved_forward)));
    }
    if (0..jobs.len()).any(|row| jobs.is_advance(row)) {
        let refused = (0..jobs.len()).filter(|&row| decisions.is_refused(row)).count() as u64;
        let taken = decisions.offered.iter().filter(|offered| offered.is_taken()).count() as u64;
        let (queued, waited) = queued_waits(jobs, decisions);
        let waited = Expression::count(
            "Σ (start − submission) of the jobs that ask for no start",
            u64::try_from(waited).unwrap_or(u64::MAX),
        );
        formulas.extend([
            formula(
                "refused",
                "Refused reservations",
                Expression::count("reservations without a start up to the latest one", refused),
            ),
            formula(
                "offers_taken",
                "Offers taken",
                Expression::count("reservations whose users took less than they asked for", taken),
            ),
            formula(
                "queued_wait",
                "Mean wait of the queued jobs, s",
                waited.over(Expression::count("jobs that ask for no start", u64::from(queued))),
            ),
        ]);
    }
    formulas
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::BatchScenario;
    use crate::batch::job::Job;
    use crate::batch::scheduler::Scheduler;

    #[test]
    fn formulas_come_to_the_figures() {
        let job =
            |submitted, length, nodes| Job { user: 1, submitted, estimate: 2 * length, runtime: length, nodes, ..Job::SMALLEST };
        let jobs: Vec<Job> = (0..50).map(|i| job(3 * i, 5 + i * 7 % 40, 1 + i * 3 % 10)).collect();
        for scheduler in [Scheduler::Easy, Scheduler::CoAllocation] {
            let plan = BatchScenario::of_jobs(10, jobs.clone(), scheduler).run().unwrap();
            let (all, metrics) = (formulas(10, &plan.jobs, &plan.decisions), plan.metrics);
            let value = |key: &str| all.iter().find(|formula| formula.key == key).unwrap().expression.value();
            let expected = [
                ("mean_wait", metrics.mean_wait),
                ("median_wait", metrics.median_wait as f64),
                ("p95_wait", metrics.p95_wait as f64),
                ("longest_wait", metrics.longest_wait as f64),
                ("bounded_slowdown", metrics.bounded_slowdown),
                ("temporal_penalty", metrics.temporal_penalty),
                ("utilisation", metrics.utilisation),
                ("span", (metrics.end - metrics.first) as f64),
                ("backfilled", f64::from(metrics.backfilled)),
                ("retries", metrics.retries as f64),
                ("operations", metrics.operations as f64),
            ];
            for (key, figure) in expected {
                assert!((value(key) - figure).abs() < 1e-9, "{key}: {} for {figure}", value(key));
            }
            assert_eq!(metrics.backfilled > 0, scheduler == Scheduler::Easy, "some go ahead under EASY");
        }
        assert!(formulas(10, &Jobs::default(), &Decisions::default()).iter().all(|formula| formula.expression.value() == 0.0));
    }
}
