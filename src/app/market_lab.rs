//! The laboratory of booking limits for two neighbouring classes: Littlewood's rule and expected revenue as pictures that can be dragged, in
//! words, and as a table.

use super::fields::NumberField;
use super::market_form::{back_to_method, set_market};
use super::market_plot::{littlewood_plot, revenue_plot};
use super::session::Lab;
use super::words::{counted, money, percent};
use crate::chart::Palette;
use crate::engine::bounds::Bound;
use crate::engine::revenue::{Market, Method, RevenueCurve, VirtualClass, littlewood_level, optimal_levels, worth_of_nodes};
use crate::state::{Action, MarketHandle, ViewAction, class_name, higher_side, level, moved_market};
use yew::prelude::*;

/// Width from which the two pictures stand side by side, in CSS px.
const SIDE_BY_SIDE_PX: f64 = 700.0;
/// Space between them, in CSS px; the style sheet says the same.
const GAP_PX: f64 = 20.0;
/// Rows of the table, about.
const TWIN_ROWS: u32 = 20;
/// Largest machine for which each node's exact worth is drawn.
const EXACT_NODES_MAX: u32 = 3_000;

/// What the laboratory shows of one border: classes 1 … k against class k + 1.
pub struct Border<'a> {
    /// The market.
    pub market: &'a Market,
    /// Nodes of the machine.
    pub nodes: u32,
    /// Which border, 0 between classes 1 and 2.
    pub border: usize,
    /// Nodes kept for the higher side by the limits in the first slot.
    pub level: u32,
    /// Classes 1 … k as one.
    pub higher: VirtualClass,
    /// What the higher side is called.
    pub higher_name: String,
    /// Price of the lower class.
    pub lower_price: f64,
    /// What it is called.
    pub lower_name: String,
    /// Littlewood's level for the two, not rounded.
    pub crossing: f64,
    /// What each node is worth to the higher side under the best limits above; for several classes on a machine that is not too large.
    pub worth: Option<Vec<f64>>,
    /// Expected revenue of the two.
    pub curve: RevenueCurve,
}

impl<'a> Border<'a> {
    /// The border that the view names, or the last one.
    pub fn of(market: &'a Market, nodes: u32, border: u32) -> Self {
        let border = (border as usize).min(market.count().saturating_sub(2));
        let higher = higher_side(market, border);
        let lower = &market.classes[border + 1];
        let lower_price = f64::from(lower.price);
        let lower_demand = lower.demand.unwrap_or_default();
        let worth = (border > 0 && nodes <= EXACT_NODES_MAX).then(|| {
            let offers = &market.offers(&market.given_demand())[..=border];
            worth_of_nodes(nodes, offers, &optimal_levels(nodes, offers))
        });
        let higher_name = if border == 0 { class_name(market, 0) } else { format!("classes 1–{}", border + 1) };
        Self {
            level: level(market, nodes, border),
            higher_name,
            lower_name: class_name(market, border + 1),
            crossing: littlewood_level(higher.price, higher.demand, lower_price).min(f64::from(nodes)),
            worth,
            curve: RevenueCurve::of(nodes, higher.price, higher.demand, lower_price, lower_demand),
            market,
            nodes,
            border,
            higher,
            lower_price,
        }
    }

    /// Whether the demand is known well enough to draw anything.
    fn has_demand(&self) -> bool {
        self.higher.demand.mean > 0.0
    }

    /// The best level by the dynamic programme: nodes worth more than the lower price.
    pub fn exact_level(&self) -> Option<u32> {
        self.worth.as_ref().map(|worth| worth.iter().take_while(|&&worth| worth > self.lower_price).count() as u32)
    }
}

/// The two pictures, what they say, and the same as a table.
pub fn laboratory(lab: &Lab, border: &Border, palette: &Palette, width: f64) -> Html {
    let plot_width = if width >= SIDE_BY_SIDE_PX { ((width - GAP_PX) / 2.0).floor() } else { width };
    html! {
        <section class="chart lab" aria-label="Laboratory of booking limits">
            <h2>{ "Who gets the last node?" }<span>{ format!(": {} against {}", border.higher_name, border.lower_name) }</span></h2>
            <div class="lab-tools">
                { border_picker(lab, border) }
                { level_field(lab, border) }
            </div>
            if border.has_demand() {
                <div class="lab-plots">
                    { littlewood_plot(lab, border, palette, plot_width) }
                    { revenue_plot(lab, border, palette, plot_width) }
                </div>
                { words(border) }
                { twin(border) }
            } else {
                <p class="hint">{ format!("Type a mean demand for {} to see its curve.", border.higher_name) }</p>
            }
        </section>
    }
}

/// One button for each pair of neighbours.
fn border_picker(lab: &Lab, shown: &Border) -> Html {
    let buttons = (0..shown.market.count() - 1).map(|border| {
        let lab = lab.clone();
        let choose = Callback::from(move |_: MouseEvent| lab.act(Action::View(ViewAction::Border(border as u32))));
        let higher = if border == 0 { "1".to_string() } else { format!("1–{}", border + 1) };
        let title = format!("Classes up to {} against {}", class_name(shown.market, border), class_name(shown.market, border + 1));
        html! {
            <button type="button" key={border} id={format!("border-{}", border + 1)} aria-pressed={(border == shown.border).to_string()} onclick={choose} {title}>
                { format!("{higher} | {}", border + 2) }
            </button>
        }
    });
    html! { <div class="segmented" role="group" aria-label="Which classes">{ for buttons }</div> }
}

fn level_field(lab: &Lab, shown: &Border) -> Html {
    let onchange = {
        let (lab, border, nodes) = (lab.clone(), shown.border, shown.nodes);
        Callback::from(move |level: u32| {
            if let Some(market) = lab.model().market() {
                set_market(&lab, moved_market(market, nodes, border, MarketHandle::Level, f64::from(level)), false);
            }
        })
    };
    let bound = Bound { name: "nodes kept", min: 0, max: shown.nodes };
    html! {
        <>
            <NumberField id="field-level" label={format!("Nodes kept for {}", shown.higher_name)} value={shown.level} {bound} {onchange} />
            if shown.market.method == Method::Fixed {
                <span class="hint">{ "set by hand: limits are fixed. " }{ back_to_method(lab, shown.market) }</span>
            }
        </>
    }
}

/// Littlewood's rule for the node in question, then what the level costs.
fn words(shown: &Border) -> Html {
    let Border { level, higher, higher_name, lower_price, lower_name, curve, .. } = shown;
    let chance = higher.demand.exceeds(f64::from(*level));
    let worth = chance * higher.price;
    let best = curve.best;
    let loss = curve.loss(*level);
    let share = percent(loss / curve.points[best as usize].revenue.max(f64::MIN_POSITIVE));
    let verdict = match level.cmp(&best) {
        std::cmp::Ordering::Equal => "This is the best level.".to_string(),
        order => format!(
            "Keeping {} {} would bring {} a slot more ({share}).",
            counted(u64::from(level.abs_diff(best)), "node", "nodes"),
            if order.is_lt() { "more" } else { "fewer" },
            money(loss),
        ),
    };
    let point = curve.points[(*level as usize).min(curve.points.len() - 1)];
    let exact =
        shown.exact_level().map(|exact| format!(" Taken one by one, the best is to keep {exact} for them.")).unwrap_or_default();
    html! {
        <div class="lab-words" id="lab-words">
            <p>
                { format!("One more node kept for {higher_name} would be asked for with probability {}, so it is worth {}; {lower_name} pays {lower_price} for it. {verdict}{exact}", percent(chance), money(worth)) }
            </p>
            <p class="hint">
                <svg class="key dilution" width="14" height="10" aria-hidden="true"><rect width="14" height="10" /></svg>
                { format!(" Dilution: {:.2} nodes a slot are sold to {lower_name} and then missing for {higher_name}, at {} each. ", point.dilution_nodes, money(higher.price - lower_price)) }
                <svg class="key spoilage" width="14" height="10" aria-hidden="true"><rect width="14" height="10" /></svg>
                { format!(" Spoilage: {:.2} kept nodes a slot stay idle though {lower_name} asks for them, at {lower_price} each.", point.spoilage_nodes) }
            </p>
        </div>
    }
}

/// Both pictures in numbers.
fn twin(shown: &Border) -> Html {
    let step = (shown.nodes / TWIN_ROWS).max(1);
    let mut levels: Vec<u32> =
        (0..=shown.nodes).step_by(step as usize).chain([shown.level, shown.curve.best, shown.nodes]).collect();
    levels.sort_unstable();
    levels.dedup();
    let rows = levels.into_iter().map(|level| {
        let chance = shown.higher.demand.exceeds(f64::from(level));
        let point = shown.curve.points[level as usize];
        let marks = [(level == shown.level, "kept now"), (level == shown.curve.best, "best")];
        let marks: Vec<&str> = marks.into_iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
        html! {
            <tr key={level}>
                <th scope="row">{ level }</th>
                <td>{ percent(chance) }</td>
                <td>{ money(chance * shown.higher.price) }</td>
                <td>{ money(point.revenue) }</td>
                <td>{ format!("{:.2}", point.dilution_nodes) }</td>
                <td>{ format!("{:.2}", point.spoilage_nodes) }</td>
                <td class="words">{ marks.join(", ") }</td>
            </tr>
        }
    });
    html! {
        <details class="twin" id="lab-table">
            <summary>{ "The same as a table" }</summary>
            <div class="scroll-x" tabindex="0" role="region" aria-label="Levels">
                <table>
                    <caption>{ format!("Nodes kept for {} against {}, which pays {}", shown.higher_name, shown.lower_name, shown.lower_price) }</caption>
                    <thead><tr>
                        { for ["Nodes kept", "More asked for", "Worth of one more", "Expected revenue", "Diluted nodes", "Spoiled nodes"].map(|name| html! { <th scope="col">{ name }</th> }) }
                        <th scope="col" class="words">{ "" }</th>
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
        </details>
    }
}
