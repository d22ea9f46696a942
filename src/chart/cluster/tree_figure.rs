//! The search of co-allocation for a job as a figure to take away: the outer tree, and below it the inner tree of one of its parts.

use super::search_tree::{Leaf, PartKind, SearchTree, TreeBox, end_words, search_words};
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{DataTable, Figure, INK, QUIET, RIGHT_PX, WIDTH_PX};
use crate::kit::legend::{Sample, legend};
use crate::kit::palette::{Rgba, mix};
use crate::kit::text::text_width;
use bookahead_engine::batch::coalloc::session::Attempt;
use bookahead_engine::batch::coalloc::tree::QuantumTree;

/// Width of the figure without its edges.
const INNER_PX: f64 = WIDTH_PX - 2.0 * RIGHT_PX;
/// Width of a column and height of a level where there is room, and greatest height of all levels, in CSS px.
const COLUMN_PX: f64 = 104.0;
const LEVEL_PX: f64 = 58.0;
const LEVELS_PX: f64 = 860.0;
/// Size of a box where there is room; from this height on it has words.
const BOX_PX: (f64, f64) = (92.0, 36.0);
const WORDS_PX: f64 = 30.0;
/// Height of the leaves of the inner tree that are too short, end in time, and are taken; and greatest width of one.
const LEAF_PX: [f64; 3] = [10.0, 18.0, 26.0];
const LEAF_WIDTH_PX: f64 = 22.0;
/// Most leaves that are drawn one by one: more are drawn several as one.
const LEAVES_MAX: usize = 460;
/// Words in boxes: above, and below.
const UPPER: Font = Font::new(11.5, INK.ink);
const LOWER: Font = Font::new(10.5, INK.ink_quiet);

/// What is shown of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchFrame<'a> {
    /// The attempt.
    pub attempt: &'a Attempt,
    /// The tree it was made in.
    pub tree: &'a QuantumTree,
    /// The part whose inner tree is shown, by its box.
    pub walked: usize,
    /// The number of the job.
    pub job: u32,
    /// Which of the attempts for the job it is, from 1, and how many there are.
    pub tries: (usize, usize),
}

fn fill(kind: PartKind) -> (Rgba, Pen) {
    match kind {
        PartKind::Passed => (INK.background, Pen::new(INK.ink_quiet, 1.4)),
        PartKind::Marked => (mix(INK.background, INK.accent, 0.16), Pen::new(INK.accent, 2.0)),
        PartKind::Aside => (INK.background, Pen::new(INK.ink_quiet, 1.2).dashed("3 3")),
    }
}

fn leaf_colour(leaf: Leaf) -> Rgba {
    match leaf {
        Leaf::Taken => INK.ink,
        Leaf::Late => mix(INK.background, INK.accent, 0.6),
        Leaf::Early => mix(INK.background, INK.ink, 0.3),
    }
}

/// The first of some words that has room.
fn fitting(words: &[String], width: f64, font: Font) -> Option<&String> {
    words.iter().find(|words| text_width(words, font.px) <= width)
}

/// What stands in a box, the longest words first.
fn box_words(shown: &TreeBox) -> [Vec<String>; 2] {
    let count = shown.part.1 - shown.part.0;
    let upper = vec![if count == 1 { "1 period".to_string() } else { format!("{count} periods") }, count.to_string()];
    let lower = match (shown.kind, shown.feasible) {
        (PartKind::Marked, Some(found)) => vec![format!("{found} in time"), found.to_string()],
        (kind, _) => vec![kind.word().to_string()],
    };
    [upper, lower]
}

impl SearchFrame<'_> {
    /// The figure.
    pub fn figure(&self) -> Figure {
        let boxes = SearchTree::new(self.tree, self.attempt);
        let walked = self.walked.min(boxes.boxes.len().saturating_sub(1));
        let mut drawing = Drawing::default();
        let boxed = |kind: PartKind| Sample::Box(fill(kind).0, fill(kind).1);
        let entries = [
            ("on the way down", boxed(PartKind::Passed)),
            ("marked in phase 1", boxed(PartKind::Marked)),
            ("left aside", boxed(PartKind::Aside)),
            ("its inner tree is shown below", Sample::Box(INK.background, Pen::new(INK.ink, 3.0))),
        ];
        let mut y = legend(&mut drawing, (RIGHT_PX, 0.0), INNER_PX, &entries) + 4.0;
        y += outer_tree(&mut drawing, &boxes, walked, y);
        let words = boxes.words(walked, self.tree.periods(), self.attempt);
        if !words.is_empty() {
            y += 18.0;
            drawing.text((RIGHT_PX, y), Anchor::Start, Font { is_strong: true, ..UPPER }, &format!("{words}."));
            y = self.inner_tree(&mut drawing, &boxes.boxes[walked], y + 6.0);
        }
        let (number, of, window) = (self.tries.0, self.tries.1, self.attempt.window);
        let nodes = if window.servers == 1 { "1 node".to_string() } else { format!("{} nodes", window.servers) };
        let [first, second] = search_words(self.attempt, self.tree.periods().len());
        Figure {
            key: "search-tree",
            title: format!(
                "The search for job {}, try {number} of {of}: {nodes} from {} s to {} s",
                self.job, window.from, window.to
            ),
            explanation: format!(
                "Quantum {}: a box is a part of the outer tree with the number of its periods, the latest starts at the left; its second \
                 line is what the search did, or how many of them end in time. {first} {second}",
                self.attempt.quantum
            ),
            height: y,
            drawing,
            data: self.data(&boxes, walked),
        }
    }

    /// The leaves of a part from a height on, with their legend; how far down they reach.
    fn inner_tree(&self, drawing: &mut Drawing, shown: &TreeBox, top: f64) -> f64 {
        let periods = self.tree.inner(shown.part);
        let leaves: Vec<Leaf> = periods.iter().map(|period| Leaf::of(period, shown.kind, self.attempt)).collect();
        let together = leaves.len().div_ceil(LEAVES_MAX).max(1);
        let drawn: Vec<Leaf> = leaves.chunks(together).filter_map(|leaves| leaves.iter().copied().max()).collect();
        let kinds = [(Leaf::Taken, "taken"), (Leaf::Late, "ends in time"), (Leaf::Early, "too short, or not marked")];
        let entries = kinds.map(|(leaf, name)| (name, Sample::Box(leaf_colour(leaf), Pen::new(leaf_colour(leaf), 1.0))));
        let bottom = top + legend(drawing, (RIGHT_PX, top), INNER_PX, &entries) + LEAF_PX[Leaf::Taken as usize];
        let width = (INNER_PX / drawn.len().max(1) as f64).min(LEAF_WIDTH_PX);
        for (at, leaf) in drawn.iter().enumerate() {
            let height = LEAF_PX[*leaf as usize];
            let area = Rect { x: RIGHT_PX + at as f64 * width, y: bottom - height, width: width - (width * 0.25).min(1.0), height };
            drawing.rect(area, leaf_colour(*leaf), None);
        }
        let right = RIGHT_PX + width * drawn.len() as f64;
        drawing.line((RIGHT_PX, bottom + 0.5), (right, bottom + 0.5), Pen::new(INK.ink_quiet, 1.0));
        let several = if together > 1 { format!(", {together} periods a bar") } else { String::new() };
        let ends = match (periods.first(), periods.last()) {
            (Some(first), Some(last)) if periods.len() > 1 => {
                format!(
                    "periods by end, from {} at the left to {} at the right{several}",
                    end_words(first.end),
                    end_words(last.end)
                )
            }
            (Some(only), _) => format!("one period, its end: {}", end_words(only.end)),
            _ => String::new(),
        };
        drawing.text((RIGHT_PX, bottom + 16.0), Anchor::Start, QUIET, &ends);
        bottom + 24.0
    }

    /// The parts of the outer tree that are drawn.
    fn data(&self, boxes: &SearchTree, walked: usize) -> DataTable {
        let mut data = DataTable::new([
            "part",
            "part_above",
            "depth",
            "periods",
            "latest_start_s",
            "earliest_start_s",
            "search",
            "end_in_time",
            "inner_tree_shown",
        ]);
        let periods = self.tree.periods();
        let row = |(at, shown): (usize, &TreeBox)| {
            let (from, to) = (shown.part.0 as usize, shown.part.1 as usize);
            let start = |at: usize| periods.get(at).map_or_else(String::new, |period| period.start.to_string());
            vec![
                (at + 1).to_string(),
                shown.above.map_or_else(String::new, |above| (above + 1).to_string()),
                shown.depth.to_string(),
                (to - from).to_string(),
                start(from),
                start(to.saturating_sub(1)),
                shown.kind.word().to_string(),
                shown.feasible.map_or_else(String::new, |found| found.to_string()),
                if at == walked { "yes" } else { "no" }.to_string(),
            ]
        };
        data.rows = boxes.boxes.iter().enumerate().map(row).collect();
        data
    }
}

/// The boxes of the outer tree from a height on; how high they are together.
fn outer_tree(drawing: &mut Drawing, boxes: &SearchTree, walked: usize, top: f64) -> f64 {
    let column = (INNER_PX / f64::from(boxes.columns.max(1))).min(COLUMN_PX);
    let level = (LEVELS_PX / f64::from(boxes.levels.max(1))).min(LEVEL_PX);
    // Columns part boxes of one level, so that neighbours never touch.
    let size = (BOX_PX.0.min(column - 4.0).max(1.0), BOX_PX.1.min(level - 8.0).max(2.0));
    let middle = |shown: &TreeBox| {
        (RIGHT_PX + shown.column * column, top + f64::from(shown.depth) * level + BOX_PX.1.min(level) / 2.0 + 2.0)
    };
    for shown in &boxes.boxes {
        let Some(above) = shown.above.and_then(|above| boxes.boxes.get(above)) else { continue };
        let ((x0, y0), (x1, y1)) = (middle(above), middle(shown));
        drawing.line((x0, y0 + size.1 / 2.0), (x1, y1 - size.1 / 2.0), Pen::new(INK.ink_quiet, 1.2));
    }
    for (at, shown) in boxes.boxes.iter().enumerate() {
        let (x, y) = middle(shown);
        let area = Rect { x: x - size.0 / 2.0, y: y - size.1 / 2.0, width: size.0, height: size.1 };
        let (ground, pen) = fill(shown.kind);
        drawing.rect(area, ground, None);
        drawing.frame(area, pen);
        if at == walked {
            drawing.frame(
                Rect { x: area.x - 2.5, y: area.y - 2.5, width: area.width + 5.0, height: area.height + 5.0 },
                Pen::new(INK.ink, 3.0),
            );
        }
        if size.1 < WORDS_PX {
            continue;
        }
        let lower = Font {
            is_strong: shown.kind == PartKind::Marked,
            colour: if shown.kind == PartKind::Marked { INK.ink } else { LOWER.colour },
            ..LOWER
        };
        for ((words, font), down) in box_words(shown).iter().zip([UPPER, lower]).zip([-3.0, 11.0]) {
            if let Some(words) = fitting(words, size.0 + 2.0, font) {
                drawing.text((x, y + down), Anchor::Middle, font, words);
            }
        }
    }
    f64::from(boxes.levels) * level
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::figure::Origin;
    use bookahead_engine::batch::coalloc::period::{OPEN, Period, Window};

    /// A search among so many periods.
    fn search(count: u64, from: u64, to: u64, servers: u32) -> (QuantumTree, Attempt) {
        let periods =
            (0..count).map(|i| Period { start: 10 * i, end: if i % 3 == 0 { OPEN } else { 10 * i + 45 }, server: i as u32 });
        let tree = QuantumTree::new(periods.collect());
        let window = Window { from, to, servers, first_server: None };
        let search = tree.search(window);
        (tree, Attempt { window, quantum: 4, search })
    }

    fn figure(count: u64, from: u64, servers: u32, walked: usize) -> Figure {
        let (tree, attempt) = search(count, from, from + 30, servers);
        SearchFrame { attempt: &attempt, tree: &tree, walked, job: 7, tries: (2, 5) }.figure()
    }

    #[test]
    fn every_part_is_in_picture_and_data() {
        let (tree, attempt) = search(8, 50, 80, 2);
        let boxes = SearchTree::new(&tree, &attempt);
        let figure = figure(8, 50, 2, 0);
        assert_eq!(figure.data.rows.len(), boxes.boxes.len());
        for (row, shown) in figure.data.rows.iter().zip(&boxes.boxes) {
            assert_eq!(row.len(), figure.data.columns.len());
            let periods = (shown.part.1 - shown.part.0).to_string();
            assert_eq!([&row[2], &row[3], &row[6]], [&shown.depth.to_string(), &periods, &shown.kind.word().to_string()]);
            assert_eq!(row[7], shown.feasible.map_or(String::new(), |found| found.to_string()));
            assert_eq!(row[1].is_empty(), shown.above.is_none());
        }
        let marked = boxes.boxes.iter().filter(|shown| shown.feasible.is_some()).count();
        assert!(marked > 0 && figure.drawing.elements().matches(" in time<").count() >= marked);
        assert!(figure.title.contains("job 7, try 2 of 5: 2 nodes from 50 s to 80 s"), "{}", figure.title);
    }

    #[test]
    fn trees_of_any_width_stay_within() {
        for (count, walked) in [(0, 0), (1, 0), (2, 1), (40, 3), (5_000, 0), (5_000, 9), (60_000, 0)] {
            let figure = figure(count, 10 * count.saturating_sub(3) / 2, 3, walked);
            let shapes = figure.drawing.elements();
            assert!(figure.height < 1_100.0 && shapes.len() < 120_000, "{count}: {} {}", figure.height, shapes.len());
            for rect in shapes.lines().filter(|line| line.starts_with("<rect")) {
                let of = |name: &str| rect.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?.parse::<f64>().ok();
                let (x, y, width, height) = (of("x").unwrap(), of("y").unwrap(), of("width").unwrap(), of("height").unwrap());
                assert!(x >= 0.0 && x + width <= WIDTH_PX && y >= 0.0 && y + height <= figure.height, "{count}: {rect}");
            }
            assert!(!figure.svg(&Origin::default()).contains("NaN"));
            assert_eq!(figure.data.rows.is_empty(), count == 0);
            assert_eq!(count > 1_000 && walked == 0, shapes.contains("periods a bar"), "{count}");
        }
    }
}
