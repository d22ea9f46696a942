//! The methods side by side: levels, limits, expected revenue, and the loss compared with the optimum.

use super::editor::MarketEditor;
use crate::app::kit::tables::table::{Column, Table};
use crate::app::kit::text::format::{money, percent};
use crate::app::revenue::names::method_name;
use crate::chart::kit::svg::px;
use crate::engine::slots::revenue::{Market, MarketFigures, MethodFigures, Nesting, loss};
use std::rc::Rc;
use yew::prelude::*;

/// Width of the dots' plot, in CSS px.
const DOTS_PX: f64 = 150.0;
/// Space left and right of it, for whole dots.
const EDGE_PX: f64 = 6.0;

/// Properties of [`MethodsTable`].
#[derive(Properties)]
pub struct MethodsProps {
    /// The figures of the market.
    pub figures: Rc<MarketFigures>,
    /// Whether the table is to follow now.
    pub is_due: bool,
    /// Changes the market.
    pub editor: MarketEditor,
}

impl PartialEq for MethodsProps {
    /// What is not due counts as unchanged. The properties there are were due when they came: the first are, as there is nothing to be out of
    /// sight yet.
    fn eq(&self, other: &Self) -> bool {
        !(self.is_due && other.is_due) || self.figures == other.figures
    }
}

/// A row for each method that fits; a press takes it.
#[component]
pub fn MethodsTable(MethodsProps { figures, editor, .. }: &MethodsProps) -> Html {
    let MarketFigures { market, methods, .. } = &**figures;
    // At least a thousandth, so that rounding errors do not look like losses.
    let most = methods.iter().filter_map(|figures| loss(methods, figures)).fold(0.001, f64::max);
    let rows = methods.iter().map(|figures| row(market, figures, loss(methods, figures), most, editor));
    let note = if methods.iter().all(|figures| figures.revenue.is_none()) {
        "; exact figures are worked out up to 10,000 nodes"
    } else if market.nesting == Nesting::Partitioned {
        "; each class for itself, against the best nested limits"
    } else {
        ""
    };
    let columns = vec![
        Column::new("Method"),
        Column::new("Loses"),
        Column::new(format!("0 … {}", percent(most))).with_class("dots"),
        Column::new("Expected revenue"),
        Column::new("Nodes kept"),
        Column::new("Booking limits"),
    ];
    html! {
        <section class="chart methods" id="methods-beside" aria-label="Methods beside each other">
            <h2>{ "Methods beside each other" }<span>{ format!(": under the demand as typed{note}") }</span></h2>
            <Table label="Methods" id="methods" {columns}>{ for rows }</Table>
        </section>
    }
}

fn row(market: &Market, figures: &MethodFigures, loss: Option<f64>, most: f64, editor: &MarketEditor) -> Html {
    let MethodFigures { method, limits, revenue } = figures;
    let is_used = *method == market.method;
    let list = |numbers: Vec<u32>| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let kept = limits.iter().skip(1).map(|&limit| limits[0].saturating_sub(limit)).collect();
    html! {
        <tr key={method.name()} class={is_used.then_some("used")}>
            <th scope="row">
                <button type="button" class="link" aria-pressed={is_used.to_string()} title="Use this method" onclick={editor.on_method(*method)}>
                    { method_name(*method) }
                </button>
            </th>
            <td>{ loss.map_or_else(|| "–".to_string(), percent) }</td>
            <td class="dots">
                if let Some(loss) = loss {
                    { dot(loss / most) }
                }
            </td>
            <td>{ revenue.map_or_else(|| "–".to_string(), money) }</td>
            <td>{ list(kept) }</td>
            <td>{ list(market.in_force(limits)) }</td>
        </tr>
    }
}

/// A dot on a line, at a share of it.
fn dot(share: f64) -> Html {
    let (left, right) = (px(EDGE_PX), px(DOTS_PX - EDGE_PX));
    let x = px(EDGE_PX + share * (DOTS_PX - 2.0 * EDGE_PX));
    html! {
        <svg width={px(DOTS_PX)} height="16" aria-hidden="true">
            <line class="grid" x1={left.clone()} x2={right} y1="8" y2="8" />
            <line class="stem" x1={left} x2={x.clone()} y1="8" y2="8" />
            <circle class="dot" cx={x} cy="8" r="4.5" />
        </svg>
    }
}
