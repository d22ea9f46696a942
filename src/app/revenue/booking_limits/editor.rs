//! The editor of the booking limits of two neighbouring classes: Littlewood's rule and expected revenue as draggable plots and as a table.

use super::class_border::ClassBorder;
use super::expected_revenue_plot::expected_revenue_plot;
use super::frame::PLOT_PX;
use super::littlewood_plot::littlewood_plot;
use crate::app::kit::tables::table::{Column, Table};
use crate::app::kit::text::format::{money, percent};
use crate::app::revenue::market::editor::{MarketEditor, Typed};
use crate::app::revenue::market::form::back_to;
use crate::app::revenue::market::input::MarketInput;
use crate::chart::Palette;
use crate::engine::slots::revenue::{BorderCurve, Method};
use crate::state::MarketField;
use yew::prelude::*;

/// Width from which the two pictures stand side by side, in CSS px.
const SIDE_BY_SIDE_PX: f64 = 700.0;
/// Space between them, in CSS px; the style sheet says the same.
const GAP_PX: f64 = 20.0;
/// Share of the view that the two plots take in height, and the most they take, in CSS px.
const SHARE: f64 = 0.48;
const PLOT_MOST_PX: f64 = 480.0;
/// Rows of the table, about.
const TABLE_ROWS: u32 = 20;

/// What the editor is made with.
pub struct EditorView<'a> {
    /// The border it is about.
    pub shown: &'a ClassBorder,
    /// Colours.
    pub palette: &'a Palette,
    /// Width of the view, and its height where the plots follow that, in CSS px.
    pub size: (f64, f64),
    /// What is being typed.
    pub typed: Option<&'a Typed>,
    /// The money at the upper edge of Littlewood's picture while a price is dragged.
    pub held_top: Option<f64>,
    /// The method before the limits were fixed by hand.
    pub before_fixed: Method,
    /// Changes the market.
    pub editor: &'a MarketEditor,
    /// Shows another border.
    pub on_border: Callback<u32>,
}

/// The two pictures.
pub fn booking_limit_editor(view: EditorView) -> Html {
    let EditorView { shown, palette, size: (width, height), typed, held_top, before_fixed, editor, on_border } = view;
    let plot_width = if width >= SIDE_BY_SIDE_PX { ((width - GAP_PX) / 2.0).floor() } else { width };
    let plot = (plot_width, (height * SHARE).floor().clamp(PLOT_PX, PLOT_MOST_PX));
    let higher_name = &shown.higher_name;
    html! {
        <section class="chart lab" aria-label="Laboratory of booking limits">
            <h2>{ "Who gets the last node?" }<span>{ format!(": {higher_name} against {}", shown.lower_name) }</span></h2>
            <div class="line lab-tools">
                { border_choice(shown, &on_border) }
                <MarketInput field={MarketField::Level(shown.border)} label={format!("Nodes kept for {higher_name}")}
                    value={shown.level.to_string()} typed={typed.cloned()} editor={editor.clone()} />
                if shown.market.method == Method::Fixed {
                    <span class="hint">{ "Limits are now fixed by hand. " }{ back_to(before_fixed, editor) }</span>
                }
            </div>
            if shown.higher.demand.mean > 0.0 {
                <div class="lab-plots">
                    { littlewood_plot(shown, palette, plot, held_top, editor) }
                    if let Some(curve) = &shown.curve {
                        { expected_revenue_plot(shown, curve, palette, plot, editor) }
                    }
                </div>
            } else {
                <p class="hint">{ format!("Type a mean demand for {higher_name} to see its curve.") }</p>
            }
        </section>
    }
}

/// Both pictures as a table, drawn once it is open.
pub fn levels_table(shown: &ClassBorder, is_open: bool, on_toggle: Callback<Event>) -> Html {
    if shown.higher.demand.mean <= 0.0 {
        return Html::default();
    }
    html! {
        <details class="twin" id="lab-table" ontoggle={on_toggle}>
            <summary>{ "Levels: both curves as a table" }</summary>
            if is_open {
                { table(shown) }
            }
        </details>
    }
}

fn border_choice(shown: &ClassBorder, on_border: &Callback<u32>) -> Html {
    let borders = (0..shown.market.count() as u32 - 1).map(|border| {
        let is_shown = border as usize == shown.border;
        let higher = if border == 0 { "1".to_string() } else { format!("1–{}", border + 1) };
        let on_border = on_border.clone();
        html! {
            <button key={border} type="button" id={format!("border-{}", border + 1)} aria-pressed={is_shown.to_string()}
                onclick={move |_| on_border.emit(border)}>{ format!("{higher} | {}", border + 2) }</button>
        }
    });
    html! { <div class="segmented" role="group" aria-label="Which classes">{ for borders }</div> }
}

/// Both pictures in numbers.
fn table(shown: &ClassBorder) -> Html {
    let step = (shown.on_sale / TABLE_ROWS).max(1);
    let best = shown.curve.as_ref().map_or(shown.level, |curve| curve.best);
    let mut levels: Vec<u32> = (0..=shown.on_sale).step_by(step as usize).chain([shown.level, best, shown.on_sale]).collect();
    levels.sort_unstable();
    levels.dedup();
    let rows = levels.into_iter().map(|level| {
        let chance = shown.chance(level);
        let of = |figures: fn(&BorderCurve) -> &Vec<f64>| shown.curve.as_ref().map(|curve| figures(curve)[level as usize]);
        let kept = if level == shown.level { "kept now " } else { "" };
        let is_best = if level == best && shown.curve.is_some() { "best" } else { "" };
        html! {
            <tr>
                <th scope="row">{ level }</th>
                <td>{ percent(chance) }</td>
                <td>{ money(chance * shown.higher.price) }</td>
                <td>{ of(|curve| &curve.revenue).map(money) }</td>
                <td>{ of(|curve| &curve.meets_limit).map(percent) }</td>
                <td class="words">{ kept }{ is_best }</td>
            </tr>
        }
    });
    let caption =
        format!("Nodes kept for {} against {}, which pays {}", shown.higher_name, shown.lower_name, money(shown.lower_price));
    let columns = Column::all(["Nodes kept", "More asked for", "Worth of one more", "Expected revenue", "Limit met", ""]);
    html! { <Table label="Levels" {caption} {columns}>{ for rows }</Table> }
}
