//! A workload log that is brought in: how far its reading is, what is in it, and the study it is to become.

use crate::app::kit::fields::log_lines::{LogProps, log_lines};
use crate::app::kit::text::format::{counted, grouped, percent};
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::engine::state::LogState;
use crate::app::workbench::{LOG_FORMS, snapshot_form};
use crate::formats::link::Panel;
use std::rc::Rc;
use yew::prelude::*;

/// What its dialog is called.
pub fn log_title(lab: &Lab) -> &'static str {
    match &lab.engine_state.log {
        LogState::Read { log, .. } if log.partitions.is_some() => "Snapshot",
        _ => "Workload log",
    }
}

/// The log's state, whatever it is.
pub fn log_form(lab: &Lab) -> Html {
    match &lab.engine_state.log {
        LogState::None => Html::default(),
        LogState::Reading { share, jobs } => {
            let stop = {
                let lab = lab.clone();
                Callback::from(move |_: MouseEvent| {
                    lab.engine.drop_log();
                    lab.dialog.set(None);
                })
            };
            html! {
                <section class="log" aria-busy="true">
                    <p><progress id="log-progress" max="1" value={format!("{share:.3}")} aria-label="Reading the log" /></p>
                    <p>{ format!("{} read, {}", percent(*share), counted(u64::from(*jobs), "job", "jobs")) }</p>
                    <button type="button" id="stop-log" onclick={stop}>{ "Stop" }</button>
                </section>
            }
        }
        LogState::Failed(problem) => html! {
            <section class="log"><p class="problem" id="log-problem" role="alert">{ format!("The file cannot be used: {problem}. Your work is as it was.") }</p></section>
        },
        LogState::Read { log, shaped } if log.partitions.is_some() => html! {
            <section class="log">
                <p id="log-found">{ format!("A snapshot of a running machine: {}.", counted(u64::from(log.jobs), "job", "jobs")) }</p>
                { snapshot_form(LogProps { log: Rc::clone(log), shaped: shaped.clone() }) }
            </section>
        },
        LogState::Read { log, shaped } => html! { <Read log={Rc::clone(log)} shaped={shaped.clone()} /> },
    }
}

/// What is in the log, the studies it can become, and the form of the one that is chosen.
#[component]
fn Read(props: &LogProps) -> Html {
    let lab = use_lab();
    let LogProps { log, .. } = props;
    // What is open, but accounting data of a cluster becomes a cluster where a study is.
    let first = {
        let open = LOG_FORMS.iter().position(|form| form.panel == lab.model().view.panel);
        let by_kind = LOG_FORMS.iter().position(|form| log.is_accounting && form.is_for_accounting);
        let is_scenario = lab.model().view.panel != Panel::Experiments;
        if is_scenario { by_kind.or(open) } else { open }.unwrap_or(0)
    };
    let chosen = use_state_eq(|| None::<(*const (), usize)>);
    let of_log = Rc::as_ptr(log).cast::<()>();
    let at = chosen.filter(|(of, _)| *of == of_log).map_or(first, |(_, at)| at).min(LOG_FORMS.len() - 1);
    let buttons = LOG_FORMS.iter().enumerate().map(|(place, form)| {
        let chosen = chosen.clone();
        let choose = Callback::from(move |_: MouseEvent| chosen.set(Some((of_log, place))));
        html! { <button type="button" key={form.key} id={format!("log-as-{}", form.key)} aria-pressed={(place == at).to_string()} onclick={choose}>{ form.name }</button> }
    });
    let from = log.computer.as_ref().map(|computer| format!(" of {computer}")).unwrap_or_default();
    let steps = match log.steps {
        0 => String::new(),
        1 => " One step of a job was dropped.".to_string(),
        steps => format!(" {} steps of jobs were dropped.", grouped(steps.into())),
    };
    html! {
        <section class="log">
            <p id="log-found">{ format!("{}{from}.{steps}", counted(u64::from(log.jobs), "job", "jobs")) }</p>
            { log_lines(&log.problems, "were left out") }
            if !log.notes.is_empty() {
                <ul class="hint" id="log-notes">{ for log.notes.iter().map(|note| html! { <li key={note.clone()}>{ note }</li> }) }</ul>
            }
            <div class="buttons">
                <span id="log-as">{ "Study it as " }</span>
                <div class="segmented" role="group" aria-labelledby="log-as">{ for buttons }</div>
            </div>
            <p class="hint">{ LOG_FORMS[at].idea }</p>
            { (LOG_FORMS[at].draw)(props.clone()) }
        </section>
    }
}
