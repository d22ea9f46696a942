//! Co-allocation again, slow and plain: what every server is reserved for as a list, every server looked at for every start.

use bookahead_engine::batch::job::{Jobs, NONE};
use bookahead_engine::batch::reservations::ReservationRule;
use bookahead_engine::batch::scheduler::BatchPolicy;

/// What became of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    pub start: u64,
    pub servers: Vec<u32>,
    pub retries: u32,
    /// Whether it is a reservation that was refused: it has no start.
    pub is_refused: bool,
}

/// A stretch of time on a server.
type Stretch = (u64, u64);

fn length(jobs: &Jobs, row: usize) -> u64 {
    u64::from(jobs.estimate[row].max(jobs.runtime[row]))
}

/// The idle period of a server that holds a moment.
pub fn idle_at(busy: &[Stretch], at: u64) -> Option<Stretch> {
    if busy.iter().any(|(from, to)| *from <= at && at < *to) {
        return None;
    }
    let start = busy.iter().filter(|(_, to)| *to <= at).map(|(_, to)| *to).max().unwrap_or(0);
    let end = busy.iter().filter(|(from, _)| *from > at).map(|(from, _)| *from).min().unwrap_or(u64::MAX);
    Some((start, end))
}

pub fn plan(servers: u32, policy: BatchPolicy, jobs: &Jobs) -> Vec<Told> {
    let mut busy: Vec<Vec<Stretch>> = vec![Vec::new(); servers as usize];
    let mut told = vec![Told::default(); jobs.len()];
    // When, kind (ends before held requests before new ones), row.
    let mut events: Vec<(u64, u8, usize)> = (0..jobs.len()).map(|row| (u64::from(jobs.submitted[row]), 2, row)).collect();
    while let Some(next) = events.iter().copied().min() {
        events.retain(|event| *event != next);
        let (now, kind, row) = next;
        let (duration, real) = (length(jobs, row), u64::from(jobs.runtime[row]));
        if kind == 0 {
            let (from, to) = (told[row].start, told[row].start + duration);
            for &server in &told[row].servers {
                let held = busy[server as usize].iter_mut().find(|held| **held == (from, to)).expect("it holds the server");
                held.1 = now;
            }
            continue;
        }
        let (quantum, step) = (u64::from(policy.quantum), u64::from(policy.step));
        let horizon = (now / quantum + u64::from(policy.quanta())) * quantum;
        let first = jobs.ready(row).max(now);
        let (earliest, latest) = (jobs.earliest_start[row], jobs.latest_start[row]);
        let last = if policy.reservations == ReservationRule::Rigid { earliest } else { latest };
        let last = if latest == NONE { u64::MAX } else { last.into() };
        let mut found = None;
        let mut attempts = 0;
        for k in 0..=u64::from(policy.most_retries()) {
            let from = first + k * step;
            if from >= horizon || from > last {
                break;
            }
            attempts += 1;
            let (named, wanted) = (jobs.first_node[row], jobs.nodes[row]);
            let may_serve = |server: &u32| named == NONE || (named..named + wanted).contains(server);
            let mut feasible: Vec<(std::cmp::Reverse<u64>, u64, u32)> = (0..servers)
                .filter(may_serve)
                .filter_map(|server| {
                    idle_at(&busy[server as usize], from).map(|(start, end)| (std::cmp::Reverse(start), end, server))
                })
                .filter(|(_, end, _)| *end >= from + duration)
                .collect();
            if feasible.len() >= jobs.nodes[row] as usize {
                feasible.sort();
                feasible.truncate(jobs.nodes[row] as usize);
                found = Some((from, feasible.into_iter().map(|(.., server)| server).collect::<Vec<u32>>()));
                break;
            }
        }
        told[row].retries += u32::max(attempts, 1) - 1;
        match found {
            None if latest != NONE => (told[row].start, told[row].is_refused) = (u64::MAX, true),
            None => events.push((now + u64::from(policy.horizon), 1, row)),
            Some((start, mut servers)) => {
                for &server in &servers {
                    busy[server as usize].push((start, start + duration));
                }
                servers.sort_unstable();
                (told[row].start, told[row].servers) = (start, servers);
                if real < duration {
                    events.push((start + real, 0, row));
                }
            }
        }
    }
    told
}
