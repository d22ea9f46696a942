//! What is chosen about comparisons: what a plan is compared with, and whether all policies are planned.
//!
//! A comparison with another policy is a part of the view and travels in links, and so does its layout. One with a plan from before an edit is not: it is gone with the page.

use crate::engine::Study;
use crate::engine::study::StudyKind;
use crate::formats::link::CompareLayout;
use std::sync::Arc;

/// A plan from before an edit. It is plan A; the plan as it is now is B.
#[derive(Clone, Debug, PartialEq)]
pub enum Before {
    /// The plan as it was before the last edit; while something is dragged, before the drag.
    LastEdit,
    /// The plan as it was when it was kept.
    Kept(Arc<Study>),
}

/// What is chosen about comparisons, except for what is in the view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparing {
    /// The plan from before an edit to compare with.
    pub before: Option<Before>,
    /// The studies whose tables of all policies are shown.
    pub tables: Vec<StudyKind>,
    /// The study whose menu of policies is open: it tells the figures of that table.
    pub menu: Option<StudyKind>,
}

impl Comparing {
    /// Whether all policies of a study are planned.
    pub fn plans_all(&self, kind: StudyKind) -> bool {
        self.tables.contains(&kind) || self.menu == Some(kind)
    }
}

/// A change of what is compared.
#[derive(Clone, Debug)]
pub enum CompareAction {
    /// Nothing is compared any more.
    Stop,
    /// With the policy of this study.
    Policy(Arc<Study>),
    /// With a plan from before an edit.
    Before(Before),
    /// The plans are shown in another way.
    Layout(CompareLayout),
    /// The table of all policies of a study is shown, or not any more.
    Table(StudyKind, bool),
    /// The menu of a study's policies is open, or none.
    Menu(Option<StudyKind>),
}
