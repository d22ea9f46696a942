//! What is booked of a range that is free: so many nodes, whichever they are, or those that one picks.

use super::reserve::{reserve, set_reservation};
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::fields::text::TextInput;
use crate::app::kit::text::format::counted;
use crate::app::shell::context::{Lab, use_lab};
use crate::chart::cluster::seconds::moment;
use crate::engine::batch::booking::{booked, nodes_text, not_free, read_nodes, size, who_has};
use crate::engine::batch::bounds;
use crate::engine::batch::nodes::{NodeSet, Stretch};
use crate::engine::batch::scheduler::Scheduler;
use crate::engine::core::error::FieldPath;
use crate::formats::link::ReserveView;
use crate::state::{Action, Edit, cluster_additions};
use yew::prelude::*;

/// Stretches of nodes that are listed.
const LISTED: usize = 40;

#[derive(Properties, PartialEq)]
pub struct BookingProps {
    /// The nodes that are free throughout the range, lowest first.
    pub free: Vec<Stretch>,
    /// From when until when.
    pub range: (u64, u64),
}

/// The free nodes to pick from, what is picked as text, how many nodes, and the button that books them.
#[component]
pub fn Booking(BookingProps { free, range }: &BookingProps) -> Html {
    let lab = use_lab();
    let picked = use_state_eq(String::new);
    let Some(cluster) = lab.cluster() else { return Html::default() };
    let (machine, is_named) = (cluster.nodes, cluster.policy.scheduler == Scheduler::CoAllocation);
    let read = read_nodes(&picked, machine, &FieldPath::new("Nodes to book"));
    let named = read.clone().unwrap_or_default();
    let pick = {
        let (lab, picked) = (lab.clone(), picked.clone());
        move |text: String| {
            // As many nodes as are named: the cost is theirs.
            let named = read_nodes(&text, machine, &FieldPath::new("")).unwrap_or_default();
            if !named.is_empty() {
                set_reservation(&lab, ReserveView { nodes: size(&named), ..reserve(&lab) });
            }
            picked.set(text);
        }
    };
    let on_count = {
        let (lab, picked) = (lab.clone(), picked.clone());
        Callback::from(move |nodes: u32| {
            picked.set(String::new());
            set_reservation(&lab, ReserveView { nodes, ..reserve(&lab) });
        })
    };
    let nodes = reserve(&lab).nodes;
    let book = {
        let (lab, picked, named, is_wrong, range) = (lab.clone(), picked.clone(), named.clone(), read.is_err(), *range);
        Callback::from(move |_: MouseEvent| {
            if !is_wrong && book(&lab, range, &named) {
                picked.set(String::new());
            }
        })
    };
    let stretches = free.iter().take(LISTED).map(|&stretch| {
        let mut left = NodeSet::of(named.iter().copied());
        let mut had = 0;
        left.take_within(stretch, |(first, last)| had += last - first + 1);
        let is_picked = had == stretch.1 - stretch.0 + 1;
        if !is_picked {
            // What is picked of it already is out of the set.
            left.add(stretch);
        }
        let (pick, text) = (pick.clone(), nodes_text(&left.stretches().collect::<Vec<_>>()));
        let toggle = Callback::from(move |_: MouseEvent| pick(text.clone()));
        html! { <button type="button" aria-pressed={is_picked.to_string()} onclick={toggle}>{ nodes_text(&[stretch]) }</button> }
    });
    let hint = match (named.is_empty(), is_named) {
        (_, false) => {
            "This scheduler counts nodes and names none: jobs get any. Co-allocation gives them those that they name.".to_string()
        }
        (true, true) => "Empty: any nodes.".to_string(),
        (false, true) => format!("Each range becomes a job. The cost is that of any {}.", counted(nodes.into(), "node", "nodes")),
    };
    html! {
        <>
            if !free.is_empty() {
                <div id="range-stretches" class="choices" role="group" aria-label="Free nodes: pick those to book">
                    { for stretches }
                    if free.len() > LISTED { { " …" } }
                </div>
            }
            <div class="fields"><div class="field">
                <label for="range-named">{ "Nodes to book" }</label>
                <TextInput id="range-named" value={(*picked).clone()} placeholder="such as 4-7, 9" on_take={Callback::from(pick)}
                    refusal={read.as_ref().err().map(|_| AttrValue::from("range-named-note"))} />
                if let Err(error) = &read { <p class="problem" id="range-named-note" role="alert">{ format!("{error}.") }</p> }
            </div></div>
            <p class="hint" id="range-named-hint">{ hint }</p>
            <NumberField<u32> id="range-nodes" label="Nodes" value={nodes} bound={bounds::NODES.up_to(machine)} onchange={on_count} />
            <button type="button" id="range-book" aria-disabled={read.is_err().to_string()} onclick={book}>{ format!("Book {}", counted(nodes.into(), "node", "nodes")) }</button>
        </>
    }
}

/// Adds jobs that ask for the range, all in one step; says who has the nodes that are named if they are not free. Whether they were added.
fn book(lab: &Lab, range: (u64, u64), named: &[Stretch]) -> bool {
    let (Some(cluster), Some(shown)) = (lab.cluster(), lab.engine_state.plans.cluster.as_ref()) else { return false };
    let plan = &shown.plan;
    let start = super::gantt::axes::shown_start(lab);
    let holders = who_has((&plan.jobs, &plan.decisions, &plan.nodes), range, named);
    if let Some(why) = not_free(&holders, |at| moment(at, start)) {
        lab.refuse(&why);
        return false;
    }
    let jobs = booked(cluster, &plan.jobs, range, reserve(lab).nodes, named);
    if let Some(error) = jobs.iter().find_map(|job| job.check(cluster.nodes, &FieldPath::new("job")).err()) {
        lab.refuse(&error.to_string());
        return false;
    }
    let id = cluster.workload.next_id();
    lab.act(Action::Edit(Edit::Set { change: cluster_additions(cluster, &jobs), merge: false }));
    lab.select_job(Some(id));
    true
}
