//! The revenue of the same requests under each regime: totals as bars, and a table by class.

use crate::app::kit::tables::formulas::Formulas;
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::{grouped, percent};
use crate::app::revenue::figures::revenue_formulas;
use crate::app::revenue::names::regime_name;
use crate::app::shell::context::Lab;
use crate::chart::kit::svg::px;
use crate::engine::slots::bounds;
use crate::engine::slots::revenue::regimes::Regime;
use crate::engine::slots::revenue::{ClassFigures, Market, Report};
use crate::formats::link::Panel;
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
    html! {
        <svg class="key" width="26" height="8" aria-hidden="true"><line class={classes!("regime", regime.name())} x2="26" y1="4" y2="4" /></svg>
    }
}

/// The regimes that the machine allows.
fn regimes(nodes: u32) -> impl Iterator<Item = Regime> {
    Regime::ALL.into_iter().filter(move |regime| *regime != Regime::Optimal || nodes <= bounds::OPTIMAL_NODES_MAX)
}

/// A bar as long as the revenue is of the greatest one.
fn bar(name: &'static str, figures: &ClassFigures, most: u64) -> Html {
    let share = figures.revenue as f64 / most.max(1) as f64;
    html! {
        <svg class="total" width={px(BARS_PX)} height="14" aria-hidden="true">
            <rect class={classes!("regime", name)} width={px((share * BARS_PX).max(1.0))} height="14" rx="2" />
        </svg>
    }
}

fn most(money: &Money) -> u64 {
    money.regimes.iter().map(|known| known.report.total().revenue).max().unwrap_or(0)
}

/// The inspector's part: revenue of the plan, and of the regimes beside it. Only where money is looked at.
pub fn money_card(lab: &Lab) -> Html {
    if lab.model().view.panel != Panel::Revenue
        || lab.model().market().is_none()
        || lab.engine_state.plans.slots.money.report.classes.is_empty()
    {
        return Html::default();
    }
    let most = most(&lab.engine_state.plans.slots.money);
    let rows = lab.engine_state.plans.slots.money.regimes.iter().map(|known| {
        let total = known.report.total();
        html! {
            <div key={known.regime.name()} class={known.is_stale.then_some("stale")}>
                <dt>{ sample(known.regime) }{ " " }{ regime_name(known.regime) }</dt>
                <dd>{ bar(known.regime.name(), &total, most) }{ " " }{ grouped(total.revenue) }</dd>
            </div>
        }
    });
    let total = lab.engine_state.plans.slots.money.report.total();
    html! {
        <section class="money-card" id="money-card" aria-label="Revenue of this plan">
            <h2>{ "Revenue" }<span>{ ": in the smallest unit of money" }</span></h2>
            <p id="revenue-of-plan">{ grouped(total.revenue) }<span>{ " in this plan" }</span></p>
            <p class="hint">{ format!("{} turned away with a class closed.", grouped(total.forgone)) }</p>
            <dl>{ for rows }</dl>
            if let Some(make) = revenue_formulas(lab) {
                <Formulas id="revenue-formulas" {make} />
            }
        </section>
    }
}

/// The totals as a table with bars.
pub fn totals(money: &Money, nodes: u32) -> Html {
    let of_plan = money.report.total();
    let most = most(money).max(of_plan.revenue);
    let base = money.regime(Regime::None).map_or(0, |none| none.report.total().revenue);
    let rows = regimes(nodes).map(|regime| match money.regime(regime) {
        Some(known) => regime_row(money, known, most),
        None => pending_row(regime),
    });
    let columns = vec![
        Column::new("Regime"),
        Column::new("").with_class("bars"),
        Column::new("Revenue"),
        Column::new("Against none"),
        Column::new("Accepted"),
        Column::new("Per node-slot"),
        Column::new("Turned away"),
        Column::new("Spoilage"),
        Column::new("Dilution"),
    ];
    html! {
        <>
            <Table label="Totals" id="totals" {columns}>
                <tr class="plan-row" id="regime-plan">
                    <th scope="row"><svg class="key" width="26" height="8" aria-hidden="true" />{ " This plan" }</th>
                    <td class="bars">{ bar("plan", &of_plan, most) }</td>
                    { cells(&money.report, against(of_plan.revenue, base)) }
                </tr>
                { rows.collect::<Html>() }
            </Table>
            <p class="hint">{ "Optimal limits know the demand. Turned away: what jobs would have paid if their class had not been closed. Spoilage: node-slots that stayed idle although a limit refused a job for them. Dilution: node-slots of lower classes with which a job that was refused would have fitted." }</p>
        </>
    }
}

fn regime_row(money: &Money, known: &RegimeMoney, most: u64) -> Html {
    let (regime, total) = (known.regime, known.report.total());
    let more = gain(money, known).filter(|_| regime != Regime::None).map(signed);
    html! {
        <tr key={regime.name()} class={known.is_stale.then_some("stale")} id={format!("regime-{}", regime.name())}>
            <th scope="row">{ sample(regime) }{ " " }{ regime_name(regime) }</th>
            <td class="bars">{ bar(regime.name(), &total, most) }</td>
            { cells(&known.report, more) }
        </tr>
    }
}

/// The row of a regime of which nothing is known yet.
fn pending_row(regime: Regime) -> Html {
    html! {
        <tr key={regime.name()} class="stale">
            <th scope="row">{ sample(regime) }{ " " }{ regime_name(regime) }</th>
            <td class="bars" />
            <td>{ "…" }</td>
            { for (0..6).map(|_| html! { <td /> }) }
        </tr>
    }
}

/// Revenue and what goes with it.
fn cells(report: &Report, against: Option<String>) -> Html {
    let figures = report.total();
    html! {
        <>
            <td>{ grouped(figures.revenue) }</td>
            <td>{ against }</td>
            <td>{ percent(figures.acceptance()) }</td>
            <td>{ format!("{:.1}", figures.per_node_slot()) }</td>
            <td>{ grouped(figures.forgone) }</td>
            <td>{ grouped(report.losses.spoilage) }</td>
            <td>{ grouped(report.losses.dilution) }</td>
        </>
    }
}

/// How much more than something else.
fn against(revenue: u64, base: u64) -> Option<String> {
    (base > 0).then(|| signed(revenue as f64 / base as f64 - 1.0))
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
    let caption = "Classes under each regime";
    html! {
        <details class="twin" id="class-money">
            <summary>{ "Class by class" }</summary>
            <Table label={caption} id="class-table" {caption} columns={Column::all(heads)}>{ text_rows(rows) }</Table>
        </details>
    }
}
