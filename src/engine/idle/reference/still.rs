//! The paper's data structures for one decision, built directly from its idle periods: the contents [`super::ReferencePlan`] would have then, up to the
//! shape of its trees. A search costs O(V log V) in total, less than maintaining two-level trees for a single decision.

use super::super::Tick;
use super::super::period::{Period, Want};
use super::super::request::IdleRequest;
use super::super::servers::{Rate, Servers};
use super::super::strategy::Strategy;
use super::dual::search_marked;
use super::search::{Part, Step, Trace, search_completions, search_list, search_rates, search_strips};
use super::strips::{StripName, Strips};
use super::tree::{NodeId, Order, PeriodTree};
use super::tree_view::{TreeName, TreeNode, TreeSize};

/// A structure of the paper.
#[derive(Clone, Debug)]
enum Kind {
    /// A ring of strips (chapter 3).
    Strips(Strips),
    /// A list by start, then server (FF-HU, FF-HA).
    List(Vec<Period>),
    /// The last period of every server by completion time (LACT).
    Completions(PeriodTree),
    /// The outer tree of FF-HA+; inner trees are made of the nodes that a search marks.
    Outer(PeriodTree),
}

/// Idle periods in the paper's structure: one for each rate, slowest first; FF-HU has one list for all.
#[derive(Clone, Debug)]
pub struct Still {
    strategy: Strategy,
    rates: Vec<Rate>,
    rate_of: Vec<u32>,
    kinds: Vec<Kind>,
}

impl Still {
    /// Of the idle periods at `now`, by start, then server; strips are `width` ticks wide.
    pub fn new(servers: &Servers, strategy: Strategy, width: Tick, now: Tick, periods: &[Period]) -> Self {
        let rates = servers.distinct_rates();
        let index = |rate: Rate| rates.iter().position(|other| other.compare(rate).is_eq()).unwrap_or(0) as u32;
        let rate_of: Vec<u32> =
            servers.groups.iter().flat_map(|group| std::iter::repeat_n(index(group.rate), group.servers as usize)).collect();
        let mut by_rate = vec![Vec::new(); if strategy == Strategy::FfHu { 1 } else { rates.len() }];
        for &period in periods {
            let rate = if strategy == Strategy::FfHu { 0 } else { rate_of[period.server as usize] as usize };
            if strategy.uses_gaps() || period.is_open() {
                by_rate[rate].push(period);
            }
        }
        let least = |rate: Rate| rate.duration(servers.least_size).min(u64::from(Tick::MAX)) as Tick;
        let kind = |(periods, i): (Vec<Period>, usize)| match strategy {
            Strategy::FfHu | Strategy::FfHa => Kind::List(periods),
            Strategy::FfHaPlus => Kind::Outer(PeriodTree::of(Order::Start, &periods)),
            Strategy::Lact => Kind::Completions(PeriodTree::of(Order::Start, &periods)),
            _ => {
                let order = if strategy.places_late() { Order::End } else { Order::Start };
                Kind::Strips(Strips::of(order, width, least(rates[i]), now, &periods))
            }
        };
        let kinds = by_rate.into_iter().zip(0..).map(kind).collect();
        Self { strategy, rates, rate_of, kinds }
    }

    /// Looks for the period the strategy takes, step by step.
    pub fn search(&self, request: &IdleRequest) -> Trace {
        let want = |rate: &Rate| Want::new(request.earliest_start, rate.duration(request.size), request.deadline);
        let wants: Vec<Option<Want>> = self.rates.iter().map(want).collect();
        search_rates(self.strategy, self.kinds.len(), |i, trace| match (&self.kinds[i], wants[i]) {
            (Kind::List(list), _) => search_list(list, |server| wants[self.rate_of[server as usize] as usize], i, trace),
            (_, None) => None,
            (Kind::Strips(strips), Some(want)) => search_strips(strips, &want, self.strategy, i, trace).map(|p| (want, p)),
            (Kind::Completions(tree), Some(want)) => search_completions(tree, &want, i, trace).map(|p| (want, p)),
            (Kind::Outer(tree), Some(want)) => search_outer(tree, &want, i, trace).map(|p| (want, p)),
        })
    }

    /// What strips go by; `None` where there are none.
    pub fn strips_by(&self) -> Option<Order> {
        match self.kinds.first() {
            Some(Kind::Strips(strips)) => Some(strips.order()),
            _ => None,
        }
    }

    /// Every tree or list that holds something, in order.
    pub fn trees(&self) -> Vec<TreeSize> {
        let mut trees = Vec::new();
        for (kind, rate) in self.kinds.iter().zip(0..) {
            let mut add = |strip: StripName, periods: usize| {
                if periods > 0 {
                    trees.push(TreeSize { name: TreeName { rate, strip }, periods: periods as u32 });
                }
            };
            match kind {
                Kind::Strips(strips) => strips.trees().for_each(|(name, tree)| add(name, tree.len())),
                Kind::List(list) => add(StripName::Past, list.len()),
                Kind::Completions(tree) | Kind::Outer(tree) => add(StripName::Past, tree.len()),
            }
        }
        trees
    }

    /// The nodes of a tree level by level from the root down, at most `most`; nothing if there is no such tree.
    pub fn open(&self, name: TreeName, most: usize) -> Vec<TreeNode> {
        let tree = match self.kinds.get(name.rate as usize) {
            Some(Kind::Strips(strips)) => strips.tree(name.strip),
            Some(Kind::Completions(tree) | Kind::Outer(tree)) => Some(tree),
            _ => None,
        };
        let Some((tree, root)) = tree.and_then(|tree| Some((tree, tree.root()?))) else { return Vec::new() };
        let mut nodes = vec![node_of(tree, root, root, 0)];
        let mut at = 0;
        while at < nodes.len() && nodes.len() + 2 <= most {
            let TreeNode { id, depth, .. } = nodes[at];
            if let Some((left, right)) = tree.node(id).children {
                nodes[at].is_open = true;
                nodes.extend([left, right].map(|child| node_of(tree, child, id, depth + 1)));
            }
            at += 1;
        }
        nodes
    }
}

fn node_of(tree: &PeriodTree, id: NodeId, parent: NodeId, depth: u32) -> TreeNode {
    let node = tree.node(id);
    TreeNode {
        id,
        parent,
        depth,
        leaves: node.leaves,
        median: tree.median(id),
        last: node.last,
        latest_end: node.latest.end,
        longest: node.longest,
        largest: node.largest,
        is_open: false,
    }
}

/// FF-HA+: marks in the outer tree, then in inner trees made of the marked nodes.
fn search_outer(tree: &PeriodTree, want: &Want, rate: usize, trace: &mut Trace) -> Option<Period> {
    let (walk, dual_visited, found) = search_marked(tree, want);
    let part = Part::TwoLevel { dual_visited };
    trace.steps.push(Step { rate, part, visited: walk.visited, path: walk.path, marked: walk.marked, found });
    found
}
