//! The two-level tree of a quantum as a search walks it: the way down the outer tree, what it leaves aside, and what it marks. Parts that were not entered
//! are drawn as one box each, so that a tree of thousands of periods has some dozen boxes.

use bookahead_engine::batch::coalloc::period::{OPEN, Period};
use bookahead_engine::batch::coalloc::session::Attempt;
use bookahead_engine::batch::coalloc::tree::{Part, QuantumTree};

/// What a search did with a part of the outer tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// It is on the way down.
    Passed,
    /// Marked in phase 1: all of it begins in time.
    Marked,
    /// Left aside: its first period begins too late, or it was not looked at.
    Aside,
}

impl PartKind {
    /// What was done with a part, in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Marked => "marked",
            Self::Aside => "aside",
        }
    }
}

/// What a period of an inner tree is to a search; the last say most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaf {
    /// It ends too early, or is in a part that was not marked.
    Early,
    /// It begins in time and ends late enough.
    Late,
    /// It is taken.
    Taken,
}

impl Leaf {
    /// What a period of a part is to an attempt.
    pub fn of(period: &Period, part: PartKind, attempt: &Attempt) -> Self {
        let is_it = |taken: &Period| taken.server == period.server && taken.start == period.start;
        match attempt.search.taken.iter().any(is_it) {
            true => Self::Taken,
            false if period.end >= attempt.window.to && part == PartKind::Marked => Self::Late,
            false => Self::Early,
        }
    }
}

/// A box of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeBox {
    /// The part of the outer tree.
    pub part: Part,
    /// What was done with it.
    pub kind: PartKind,
    /// Levels below the root.
    pub depth: u32,
    /// Columns from the left to its middle.
    pub column: f64,
    /// The box above it.
    pub above: Option<usize>,
    /// The boxes below it, left to right.
    pub below: Option<[usize; 2]>,
    /// In phase 2: how many of its periods end late enough; `None` if its inner tree was not searched.
    pub feasible: Option<u32>,
}

/// The boxes of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchTree {
    /// The boxes; the root is the first.
    pub boxes: Vec<TreeBox>,
    /// Columns of the picture.
    pub columns: u32,
    /// Levels of the picture.
    pub levels: u32,
}

impl SearchTree {
    /// The boxes of an attempt in the tree of these periods.
    pub fn new(tree: &QuantumTree, attempt: &Attempt) -> Self {
        let mut this = Self::default();
        let whole = (0, tree.periods().len() as u32);
        if whole.1 > 0 {
            this.add(tree, attempt, whole, 0, None);
        }
        this.levels = this.boxes.iter().map(|shown| shown.depth + 1).max().unwrap_or(0);
        this
    }

    fn add(&mut self, tree: &QuantumTree, attempt: &Attempt, part: Part, depth: u32, above: Option<usize>) -> usize {
        let search = &attempt.search;
        let is_marked = search.marked.contains(&part);
        let is_passed = search.path.contains(&part) && !is_marked;
        let kind = match (is_marked, is_passed) {
            (true, _) => PartKind::Marked,
            (false, true) => PartKind::Passed,
            (false, false) => PartKind::Aside,
        };
        let feasible = search.searched.iter().find(|(searched, _)| *searched == part).map(|(_, found)| *found);
        let at = self.boxes.len();
        self.boxes.push(TreeBox { part, kind, depth, column: 0.0, above, below: None, feasible });
        match tree.below(part).filter(|_| is_passed) {
            Some((left, right)) => {
                let left = self.add(tree, attempt, left, depth + 1, Some(at));
                let right = self.add(tree, attempt, right, depth + 1, Some(at));
                self.boxes[at].below = Some([left, right]);
                self.boxes[at].column = (self.boxes[left].column + self.boxes[right].column) / 2.0;
            }
            None => {
                self.boxes[at].column = f64::from(self.columns) + 0.5;
                self.columns += 1;
            }
        }
        at
    }

    /// The box that an arrow key leads to: up to the one above, down to the first below, left and right to the neighbour on the same level.
    pub fn step(&self, from: usize, key: &str) -> Option<usize> {
        let shown = self.boxes.get(from)?;
        let on_level = |after: bool| {
            let beyond = |other: &&(usize, &TreeBox)| {
                other.1.depth == shown.depth && if after { other.1.column > shown.column } else { other.1.column < shown.column }
            };
            let all: Vec<(usize, &TreeBox)> = self.boxes.iter().enumerate().collect();
            let by_column = |one: &&(usize, &TreeBox), other: &&(usize, &TreeBox)| one.1.column.total_cmp(&other.1.column);
            let beyond = all.iter().filter(beyond);
            if after { beyond.min_by(by_column) } else { beyond.max_by(by_column) }.map(|(at, _)| *at)
        };
        match key {
            "ArrowUp" => shown.above,
            "ArrowDown" => shown.below.map(|[left, _]| left),
            "ArrowLeft" => on_level(false),
            "ArrowRight" => on_level(true),
            "Home" => Some(0),
            "End" => self.boxes.len().checked_sub(1),
            _ => None,
        }
    }

    /// A box in words: its periods, and what both phases did with it.
    pub fn words(&self, at: usize, periods: &[Period], attempt: &Attempt) -> String {
        let Some(shown) = self.boxes.get(at) else { return String::new() };
        let inside = periods.get(shown.part.0 as usize..shown.part.1 as usize).unwrap_or_default();
        let (Some(latest), Some(earliest)) = (inside.first(), inside.last()) else { return String::new() };
        let count = if inside.len() == 1 { "1 period".to_string() } else { format!("{} periods", inside.len()) };
        let starts = if latest.start == earliest.start {
            format!("from {} s", latest.start)
        } else {
            format!("from {} s back to {} s", latest.start, earliest.start)
        };
        let window = attempt.window;
        let fate = match (shown.kind, shown.feasible) {
            (PartKind::Passed, _) => "on the way down".to_string(),
            (PartKind::Aside, _) if latest.start > window.from => format!("left aside: the first begins after {} s", window.from),
            (PartKind::Aside, _) => "not looked at".to_string(),
            (PartKind::Marked, Some(found)) => {
                format!("marked in phase 1; in phase 2, {found} of {} end at {} s or later", inside.len(), window.to)
            }
            (PartKind::Marked, None) if attempt.search.stopped_early(window.servers) => {
                "marked in phase 1; phase 2 was not begun".to_string()
            }
            (PartKind::Marked, None) => "marked in phase 1; there was enough before it in phase 2".to_string(),
        };
        let begin = if inside.len() == 1 { "begins" } else { "begin" };
        format!("{count} that {begin} {starts}: {fate}")
    }
}

/// What both phases came to, in a sentence each.
pub fn search_words(attempt: &Attempt, periods: usize) -> [String; 2] {
    let (search, wanted) = (&attempt.search, attempt.window.servers);
    let first =
        format!("Phase 1: {} of {periods} periods begin by {} s; {wanted} are wanted.", search.candidates, attempt.window.from);
    let second = if search.stopped_early(wanted) {
        "Phase 2 is not begun: there are too few candidates.".to_string()
    } else if let Some((free, missing)) = search.named {
        let fate = missing.map_or("it takes them".to_string(), |server| format!("server {server} is the first that is not"));
        let of = format!("{} of them end at {} s or later", search.feasible, attempt.window.to);
        format!("Phase 2: {of}, and {free} of the {wanted} that are named are among these; {fate}.")
    } else if search.taken.is_empty() {
        format!("Phase 2: {} of them end at {} s or later: too few.", search.feasible, attempt.window.to)
    } else {
        format!("Phase 2: it stops at {} that end at {} s or later, and takes {wanted}.", search.feasible, attempt.window.to)
    };
    [first, second]
}

/// When a period ends, in words.
pub fn end_words(end: u64) -> String {
    if end == OPEN { "no end".to_string() } else { format!("{end} s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::batch::coalloc::period::Window;

    fn attempt(from: u64, to: u64, servers: u32) -> (QuantumTree, Attempt) {
        let periods = (0..8).map(|i| Period { start: 10 * i, end: if i % 2 == 0 { OPEN } else { 10 * i + 45 }, server: i as u32 });
        let tree = QuantumTree::new(periods.collect());
        let window = Window { from, to, servers, first_server: None };
        let search = tree.search(window);
        (tree, Attempt { window, quantum: 0, search })
    }

    #[test]
    fn boxes_are_the_way_down_and_what_lies_beside_it() {
        let (tree, attempt) = attempt(50, 70, 3);
        let shown = SearchTree::new(&tree, &attempt);
        assert_eq!(shown.boxes[0].part, (0, 8));
        let marked: Vec<Part> = shown.boxes.iter().filter(|shown| shown.kind == PartKind::Marked).map(|shown| shown.part).collect();
        assert_eq!(marked.len(), attempt.search.marked.len());
        assert!(attempt.search.marked.iter().all(|part| marked.contains(part)));
        let candidates: u32 = marked.iter().map(|(from, to)| to - from).sum();
        assert_eq!(candidates, attempt.search.candidates);
        // What has no box below it covers all periods once.
        let mut ends: Vec<Part> = shown.boxes.iter().filter(|shown| shown.below.is_none()).map(|shown| shown.part).collect();
        ends.sort_unstable();
        assert!(ends.windows(2).all(|pair| pair[0].1 == pair[1].0) && ends[0].0 == 0 && ends[ends.len() - 1].1 == 8, "{ends:?}");
        assert_eq!(shown.columns as usize, ends.len());
    }

    #[test]
    fn every_box_is_reached_by_keys_and_told_in_words() {
        let (tree, attempt) = attempt(50, 70, 3);
        let shown = SearchTree::new(&tree, &attempt);
        let (mut reached, mut open) = (vec![0], vec![0]);
        while let Some(at) = open.pop() {
            for key in ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] {
                let to = shown.step(at, key).filter(|to| !reached.contains(to));
                reached.extend(to);
                open.extend(to);
            }
        }
        assert_eq!(reached.len(), shown.boxes.len());
        assert_eq!(shown.step(0, "ArrowUp"), None);
        for at in 0..shown.boxes.len() {
            assert!(shown.words(at, tree.periods(), &attempt).contains("period"));
        }
        assert!(search_words(&attempt, 8)[1].contains("takes 3"), "{:?}", search_words(&attempt, 8));
        let (_, none) = self::attempt(0, 5, 2);
        assert!(search_words(&none, 8)[1].contains("not begun"));
        assert_eq!(SearchTree::new(&QuantumTree::new(Vec::new()), &none).boxes.len(), 0);
    }
}
