//! The searches of chapters 3 and 4, step by step: which strip, list or tree was searched, in which order, and at what cost.

use super::super::period::{Period, Want};
use super::super::strategy::Strategy;
use super::super::{OPEN, Tick};
use super::dual::{Largest, TwoLevel, TwoLevelWalk, search_marked};
use super::strips::{StripName, Strips};
use super::tree::{NodeId, PeriodTree};
use super::walk::{Filter, Walk};
use serde::{Deserialize, Serialize};

/// What a step looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// A strip, for periods that start at r or later (R2): the job would wait.
    StripDelayed(StripName),
    /// A strip, for periods that start before r (R1): the job starts at r.
    StripAtOnce(StripName),
    /// A strip, for any feasible period.
    Strip(StripName),
    /// A vertical strip, for periods that end by the deadline: no trailing period is left.
    StripByDeadline(StripName),
    /// A vertical strip, for periods that end behind the deadline.
    StripBehind(StripName),
    /// The open-ended periods.
    OpenEnded,
    /// A list, from its front.
    List,
    /// The completion times, backwards from r.
    CompletedBefore,
    /// The completion times, forwards from r.
    CompletedAfter,
    /// A two-level tree: nodes marked in the outer tree, this many nodes read in inner trees.
    TwoLevel {
        /// Nodes of inner trees whose values were read.
        dual_visited: u32,
    },
}

/// A step of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchStep {
    /// Index of the rate, slowest first; 0 for FF-HU's list of all.
    pub rate: usize,
    /// What was looked into.
    pub part: Part,
    /// Nodes (or list entries) whose values were read, those of inner trees not counted.
    pub visited: u32,
    /// The nodes, in order; of a list none are named, it is read from its front.
    pub path: Vec<NodeId>,
    /// Nodes put aside for later.
    pub marked: Vec<NodeId>,
    /// The best period there, if a feasible one was found.
    pub found: Option<Period>,
}

/// A whole search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The steps, in order.
    pub steps: Vec<SearchStep>,
    /// The period chosen, and start and end of the job in it.
    pub chosen: Option<(Period, Tick, Tick)>,
}

impl Trace {
    /// Nodes and list entries read, over all steps.
    pub fn visited(&self) -> u64 {
        let of = |step: &SearchStep| match step.part {
            Part::TwoLevel { dual_visited } => u64::from(step.visited) + u64::from(dual_visited),
            _ => u64::from(step.visited),
        };
        self.steps.iter().map(of).sum()
    }
}

/// Asks the structure of one rate after the other, slowest first, and chooses the best of what they find.
pub(super) fn search_rates(
    strategy: Strategy,
    rates: usize,
    mut find: impl FnMut(usize, &mut Trace) -> Option<(Want, Period)>,
) -> Trace {
    let mut trace = Trace::default();
    let mut best: Option<(Want, Period)> = None;
    for rate in 0..rates {
        let Some((want, period)) = find(rate, &mut trace) else { continue };
        let rank = want.rank(&period, strategy);
        if best.is_none_or(|(other, known)| rank < other.rank(&known, strategy)) {
            best = Some((want, period));
        }
        if strategy.slowest_first() {
            break;
        }
    }
    trace.chosen = best.map(|(want, period)| {
        let start = want.place(&period, strategy);
        (period, start, start + want.duration)
    });
    trace
}

/// What every feasible period has, keys apart.
fn feasible(want: &Want) -> Filter {
    let (end, start) = (want.earliest_end(), want.latest_start());
    Filter { key_from: 0, key_to: Tick::MAX, end, start, length: want.duration }
}

/// A search in one ring of strips, with the steps it takes.
struct InStrips<'a> {
    strips: &'a Strips,
    rate: usize,
    trace: &'a mut Trace,
}

impl InStrips<'_> {
    /// One step: the first or last suitable period of a strip.
    fn step(&mut self, name: StripName, part: fn(StripName) -> Part, filter: &Filter, last: bool) -> Option<Period> {
        let tree = self.strips.tree(name)?;
        let mut walk = Walk::default();
        let found = if last { tree.last_suitable(filter, &mut walk) } else { tree.first_suitable(filter, &mut walk) };
        self.note(part(name), walk, found)
    }

    fn note(&mut self, part: Part, walk: Walk, found: Option<Period>) -> Option<Period> {
        self.trace.steps.push(SearchStep {
            rate: self.rate,
            part,
            visited: walk.visited,
            path: walk.path,
            marked: walk.marked,
            found,
        });
        found
    }

    /// Strips that hold keys from `from` to `to`, in order; the past is the first if `from` is 0.
    fn names(&self, from: Tick, to: Tick) -> Vec<StripName> {
        let (first, end) = self.strips.range();
        let past = (from == 0).then_some(StripName::Past);
        let (from, to) = (self.strips.strip_of(from).max(first), self.strips.strip_of(to).min(end.saturating_sub(1)));
        let strips = if end > first { from..to.saturating_add(1) } else { 0..0 };
        past.into_iter().chain(strips.map(StripName::Strip)).collect()
    }

    /// The first strip of several that has a suitable period.
    fn any(&mut self, names: &[StripName], part: fn(StripName) -> Part, filter: &Filter, last: bool) -> Option<Period> {
        names.iter().find_map(|&name| self.step(name, part, filter, last))
    }
}

/// Chapter 3: which strips, in which order, for which strategy.
pub(super) fn search_strips(strips: &Strips, want: &Want, strategy: Strategy, rate: usize, trace: &mut Trace) -> Option<Period> {
    let mut search = InStrips { strips, rate, trace };
    let all = feasible(want);
    let (r, latest_start, d) = (want.earliest_start, want.latest_start(), want.deadline);
    match strategy {
        Strategy::MinLip => {
            let delayed = Filter { key_from: r, key_to: latest_start, ..all };
            let names = search.names(r.max(1), latest_start);
            search.any(&names, Part::StripDelayed, &delayed, false).or_else(|| {
                let at_once = Filter { key_to: r.checked_sub(1)?, ..all };
                let mut names = search.names(0, at_once.key_to);
                names.reverse();
                search.any(&names, Part::StripAtOnce, &at_once, true)
            })
        }
        Strategy::MinTip | Strategy::MaxTip => {
            let by_deadline = |search: &mut InStrips| {
                let filter = Filter { key_from: want.earliest_end(), key_to: d, ..all };
                let names = search.names(filter.key_from, d);
                search.any(&names, Part::StripByDeadline, &filter, false)
            };
            let behind = |search: &mut InStrips, last: bool| {
                let filter = Filter { key_from: d + 1, key_to: OPEN - 1, ..all };
                let mut names = search.names(filter.key_from, filter.key_to);
                if last {
                    names.reverse();
                }
                search.any(&names, Part::StripBehind, &filter, last)
            };
            let open = |search: &mut InStrips| {
                let filter = Filter { key_to: latest_start, ..all };
                search.step(StripName::Open, |_| Part::OpenEnded, &filter, true)
            };
            if strategy == Strategy::MinTip {
                by_deadline(&mut search).or_else(|| behind(&mut search, false)).or_else(|| open(&mut search))
            } else {
                open(&mut search).or_else(|| behind(&mut search, true)).or_else(|| by_deadline(&mut search))
            }
        }
        Strategy::BestFit => {
            let mut best: Option<Period> = None;
            for name in search.names(0, latest_start) {
                let Some(tree) = strips.tree(name) else { continue };
                let mut walk = Walk::default();
                let mut here: Option<Period> = None;
                tree.each_suitable(&Filter { key_to: latest_start, ..all }, &mut walk, &mut |period| {
                    if here.is_none_or(|known| want.rank(&period, strategy) < want.rank(&known, strategy)) {
                        here = Some(period);
                    }
                });
                search.note(Part::Strip(name), walk, here);
                best = match (best, here) {
                    (Some(known), Some(new)) if want.rank(&new, strategy) < want.rank(&known, strategy) => Some(new),
                    (known, new) => known.or(new),
                };
            }
            best
        }
        _ => {
            let names = search.names(0, latest_start);
            search.any(&names, Part::Strip, &Filter { key_to: latest_start, ..all }, false)
        }
    }
}

/// LACT: the latest completion by r, else the earliest after it.
pub(super) fn search_completions(tree: &PeriodTree, want: &Want, rate: usize, trace: &mut Trace) -> Option<Period> {
    let all = feasible(want);
    let mut note = |part: Part, walk: Walk, found: Option<Period>| {
        trace.steps.push(SearchStep { rate, part, visited: walk.visited, path: walk.path, marked: walk.marked, found });
        found
    };
    let mut walk = Walk::default();
    let before = tree.last_suitable(&Filter { key_to: want.earliest_start, ..all }, &mut walk);
    note(Part::CompletedBefore, walk, before).or_else(|| {
        let mut walk = Walk::default();
        let filter = Filter { key_from: want.earliest_start, key_to: want.latest_start(), ..all };
        let after = tree.first_suitable(&filter, &mut walk);
        note(Part::CompletedAfter, walk, after)
    })
}

/// FF-HU, FF-HA: entry by entry from the front.
pub(super) fn search_list(
    list: &[Period],
    want_of: impl Fn(u32) -> Option<Want>,
    rate: usize,
    trace: &mut Trace,
) -> Option<(Want, Period)> {
    let fits = |period: &&Period| want_of(period.server).is_some_and(|want| want.fits(period));
    let found = list.iter().find(fits).copied();
    let visited = found.map_or(list.len(), |period| list.partition_point(|other| *other <= period)) as u32;
    trace.steps.push(SearchStep { rate, part: Part::List, visited, path: Vec::new(), marked: Vec::new(), found });
    found.and_then(|period| Some((want_of(period.server)?, period)))
}

/// FF-HA+: marks in the outer tree, then the inner trees of the marked nodes.
pub(super) fn search_two_level(tree: &TwoLevel, want: &Want, taken: Largest, rate: usize, trace: &mut Trace) -> Option<Period> {
    let mut walk = TwoLevelWalk::default();
    let found = tree.find(want, taken, &mut walk);
    let TwoLevelWalk { primal: Walk { visited, path, marked }, dual_visited } = walk;
    trace.steps.push(SearchStep { rate, part: Part::TwoLevel { dual_visited }, visited, path, marked, found });
    found
}

/// The same where there is only the outer tree: inner trees are made of the marked nodes.
pub(super) fn search_marked_nodes(
    outer: &PeriodTree,
    want: &Want,
    taken: Largest,
    rate: usize,
    trace: &mut Trace,
) -> Option<Period> {
    let (Walk { visited, path, marked }, dual_visited, found) = search_marked(outer, want, taken);
    trace.steps.push(SearchStep { rate, part: Part::TwoLevel { dual_visited }, visited, path, marked, found });
    found
}
