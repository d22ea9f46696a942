//! The methods beside each other: levels, limits, expected revenue, and what each loses to the optimum.

use super::market_form::set_market;
use super::plot::px;
use super::session::Lab;
use super::words::{method_name, money, percent};
use crate::engine::revenue::{Market, Nesting};
use crate::state::{MethodFigures, loss};
use yew::prelude::*;

/// Width of the dots' plot, in CSS px.
const DOTS_PX: f64 = 150.0;
/// Space left and right of it, for whole dots.
const EDGE_PX: f64 = 6.0;

/// A row for each method that fits; a press takes it.
pub fn methods_table(lab: &Lab, market: &Market, nodes: u32, methods: &[MethodFigures]) -> Html {
    let losses: Vec<Option<f64>> = methods.iter().map(|figures| loss(methods, figures)).collect();
    // At least a thousandth, so that rounding errors do not look like losses.
    let most = losses.iter().flatten().fold(0.001, |most: f64, &loss| most.max(loss));
    let rows = methods.iter().zip(&losses).map(|(figures, loss)| {
        let MethodFigures { method, limits, revenue } = figures;
        let is_used = *method == market.method;
        let choose = {
            let (lab, market) = (lab.clone(), Market { method: *method, ..market.clone() });
            Callback::from(move |_: MouseEvent| set_market(&lab, market.clone(), false))
        };
        let list = |numbers: &mut dyn Iterator<Item = u32>| numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ");
        let x = loss.map(|loss| px(EDGE_PX + loss / most * (DOTS_PX - 2.0 * EDGE_PX)));
        html! {
            <tr key={method.name()} class={is_used.then_some("used")} id={format!("method-{}", method.name())}>
                <th scope="row">
                    <button type="button" class="link" aria-pressed={is_used.to_string()} onclick={choose} title="Use this method">{ method_name(*method) }</button>
                </th>
                <td>{ list(&mut limits.iter().skip(1).map(|&limit| nodes.saturating_sub(limit))) }</td>
                <td>{ list(&mut market.in_force(limits).into_iter()) }</td>
                <td>{ revenue.map_or_else(|| "–".to_string(), money) }</td>
                <td>{ loss.map_or_else(|| "–".to_string(), percent) }</td>
                <td class="dots">
                    <svg width={px(DOTS_PX)} height="16" aria-hidden="true">
                        <line class="grid" x1={px(EDGE_PX)} x2={px(DOTS_PX - EDGE_PX)} y1="8" y2="8" />
                        if let Some(x) = x {
                            <line class="stem" x1={px(EDGE_PX)} x2={x.clone()} y1="8" y2="8" />
                            <circle class="dot" cx={x} cy="8" r="4.5" />
                        }
                    </svg>
                </td>
            </tr>
        }
    });
    let note = if losses.iter().all(Option::is_none) {
        "; exact figures are worked out at rest, up to 10,000 nodes"
    } else if market.nesting == Nesting::Partitioned {
        "; each class for itself, against the best nested limits"
    } else {
        ""
    };
    html! {
        <section class="chart methods" aria-label="Methods beside each other">
            <h2>{ "Methods beside each other" }<span>{ format!(": under the demand as typed{note}") }</span></h2>
            <div class="scroll-x" tabindex="0" role="region" aria-label="Methods">
                <table id="methods">
                    <thead><tr>
                        { for ["Method", "Nodes kept", "Booking limits", "Expected revenue", "Loses"].map(|name| html! { <th scope="col">{ name }</th> }) }
                        <th scope="col" class="dots">{ format!("0 … {}", percent(most)) }</th>
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
        </section>
    }
}
