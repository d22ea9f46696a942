//! The jobs of one plan on their nodes over time. Dragging a job moves its submission; dragging beside the jobs moves time, or spans a range that is searched.

use super::axes::shown_start;
use super::drawn_plan::Drawn;
use super::over_bars::{Over, gantt_over};
use super::visible_window::{show_window, zoom_window};
use crate::app::cluster::compare::marks::ComparedNodes;
use crate::app::cluster::range_search::dragged_range;
use crate::app::kit::browser::canvas::{use_device_pixel_ratio, use_sheet};
use crate::app::kit::browser::text_zoom::window_place;
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::area::{GUTTER_PX, place_in};
use crate::app::kit::plot::frame::{Margins, PlotFrame};
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::embed::leaves_wheel;
use crate::app::shell::pointer::gesture::press;
use crate::chart::cluster::gantt::{NodeBar, NodeGantt, NodeLook};
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::study::StudyKind;
use crate::state::{Action, ClusterDrag, ClusterHandle, Gesture, ViewAction};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Height of the lane with the bracket, in CSS px; the style sheet says the same.
pub const BRACKET_PX: f64 = 64.0;
/// How near a narrow bar must be, for a mouse and for a finger, in CSS px.
const SLOP_PX: (f64, f64) = (5.0, 16.0);
/// What the wheel must turn to zoom by a factor of e, in px.
const WHEEL_PX: f64 = 300.0;
/// Way in CSS px that makes a press move time, or span a range.
const PAN_PX: f64 = 4.0;

/// A press beside the jobs: time is moved under the pointer, or a range is spanned.
#[derive(Clone, Copy)]
struct Pan {
    pointer: i32,
    x: f64,
    /// The moment that was pressed.
    at: f64,
    window: (f64, f64),
    is_range: bool,
    is_live: bool,
}

/// Properties of [`NodesChart`].
#[derive(Clone, Properties)]
pub struct NodesChartProps {
    /// What is drawn of the plan.
    pub drawn: Rc<Drawn>,
    /// Seconds to the right, nodes upwards.
    pub scale: PlaneScale,
    /// The job under the pointer, in whichever chart: its row in the study's own plan.
    pub hovered: Option<u32>,
    /// Whether a drag beside the jobs spans a range.
    pub is_ranging: bool,
    /// The plan beside another one.
    #[prop_or_default]
    pub compared: Option<ComparedNodes>,
}

impl PartialEq for NodesChartProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.drawn, &other.drawn)
            && (self.scale, self.hovered, self.is_ranging) == (other.scale, other.hovered, other.is_ranging)
            && self.compared == other.compared
    }
}

/// A row of the study's own plan for a row of this one.
fn own_row(lab: &Lab, drawn: &Drawn, row: u32) -> Option<u32> {
    let own = &lab.engine_state.plans.cluster.as_ref()?.plan;
    if Rc::ptr_eq(own, &drawn.shown.plan) {
        return Some(row);
    }
    own.jobs.row_of(*drawn.shown.plan.jobs.id.get(row as usize)?).map(|row| row as u32)
}

/// A row of this plan for one of the study's own.
fn row_here(lab: &Lab, drawn: &Drawn, own: u32) -> Option<u32> {
    let plan = &lab.engine_state.plans.cluster.as_ref()?.plan;
    if Rc::ptr_eq(plan, &drawn.shown.plan) {
        return Some(own);
    }
    drawn.shown.plan.jobs.row_of(*plan.jobs.id.get(own as usize)?).map(|row| row as u32)
}

/// The chart.
#[component]
pub fn NodesChart(props: &NodesChartProps) -> Html {
    let NodesChartProps { drawn, scale, hovered, is_ranging, compared } = props.clone();
    let lab = use_lab();
    let (theme, dpr) = (use_theme(), use_device_pixel_ratio());
    let (sheet, over) = (use_sheet(), use_node_ref());
    let buffer = use_mut_ref(PixelBuffer::default);
    let pan = use_mut_ref(|| None::<Pan>);
    let start = shown_start(&lab);
    {
        let (drawn, sheet, marks) =
            (Rc::clone(&drawn), sheet.clone(), compared.as_ref().map(|compared| Rc::clone(&compared.marks)));
        let key = (Rc::as_ptr(&drawn), marks.as_ref().map(Rc::as_ptr), start);
        use_effect_with((key, scale, theme, dpr), move |_| {
            let mut buffer = buffer.borrow_mut();
            let look = NodeLook { start, marks: marks.as_ref().map(|marks| marks.as_slice()) };
            NodeGantt { bars: &drawn.bars, scale }.paint(&mut buffer, theme.palette(), dpr, look);
            sheet.show(&buffer, dpr);
        });
    }
    let place = {
        let over = over.clone();
        move |event: &MouseEvent| {
            let (x, y) = place_in(&over.cast::<Element>()?, event);
            Some((x - GUTTER_PX, y - BRACKET_PX))
        }
    };
    let pick = {
        let drawn = Rc::clone(&drawn);
        move |place: Option<(f64, f64)>, slop: f64| -> Option<NodeBar> {
            let (x, y) = place?;
            NodeGantt { bars: &drawn.bars, scale }.pick(x, y, slop)
        }
    };
    let on_down = {
        let (lab, drawn, pan, place, pick) = (lab.clone(), Rc::clone(&drawn), Rc::clone(&pan), place.clone(), pick.clone());
        let is_kept = compared.as_ref().is_some_and(|compared| compared.is_kept);
        Callback::from(move |event: PointerEvent| {
            let slop = if event.pointer_type() == "mouse" { SLOP_PX.0 } else { SLOP_PX.1 };
            let at = place(&event);
            let bar = if is_ranging { None } else { pick(at, slop) };
            match bar.and_then(|bar| drawn.shown.plan.jobs.id.get(bar.job as usize).copied()) {
                Some(id) if event.shift_key() || event.ctrl_key() || event.meta_key() => {
                    let (selected, marked) = lab.model().marked.toggled(lab.model().selected_cluster(), id);
                    lab.act(Action::View(ViewAction::Mark(StudyKind::Cluster, selected, marked)));
                }
                Some(id) if is_kept => lab.select_job(Some(id)),
                Some(id) => {
                    let Some(origin) = lab.job(id) else { return };
                    let what = ClusterDrag { id, origin, handle: ClusterHandle::Submitted, per_px: scale.x_per_px() };
                    press(&lab, &event, Gesture::drag(event.pointer_id(), window_place(&event), what));
                }
                // Fingers scroll the page here, unless a range is to be spanned.
                None if event.button() == 0 && (is_ranging || event.pointer_type() == "mouse") => {
                    let Some((x, _)) = at else { return };
                    let pointer = event.pointer_id();
                    let (at, window) = (scale.x_at(x), scale.x_range());
                    let is_range = is_ranging;
                    *pan.borrow_mut() = Some(Pan { pointer, x: window_place(&event).0, at, window, is_range, is_live: false });
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
        let (lab, drawn, pan, place, pick) = (lab.clone(), Rc::clone(&drawn), Rc::clone(&pan), place.clone(), pick.clone());
        Callback::from(move |event: PointerEvent| {
            // A copy: what follows may end the gesture.
            let moved = pan.borrow_mut().as_mut().filter(|pan| pan.pointer == event.pointer_id()).map(|pan| {
                pan.is_live |= (window_place(&event).0 - pan.x).abs() >= PAN_PX;
                *pan
            });
            if let Some(pan) = moved {
                let by = (window_place(&event).0 - pan.x) * scale.x_per_px();
                match (pan.is_live, pan.is_range) {
                    (true, true) => dragged_range(&lab, pan.at, pan.at + by),
                    (true, false) => show_window(&lab, Some((pan.window.0 - by, pan.window.1 - by))),
                    (false, _) => {}
                }
                return;
            }
            if lab.gesture.borrow().is_none() {
                let bar = pick(place(&event), SLOP_PX.0);
                lab.hover.point(bar.and_then(|bar| own_row(&lab, &drawn, bar.job)));
            }
        })
    };
    let on_up = {
        let (lab, pan) = (lab.clone(), Rc::clone(&pan));
        Callback::from(move |_: PointerEvent| {
            let ended = pan.borrow_mut().take();
            if let Some(pan) = ended.filter(|pan| !pan.is_live) {
                if pan.is_range {
                    crate::app::cluster::reserve::set_range(&lab, None);
                } else {
                    lab.select_job(None);
                }
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
            let Some((x, _)) = place(&event).filter(|_| (is_zoom || is_sideways) && !leaves_wheel(&event)) else { return };
            event.prevent_default();
            let factor = if is_zoom { libm::exp(-event.delta_y() / WHEEL_PX) } else { 1.0 };
            let by = if is_zoom { 0.0 } else { event.delta_x() * scale.x_per_px() };
            zoom_window(&lab, Some(scale.x_at(x)), factor, by);
        })
    };
    let frame = PlotFrame { width: scale.width(), height: scale.height(), margins: Margins::on_time_axis(BRACKET_PX) };
    let hovered = hovered.and_then(|own| row_here(&lab, &drawn, own));
    let id = compared.as_ref().map_or("cluster-gantt".to_string(), |compared| format!("cluster-gantt-{}", compared.side));
    let of = Over { drawn: &drawn, scale: &scale, hovered, start, compared: compared.as_ref() };
    html! {
        <div class="plot gantt">
            <canvas class="pixels" ref={&sheet.node} />
            <svg class={classes!("over", is_ranging.then_some("ranging"))} {id} ref={over} role="group" aria-label="Jobs on their nodes over time; the table below says the same"
                width={frame.svg_width()} height={frame.svg_height()} onpointerdown={on_down} onpointermove={on_move}
                onpointerup={on_up.clone()} onpointercancel={on_up} onpointerleave={on_leave} onwheel={on_wheel}>
                <g transform={frame.transform()}>{ gantt_over(&lab, of) }</g>
            </svg>
        </div>
    }
}
