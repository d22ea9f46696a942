//! What the booking limit between two neighbouring classes means, in words: beside the two pictures of [`super::editor`].

use super::class_border::ClassBorder;
use crate::app::kit::text::format::{counted, money, percent};
use crate::app::shell::context::Lab;
use yew::prelude::*;

/// A gain that is not worth a word, in minor units a slot.
const NOTHING: f64 = 0.05;

/// Littlewood's rule for the node in question, then what the level costs; nothing where there is no curve.
pub fn last_node_words(lab: &Lab) -> Html {
    let figures = lab.engine_state.plans.slots.market.as_ref().filter(|_| lab.model().market().is_some());
    let Some(shown) = figures.map(|figures| ClassBorder::of(figures)).filter(|shown| shown.higher.demand.mean > 0.0) else {
        return Html::default();
    };
    let ClassBorder { level, higher, higher_name, lower_price, lower_name, .. } = &shown;
    let chance = shown.chance(*level);
    let rule = format!(
        "{higher_name} would ask for one more kept node with probability {}, so that node is worth {}; {lower_name} pays {} for it. {}",
        percent(chance),
        money(chance * higher.price),
        money(*lower_price),
        verdict(&shown)
    );
    html! {
        <div class="stack lab-words" id="lab-words">
            <p>{ rule }</p>
            <p class="hint">
                { key("dilution") }
                { format!(" Dilution: nodes sold to {lower_name} are then missing for {higher_name}. ") }
                { key("spoilage") }
                { format!(" Spoilage: kept nodes stay idle though {lower_name} asks for them.") }
            </p>
        </div>
    }
}

/// A sample of an area's colour.
fn key(area: &'static str) -> Html {
    html! { <svg class="key" width="14" height="10" aria-hidden="true"><rect class={area} width="14" height="10" /></svg> }
}

/// How often the lower class is turned away at this level, and what another level would bring.
fn verdict(shown: &ClassBorder) -> String {
    let Some(curve) = &shown.curve else {
        return "The gain is computed when you stop dragging, for up to 10,000 nodes.".to_string();
    };
    let level = shown.level;
    let loss = curve.loss(level);
    let gain = match curve.best.cmp(&level) {
        std::cmp::Ordering::Equal => "This is the best level.".to_string(),
        _ if loss < NOTHING => "No other level brings noticeably more.".to_string(),
        order => format!(
            "Keeping {} {} would bring {} a slot more ({}).",
            counted(u64::from(level.abs_diff(curve.best)), "node", "nodes"),
            if order.is_gt() { "more" } else { "fewer" },
            money(loss),
            percent(loss / curve.revenue[curve.best as usize].max(f64::MIN_POSITIVE)),
        ),
    };
    format!("{} is turned away in {} of the slots. {gain}", shown.lower_name, percent(curve.meets_limit[level as usize]))
}
