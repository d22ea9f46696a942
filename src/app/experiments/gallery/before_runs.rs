//! What the gallery shows before anything is run.

use crate::engine::core::sorting::map_of;
use crate::papers::experiment::{Card, ExperimentInfo, Results, before, catalogue, gallery};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What never changes: the cards, the experiments, and what these claim before they are run.
pub struct Shelf {
    /// The cards.
    pub cards: Vec<Card>,
    /// The experiments by name, with their places.
    pub listed: BTreeMap<String, (u32, ExperimentInfo)>,
    /// What they say before they are run.
    pub before: BTreeMap<String, Rc<Results>>,
}

impl Shelf {
    /// All of them.
    pub fn new() -> Self {
        let listed = (0..).zip(catalogue()).map(|(place, listed)| (listed.key.clone(), (place, listed)));
        let cards = gallery();
        let before = cards.iter().flat_map(Card::experiments).filter_map(|key| Some((key.clone(), Rc::new(before(key)?))));
        Self { listed: map_of(listed), before: map_of(before), cards }
    }

    /// Which of the pictures of examples a card has, from 0.
    pub fn example_place(&self, card: &Card) -> u32 {
        let examples = self.cards.iter().filter(|card| card.chart().is_some());
        examples.take_while(|other| *other != card).count() as u32
    }
}
