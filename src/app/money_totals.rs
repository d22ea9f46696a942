//! What the same requests bring under each regime: totals as bars with numbers, and class by class.

use super::markup::{all, markup};
use super::session::Lab;
use super::words::{grouped, percent, regime_name};
use crate::engine::bounds;
use crate::engine::regimes::Regime;
use crate::engine::revenue::{ClassFigures, Market};
use crate::share::Panel;
use crate::state::{Money, RegimeMoney, class_name, gain};
use yew::prelude::*;

/// Width of the bars' plot, in CSS px.
const BARS_PX: f64 = 80.0;

/// "+12.3 %" or "−4 %".
fn signed(share: f64) -> String {
    let sign = if share < 0.0 { "−" } else { "+" };
    format!("{sign}{}", percent(share.abs()))
}

/// A regime's line as it is drawn.
pub fn sample(regime: Regime) -> Html {
    markup!(
        "<svg class='key' width='26' height='8' aria-hidden='true'><line class=$ x2='26' y1='4' y2='4'/></svg>",
        format!("regime {}", regime.name())
    )
}

/// The regimes that the machine allows.
fn regimes(nodes: u32) -> impl Iterator<Item = Regime> {
    Regime::ALL.into_iter().filter(move |regime| *regime != Regime::Optimal || nodes <= bounds::OPTIMAL_NODES_MAX)
}

fn bar(name: &str, figures: &ClassFigures, most: u64, width: f64) -> Html {
    let share = figures.revenue as f64 / most.max(1) as f64;
    markup!(
        "<svg class='total' width=$ height='14' aria-hidden='true'><rect class=$ width=$ height='14' rx='2'/></svg>",
        width,
        format!("regime {name}"),
        (share * width).max(1.0)
    )
}

fn most(money: &Money) -> u64 {
    money.regimes.iter().map(|known| known.report.total().revenue).max().unwrap_or(0)
}

/// The inspector's part: revenue of the plan, and of the regimes beside it. Only where money is looked at.
pub fn money_card(lab: &Lab) -> Html {
    if lab.model().view.panel != Panel::Revenue || lab.model().market().is_none() || lab.told.money.report.classes.is_empty() {
        return Html::default();
    }
    let most = most(&lab.told.money);
    let rows = lab.told.money.regimes.iter().map(|known| {
        markup!(
            "<div class=$><dt>$ $</dt><dd>$ $</dd></div>",
            known.is_stale.then_some("stale"),
            sample(known.regime),
            regime_name(known.regime),
            bar(known.regime.name(), &known.report.total(), most, 80.0),
            grouped(known.report.total().revenue)
        )
    });
    let total = lab.told.money.report.total();
    markup!(
        "<section class='money-card' id='money-card' aria-label='Revenue of this plan'>
            <h2>Revenue<span>: minor units</span></h2>
            <p id='revenue-of-plan'>$<span> in this plan</span></p>
            <p class='hint'>$ turned away with a class closed.</p>
            <dl>$</dl>
        </section>",
        grouped(total.revenue),
        grouped(total.forgone),
        all(rows)
    )
}

/// The totals as a table with bars.
pub fn totals(money: &Money, nodes: u32) -> Html {
    let most = most(money);
    let of_plan = money.report.total();
    let most = most.max(of_plan.revenue);
    let base = money.regime(Regime::None).map_or(0, |none| none.report.total().revenue);
    let plan = markup!(
        "<tr class='plan-row' id='regime-plan'><th scope='row'>$ This plan</th><td class='bars'>$</td>$</tr>",
        markup!("<svg class='key' width='26' height='8' aria-hidden='true'/>"),
        bar("plan", &of_plan, most, BARS_PX),
        cells(&of_plan, against(of_plan.revenue, base))
    );
    let rows = regimes(nodes).map(|regime| {
        let Some(known) = money.regime(regime) else {
            return markup!(
                "<tr class='stale'><th scope='row'>$ $</th><td class='bars'/><td>…</td><td/><td/><td/><td/></tr>",
                sample(regime),
                regime_name(regime)
            );
        };
        let total = known.report.total();
        markup!(
            "<tr class=$ id=$><th scope='row'>$ $</th><td class='bars'>$</td>$</tr>",
            known.is_stale.then_some("stale"),
            format!("regime-{}", regime.name()),
            sample(regime),
            regime_name(regime),
            bar(regime.name(), &total, most, BARS_PX),
            cells(&total, gain(money, known).filter(|_| regime != Regime::None).map(signed))
        )
    });
    markup!(
        "<div class='scroll-x' tabindex='0' role='region' aria-label='Totals'>
            <table id='totals'>
                <caption>Totals. Optimal: with the demand known. Turned away: what jobs would have paid whose class was closed</caption>
                <thead><tr><th scope='col'>Regime</th><td class='bars'/><th scope='col'>Revenue</th><th scope='col'>Against none</th><th scope='col'>Accepted</th><th scope='col'>Per node-slot</th><th scope='col'>Turned away</th></tr></thead>
                <tbody>$$</tbody>
            </table>
        </div>",
        plan,
        all(rows)
    )
}

/// Revenue and what goes with it.
fn cells(figures: &ClassFigures, against: Option<String>) -> Html {
    markup!(
        "<td>$</td><td>$</td><td>$</td><td>$</td><td>$</td>",
        grouped(figures.revenue),
        against,
        percent(figures.acceptance()),
        format!("{:.1}", figures.per_node_slot()),
        grouped(figures.forgone)
    )
}

/// How much more than something else.
fn against(revenue: u64, base: u64) -> Option<String> {
    (base > 0).then(|| signed(revenue as f64 / base as f64 - 1.0))
}

/// A plain table: the first cell of a row names it.
pub fn table(id: &'static str, caption: String, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Html {
    let heads = heads.iter().map(|head| markup!("<th scope='col'>$</th>", head.to_string()));
    let rows = rows.map(|cells| {
        let mut cells = cells.into_iter();
        let name = markup!("<th scope='row'>$</th>", cells.next());
        markup!("<tr>$$</tr>", name, all(cells.map(|cell| markup!("<td>$</td>", cell))))
    });
    markup!(
        "<div class='scroll-x' tabindex='0' role='region' aria-label=$><table id=$><caption>$</caption><thead><tr>$</tr></thead><tbody>$</tbody></table></div>",
        caption.clone(),
        id,
        caption,
        all(heads),
        all(rows)
    )
}

/// Every class under every regime.
pub fn class_table(money: &Money, market: &Market) -> Html {
    let heads =
        ["Class, regime", "Jobs", "Confirmed", "Share", "Revenue", "Against none", "Per node-slot", "Turned away", "No room"];
    let none = money.regime(Regime::None);
    let row = |class: usize, known: &RegimeMoney| {
        let figures = known.report.classes.get(class).copied().unwrap_or_default();
        let base = none.and_then(|none| none.report.classes.get(class)).map_or(0, |figures| figures.revenue);
        vec![
            format!("{}, {}", class_name(market, class), regime_name(known.regime)),
            grouped(u64::from(figures.jobs)),
            grouped(u64::from(figures.confirmed)),
            percent(figures.acceptance()),
            grouped(figures.revenue),
            against(figures.revenue, base).filter(|_| known.regime != Regime::None).unwrap_or_default(),
            format!("{:.1}", figures.per_node_slot()),
            grouped(figures.forgone),
            grouped(figures.missed),
        ]
    };
    let rows = (0..market.count())
        .flat_map(|class| money.regimes.iter().map(move |known| (class, known)))
        .map(|(class, known)| row(class, known));
    markup!(
        "<details class='twin' id='class-money'><summary>Class by class</summary>$</details>",
        table("class-table", "Classes under each regime".to_string(), &heads, rows)
    )
}
