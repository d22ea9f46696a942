//! The queues again, slow and plain: event by event, with lists alone. Free nodes are counted anew at every question, starts are tried one by one, and the
//! whole queue is looked through after everything that happens.

use super::elastic::{Offer, query_reserv};
use bookahead_engine::batch::job::{Job, Jobs};
use bookahead_engine::batch::priority::PriorityWeights;
use bookahead_engine::batch::reservations::ReservationRule;
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead_engine::slots::elastic::{Choice, OfferOrder};

/// What became of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    pub start: u64,
    pub end: u64,
    /// The start it was told on submission, or the head's shadow time when it became head.
    pub promised: Option<u64>,
    /// Whether a job that came before it waited when it started, and went on waiting.
    pub went_ahead: bool,
    /// Whether it is a reservation that was refused: it has no start and no end.
    pub is_refused: bool,
    /// How many offers of less than was asked for its user was told, and which was taken, from 1: 0 for none.
    pub offers: (usize, usize),
    /// The seconds and nodes that are booked of the offer.
    pub booked: Option<(u32, u32)>,
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
    /// The present moment of the snapshot that the jobs come from.
    present: Option<u32>,
    /// The moment of the last plan of `backfill`, and the rows that were looked at in it.
    seen: (u64, Vec<usize>),
    /// What strip packing found for each, without what became of it later.
    packed: Vec<Told>,
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

    fn order(&self) -> Option<PriorityWeights> {
        self.policy.priority.filter(|_| self.policy.scheduler != Scheduler::Conservative)
    }

    /// What of the queue is not held back by the limits of its users, in order.
    fn queued(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = self.queue.iter().copied().filter(|&row| !self.is_held_back(row)).collect();
        if let Some(weights) = self.order() {
            // As fractions with one denominator, in floating point: the numbers of tests are small enough for it to be exact.
            let priority = |row: &usize| {
                let job = self.jobs[*row];
                let waited = self.now - u64::from(job.submitted) + u64::from(job.age);
                let size = if weights.favours_small { self.nodes - job.nodes } else { job.nodes };
                let (age, most) = (waited.min(weights.max_age.into()) as f64, f64::from(weights.max_age));
                f64::from(weights.age) * age * f64::from(self.nodes) + f64::from(weights.size) * f64::from(size) * most
            };
            rows.sort_by(|one, other| priority(other).total_cmp(&priority(one)).then(one.cmp(other)));
        }
        rows
    }

    fn is_held_back(&self, row: usize) -> bool {
        let job = self.jobs[row];
        let ran_already = self.present.is_some_and(|present| job.logged_start.is_some_and(|start| start <= present));
        if job.owner.is_none() || ran_already {
            return false;
        }
        let of_owner: Vec<&Held> = self.running.iter().filter(|held| self.jobs[held.row].owner == job.owner).collect();
        let nodes: u32 = of_owner.iter().map(|held| held.nodes).sum();
        let limits = self.policy.limits;
        limits.jobs.is_some_and(|most| of_owner.len() as u32 + 1 > most)
            || limits.nodes.is_some_and(|most| nodes + job.nodes > most)
    }

    /// Whoever is held back and has a reservation gives it back; whether anybody did.
    fn drop_reservations(&mut self) -> bool {
        let dropped: Vec<usize> = self
            .queue
            .iter()
            .copied()
            .filter(|&row| self.is_held_back(row) && self.reserved.iter().any(|held| held.row == row))
            .collect();
        for &row in &dropped {
            self.reserved.retain(|held| held.row != row);
            self.promised[row] = None;
        }
        !dropped.is_empty()
    }

    fn run(&mut self, row: usize, before: &[usize]) {
        // Those that come before it and go on waiting.
        let mut queued = self.queued();
        if let Some(place) = before.iter().position(|&other| other == row) {
            queued.retain(|other| before[..place].contains(other));
        }
        let end = self.now + u64::from(self.jobs[row].runtime);
        self.running.push(self.hold(row, self.now));
        let went_ahead = queued.iter().any(|&other| {
            let goes_on = self.reserved.iter().find(|held| held.row == other).is_none_or(|held| held.from > self.now);
            (self.order().is_some() || other < row) && goes_on
        });
        let is_advance = self.jobs[row].earliest_start.is_some();
        let promised = self.promised[row];
        self.told[row] = Some(Told { start: self.now, end, promised, went_ahead: went_ahead && !is_advance, ..self.packed[row] });
    }

    /// Where strip packing has a place for a reservation, second by second, or what its user takes instead.
    fn pack(&mut self, row: usize) -> Option<u64> {
        let job = self.jobs[row];
        let (earliest, latest) = (job.earliest_start.expect("a reservation"), job.latest_start.expect("with a window"));
        let (seconds, rules) = (length(&job) as u32, self.policy.offers);
        let free: Vec<u32> = (earliest..latest + seconds).map(|second| self.free(second.into())).collect();
        let mut offers = query_reserv(&free, earliest, Some(seconds), Some(job.nodes));
        if let Some(&(start, _, _, true)) = offers.first() {
            return Some(start.into());
        }
        if rules.half_nodes && job.nodes > 1 {
            offers = query_reserv(&free, earliest, Some(seconds), Some(job.nodes.div_ceil(2)));
        }
        let booked = |&(start, end, nodes, _): &Offer| (seconds.min(end - start), job.nodes.min(nodes));
        let size = |offer: &Offer| booked(offer).0 * booked(offer).1;
        let mut list: Vec<Offer> = Vec::new();
        // One after the other in front of the first that is worse.
        for offer in offers {
            let is_worse = |other: &Offer| match rules.order {
                _ if other.3 != offer.3 => offer.3,
                OfferOrder::Most => (size(other), offer.0) < (size(&offer), other.0),
                OfferOrder::Found => false,
                OfferOrder::Earliest => other.0 > offer.0,
                OfferOrder::Cheapest => size(other) > size(&offer),
                OfferOrder::Fullest => {
                    let left = |of: &Offer| (of.1 - of.0) * of.2 - size(of);
                    left(other) > left(&offer)
                }
            };
            let at = list.iter().position(is_worse).unwrap_or(list.len());
            list.insert(at, offer);
        }
        let half = |found: u32, wanted: u32| f64::from(found) >= f64::from(wanted) / 2.0;
        let suits = |offer: &&Offer| half(booked(offer).0, seconds) && half(booked(offer).1, job.nodes);
        let mut suited: Vec<Offer> = list.iter().filter(suits).copied().collect();
        // The best of them comes first; of equal ones the earliest.
        match rules.choice {
            Choice::First => {}
            Choice::PaperUser => suited.sort_by_key(|offer| (!offer.3, u32::MAX - (offer.1 - offer.0), offer.0)),
            Choice::Cheapest => suited.sort_by_key(|offer| (size(offer), offer.0)),
            Choice::Earliest => suited.sort_by_key(|offer| offer.0),
            Choice::Largest => suited.sort_by_key(|offer| (u32::MAX - size(offer), offer.0)),
            Choice::Weighted(_) => unreachable!("no rule beside a queue"),
        }
        let taken = suited.first().copied();
        let place = taken.map_or(0, |taken| list.iter().position(|offer| *offer == taken).expect("it is listed") + 1);
        self.packed[row] = Told { offers: (list.len(), place), booked: taken.as_ref().map(booked), ..Told::default() };
        let (start, ..) = taken?;
        let (seconds, nodes) = booked(&taken?);
        let job = &mut self.jobs[row];
        (job.estimate, job.runtime, job.nodes) = (job.estimate.min(seconds), job.runtime.min(seconds), nodes);
        Some(start.into())
    }

    fn start(&mut self, row: usize) {
        let before = self.queued();
        self.queue.retain(|&other| other != row);
        self.run(row, &before);
    }

    /// Starts what the queue may start, by the definition of each discipline.
    fn look(&mut self) {
        match self.policy.scheduler {
            Scheduler::Fcfs => {
                while let Some(head) = self.queued().first().copied().filter(|&head| self.fits(self.now, head)) {
                    self.start(head);
                }
            }
            Scheduler::Easy => loop {
                let queued = self.queued();
                let Some(&head) = queued.first() else { return };
                if self.fits(self.now, head) {
                    self.start(head);
                    continue;
                }
                let shadow = self.first_fit(self.now, head);
                self.promised[head].get_or_insert(shadow);
                // The head stands where it is to start, and the first that fits around it goes ahead.
                self.reserved.push(self.hold(head, shadow));
                let found = queued[1..].iter().copied().find(|&row| self.fits(self.now, row));
                match found {
                    None => {
                        self.reserved.pop();
                        return;
                    }
                    Some(row) => {
                        self.reserved.pop();
                        self.start(row);
                    }
                }
            },
            Scheduler::Backfill => {
                let options = self.policy.backfill;
                if self.seen.0 != self.now {
                    self.seen = (self.now, Vec::new());
                }
                let kept = self.reserved.len();
                let mut first = None;
                for row in self.queued() {
                    if self.is_held_back(row) {
                        continue;
                    }
                    if !self.seen.1.contains(&row) {
                        let owner = self.jobs[row].owner;
                        let of_owner = self.seen.1.iter().filter(|&&other| self.jobs[other].owner == owner).count();
                        if owner.is_some() && of_owner >= options.per_user as usize {
                            first.get_or_insert(row);
                            continue;
                        }
                        if self.seen.1.len() == options.per_moment as usize {
                            break;
                        }
                        self.seen.1.push(row);
                    }
                    if self.fits(self.now, row) {
                        self.start(row);
                        // Whoever was promised a start or stood first is held back now: all over again.
                        let promised = self.reserved[kept..].iter().map(|held| held.row);
                        if promised.chain(first).any(|other| self.is_held_back(other)) {
                            self.reserved.truncate(kept);
                            self.seen.1.clear();
                            return self.look();
                        }
                        continue;
                    }
                    first.get_or_insert(row);
                    if self.reserved.len() < kept + options.depth as usize {
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
                self.reserved.retain(|held| held.row != row);
                self.start(row);
                if self.drop_reservations() {
                    self.compress();
                }
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
    let present = jobs.present;
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
        present,
        seen: (u64::MAX, Vec::new()),
        packed: vec![Told::default(); count],
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
        let mut changed = world.running.iter().any(|held| end(&world, held) == now);
        let held_back = |world: &World| world.queue.iter().filter(|&&row| world.is_held_back(row)).count();
        let kept = world.running.iter().filter(|held| end(&world, held) > now).copied().collect();
        world.running = kept;
        let before = held_back(&world);
        let mut due: Vec<Held> =
            world.reserved.iter().filter(|held| held.from == now && !world.queue.contains(&held.row)).copied().collect();
        due.sort_by_key(|held| held.row);
        for held in due {
            world.reserved.retain(|other| other.row != held.row);
            world.run(held.row, &[]);
        }
        // A reservation that begins may bring its user to the limit.
        changed |= held_back(&world) != before;
        if scheduler == Scheduler::Conservative {
            if world.drop_reservations() || early {
                world.compress();
            }
            for row in world.queued() {
                if !world.reserved.iter().any(|held| held.row == row) {
                    let start = world.first_fit(now, row);
                    world.promised[row] = Some(start);
                    world.reserved.push(world.hold(row, start));
                }
            }
        }
        // Planned anew when something ends: that a reservation begins changes nothing else.
        // By priority, everything that happens at the moment is awaited.
        let waits_for_all = world.order().is_some();
        if (changed || scheduler != Scheduler::Backfill) && !waits_for_all {
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
            let packs = policy.reservations == ReservationRule::Osp && job.latest_start.is_some() && moves.is_none();
            let place = if packs { world.pack(row) } else { None };
            if packs && place.is_none() {
                let never = u64::MAX;
                world.told[row] = Some(Told { start: never, end: never, is_refused: true, ..world.packed[row] });
                continue;
            }
            if let (Some(earliest), Some(latest), None, false) = (job.earliest_start, job.latest_start, moves, packs) {
                // Every second from the earliest to the latest start is tried, or only the first.
                let last = if policy.reservations == ReservationRule::Rigid { earliest } else { latest };
                if (earliest..=last).all(|start| !world.fits(start.into(), row)) {
                    let never = u64::MAX;
                    world.told[row] = Some(Told { start: never, end: never, is_refused: true, ..Told::default() });
                    continue;
                }
            }
            if !is_queued || (scheduler == Scheduler::Conservative && !world.is_held_back(row)) {
                let first = || world.first_fit(u64::from(job.earliest_start.unwrap_or(job.submitted)).max(now), row);
                let start = place.unwrap_or_else(first);
                world.promised[row] = Some(start);
                if is_queued || start > now {
                    world.reserved.push(world.hold(row, start));
                } else {
                    world.run(row, &[]);
                }
            }
            if (world.drop_reservations() || other.is_some()) && scheduler == Scheduler::Conservative {
                world.compress();
            }
            if !is_queued {
                world.seen.1.clear();
            }
            // One that is held back is not in the queue yet: nothing has happened there.
            if world.queue.contains(&row) && world.is_held_back(row) {
                continue;
            }
            changed = true;
            if !waits_for_all {
                world.look();
            }
        }
        if waits_for_all && changed {
            world.look();
        }
    }
    world.told.into_iter().map(|told| told.expect("every job starts")).collect()
}
