//! The slow twin of the sessions on named servers: a list of idle periods per server, every one looked at for every job.
//!
//! Shares no code with the engine beyond the plain data types. Each strategy is written as the order it prefers feasible periods in.

#![allow(dead_code)]

use bookahead_engine::idle::{IdleArrivals, IdleObstacle, OPEN, Period, Rate, Servers, Strategy, Tick};

/// A schedule: the idle periods of every server, in order.
#[derive(Clone, Debug)]
pub struct Scan {
    pub rates: Vec<Rate>,
    pub idle: Vec<Vec<(Tick, Tick)>>,
    least_size: Tick,
}

/// A feasible period and where the job would stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub server: u32,
    pub period: (Tick, Tick),
    pub start: Tick,
    pub end: Tick,
}

/// ⌈size/μ⌉.
pub fn lasts(size: Tick, rate: Rate) -> i64 {
    let (work, n, d) = (i64::from(size), i64::from(rate.numerator), i64::from(rate.denominator));
    (work * d + n - 1) / n
}

impl Scan {
    pub fn new(servers: &Servers) -> Self {
        let rates = servers.rates();
        let idle = vec![vec![(0, OPEN)]; rates.len()];
        Self { rates, idle, least_size: servers.least_size }
    }

    fn least(&self, server: usize) -> i64 {
        lasts(self.least_size, self.rates[server])
    }

    /// Every idle period that a job submitted at `now` could use, by start, then server.
    pub fn periods(&self, now: Tick) -> Vec<Period> {
        let mut all = Vec::new();
        for (server, periods) in self.idle.iter().enumerate() {
            for &(start, end) in periods {
                if i64::from(end) >= i64::from(now) + self.least(server) {
                    all.push(Period { start, server: server as u32, end });
                }
            }
        }
        all.sort_by_key(|period| (period.start, period.server));
        all
    }

    /// Every feasible period with where the strategy would put the job.
    pub fn feasible(&self, (r, l, d): (Tick, Tick, Tick), strategy: Strategy) -> Vec<Choice> {
        let mut choices = Vec::new();
        let (r, d) = (i64::from(r), i64::from(d));
        for (server, periods) in self.idle.iter().enumerate() {
            let lasts = lasts(l, self.rates[server]);
            for &(s, e) in periods {
                if strategy == Strategy::Lact && e != OPEN {
                    continue;
                }
                let (begin, end) = (i64::from(s).max(r), i64::from(e).min(d));
                if begin + lasts > end {
                    continue;
                }
                let late = matches!(strategy, Strategy::MinTip | Strategy::MaxTip);
                let start = if late { end - lasts } else { begin };
                choices.push(Choice { server: server as u32, period: (s, e), start: start as Tick, end: (start + lasts) as Tick });
            }
        }
        choices
    }

    /// FF-HA+ as the paper searches, in trees that are drawn anew: the first feasible period that the walk meets at the slowest rate that has one.
    fn first_met(&self, now: Tick, job: (Tick, Tick, Tick)) -> Option<Choice> {
        let feasible = self.feasible(job, Strategy::FfHaPlusFirst);
        let slowness = |server: u32| {
            i64::from(self.rates[server as usize].numerator) * 5_040_000 / i64::from(self.rates[server as usize].denominator)
        };
        let slowest = feasible.iter().map(|choice| slowness(choice.server)).min()?;
        let periods: Vec<Period> = self.periods(now).into_iter().filter(|period| slowness(period.server) == slowest).collect();
        let needed = lasts(job.1, self.rates[periods[0].server as usize]);
        let (latest_start, earliest_end) = (i64::from(job.2) - needed, i64::from(job.0) + needed);
        let of = |period: &Period| {
            let is_it = |choice: &&Choice| (choice.server, choice.period) == (period.server, (period.start, period.end));
            feasible.iter().find(is_it).copied()
        };
        walk_by_start(&periods, latest_start, earliest_end, &of)
    }

    /// What the strategy takes of a job that is submitted at `now`.
    pub fn choose(&self, now: Tick, job: (Tick, Tick, Tick), strategy: Strategy) -> Option<Choice> {
        if strategy == Strategy::FfHaPlusFirst {
            return self.first_met(now, job);
        }
        let (r, _, d) = (i64::from(job.0), job.1, i64::from(job.2));
        let order = |choice: &Choice| -> Vec<i64> {
            let (s, e) = (i64::from(choice.period.0), i64::from(choice.period.1));
            let open = choice.period.1 == OPEN;
            let (lip, tip) = (i64::from(choice.start) - s, if open { i64::MAX } else { e - i64::from(choice.end) });
            let rate = self.rates[choice.server as usize];
            let server = i64::from(choice.server);
            // Rates as whole numbers, slowest first; exact for the denominators of the tests.
            let slowest = i64::from(rate.numerator) * 5_040_000 / i64::from(rate.denominator);
            match strategy {
                Strategy::MinLip => vec![lip, s, server],
                Strategy::MaxLip => vec![-lip, s, server],
                Strategy::FirstFitIdle | Strategy::FfHu => vec![s, server],
                Strategy::FfHa => vec![slowest, s, server],
                Strategy::MinTip if open => vec![i64::MAX, -s, server],
                Strategy::MinTip => vec![tip, e, server],
                Strategy::MaxTip if open => vec![i64::MIN, -s, server],
                Strategy::MaxTip => vec![-tip, e, server],
                Strategy::BestFit if open => vec![i64::MAX, -s, server],
                Strategy::BestFit => vec![lip + tip, s, server],
                // Whatever the horizon, the earliest start leaves the most.
                Strategy::FfHaPlus if open => vec![slowest, i64::MIN, s, server],
                Strategy::FfHaPlusLast if open => vec![slowest, i64::MIN, -s, server],
                Strategy::FfHaPlus | Strategy::FfHaPlusLast => vec![slowest, s - e, s, server],
                Strategy::FfHaPlusFirst => unreachable!("a walk has no order"),
                Strategy::Lact if s <= r => vec![0, -s, server],
                Strategy::Lact => vec![1, s, server],
            }
        };
        let _ = d;
        self.feasible(job, strategy).into_iter().min_by_key(order)
    }

    /// Books what was chosen.
    pub fn take(&mut self, choice: Choice) {
        let server = choice.server as usize;
        let least = self.least(server);
        let at = self.idle[server].iter().position(|&period| period == choice.period).expect("the period chosen is idle");
        let (s, e) = choice.period;
        let rest = [(s, choice.start), (choice.end, e)];
        let kept = rest.into_iter().filter(|&(from, to)| i64::from(to) - i64::from(from) >= least);
        self.idle[server].splice(at..=at, kept.collect::<Vec<_>>());
    }

    /// What came nearest for a refused job.
    pub fn obstacle(&self, (r, l, d): (Tick, Tick, Tick), strategy: Strategy) -> IdleObstacle {
        let fastest = self.rates.iter().map(|&rate| lasts(l, rate)).min().expect("there are servers");
        if i64::from(r) + fastest > i64::from(d) {
            return IdleObstacle::TooSlow { fastest: fastest as Tick };
        }
        let mut nearest: Option<(i64, Tick, u32, Tick, i64)> = None;
        for (server, periods) in self.idle.iter().enumerate() {
            let needed = lasts(l, self.rates[server]);
            if i64::from(r) + needed > i64::from(d) {
                continue;
            }
            for &(s, e) in periods {
                let usable = i64::from(e) >= i64::from(r) + self.least(server) && s < d;
                if !usable || (strategy == Strategy::Lact && e != OPEN) {
                    continue;
                }
                let (from, to) = (s.max(r), e.min(d));
                let short = needed - (i64::from(to) - i64::from(from));
                let row = (short, from, server as u32, to, needed);
                if nearest.is_none_or(|known| row < known) {
                    nearest = Some(row);
                }
            }
        }
        match nearest {
            Some((_, from, server, to, needed)) => IdleObstacle::TooShort { server, from, to, needed: needed as Tick },
            None => IdleObstacle::NothingIdle,
        }
    }

    /// Decides all jobs: server, start and refusals as the session should.
    pub fn plan(&mut self, arrivals: &IdleArrivals, strategy: Strategy) -> Vec<Result<Choice, IdleObstacle>> {
        let decide = |row: usize| {
            let job = (arrivals.earliest_start[row], arrivals.size[row], arrivals.deadline[row]);
            match self.choose(arrivals.submitted[row], job, strategy) {
                Some(choice) => {
                    self.take(choice);
                    Ok(choice)
                }
                None => Err(self.obstacle(job, strategy)),
            }
        };
        (0..arrivals.jobs()).map(decide).collect()
    }
}

/// Step 1 of the walk below a node of the outer tree: a left child that starts in time whole is searched before its sibling.
fn walk_by_start(node: &[Period], latest_start: i64, earliest_end: i64, of: &dyn Fn(&Period) -> Option<Choice>) -> Option<Choice> {
    if let [leaf] = node {
        return of(leaf);
    }
    let (left, right) = node.split_at(node.len() - node.len() / 2);
    if i64::from(left[left.len() - 1].start) > latest_start {
        return walk_by_start(left, latest_start, earliest_end, of);
    }
    let mut by_end = left.to_vec();
    by_end.sort_by_key(|period| (period.end, period.server, period.start));
    walk_by_end(&by_end, earliest_end, of).or_else(|| walk_by_start(right, latest_start, earliest_end, of))
}

/// Step 2 below a node of an inner tree.
fn walk_by_end(node: &[Period], earliest_end: i64, of: &dyn Fn(&Period) -> Option<Choice>) -> Option<Choice> {
    if let [leaf] = node {
        return of(leaf);
    }
    let (left, right) = node.split_at(node.len() - node.len() / 2);
    if i64::from(left[left.len() - 1].end) < earliest_end {
        return walk_by_end(right, earliest_end, of);
    }
    // Before a horizon that all others end by, and far behind it for open-ended ones.
    let capacity = |period: &&Period| i64::from(period.end) * if period.end == OPEN { 1_000 } else { 1 } - i64::from(period.start);
    let largest = right.iter().rev().max_by_key(|period| (capacity(period), -i64::from(period.start), -i64::from(period.server)));
    largest.and_then(of).or_else(|| walk_by_end(left, earliest_end, of))
}
