//! The map of what other reservations would cost: starts to the right, nodes or lengths upwards. Pressing or dragging in it moves the reservation.

use super::cost::{cost_words, shown_cost};
use crate::app::cluster::gantt::axes::{shown_start, x_axis};
use crate::app::cluster::reserve::{move_reservation, reserve, set_reservation};
use crate::app::kit::plot::area::use_size;
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::panel::cost_map::{CostMapPlot, MapChoice, cheapest_table, map_choices, plot_width, row_names};
use crate::app::shell::panel::form_parts::on_click;
use crate::chart::cluster::cost_figure::cost_cells;
use crate::chart::cluster::seconds::moment;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::batch::cost::map::{CostMap, MapAxis};
use crate::engine::batch::cost::{CostAnswer, CostAsked, Measure};
use crate::engine::batch::explain::ahead::{measure_words, measured, reservation_words};
use crate::engine::batch::explain::lasting;
use crate::engine::batch::job::NONE;
use crate::engine::core::calendar::ClockStart;
use crate::formats::link::ReserveView;
use yew::prelude::*;

/// Height of the plot, in CSS px.
const HEIGHT_PX: f64 = 200.0;

/// The map.
#[component]
pub fn CostMapView() -> Html {
    let lab = use_lab();
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let is_asked = lab.model().view.cluster.range.is_some();
    let content = match shown_cost(&lab) {
        Some(CostAnswer { asked, map: Some(map), .. }) if width > 0.0 => picture(&lab, *asked, map, width),
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
    let choice = |id: String, words, is_on, view: ReserveView| {
        let choose = on_click(lab, move |lab| set_reservation(lab, view));
        MapChoice { id, words, is_on, choose }
    };
    let measures = Measure::ALL.map(|measure| {
        choice(format!("measure-{}", measure.name()), measure.title(), view.measure == measure, ReserveView { measure, ..view })
    });
    let axes = [(MapAxis::Nodes, "map-nodes", "Nodes"), (MapAxis::Length, "map-length", "Length")];
    let axes = axes.map(|(axis, id, words)| choice(id.to_string(), words, view.axis == axis, ReserveView { axis, ..view }));
    map_choices(measures.into(), axes.into())
}

/// The cell of the reservation on screen.
fn cell_of(asked: &CostAsked, map: &CostMap) -> (u32, u32) {
    map.asked.cell_of(asked.start.into(), if map.asked.axis == MapAxis::Nodes { asked.nodes } else { asked.seconds })
}

/// Moves the reservation to a cell.
fn go_to(lab: &Lab, map: &CostMap, (column, row): (u32, u32)) {
    let Some((from, to)) = lab.model().view.cluster.range else { return };
    let (start, value, view) = (map.asked.start(column), map.asked.value(row), reserve(lab));
    let (seconds, nodes) = match map.asked.axis {
        MapAxis::Nodes => (to - from, value),
        MapAxis::Length => (u64::from(value), view.nodes),
    };
    move_reservation(lab, (start, start + seconds), ReserveView { nodes, ..view });
}

fn picture(lab: &Lab, asked: CostAsked, map: &CostMap, width: f64) -> Html {
    let (start, measure) = (shown_start(lab), reserve(lab).measure);
    let cells = cost_cells(map, measure, (plot_width(width), HEIGHT_PX));
    let scale = PlaneScale::new((map.asked.from.into(), map.asked.to.into()), (0.0, 1.0), cells.size.0, cells.size.1);
    let here = cell_of(&asked, map);
    let reservation = map.asked.reservation(asked.reservation(), here.0, here.1);
    let what = format!("From {}, {}", moment(reservation.start, start), reservation_words(reservation));
    let words = map.cost(here.0, here.1).map_or(what.clone(), |cost| format!("{what}: {}.", cost_words(&cost)));
    let value_words = if map.asked.axis == MapAxis::Nodes { grouped } else { lasting };
    let axes = html! { <>{ x_axis(&scale, start) }{ row_names(&cells, value_words) }</> };
    let on_go = {
        let (lab, map) = (lab.clone(), map.clone());
        Callback::from(move |cell| go_to(&lab, &map, cell))
    };
    let most = measured(cells.most(), measure);
    html! {
        <>
            <CostMapPlot place={(0.0, cells.size.0)} {cells} {here} name="The reservation: start and size" {words} {most} computed={map.computed} {axes} {on_go} />
            { numbers(&asked, map, measure, start) }
        </>
    }
}

/// The cheapest starts in numbers.
fn numbers(asked: &CostAsked, map: &CostMap, measure: Measure, start: Option<ClockStart>) -> Html {
    let rows = (0..map.asked.rows).filter(|row| map.cheapest[*row as usize] != NONE).map(|row| {
        let column = map.cheapest[row as usize];
        let reservation = map.asked.reservation(asked.reservation(), column, row);
        let cost = map.cost(column, row).map_or(String::new(), |cost| measure_words(&cost, measure));
        vec![grouped(reservation.nodes.into()), lasting(reservation.seconds.into()), moment(reservation.start, start), cost]
    });
    cheapest_table(["Nodes", "Length", "Cheapest start", "It costs"], rows)
}
