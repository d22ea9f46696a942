//! Export of the revenue report of a plan.

use crate::app::kit::browser::download::{download, file_name};
use crate::app::kit::text::format::grouped;
use crate::app::shell::commands::on_screen::{Offer, use_offer};
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::notices::Notice;
use crate::engine::slots::request::Slot;
use crate::engine::slots::revenue::Report;
use crate::formats::provenance::Provenance;
use yew::prelude::*;

/// Slots of an hour, the paper's window.
const HOUR: Slot = 12;

/// Properties of [`ReportButtons`].
#[derive(Properties, PartialEq)]
pub struct ReportButtonsProps {
    /// The page's state.
    pub lab: Newest,
    /// Slots between two updates of the market.
    pub update_every: Slot,
}

/// Buttons for the report in windows of an hour, and from update to update.
#[component]
pub fn ReportButtons(ReportButtonsProps { lab, update_every }: &ReportButtonsProps) -> Html {
    use_offer(&lab.get().offers, (*update_every, lab.clone()), |(update_every, lab)| {
        let update_every = *update_every;
        let report = |slots: Slot| {
            let words = format!("Export: Revenue report (CSV), every {} slots", grouped(u64::from(slots)));
            let lab = lab.clone();
            Offer::new(words, move || save_report(&lab.get(), slots))
        };
        if update_every == HOUR { vec![report(HOUR)] } else { vec![report(HOUR), report(update_every)] }
    });
    let on_save = |slots: Slot| {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| save_report(&lab.get(), slots))
    };
    html! {
        <div class="group">
            <span class="hint">{ "Report of this plan as CSV:" }</span>
            <button type="button" id="report-hour" onclick={on_save(HOUR)}>{ "every 12 slots" }</button>
            <button type="button" id="report-update" onclick={on_save(*update_every)}>
                { format!("every {} slots", grouped(u64::from(*update_every))) }
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
    let name = file_name(&format!("{} revenue", lab.model().title()), "csv");
    let saved = written.and_then(|()| download(&name, "text/csv", &String::from_utf8_lossy(&text)).ok());
    if saved.is_none() {
        lab.notices.add(Notice::problem("The browser refused to make the file."));
    }
}
