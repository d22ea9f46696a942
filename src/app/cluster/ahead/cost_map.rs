//! The map of what other reservations would cost: starts to the right, nodes or lengths upwards. Pressing or dragging in it moves the reservation.

use super::cost::{cost_words, shown_cost};
use crate::app::cluster::gantt::axes::{NAME_GAP_PX, shown_start, x_axis};
use crate::app::cluster::range_search::{reserve, set_reservation};
use crate::app::kit::plot::area::{AXIS_PX, GUTTER_PX, RIGHT_PX, place_in, use_size};
use crate::app::kit::plot::frame::{Margins, PlotFrame, name_at_left};
use crate::app::kit::plot::knob::{Knob, KnobShape, Slider};
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::panel::form_parts::on_click;
use crate::chart::cluster::cost_cells::CostCells;
use crate::chart::cluster::seconds::moment;
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::batch::cost::map::{CostMap, MapAxis};
use crate::engine::batch::cost::{CostAnswer, CostAsked, Measure};
use crate::engine::batch::explain::ahead::{measure_words, measured, reservation_words};
use crate::engine::batch::explain::lasting;
use crate::engine::batch::job::NONE;
use crate::formats::link::ReserveView;
use web_sys::Element;
use yew::prelude::*;

/// Height of the plot, in CSS px.
const HEIGHT_PX: f64 = 200.0;
/// Rows of the table.
const ROWS_MAX: usize = 60;
/// Room above the plot.
const TOP_PX: f64 = 8.0;

/// The map.
#[component]
pub fn CostMapView() -> Html {
    let lab = use_lab();
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let over = use_node_ref();
    let pressed = use_state_eq(|| None::<i32>);
    let is_asked = lab.model().view.cluster.range.is_some();
    let content = match shown_cost(&lab) {
        Some(CostAnswer { asked, map: Some(map), .. }) if width > 0.0 => picture(&lab, *asked, map, width, &over, &pressed),
        _ if is_asked && !reserve(&lab).has_map => html! {
            <button type="button" id="cost-map-switch" onclick={on_click(&lab, |lab| set_reservation(lab, ReserveView { has_map: true, ..reserve(lab) }))}>{ "Plan with other reservations, too" }</button>
        },
        _ if is_asked => html! { <p class="hint">{ "Computing …" }</p> },
        _ => html! { <p class="hint">{ "Turn on Reserve above, and drag across the nodes." }</p> },
    };
    html! {
        <section class="chart cost-map" id="cost-map" aria-label="What reservations would cost" ref={node}>
            <h2>{ "What reservations would cost" }<span>{ ": start to the right" }</span></h2>
            if is_asked { { choices(&lab) } }
            { content }
        </section>
    }
}

fn choices(lab: &Lab) -> Html {
    let view = reserve(lab);
    let choose = |view: ReserveView| on_click(lab, move |lab| set_reservation(lab, view));
    let measures = Measure::ALL.map(|measure| {
        html! { <button type="button" key={measure.name()} id={format!("measure-{}", measure.name())} aria-pressed={(view.measure == measure).to_string()} onclick={choose(ReserveView { measure, ..view })}>{ measure.title() }</button> }
    });
    let axes = [(MapAxis::Nodes, "nodes", "Nodes"), (MapAxis::Length, "length", "Length")].map(|(axis, key, words)| {
        html! { <button type="button" {key} id={format!("map-{key}")} aria-pressed={(view.axis == axis).to_string()} onclick={choose(ReserveView { axis, ..view })}>{ words }</button> }
    });
    html! {
        <div class="group">
            <div class="segmented" role="group" aria-label="Measured by">{ for measures }</div>
            <div class="segmented" role="group" aria-label="Upwards">{ for axes }</div>
        </div>
    }
}

/// The cell of the reservation on screen.
fn cell_of(asked: &CostAsked, map: &CostMap) -> (u32, u32) {
    let of = map.asked;
    let column = (0..of.columns).rev().find(|&column| of.start(column) <= u64::from(asked.start)).unwrap_or(0);
    let value = if of.axis == MapAxis::Nodes { asked.nodes } else { asked.seconds };
    let row = (0..of.rows).find(|&row| of.value(row) >= value).unwrap_or(of.rows.saturating_sub(1));
    (column, row)
}

/// Moves the reservation to a cell.
fn go_to(lab: &Lab, map: &CostMap, (column, row): (u32, u32)) {
    let Some((from, to)) = lab.model().view.cluster.range else { return };
    let (start, value, view) = (map.asked.start(column), map.asked.value(row), reserve(lab));
    let (seconds, nodes) = match map.asked.axis {
        MapAxis::Nodes => (to - from, value),
        MapAxis::Length => (u64::from(value), view.nodes),
    };
    crate::app::cluster::range_search::move_reservation(lab, (start, start + seconds), ReserveView { nodes, ..view });
}

fn picture(lab: &Lab, asked: CostAsked, map: &CostMap, width: f64, over: &NodeRef, pressed: &UseStateHandle<Option<i32>>) -> Html {
    let start = shown_start(lab);
    let measure = reserve(lab).measure;
    let size = ((width - GUTTER_PX - RIGHT_PX).max(40.0), HEIGHT_PX);
    let scale =
        PlaneScale::new((f64::from(map.asked.from), f64::from(map.asked.to)), (0.0, f64::from(map.asked.most)), size.0, size.1);
    let margins = Margins { left: GUTTER_PX, top: TOP_PX, right: RIGHT_PX, bottom: AXIS_PX };
    let frame = PlotFrame { width: size.0, height: size.1, margins };
    let cells = CostCells { map, measure, size };
    let here = cell_of(&asked, map);
    let words_of = |(column, row): (u32, u32)| {
        let reservation = map.asked.reservation(asked.reservation(), column, row);
        let what = format!("From {}, {}", moment(reservation.start, start), reservation_words(reservation));
        map.cost(column, row).map_or(what.clone(), |cost| format!("{what}: {}.", cost_words(&cost)))
    };
    let values = scale.y_ticks().into_iter().filter(|(value, _)| value.fract() == 0.0).map(|(value, y)| {
        let words = if map.asked.axis == MapAxis::Nodes { grouped(value.max(0.0) as u64) } else { lasting(value.max(0.0) as u64) };
        name_at_left(NAME_GAP_PX, y, words)
    });
    let place = {
        let over = over.clone();
        move |event: &MouseEvent| {
            let (x, y) = place_in(&over.cast::<Element>()?, event);
            Some((x - GUTTER_PX, y - TOP_PX))
        }
    };
    let to_cell = {
        let (lab, map) = (lab.clone(), map.clone());
        move |event: &MouseEvent| {
            if let Some(place) = place(event) {
                go_to(&lab, &map, CostCells { map: &map, measure, size }.at(place));
            }
        }
    };
    let on_down = {
        let (pressed, to_cell) = (pressed.clone(), to_cell.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() == 0 {
                if let Some(element) = event.target_dyn_into::<Element>() {
                    // Fails only for a pointer that is gone already.
                    let _ = element.set_pointer_capture(event.pointer_id());
                }
                pressed.set(Some(event.pointer_id()));
                to_cell(&event);
            }
        })
    };
    let on_move = {
        let pressed = pressed.clone();
        Callback::from(move |event: PointerEvent| {
            if *pressed == Some(event.pointer_id()) {
                to_cell(&event);
            }
        })
    };
    let on_up = {
        let pressed = pressed.clone();
        Callback::from(move |_: PointerEvent| pressed.set(None))
    };
    let on_key = {
        let (lab, map) = (lab.clone(), map.clone());
        Callback::from(move |event: KeyboardEvent| {
            let by = if event.shift_key() { 5 } else { 1 };
            let (column, row) = here;
            let cell = match event.key().as_str() {
                "ArrowRight" => (column.saturating_add(by).min(map.asked.columns - 1), row),
                "ArrowLeft" => (column.saturating_sub(by), row),
                "ArrowUp" => (column, row.saturating_add(by).min(map.asked.rows - 1)),
                "ArrowDown" => (column, row.saturating_sub(by)),
                _ => return,
            };
            go_to(&lab, &map, cell);
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let slider = Slider {
        now: here.0.to_string(),
        min: "0".to_string(),
        max: (map.asked.columns - 1).to_string(),
        words: Some(words_of(here)),
        on_key,
    };
    let legend = measured(cells.most(), measure);
    let progress = if map.is_done() {
        String::new()
    } else {
        format!(" {} of {} cells computed.", grouped(map.computed.into()), grouped(map.cells().into()))
    };
    html! {
        <>
            <p id="cost-map-words" role="status">{ words_of(here) }</p>
            <div class="plot">
                <svg class="over" id="cost-map-plot" ref={over.clone()} width={frame.svg_width()} height={frame.svg_height()} role="group" aria-label="What reservations would cost; the table below says the same"
                    onpointerdown={on_down} onpointermove={on_move} onpointerup={on_up.clone()} onpointercancel={on_up}>
                    <g transform={frame.transform()}>
                        { for cells.paths().into_iter().enumerate().filter(|(_, d)| !d.is_empty()).map(|(level, d)| html! { <path class={format!("cost-cells cost-{level}")} {d} /> }) }
                        { for cells.cheapest().map(|(x, y)| html! { <circle class="cheapest" cx={px(x)} cy={px(y)} r="2.2" /> }) }
                        <rect class="frame" width={px(size.0)} height={px(size.1)} />
                        { x_axis(&scale, start) }
                        { for values }
                        <Knob at={cells.middle(here)} shape={KnobShape::Disc} name="The reservation: start and size" is_upright={false} drag_key="reservation" {slider} on_press={Callback::noop()} />
                    </g>
                </svg>
            </div>
            <p class="hint">{ format!("Green: costs nothing. The stronger the other colour, the more it costs, up to {legend}. Dots: the cheapest start of each row.{progress}") }</p>
            { numbers(&asked, map, measure, start) }
        </>
    }
}

/// The cheapest starts in numbers.
fn numbers(asked: &CostAsked, map: &CostMap, measure: Measure, start: Option<crate::engine::core::calendar::ClockStart>) -> Html {
    let rows = (0..map.asked.rows).filter(|row| map.cheapest[*row as usize] != NONE).take(ROWS_MAX).map(|row| {
        let column = map.cheapest[row as usize];
        let reservation = map.asked.reservation(asked.reservation(), column, row);
        let cost = map.cost(column, row).map_or(String::new(), |cost| measure_words(&cost, measure));
        vec![grouped(reservation.nodes.into()), lasting(reservation.seconds.into()), moment(reservation.start, start), cost]
    });
    html! {
        <details class="twin" id="cost-map-table">
            <summary>{ "The cheapest starts as a table" }</summary>
            <Table label="The cheapest starts" columns={Column::all(["Nodes", "Length", "Cheapest start", "It costs"])}>{ text_rows(rows) }</Table>
        </details>
    }
}
