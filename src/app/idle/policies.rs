//! The figures of all strategies on the requests to the servers.

use super::commands::compare_with_strategy;
use crate::app::kit::tables::policies::PolicyTable;
use crate::app::shell::context::use_lab;
use crate::engine::idle::Strategy;
use crate::engine::idle::compare_runs::IDLE_FIGURES;
use crate::engine::study::StudyKind;
use crate::formats::link::Panel;
use crate::state::{Action, CompareAction, ViewAction};
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// The table of all strategies.
#[component]
pub fn IdlePolicies() -> Html {
    let lab = use_lab();
    let model = lab.model();
    let place = |strategy: Strategy| Strategy::ALL.into_iter().position(|listed| listed == strategy);
    let table = lab.engine_state.beside.get(&StudyKind::Idle).and_then(|beside| beside.table.clone());
    let now = model.effective().get(Panel::Study(StudyKind::Idle));
    let is_stale = table.as_ref().is_some_and(|(of, _)| now.is_none_or(|now| !Arc::ptr_eq(of, now)));
    let on_switch = {
        let lab = lab.clone();
        Callback::from(move |on: bool| {
            lab.act(Action::View(ViewAction::Compare(CompareAction::Table(StudyKind::Idle, on))));
        })
    };
    let on_pick = {
        let lab = lab.clone();
        Callback::from(move |at: usize| {
            Strategy::ALL.get(at).into_iter().for_each(|strategy| compare_with_strategy(&lab, *strategy));
        })
    };
    html! {
        <PolicyTable
            id="strategies"
            plural="strategies"
            names={Strategy::ALL.map(|strategy| strategy.title().to_string()).to_vec()}
            figures={&IDLE_FIGURES[..]}
            rows={table.map(|(_, rows)| Rc::clone(&rows))}
            is_on={model.comparing.tables.contains(&StudyKind::Idle)}
            {is_stale}
            own={lab.servers().and_then(|servers| place(servers.strategy))}
            other={model.view.geometry.other.and_then(place)}
            {on_switch}
            {on_pick}
        />
    }
}
