//! What is on screen of revenue, as figures to take away.

use super::booking_limits::class_border::ClassBorder;
use super::names::regime_name;
use crate::app::kit::text::format::time_unit;
use crate::app::shell::context::Lab;
use crate::chart::curves::figures::{BorderFrame, MoneyFrame};
use crate::chart::kit::figure::Figure;
use crate::engine::core::formula::Formula;
use crate::engine::slots::formulas::revenue_formulas as formulas;
use crate::engine::slots::revenue::Nesting;
use crate::state::class_name;
use std::rc::Rc;
use yew::Callback;

fn with_border(lab: &Lab, draw: impl FnOnce(BorderFrame<'_>, &ClassBorder) -> Option<Figure>) -> Option<Figure> {
    let border = &ClassBorder::of(lab.engine_state.plans.slots.market.as_ref()?);
    let ClassBorder { higher, higher_name, lower_price, lower_name, crossing, level, on_sale, .. } = border;
    let (lower_price, crossing, level, on_sale) = (*lower_price, *crossing, *level, *on_sale);
    draw(BorderFrame { higher: *higher, higher_name, lower_price, lower_name, crossing, level, on_sale }, border)
}

/// Littlewood's rule.
pub fn littlewood_figure(lab: &Lab) -> Option<Figure> {
    with_border(lab, |frame, _| Some(frame.littlewood()))
}

/// Expected revenue.
pub fn expected_revenue_figure(lab: &Lab) -> Option<Figure> {
    with_border(lab, |frame, border| Some(frame.expected_revenue(border.curve.as_ref()?)))
}

fn with_money(lab: &Lab, draw: impl FnOnce(MoneyFrame<'_>) -> Figure) -> Option<Figure> {
    let plans = &lab.engine_state.plans.slots;
    let shown = plans.shown.as_ref()?;
    let market = shown.scenario().market.as_ref().filter(|_| !plans.money.run.initial.is_empty())?;
    let classes: Vec<String> = (0..market.count()).map(|class| class_name(market, class)).collect();
    let asked = shown.plan().asked_slots();
    let window = lab.model().view.time.map(|time| (time.first, time.slots));
    let machine = shown.scenario().machine;
    Some(draw(MoneyFrame {
        run: &plans.money.run,
        classes: &classes,
        nodes: machine.nodes,
        is_partitioned: market.nesting == Nesting::Partitioned,
        window: window.unwrap_or((f64::from(asked.start) - 1.0, f64::from(asked.end - asked.start) + 2.0)),
        names: machine.time_names(time_unit(lab.model().view.axis)),
    }))
}

/// Booking limits.
pub fn limits_figure(lab: &Lab) -> Option<Figure> {
    with_money(lab, |frame| frame.limits())
}

/// Revenue.
pub fn revenue_figure(lab: &Lab) -> Option<Figure> {
    let money = &lab.engine_state.plans.slots.money;
    let lines: Vec<_> = money.regimes.iter().map(|known| (regime_name(known.regime), &known.sliding[..])).collect();
    with_money(lab, |frame| frame.revenue(&lines, &money.report.per_slot))
}

/// Forecasts.
pub fn forecast_figure(lab: &Lab) -> Option<Figure> {
    with_money(lab, |frame| frame.forecast())
}

/// The formulas of the plan's revenue.
pub fn revenue_formulas(lab: &Lab) -> Option<Callback<(), Vec<Formula>>> {
    let market = lab.model().market()?.clone();
    let report = Rc::clone(&lab.engine_state.plans.slots.money.report);
    Some(Callback::from(move |()| formulas(&market, &report)))
}
