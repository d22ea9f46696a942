//! The jobs on their nodes over time, with the waiting jobs and the idle nodes on the same axis below. Dragging a job moves its submission, dragging
//! beside the jobs moves time.

use super::drawn::Drawn;
use super::gantt_over::gantt_over;
use super::levels_plot::{LevelsPlot, levels_plot};
use super::window::{cluster_window, zoom_window};
use crate::app::kit::canvas::{use_device_pixel_ratio, use_sheet};
use crate::app::kit::plot::{GUTTER_PX, RIGHT_PX, place_in, use_size};
use crate::app::kit::plot_frame::{Margins, PlotFrame};
use crate::app::kit::text_zoom::window_place;
use crate::app::kit::theme::use_theme;
use crate::app::kit::words::{counted, grouped};
use crate::app::shell::context::use_lab;
use crate::app::shell::gesture::press;
use crate::app::shell::hover::use_hovered;
use crate::chart::cluster::gantt::NodeGantt;
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::metrics::wait;
use crate::engine::study::StudyKind;
use crate::state::{Action, ClusterDrag, ClusterHandle, Gesture, ViewAction};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Height of the lane with the bracket, in CSS px; the style sheet says the same.
pub const BRACKET_PX: f64 = 64.0;
/// Highest and least height of the plot, and that of a node where there is room.
const PLOT_PX: (f64, f64, f64) = (340.0, 120.0, 26.0);
/// How near a narrow bar must be, for a mouse and for a finger, in CSS px.
const SLOP_PX: (f64, f64) = (5.0, 16.0);
/// What the wheel must turn to zoom by a factor of e, in px.
const WHEEL_PX: f64 = 300.0;
/// Way in CSS px that makes a press move time.
const PAN_PX: f64 = 4.0;
/// What stands where nothing is pointed at.
const HINT: &str = "Drag a job to submit it earlier or later, its knob to change its estimate. Hatched jobs went ahead of others.";

/// Time is moved under the pointer.
#[derive(Clone, Copy)]
struct Pan {
    pointer: i32,
    x: f64,
    window: (f64, f64),
    is_live: bool,
}

/// The charts.
#[component]
pub fn ClusterCharts() -> Html {
    let lab = use_lab();
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let hovered = use_hovered(&lab.hover);
    let (theme, dpr) = (use_theme(), use_device_pixel_ratio());
    let (sheet, over) = (use_sheet(), use_node_ref());
    let buffer = use_mut_ref(PixelBuffer::default);
    let kept = use_mut_ref(|| None::<Rc<Drawn>>);
    let held = use_mut_ref(|| None::<(f64, f64)>);
    let pan = use_mut_ref(|| None::<Pan>);
    let drawn = lab.engine_state.plans.cluster.as_ref().and_then(|shown| {
        let mut kept = kept.borrow_mut();
        // What is asked for beside a plan is not drawn here.
        if kept.as_ref().is_none_or(|drawn| !Rc::ptr_eq(&drawn.shown.plan, &shown.plan)) {
            *kept = Drawn::of(shown).map(Rc::new);
        }
        kept.clone()
    });
    let window = {
        // Were time fitted to the plan during a drag, it would run away under the pointer.
        let mut held = held.borrow_mut();
        match (&*lab.gesture.borrow(), *held) {
            (Some(Gesture::Drag { .. }), Some(window)) => Some(window),
            _ => {
                *held = cluster_window(&lab);
                *held
            }
        }
    };
    let inner = (width - GUTTER_PX - RIGHT_PX).max(40.0);
    let scale = drawn.as_ref().zip(window).map(|(drawn, window)| {
        let (most, least, node_px) = PLOT_PX;
        let height = (f64::from(drawn.nodes) * node_px).clamp(least, most);
        PlaneScale::new(window, (0.0, drawn.nodes.into()), inner, height)
    });
    {
        let (drawn, sheet) = (drawn.clone(), sheet.clone());
        let key = drawn.as_ref().map(Rc::as_ptr);
        use_effect_with((key, scale, width > 0.0, theme, dpr), move |_| {
            if let (Some(drawn), Some(scale)) = (drawn, scale) {
                let mut buffer = buffer.borrow_mut();
                NodeGantt { bars: &drawn.bars, scale }.paint(&mut buffer, theme.palette(), dpr);
                sheet.show(&buffer, dpr);
            }
        });
    }
    let (Some(drawn), Some(scale)) = (drawn, scale) else { return html! { <div class="cluster-charts" ref={node} /> } };
    if width <= 0.0 {
        return html! { <div class="cluster-charts" ref={node} /> };
    }
    let place = {
        let over = over.clone();
        move |event: &MouseEvent| {
            let (x, y) = place_in(&over.cast::<Element>()?, event);
            Some((x - GUTTER_PX, y - BRACKET_PX))
        }
    };
    let on_down = {
        let (lab, drawn, pan, place) = (lab.clone(), Rc::clone(&drawn), Rc::clone(&pan), place.clone());
        Callback::from(move |event: PointerEvent| {
            let slop = if event.pointer_type() == "mouse" { SLOP_PX.0 } else { SLOP_PX.1 };
            let gantt = NodeGantt { bars: &drawn.bars, scale };
            let bar = place(&event).and_then(|(x, y)| gantt.pick(x, y, slop));
            let jobs = &drawn.shown.plan.jobs;
            match bar.and_then(|bar| jobs.id.get(bar.job as usize).map(|&id| (id, jobs.row(bar.job as usize)))) {
                Some((id, _)) if event.shift_key() || event.ctrl_key() || event.meta_key() => {
                    let (selected, marked) = lab.model().marked.toggled(lab.model().selected_cluster(), id);
                    lab.act(Action::View(ViewAction::Mark(StudyKind::Cluster, selected, marked)));
                }
                Some((id, origin)) => {
                    let what = ClusterDrag { id, origin, handle: ClusterHandle::Submitted, per_px: scale.x_per_px() };
                    press(&lab, &event, Gesture::drag(event.pointer_id(), window_place(&event), what));
                }
                // Fingers scroll the page here.
                None if event.button() == 0 && event.pointer_type() == "mouse" => {
                    let pointer = event.pointer_id();
                    *pan.borrow_mut() = Some(Pan { pointer, x: window_place(&event).0, window: scale.x_range(), is_live: false });
                    if let Some(element) = event.target_dyn_into::<Element>() {
                        // Fails only for a pointer that is gone already.
                        let _ = element.set_pointer_capture(pointer);
                    }
                }
                None => {}
            }
        })
    };
    let on_move = {
        let (lab, drawn, pan, place) = (lab.clone(), Rc::clone(&drawn), Rc::clone(&pan), place.clone());
        Callback::from(move |event: PointerEvent| {
            if let Some(pan) = pan.borrow_mut().as_mut().filter(|pan| pan.pointer == event.pointer_id()) {
                let way = window_place(&event).0 - pan.x;
                pan.is_live |= way.abs() >= PAN_PX;
                if pan.is_live {
                    let by = way * scale.x_per_px();
                    super::window::show_window(&lab, Some((pan.window.0 - by, pan.window.1 - by)));
                }
                return;
            }
            if lab.gesture.borrow().is_none() {
                let gantt = NodeGantt { bars: &drawn.bars, scale };
                lab.hover.point(place(&event).and_then(|(x, y)| gantt.pick(x, y, SLOP_PX.0)).map(|bar| bar.job));
            }
        })
    };
    let on_up = {
        let (lab, pan) = (lab.clone(), Rc::clone(&pan));
        Callback::from(move |_: PointerEvent| {
            if pan.borrow_mut().take().is_some_and(|pan| !pan.is_live) {
                lab.select_job(None);
            }
        })
    };
    let on_leave = {
        let lab = lab.clone();
        Callback::from(move |_: PointerEvent| lab.hover.point(None))
    };
    let on_wheel = {
        let lab = lab.clone();
        Callback::from(move |event: WheelEvent| {
            let is_zoom = event.ctrl_key() || event.meta_key();
            let is_sideways = event.delta_x().abs() > event.delta_y().abs();
            let Some((x, _)) = place(&event).filter(|_| is_zoom || is_sideways) else { return };
            event.prevent_default();
            let factor = if is_zoom { libm::exp(-event.delta_y() / WHEEL_PX) } else { 1.0 };
            let by = if is_zoom { 0.0 } else { event.delta_x() * scale.x_per_px() };
            zoom_window(&lab, Some(scale.x_at(x)), factor, by);
        })
    };
    let frame = PlotFrame { width: scale.width(), height: scale.height(), margins: Margins::on_time_axis(BRACKET_PX) };
    let words = hovered.and_then(|job| job_words(&drawn, job as usize)).unwrap_or_else(|| HINT.to_string());
    html! {
        <div class="planes cluster-charts" ref={node}>
            <section class="chart" aria-label="Nodes">
                <h2>{ "Nodes" }<span>{ format!(": {}, time to the right", grouped(drawn.nodes.into())) }</span></h2>
                <div class="plot gantt">
                    <canvas class="pixels" ref={&sheet.node} />
                    <svg class="over" id="cluster-gantt" ref={over} role="group" aria-label="Jobs on their nodes over time; the table below says the same"
                        width={frame.svg_width()} height={frame.svg_height()} onpointerdown={on_down} onpointermove={on_move}
                        onpointerup={on_up.clone()} onpointercancel={on_up} onpointerleave={on_leave} onwheel={on_wheel}>
                        <g transform={frame.transform()}>{ gantt_over(&lab, &drawn, &scale, hovered) }</g>
                    </svg>
                </div>
                <p class="lit-words" id="job-words">{ words }</p>
            </section>
            { levels_plot(LevelsPlot { name: "Jobs waiting", id: "waiting-jobs", levels: &drawn.waiting, most: drawn.waiting.most().max(1) }, &scale) }
            { levels_plot(LevelsPlot { name: "Nodes idle", id: "idle-nodes", levels: &drawn.idle, most: drawn.nodes }, &scale) }
        </div>
    }
}

/// A job in words.
fn job_words(drawn: &Drawn, row: usize) -> Option<String> {
    let plan = &drawn.shown.plan;
    let number = (row < plan.jobs.len()).then(|| plan.jobs.number(row))?;
    let (start, end) = (plan.decisions.start[row], plan.decisions.end[row]);
    let nodes = counted(plan.jobs.nodes[row].into(), "node", "nodes");
    let waited = match wait(&plan.jobs, &plan.decisions, row) {
        0 => "without waiting".to_string(),
        waited => format!("after waiting {}", lasting(waited)),
    };
    Some(format!("Job {number}: {nodes} from {start} s to {end} s ({}), {waited}.", lasting(end.saturating_sub(start))))
}
