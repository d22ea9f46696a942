//! What stands beside a study: what is asked of the engine, and what it told.

use super::compare::Before;
use super::model::Model;
use super::study;
use super::study::Shown;
use crate::engine::Study;
use crate::engine::core::compare::PlanComparison;
use crate::engine::core::compared::{Beside, PolicyRow};
use crate::engine::study::StudyKind;
use crate::formats::link::{Panel, View};
use std::rc::Rc;
use std::sync::Arc;

impl Model {
    /// The study before the last edit, or before the drag in progress; `None` if nothing was edited.
    pub fn before_last_edit(&self, kind: StudyKind) -> Option<Arc<Study>> {
        let before = if self.draft.is_some() { Some(&*self.workspace) } else { self.past().next() };
        before?.get(Panel::Study(kind)).map(Arc::clone)
    }

    /// The study of a system as it is now, while the panel with its plan is open.
    fn planned_in(&self, kind: StudyKind) -> Option<&Arc<Study>> {
        let panel = Panel::Study(kind);
        if self.view.panel == panel { self.effective().get(panel) } else { None }
    }

    /// What is to stand beside the study of a system while its panel is open. A plan of other requests is no plan to compare with.
    pub fn beside(&self, kind: StudyKind) -> Beside<Arc<Study>> {
        let nothing = Beside::default();
        let Some(now) = self.planned_in(kind) else { return nothing };
        let other = match &self.comparing.before {
            Some(Before::Kept(study)) => Some(Arc::clone(study)),
            Some(Before::LastEdit) => self.before_last_edit(kind),
            None => study::compared(&self.view, now).map(Arc::new),
        };
        Beside {
            other: other.filter(|other| other.has_source_of(now)),
            other_is_a: self.comparing.before.is_some(),
            // Whoever drags something looks at the plan: what takes longer waits.
            with_table: self.comparing.plans_all(kind) && self.draft.is_none(),
        }
    }

    /// Tells whether [`Model::beside`] is another one, while the study is the same, without making it.
    pub fn beside_key(&self, kind: StudyKind) -> (View, Option<*const Study>, bool) {
        let before = match &self.comparing.before {
            Some(Before::Kept(study)) => Some(Arc::as_ptr(study)),
            Some(Before::LastEdit) => self.before_last_edit(kind).map(|study| Arc::as_ptr(&study)),
            None => None,
        };
        let view = study::compared_view(&self.view);
        (view, before, self.comparing.plans_all(kind) && self.draft.is_none())
    }

    /// Whether anything is compared in a study's panel, be there such a plan or not.
    pub fn is_comparing(&self, kind: StudyKind) -> bool {
        let is_chosen = |now| self.comparing.before.is_some() || study::compared(&self.view, now).is_some();
        self.planned_in(kind).is_some_and(|now| is_chosen(now))
    }
}

/// What the engine told beside a plan.
#[derive(Clone, Default)]
pub struct BesideShown {
    /// The other plan.
    pub other: Option<Shown>,
    /// The comparison; it belongs to the plans on screen.
    pub comparison: Option<Rc<PlanComparison>>,
    /// The study whose policies are listed, and how far each has come.
    pub table: Option<(Arc<Study>, Rc<Vec<PolicyRow>>)>,
}

impl PartialEq for BesideShown {
    /// Comparisons are equal only if they are the same one: they may be long.
    fn eq(&self, other: &Self) -> bool {
        let same_comparison = match (&self.comparison, &other.comparison) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        let same_table = match (&self.table, &other.table) {
            (Some((_, one)), Some((_, other))) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        same_comparison && same_table && self.other == other.other
    }
}

impl BesideShown {
    /// Takes in a part of the table of the policies of a study.
    pub fn add(&mut self, study: &Arc<Study>, row: PolicyRow) {
        // The table is begun anew after every preview of a menu: what is known of the same study stays.
        let is_known = |(of, rows): &(Arc<Study>, Rc<Vec<PolicyRow>>)| {
            Arc::ptr_eq(of, study) && rows.iter().any(|known| known.policy == row.policy && known.share >= 1.0)
        };
        if self.table.as_ref().is_some_and(is_known) {
            return;
        }
        let mut rows = match &self.table {
            Some((of, rows)) if Arc::ptr_eq(of, study) => (**rows).clone(),
            _ => Vec::new(),
        };
        rows.retain(|known| known.policy != row.policy);
        rows.push(row);
        self.table = Some((Arc::clone(study), Rc::new(rows)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::slots::scenario::scenario_of;

    #[test]
    fn what_is_known_of_a_study_stays_while_its_table_is_begun_anew() {
        let study = |nodes| Arc::new(Study::from(scenario_of(nodes, Vec::new())));
        let row = |share: f64| PolicyRow { policy: 2, share, figures: (share >= 1.0).then(|| vec![Some(7.0)]), curves: Vec::new() };
        let (one, other) = (study(1), study(2));
        let mut shown = BesideShown::default();
        let mut shares = |study: &Arc<Study>, share| {
            shown.add(study, row(share));
            shown.table.as_ref().map(|(_, rows)| rows.iter().map(|row| row.share).collect::<Vec<_>>())
        };
        assert_eq!(shares(&one, 0.5), Some(vec![0.5]));
        assert_eq!(shares(&one, 1.0), Some(vec![1.0]));
        assert_eq!(shares(&one, 0.1), Some(vec![1.0]));
        assert_eq!(shares(&other, 0.1), Some(vec![0.1]));
    }
}
