//! The two plans of named servers that are compared.

use crate::app::shell::context::Lab;
use crate::app::shell::panel::compare::side_names;
use crate::chart::Marks;
use crate::engine::core::compare::PlanComparison;
use crate::engine::idle::compare::{Side, SizesServed};
use crate::engine::study::StudyKind;
use crate::state::{IdleShown, Shown};
use std::rc::Rc;

/// Plans A and B of the named servers, and the comparison of them, if there are two.
#[derive(Clone)]
pub struct Both {
    /// The plans.
    pub plans: [Rc<IdleShown>; 2],
    /// What they are called.
    pub names: [String; 2],
    /// What differs.
    pub comparison: Rc<PlanComparison>,
    /// Whether A is a plan from before an edit.
    pub is_before: bool,
}

impl Both {
    /// Those on screen.
    pub fn of(lab: &Lab) -> Option<Self> {
        if !lab.model().is_comparing(StudyKind::Idle) {
            return None;
        }
        let beside = lab.engine_state.beside.get(&StudyKind::Idle)?;
        let comparison = beside.comparison.clone()?;
        let Some(Shown::Idle(other)) = &beside.other else { return None };
        let own = lab.engine_state.plans.idle.as_ref()?;
        let is_before = lab.model().comparing.before.is_some();
        let plans = if is_before { [other, own] } else { [own, other] }.map(Rc::clone);
        let names = side_names(lab, plans.each_ref().map(|shown| strategy_of(shown)));
        Some(Self { plans, names, comparison, is_before })
    }

    /// Whether decisions are compared one by one.
    pub fn is_by_decision(&self) -> bool {
        let is_adaptive = |shown: &Rc<IdleShown>| shown.study.idle().is_some_and(|idle| idle.is_adaptive());
        !self.plans.iter().any(is_adaptive)
    }

    /// How the jobs of A and of B differ, if decisions are compared one by one.
    pub fn marks(&self) -> Option<[Marks; 2]> {
        let [jobs_a, jobs_b] = self.plans.each_ref().map(|shown| shown.plan.arrivals.jobs());
        let differences = &self.comparison.differences;
        let of_a = || Marks::new(jobs_a, differences, |difference| [difference.a, difference.b]);
        let of_b = || Marks::new(jobs_b, differences, |difference| [difference.b, difference.a]);
        self.is_by_decision().then(|| [of_a(), of_b()])
    }

    /// The two plans, as the engine compares them.
    pub fn sides(&self) -> [Side<'_>; 2] {
        self.plans.each_ref().map(|shown| Side { arrivals: &shown.plan.arrivals, decisions: &shown.plan.decisions })
    }

    /// Whom they serve, by size.
    pub fn sizes_served(&self) -> Option<SizesServed> {
        let [Some(of_a), Some(of_b)] = self.plans.each_ref().map(|shown| shown.study.idle()) else { return None };
        let [a, b] = self.sides();
        Some(SizesServed::of([(a, &of_a.servers), (b, &of_b.servers)], of_a.workload.mean_size()))
    }
}

fn strategy_of(shown: &IdleShown) -> String {
    shown.study.idle().map_or(String::new(), |idle| idle.strategy.title().to_string())
}
