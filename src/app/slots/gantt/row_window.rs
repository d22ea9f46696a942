//! Which rows of a large machine are in view: how much they are enlarged, and where the view begins.

use crate::app::kit::text::format::counted;
use crate::chart::RowScale;
use crate::chart::kit::scale::ROW_PX_MAX;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Height of a row where there is room, in CSS px; higher rows have larger names.
const ROW_PX: f64 = 46.0;
const _: () = assert!(ROW_PX <= ROW_PX_MAX, "the axis stands right below rows that have their height");
/// How much a press on a button enlarges.
const STEP: f64 = 2.0;
/// Rows lower than this are worth enlarging, in CSS px.
const LOW_PX: f64 = 22.0;

/// The rows in view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowWindow {
    /// How much higher a row is than where all are in view.
    pub zoom: f64,
    /// The lowest row in view.
    pub first: f64,
}

impl Default for RowWindow {
    fn default() -> Self {
        Self { zoom: 1.0, first: 0.0 }
    }
}

impl RowWindow {
    /// The window after the middle of the view was enlarged by a factor.
    fn enlarged(self, rows: u32, height: f64, factor: f64) -> Self {
        let before = Rows { count: rows, available: height, window: self }.scale();
        let after = before.zoom_about(before.height() / 2.0, factor);
        let zoom = (after.row_px() * f64::from(rows.max(1)) / before.height().max(1.0)).max(1.0);
        Self { zoom, first: after.first() }
    }
}

/// The rows of a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// How many there are.
    pub count: u32,
    /// Height available for them, in CSS px.
    pub available: f64,
    /// Which of them are in view.
    pub window: RowWindow,
}

impl Rows {
    /// Their heights: comfortable where it fits, all rows in view at first.
    pub fn scale(self) -> RowScale {
        let wanted = (f64::from(self.count) * ROW_PX).min(self.available).max(40.0);
        let row_px = wanted / f64::from(self.count.max(1));
        RowScale::new(self.count, self.window.first, row_px * self.window.zoom.max(1.0), wanted)
    }
}

/// Buttons that enlarge rows; nothing where all of them are high enough.
pub fn row_buttons(rows: u32, height: f64, window: &UseStateHandle<RowWindow>) -> Html {
    let scale = Rows { count: rows, available: height, window: **window }.scale();
    if window.zoom <= 1.0 && scale.row_px() >= LOW_PX {
        return Html::default();
    }
    let by = |factor: f64| {
        let window = window.clone();
        Callback::from(move |_: MouseEvent| window.set(window.enlarged(rows, height, factor)))
    };
    let all = {
        let window = window.clone();
        Callback::from(move |_: MouseEvent| window.set(RowWindow::default()))
    };
    html! {
        <div class="segmented" role="group" aria-label="Rows">
            <button type="button" id="rows-lower" aria-label="Lower rows" title="Lower rows" disabled={window.zoom <= 1.0} onclick={by(1.0 / STEP)}>{ "↕ −" }</button>
            <button type="button" id="rows-higher" aria-label="Higher rows" title="Higher rows" onclick={by(STEP)}>{ "↕ +" }</button>
            <button type="button" id="rows-all" disabled={window.zoom <= 1.0} onclick={all}>{ "All nodes" }</button>
        </div>
    }
}

/// A slider beside a chart that moves its rows; nothing where all of them are in view.
pub fn row_slider(rows: &RowScale, set: &Callback<f64>) -> Html {
    let hidden = f64::from(rows.rows()) - rows.height() / rows.row_px();
    if hidden <= 0.5 {
        return Html::default();
    }
    let set = set.clone();
    let on_input = move |event: InputEvent| set.emit(event.target_unchecked_into::<HtmlInputElement>().value_as_number());
    let first = rows.first().round() as u64;
    let words = format!("from node {first}, {}", counted((rows.height() / rows.row_px()).round() as u64, "row", "rows"));
    html! {
        <input type="range" class="row-slider" aria-label="Lowest node in view" aria-orientation="vertical" aria-valuetext={words} min="0"
            max={format!("{:.0}", hidden.ceil())} step="1" value={first.to_string()} oninput={on_input} />
    }
}
