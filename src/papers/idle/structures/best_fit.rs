//! Best-Fit's two-dimensional tree (Castillo 3.3.3): periods by start; every inner node has the periods below it once more by end, with a pointer to the
//! shortest of every subtree, and by length.

use bookahead_engine::idle::reference::{Extra, Order, PeriodTree, nodes_of};
use bookahead_engine::idle::{Period, Strategy, Want};

/// The secondary trees of a node: t^e and t^l.
#[derive(Clone, Debug)]
pub struct BestFitTrees {
    /// By end; its nodes know the shortest period below them.
    pub ends: PeriodTree,
    /// By length.
    pub lengths: PeriodTree,
}

impl Extra for BestFitTrees {
    fn of(periods: &[Period]) -> Self {
        let tree = |order: Order| {
            let mut periods = periods.to_vec();
            periods.sort_unstable_by_key(|period| order.key(period));
            PeriodTree::of(order, &periods)
        };
        Self { ends: tree(Order::End), lengths: tree(Order::Length) }
    }

    fn add(&mut self, period: Period) -> u64 {
        [&mut self.ends, &mut self.lengths].map(|tree| tree.counted(|tree| tree.insert(period))).iter().sum()
    }

    fn remove(&mut self, period: Period) -> u64 {
        [&mut self.ends, &mut self.lengths].map(|tree| tree.counted(|tree| tree.remove(period))).iter().sum()
    }

    fn nodes_of(leaves: usize) -> u64 {
        2 * nodes_of(leaves)
    }
}

/// The period of a strip that Best-Fit takes; adds the nodes it reads to `read`.
///
/// The thesis searches the secondary trees of the root, which is enough for strips that lie wholly in R1 or R2. In the two strips that r and the latest start
/// cut, those of the O(log n) highest nodes are searched whose periods lie in one region.
pub fn find_best(tree: &PeriodTree<BestFitTrees>, want: &Want, read: &mut u64) -> Option<Period> {
    let mut best = None;
    let mut stack: Vec<_> = tree.root().into_iter().collect();
    while let Some(id) = stack.pop() {
        *read += 1;
        let node = tree.node(id);
        let starts_by = |limit| node.last.start <= limit;
        match (&node.extra, node.children) {
            // R1: all of them start by r.
            (Some(trees), _) if starts_by(want.earliest_start) => offer_shortest(&trees.ends, want, &mut best, read),
            // R2: all of them start later, and in time.
            (Some(trees), _) if node.earliest.start > want.earliest_start && starts_by(want.latest_start()) => {
                offer(long_enough(&trees.lengths, want, read), want, &mut best);
            }
            (_, Some((left, right))) if node.earliest.start <= want.latest_start() => stack.extend([right, left]),
            (_, None) => offer(Some(node.last), want, &mut best),
            _ => {}
        }
    }
    best
}

/// Takes a period if it can take the job and is better than what is known.
fn offer(period: Option<Period>, want: &Want, best: &mut Option<Period>) {
    let rank = |period: &Period| want.rank(period, Strategy::BestFit);
    if let Some(period) = period.filter(|period| want.fits(period))
        && best.is_none_or(|known| rank(&period) < rank(&known))
    {
        *best = Some(period);
    }
}

/// Step 1: of the periods that end late enough, the shortest, from the pointers of the subtrees that hold no others.
fn offer_shortest(ends: &PeriodTree, want: &Want, best: &mut Option<Period>, read: &mut u64) {
    let Some(mut at) = ends.root() else { return };
    loop {
        *read += 1;
        let Some((left, right)) = ends.node(at).children else {
            return offer(Some(ends.node(at).last), want, best);
        };
        if ends.median(at) < want.earliest_end() {
            at = right;
        } else {
            offer(Some(ends.node(right).shortest), want, best);
            at = left;
        }
    }
}

/// Step 2: the shortest period that is as long as the job; the last one if none is.
fn long_enough(lengths: &PeriodTree, want: &Want, read: &mut u64) -> Option<Period> {
    let mut at = lengths.root()?;
    loop {
        *read += 1;
        let Some((left, right)) = lengths.node(at).children else { return Some(lengths.node(at).last) };
        at = if lengths.median(at) >= want.duration { left } else { right };
    }
}
