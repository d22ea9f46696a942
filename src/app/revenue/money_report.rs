//! Export of the revenue report of a plan.

use crate::app::kit::export;
use crate::app::kit::words::grouped;
use crate::app::shell::context::Lab;
use crate::app::shell::notices::Notice;
use crate::engine::slots::request::Slot;
use crate::engine::slots::revenue::{Market, Report};
use crate::formats::provenance::Provenance;
use yew::prelude::*;

/// Slots of an hour, the paper's window.
const HOUR: Slot = 12;

/// Buttons for the report in windows of an hour, and from update to update.
pub fn report_buttons(lab: &Lab, market: &Market) -> Html {
    let on_save = |slots: Slot| {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| save_report(&lab, slots))
    };
    html! {
        <div class="group">
            <span class="hint">{ "Report of this plan as CSV:" }</span>
            <button type="button" id="report-hour" onclick={on_save(HOUR)}>{ "every 12 slots" }</button>
            <button type="button" id="report-update" onclick={on_save(market.update_every)}>
                { format!("every {} slots", grouped(u64::from(market.update_every))) }
            </button>
        </div>
    }
}

/// Offers the report of the paper's step 6 as a file, in windows of so many slots.
fn save_report(lab: &Lab, slots: Slot) {
    let Some(shown) = &lab.engine_state.plans.slots.shown else { return };
    let Some(market) = &shown.scenario().market else { return };
    let plan = shown.plan();
    let windows = Report::windows(market, plan.arrivals(), plan.decisions(), slots);
    let provenance = Provenance::of(&shown.study);
    let mut text = Vec::new();
    let written = crate::formats::json::write_revenue_csv(&mut text, &provenance, market, &windows).ok();
    let name = export::file_name(&format!("{} revenue", lab.model().title()), "csv");
    let saved = written.and_then(|()| export::download(&name, "text/csv", &String::from_utf8_lossy(&text)).ok());
    if saved.is_none() {
        lab.notices.add(Notice::problem("The browser refused to make the file."));
    }
}
