//! An operation after the other on a small plan, node by node.

use super::kind::{StoreKind, UseStore};
use super::picture::Picture;
use super::reservation::{Extent, Reservation, Wanted};
use super::slot_store::SlotStore;
use super::visits::Place;
use bookahead_engine::slots::request::Slot;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What is done with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A start is looked for.
    Search,
    /// The request is added there.
    Add,
    /// It is deleted again.
    Delete,
}

impl Operation {
    /// All of them, in their order.
    pub const ALL: [Self; 3] = [Self::Search, Self::Add, Self::Delete];

    /// The name in files and on buttons.
    pub fn key(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Add => "add",
            Self::Delete => "delete",
        }
    }
}

/// An operation: the store, and the nodes that are visited in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What is done.
    pub operation: Operation,
    /// The store before a search or a deletion, and after an addition: with every node that is visited.
    pub picture: Picture,
    /// Visited nodes by their places in the picture, in order.
    pub visits: Vec<usize>,
    /// What came of it.
    pub outcome: String,
}

/// A request that is searched, added and deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The start that was found.
    pub start: Option<Slot>,
    /// A search; an addition and a deletion, if a start was found.
    pub stages: Vec<Stage>,
}

impl Walk {
    /// Steps: every node that is visited, and the outcome of every operation.
    pub fn steps(&self) -> usize {
        self.stages.iter().map(|stage| stage.visits.len() + 1).sum()
    }

    /// The stage of a step, from 0, and how many nodes have been visited in it with that step; one more than there are is the outcome.
    pub fn at(&self, step: usize) -> Option<(&Stage, usize)> {
        let mut before = 0;
        for stage in &self.stages {
            let steps = stage.visits.len() + 1;
            if step < before + steps {
                return Some((stage, step - before + 1));
            }
            before += steps;
        }
        None
    }

    /// The first step of an operation.
    pub fn first_of(&self, operation: Operation) -> Option<usize> {
        let stage = self.stages.iter().position(|stage| stage.operation == operation)?;
        Some(self.stages[..stage].iter().map(|stage| stage.visits.len() + 1).sum())
    }

    /// What happens in a step, in words.
    pub fn words(&self, step: usize) -> String {
        let Some((stage, visited)) = self.at(step) else { return String::new() };
        let name = match stage.operation {
            Operation::Search => "Searching",
            Operation::Add => "Adding",
            Operation::Delete => "Deleting",
        };
        match visited.checked_sub(1).and_then(|last| stage.visits.get(last)) {
            Some(&node) => format!("{name}, node {visited} of {}: {}.", stage.visits.len(), stage.picture.nodes[node].words),
            None => stage.outcome.clone(),
        }
    }
}

/// Twenty reservations of one to four nodes in the slots of a small plan, placed by first fit, drawn with a seed.
pub fn small_plan(extent: Extent, reservations: u32, seed: u64) -> Vec<Reservation> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut store = super::array::SlotArray::new(extent);
    let mut standing = Vec::new();
    for id in 1..=reservations {
        let duration = random.random_range(2..=12).min(extent.slots);
        let earliest = random.random_range(0..=extent.slots - duration);
        let nodes = random.random_range(1..=4).min(extent.nodes);
        let wanted = Wanted { earliest, latest: (earliest + 12).min(extent.slots - duration), duration, nodes };
        if let Some(start) = store.first_start(wanted, &mut ()) {
            store.add(wanted.at(id, start), &mut ());
            standing.push(wanted.at(id, start));
        }
    }
    standing
}

/// Looks for a start for a request in a store with the reservations, adds it there and deletes it again; the request ends within the extent.
pub fn walk(kind: StoreKind, extent: Extent, standing: &[Reservation], wanted: Wanted) -> Walk {
    kind.with(Walking { extent, standing, wanted })
}

struct Walking<'a> {
    extent: Extent,
    standing: &'a [Reservation],
    wanted: Wanted,
}

fn stage(operation: Operation, picture: Picture, places: &[Place], outcome: String) -> Stage {
    let visits = places.iter().filter_map(|place| picture.find(*place)).collect();
    Stage { operation, picture, visits, outcome }
}

impl UseStore for Walking<'_> {
    type Out = Walk;

    fn with<S: SlotStore>(self) -> Walk {
        let Self { extent, standing, wanted } = self;
        let mut store = S::new(extent);
        standing.iter().for_each(|reservation| store.add(*reservation, &mut ()));
        let mut places = Vec::new();
        let start = store.first_start(wanted, &mut places);
        let visited = |places: &[Place]| if places.len() == 1 { "1 node".to_string() } else { format!("{} nodes", places.len()) };
        let outcome = match start {
            Some(start) => format!("Found: it can start in slot {start}. The search visited {}.", visited(&places)),
            None => format!("No start has enough free nodes. The search visited {}.", visited(&places)),
        };
        let mut stages = vec![stage(Operation::Search, store.picture(extent.slots), &places, outcome)];
        let id = standing.iter().map(|reservation| reservation.id).max().unwrap_or(0) + 1;
        if let Some(reservation) = start.map(|start| wanted.at(id, start)) {
            places.clear();
            store.add(reservation, &mut places);
            let outcome = format!("Added as reservation {id}. This visited {}.", visited(&places));
            stages.push(stage(Operation::Add, store.picture(extent.slots), &places, outcome));
            let before = store.picture(extent.slots);
            places.clear();
            store.remove(reservation, &mut places);
            let outcome = format!("Reservation {id} is deleted; the store is as it was. This visited {}.", visited(&places));
            stages.push(stage(Operation::Delete, before, &places, outcome));
        }
        Walk { start, stages }
    }
}
