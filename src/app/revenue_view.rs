//! The middle of the page when it is about money: the market, the laboratory of booking limits, the methods beside each other.

use super::gesture::Gesture;
use super::market_form::market_form;
use super::market_lab::{Border, laboratory};
use super::market_methods::methods_table;
use super::plot::use_size;
use super::session::{Lab, use_lab};
use super::theme::use_theme;
use crate::engine::revenue::Market;
use crate::state::{Action, Example, MarketEdit, compare_methods};
use yew::prelude::*;

/// Largest machine whose exact figures follow a drag, in nodes; larger ones get them when it ends.
const EXACT_WHILE_DRAGGING: u32 = 3_000;

/// Prices, limits and what they bring.
#[component]
pub fn RevenueView() -> Html {
    let lab = use_lab();
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let palette = use_theme().palette();
    let nodes = lab.model().scenario.machine.nodes;
    let market = lab.model().market().cloned();
    let is_dragging = matches!(*lab.gesture.borrow(), Some(Gesture::Market { .. }));
    let methods = use_memo((market.clone(), nodes, !is_dragging || nodes <= EXACT_WHILE_DRAGGING), |(market, nodes, exact)| {
        market.as_ref().map(|market| compare_methods(market, *nodes, *exact)).unwrap_or_default()
    });
    html! {
        <section class="plan revenue" aria-label="Revenue">
            <div class="charts" ref={node}>
                if let Some(market) = &market {
                    { market_form(&lab, market, nodes, palette) }
                    { laboratory(&lab, &Border::of(market, nodes, lab.model().view.border), palette, width) }
                    { methods_table(&lab, market, nodes, &methods) }
                } else {
                    { no_market(&lab, nodes) }
                }
            </div>
        </section>
    }
}

/// What a market is, and two ways to one.
fn no_market(lab: &Lab, nodes: u32) -> Html {
    let set = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| {
            lab.act(Action::Market(MarketEdit::Set { market: Some(Market::umar(nodes)), merge: false }))
        })
    };
    let open = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| Example::find("three-classes").into_iter().for_each(|example| lab.open(example.open())))
    };
    html! {
        <section class="no-market">
            <h2>{ "No market yet" }</h2>
            <p>{ "A market sorts requests into classes by how long ahead they book: who books late pays more. It keeps some nodes from the cheap classes for dear ones that may still come, and so decides who gets the last node." }</p>
            <div class="group">
                <button type="button" id="set-market" class="strong" onclick={set}>{ "Set the paper's market" }</button>
                <button type="button" id="open-market-example" onclick={open}>{ "Open an example: three classes, forty nodes" }</button>
            </div>
        </section>
    }
}
