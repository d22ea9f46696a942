//! How the jobs of a workload log become requests of a plan in slots.

use crate::app::kit::fields::log_lines::{LogProps, log_lines};
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::context::use_lab;
use crate::engine::core::bounds::Bound;
use crate::engine::slots::bounds;
use crate::formats::swf::RELAX_PERCENT;
use crate::worker::messages::{ShapeMessage, SlotsShape};
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The form.
#[component]
pub fn SlotsLogForm(LogProps { log, shaped }: &LogProps) -> Html {
    let lab = use_lab();
    let options = {
        let nodes = log.machine_nodes.unwrap_or(1).clamp(bounds::NODES.min, bounds::NODES.max);
        use_state_eq(move || SlotsShape {
            machine_nodes: nodes,
            slot_seconds: 300,
            book_ahead: 0,
            relax_slots: 12,
            relax_percent: 100,
            clip: false,
        })
    };
    {
        let engine = lab.engine.clone();
        use_effect_with((*options, Rc::as_ptr(log)), move |(options, _)| engine.shape_log(&ShapeMessage::Slots(*options)));
    }
    let number = |key: &'static str, label: &'static str, value: u32, bound: Bound, set: fn(&mut SlotsShape, u32)| {
        let options = options.clone();
        let onchange = Callback::from(move |value: u32| {
            let mut next = *options;
            set(&mut next, value);
            options.set(next);
        });
        html! { <NumberField<u32> id={format!("log-{key}")} {label} {value} {bound} {onchange} /> }
    };
    let on_clip = {
        let options = options.clone();
        Callback::from(move |event: Event| {
            options.set(SlotsShape { clip: event.target_unchecked_into::<HtmlInputElement>().checked(), ..*options })
        })
    };
    // What is told may still be the log as another study.
    let shaped = shaped.as_ref().filter(|shaped| shaped.as_ref().map_or(true, |shaped| shaped.study.slots().is_some()));
    let on_use = {
        let (lab, shaped) = (lab.clone(), shaped.cloned());
        Callback::from(move |_: MouseEvent| {
            if let Some(Ok(shaped)) = &shaped {
                lab.show_workbench();
                if let Some(slots) = shaped.study.slots() {
                    let from = format!("the log {}", *lab.log_name);
                    lab.begin_workload(lab.log_name.to_string(), slots.machine, slots.workload.clone(), from);
                }
                lab.engine.drop_log();
            }
        })
    };
    html! {
        <>
            { number("nodes", "Nodes of the machine", options.machine_nodes, bounds::NODES, |o, v| o.machine_nodes = v) }
            { number("slot", "Slot length, seconds", options.slot_seconds, bounds::SLOT_SECONDS, |o, v| o.slot_seconds = v) }
            { number("book-ahead", "Book-ahead, slots", options.book_ahead, bounds::RANGE_SLOTS, |o, v| o.book_ahead = v) }
            { number("relax", "May start later by, slots", options.relax_slots, bounds::RANGE_SLOTS, |o, v| o.relax_slots = v) }
            { number("relax-percent", "plus, % of its duration", options.relax_percent, RELAX_PERCENT, |o, v| o.relax_percent = v) }
            <p><label class="check"><input type="checkbox" id="log-clip" checked={options.clip} onchange={on_clip} />{ " Cut jobs larger than the machine to its size (else they are left out)" }</label></p>
            { match shaped {
                None => html! { <p>{ "…" }</p> },
                Some(Err(problem)) => html! { <p class="problem" role="alert">{ format!("{problem}.") }</p> },
                Some(Ok(shaped)) => html! {
                    <>
                        <p id="log-shaped">{ format!("{} on {}{}{}.",
                            counted(shaped.study.given_requests() as u64, "request", "requests"),
                            counted(u64::from(shaped.study.slots().map_or(0, |slots| slots.machine.nodes)), "node", "nodes"),
                            if shaped.oversize_clipped > 0 { format!(", {} cut to the machine's size", grouped(shaped.oversize_clipped.into())) } else { String::new() },
                            if shaped.oversize_skipped > 0 { format!(", {} larger than the machine left out", grouped(shaped.oversize_skipped.into())) } else { String::new() },
                        ) }</p>
                        { log_lines(&shaped.skipped, "left out") }
                    </>
                },
            } }
            <button type="button" id="use-log" class="strong" disabled={!matches!(shaped, Some(Ok(_)))} onclick={on_use}>{ "Plan these requests" }</button>
        </>
    }
}
