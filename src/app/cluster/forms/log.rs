//! How the jobs of a workload log become those of a cluster: nodes, processors of a node, who decides, how many ask for a start.

use super::opened::{on_use, shaped_cluster};
use super::reservations::window_field;
use crate::app::cluster::commands::scheduler_title;
use crate::app::kit::fields::log_lines::{LogProps, log_lines};
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::text::format::counted;
use crate::app::shell::context::use_lab;
use crate::app::shell::panel::form_parts::{Choice, select};
use crate::engine::batch::forecast::past::Past;
use crate::engine::batch::scheduler::Scheduler;
use crate::engine::batch::workload::BatchSource;
use crate::engine::batch::workload::generator::PERCENT;
use crate::engine::batch::{BatchScenario, bounds};
use crate::engine::core::bounds::{Bound, SEED};
use crate::worker::messages::{ClusterShape, ShapeMessage};
use std::rc::Rc;
use std::sync::Arc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What was chosen; nodes only if they were typed.
#[derive(Clone, Copy, PartialEq)]
struct Chosen {
    nodes: Option<u32>,
    shape: ClusterShape,
}

impl Chosen {
    /// The shape, the nodes being those of so many processors unless others were typed.
    fn shape(self, processors: u32, counts_nodes: bool) -> ClusterShape {
        let per_node = if counts_nodes { 1 } else { self.shape.processors_per_node };
        let nodes = self.nodes.unwrap_or(processors.div_ceil(per_node.max(1)));
        ClusterShape { machine_nodes: nodes.clamp(bounds::NODES.min, bounds::NODES.max), ..self.shape }
    }
}

/// The last jobs of a log from which forecasts are drawn on the page, at most: so many go into a link.
const PAGE_JOBS: usize = 2_000;

/// The form.
#[component]
pub fn ClusterLogForm(LogProps { log, shaped }: &LogProps) -> Html {
    let lab = use_lab();
    let chosen = use_state_eq(|| Chosen {
        nodes: None,
        shape: ClusterShape {
            machine_nodes: 1,
            processors_per_node: 1,
            scheduler: Scheduler::default(),
            advance_percent: 0,
            window: None,
            seed: 1,
            clip: false,
        },
    });
    let shape = chosen.shape(log.machine_nodes.unwrap_or(1), log.counts_nodes);
    {
        let engine = lab.engine.clone();
        use_effect_with((shape, Rc::as_ptr(log)), move |(shape, _)| engine.shape_log(&ShapeMessage::Cluster(*shape)));
    }
    let number = |key: &'static str, label: &'static str, value: u32, bound: Bound, set: fn(&mut Chosen, u32)| {
        let chosen = chosen.clone();
        let onchange = Callback::from(move |value: u32| {
            let mut next = *chosen;
            set(&mut next, value);
            chosen.set(next);
        });
        html! { <NumberField<u32> id={format!("log-{key}")} {label} {value} {bound} {onchange} /> }
    };
    let choices =
        Scheduler::ALL.map(|scheduler| Choice { key: scheduler.name(), words: scheduler_title(scheduler), value: scheduler });
    let on_scheduler = {
        let chosen = chosen.clone();
        Callback::from(move |scheduler| chosen.set(Chosen { shape: ClusterShape { scheduler, ..chosen.shape }, ..*chosen }))
    };
    let on_seed = {
        let chosen = chosen.clone();
        Callback::from(move |seed: u64| chosen.set(Chosen { shape: ClusterShape { seed, ..chosen.shape }, ..*chosen }))
    };
    let on_window = {
        let chosen = chosen.clone();
        Callback::from(move |window| chosen.set(Chosen { shape: ClusterShape { window, ..chosen.shape }, ..*chosen }))
    };
    let on_clip = {
        let chosen = chosen.clone();
        Callback::from(move |event: Event| {
            let clip = event.target_unchecked_into::<HtmlInputElement>().checked();
            chosen.set(Chosen { shape: ClusterShape { clip, ..chosen.shape }, ..*chosen });
        })
    };
    let cluster = shaped_cluster(shaped);
    let on_use = on_use(&lab, shaped, "the log");
    let has_now = lab.cluster().is_some_and(|open| open.now.is_some());
    let made = shaped.as_ref().and_then(|made| made.as_ref().ok().cloned());
    let past = use_memo((made.as_ref().map(Rc::as_ptr), lab.cluster().and_then(BatchScenario::present)), move |(_, present)| {
        let cluster = made.as_ref()?.study.cluster()?;
        let BatchSource::Jobs(jobs) = &cluster.workload.source else { return None };
        Past::of_log(jobs, cluster.start, *present, PAGE_JOBS).map(Arc::new)
    });
    let on_past = {
        let (lab, past) = (lab.clone(), Rc::clone(&past));
        Callback::from(move |_: MouseEvent| {
            lab.change_cluster(|cluster| cluster.past = (*past).clone());
            lab.engine.drop_log();
            lab.dialog.set(None);
        })
    };
    html! {
        <>
            { number("nodes", "Nodes of the machine", shape.machine_nodes, bounds::NODES, |chosen, nodes| chosen.nodes = Some(nodes)) }
            if !log.counts_nodes {
                { number("processors-per-node", "Processors per node", shape.processors_per_node, bounds::NODES, |chosen, per_node| chosen.shape.processors_per_node = per_node) }
            }
            <div class="field"><label for="log-scheduler">{ "Scheduler" }</label>{ select("log-scheduler", choices.to_vec(), shape.scheduler, on_scheduler) }</div>
            { number("share", "Reserved ahead ρ, %", shape.advance_percent, PERCENT, |chosen, share| chosen.shape.advance_percent = share) }
            if shape.advance_percent > 0 {
                { window_field("log-window", shape.window, on_window) }
                <NumberField<u64> id="log-seed" label="Seed of these" value={shape.seed} bound={SEED} onchange={on_seed} />
            }
            <p><label class="check"><input type="checkbox" id="log-clip" checked={shape.clip} onchange={on_clip} />{ " Cut jobs larger than the machine to its size (else they are left out)" }</label></p>
            { match (shaped, &cluster) {
                (Some(Err(problem)), _) => html! { <p class="problem" role="alert">{ format!("{problem}.") }</p> },
                (Some(Ok(shaped)), Some(cluster)) => html! {
                    <>
                        <p id="log-shaped">{ format!("{} on {}.", counted(shaped.study.given_requests() as u64, "job", "jobs"), counted(cluster.nodes.into(), "node", "nodes")) }</p>
                        if !shaped.notes.is_empty() {
                            <ul class="hint" id="log-notes">{ for shaped.notes.iter().map(|(count, what)| html! { <li>{ format!("{} {what}", counted((*count).into(), "job", "jobs")) }</li> }) }</ul>
                        }
                        { log_lines(&shaped.skipped, "left out") }
                    </>
                },
                _ => html! { <p>{ "…" }</p> },
            } }
            <div class="buttons">
                <button type="button" id="use-log" class="strong" disabled={cluster.is_none()} onclick={on_use}>{ "Schedule these jobs" }</button>
                if has_now {
                    <button type="button" id="use-log-past" disabled={past.is_none()} onclick={on_past}
                        title="Run times and later jobs of forecasts are drawn from the last jobs of the log">{ "Draw forecasts from them" }</button>
                }
            </div>
            if has_now && cluster.is_some() && past.is_none() {
                <p class="hint">{ "The log is shorter than a day: no forecast can be drawn from it." }</p>
            }
        </>
    }
}
