//! Which figures the gallery shows: those that pass all filters.

use super::before_runs::{Item, Shelf};
use crate::papers::experiment::{Claim, ClaimVerdict, Results, Shown};
use std::rc::Rc;

/// What is asked for; an empty text lets everything pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filters {
    /// Words that a card has.
    pub search: String,
    /// Whose it is.
    pub paper: &'static str,
    /// The study it belongs to.
    pub study: &'static str,
    /// What became of its claims.
    pub verdict: &'static str,
    /// Only what was run.
    pub is_run: bool,
}

/// What may become of the claims of a figure, and how it is said in a list.
pub const VERDICTS: [(&str, &str); 4] =
    [("held", "Holds"), ("not-held", "Does not hold"), ("open", "Not decided"), ("none", "No claim")];

/// What became of the claims of a figure, all of them together.
fn verdict(claims: &[&Claim]) -> &'static str {
    let is_any = |verdict| claims.iter().any(|claim| claim.verdict == verdict);
    if claims.is_empty() {
        "none"
    } else if is_any(ClaimVerdict::NotHeld) {
        "not-held"
    } else if claims.iter().all(|claim| claim.verdict == ClaimVerdict::Held) {
        "held"
    } else {
        "open"
    }
}

impl Filters {
    /// Whether a card passes all of them, of whose experiment this was found.
    pub fn pass(&self, item: &Item, shelf: &Shelf, found: impl Fn(&str) -> Option<Rc<Results>>) -> bool {
        let key = shelf.experiment(item).map_or("", |listed| &*listed.key);
        let found = found(key);
        let claims = found.as_ref().or_else(|| shelf.before.get(key)).map_or_else(Vec::new, |results| item.claims(results));
        item.source.contains(self.paper)
            && (self.study.is_empty() || item.study == self.study)
            && (self.verdict.is_empty() || verdict(&claims) == self.verdict)
            && (!self.is_run || found.is_some())
            && self.has_words(item, &claims, key)
    }

    /// Whether all words of the search are in its source, caption, sentence, claims or experiment.
    fn has_words(&self, item: &Item, claims: &[&Claim], key: &str) -> bool {
        let mut text = format!("{} {} {key}", item.source, item.caption);
        if let Some(Shown::Words(words, _)) = item.card.as_ref().map(|card| &card.shown) {
            text.push(' ');
            text.push_str(words);
        }
        for claim in claims {
            text.push(' ');
            text.push_str(&claim.words);
        }
        let text = text.to_lowercase();
        self.search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}
