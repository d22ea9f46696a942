//! The queues again, slow and plain: event by event, with lists alone. Free nodes are counted anew at every question, starts are tried one by one, and the
//! whole queue is looked through after everything that happens.

use bookahead::engine::batch::job::{Job, Jobs};
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};

/// What became of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    pub start: u64,
    pub end: u64,
    /// The start it was told on submission, or the head's shadow time when it became head.
    pub promised: Option<u64>,
    /// Whether a job that came before it waited when it started, and went on waiting.
    pub went_ahead: bool,
}

/// Somebody has nodes from one moment to another.
#[derive(Clone, Copy, Debug)]
struct Held {
    row: usize,
    from: u64,
    to: u64,
    nodes: u32,
}

struct World {
    nodes: u32,
    jobs: Vec<Job>,
    now: u64,
    running: Vec<Held>,
    /// Reservations: advance ones, and under `conservative` those of the queue.
    reserved: Vec<Held>,
    queue: Vec<usize>,
    told: Vec<Option<Told>>,
    promised: Vec<Option<u64>>,
    policy: BatchPolicy,
    /// The moment of the last plan of `backfill`, and the rows that were looked at in it.
    seen: (u64, Vec<usize>),
}

fn length(job: &Job) -> u64 {
    u64::from(job.estimate.max(job.runtime))
}

impl World {
    fn held(&self) -> impl Iterator<Item = &Held> {
        self.running.iter().chain(&self.reserved)
    }

    fn free(&self, at: u64) -> u32 {
        self.nodes - self.held().filter(|held| held.from <= at && at < held.to).map(|held| held.nodes).sum::<u32>()
    }

    fn fits(&self, from: u64, row: usize) -> bool {
        let (to, nodes) = (from + length(&self.jobs[row]), self.jobs[row].nodes);
        // What is free changes only where somebody begins or ends.
        let moments = self.held().flat_map(|held| [held.from, held.to]).filter(|at| (from..to).contains(at));
        moments.chain([from]).all(|at| self.free(at) >= nodes)
    }

    fn first_fit(&self, from: u64, row: usize) -> u64 {
        let mut starts: Vec<u64> = self.held().map(|held| held.to).filter(|&at| at > from).chain([from]).collect();
        starts.sort_unstable();
        starts.into_iter().find(|&start| self.fits(start, row)).expect("behind everything there is room")
    }

    fn hold(&self, row: usize, from: u64) -> Held {
        Held { row, from, to: from + length(&self.jobs[row]), nodes: self.jobs[row].nodes }
    }

    fn run(&mut self, row: usize) {
        let end = self.now + u64::from(self.jobs[row].runtime);
        self.running.push(self.hold(row, self.now));
        let went_ahead = self.queue.iter().any(|&other| {
            let goes_on = self.reserved.iter().find(|held| held.row == other).is_none_or(|held| held.from > self.now);
            other < row && goes_on
        });
        let is_advance = self.jobs[row].earliest_start.is_some();
        let promised = self.promised[row];
        self.told[row] = Some(Told { start: self.now, end, promised, went_ahead: went_ahead && !is_advance });
    }

    /// Starts what the queue may start, by the definition of each discipline.
    fn look(&mut self) {
        match self.policy.scheduler {
            Scheduler::Fcfs => {
                while self.queue.first().is_some_and(|&head| self.fits(self.now, head)) {
                    let head = self.queue.remove(0);
                    self.run(head);
                }
            }
            Scheduler::Easy => loop {
                let Some(&head) = self.queue.first() else { return };
                if self.fits(self.now, head) {
                    self.queue.remove(0);
                    self.run(head);
                    continue;
                }
                let shadow = self.first_fit(self.now, head);
                self.promised[head].get_or_insert(shadow);
                // The head stands where it is to start, and the first that fits around it goes ahead.
                self.reserved.push(self.hold(head, shadow));
                let found = self.queue[1..].iter().copied().find(|&row| self.fits(self.now, row));
                match found {
                    None => {
                        self.reserved.pop();
                        return;
                    }
                    Some(row) => {
                        self.reserved.pop();
                        self.queue.retain(|&other| other != row);
                        self.run(row);
                    }
                }
            },
            Scheduler::Backfill => {
                let options = self.policy.backfill;
                if self.seen.0 != self.now {
                    self.seen = (self.now, Vec::new());
                }
                let kept = self.reserved.len();
                for row in self.queue.clone() {
                    if !self.seen.1.contains(&row) {
                        if self.seen.1.len() == options.per_moment as usize {
                            break;
                        }
                        self.seen.1.push(row);
                    }
                    if self.fits(self.now, row) {
                        self.queue.retain(|&other| other != row);
                        self.run(row);
                    } else if self.reserved.len() < kept + options.depth as usize {
                        let step = u64::from(options.resolution);
                        let multiples = (self.now.div_ceil(step)..).map(|times| times * step);
                        let start =
                            multiples.into_iter().find(|&start| self.fits(start, row)).expect("behind everything there is room");
                        if start <= self.now + u64::from(options.window) {
                            self.promised[row].get_or_insert(start);
                            self.reserved.push(self.hold(row, start));
                        }
                    }
                }
                self.reserved.truncate(kept);
            }
            Scheduler::Conservative => loop {
                let mut due: Vec<usize> = self
                    .queue
                    .iter()
                    .copied()
                    .filter(|row| self.reserved.iter().any(|held| held.row == *row && held.from <= self.now))
                    .collect();
                due.sort_unstable();
                let Some(&row) = due.first() else { return };
                self.queue.retain(|&other| other != row);
                self.reserved.retain(|held| held.row != row);
                self.run(row);
            },
            Scheduler::CoAllocation | Scheduler::AsLogged => unreachable!("no queue"),
        }
    }

    /// The advance reservation before a row that was made last, of those that have not begun.
    fn last_reserved(&self, row: usize) -> Option<usize> {
        let own = self.reserved.iter().map(|held| held.row).filter(|&other| self.jobs[other].earliest_start.is_some());
        own.filter(|&other| other < row).max()
    }

    /// Moves every reservation of the queue to the first time it fits, in the order of their starts.
    fn compress(&mut self) {
        let mut order: Vec<Held> = self.reserved.iter().filter(|held| self.queue.contains(&held.row)).copied().collect();
        order.sort_by_key(|held| (held.from, held.row));
        for held in order {
            self.reserved.retain(|other| other.row != held.row);
            let start = self.first_fit(self.now, held.row).min(held.from);
            self.reserved.push(self.hold(held.row, start));
        }
    }
}

/// Has a queue work on jobs in the order of their arrival, with its options. With `moves`, whenever a job asks for a start, the reservation made last that has not begun moves to
/// the first start, from so many seconds ahead on, at which it fits.
pub fn plan(nodes: u32, jobs: &Jobs, policy: impl Into<BatchPolicy>, moves: Option<u64>) -> Vec<Told> {
    let policy = policy.into();
    let scheduler = policy.scheduler;
    let jobs: Vec<Job> = (0..jobs.len()).map(|row| jobs.row(row)).collect();
    let count = jobs.len();
    let mut world = World {
        nodes,
        now: 0,
        running: Vec::new(),
        reserved: Vec::new(),
        queue: Vec::new(),
        told: vec![None; count],
        promised: vec![None; count],
        policy,
        seen: (u64::MAX, Vec::new()),
        jobs,
    };
    let end = |world: &World, held: &Held| held.from + u64::from(world.jobs[held.row].runtime);
    let mut next = 0;
    loop {
        let submitted = world.jobs.get(next).map(|job| u64::from(job.submitted));
        let ends = world.running.iter().map(|held| end(&world, held));
        let starts = world.reserved.iter().map(|held| held.from);
        let Some(now) = submitted.into_iter().chain(ends).chain(starts).min() else { break };
        world.now = now;
        let early = world.running.iter().any(|held| end(&world, held) == now && held.to > now);
        let ended = world.running.iter().any(|held| end(&world, held) == now);
        let kept = world.running.iter().filter(|held| end(&world, held) > now).copied().collect();
        world.running = kept;
        let mut due: Vec<Held> =
            world.reserved.iter().filter(|held| held.from == now && !world.queue.contains(&held.row)).copied().collect();
        due.sort_by_key(|held| held.row);
        for held in due {
            world.reserved.retain(|other| other.row != held.row);
            world.run(held.row);
        }
        if early && scheduler == Scheduler::Conservative {
            world.compress();
        }
        // Planned anew when something ends: that a reservation begins changes nothing.
        if ended || scheduler != Scheduler::Backfill {
            world.look();
        }
        while world.jobs.get(next).is_some_and(|job| u64::from(job.submitted) == now) {
            let row = next;
            next += 1;
            let job = world.jobs[row];
            let is_queued = job.earliest_start.is_none();
            if is_queued {
                world.queue.push(row);
            }
            let other = moves.filter(|_| !is_queued).and_then(|_| world.last_reserved(row));
            if let (Some(other), Some(ahead)) = (other, moves) {
                world.reserved.retain(|held| held.row != other);
                let start = world.first_fit(now + ahead, other);
                world.promised[other] = Some(start);
                world.reserved.push(world.hold(other, start));
            }
            if !is_queued || scheduler == Scheduler::Conservative {
                let start = world.first_fit(u64::from(job.earliest_start.unwrap_or(job.submitted)).max(now), row);
                world.promised[row] = Some(start);
                if is_queued || start > now {
                    world.reserved.push(world.hold(row, start));
                } else {
                    world.run(row);
                }
            }
            if other.is_some() && scheduler == Scheduler::Conservative {
                world.compress();
            }
            if !is_queued {
                world.seen.1.clear();
            }
            world.look();
        }
    }
    world.told.into_iter().map(|told| told.expect("every job starts")).collect()
}
