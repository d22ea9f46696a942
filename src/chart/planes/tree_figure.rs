//! The opened tree of a strip as a figure to take away: its nodes with what they know, and how the search read them.

use super::strip_tree::{Reading, TreeSpot, tree_spots};
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{DataTable, Figure, INK, RIGHT_PX, WIDTH_PX};
use crate::kit::legend::{Sample, legend};
use crate::kit::palette::Rgba;
use crate::kit::text::text_width;
use bookahead_engine::core::sorting::sort_shared_by_key;
use bookahead_engine::idle::reference::{StripName, TreeNode};
use bookahead_engine::idle::{Moment, OPEN, Tick, TreeName};

/// Width of the tree.
const INNER_PX: f64 = WIDTH_PX - 2.0 * RIGHT_PX;
/// Radius of a node that has room or was read, and least and greatest of others, in CSS px.
const RADIUS_PX: f64 = 8.5;
const SMALL_PX: (f64, f64) = (0.6, 3.0);
/// Words below nodes, and numbers in them: longer ones are smaller.
const WORDS: Font = Font::new(11.0, INK.ink_quiet);
const VISIT: Font = Font { px: 10.0, colour: INK.moved_ink, is_strong: true };

/// What the search did with a node; the last are drawn over the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    Plain,
    Marked,
    Read,
    Found,
}

impl Look {
    fn of(spot: &TreeSpot) -> Self {
        match (spot.is_found, spot.visited > 0, spot.is_marked) {
            (true, ..) => Self::Found,
            (_, true, _) => Self::Read,
            (_, _, true) => Self::Marked,
            _ => Self::Plain,
        }
    }

    fn dot(self) -> (Rgba, Pen) {
        match self {
            Self::Plain => (INK.background, Pen::new(INK.ink_quiet, 1.0)),
            Self::Marked => (INK.background, Pen::new(INK.class(0), 2.4).dashed("3 2")),
            Self::Read => (INK.background, Pen::new(INK.moved_ink, 2.4)),
            Self::Found => (INK.accent, Pen::new(INK.accent, 2.4)),
        }
    }
}

/// An end in words.
fn end_words(end: Tick) -> String {
    if end == OPEN { "∞".to_string() } else { end.to_string() }
}

/// An end as data; nothing stands for no end.
fn end_cell(end: Tick) -> String {
    if end == OPEN { String::new() } else { end.to_string() }
}

/// The opened tree of a moment; `None` if it holds nothing.
pub fn tree_figure(moment: &Moment, name: TreeName) -> Option<Figure> {
    let (spots, tree_height) = tree_spots(moment, name, INNER_PX);
    let deepest = moment.tree[spots.last()?.node].depth;
    let mut drawing = Drawing::default();
    let sample = |look: Look| Sample::Dot(6.0, look.dot().0, look.dot().1);
    let entries = [
        ("read by the search, numbered in order", sample(Look::Read)),
        ("put aside for later", sample(Look::Marked)),
        ("the period that was found", sample(Look::Found)),
        ("not looked at", sample(Look::Plain)),
    ];
    let top = legend(&mut drawing, (RIGHT_PX, 0.0), INNER_PX, &entries);
    drawing.place((RIGHT_PX, top), &nodes(moment, spots));
    let below = moment.tree.iter().filter(|node| node.depth > deepest).count();
    let mut notes = if below > 0 { format!(" {below} nodes below are not drawn; the data have them.") } else { String::new() };
    // A tree of so many leaves has twice as many nodes, less one.
    if moment.tree.len() + 1 < 2 * moment.tree[0].leaves as usize {
        notes += &format!(" These are the upper {} nodes of a large tree.", moment.tree.len());
    }
    let of = match name.strip {
        StripName::Strip(strip) => format!(" of strip {strip}"),
        StripName::Open => " of the periods without end".to_string(),
        StripName::Past => String::new(),
    };
    Some(Figure {
        key: "opened-tree",
        title: format!("The opened tree{of}"),
        explanation: format!(
            "Leaves are idle periods: start – end. Below an inner node: the median, up to which periods are at its left, and the latest \
             end below it. All in ticks; ∞ is no end. Words are left out where they would touch.{notes}"
        ),
        height: top + tree_height,
        drawing,
        data: data(moment, name),
    })
}

/// The edges and the nodes.
fn nodes(moment: &Moment, mut spots: Vec<TreeSpot>) -> Drawing {
    let mut drawing = Drawing::default();
    let edges: String =
        spots.iter().map(|spot| format!("M{:.1} {:.1}L{:.1} {:.1}", spot.parent.0, spot.parent.1, spot.x, spot.y)).collect();
    drawing.path(&edges, Pen::new(INK.ink_quiet, 1.0));
    let on_level = |y: f64| spots.iter().filter(|spot| spot.y == y).count();
    let mut small = Vec::new();
    for level in spots.chunk_by(|one, other| one.y == other.y) {
        let radius = (INNER_PX / on_level(level[0].y) as f64 / 2.0).clamp(SMALL_PX.0, SMALL_PX.1);
        small.push((level[0].y, radius));
    }
    sort_shared_by_key(&mut spots, Look::of);
    for spot in &spots {
        let (node, look) = (&moment.tree[spot.node], Look::of(spot));
        let (fill, pen) = look.dot();
        let has_size = look != Look::Plain || spot.has_room;
        let small = small.iter().find(|(y, _)| *y == spot.y).map_or(SMALL_PX.0, |(_, radius)| *radius);
        drawing.dot((spot.x, spot.y), if has_size { RADIUS_PX } else { small }, Some(fill), Some(pen));
        if spot.visited > 0 {
            let font = if look == Look::Found { Font { colour: INK.on_accent, ..VISIT } } else { VISIT };
            let px = match spot.visited {
                ..10 => VISIT.px,
                10..100 => 9.0,
                _ => 7.0,
            };
            drawing.text((spot.x, spot.y + 0.36 * px), Anchor::Middle, Font { px, ..font }, &spot.visited.to_string());
        }
        if spot.has_room {
            let words = match node.leaves {
                1 => format!("{}–{}", node.last.start, end_words(node.last.end)),
                _ => format!("≤ {} | {}", node.median, end_words(node.latest_end)),
            };
            // Over the edges to its children.
            let width = text_width(&words, WORDS.px) * 0.95;
            drawing.rect(Rect { x: spot.x - width / 2.0, y: spot.y + 11.5, width, height: 13.0 }, INK.background, None);
            drawing.text((spot.x, spot.y + 22.0), Anchor::Middle, WORDS, &words);
        }
    }
    drawing
}

/// Every node that is known of the tree, also those that are not drawn.
fn data(moment: &Moment, name: TreeName) -> DataTable {
    let mut data = DataTable::new([
        "node",
        "parent",
        "depth",
        "periods",
        "median",
        "latest_end",
        "longest_start",
        "longest_end",
        "server",
        "start",
        "end",
        "read_as",
        "put_aside",
        "found",
    ]);
    let reading = Reading::of(moment, name);
    let yes = |is_so: bool| if is_so { "yes" } else { "no" }.to_string();
    let row = |node: &TreeNode| {
        let visited = reading.visited(node);
        let (longest, leaf) = (&node.longest, &node.last);
        let [server, start, end] = match node.leaves {
            1 => [leaf.server.to_string(), leaf.start.to_string(), end_cell(leaf.end)],
            _ => Default::default(),
        };
        vec![
            node.id.to_string(),
            if node.depth == 0 { String::new() } else { node.parent.to_string() },
            node.depth.to_string(),
            node.leaves.to_string(),
            node.median.to_string(),
            end_cell(node.latest_end),
            longest.start.to_string(),
            end_cell(longest.end),
            server,
            start,
            end,
            if visited == 0 { String::new() } else { visited.to_string() },
            yes(reading.is_marked(node)),
            yes(reading.is_found(node)),
        ]
    };
    data.rows = moment.tree.iter().map(row).collect();
    data
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::figure::Origin;
    use crate::planes::strip_tree::tests::opened;

    #[test]
    fn every_node_is_in_the_data_and_the_search_in_the_picture() {
        for count in [1, 2, 7, 40, 3_000] {
            let (moment, name) = opened(count);
            let figure = tree_figure(&moment, name).unwrap();
            assert_eq!(figure.data.rows.len(), moment.tree.len());
            let (spots, _) = tree_spots(&moment, name, INNER_PX);
            for spot in &spots {
                let (node, row) = (&moment.tree[spot.node], &figure.data.rows[spot.node]);
                assert_eq!(row.len(), figure.data.columns.len());
                assert_eq!([&row[0], &row[3]], [&node.id.to_string(), &node.leaves.to_string()]);
                assert_eq!(row[11].parse().unwrap_or(0), spot.visited);
                assert_eq!(row[13] == "yes", spot.is_found);
            }
            let found = figure.data.rows.iter().filter(|row| row[13] == "yes").count();
            assert_eq!(found, if count < 1_000 { 1 } else { 0 }, "of a large tree the upper levels are known");
            assert_eq!(figure.explanation.contains("of a large tree"), count > 1_000, "{}", figure.explanation);
            let shapes = figure.drawing.elements();
            assert_eq!(shapes.matches("<circle").count(), spots.len() + 4, "and four of the legend");
            assert!(figure.height < 700.0 && shapes.len() < 600_000, "{count}: {} {}", figure.height, shapes.len());
            for circle in shapes.lines().filter(|line| line.starts_with("<circle")) {
                let of = |name: &str| circle.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?.parse::<f64>().ok();
                assert!((0.0..=WIDTH_PX).contains(&of("cx").unwrap()) && of("cy").unwrap() <= figure.height, "{circle}");
            }
            assert!(!figure.svg(&Origin::default()).contains("NaN"));
        }
        let (nothing, name) = opened(0);
        assert!(tree_figure(&nothing, name).is_none());
    }
}
