//! A workload log that is brought in while experiments are on the screen: its jobs take the place of drawn ones.

use crate::app::kit::fields::log_lines::{LogProps, log_lines};
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::text::format::counted;
use crate::app::shell::context::use_lab;
use crate::engine::batch::bounds;
use crate::engine::batch::workload::BatchSource;
use crate::papers::batch::ClusterInput;
use crate::papers::experiment::catalogue;
use crate::worker::messages::{ExperimentShape, ShapeMessage};
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// The form.
#[component]
pub fn ExperimentLogForm(LogProps { log, shaped }: &LogProps) -> Html {
    let lab = use_lab();
    let listed = use_memo((), |()| catalogue());
    let place = lab.model().view.experiment % listed.len() as u32;
    let experiment = &listed[place as usize];
    let usage = experiment.log_use();
    // Nodes, and processors of a node; only what was typed.
    let typed = use_state_eq(|| (None::<u32>, None::<u32>));
    let shape = ExperimentShape { experiment: place, machine_nodes: typed.0, processors_per_node: typed.1 };
    {
        let engine = lab.engine.clone();
        let is_taken = usage.is_some();
        use_effect_with((shape, is_taken, Rc::as_ptr(log)), move |(shape, is_taken, _)| {
            if *is_taken {
                engine.shape_log(&ShapeMessage::Experiment(*shape));
            }
        });
    }
    if usage.is_none() {
        let others = listed.iter().filter(|listed| listed.log_use().is_some()).map(|listed| {
            html! { <li key={listed.key.clone()}>{ &listed.title }</li> }
        });
        return html! {
            <>
                <p id="log-not-taken">{ format!("“{}” takes no log. These do:", experiment.title) }</p>
                <ul>{ for others }</ul>
            </>
        };
    }
    let input = match shaped {
        Some(Ok(shaped)) => shaped.study.cluster().and_then(|cluster| match &cluster.workload.source {
            BatchSource::Jobs(jobs) => {
                Some(ClusterInput { nodes: cluster.nodes, jobs: Arc::clone(jobs), users: Vec::new(), with_estimates: false })
            }
            BatchSource::Lublin(_) => None,
        }),
        _ => None,
    };
    let nodes = typed.0.or(input.as_ref().map(|input| input.nodes)).unwrap_or(1);
    let on_nodes = {
        let typed = typed.clone();
        Callback::from(move |nodes: u32| typed.set((Some(nodes), typed.1)))
    };
    let on_per_node = {
        let typed = typed.clone();
        Callback::from(move |per_node: u32| typed.set((typed.0, Some(per_node))))
    };
    let on_use = {
        let (lab, input, experiment) = (lab.clone(), input.clone(), experiment.clone());
        Callback::from(move |_: MouseEvent| {
            let Some(input) = &input else { return };
            lab.experiments.give_log(Rc::from(&**lab.log_name), input.clone(), &experiment);
            lab.experiments.gallery().open(true);
            lab.engine.drop_log();
            lab.show_workbench();
        })
    };
    let is_by_node = usage.is_some_and(|usage| usage.by_node);
    html! {
        <>
            <p>{ &experiment.title }</p>
            <NumberField<u32> id="log-nodes" label="Nodes of the machine" value={nodes} bound={bounds::NODES} onchange={on_nodes} />
            if !log.counts_nodes {
                <NumberField<u32> id="log-processors-per-node" label="Processors per node" value={typed.1.unwrap_or(1)} bound={bounds::NODES} onchange={on_per_node} />
                if is_by_node && typed.1.is_none() {
                    <p class="hint">{ "Until a number is typed, the log’s MaxProcs ÷ MaxNodes counts." }</p>
                }
            }
            { match (shaped, &input) {
                (Some(Err(problem)), _) => html! { <p class="problem" role="alert">{ format!("{problem}.") }</p> },
                (Some(Ok(shaped)), Some(input)) => html! {
                    <>
                        <p id="log-shaped">{ format!("{} on {}.", counted(input.jobs.len() as u64, "job", "jobs"), counted(input.nodes.into(), "node", "nodes")) }</p>
                        if !shaped.notes.is_empty() {
                            <ul class="hint" id="log-notes">{ for shaped.notes.iter().map(|(count, what)| html! { <li>{ format!("{} {what}", counted((*count).into(), "job", "jobs")) }</li> }) }</ul>
                        }
                        { log_lines(&shaped.skipped, "left out") }
                    </>
                },
                _ => html! { <p>{ "…" }</p> },
            } }
            <button type="button" id="use-log" class="strong" disabled={input.is_none()} onclick={on_use}>{ "Use in the experiment" }</button>
            <p class="hint">{ "What is in the workbenches stays as it is." }</p>
        </>
    }
}
