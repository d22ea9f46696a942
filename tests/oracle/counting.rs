//! Rigid reservation and first fit on the logical count (Umar 1.2 and step 1 of 3.3.2).

use super::revenue::Clerk;
use super::{Job, Plan, Told, Verdict, worst};
use bookahead_engine::slots::decisions::Obstacle;

pub fn plan(capacity: u32, mut jobs: Vec<Job>, rigid: bool, clerk: &mut Option<Clerk>) -> Told {
    if rigid {
        jobs.iter_mut().for_each(|job| job.latest_start = job.earliest_start);
    }
    let mut plan = Plan::new(capacity, jobs);
    let mut verdicts = Vec::new();
    for job in 0..plan.jobs.len() {
        let found = plan.first_fit(job);
        let closed = clerk.as_mut().and_then(|clerk| clerk.ask(&plan, job, found));
        match found {
            Some(_) if let Some(obstacle) = closed => verdicts.push(Verdict::Refused { obstacle, put_back: 0 }),
            Some(start) => {
                plan.add(job, start);
                verdicts.push(Verdict::Placed { start });
            }
            None => verdicts.push(Verdict::Refused { obstacle: obstacle(&plan, plan.jobs[job]), put_back: 0 }),
        }
    }
    Told { jobs: plan.jobs, verdicts, moves: Vec::new(), start: plan.start, nodes: None }
}

pub fn obstacle(plan: &Plan, job: Job) -> Obstacle {
    let mut obstacles = Vec::new();
    let mut start = job.earliest_start;
    while start <= job.latest_start {
        let (free, slot) = plan.min_free_node(start, job.duration);
        let starts = (start..=job.latest_start).filter(|&start| start <= slot).count() as u32;
        obstacles.push(Obstacle::ShortSlot { slot, free, starts, candidates: 0, begun: 0 });
        start = slot + 1;
    }
    worst(&obstacles)
}
