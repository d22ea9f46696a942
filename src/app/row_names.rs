//! What stands left of a plot: the names of its rows.

use super::plot::{GUTTER_PX, px};
use crate::chart::{Layout, RowScale};
use yew::prelude::*;

/// Least height of a row that gets a name, in CSS px.
const ROW_NAME_PX: f64 = 11.0;

/// Properties of [`Names`].
#[derive(Properties, PartialEq)]
pub struct NamesProps {
    /// Height of the plot, in CSS px.
    pub height: f64,
    /// Texts of the class `row-name`.
    pub children: Html,
}

/// The room left of a plot. It stands before the plot's pixels, not over them: what does is a layer of its own over all of the plot, which the
/// browser lays over the pixels in every frame, by squares of 256 px wherever there is something in one.
#[component]
pub fn Names(NamesProps { height, children }: &NamesProps) -> Html {
    html! { <svg class="names" width={px(GUTTER_PX)} height={px(*height)} aria-hidden="true">{ children.clone() }</svg> }
}

/// Properties of [`RowNames`].
#[derive(Properties, PartialEq)]
pub struct RowNamesProps {
    /// What rows stand for.
    pub layout: Layout,
    /// Their places.
    pub rows: RowScale,
}

/// v0 … or cn0 … left of the rows, as many as fit. By themselves, as they stay while the axis moves.
#[component]
pub fn RowNames(&RowNamesProps { layout, rows }: &RowNamesProps) -> Html {
    let prefix = match layout {
        Layout::Logical => "v",
        Layout::Physical => "cn",
    };
    let visible = rows.visible_rows();
    let least = (ROW_NAME_PX / rows.row_px()).ceil().max(1.0) as u32;
    let step =
        [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].into_iter().find(|&step| step >= least).unwrap_or(20_000);
    let names = visible.filter(|row| row % step == 0).map(|row| {
        // The time axis, painted after them, ends them below.
        let y = rows.y_of(f64::from(row) + 0.5).clamp(6.0, rows.height() - 4.0);
        html! { <text key={row} class="row-name" x={px(GUTTER_PX - 10.0)} y={px(y + 4.0)} text-anchor="end">{ format!("{prefix}{row}") }</text> }
    });
    html! { <Names height={rows.height()}>{ for names }</Names> }
}
