//! Everything that is shown of one decision, just before the request is decided: idle periods with the tests they pass, the choice of every strategy,
//! the search in the paper's data structure step by step, and one opened tree. Its size is bounded, so that it can follow a drag.

use super::bounds;
use super::decisions::NO_SERVER;
use super::geometry::{self, Taken, Tested, Tests};
use super::period::Period;
use super::request::IdleRequest;
use super::scenario::IdleScenario;
use super::servers::Rate;
use super::session::IdleSession;
use super::strategy::Strategy;
use super::{OPEN, Tick};
use crate::idle::reference::{Order, ReferencePlan, Trace, TreeName, TreeNode, TreeSize};
use serde::{Deserialize, Serialize};

/// What a view wants to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MomentQuery {
    /// The row of the request that is about to be decided.
    pub row: u32,
    /// The tree that is opened.
    pub tree: Option<TreeName>,
}

/// The moment before a request is decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The request's row.
    pub row: u32,
    /// The request; its submission is "now".
    pub request: IdleRequest,
    /// The strategy whose search is shown.
    pub strategy: Strategy,
    /// Idle periods that a job submitted now could use, by start, then server. Where there are more than [`bounds::MOMENT_PERIODS`], the
    /// feasible ones come first in the choice of those that are shown, then the earliest.
    pub periods: Vec<Period>,
    /// The tests each of them passes, see [`passes`].
    pub passed: Vec<u8>,
    /// Every period counted, shown or not.
    pub tests: Tests,
    /// What every strategy would take, in the order of [`Strategy::ALL`].
    pub choices: Vec<Option<Taken>>,
    /// The search of [`Moment::strategy`]; of each step the first [`bounds::MOMENT_NODES`] nodes are named.
    pub search: Trace,
    /// Steps of the search that are left out at its end: there are more than [`bounds::MOMENT_STEPS`].
    pub steps_left_out: u32,
    /// Nodes and list entries read by the whole search.
    pub visited: u64,
    /// The strips or trees that hold something, in order, slowest rate first.
    pub trees: Vec<TreeSize>,
    /// What strips go by; `None` where the strategy has none.
    pub strips_by: Option<Order>,
    /// The opened tree, from the root down, left before right, at most [`bounds::MOMENT_NODES`].
    pub tree: Vec<TreeNode>,
}

/// Bits of [`Moment::passed`].
pub mod passes {
    /// Start test: st ≤ d − ⌈l/μ⌉.
    pub const START: u8 = 1;
    /// Capacity test: et ≥ r + ⌈l/μ⌉.
    pub const CAPACITY: u8 = 2;
    /// Long enough as a whole.
    pub const LENGTH: u8 = 4;
    /// Feasible.
    pub const FEASIBLE: u8 = 8;
    /// Starts after r, so that the job would wait (R2).
    pub const AFTER_R: u8 = 16;
}

/// Every idle period that the job of `row` could use at its submission, by start, then server; only decisions before it count.
pub fn periods_before(session: &IdleSession, row: usize) -> Vec<Period> {
    let now = session.arrivals().submitted[row];
    let (decisions, servers) = (session.decisions(), session.servers());
    let rates = session.rates();
    let mut free_from = vec![0; rates.len()];
    let mut ahead: Vec<(u32, Tick, Tick)> = Vec::new();
    let submitted = &session.arrivals().submitted;
    for job in (0..row.min(session.decided())).rev() {
        // A job ends within the look-ahead of its submission. Where every server has ended something later than that, older jobs are
        // of no account.
        let last_end = submitted[job].saturating_add(servers.look_ahead);
        if job % OLD_JOBS == 0 && last_end <= now && free_from.iter().all(|&free| free >= last_end) {
            break;
        }
        let server = decisions.server[job];
        if server == NO_SERVER {
            continue;
        }
        let start = decisions.start[job];
        let end = start + session.duration(job, server);
        if end <= now {
            let free: &mut Tick = &mut free_from[server as usize];
            *free = end.max(*free);
        } else {
            ahead.push((server, start, end));
        }
    }
    geometry::between(ahead, free_from, rates, servers.least_size, now)
}

/// Jobs between two looks whether older ones still matter.
const OLD_JOBS: usize = 4_096;

impl Moment {
    /// The moment before a row is decided; `None` if there is no such row, or if decisions before it are still to be made.
    pub fn of(scenario: &IdleScenario, session: &IdleSession, look: MomentQuery) -> Option<Self> {
        let row = look.row as usize;
        if row >= session.arrivals().jobs() || row > session.decided() {
            return None;
        }
        let periods = periods_before(session, row);
        Some(Self::of_periods(scenario, session.strategy(), session.rates(), look, session.arrivals().row(row), &periods))
    }

    /// The same for idle periods from elsewhere, by start, then server.
    pub fn of_periods(
        scenario: &IdleScenario,
        strategy: Strategy,
        rates: &[Rate],
        look: MomentQuery,
        request: IdleRequest,
        periods: &[Period],
    ) -> Self {
        let servers = &scenario.servers;
        let tested: Vec<Tested> =
            periods.iter().map(|&period| Tested::new(period, rates[period.server as usize], &request)).collect();
        let feasible: Vec<Tested> = tested.iter().filter(|tested| tested.feasible()).copied().collect();
        let choices = Strategy::ALL
            .map(|strategy| {
                geometry::choice(if strategy == Strategy::FfHaPlusFirst { &tested } else { &feasible }, servers, &request, strategy)
            })
            .to_vec();
        let plan = ReferencePlan::of_periods(servers, strategy, scenario.strip_width(), request.submitted, periods);
        let mut search = plan.search(&request);
        let visited = search.visited();
        let steps_left_out = search.steps.len().saturating_sub(bounds::MOMENT_STEPS.max as usize) as u32;
        search.steps.truncate(bounds::MOMENT_STEPS.max as usize);
        for step in &mut search.steps {
            step.path.truncate(bounds::MOMENT_NODES.max as usize);
            step.marked.truncate(bounds::MOMENT_NODES.max as usize);
        }
        let (periods, passed) = shown(&tested, feasible.len(), request.earliest_start);
        Self {
            row: look.row,
            request,
            strategy,
            periods,
            passed,
            tests: Tests::of(&tested),
            choices,
            search,
            steps_left_out,
            visited,
            trees: plan.trees(),
            strips_by: plan.strips_by(),
            tree: look.tree.map_or(Vec::new(), |name| plan.open(name, bounds::MOMENT_NODES.max as usize)),
        }
    }

    /// What the strategy whose search is shown takes.
    pub fn taken(&self) -> Option<Taken> {
        self.choice(self.strategy)
    }

    /// What a strategy would take.
    pub fn choice(&self, strategy: Strategy) -> Option<Taken> {
        Strategy::ALL.iter().position(|&other| other == strategy).and_then(|i| *self.choices.get(i)?)
    }

    /// Last tick that is worth showing: behind the deadline and every end and start.
    pub fn horizon(&self) -> Tick {
        let ends = self.periods.iter().map(|period| if period.is_open() { period.start } else { period.end });
        ends.max().unwrap_or(0).max(self.request.deadline).min(OPEN - 1)
    }
}

/// The periods that are shown, and what they pass.
fn shown(tested: &[Tested], feasible: usize, earliest_start: Tick) -> (Vec<Period>, Vec<u8>) {
    let most = bounds::MOMENT_PERIODS.max as usize;
    let (mut fits, mut others) = (feasible.min(most), most.saturating_sub(feasible));
    let mut rows = (Vec::with_capacity(tested.len().min(most)), Vec::with_capacity(tested.len().min(most)));
    for row in tested {
        let left = if row.feasible() { &mut fits } else { &mut others };
        if *left > 0 {
            *left -= 1;
            rows.0.push(row.period);
            rows.1.push(bits(row, earliest_start));
        }
    }
    rows
}

fn bits(tested: &Tested, earliest_start: Tick) -> u8 {
    let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
    bit(tested.start_test, passes::START)
        | bit(tested.capacity_test, passes::CAPACITY)
        | bit(tested.long_enough, passes::LENGTH)
        | bit(tested.feasible(), passes::FEASIBLE)
        | bit(tested.period.start > earliest_start, passes::AFTER_R)
}
