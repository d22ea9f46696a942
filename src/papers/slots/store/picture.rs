//! What is in a store, as boxes over the slots: one picture for all of them.

use super::reservation::Reservation;
use super::visits::Place;
use bookahead_engine::slots::request::Slot;

/// A node of a store as a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureNode {
    /// Which one.
    pub place: Place,
    /// The row of its kind, from 0 downwards: level of a tree, or place in a list.
    pub row: u32,
    /// Slots that it stands for, the last one excluded.
    pub span: (Slot, Slot),
    /// What it holds, in a few letters.
    pub text: String,
    /// What it is, in words.
    pub words: String,
    /// The node above it, or before it in a list, by its place in the picture.
    pub above: Option<usize>,
    /// Whether it is an own node, which is visited; parts of a vector are not.
    pub is_node: bool,
}

/// The nodes of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// In the order of drawing.
    pub nodes: Vec<PictureNode>,
}

impl Picture {
    /// Adds a node, and tells its place.
    pub(super) fn add(&mut self, place: Place, row: u32, span: (Slot, Slot), text: String, words: String) -> usize {
        self.nodes.push(PictureNode { place, row, span, text, words, above: None, is_node: true });
        self.nodes.len() - 1
    }

    /// Adds a part of a node, some rows below it.
    pub(super) fn part(&mut self, of: usize, rows: u32, span: (Slot, Slot), text: String, words: String) -> usize {
        let PictureNode { place, row, .. } = self.nodes[of];
        self.nodes.push(PictureNode { place, row: row + rows, span, text, words, above: None, is_node: false });
        self.nodes.len() - 1
    }

    /// Ties a node to the one above it, or before it.
    pub(super) fn link(&mut self, node: usize, above: usize) {
        self.nodes[node].above = Some(above);
    }

    /// Adds the entries of a list below the node of a slot, one below the other.
    pub(super) fn list(&mut self, node: usize, slot: Slot, entries: impl Iterator<Item = (Place, Slot, Reservation)>) {
        let first_row = self.nodes[node].row + 1;
        let mut above = node;
        for (row, (place, _, reservation)) in (first_row..).zip(entries) {
            let entry = self.add(place, row, (slot, slot + 1), reservation.id.to_string(), Self::words_of(&reservation));
            self.link(entry, above);
            above = entry;
        }
    }

    /// An entry in words.
    pub(super) fn words_of(reservation: &Reservation) -> String {
        let Reservation { id, start, nodes, .. } = reservation;
        let last = reservation.end() - 1;
        format!("entry of reservation {id}: {nodes} in slots {start} to {last}")
    }

    /// The node with a place, by its place in the picture.
    pub fn find(&self, place: Place) -> Option<usize> {
        self.nodes.iter().position(|node| node.place == place && node.is_node)
    }
}
