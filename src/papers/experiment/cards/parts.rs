//! How cards are made.

use crate::experiment::gallery::{Card, ExampleChart, Shown, Source, Which};
use crate::experiment::see::See;

pub(super) fn card(source: Source, number: impl Into<String>, caption: impl Into<String>, shown: Shown) -> Card {
    Card { source, is_table: false, number: number.into(), caption: caption.into(), shown }
}

pub(super) fn table(source: Source, number: impl Into<String>, caption: impl Into<String>, shown: Shown) -> Card {
    Card { is_table: true, ..card(source, number, caption, shown) }
}

/// A figure that is told: its number, what it is, a sentence, and what is alive here.
pub(super) type Told = (&'static str, &'static str, &'static str, See);

pub(super) fn told(source: Source, is_table: bool, rows: &[Told]) -> impl Iterator<Item = Card> {
    rows.iter()
        .map(move |&(number, caption, words, see)| Card { is_table, ..card(source, number, caption, Shown::Words(words, see)) })
}

/// A figure that a worked example shows: its number, what it is, the example, where to look, and the picture of it.
pub(super) type Drawn = (&'static str, &'static str, &'static str, &'static str, ExampleChart);

pub(super) fn drawn(source: Source, rows: &[Drawn]) -> impl Iterator<Item = Card> {
    rows.iter().map(move |&(number, caption, key, look, chart)| card(source, number, caption, Shown::Example { key, look, chart }))
}

pub(super) fn experiment(key: impl Into<String>) -> Shown {
    Shown::Experiments { keys: vec![key.into()], panel: None, claims: Which::All }
}

pub(super) fn part(key: impl Into<String>, panel: impl Into<String>, claims: &[usize]) -> Shown {
    Shown::Experiments { keys: vec![key.into()], panel: Some(panel.into()), claims: Which::At(claims.to_vec()) }
}
