//! The cards of the gallery, paper by paper.

mod castillo;
mod mondol;
mod parts;
mod pujiyanta;
mod sulistio;
mod umar;

use super::gallery::{Card, Source};
use bookahead_engine::core::sorting::sort_shared_by_key;

/// Every figure and table, paper by paper, figures before tables.
pub fn gallery() -> Vec<Card> {
    let mut cards = umar::cards();
    cards.extend(pujiyanta::cards());
    cards.extend(castillo::cards());
    cards.extend(sulistio::cards());
    cards.extend(mondol::cards());
    sort_shared_by_key(&mut cards, place);
    cards
}

/// Where a card stands: chapters before numbers, as numbers, those with a letter or in Roman digits last.
fn place(card: &Card) -> (Source, bool, u32, u32) {
    let mut parts = card.number.split('.').map(|part| part.parse().unwrap_or(u32::MAX));
    (card.source, card.is_table, parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}
