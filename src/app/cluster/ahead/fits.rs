//! What would start in time: for each number of nodes the longest job, as steps, and the selected job among them, which can be dragged.

use super::forecast::{ask_forecast, shown_forecast};
use crate::app::cluster::gantt::axes::{NAME_GAP_PX, y_axis};
use crate::app::kit::browser::text_zoom::window_place;
use crate::app::kit::plot::area::{AXIS_PX, GUTTER_PX, RIGHT_PX, use_size};
use crate::app::kit::plot::frame::{Margins, PlotFrame, name_below};
use crate::app::kit::plot::knob::{Knob, KnobShape, Slider};
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::panel::form_parts::on_click;
use crate::app::shell::pointer::gesture::press;
use crate::chart::cluster::fits_steps::fits_area;
use crate::chart::cluster::seconds::second_ticks;
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::forecast::StartForecast;
use crate::engine::batch::forecast::fits::Step;
use crate::engine::batch::job::{Job, NEVER, Time};
use crate::formats::link::ForecastView;
use crate::state::{ClusterHandle, FitsDrag, Gesture};
use yew::prelude::*;

/// Height of the plot, in CSS px.
const HEIGHT_PX: f64 = 150.0;
/// Rows of the table.
const ROWS_MAX: usize = 100;
/// Times within which a job may be asked to start.
const WITHIN: [(u32, &str); 4] = [(0, "At once"), (3_600, "Within 1 h"), (6 * 3_600, "Within 6 h"), (86_400, "Within 1 d")];
/// Shortest axis of lengths, in seconds.
const LEAST: f64 = 3_600.0;

/// What would start in time.
#[component]
pub fn FitsView() -> Html {
    let lab = use_lab();
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let drawn = shown_forecast(&lab)
        .zip(lab.selected_job())
        .map(|(forecast, (id, job))| if width > 0.0 { picture(&lab, forecast, (id, job), width) } else { Html::default() });
    html! {
        <section class="chart fits" id="fits-now" aria-label="What would start in time" ref={node}>
            <h2>{ "What would start in time" }<span>{ ": length to the right, nodes upwards" }</span></h2>
            { drawn.unwrap_or_else(|| html! { <p class="hint">{ "Select a job and ask when it will start." }</p> }) }
        </section>
    }
}

/// The longest of the axis: all finite steps and the job, with a little room.
fn axis_end(steps: &[Step], job: Job) -> f64 {
    let finite = steps.iter().map(|(_, seconds)| *seconds).filter(|seconds| *seconds != NEVER);
    let longest = finite.max().unwrap_or(0).max(u64::from(job.estimate));
    (longest as f64 * 1.15).max(LEAST)
}

fn picture(lab: &Lab, forecast: &StartForecast, (id, job): (u32, Job), width: f64) -> Html {
    let nodes = lab.cluster().map_or(1, |cluster| cluster.nodes);
    let end = axis_end(&forecast.fits, job);
    let scale = PlaneScale::new((0.0, end), (0.0, f64::from(nodes)), width - GUTTER_PX - RIGHT_PX, HEIGHT_PX);
    let margins = Margins { left: GUTTER_PX, top: 10.0, right: RIGHT_PX, bottom: AXIS_PX };
    let frame = PlotFrame { width: scale.width(), height: scale.height(), margins };
    let ticks = second_ticks(&scale).into_iter().map(|(words, x)| name_below(None, x, scale.height() + AXIS_PX * 0.7, words));
    let at = (scale.x_of(f64::from(job.estimate)), scale.y_of(f64::from(job.nodes)));
    let words = format!("{} for {}", counted(job.nodes.into(), "node", "nodes"), lasting(job.estimate.into()));
    let slider = Slider {
        now: job.estimate.to_string(),
        min: "1".to_string(),
        max: (end as u64).to_string(),
        words: Some(words.clone()),
        on_key: on_key(lab, &scale),
    };
    let on_press = {
        let lab = lab.clone();
        Callback::from(move |event: PointerEvent| {
            let per_px = (scale.x_per_px(), scale.y_per_px());
            press(&lab, &event, Gesture::drag(event.pointer_id(), window_place(&event), FitsDrag { id, origin: job, per_px }));
        })
    };
    let fitting = longest(&forecast.fits, job.nodes);
    let does_fit = fitting.is_some_and(|seconds| seconds >= Time::from(job.estimate));
    let told = match fitting {
        _ if does_fit => format!("{words}, submitted now behind all that wait: would start in time."),
        Some(seconds) => format!("{words} is too long; with so many nodes it may have {}.", lasting(seconds)),
        None => format!("{words}: so many nodes are not free in time, however short it is."),
    };
    html! {
        <>
            <div class="segmented" role="group" aria-label="It is to start">{ for WITHIN.map(|within| within_button(lab, within)) }</div>
            <p id="fits-words" role="status">{ told }</p>
            <div class="plot">
                <svg class="over" id="fits-plot" width={frame.svg_width()} height={frame.svg_height()} role="group" aria-label="What would start in time; the table below says the same">
                    <g transform={frame.transform()}>
                        <path class="fits-area" d={fits_area(&forecast.fits, &scale)} />
                        <rect class="frame" width={px(scale.width())} height={px(scale.height())} />
                        { y_axis(&scale) }
                        { for ticks }
                        <Knob {at} shape={KnobShape::Disc} name="The selected job: length and nodes" is_upright={false} drag_key="fits" {slider} {on_press} />
                        <text class="fits-name" x={px((at.0 + NAME_GAP_PX).min(scale.width() - 90.0))} y={px((at.1 - 10.0).max(12.0))}>{ words }</text>
                    </g>
                </svg>
            </div>
            { numbers(&forecast.fits) }
        </>
    }
}

/// The longest job of so many nodes that fits.
fn longest(steps: &[Step], nodes: u32) -> Option<Time> {
    crate::engine::batch::forecast::fits::longest(steps, nodes)
}

fn within_button(lab: &Lab, (within, words): (u32, &'static str)) -> Html {
    let view = lab.model().forecast_view().unwrap_or_default();
    let choose = on_click(lab, move |lab| {
        ask_forecast(lab, Some(ForecastView { within, ..lab.model().forecast_view().unwrap_or_default() }))
    });
    html! { <button type="button" key={words} id={format!("within-{within}")} aria-pressed={(view.within == within).to_string()} onclick={choose}>{ words }</button> }
}

/// Left and right change the length, up and down the nodes.
fn on_key(lab: &Lab, scale: &PlaneScale) -> Callback<KeyboardEvent> {
    let (lab, per_px) = (lab.clone(), scale.x_per_px());
    Callback::from(move |event: KeyboardEvent| {
        let (handle, by) = match event.key().as_str() {
            "ArrowRight" => (ClusterHandle::Estimate, 1),
            "ArrowLeft" => (ClusterHandle::Estimate, -1),
            "ArrowUp" => (ClusterHandle::Nodes, 1),
            "ArrowDown" => (ClusterHandle::Nodes, -1),
            _ => return,
        };
        if lab.gesture.borrow().is_some() {
            return;
        }
        let step = if handle.is_upright() { 1 } else { libm::pow(10.0, libm::floor(libm::log10((4.0 * per_px).max(1.0)))) as i64 };
        let step = if event.shift_key() { 10 * step } else { step };
        lab.nudge_job(handle, by * step, event.repeat());
        event.prevent_default();
        event.stop_propagation();
    })
}

/// The same in numbers.
fn numbers(steps: &[Step]) -> Html {
    let rows = steps.iter().take(ROWS_MAX).map(|(nodes, seconds)| {
        let length = if *seconds == NEVER { "any length".to_string() } else { lasting(*seconds) };
        vec![grouped((*nodes).into()), length]
    });
    html! {
        <details class="twin" id="fits-table">
            <summary>{ "The same as a table" }</summary>
            <Table label="What would start in time" columns={Column::all(["Nodes, at most", "Longest limit"])}>{ text_rows(rows) }</Table>
        </details>
    }
}
