//! The plan panel: bracket lane, Gantt charts, utilisation, and the same as a table.

use super::compare::charts::CompareCharts;
use super::cost::{COST_PANEL_PX, CostPanel, cost_button};
use super::figures::{figure_of, utilisation_figure};
use super::gantt::bracket::BracketLane;
use super::gantt::chart::Gantt;
use super::gantt::hovered::hovered_words;
use super::gantt::overview_strip::OverviewStrip;
use super::gantt::row_window::{RowWindow, row_buttons};
use super::gantt::utilisation::ProfilePlot;
use super::lemma::view::LemmaView;
use super::offers::{OffersPanel, offers_button};
use super::planner::policies::SlotsPolicies;
use super::tables::TableTwin;
use crate::app::kit::browser::canvas::use_device_pixel_ratio;
use crate::app::kit::browser::tasks::use_turns;
use crate::app::kit::controls::menu::Menu;
use crate::app::kit::plot::area::{GUTTER_PX, RIGHT_PX, is_one_column, use_size};
use crate::app::kit::text::format::time_unit;
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::shell::embed::is_embedded;
use crate::app::shell::frame::dock::Dock;
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::app::shell::pointer::hover::use_hovered;
use crate::app::slots::commands::{focus, zoom};
use crate::chart;
use crate::engine::study::StudyKind;
use crate::formats::link::{AxisUnit, BarColours, Layout};
use crate::state::{Action, ViewAction, jobs_of_rows, marked_rows};
use std::rc::Rc;
use yew::prelude::*;

/// How the picture is read, line by line.
pub const SLOTS_READING: &[&str] = &[
    "Time runs to the right, in slots; the rows are nodes. Each bar is a job: its length is its duration, its height is the number of its nodes.",
    "The logical plan counts nodes: a job may be in another row in the next slot. Below it are the physical nodes, where every job stays where it starts.",
    "The bracket above is the selected request: from its earliest start to its deadline. Its bar is where the planner put it; a dashed one has no place.",
    "Hatched bars were moved to make room for a later request; the arrow begins where they were.",
    "Utilisation is the busy share of the nodes, slot by slot and as a mean over twelve slots.",
];

/// Height of the lane and the space above and below it, in CSS px.
const LANE_ROOM_PX: f64 = 84.0 + 4.0;
/// Height of the strip of the whole plan and the space above it, in CSS px.
const STRIP_ROOM_PX: f64 = 30.0 + 4.0;
/// What stands above two plans that are compared, but for the room of the strip, in CSS px.
const COMPARED_PX: f64 = 56.0;
/// Heading, axis and space of a chart, in CSS px.
const FRAME_PX: f64 = 42.0;
/// Least height of a chart's rows, in CSS px.
const ROWS_MIN_PX: f64 = 72.0;

/// Height of a chart's rows where the page is one column that is as high as its content, in CSS px.
const ONE_COLUMN_ROWS_PX: f64 = 180.0;

/// What an embedded page saves above and below the lane, and above a chart, whose heading is not seen there, in CSS px.
const EMBEDDED_LESS_PX: (f64, f64) = (0.0, 14.0);
/// Least height of an embedded page that shows the strip of the whole plan while it shows the whole plan, in CSS px.
const EMBEDDED_STRIP_FROM_PX: f64 = 420.0;

/// What the dock leads to, and what of it is not there while two plans are compared.
const PARTS_BELOW: [(&str, &str); 4] =
    [("utilisation-part", "Utilisation"), ("lemma", "The lemma"), ("policies", "All planners"), ("tables", "Table")];
const OF_ONE_PLAN: &[&str] = &["utilisation-part", "lemma"];

/// Height for the rows of each of `charts` charts, with which they fill the room for pictures. It may be too little to see anything.
fn rows_height(room: f64, charts: usize, has_strip: bool) -> f64 {
    let (about_lane, heading) = if is_embedded() { EMBEDDED_LESS_PX } else { (0.0, 0.0) };
    let strip = if has_strip { STRIP_ROOM_PX } else { 0.0 };
    (room - LANE_ROOM_PX + about_lane - strip) / charts as f64 - FRAME_PX + heading
}

/// At least what shows something, in whole px of the device, also where charts are enlarged by quarters.
fn whole_height(height: f64) -> f64 {
    (height.max(ROWS_MIN_PX) / 4.0).floor() * 4.0
}

/// The plan.
#[component]
pub fn PlanPanel() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let node = use_node_ref();
    let (width, height) = use_size(node.clone());
    let plot_width = (width - GUTTER_PX - RIGHT_PX).max(0.0);
    lab.plot_width.set(plot_width);
    let hovered = use_hovered(&lab.hover);
    let marked = use_marked_jobs(&lab);
    let window = use_state_eq(RowWindow::default);
    let on_first_row = {
        let window = window.clone();
        Callback::from(move |first: f64| window.set(RowWindow { first, ..*window }))
    };
    let view = lab.model().view;
    let scale = lab.time_scale(plot_width).on_pixels(use_device_pixel_ratio());
    let charts: &[chart::GanttKind] = match view.layout {
        Layout::Stacked => &[chart::GanttKind::Logical, chart::GanttKind::Physical],
        Layout::Logical => &[chart::GanttKind::Logical],
        Layout::Physical => &[chart::GanttKind::Physical],
    };
    // The panel's size changes with the page's layout; asking the browser in every frame takes longer than it should.
    let is_one_column = *use_memo((width.to_bits(), height.to_bits()), |_| is_one_column());
    let turn = use_turns(lab.engine_state.plans.slots.shown.is_some(), 5);
    // A phone is slow, and everything after the first chart lies below its first screen: each chart is a task of its own.
    let charts = if is_one_column { &charts[..turn.min(charts.len())] } else { charts };
    let is_comparing = lab.model().is_comparing(StudyKind::Slots);
    let rows = if is_comparing { 2 } else { charts.len() };
    let room = if is_comparing { height - COMPARED_PX } else { height };
    let room = if lab.model().cost_view().is_some() { room - COST_PANEL_PX } else { room };
    let has_strip = !is_embedded() || view.time.is_some() || height >= EMBEDDED_STRIP_FROM_PX;
    // A low frame has room for the physical nodes alone.
    let is_low = is_embedded() && rows == 2 && !is_comparing && rows_height(room, rows, has_strip) < ROWS_MIN_PX;
    let (charts, rows) = if is_low { (&charts[1..], 1) } else { (charts, rows) };
    let height = if is_one_column { ONE_COLUMN_ROWS_PX } else { whole_height(rows_height(room, rows, has_strip)) };
    let title = |layout: chart::GanttKind| match layout {
        chart::GanttKind::Logical => ("Logical plan", "how many nodes, not which"),
        chart::GanttKind::Physical => ("Physical nodes", "every job stays where it starts"),
    };
    let shown = lab.engine_state.plans.slots.shown.as_ref();
    // Before their room is known charts would have their least height, and jump.
    let drawn = shown.filter(|_| width > 0.0);
    let rows_in_chart = shown.map_or(lab.model().slots().machine.nodes, |shown| shown.plan().rows());
    html! {
        <section class="plan" aria-label="Plan">
            <div class={classes!("charts", (view.layout == Layout::Stacked).then_some("stacked"))} ref={node}>
                if let Some(shown) = drawn {
                    <BracketLane {scale} />
                    if turn >= 1 {
                        <OffersPanel shown={Rc::clone(shown)} {scale} />
                        <CostPanel shown={Rc::clone(shown)} {scale} />
                    }
                    if is_comparing {
                        <CompareCharts shown={Rc::clone(shown)} {scale} {height} {is_one_column} {hovered} />
                    } else {
                    <>
                    { for charts.iter().map(|&layout| {
                        let (name, meaning) = title(layout);
                        html! {
                            <section key={name} class="chart" aria-label={name}>
                                <SaveFigure {name} id={format!("save-{layout:?}").to_lowercase()} lab={newest.clone()} draw={Draw::Shown(figure_of(layout))} />
                                <h2 class="between">{ name }<span>{ ": " }{ meaning }</span>{ hovered_words(shown, lab.time_names(), hovered) }</h2>
                                <Gantt {layout} shown={Rc::clone(shown)} {scale} {height} window={*window} on_first_row={on_first_row.clone()} {hovered} marked={Rc::clone(&marked)} />
                            </section>
                        }
                    }) }
                    if turn >= 2 && has_strip {
                        <OverviewStrip shown={Rc::clone(shown)} {scale} />
                    }
                    </>
                    }
                } else {
                    <p class="hint">{ "Planning …" }</p>
                }
            </div>
            if let Some(shown) = shown {
                <Dock names={PARTS_BELOW.to_vec()} without={if is_comparing { OF_ONE_PLAN } else { &[] }} tools={row_buttons(rows_in_chart, height, &window)}>
                    if turn >= 2 && !is_comparing {
                    <section class="chart" id="utilisation-part" aria-label="Utilisation">
                        <SaveFigure name="Utilisation" id="save-utilisation" lab={newest} draw={Draw::Shown(utilisation_figure)} />
                        <h2 class="between">{ "Utilisation" }<span>{ ": busy share of the nodes; the line is its mean over twelve slots" }</span></h2>
                        <ProfilePlot shown={Rc::clone(shown)} {scale} unit={time_unit(view.axis)} />
                    </section>
                    }
                    if turn >= 3 && !is_comparing {
                        <LemmaView shown={Rc::clone(shown)} />
                    }
                    if turn >= 4 {
                        <SlotsPolicies />
                    }
                    if turn >= 5 {
                        <TableTwin shown={Rc::clone(shown)} {scale} />
                    }
                </Dock>
            }
        </section>
    }
}

/// Jobs of the requests that are picked together, ascending.
#[hook]
pub fn use_marked_jobs(lab: &Lab) -> Rc<Vec<u32>> {
    let shown = lab.engine_state.plans.slots.shown.as_ref();
    use_memo((shown.map(Rc::as_ptr), lab.model().marked.clone()), |(_, marked)| {
        shown.map_or_else(Vec::new, |shown| {
            let plan = shown.plan();
            jobs_of_rows(&plan, &marked_rows(&plan, marked))
        })
    })
}

/// Which charts, what unit, how near, which colours, and what can be asked.
pub fn plan_views(lab: &Lab) -> Html {
    let questions = html! { <Menu id="ask-menu" class="view-menu" words="Ask">{ offers_button(lab) }{ cost_button(lab) }</Menu> };
    toolbar(lab, true, questions)
}

/// How money over time is looked at.
pub fn revenue_views(lab: &Lab) -> Html {
    toolbar(lab, false, Html::default())
}

/// How near, what else there is, and a menu: which charts (where there are several), what unit, which colours.
fn toolbar(lab: &Lab, has_layouts: bool, more: Html) -> Html {
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
    let on_servers = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| lab.servers_of_plan())
    };
    let layouts = [Layout::Stacked, Layout::Logical, Layout::Physical].map(|layout| {
        let name = layout_name(layout);
        html! {
            <button type="button" key={name} id={format!("layout-{}", name.to_ascii_lowercase())} aria-pressed={(view.layout == layout).to_string()} onclick={choose(ViewAction::Layout(layout))}>{ name }</button>
        }
    });
    let units = [(AxisUnit::Slots, "Slots"), (AxisUnit::Clock, "Clock")].map(|(axis, name)| {
        // Whose clock it is.
        let zone = lab.model().slots().machine.start.filter(|_| axis == AxisUnit::Clock).map(|start| format!("Clock time, {}", start.zone()));
        html! {
            <button type="button" key={name} id={format!("axis-{}", name.to_ascii_lowercase())} title={zone} aria-pressed={(view.axis == axis).to_string()} onclick={choose(ViewAction::Axis(axis))}>{ name }</button>
        }
    });
    let colours = [(BarColours::Request, "By user", false), (BarColours::Class, "By class", true)].map(|(colours, name, is_by_class)| {
        html! {
            <button type="button" key={name} id={if is_by_class { "colours-class" } else { "colours-user" }} aria-pressed={(view.is_by_class() == is_by_class).to_string()} onclick={choose(ViewAction::Colours(colours))}>{ name }</button>
        }
    });
    let group = |name: &'static str, choices: Vec<Html>| {
        html! { <div role="group" aria-label={name}><p class="family" aria-hidden="true">{ name }</p>{ for choices }</div> }
    };
    html! {
        <div class="toolbar">
            <div class="segmented" role="group" aria-label="Zoom">
                <button type="button" id="zoom-out" onclick={zoom_by(1.0 / 1.5)} aria-label="Zoom out" title="Zoom out (−)">{ "−" }</button>
                <button type="button" id="zoom-reset" onclick={choose(ViewAction::Time(None))} disabled={view.time.is_none()} title="Show the whole plan (0)">{ "Fit" }</button>
                <button type="button" id="zoom-in" onclick={zoom_by(1.5)} aria-label="Zoom in" title="Zoom in (+)">{ "+" }</button>
            </div>
            <Menu id="view-menu" class="view-menu" words="View">
                if has_layouts {
                    { group("Charts", layouts.to_vec()) }
                }
                { group("Time axis", units.to_vec()) }
                if lab.model().market().is_some() {
                    { group("Colours of bars", colours.to_vec()) }
                }
                <button type="button" id="zoom-selection" onclick={to_selection} disabled={view.selected.is_none()} title="F">{ "Show the selected request" }</button>
                if has_layouts {
                    <button type="button" id="set-servers" onclick={on_servers}>{ "Plan the same jobs on named servers" }</button>
                }
            </Menu>
            { more }
        </div>
    }
}

/// Names of the layouts.
fn layout_name(layout: Layout) -> &'static str {
    match layout {
        Layout::Stacked => "Both",
        Layout::Logical => "Logical",
        Layout::Physical => "Physical",
    }
}
