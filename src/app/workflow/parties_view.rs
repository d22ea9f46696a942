//! What user, broker and providers tell one another about an application, as a sequence diagram and as a table.

use super::controls::applications;
use super::words::{in_units, ticks_of};
use crate::app::kit::table::{Column, Table, text_rows};
use crate::app::shell::context::use_lab;
use crate::chart::kit::svg::px;
use crate::engine::workflow::parties::{Message, MessageKind, NO_PROVIDER};
use yew::prelude::*;

/// Distance of parties and of messages; room above and at the left, in CSS px.
const COLUMN_PX: f64 = 132.0;
const LINE_PX: f64 = 30.0;
const ABOVE_PX: f64 = 46.0;
const LEFT_PX: f64 = 70.0;
/// Most providers that have a column.
const PROVIDERS_MAX: u32 = 24;

/// Who says it to whom: 0 is the user, 1 the broker, then the providers.
fn ends(message: &Message) -> (u32, u32) {
    let provider = message.provider.saturating_add(2);
    match message.kind {
        MessageKind::Request => (0, 1),
        MessageKind::Search => (1, 1),
        MessageKind::Reply | MessageKind::Failure => (1, 0),
        MessageKind::Query | MessageKind::Reserve | MessageKind::Release => (1, provider),
        MessageKind::Response | MessageKind::Confirm | MessageKind::Refuse => (provider, 1),
    }
}

fn words(message: &Message, ticks: u32) -> String {
    let value = message.value;
    let tasks = format!("{value} {}", if value == 1 { "task" } else { "tasks" });
    match message.kind {
        MessageKind::Request => format!("request: {tasks}"),
        MessageKind::Query => format!("free from {}?", in_units(value, ticks)),
        MessageKind::Response => format!("{value} {}", if value == 1 { "node" } else { "nodes" }),
        MessageKind::Search => format!("searches: {value} {}", if value == 1 { "mapping" } else { "mappings" }),
        MessageKind::Reply => format!("ends at {}", in_units(value, ticks)),
        MessageKind::Reserve => format!("reserve {tasks}"),
        MessageKind::Confirm => "reserved".to_string(),
        MessageKind::Refuse => "changed my mind".to_string(),
        MessageKind::Release => "give it back".to_string(),
        MessageKind::Failure if value == 0 => "no provider is left".to_string(),
        MessageKind::Failure => format!("would end at {}: too late", in_units(value, ticks)),
    }
}

fn phase(kind: MessageKind) -> &'static str {
    match kind {
        MessageKind::Request | MessageKind::Query => "request",
        MessageKind::Response => "response",
        MessageKind::Search => "search",
        MessageKind::Reply | MessageKind::Failure => "reply",
        MessageKind::Reserve | MessageKind::Confirm | MessageKind::Refuse | MessageKind::Release => "reserve",
    }
}

fn party(number: u32) -> String {
    match number {
        0 => "User".to_string(),
        1 => "Broker".to_string(),
        provider => format!("Provider {}", provider - 1),
    }
}

/// The diagram and its twin.
#[component]
pub fn PartiesView() -> Html {
    let lab = use_lab();
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
    let caption = format!("Messages about application {}, first to last", application + 1);
    html! {
        <>
            { applications(&lab) }
            <section class="chart parties" aria-label="Messages">
                <h2>{ "Messages" }<span>{ format!(": {}, request → response → search → reply → reserve", messages.len()) }</span></h2>
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
