//! The figures of all planners and shift rules on the requests of the plan.

use super::names::policy_name;
use crate::app::kit::tables::policies::PolicyTable;
use crate::app::shell::context::use_lab;
use crate::engine::slots::compare::SLOTS_FIGURES;
use crate::engine::slots::scenario::Policy;
use crate::engine::study::StudyKind;
use crate::formats::link::Panel;
use crate::state::CompareAction;
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// The table of all policies of a plan in slots.
#[component]
pub fn SlotsPolicies() -> Html {
    let lab = use_lab();
    let model = lab.model();
    let policies = model.slots().policy.all_like();
    let place = |policy: Policy| policies.iter().position(|listed| listed.is_same_as(policy));
    let table = lab.engine_state.beside.get(&StudyKind::Slots).and_then(|beside| beside.table.clone());
    let now = model.effective().get(Panel::Study(StudyKind::Slots));
    let is_stale = table.as_ref().is_some_and(|(of, _)| now.is_none_or(|now| !Arc::ptr_eq(of, now)));
    let on_switch = {
        let lab = lab.clone();
        Callback::from(move |on: bool| lab.compare(CompareAction::Table(StudyKind::Slots, on)))
    };
    let on_pick = {
        let (lab, policies) = (lab.clone(), policies.clone());
        Callback::from(move |at: usize| policies.get(at).into_iter().for_each(|&policy| lab.compare_with_policy(policy)))
    };
    html! {
        <PolicyTable
            id="policies"
            plural="policies"
            names={policies.iter().map(|&policy| policy_name(policy)).collect::<Vec<_>>()}
            figures={&SLOTS_FIGURES[..]}
            rows={table.map(|(_, rows)| Rc::clone(&rows))}
            is_on={model.comparing.tables.contains(&StudyKind::Slots)}
            {is_stale}
            own={place(model.slots().policy)}
            other={model.view.compared.and_then(place)}
            {on_switch}
            {on_pick}
        />
    }
}
