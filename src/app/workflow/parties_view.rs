//! What user, broker and providers tell one another about an application, as a sequence diagram and as a table.

use super::controls::applications;
use super::figures::messages_to_save;
use super::names::ticks_of;
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::shell::context::{use_lab, use_newest};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::kit::svg::px;
use crate::chart::workflow::parties::{PROVIDERS_MAX, ends, party, phase, words};
use crate::engine::workflow::explain::broker_words;
use crate::engine::workflow::parties::{Message, NO_PROVIDER};
use yew::prelude::*;

/// Distance of parties and of messages; room above and at the left, in CSS px.
const COLUMN_PX: f64 = 132.0;
const LINE_PX: f64 = 30.0;
const ABOVE_PX: f64 = 46.0;
const LEFT_PX: f64 = 70.0;
/// The diagram and its twin.
#[component]
pub fn PartiesView() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let Some(shown) = lab.workflow_shown() else { return html! { <p class="hint">{ "Planning …" }</p> } };
    let application = lab.model().view.workflow.application.min(shown.plan.served.len().saturating_sub(1) as u32);
    let ticks = ticks_of(&shown);
    let providers = shown.plan.provider_of.last().map_or(0, |last| last + 1).min(PROVIDERS_MAX);
    let own = |message: &&Message| {
        message.application == application && (message.provider == NO_PROVIDER || message.provider < providers)
    };
    let messages: Vec<Message> = shown.plan.messages.iter().filter(own).copied().collect();
    let x = |party: u32| LEFT_PX + f64::from(party) * COLUMN_PX;
    let height = ABOVE_PX + (messages.len() as f64 + 1.0) * LINE_PX;
    let width = x(providers + 1) + 90.0;
    let lives = (0..providers + 2).map(|number| {
        html! {
            <g class="party">
                <path d={format!("M{0:.1} {1}V{2:.1}", x(number), ABOVE_PX - 12.0, height - 8.0)} />
                <text x={px(x(number))} y={px(ABOVE_PX - 22.0)} text-anchor="middle">{ party(number) }</text>
            </g>
        }
    });
    let arrows = messages.iter().enumerate().map(|(at, message)| {
        let (from, to) = ends(message);
        let y = ABOVE_PX + (at as f64 + 0.7) * LINE_PX;
        let class = classes!("message", message.kind.name());
        if from == to {
            let d = format!("M{0:.1} {1:.1}h26v10h-22", x(from), y - 6.0);
            return html! { <g {class}><path {d} marker-end="url(#message-end)" /><text x={px(x(from) + 34.0)} y={px(y + 3.0)}>{ words(message, ticks) }</text></g> };
        }
        let (a, b) = (x(from), x(to) + if to > from { -4.0 } else { 4.0 });
        html! {
            <g {class}>
                <path d={format!("M{a:.1} {y:.1}H{b:.1}")} marker-end="url(#message-end)" />
                <text x={px((x(from.min(to)) + 8.0).max(8.0))} y={px(y - 5.0)}>{ words(message, ticks) }</text>
            </g>
        }
    });
    let rows = messages.iter().enumerate().map(|(at, message)| {
        let (from, to) = ends(message);
        vec![(at + 1).to_string(), phase(message.kind).to_string(), party(from), party(to), words(message, ticks)]
    });
    let workflow = shown.study.workflow();
    let words = workflow.zip(shown.plan.served.get(application as usize));
    let words = words.map(|(workflow, served)| broker_words(served, &workflow.policy, ticks)).unwrap_or_default();
    let caption = format!("Messages about application {}, first to last", application + 1);
    html! {
        <>
            { applications(&lab) }
            <section class="chart parties" aria-label="Messages">
                <h2>{ "Messages" }<span>{ format!(": {}, request → response → search → reply → reserve", messages.len()) }</span></h2>
                if !words.is_empty() { <p class="hint" id="broker-words">{ words.join(" ") }</p> }
                <SaveFigure name="Messages" id="save-messages" lab={newest} draw={Draw::Shown(messages_to_save)} />
                <div class="parties-view" tabindex="0" role="region" aria-label="Sequence of messages; the table below says the same">
                    <svg id="parties" role="img" aria-label={caption.clone()} width={px(width)} height={px(height)}>
                        <defs><marker id="message-end" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" orient="auto"><path class="message-end" d="M0 0L8 4L0 8z" /></marker></defs>
                        { for lives }
                        { for arrows }
                    </svg>
                </div>
                <Table label={caption.clone()} id="messages" {caption} columns={Column::all(["", "Phase", "From", "To", "What"])}>{ text_rows(rows) }</Table>
            </section>
        </>
    }
}
