//! The laboratory of booking limits for two neighbouring classes: Littlewood's rule and expected revenue as pictures that can be dragged, in
//! words, and as a table.

use super::market_form::{Typed, back_to, field};
use super::market_plot::{littlewood_plot, revenue_plot};
use super::markup::{all, markup};
use super::words::{counted, money, percent};
use crate::chart::Palette;
use crate::engine::revenue::{BorderCurve, Market, Method, VirtualClass, WholeClasses, littlewood_level};
use crate::state::{MarketField, class_name, higher_side, levels_of};
use std::rc::Rc;
use yew::prelude::*;

/// Width from which the two pictures stand side by side, in CSS px.
const SIDE_BY_SIDE_PX: f64 = 700.0;
/// Space between them, in CSS px; the style sheet says the same.
const GAP_PX: f64 = 20.0;
/// Rows of the table, about.
const TWIN_ROWS: u32 = 20;
/// A gain that is not worth a word, in minor units a slot.
const NOTHING: f64 = 0.05;

/// What the laboratory shows of one border: classes 1 … k against class k + 1.
pub struct Border {
    /// The market.
    pub market: Rc<Market>,
    /// Nodes of the machine.
    pub nodes: u32,
    /// Nested booking limits in the first slot.
    pub limits: Vec<u32>,
    /// Nodes that class 1 may book: as many can be kept.
    pub on_sale: u32,
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
    /// Expected revenue of all classes against the level; not for large machines.
    pub curve: Option<BorderCurve>,
}

impl Border {
    /// The border that the view names, or the last one; with the classes on all nodes, if exact figures are wanted.
    pub fn of(market: &Market, nodes: u32, limits: Vec<u32>, border: u32, whole: Option<&WholeClasses>) -> Self {
        let border = (border as usize).min(market.count().saturating_sub(2));
        let higher = higher_side(market, border);
        let lower_price = f64::from(market.classes[border + 1].price);
        let on_sale = limits[0];
        let levels = levels_of(&limits);
        Self {
            market: Rc::new(market.clone()),
            nodes,
            on_sale,
            border,
            level: levels[border],
            limits,
            higher_name: if border == 0 { class_name(market, 0) } else { format!("classes 1–{}", border + 1) },
            lower_name: class_name(market, border + 1),
            crossing: littlewood_level(higher.price, higher.demand, lower_price).min(f64::from(on_sale)),
            curve: whole.map(|whole| match on_sale == nodes {
                true => BorderCurve::of(whole, &levels, border),
                false => BorderCurve::of(&WholeClasses::new(on_sale, &market.offers(&market.given_demand())), &levels, border),
            }),
            higher,
            lower_price,
        }
    }

    /// The chance that more than so many nodes are asked for by the higher side.
    fn chance(&self, level: u32) -> f64 {
        self.higher.demand.exceeds(f64::from(level))
    }
}

/// The two pictures, what they say, and the same as a table (from [`twin`]).
pub fn laboratory(
    shown: &Border,
    palette: &Palette,
    width: f64,
    typed: &Typed,
    held_top: Option<f64>,
    before_fixed: Method,
    table: Html,
) -> Html {
    let plot_width = if width >= SIDE_BY_SIDE_PX { ((width - GAP_PX) / 2.0).floor() } else { width };
    let borders = (0..shown.market.count() as u32 - 1).map(|border| {
        let is_shown = border as usize == shown.border;
        let higher = if border == 0 { "1".to_string() } else { format!("1–{}", border + 1) };
        markup!(
            "<button type='button' id=$ data-do=$ aria-pressed=$>$ | $</button>",
            format!("border-{}", border + 1),
            format!("border {border}"),
            is_shown,
            higher,
            border + 2
        )
    });
    let by_hand = shown.market.method == Method::Fixed;
    let pictures = if shown.higher.demand.mean > 0.0 {
        markup!(
            "<div class='lab-plots'>$$</div>$$",
            littlewood_plot(shown, palette, plot_width, held_top),
            shown.curve.as_ref().map(|curve| revenue_plot(shown, curve, palette, plot_width)),
            words(shown),
            table
        )
    } else {
        markup!("<p class='hint'>Type a mean demand for $ to see its curve.</p>", shown.higher_name.clone())
    };
    markup!(
        "<section class='chart lab' aria-label='Laboratory of booking limits'>
            <h2>Who gets the last node?<span>: $ against $</span></h2>
            <div class='lab-tools'>
                <div class='segmented' role='group' aria-label='Which classes'>$</div>
                $
                $
            </div>
            $
        </section>",
        &shown.higher_name,
        &shown.lower_name,
        all(borders),
        field(typed, MarketField::Level(shown.border), format!("Nodes kept for {}", shown.higher_name), shown.level.to_string()),
        by_hand.then(|| markup!("<span class='hint'>Limits are now fixed by hand. $</span>", back_to(before_fixed))),
        pictures
    )
}

/// Littlewood's rule for the node in question, then what the level costs.
fn words(shown: &Border) -> Html {
    let Border { level, higher, higher_name, lower_price, lower_name, .. } = shown;
    let chance = shown.chance(*level);
    let verdict = match &shown.curve {
        None => "What that brings is worked out at rest, up to 10,000 nodes.".to_string(),
        Some(curve) => {
            let loss = curve.loss(*level);
            let meets = percent(curve.meets_limit[*level as usize]);
            let gain = match curve.best.cmp(level) {
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
            format!("{lower_name} is turned away in {meets} of the slots. {gain}")
        }
    };
    markup!(
        "<div class='lab-words' id='lab-words'>
            <p>One more node kept for $ would be asked for with probability $ and is so worth $; $ pays $ for it. $</p>
            <p class='hint'><svg class='key' width='14' height='10' aria-hidden='true'><rect class='dilution' width='14' height='10'/></svg> Dilution: nodes sold to $ are then missing for $. <svg class='key' width='14' height='10' aria-hidden='true'><rect class='spoilage' width='14' height='10'/></svg> Spoilage: kept nodes stay idle though $ asks for them.</p>
        </div>",
        higher_name,
        percent(chance),
        money(chance * higher.price),
        lower_name,
        money(*lower_price),
        verdict,
        lower_name,
        higher_name,
        lower_name
    )
}

/// Both pictures in numbers; a closed table has no rows.
pub fn twin(shown: &Border, is_open: bool, on_toggle: Callback<Event>) -> Html {
    html! {
        <details class="twin" id="lab-table" ontoggle={on_toggle}>
            <summary>{ "The same as a table" }</summary>
            if is_open {
                { rows_of(shown) }
            }
        </details>
    }
}

fn rows_of(shown: &Border) -> Html {
    let step = (shown.on_sale / TWIN_ROWS).max(1);
    let best = shown.curve.as_ref().map_or(shown.level, |curve| curve.best);
    let mut levels: Vec<u32> = (0..=shown.on_sale).step_by(step as usize).chain([shown.level, best, shown.on_sale]).collect();
    levels.sort_unstable();
    levels.dedup();
    let rows = levels.into_iter().map(|level| {
        let chance = shown.chance(level);
        let of = |figures: fn(&BorderCurve) -> &Vec<f64>| shown.curve.as_ref().map(|curve| figures(curve)[level as usize]);
        markup!(
            "<tr><th scope='row'>$</th><td>$</td><td>$</td><td>$</td><td>$</td><td class='words'>$$</td></tr>",
            level,
            percent(chance),
            money(chance * shown.higher.price),
            of(|curve| &curve.revenue).map(money),
            of(|curve| &curve.meets_limit).map(percent),
            (level == shown.level).then_some("kept now "),
            (level == best && shown.curve.is_some()).then_some("best")
        )
    });
    markup!(
        "<div class='scroll-x' tabindex='0' role='region' aria-label='Levels'>
            <table>
                <caption>Nodes kept for $ against $, which pays $</caption>
                <thead><tr><th scope='col'>Nodes kept</th><th scope='col'>More asked for</th><th scope='col'>Worth of one more</th><th scope='col'>Expected revenue</th><th scope='col'>Limit met</th><td/></tr></thead>
                <tbody>$</tbody>
            </table>
        </div>",
        &shown.higher_name,
        &shown.lower_name,
        money(shown.lower_price),
        all(rows)
    )
}
