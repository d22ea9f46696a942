//! How a snapshot of a running machine becomes a cluster: which partition, how many nodes, who decides; and what became of what was read.

use super::opened::{on_use, shaped_cluster};
use crate::app::cluster::commands::scheduler_title;
use crate::app::kit::fields::log_lines::{LogProps, log_lines};
use crate::app::kit::fields::number::NumberField;
use crate::app::shell::context::use_lab;
use crate::app::shell::panel::form_parts::{Choice, select};
use crate::engine::batch::bounds;
use crate::engine::batch::scheduler::Scheduler;
use crate::worker::messages::{ShapeMessage, SnapshotShape};
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// The form.
#[component]
pub fn SnapshotForm(LogProps { log, shaped }: &LogProps) -> Html {
    let lab = use_lab();
    let chosen = use_state_eq(|| SnapshotShape {
        partition: None,
        machine_nodes: None,
        scheduler: Scheduler::Conservative,
        keeps_names: false,
    });
    {
        let engine = lab.engine.clone();
        use_effect_with((*chosen, Rc::as_ptr(log)), move |(shape, _)| engine.shape_log(&ShapeMessage::Snapshot(*shape)));
    }
    let partitions = log.partitions.as_deref().unwrap_or_default();
    let on_partition = {
        let chosen = chosen.clone();
        Callback::from(move |event: Event| {
            let at = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            // The first entry is all of them; the nodes are those of what was picked.
            let partition = u32::try_from(at - 1).ok();
            chosen.set(SnapshotShape { partition, machine_nodes: None, ..*chosen });
        })
    };
    let on_nodes = {
        let chosen = chosen.clone();
        Callback::from(move |nodes: u32| chosen.set(SnapshotShape { machine_nodes: Some(nodes), ..*chosen }))
    };
    let on_scheduler = {
        let chosen = chosen.clone();
        Callback::from(move |scheduler| chosen.set(SnapshotShape { scheduler, ..*chosen }))
    };
    let on_names = {
        let chosen = chosen.clone();
        Callback::from(move |event: Event| {
            let keeps_names = event.target_unchecked_into::<HtmlInputElement>().checked();
            chosen.set(SnapshotShape { keeps_names, ..*chosen });
        })
    };
    let cluster = shaped_cluster(shaped);
    let on_use = on_use(&lab, shaped, "the snapshot");
    // A job starts as in a log only where there is one.
    let schedulers = Scheduler::ALL.into_iter().filter(|scheduler| *scheduler != Scheduler::AsLogged);
    let choices: Vec<Choice<Scheduler>> =
        schedulers.map(|value| Choice { key: value.name(), words: scheduler_title(value), value }).collect();
    let nodes = chosen.machine_nodes.or(cluster.map(|cluster| cluster.nodes)).unwrap_or(1);
    let option = |at: u32, name: &str| {
        html! { <option value={name.to_string()} selected={chosen.partition == Some(at)}>{ name.to_string() }</option> }
    };
    html! {
        <>
            if partitions.len() > 1 {
                <div class="field">
                    <label for="snapshot-partition">{ "Partition" }</label>
                    <select id="snapshot-partition" onchange={on_partition}>
                        <option value="" selected={chosen.partition.is_none()}>{ "All, as one pool" }</option>
                        { for partitions.iter().enumerate().map(|(at, name)| option(at as u32, name)) }
                    </select>
                </div>
            }
            <NumberField<u32> id="snapshot-nodes" label="Nodes of the machine" value={nodes} bound={bounds::NODES} onchange={on_nodes} />
            <div class="field"><label for="snapshot-scheduler">{ "Scheduler" }</label>{ select("snapshot-scheduler", choices, chosen.scheduler, on_scheduler) }</div>
            <p><label class="check"><input type="checkbox" id="snapshot-names" checked={chosen.keeps_names} onchange={on_names} />{ " Keep the names of users and jobs" }</label></p>
            { match shaped {
                Some(Err(problem)) => html! { <p class="problem" role="alert">{ format!("{problem}.") }</p> },
                Some(Ok(shaped)) => html! {
                    <>
                        <p id="log-shaped" role="status">{ &shaped.summary }</p>
                        <ul class="hint" id="snapshot-remarks">{ for shaped.words.iter().map(|words| html! { <li>{ words }</li> }) }</ul>
                    </>
                },
                None => html! { <p>{ "…" }</p> },
            } }
            { log_lines(&log.problems, "left out") }
            <button type="button" id="use-log" class="strong" disabled={cluster.is_none()} onclick={on_use}>{ "Plan from this moment on" }</button>
        </>
    }
}
