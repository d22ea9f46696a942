//! The middle of the workbench: the scheduler, the jobs on their nodes, the figures, and the same as tables.

use super::ahead::cost_map::CostMapView;
use super::ahead::fits::FitsView;
use super::commands::CLUSTER;
use super::curves::ClusterCurves;
use super::figures::ClusterFigures;
use super::forms::scheduler::scheduler_form;
use super::gantt::panel::ClusterCharts;
use super::gantt::visible_window::{focus_job, show_window, zoom_window};
use super::range_search::range_button;
use super::tables::{ClusterPolicies, ClusterTables};
use super::tree_search::SearchTreeView;
use crate::app::shell::commands::study::{step_button, step_of};
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::panel::form_parts::on_click;
use crate::app::shell::pointer::debounce::use_is_due;
use crate::formats::link::AxisUnit;
use crate::state::{Action, ViewAction};
use yew::prelude::*;

/// How the picture is read, line by line.
pub const CLUSTER_READING: &[&str] = &[
    "Time runs to the right, in seconds; the rows are nodes. Each bar is a job: its length is its real run time, its height is the number of its nodes.",
    "The bracket above is the selected job's wait: from its submission, or the start it asks for, to its start. Ticks on it are starts that were tried in vain.",
    "The bar below the bracket is what is reserved for the job: its estimate. Jobs often end earlier, and the queue reacts at once.",
    "Hatched jobs went ahead of one that had come before them; the dashed line is the moment by which that one was to start.",
    "Below stand the jobs that wait and the nodes that are idle, on the same axis.",
];

/// How much a press on a zoom button magnifies.
const ZOOM_FACTOR: f64 = 1.5;

/// Scheduler, charts, figures, tables.
#[component]
pub fn ClusterPanel() -> Html {
    let lab = use_lab();
    let is_due = use_is_due(&lab, "cluster-tables");
    let content = match (lab.cluster(), &lab.engine_state.plans.cluster) {
        (Some(_), Some(shown)) => html! {
            <ClusterCharts>
                <ClusterFigures shown={(**shown).clone()} is_stepped={step_of(&lab, &CLUSTER).is_some()} />
                <FitsView />
                <CostMapView />
                <SearchTreeView />
                <ClusterCurves lab={lab.clone()} {is_due} />
                <ClusterTables lab={lab.clone()} {is_due} />
                <ClusterPolicies />
            </ClusterCharts>
        },
        _ => html! { <div class="charts"><p class="hint">{ "Planning …" }</p></div> },
    };
    html! {
        <section class="plan geometry cluster" aria-label="Cluster">
            { content }
        </section>
    }
}

/// The row above the pictures: the scheduler, what is compared, steps, and what is in view.
pub fn toolbar(lab: &Lab) -> Html {
    html! {
        <div class="toolbar geometry-tools cluster-tools">
            { scheduler_form(lab) }
            { step_button(lab, &CLUSTER, "cluster-step-through") }
            { range_button(lab) }
            <div class="segmented" role="group" aria-label="Time">
                <button type="button" id="cluster-zoom-out" aria-label="Zoom out" title="Zoom out (−)"
                    onclick={on_click(lab, |lab| zoom_window(lab, None, 1.0 / ZOOM_FACTOR, 0.0))}>{ "−" }</button>
                <button type="button" id="cluster-fit" title="All jobs (0)" disabled={lab.model().view.cluster.time.is_none()} onclick={on_click(lab, |lab| show_window(lab, None))}>{ "Fit" }</button>
                <button type="button" id="cluster-focus" title="The selected job (F)" onclick={on_click(lab, focus_job)}>{ "Focus" }</button>
                <button type="button" id="cluster-zoom-in" aria-label="Zoom in" title="Zoom in (+)"
                    onclick={on_click(lab, |lab| zoom_window(lab, None, ZOOM_FACTOR, 0.0))}>{ "+" }</button>
            </div>
            { axis_buttons(lab) }
        </div>
    }
}

/// What moments are counted in, where it is known when second 0 was.
fn axis_buttons(lab: &Lab) -> Html {
    let Some(start) = lab.cluster().and_then(|cluster| cluster.start) else { return Html::default() };
    let button = |(axis, key, words): (AxisUnit, &'static str, &'static str)| {
        let is_on = lab.model().view.axis == axis;
        let choose = on_click(lab, move |lab| lab.act(Action::View(ViewAction::Axis(axis))));
        html! { <button type="button" {key} id={format!("axis-{key}")} title={start.zone()} aria-pressed={is_on.to_string()} onclick={choose}>{ words }</button> }
    };
    let both = [(AxisUnit::Slots, "seconds", "Seconds"), (AxisUnit::Clock, "dates", "Dates")];
    html! { <div class="segmented" role="group" aria-label="Time is counted in">{ for both.map(button) }</div> }
}
