//! The nodes of a store as boxes: a box is as wide as the slots it stands for; levels of a tree and entries of a list lie below one another.

use crate::gantt::bar::Rect;
use bookahead_engine::core::sorting::sort_shared;
use bookahead_engine::slots::request::Slot;
use bookahead_papers::slots::store::Picture;

/// Height of a box, in CSS px.
const BOX_PX: f64 = 22.0;
/// Between two rows.
const GAP_PX: f64 = 5.0;
/// Above the first row: the numbers of slots.
const AXIS_PX: f64 = 20.0;
/// A letter, about.
const LETTER_PX: f64 = 7.0;
/// Slots between two numbers of the axis.
const TICK: Slot = 8;

/// Between a text and the edges of its box, and between two boxes.
const ROOM_PX: (f64, f64) = (2.0, 1.0);

/// The narrowest drawing of so many slots in which a box of one slot has room for two digits, in CSS px.
pub fn narrowest_px(slots: Slot) -> f64 {
    f64::from(slots) * (2.0 * LETTER_PX + ROOM_PX.0 + ROOM_PX.1)
}

/// A node of the picture as a box.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeBox {
    /// The node, by its place in the picture.
    pub node: usize,
    /// Where it is, in CSS px.
    pub rect: Rect,
    /// Whether what it holds can be written into it.
    pub has_text: bool,
}

/// A store as boxes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoreBoxes {
    /// Height of the drawing, in CSS px.
    pub height: f64,
    /// One for each node, in their order.
    pub boxes: Vec<NodeBox>,
    /// Numbers of slots with their places from the left, in CSS px.
    pub ticks: Vec<(Slot, f64)>,
}

/// Lays out a store of so many slots in a drawing of a width in CSS px. Nodes of a row that overlap in time get lanes of their own.
pub fn store_boxes(picture: &Picture, slots: Slot, width: f64) -> StoreBoxes {
    let width = if width.is_finite() { width.max(0.0) } else { 0.0 };
    let slot_px = width / f64::from(slots.max(1));
    let x_of = |slot: Slot| f64::from(slot.min(slots)) * slot_px;
    let mut rows: Vec<(u32, Slot, usize)> = Vec::with_capacity(picture.nodes.len());
    rows.extend(picture.nodes.iter().enumerate().map(|(at, node)| (node.row, node.span.0, at)));
    sort_shared(&mut rows, Ord::cmp);
    let mut boxes: Vec<Option<NodeBox>> = vec![None; picture.nodes.len()];
    let mut lanes_above = 0;
    for row in rows.chunk_by(|one, next| one.0 == next.0) {
        // The end of each lane; a node goes to the first that is free.
        let mut ends: Vec<Slot> = Vec::new();
        for &(_, start, at) in row {
            let node = &picture.nodes[at];
            let lane = ends.iter().position(|end| *end <= start).unwrap_or_else(|| {
                ends.push(0);
                ends.len() - 1
            });
            ends[lane] = node.span.1;
            let (left, right) = (x_of(node.span.0), x_of(node.span.1));
            let y = AXIS_PX + (lanes_above + lane) as f64 * (BOX_PX + GAP_PX);
            let apart = if slot_px > 4.0 { ROOM_PX.1 } else { 0.0 };
            let rect = Rect { x: left, y, width: (right - left - apart).max(1.0), height: BOX_PX };
            let has_text = node.text.chars().count() as f64 * LETTER_PX + ROOM_PX.0 <= rect.width + 1e-6;
            boxes[at] = Some(NodeBox { node: at, rect, has_text });
        }
        lanes_above += ends.len();
    }
    StoreBoxes {
        height: AXIS_PX + lanes_above as f64 * (BOX_PX + GAP_PX),
        boxes: boxes.into_iter().flatten().collect(),
        ticks: (0..slots).step_by(TICK as usize).map(|slot| (slot, x_of(slot))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_papers::slots::store::{Extent, StoreKind, Wanted, small_plan, walk};

    #[test]
    fn every_node_has_a_box_within_the_drawing_and_none_covers_another() {
        let extent = Extent { nodes: 8, slots: 64, ahead: 64 };
        let wanted = Wanted { earliest: 10, latest: 40, duration: 6, nodes: 3 };
        for kind in StoreKind::ALL {
            for stage in walk(kind, extent, &small_plan(extent, 20, 3), wanted).stages {
                let drawn = store_boxes(&stage.picture, 64, 960.0);
                assert_eq!(drawn.boxes.len(), stage.picture.nodes.len());
                assert_eq!(drawn.ticks.len(), 8);
                for (at, one) in drawn.boxes.iter().enumerate() {
                    let Rect { x, y, width, height } = one.rect;
                    assert!(x >= 0.0 && x + width <= 960.0 && y + height <= drawn.height, "{} {one:?}", kind.key());
                    for other in &drawn.boxes[at + 1..] {
                        let apart_x = x + width <= other.rect.x || other.rect.x + other.rect.width <= x;
                        let apart_y = y + height <= other.rect.y || other.rect.y + other.rect.height <= y;
                        assert!(apart_x || apart_y, "{}: {one:?} {other:?}", kind.key());
                    }
                }
            }
        }
    }

    #[test]
    fn two_digits_have_room_in_the_narrowest_drawing() {
        let extent = Extent { nodes: 40, slots: 64, ahead: 64 };
        let wanted = Wanted { earliest: 10, latest: 40, duration: 6, nodes: 3 };
        for kind in StoreKind::ALL {
            for stage in walk(kind, extent, &small_plan(extent, 20, 3), wanted).stages {
                let drawn = store_boxes(&stage.picture, 64, narrowest_px(64));
                let short = drawn.boxes.iter().filter(|one| stage.picture.nodes[one.node].text.chars().count() <= 2);
                assert!(short.clone().all(|one| one.has_text || one.rect.width < 16.0 - 1e-6), "{}", kind.key());
                let narrow = short.filter(|one| !one.has_text).count();
                assert_eq!(narrow, 0, "{}", kind.key());
            }
        }
    }

    #[test]
    fn nothing_and_no_room_are_drawn_too() {
        assert_eq!(store_boxes(&Picture::default(), 0, f64::NAN).boxes, []);
        let extent = Extent { nodes: 8, slots: 64, ahead: 64 };
        let wanted = Wanted { earliest: 0, latest: 0, duration: 1, nodes: 1 };
        let walk = walk(StoreKind::Garq, extent, &[], wanted);
        let drawn = store_boxes(&walk.stages[0].picture, 64, -3.0);
        assert!(drawn.boxes.iter().all(|one| !one.has_text && one.rect.width == 1.0));
    }
}
