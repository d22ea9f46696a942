//! First fit on physical nodes ("without planning"): the earliest start, then the lowest nodes that are free throughout.

use super::revenue::Clerk;
use super::{Job, Plan, Told, Verdict};
use bookahead_engine::slots::decisions::Obstacle;
use bookahead_engine::slots::request::Slot;

pub fn plan(machine_nodes: u32, jobs: Vec<Job>, clerk: &mut Option<Clerk>) -> Told {
    let mut plan = Plan::new(machine_nodes, jobs);
    let mut nodes: Vec<Vec<u32>> = Vec::new();
    let mut verdicts = Vec::new();
    for job in 0..plan.jobs.len() {
        let Job { earliest_start, latest_start, duration, nodes: wanted, .. } = plan.jobs[job];
        let free_throughout = |start: Slot| -> Vec<u32> {
            let taken = |node: u32| {
                (start..start + duration).any(|slot| plan.slots[slot as usize].iter().any(|&j| nodes[j].contains(&node)))
            };
            (0..machine_nodes).filter(|&node| !taken(node)).collect()
        };
        let choices: Vec<(Slot, Vec<u32>)> = (earliest_start..=latest_start).map(|start| (start, free_throughout(start))).collect();
        let found = choices.iter().find(|(_, free)| free.len() >= wanted as usize);
        let closed = clerk.as_mut().and_then(|clerk| clerk.ask(&plan, job, found.map(|&(start, _)| start)));
        match found {
            Some(_) if let Some(obstacle) = closed => {
                nodes.push(Vec::new());
                verdicts.push(Verdict::Refused { obstacle, put_back: 0 });
            }
            Some((start, free)) => {
                nodes.push(free[..wanted as usize].to_vec());
                verdicts.push(Verdict::Placed { start: *start });
                plan.add(job, *start);
            }
            None => {
                let free = choices.iter().map(|(_, free)| free.len()).max().expect("a window has a start");
                let (best_start, _) = choices.iter().find(|(_, of)| of.len() == free).expect("one has the most");
                let scattered = plan.first_fit(job).is_some();
                let obstacle = Obstacle::NoNodeThroughout { best_start: *best_start, free: free as u32, scattered };
                nodes.push(Vec::new());
                verdicts.push(Verdict::Refused { obstacle, put_back: 0 });
            }
        }
    }
    Told { jobs: plan.jobs, verdicts, moves: Vec::new(), start: plan.start, nodes: Some(nodes) }
}
