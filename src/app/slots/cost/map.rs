//! The map of what other requests would cost, above the plan and on its time axis: nodes or slots upwards. Pressing or dragging in it moves the request.

use super::asking::{ask, priced, told};
use crate::app::kit::plot::sheet::TimeAxis;
use crate::app::kit::plot::time_axis::Axis;
use crate::app::kit::text::format::{counted, grouped, time_unit};
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::panel::cost_map::{CostMapPlot, MapChoice, cheapest_table, map_choices, row_names};
use crate::app::shell::panel::form_parts::on_click;
use crate::chart::TimeScale;
use crate::chart::kit::cost_cells::{CellCost, CostCells};
use crate::engine::core::cost_map::MapAxis;
use crate::engine::slots::cost::map::{CostMap, NO_COLUMN};
use crate::engine::slots::cost::words::{cost_words, measure_title, measure_words, measured};
use crate::engine::slots::cost::{Cost, Measure, Wanted};
use crate::formats::link::CostView;
use crate::state::SlotsShown;
use std::rc::Rc;
use yew::prelude::*;

/// Height of the plot, in CSS px.
const HEIGHT_PX: f64 = 120.0;
/// Height of the panel: heading, choices, words, plot, axis and hint, in CSS px.
pub const COST_PANEL_PX: f64 = 276.0;

/// Properties of [`CostPanel`].
#[derive(Properties, PartialEq)]
pub struct CostPanelProps {
    /// The plan.
    pub shown: Rc<SlotsShown>,
    /// The time axis.
    pub scale: TimeScale,
}

/// The map, if somebody asks.
#[component]
pub fn CostPanel(CostPanelProps { shown, scale }: &CostPanelProps) -> Html {
    let lab = use_lab();
    let Some(view) = lab.model().cost_view() else { return Html::default() };
    let content = match told(&lab).map(|told| told.answer.as_ref().and_then(|answer| answer.map.as_ref())) {
        Some(Some(map)) => picture(&lab, view, map, shown, *scale),
        Some(None) => html! { <p class="hint">{ "Nothing on screen comes after the request. Zoom out, or move it." }</p> },
        None => html! { <p class="hint">{ "Computing …" }</p> },
    };
    html! {
        <section class="chart cost-map" id="cost-map" aria-label="What requests would cost">
            <h2>{ "What one request more would cost the others" }<span>{ ": press, drag or use the arrow keys to move it" }</span></h2>
            { choices(&lab, view, shown.scenario().market.is_some()) }
            { content }
        </section>
    }
}

fn choices(lab: &Lab, view: CostView, has_market: bool) -> Html {
    let choice = |id: String, words, is_on, view: CostView| {
        let choose = on_click(lab, move |lab| ask(lab, view));
        MapChoice { id, words, is_on, choose }
    };
    let measures = Measure::ALL.into_iter().filter(|measure| has_market || !measure.is_money());
    let measures = measures.map(|measure| {
        choice(format!("measure-{}", measure.name()), measure_title(measure), view.measure == measure, CostView { measure, ..view })
    });
    let axes = [(MapAxis::Nodes, "map-nodes", "Nodes"), (MapAxis::Length, "map-length", "Slots")];
    let axes = axes.map(|(axis, id, words)| choice(id.to_string(), words, view.axis == axis, CostView { axis, ..view }));
    map_choices(measures.collect(), axes.into())
}

/// What a cell shows of a cost.
fn cell(cost: &Cost, measure: Measure) -> CellCost {
    match cost.is_granted() {
        true => CellCost::Costs(u64::try_from(cost.by(measure)).unwrap_or(0)),
        false => CellCost::Refused,
    }
}

fn picture(lab: &Lab, view: CostView, map: &CostMap, shown: &SlotsShown, scale: TimeScale) -> Html {
    let (asked, measure, time) = (map.asked, view.measure, lab.time_names());
    let (left, right) = (scale.x_of(asked.from.into()), scale.x_of(asked.to.into()));
    let size = ((right - left).max(1.0), HEIGHT_PX);
    let cells = CostCells::new(asked, &map.cheapest, size, |column, row| {
        map.cost(column, row).map_or(CellCost::Unknown, |cost| cell(cost, measure))
    });
    let here = asked.cell_like(view.wanted);
    // Of a long plan a cell stands for several starts: what is said is of the request itself, as soon as that is known.
    let is_own = asked.wanted(view.wanted, here.0, here.1) == view.wanted && map.is_exact(here.0, here.1);
    let cost = priced(lab).map(|priced| &priced.cost).or_else(|| map.cost(here.0, here.1).filter(|_| is_own));
    let what = format!("{} from {} on", size_words(view.wanted), time.slot(view.wanted.start));
    // Beside the sums, which say how many move and by how much.
    let money = |cost: &Cost| format!("; {}: {}", measure_title(measure).to_lowercase(), measure_words(cost, measure));
    let words = cost.map_or(what.clone(), |cost| {
        let money = if measure.is_money() && cost.is_granted() { money(cost) } else { String::new() };
        format!("{what}: {}{money}.", cost_words(cost))
    });
    let axes = row_names(&cells, grouped);
    let axis = Axis { scale, names: shown.plan().machine().time_names(time_unit(lab.model().view.axis)) };
    let on_go = {
        let (lab, map) = (lab.clone(), map.asked);
        Callback::from(move |(column, row)| {
            if let Some(view) = lab.model().cost_view() {
                ask(&lab, CostView { wanted: map.wanted(view.wanted, column, row), ..view });
            }
        })
    };
    let most = measured(cells.most() as i64, measure);
    let rows = (0..asked.rows).zip(&map.cheapest).filter(|(_, column)| **column != NO_COLUMN).map(|(row, &column)| {
        let wanted = asked.wanted(view.wanted, column, row);
        let cost = map.cost(column, row).map_or(String::new(), |cost| measure_words(cost, measure));
        vec![grouped(wanted.nodes.into()), grouped(wanted.slots.into()), time.at(wanted.start), cost]
    });
    html! {
        <>
            <CostMapPlot place={(left, scale.width())} {cells} {here} name="The request: start and size" {words} {most} computed={map.computed} {axes} {on_go}>
                <TimeAxis ..axis />
            </CostMapPlot>
            { cheapest_table(["Nodes", "Slots", "Cheapest start", "It costs"], rows) }
        </>
    }
}

fn size_words(Wanted { slots, nodes, .. }: Wanted) -> String {
    format!("{} on {}", counted(slots.into(), "slot", "slots"), counted(nodes.into(), "node", "nodes"))
}
