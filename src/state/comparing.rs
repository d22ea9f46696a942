//! What a change of a comparison does.

use super::compare::{CompareAction, Comparing};
use super::study;
use crate::formats::link::View;

impl Comparing {
    /// Changes what is compared; the policy is a part of the view.
    pub fn change(&mut self, view: &mut View, action: CompareAction) {
        match action {
            CompareAction::Stop => {
                study::compare_with(view, None);
                (self.before, view.compare_layout) = (None, None);
            }
            CompareAction::Policy(other) => {
                study::compare_with(view, Some(&other));
                self.before = None;
            }
            CompareAction::Before(before) => {
                study::compare_with(view, None);
                self.before = Some(before);
            }
            CompareAction::Layout(layout) => view.compare_layout = Some(layout),
            CompareAction::Table(kind, is_on) => {
                self.tables.retain(|on| *on != kind);
                if is_on {
                    self.tables.push(kind);
                }
            }
            CompareAction::Menu(kind) => self.menu = kind,
        }
    }
}
