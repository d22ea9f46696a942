//! The middle of the page: bracket lane, Gantt charts, utilisation, and the table that says the same.

use super::bracket::BracketLane;
use super::gantt::Gantt;
use super::header::layout_name;
use super::plot::{GUTTER_PX, RIGHT_PX, use_width};
use super::profile_plot::ProfilePlot;
use super::session::use_lab;
use super::shortcuts::{focus, zoom};
use super::table_twin::TableTwin;
use crate::chart;
use crate::share::{AxisUnit, Layout};
use crate::state::{Action, ViewAction};
use std::rc::Rc;
use yew::prelude::*;

/// Height of a chart when two are stacked, and when it stands alone, in CSS px.
const STACKED_PX: f64 = 300.0;
const ALONE_PX: f64 = 620.0;

/// The plan.
#[component]
pub fn PlanPanel() -> Html {
    let lab = use_lab();
    let node = use_node_ref();
    let width = use_width(node.clone());
    let plot_width = (width - GUTTER_PX - RIGHT_PX).max(0.0);
    lab.plot_width.set(plot_width);
    let hovered = use_state_eq(|| None::<u32>);
    let view = lab.model().view;
    let scale = lab.time_scale(plot_width);
    let charts = match view.layout {
        Layout::Stacked => vec![(chart::Layout::Logical, STACKED_PX), (chart::Layout::Physical, STACKED_PX)],
        Layout::Logical => vec![(chart::Layout::Logical, ALONE_PX)],
        Layout::Physical => vec![(chart::Layout::Physical, ALONE_PX)],
    };
    let title = |layout: chart::Layout| match layout {
        chart::Layout::Logical => ("Logical plan", "how many nodes, not which"),
        chart::Layout::Physical => ("Physical nodes", "every job stays where it starts"),
    };
    html! {
        <section class="plan" aria-label="Plan">
            <Toolbar />
            <div class="charts">
                <div class="measure" ref={node} />
                if let Some(shown) = &lab.shown {
                    <BracketLane {scale} />
                    { for charts.into_iter().map(|(layout, height)| { let (name, meaning) = title(layout); html! {
                        <section key={name} class="chart" aria-label={name}>
                            <h2>{ name }<span>{ ": " }{ meaning }</span></h2>
                            <Gantt {layout} shown={Rc::clone(shown)} {scale} {height} hovered={hovered.clone()} />
                        </section>
                    } }) }
                    <section class="chart" aria-label="Utilisation">
                        <h2>{ "Utilisation" }<span>{ ": busy share of the nodes; the line is its mean over twelve slots" }</span></h2>
                        <ProfilePlot shown={Rc::clone(shown)} {scale} />
                    </section>
                    <TableTwin shown={Rc::clone(shown)} {scale} />
                } else {
                    <p class="hint">{ "Planning …" }</p>
                }
            </div>
        </section>
    }
}

/// Which charts, what unit, how near.
#[component]
fn Toolbar() -> Html {
    let lab = use_lab();
    let view = lab.model().view;
    let choose = |action: ViewAction| {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| lab.act(Action::View(action.clone())))
    };
    let zoom_by = |factor: f64| {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| zoom(&lab, factor))
    };
    let to_selection = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| focus(&lab))
    };
    let layouts = [Layout::Stacked, Layout::Logical, Layout::Physical].map(|layout| {
        let name = layout_name(layout);
        html! {
            <button type="button" key={name} id={format!("layout-{}", name.to_lowercase())} aria-pressed={(view.layout == layout).to_string()} onclick={choose(ViewAction::Layout(layout))}>{ name }</button>
        }
    });
    let units = [(AxisUnit::Slots, "Slots"), (AxisUnit::Clock, "Clock")].map(|(axis, name)| {
        html! {
            <button type="button" key={name} id={format!("axis-{}", name.to_lowercase())} aria-pressed={(view.axis == axis).to_string()} onclick={choose(ViewAction::Axis(axis))}>{ name }</button>
        }
    });
    html! {
        <div class="toolbar">
            <div class="segmented" role="group" aria-label="Charts">{ for layouts }</div>
            <div class="segmented" role="group" aria-label="Time axis">{ for units }</div>
            <div class="segmented" role="group" aria-label="Zoom">
                <button type="button" id="zoom-out" onclick={zoom_by(1.0 / 1.5)} aria-label="Zoom out" title="Zoom out (−)">{ "−" }</button>
                <button type="button" id="zoom-in" onclick={zoom_by(1.5)} aria-label="Zoom in" title="Zoom in (+)">{ "+" }</button>
                <button type="button" id="zoom-selection" onclick={to_selection} disabled={view.selected.is_none()} title="Show the selected request (F)">{ "Selection" }</button>
                <button type="button" id="zoom-reset" onclick={choose(ViewAction::Time(None))} disabled={view.time.is_none()} title="Show the whole plan (0)">{ "Whole plan" }</button>
            </div>
        </div>
    }
}
