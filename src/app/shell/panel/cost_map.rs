//! A map of what others than the one that is asked about would cost: a plot with a knob that is moved by pointer and arrow keys, and the cheapest starts as a table.

use crate::app::kit::plot::area::{GUTTER_PX, RIGHT_PX, place_in};
use crate::app::kit::plot::frame::{Margins, NAME_GAP_PX, PlotFrame, name_at_left};
use crate::app::kit::plot::knob::{Knob, KnobShape, Slider};
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::grouped;
use crate::chart::kit::cost_cells::{CostCells, REFUSED_PATH};
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use web_sys::Element;
use yew::prelude::*;

/// Columns or rows that an arrow key with Shift moves by.
const COARSE: u32 = 5;
/// Room above the plot, in CSS px.
const TOP_PX: f64 = 8.0;
/// Height that the number of a row needs, in CSS px.
const ROW_NAME_PX: f64 = 14.0;
/// Rows of the table.
const TABLE_ROWS_MAX: usize = 60;

/// Properties of [`CostMapPlot`].
#[derive(Properties, PartialEq)]
pub struct CostMapProps {
    /// The cells.
    pub cells: CostCells,
    /// Where they begin on the time axis, and how wide that is, in CSS px.
    pub place: (f64, f64),
    /// The cell of what is asked about.
    pub here: (u32, u32),
    /// What the knob changes.
    pub name: AttrValue,
    /// What that cell costs, in words.
    pub words: String,
    /// The most that a cell costs, in words.
    pub most: String,
    /// Cells that are computed.
    pub computed: u32,
    /// Names of the rows, and the time axis if it is drawn here.
    pub axes: Html,
    /// The time axis, if it is a picture of its own.
    #[prop_or_default]
    pub children: Html,
    /// Asks about another cell.
    pub on_go: Callback<(u32, u32)>,
}

/// The plot, with its words above and below it.
#[component]
pub fn CostMapPlot(props: &CostMapProps) -> Html {
    let CostMapProps { cells, place, here, name, words, most, computed, axes, children, on_go } = props;
    let over = use_node_ref();
    let pressed = use_state_eq(|| None::<i32>);
    let ((left, width), here, asked) = (*place, *here, cells.asked);
    let frame = PlotFrame { width, height: cells.size.1, margins: Margins::on_time_axis(TOP_PX) };
    let go_to = {
        let (over, cells, on_go) = (over.clone(), cells.clone(), on_go.clone());
        move |event: &PointerEvent| {
            if let Some(element) = over.cast::<Element>() {
                let (x, y) = place_in(&element, event);
                on_go.emit(cells.at((x - GUTTER_PX - left, y - TOP_PX)));
            }
        }
    };
    let on_down = {
        let (pressed, go_to) = (pressed.clone(), go_to.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() == 0 {
                if let Some(element) = event.target_dyn_into::<Element>() {
                    // Fails only for a pointer that is gone already.
                    let _ = element.set_pointer_capture(event.pointer_id());
                }
                pressed.set(Some(event.pointer_id()));
                go_to(&event);
            }
        })
    };
    let on_move = {
        let pressed = pressed.clone();
        Callback::from(move |event: PointerEvent| {
            if *pressed == Some(event.pointer_id()) {
                go_to(&event);
            }
        })
    };
    let on_up = Callback::from(move |_: PointerEvent| pressed.set(None));
    let on_key = {
        let on_go = on_go.clone();
        Callback::from(move |event: KeyboardEvent| {
            let by = if event.shift_key() { COARSE } else { 1 };
            let (column, row) = here;
            let cell = match event.key().as_str() {
                "ArrowRight" => (column.saturating_add(by).min(asked.columns - 1), row),
                "ArrowLeft" => (column.saturating_sub(by), row),
                "ArrowUp" => (column, row.saturating_add(by).min(asked.rows - 1)),
                "ArrowDown" => (column, row.saturating_sub(by)),
                _ => return,
            };
            on_go.emit(cell);
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let slider = Slider {
        now: here.0.to_string(),
        min: "0".to_string(),
        max: asked.columns.saturating_sub(1).to_string(),
        words: Some(words.clone()),
        on_key,
    };
    let path = |(level, d): (usize, &String)| {
        let (class, fill) = match level {
            REFUSED_PATH => ("cost-cells".to_string(), Some("url(#refused-hatch)")),
            _ => (format!("cost-cells cost-{level}"), None),
        };
        html! { <path {class} {fill} d={d.clone()} /> }
    };
    let to_cells = format!("translate({} 0)", px(left));
    let total = asked.columns * asked.rows;
    let progress = if *computed >= total {
        String::new()
    } else {
        format!(" {} of {} cells computed.", grouped((*computed).into()), grouped(total.into()))
    };
    let refused = if cells.has_refused() { " Hatched: refused." } else { "" };
    let coloured =
        if cells.most() > 0 { format!(" The stronger the other colour, the more it costs, up to {most}.") } else { String::new() };
    html! {
        <>
            <p id="cost-map-words" role="status">{ words }</p>
            <div class="plot">
                // Below the knob, which reaches into it in the first row.
                { children.clone() }
                <svg class="over" id="cost-map-plot" ref={over} width={frame.svg_width()} height={frame.svg_height()} role="group" aria-label="The map; the table below it has the cheapest starts"
                    onpointerdown={on_down} onpointermove={on_move} onpointerup={on_up.clone()} onpointercancel={on_up}>
                    <pattern id="refused-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="6" height="6" /><path class="hatch-line" d="M0 0V6" /></pattern>
                    <g transform={frame.transform()}>
                        <svg width={px(width)} height={px(cells.size.1)}>
                            <g transform={to_cells.clone()}>
                                { for cells.paths().iter().enumerate().filter(|(_, d)| !d.is_empty()).map(path) }
                                { for cells.cheapest().map(|(x, y)| html! { <circle class="cheapest" cx={px(x)} cy={px(y)} r="2.2" /> }) }
                            </g>
                        </svg>
                        <rect class="frame" width={px(width)} height={px(cells.size.1)} />
                        <g transform={to_cells}>
                            <Knob at={cells.middle(here)} shape={KnobShape::Disc} {name} is_upright={false} drag_key="asked" {slider} on_press={Callback::noop()} />
                        </g>
                        { axes.clone() }
                    </g>
                </svg>
            </div>
            <p class="hint">{ format!("Green: costs nothing by this measure.{coloured}{refused} Dots: the cheapest start of each row.{progress}") }</p>
        </>
    }
}

/// The numbers of rows, in words, left of a map: each beside the middle of its row. All rows where there is room, else some.
pub fn row_names(cells: &CostCells, words: impl Fn(u64) -> String) -> Html {
    let most = cells.asked.most;
    let has_room = cells.size.1 >= ROW_NAME_PX * f64::from(most);
    let some = || {
        let scale = PlaneScale::new((0.0, 1.0), (0.0, most.into()), cells.size.0, cells.size.1);
        let whole = scale.y_ticks().into_iter().map(|(value, _)| value).filter(|value| value.fract() == 0.0 && *value >= 1.0);
        whole.map(|value| value as u32).collect::<Vec<u32>>()
    };
    let values = if has_room { (1..=most).collect() } else { some() };
    let named = values.into_iter().map(|value| {
        let (_, row) = cells.asked.cell_of(0, value);
        name_at_left(NAME_GAP_PX, cells.middle((0, row)).1, words(value.into()))
    });
    named.collect()
}

/// Width of the plot in a part of the page of some width, in CSS px.
pub fn plot_width(width: f64) -> f64 {
    (width - GUTTER_PX - RIGHT_PX).max(40.0)
}

/// One of several things to choose from.
pub struct MapChoice {
    /// Element id.
    pub id: String,
    /// What it is called.
    pub words: &'static str,
    /// Whether it is chosen.
    pub is_on: bool,
    /// Chooses it.
    pub choose: Callback<MouseEvent>,
}

/// What a map is measured by, and what its rows are.
pub fn map_choices(measures: Vec<MapChoice>, axes: Vec<MapChoice>) -> Html {
    let buttons = |choices: Vec<MapChoice>| -> Html {
        let button = |MapChoice { id, words, is_on, choose }: MapChoice| {
            html! { <button type="button" key={id.clone()} {id} aria-pressed={is_on.to_string()} onclick={choose}>{ words }</button> }
        };
        choices.into_iter().map(button).collect()
    };
    html! {
        <div class="group">
            <div class="segmented" role="group" aria-label="Measured by">{ buttons(measures) }</div>
            <div class="segmented" role="group" aria-label="Upwards">{ buttons(axes) }</div>
        </div>
    }
}

/// The cheapest starts in numbers.
pub fn cheapest_table(headings: [&'static str; 4], rows: impl Iterator<Item = Vec<String>>) -> Html {
    html! {
        <details class="twin" id="cost-map-table">
            <summary>{ "The cheapest starts as a table" }</summary>
            <Table label="The cheapest starts" columns={Column::all(headings)}>{ text_rows(rows.take(TABLE_ROWS_MAX)) }</Table>
        </details>
    }
}
