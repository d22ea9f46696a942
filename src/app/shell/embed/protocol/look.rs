//! What is on screen, by messages of the host.

use crate::app::shell::commands::study::{Study, can_step, select_nothing, step_of, step_to};
use crate::app::shell::context::Lab;
use crate::app::shell::embed::set_dark;
use crate::app::workbench::workbench;
use crate::engine::core::edits::RequestId;
use crate::engine::core::error::FieldPath;
use crate::formats::link::TimeWindow;
use crate::formats::messages::{Refusal, ViewAsked};
use crate::formats::studies::with_policy;
use crate::state::{Action, CompareAction, ViewAction, charts, is_dark, selected_in, time_in};
use serde_json::{Value, json};
use std::sync::Arc;

/// The request that people call so.
pub fn named(lab: &Lab, name: &str, place: &str) -> Result<(Study, RequestId), Refusal> {
    let study = workbench(lab).study.ok_or_else(|| Refusal::sentence("what is shown has no requests"))?;
    let id = study.row_named(lab, name).and_then(|row| study.id_at(lab, row));
    id.map(|id| (study, id)).ok_or_else(|| Refusal::at(place, name, "the number of a request"))
}

/// What people call the selected request.
pub fn selected_name(lab: &Lab) -> Option<String> {
    let study = workbench(lab).study?;
    study.name_at(lab, study.row_of(lab, selected_in(&lab.model().view, study.kind())?)?)
}

/// Shows something else. All of it is checked before anything is done.
pub fn look(lab: &Lab, asked: ViewAsked) -> Result<Value, Refusal> {
    let ViewAsked { step, select, zoom, chart, compare, theme } = asked;
    let model = lab.model();
    let study = workbench(lab).study;
    let mut actions = Vec::new();
    if step.is_some() && !study.is_some_and(|study| can_step(lab, study)) {
        return Err(Refusal::sentence("what is shown has no steps"));
    }
    let select = match select {
        Some(Some(name)) => {
            let (study, id) = named(lab, &name, "select")?;
            actions.push(ViewAction::Select(study.kind(), Some(id)));
            false
        }
        none => none.is_some(),
    };
    if let Some(zoom) = zoom {
        let window = zoom.map(|(from, to)| TimeWindow { first: from, slots: to - from });
        actions.push(ViewAction::Time(window));
    }
    if let Some(chart) = chart {
        let all = charts(&model.view);
        let names = || all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let found = all.iter().find(|(name, _)| *name == chart);
        actions.push(found.map(|(_, action)| action.clone()).ok_or_else(|| Refusal::at("chart", chart, names()))?);
    }
    if let Some(compare) = compare {
        let planned = model.workspace.planned(model.view.panel);
        actions.push(ViewAction::Compare(match compare {
            Some(fields) => CompareAction::Policy(Arc::new(with_policy(&planned, &fields, &FieldPath::new("compare"))?)),
            None => CompareAction::Stop,
        }));
    }
    if let Some(theme) = theme {
        set_dark(is_dark(&theme).ok_or_else(|| Refusal::at("theme", theme, "light, dark or host"))?);
    }
    if let (Some(step), Some(study)) = (step, study) {
        step_to(lab, study, step);
    }
    if let (true, Some(study)) = (select, study) {
        select_nothing(lab, study);
    }
    actions.into_iter().for_each(|action| lab.act(Action::View(action)));
    Ok(Value::Null)
}

/// What is on screen.
pub fn seen(lab: &Lab) -> Value {
    let view = &lab.model().view;
    let zoom = time_in(view).map(|TimeWindow { first, slots }| [first, first + slots]);
    let step = workbench(lab).study.and_then(|study| step_of(lab, study));
    json!({ "panel": view.panel.key(), "step": step, "select": selected_name(lab), "zoom": zoom })
}
