//! The methods beside each other: levels, limits, expected revenue, and what each loses to the optimum.

use super::markup::{all, markup};
use super::revenue_view::Seen;
use super::words::{method_name, money, percent};
use crate::engine::revenue::{Nesting, WholeClasses};
use crate::state::{MethodFigures, compare_methods, loss};
use std::rc::Rc;
use yew::prelude::*;

/// Width of the dots' plot, in CSS px.
const DOTS_PX: f64 = 150.0;
/// Space left and right of it, for whole dots.
const EDGE_PX: f64 = 6.0;

/// Properties of [`MethodsTable`].
#[derive(Properties)]
pub struct MethodsProps {
    /// What the view shows; without a market there is no table.
    pub seen: Seen,
    /// The market's classes on all nodes, where exact figures are wanted.
    pub whole: Option<Rc<WholeClasses>>,
    /// Whether the table is to follow now.
    pub is_due: bool,
}

impl PartialEq for MethodsProps {
    /// What is not due counts as unchanged. The properties there are were due when they came: the first are, as there is nothing to be out of
    /// sight yet.
    fn eq(&self, other: &Self) -> bool {
        !(self.is_due && other.is_due) || self.seen == other.seen
    }
}

/// A row for each method that fits; a press takes it.
#[component]
pub fn MethodsTable(MethodsProps { seen, whole, .. }: &MethodsProps) -> Html {
    let Some(market) = &seen.market else { return Html::default() };
    let methods = &*compare_methods(market, seen.nodes, whole.as_deref());
    // At least a thousandth, so that rounding errors do not look like losses.
    let most = methods.iter().filter_map(|figures| loss(methods, figures)).fold(0.001, f64::max);
    let list = |numbers: &mut dyn Iterator<Item = u32>| numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ");
    let rows = methods.iter().map(|figures| {
        let MethodFigures { method, limits, revenue } = figures;
        let is_used = *method == market.method;
        let loss = loss(methods, figures);
        let dot = loss.map(|loss| EDGE_PX + loss / most * (DOTS_PX - 2.0 * EDGE_PX));
        markup!(
            "<tr class=$>
                <th scope='row'><button type='button' class='link' data-do=$ aria-pressed=$ title='Use this method'>$</button></th>
                <td>$</td><td class='dots'>$</td><td>$</td><td>$</td><td>$</td>
            </tr>",
            is_used.then_some("used"),
            format!("method {}", method.name()),
            is_used,
            method_name(*method),
            loss.map_or_else(|| "–".to_string(), percent),
            dot.map(|x| markup!(
                "<svg width=$ height='16' aria-hidden='true'><line class='grid' x1=$ x2=$ y1='8' y2='8'/><line class='stem' x1=$ x2=$ y1='8' y2='8'/><circle class='dot' cx=$ cy='8' r='4.5'/></svg>",
                DOTS_PX,
                EDGE_PX,
                DOTS_PX - EDGE_PX,
                EDGE_PX,
                x,
                x
            )),
            revenue.map_or_else(|| "–".to_string(), money),
            list(&mut limits.iter().skip(1).map(|&limit| limits[0].saturating_sub(limit))),
            list(&mut market.in_force(limits).into_iter())
        )
    });
    let note = if methods.iter().all(|figures| figures.revenue.is_none()) {
        "; exact figures are worked out at rest, up to 10,000 nodes"
    } else if market.nesting == Nesting::Partitioned {
        "; each class for itself, against the best nested limits"
    } else {
        ""
    };
    markup!(
        "<section class='chart methods' id='methods-beside' aria-label='Methods beside each other'>
            <h2>Methods beside each other<span>: under the demand as typed$</span></h2>
            <div class='scroll-x' tabindex='0' role='region' aria-label='Methods'>
                <table id='methods'>
                    <thead><tr><th scope='col'>Method</th><th scope='col'>Loses</th><th scope='col' class='dots'>0 … $</th><th scope='col'>Expected revenue</th><th scope='col'>Nodes kept</th><th scope='col'>Booking limits</th></tr></thead>
                    <tbody>$</tbody>
                </table>
            </div>
        </section>",
        note,
        percent(most),
        all(rows)
    )
}
