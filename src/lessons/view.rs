//! What a lesson shows of each system: the view of an opened scenario. A new system gets an arm in each match.

use crate::expr::Name;
use crate::model::{ChartName, PanelName, Shown};
use crate::study::{first, id_of, policy_like};
use bookahead_engine::Study;
use bookahead_engine::batch::scheduler::Scheduler;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::idle::Strategy;
use bookahead_engine::study::StudyKind;
use bookahead_engine::workflow::policy::Method;
use bookahead_formats::link::{Layout as Charts, Opened, Panel, Plane, TimeWindow};
use bookahead_formats::studies::Planned;

/// Puts what is shown, but for policies, into the view of an opened scenario.
///
/// # Errors
/// There is no such request, policy, chart or panel for the study.
pub fn put_view(shown: &Shown, opened: &mut Opened) -> Result<(), ScenarioError> {
    let (study, view) = (&opened.scenario.study, &mut opened.view);
    match shown {
        // Of the lines a view says nothing: the session counts them.
        Shown::Policy(..) | Shown::Lines(_) => {}
        Shown::Step(count) => put_step(opened, Some(*count)),
        Shown::Select(name) => {
            *view.seen(study.kind()).selected = Some(id_of(study, *name)?);
        }
        Shown::Zoom(from, until) => {
            if let Some(time) = view.seen(study.kind()).time {
                *time = Some(TimeWindow { first: *from, slots: until - from });
            }
        }
        Shown::Compare(name) => {
            let compared = match study {
                Study::Slots(slots) => policy_like(slots.policy, name).map(|policy| view.compared = Some(policy)),
                Study::Idle(_) => Strategy::from_name(name).map(|other| view.geometry.other = Some(other)),
                Study::Cluster(_) => Scheduler::from_name(name).map(|other| view.cluster.other = Some(other)),
                Study::Workflow(_) => Method::from_name(name).map(|other| view.workflow.other = Some(other)),
            };
            compared.ok_or_else(|| ScenarioError::new(FieldPath::new("compare"), format!("{name:?}"), "a policy of the study"))?;
        }
        Shown::Panel(panel) => {
            let (kind, panel_of) = match panel {
                PanelName::Plan => (StudyKind::Slots, Panel::Study(StudyKind::Slots)),
                PanelName::Servers => (StudyKind::Idle, Panel::Study(StudyKind::Idle)),
                PanelName::Cluster => (StudyKind::Cluster, Panel::Study(StudyKind::Cluster)),
                PanelName::Workflow => (StudyKind::Workflow, Panel::Study(StudyKind::Workflow)),
                PanelName::Revenue => (StudyKind::Slots, Panel::Revenue),
            };
            if kind != study.kind() {
                return Err(of_other_study("panel", panel.key(), study));
            }
            view.panel = panel_of;
        }
        Shown::Chart(chart) => match (chart, study) {
            (ChartName::Logical, Study::Slots(_)) => view.layout = Charts::Logical,
            (ChartName::Physical, Study::Slots(_)) => view.layout = Charts::Physical,
            (ChartName::Both, Study::Slots(_)) => view.layout = Charts::Stacked,
            (ChartName::Time, Study::Idle(_)) => view.geometry.plane = Plane::Time,
            (ChartName::Dual, Study::Idle(_)) => view.geometry.plane = Plane::Dual,
            // These are always on screen.
            (ChartName::Nodes, Study::Cluster(_) | Study::Workflow(_)) | (ChartName::Graph, Study::Workflow(_)) => {}
            _ => return Err(of_other_study("chart", chart.key(), study)),
        },
    }
    Ok(())
}

fn of_other_study(place: &str, name: &str, study: &Study) -> ScenarioError {
    ScenarioError::new(FieldPath::new(place), name, format!("a {place} of the study \"{}\"", study.kind().key()))
}

/// Shows the plan after so many decisions; `None` for all of it.
pub fn put_step(opened: &mut Opened, step: Option<u32>) {
    let view = &mut opened.view;
    match view.seen(opened.scenario.study.kind()).step {
        Some(seen) => *seen = step,
        None => view.workflow.step = step,
    }
}

/// A time as it is written: no finer than one sees.
fn tenths(time: f64) -> f64 {
    (time.max(0.0) * 10.0).round() / 10.0
}

/// What of a view a lesson can show, but for policies and comparisons. `requests` are what they are called, asked for if one is selected.
pub fn shown_of(opened: &Opened, requests: impl FnOnce() -> Vec<u32>) -> Vec<Shown> {
    let view = &opened.view;
    let kind = opened.scenario.study.kind();
    let (selected, time) = (view.selected_in(kind), view.time_in(kind));
    let chart = match (kind, view.layout) {
        (StudyKind::Slots, Charts::Logical) => Some(ChartName::Logical),
        (StudyKind::Slots, Charts::Physical) => Some(ChartName::Physical),
        (StudyKind::Idle, _) => (view.geometry.plane == Plane::Dual).then_some(ChartName::Dual),
        _ => None,
    };
    let panel = (view.panel == Panel::Revenue).then_some(Shown::Panel(PanelName::Revenue));
    let step = step_of(opened).map(Shown::Step);
    let names = if selected.is_some() { requests() } else { Vec::new() };
    let is_selected = |name: &Name| id_of(&opened.scenario.study, *name).ok() == selected;
    let select = names.into_iter().map(Name::whole).find(is_selected).map(Shown::Select);
    let zoom = time.map(|time| Shown::Zoom(tenths(time.first), tenths(time.first + time.slots)));
    [panel, step, select, zoom, chart.map(Shown::Chart)].into_iter().flatten().collect()
}

/// How many decisions are shown; `None` for all.
pub fn step_of(opened: &Opened) -> Option<u32> {
    opened.view.step_in(opened.scenario.study.kind())
}

/// The plan as far as the view shows it.
///
/// # Errors
/// The scenario is out of bounds.
pub fn planned(opened: &Opened) -> Result<Planned, ScenarioError> {
    Planned::new(studied(opened)?)
}

/// The study as far as the view shows it.
///
/// # Errors
/// The scenario is out of bounds.
pub fn studied(opened: &Opened) -> Result<Study, ScenarioError> {
    // Requests that come later are taken out by hand, so that the others are called what they are called.
    match step_of(opened) {
        Some(step) => first(&opened.scenario.study, step),
        None => Ok(opened.scenario.study.clone()),
    }
}
