//! A slot store while an operation visits its nodes, as a figure to take away.

use super::boxes::{NodeBox, store_boxes};
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{DataTable, Figure, INK, QUIET, RIGHT_PX, WIDTH_PX};
use crate::kit::legend::{SAMPLE_PX, Sample, legend};
use crate::kit::palette::{Rgba, mix};
use crate::kit::text::text_width;
use bookahead_papers::slots::store::{Extent, Picture, PictureNode, Stage, StoreKind, Walk, Wanted};

/// Width of the boxes together, in CSS px.
const BOXES_PX: f64 = WIDTH_PX - 2.0 * RIGHT_PX;
/// Most boxes that are drawn; more would be smaller than what printers show.
const BOXES_MAX: usize = 5_000;
/// Room for the name of the axis, above its numbers.
const NAME_PX: f64 = 12.0;
/// What is in a box, and the least room on both sides of it together.
const TEXT_PX: f64 = 10.0;
const TEXT_ROOM_PX: f64 = 0.8;

/// Which nodes were visited before, in order, and the one that is visited now; with one more than there are the operation is done.
pub fn visits_of(stage: &Stage, visited: usize) -> (&[usize], Option<usize>) {
    match visited.checked_sub(1).and_then(|last| Some((last, *stage.visits.get(last)?))) {
        Some((last, now)) => (&stage.visits[..last], Some(now)),
        None => (&stage.visits, None),
    }
}

/// What became of a node by a step.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Now,
    Before,
    NotVisited,
}

impl State {
    const ALL: [Self; 3] = [Self::Now, Self::Before, Self::NotVisited];

    fn name(self) -> &'static str {
        match self {
            Self::Now => "visited now",
            Self::Before => "visited before",
            Self::NotVisited => "not visited",
        }
    }

    /// Fill, edge and writing: edges differ in width as well, so that colour is not all that tells them apart.
    fn look(self) -> (Rgba, Pen, Font) {
        let quiet = Font::new(TEXT_PX, INK.ink);
        match self {
            Self::Now => (INK.accent, Pen::new(INK.ink, 2.0), Font { px: TEXT_PX, colour: INK.on_accent, is_strong: true }),
            Self::Before => (mix(INK.background, INK.accent, 0.16), Pen::new(INK.accent, 2.0), quiet),
            Self::NotVisited => (INK.background, Pen::new(INK.ink_quiet, 0.6), quiet),
        }
    }

    fn draw(self, drawing: &mut Drawing, area: Rect, words: Option<&str>) {
        let (fill, pen, _) = self.look();
        drawing.rect(area, fill, words);
        // The edge lies within, so that neighbours keep theirs.
        let half = (pen.width / 2.0).min(area.width / 4.0);
        let Rect { x, y, width, height } = area;
        drawing.frame(Rect { x: x + half, y: y + half, width: width - 2.0 * half, height: height - 2.0 * half }, pen);
    }
}

/// The store of a step of a walk with its nodes as boxes. Its data has every node, `end` the first slot after it.
pub fn store_figure(kind: StoreKind, extent: Extent, wanted: Wanted, walk: &Walk, step: usize) -> Figure {
    let nothing = Picture::default();
    let (picture, before, now): (&Picture, &[usize], Option<usize>) = match walk.at(step) {
        Some((stage, visited)) => {
            let (before, now) = visits_of(stage, visited);
            (&stage.picture, before, now)
        }
        None => (&nothing, &[], None),
    };
    let mut states = vec![State::NotVisited; picture.nodes.len()];
    for (nodes, state) in [(before, State::Before), (now.as_slice(), State::Now)] {
        for &node in nodes {
            if let Some(of) = states.get_mut(node) {
                *of = state;
            }
        }
    }
    let laid = store_boxes(picture, extent.slots, BOXES_PX);
    let mut boxes = Drawing::default();
    boxes.text((0.0, 4.0), Anchor::Start, QUIET, "slot");
    for (slot, x) in &laid.ticks {
        boxes.text((x + 1.0, NAME_PX + 13.0), Anchor::Start, QUIET, &slot.to_string());
    }
    for NodeBox { node, rect, .. } in laid.boxes.iter().take(BOXES_MAX) {
        let PictureNode { text, words, .. } = &picture.nodes[*node];
        let (state, area) = (states[*node], Rect { y: rect.y + NAME_PX, ..*rect });
        state.draw(&mut boxes, area, Some(words));
        if text_width(text, TEXT_PX) + TEXT_ROOM_PX <= area.width {
            let at = (area.x + area.width / 2.0, area.y + area.height / 2.0 + 3.6);
            boxes.text(at, Anchor::Middle, state.look().2, text);
        }
    }
    let sample = |state: State| {
        let mut drawing = Drawing::default();
        let area = Rect { x: 1.0, y: 1.0, width: SAMPLE_PX.0 - 2.0, height: SAMPLE_PX.1 - 2.0 };
        state.draw(&mut drawing, area, None);
        (state.name(), Sample::Own(drawing))
    };
    let samples: Vec<_> = State::ALL.into_iter().filter(|state| states.contains(state)).map(sample).collect();
    let mut drawing = Drawing::default();
    let top = legend(&mut drawing, (RIGHT_PX, 0.0), BOXES_PX, &samples) + 6.0;
    drawing.place((RIGHT_PX, top), &boxes);
    let left_out = laid.boxes.len().saturating_sub(BOXES_MAX);
    let note = if left_out > 0 { format!(" {left_out} more boxes are left out.") } else { String::new() };
    let Wanted { earliest, latest, duration, nodes } = wanted;
    Figure {
        key: "store",
        title: format!("How a store works: {}", kind.words()),
        explanation: format!(
            "{} The request: nodes {nodes}, slots {duration}, start in slots {earliest} to {latest}. A box is as wide as the slots that it stands \
             for; levels of a tree and entries of a list lie below one another.{note} {}",
            walk.words(step),
            kind.idea()
        ),
        height: top + NAME_PX + laid.height,
        drawing,
        data: table(picture, before, now, &states),
    }
}

fn table(picture: &Picture, before: &[usize], now: Option<usize>, states: &[State]) -> DataTable {
    let mut visits = vec![String::new(); picture.nodes.len()];
    for (number, node) in (1_usize..).zip(before.iter().copied().chain(now)) {
        if let Some(of) = visits.get_mut(node) {
            *of = if of.is_empty() { number.to_string() } else { format!("{of} {number}") };
        }
    }
    let mut table =
        DataTable::new(["node", "text", "start", "end", "row", "below_or_behind", "is_visited_node", "state", "visits"]);
    let row = |((node, state), visits): ((&PictureNode, &State), String)| {
        let above = node.above.and_then(|above| picture.nodes.get(above)).map_or_else(String::new, |above| above.words.clone());
        let numbers = [node.span.0, node.span.1, node.row].map(|number| number.to_string());
        let names = [node.words.clone(), node.text.clone()];
        names.into_iter().chain(numbers).chain([above, node.is_node.to_string(), state.name().to_string(), visits]).collect()
    };
    table.rows = picture.nodes.iter().zip(states).zip(visits).map(row).collect();
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::figure::Origin;
    use bookahead_papers::slots::store::{small_plan, walk};

    const EXTENT: Extent = Extent { nodes: 8, slots: 64, ahead: 64 };
    const WANTED: Wanted = Wanted { earliest: 10, latest: 40, duration: 6, nodes: 4 };

    #[test]
    fn every_node_is_a_box_and_a_row_and_is_marked_as_on_screen() {
        for kind in StoreKind::ALL {
            let walked = walk(kind, EXTENT, &small_plan(EXTENT, 20, 1), WANTED);
            for step in 0..walked.steps() {
                let (stage, visited) = walked.at(step).unwrap();
                let (before, now) = visits_of(stage, visited);
                let figure = store_figure(kind, EXTENT, WANTED, &walked, step);
                assert_eq!(figure.data.rows.len(), stage.picture.nodes.len());
                let of = |state: &str| figure.data.rows.iter().filter(|row| row[7] == state).count();
                assert_eq!(of("visited now"), usize::from(now.is_some()));
                let numbers: usize = figure.data.rows.iter().map(|row| row[8].split_whitespace().count()).sum();
                assert_eq!(numbers, before.len() + usize::from(now.is_some()), "each visit has its number");
                assert!(figure.explanation.starts_with(&walked.words(step)));
                if step == 0 {
                    let svg = figure.svg(&Origin::default());
                    assert_eq!(svg.matches("<title>").count(), stage.picture.nodes.len() + 1, "each box tells what it is");
                    assert!(figure.height < 1_000.0 && !svg.contains("NaN"), "{}: {}", kind.key(), figure.height);
                }
            }
        }
    }

    #[test]
    fn two_digits_have_room_in_a_box_of_one_slot() {
        assert!(text_width("20", TEXT_PX) + TEXT_ROOM_PX <= BOXES_PX / 64.0 - 1.0);
    }

    #[test]
    fn a_large_store_is_drawn_in_part_and_is_all_in_the_data() {
        let extent = Extent { nodes: 8, slots: 20_000, ahead: 20_000 };
        let wanted = Wanted { earliest: 0, latest: 100, duration: 6, nodes: 4 };
        let walked = walk(StoreKind::Array, extent, &[], wanted);
        let figure = store_figure(StoreKind::Array, extent, wanted, &walked, 0);
        assert!(figure.data.rows.len() > BOXES_MAX && figure.drawing.elements().matches("<title>").count() == BOXES_MAX);
        assert!(figure.explanation.contains("more boxes are left out"), "{}", figure.explanation);
        let none = store_figure(StoreKind::Array, extent, wanted, &Walk { start: None, stages: Vec::new() }, 0);
        assert!(none.data.rows.is_empty());
    }
}
