//! The boxes of a slot store, with the nodes that an operation has visited.

use crate::chart::kit::svg::px;
use crate::chart::stores::boxes::{NodeBox, StoreBoxes};
use crate::chart::stores::figure::visits_of;
use crate::papers::slots::store::Stage;
use yew::prelude::*;

/// What is inside of a drawing of the class `store-boxes`; `visited` counts the nodes that have been visited, and one more where the operation is done.
pub fn boxes(stage: &Stage, visited: usize, drawn: &StoreBoxes) -> Html {
    let (before, now) = visits_of(stage, visited);
    let node = |drawn: &NodeBox| {
        let node = &stage.picture.nodes[drawn.node];
        let class = if now == Some(drawn.node) {
            "now"
        } else if before.contains(&drawn.node) {
            "visited"
        } else {
            ""
        };
        let rect = drawn.rect;
        html! {
            <g class={class}>
                <title>{ &node.words }</title>
                <rect x={px(rect.x)} y={px(rect.y)} width={px(rect.width)} height={px(rect.height)} rx="2" />
                if drawn.has_text {
                    <text x={px(rect.x + rect.width / 2.0)} y={px(rect.y + rect.height / 2.0)} text-anchor="middle" dominant-baseline="central">{ &node.text }</text>
                }
            </g>
        }
    };
    let ticks = drawn.ticks.iter().map(|(slot, x)| html! { <text class="tick" x={px(*x + 1.0)} y="13">{ slot }</text> });
    html! { <>{ for ticks }{ for drawn.boxes.iter().map(node) }</> }
}
