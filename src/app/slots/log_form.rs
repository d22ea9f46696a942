//! The form for importing a workload log: progress, contents, and how jobs become requests.

use crate::app::kit::fields::NumberField;
use crate::app::kit::words::{counted, grouped, percent};
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::engine::state::LogState;
use crate::engine::core::bounds::Bound;
use crate::engine::slots::bounds;
use crate::formats::swf::RELAX_PERCENT;
use crate::worker::messages::{LineList, LogMessage, ShapeMessage, ShapedMessage};
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The log's state, whatever it is.
pub fn log_form(lab: &Lab) -> Html {
    match &lab.engine_state.log {
        LogState::None => Html::default(),
        LogState::Reading { share, jobs } => {
            let stop = {
                let lab = lab.clone();
                Callback::from(move |_: MouseEvent| lab.engine.drop_log())
            };
            html! {
                <section class="log" aria-busy="true">
                    <p><progress id="log-progress" max="1" value={format!("{share:.3}")} aria-label="Reading the log" /></p>
                    <p>{ format!("{} read, {}", percent(*share), counted(u64::from(*jobs), "job", "jobs")) }</p>
                    <button type="button" onclick={stop}>{ "Stop" }</button>
                </section>
            }
        }
        LogState::Failed(problem) => html! {
            <section class="log"><p class="problem" id="log-problem" role="alert">{ format!("The file cannot be used: {problem}. Your work is as it was.") }</p></section>
        },
        LogState::Read { log, shaped } => html! { <Options log={Rc::clone(log)} shaped={shaped.clone()} /> },
    }
}

/// Properties of [`Options`].
#[derive(Properties, PartialEq)]
struct OptionsProps {
    log: Rc<LogMessage>,
    shaped: Option<Result<Rc<ShapedMessage>, String>>,
}

#[component]
fn Options(OptionsProps { log, shaped }: &OptionsProps) -> Html {
    let lab = use_lab();
    let options = {
        let nodes = log.machine_nodes.unwrap_or(1).clamp(bounds::NODES.min, bounds::NODES.max);
        use_state_eq(move || ShapeMessage {
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
        use_effect_with((*options, Rc::as_ptr(log)), move |(options, _)| engine.shape_log(options));
    }
    let number = |key: &'static str, label: &'static str, value: u32, bound: Bound, set: fn(&mut ShapeMessage, u32)| {
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
            options.set(ShapeMessage { clip: event.target_unchecked_into::<HtmlInputElement>().checked(), ..*options })
        })
    };
    let on_use = {
        let (lab, shaped) = (lab.clone(), shaped.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(Ok(shaped)) = &shaped {
                lab.dialog.set(None);
                if let Some(slots) = shaped.study.slots() {
                    let from = format!("the log {}", *lab.log_name);
                    lab.begin_workload(lab.log_name.to_string(), slots.machine, slots.workload.clone(), from);
                }
                lab.engine.drop_log();
            }
        })
    };
    let from = log.computer.as_ref().map(|computer| format!(" of {computer}")).unwrap_or_default();
    html! {
        <section class="log">
            <p id="log-found">{ format!("{}{from}.", counted(u64::from(log.jobs), "job", "jobs")) }</p>
            { lines(&log.problems, "could not be read") }
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
                        { lines(&shaped.skipped, "left out") }
                    </>
                },
            } }
            <button type="button" id="use-log" class="strong" disabled={!matches!(shaped, Some(Ok(_)))} onclick={on_use}>{ "Plan these requests" }</button>
        </section>
    }
}

/// Lines of the log with what is wrong in them.
fn lines(list: &LineList, what: &str) -> Html {
    if list.total == 0 {
        return Html::default();
    }
    html! {
        <details class="lines">
            <summary>{ format!("{} {what}", counted(list.total.into(), "line", "lines")) }</summary>
            <ol>{ for list.first.iter().map(|(line, problem)| html! { <li key={*line} value={line.to_string()}>{ format!("line {line}: {problem}") }</li> }) }</ol>
            if list.total as usize > list.first.len() {
                <p>{ format!("and {} more", grouped(u64::from(list.total) - list.first.len() as u64)) }</p>
            }
        </details>
    }
}
