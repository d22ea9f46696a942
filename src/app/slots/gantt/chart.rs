//! A Gantt chart: a canvas with an SVG layer above it for arrows and handles.

use super::bar_label::label_text;
use super::bracket::{RequestKnob, knob_copy};
use super::over_bars::{OverBars, TRACES_MAX, Traced, traces};
use super::row_window::{RowWindow, Rows, row_slider};
use super::wheel::use_wheel;
use crate::app::kit::browser::canvas;
use crate::app::kit::browser::text_zoom::window_place;
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::area::{AXIS_PX, GUTTER_PX, RIGHT_PX, carried_px, carry, place_in};
use crate::app::kit::plot::sheet::{PlotSheet, use_plot_sheet};
use crate::app::kit::plot::time_axis::Axis;
use crate::app::kit::text::format::{counted, time_unit};
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::lesson::over_plan::{PlotRows, over_plan};
use crate::app::shell::pointer::gesture::press;
use crate::app::slots::compare::marks::{ComparedChart, ghosts};
use crate::app::slots::cost::cost_over;
use crate::app::slots::step_bar::in_the_way;
use crate::chart::gantt::layout::hit::bar_at;
use crate::chart::kit::row_names::row_names;
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use crate::chart::{
    Bar, Blocked, Colours, Edition, Emphasis, Frame, GanttKind, MovedJobs, Painter, PlanView, Rect, RowScale, Theme, TimeScale,
    TimeUnit,
};
use crate::engine::slots::request::Slot;
use crate::engine::study::StudyKind;
use crate::lessons::model::Pickable;
use crate::state::SlotsShown;
use crate::state::{Action, DrawDrag, Gesture, Handle, RequestDrag, ViewAction};
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

/// Height of the line above a chart that says what its marks of overlapping reservations mean, in CSS px.
const KEY_PX: f64 = 20.0;

/// Properties of [`Gantt`].
#[derive(Properties, PartialEq)]
pub struct GanttProps {
    /// What rows stand for.
    pub layout: GanttKind,
    /// The plan.
    pub shown: Rc<SlotsShown>,
    /// The time axis.
    pub scale: TimeScale,
    /// Height available for the rows, in CSS px.
    pub height: f64,
    /// Which rows are in view.
    #[prop_or_default]
    pub window: RowWindow,
    /// Called with another lowest row in view.
    #[prop_or_default]
    pub on_first_row: Callback<f64>,
    /// The job that is pointed at, here or elsewhere.
    pub hovered: Option<u32>,
    /// Jobs of the requests that are picked together, ascending.
    #[prop_or_default]
    pub marked: Rc<Vec<u32>>,
    /// What it shows of a comparison with another plan.
    #[prop_or_default]
    pub compared: Option<ComparedChart>,
}

/// All that a picture depends on; a chart that is drawn again for another reason keeps it.
#[derive(Clone, PartialEq)]
struct Picture {
    edition: Edition,
    /// Very large plans are painted part by part.
    part: u32,
    layout: GanttKind,
    scale: TimeScale,
    rows: RowScale,
    dpr: f64,
    theme: Theme,
    unit: TimeUnit,
    emphasis: Emphasis,
    marked: Rc<Vec<u32>>,
    /// Borders between the classes that bars are coloured by.
    classes: Option<Vec<Option<Slot>>>,
    /// The marks they are coloured by.
    marks: Option<Edition>,
    /// Slots in the way of the selected request, and the jobs that stay there.
    blocked: Rc<(Vec<Slot>, Vec<u32>)>,
}

/// A Gantt chart of one layout.
#[component]
pub fn Gantt(props: &GanttProps) -> Html {
    let lab = use_lab();
    let theme = use_theme();
    let GanttProps { layout, shown, scale, height, window, on_first_row, hovered, marked, compared } = props;
    let (layout, scale) = (*layout, *scale);
    let plan = shown.plan();
    let has_key = plan.rows() > plan.machine().nodes || !plan.violated().is_empty();
    let available = height - if has_key { KEY_PX } else { 0.0 };
    let rows = Rows { count: plan.rows(), available, window: *window }.scale();
    let overlay = use_node_ref();
    let painter = use_mut_ref(Painter::default);
    let unit = time_unit(lab.model().view.axis);
    let dpr = canvas::use_device_pixel_ratio();
    let axis = Axis { scale, names: plan.machine().time_names(unit) };
    let plot = PlotSheet { axis, top: 0.0, height: rows.height(), theme, dpr };
    let names = use_memo((layout, rows), |(layout, rows)| row_names(*layout, rows));
    let sheet = use_plot_sheet(plot, names);
    let selected = lab.model().view.selected;
    let moved = match plan.decisions().moves.len() {
        _ if compared.is_some() => MovedJobs::None,
        0..=TRACES_MAX => MovedJobs::All,
        _ => MovedJobs::ForSelected,
    };
    let emphasis = Emphasis { selected, hovered: *hovered, moved };

    let part = use_state(|| 0_u32);
    let market = shown.scenario().market.as_ref().filter(|_| lab.model().view.is_by_class());
    let classes = market.map(|market| market.classes.iter().map(|class| class.book_ahead_max).collect());
    let marks = compared.as_ref().map(|compared| &*compared.marks);
    let colours = marks.map_or_else(|| market.map_or(Colours::Request, Colours::Class), Colours::Compared);
    let blocked = {
        let told = lab.engine_state.plans.slots.step.as_ref().map(Rc::as_ptr);
        use_memo((plan.edition().clone(), selected, told), |_| in_the_way(&lab, shown, selected))
    };
    let (edition, marks) = (plan.edition().clone(), marks.map(|marks| marks.edition().clone()));
    let marked = Rc::clone(marked);
    let picture = Picture {
        edition,
        part: *part,
        layout,
        scale,
        rows,
        dpr,
        theme,
        unit,
        emphasis,
        marked: Rc::clone(&marked),
        classes,
        marks,
        blocked: Rc::clone(&blocked),
    };
    let labels = use_memo(picture.clone(), |_| {
        painter.borrow_mut().paint(&Frame {
            view: &plan,
            layout,
            time: scale,
            rows,
            dpr,
            theme,
            unit,
            emphasis,
            colours,
            blocked: Blocked { slots: &blocked.0, jobs: &blocked.1 },
            marked: &marked,
        })
    });
    {
        // Painted above, while rendering; the canvas is there only now, still before the browser shows the frame.
        let (sheet, painter) = (sheet.clone(), Rc::clone(&painter));
        use_effect_with(picture, move |_| {
            let is_complete = {
                let painter = painter.borrow();
                sheet.show_part(painter.buffer(), plot.place(), dpr, painter.changed());
                painter.is_complete()
            };
            let rest = (!is_complete).then(|| Timeout::new(0, move || part.set(*part + 1)));
            move || drop(rest)
        });
    }
    let is_kept = compared.as_ref().is_some_and(|compared| compared.is_kept);
    let pointer = Rc::new(Pointer { lab: lab.clone(), shown: Rc::clone(shown), layout, scale, rows, is_kept });
    use_wheel(&overlay, &lab, scale);
    let on_down = with_overlay(&overlay, &pointer, Pointer::down);
    let on_move = with_overlay(&overlay, &pointer, Pointer::moved);
    let on_leave = {
        let hover = lab.hover.clone();
        Callback::from(move |_: PointerEvent| hover.point(None))
    };

    let over = OverBars { plan: &plan, layout, scale, rows, carried: carried_px(&scale) };
    let copies = if is_kept { None } else { knob_copies(&lab, &over) };
    let (width, plot_height) = (scale.width(), rows.height());
    let time = PlaneScale::new((scale.slot_at(0.0), scale.slot_at(width)), (0.0, 1.0), width, plot_height);
    let on_nodes = (layout == GanttKind::Physical).then(|| PlotRows::new(Pickable::Node, rows.rows(), |row| rows.y_of(row)));
    let name = match layout {
        GanttKind::Logical => "logical",
        GanttKind::Physical => "physical",
    };
    html! {
        <>
        if has_key {
            { overlap_key(&plan) }
        }
        <div class="plot" id={compared.as_ref().map_or_else(|| format!("gantt-{name}"), |compared| format!("gantt-{}", compared.side))}>
            <canvas ref={sheet.node} class="sheet" aria-hidden="true" />
            { row_slider(&rows, on_first_row) }
            <svg class="over" ref={overlay} width={px(width + GUTTER_PX + RIGHT_PX)} height={px(plot_height + AXIS_PX)}>
                <svg x={px(GUTTER_PX)} width={px(width.max(0.0))} height={px(plot_height)}>
                    <rect class="ground" width={px(width)} height={px(plot_height)} onpointerdown={on_down.clone()} onpointermove={on_move} onpointerleave={on_leave} />
                    // A group that moves costs the browser something even where nothing is in it.
                    if !labels.is_empty() || copies.is_some() {
                        <g transform={carry(over.carried)}>
                            { for labels.iter().map(|label| label_text(label, over.carried, theme.palette())) }
                            { copies.unwrap_or_default() }
                        </g>
                    }
                </svg>
                <g transform={format!("translate({GUTTER_PX} 0)")}>
                    { end_of_machine(&plan, &rows, width) }
                    if let Some(compared) = compared {
                        { ghosts(compared, &plan, layout, &scale, &rows) }
                    } else {
                        { over_plan(&lab, time, on_nodes) }
                        { cost_over(&lab, &over) }
                        { traces(&over, &Traced { selected, hovered: *hovered, is_stepping: lab.model().view.step.is_some() }) }
                    }
                </g>
            </svg>
        </div>
        </>
    }
}

/// What the marks of overlapping reservations mean: above the chart, where it covers no bar.
fn overlap_key(plan: &PlanView) -> Html {
    let beyond = plan.beyond_words();
    let violated = plan.violated().len() as u64;
    html! {
        <p class="gantt-key">
            if !beyond.is_empty() {
                <span>
                    <svg width="26" height="8" aria-hidden="true"><line class="beyond" x2="26" y1="4" y2="4" /></svg>
                    { beyond }
                </span>
            }
            if violated > 0 {
                <span>
                    <svg width="26" height="12" aria-hidden="true"><path class="violated" d="M1 1H25V11H1ZM1 9L9 1M8 11L18 1M17 11L25 3" /></svg>
                    { format!("{} violated: booked, but the nodes are still in use", counted(violated, "job", "jobs")) }
                </span>
            }
        </p>
    }
}

/// Where reservations overlap: the line above which more is booked than the machine has.
fn end_of_machine(plan: &PlanView, rows: &RowScale, width: f64) -> Html {
    let nodes = plan.machine().nodes;
    let y = rows.y_of(f64::from(nodes));
    if plan.rows() <= nodes || !(0.0..=rows.height()).contains(&y) {
        return Html::default();
    }
    html! {
        <g class="end-of-machine">
            <rect width={px(width)} height={px(y)} />
            <line x2={px(width)} y1={px(y)} y2={px(y)} />
        </g>
    }
}

/// Copies of the duration and nodes handles on the selected request's first bar; the lane's are for the keyboard.
fn knob_copies(lab: &Lab, over: &OverBars) -> Option<Html> {
    let OverBars { plan, layout, scale, rows, carried } = over;
    if !over.has_bars() {
        return None;
    }
    let ((id, request), row) = (lab.selected()?, lab.selected_row()?);
    let bars = plan.jobs_of(row).map(|job| layout.bars_of(plan, job)).find(|bars| !bars.is_empty()).unwrap_or_default();
    let (first, last) = (bars.first()?, bars.last()?);
    let rect = |bar: &Bar| -> Rect { bar.rect(scale, rows) };
    let (start, end) = (rect(first), rect(last));
    if end.width < 14.0 || rows.row_px() < 14.0 {
        return None;
    }
    let row_px = rows.row_px();
    Some(html! {
        <>
            { knob_copy(lab, &RequestKnob { id, request, handle: Handle::Duration, at: (end.x + end.width - 3.0 + carried, end.y + end.height / 2.0), row_px }) }
            { knob_copy(lab, &RequestKnob { id, request, handle: Handle::Nodes, at: (start.x + start.width / 2.0 + carried, start.y + start.height - 4.0), row_px }) }
        </>
    })
}

/// What pointer events on the chart's ground mean.
struct Pointer {
    lab: Lab,
    shown: Rc<SlotsShown>,
    layout: GanttKind,
    scale: TimeScale,
    rows: RowScale,
    /// Whether the plan is one that is kept from before: it can be looked at, not edited.
    is_kept: bool,
}

impl Pointer {
    fn bar_under(&self, overlay: &Element, event: &PointerEvent) -> (Option<Bar>, f64) {
        let (x, y) = place_in(overlay, event);
        (bar_at(&self.shown.plan(), self.layout, &self.scale, &self.rows, x - GUTTER_PX, y), x - GUTTER_PX)
    }

    /// A press on a bar takes hold of its request, on empty space it begins a new one. A finger takes hold of the selected request only: elsewhere it
    /// moves time, and a tap selects. A second finger pinches.
    fn down(&self, overlay: &Element, event: &PointerEvent) {
        let (bar, x) = self.bar_under(overlay, event);
        let (pointer, row_px) = (event.pointer_id(), self.rows.row_px());
        let from = window_place(event);
        let plot_left = from.0 - x;
        let held = self.lab.gesture.borrow().clone();
        let is_touch = event.pointer_type() == "touch";
        let first_finger = match held {
            Some(Gesture::Drag { pointer, from, .. }) => Some((pointer, from.0)),
            Some(Gesture::Pan { pointer, from, .. }) => Some((pointer, from)),
            _ => None,
        };
        if let Some((other, before)) = first_finger.filter(|_| is_touch) {
            crate::app::shell::pointer::gesture::cancel(&self.lab);
            let (pointers, at) = ([(other, before), (pointer, from.0)], [before, from.0]);
            *self.lab.gesture.borrow_mut() = Some(Gesture::Pinch { pointers, from: at, plot_left, origin: self.scale });
            return;
        }
        if event.button() == 1 {
            event.prevent_default();
            *self.lab.gesture.borrow_mut() = Some(Gesture::pan(pointer, from.0, self.scale, None));
            return;
        }
        let gesture = match bar {
            _ if is_touch && bar.is_none_or(|bar| !self.is_selected(&bar)) => {
                let tapped = bar.map(|bar| self.shown.request_of(bar.job).0);
                let select = Action::View(ViewAction::Select(StudyKind::Slots, tapped));
                Gesture::pan(pointer, from.0, self.scale, Some(select))
            }
            Some(bar) => {
                let (id, planned) = self.shown.request_of(bar.job);
                if event.ctrl_key() || event.meta_key() || event.shift_key() {
                    let model = self.lab.model();
                    let (selected, marked) = model.marked.toggled(model.view.selected, id);
                    return self.lab.act(Action::View(ViewAction::Mark(StudyKind::Slots, selected, marked)));
                }
                self.lab.act(Action::View(ViewAction::Select(StudyKind::Slots, Some(id))));
                if self.is_kept {
                    return;
                }
                let origin = self.lab.request(id).unwrap_or(planned);
                let drag = RequestDrag { id, origin, handle: Handle::Whole, row_px, scale: self.scale };
                Gesture::drag(pointer, from, drag)
            }
            None if self.is_kept => return,
            None => {
                let Some(slot) = self.scale.whole_slot_at(x) else { return };
                let newcomer = self.lab.newcomer();
                Gesture::drag(pointer, from, DrawDrag { newcomer, slot, plot_left, row_px, scale: self.scale })
            }
        };
        press(&self.lab, event, gesture);
    }

    fn is_selected(&self, bar: &Bar) -> bool {
        self.lab.model().view.selected == Some(self.shown.request_of(bar.job).0)
    }

    fn moved(&self, overlay: &Element, event: &PointerEvent) {
        if self.lab.gesture.borrow().is_none() {
            self.lab.hover.point(self.bar_under(overlay, event).0.map(|bar| bar.job));
        }
    }
}

fn with_overlay(overlay: &NodeRef, pointer: &Rc<Pointer>, react: fn(&Pointer, &Element, &PointerEvent)) -> Callback<PointerEvent> {
    let (overlay, pointer) = (overlay.clone(), Rc::clone(pointer));
    Callback::from(move |event: PointerEvent| {
        if let Some(element) = overlay.cast::<Element>() {
            react(&pointer, &element, &event);
        }
    })
}
