//! The lemma of Umar 3.3.3, shown for two neighbouring slots: the matrices, and the order in which every job keeps its node.

use crate::app::kit::fields::NumberField;
use crate::app::kit::table::{Column, Table, row};
use crate::app::shell::context::use_lab;
use crate::chart::{GanttKind, PlanView};
use crate::engine::core::bounds::Bound;
use crate::engine::slots::nodes::Lemma;
use crate::engine::slots::request::Slot;
use crate::state::SlotsShown;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Largest machine whose matrices are shown.
const NODES_MAX: u32 = 16;

/// Properties of [`LemmaView`].
#[derive(Properties, PartialEq)]
pub struct LemmaViewProps {
    /// The plan.
    pub shown: Rc<SlotsShown>,
}

/// Two neighbouring slots and their matrices (Umar 3.3.3), folded away until asked for.
#[component]
pub fn LemmaView(LemmaViewProps { shown }: &LemmaViewProps) -> Html {
    let lab = use_lab();
    let is_open = use_state_eq(|| false);
    let chosen = use_state_eq(|| None::<Slot>);
    let toggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: Event| is_open.set(event.target_unchecked_into::<HtmlElement>().has_attribute("open")))
    };
    let plan = &*shown.plan();
    let busy = plan.busy_slots();
    let bound = Bound { name: "slot", min: busy.start, max: busy.end.saturating_sub(2).max(busy.start) };
    let of_selection =
        lab.selected_row().and_then(|row| plan.jobs_of(row).find_map(|job| plan.slots_of(job))).map(|slots| slots.start);
    let slot = chosen.or(of_selection).unwrap_or(busy.start).clamp(bound.min, bound.max);
    let choose = {
        let chosen = chosen.clone();
        Callback::from(move |slot: Slot| chosen.set(Some(slot)))
    };
    html! {
        <details class="twin" id="lemma" ontoggle={toggle}>
            <summary>{ "Why every job can stay on its node" }</summary>
            if *is_open {
                <p class="hint">{ "In the logical plan a job may be on another virtual node in every slot. Row i, column j of A is 1 where the job on node i in the first slot is on virtual node j in the next. C completes A to a permutation; putting the next slot in its order, J(t + 1) · Cᵀ, leaves every job that goes on where it was (Umar 3.3.3)." }</p>
                <NumberField<u32> id="lemma-slot" label="First slot" value={slot} {bound} onchange={choose} />
                if plan.machine().nodes > NODES_MAX {
                    <p class="hint">{ format!("Matrices are shown for machines of up to {NODES_MAX} nodes.") }</p>
                } else {
                    { matrices(plan, slot) }
                }
            }
        </details>
    }
}

/// A job's part on one node: the job, and which of its nodes.
type Part = (u32, u32);

/// The part of a job on each virtual node in a slot.
fn in_the_plan(plan: &PlanView, slot: Slot) -> Vec<Option<Part>> {
    let nodes = plan.machine().nodes;
    let mut jobs = vec![None; nodes as usize];
    GanttKind::Logical.for_each_bar(plan, slot..slot + 1, 0..nodes, |bar| {
        for row in bar.row..(bar.row + bar.rows).min(nodes) {
            jobs[row as usize] = Some((bar.job, row - bar.row));
        }
    });
    jobs
}

fn matrices(plan: &PlanView, slot: Slot) -> Html {
    let (now, next) = (on_their_nodes(plan, slot), in_the_plan(plan, slot + 1));
    let lemma = Lemma::new(&now, &next);
    let name = |part: &Option<Part>| part.map_or_else(|| "–".to_string(), |(job, _)| plan.name_of(job));
    let line = |label: String, jobs: &[Option<Part>]| row(label, jobs.iter().map(name));
    let nodes = now.len();
    let columns = Column::all(["node".to_string()].into_iter().chain((0..nodes).map(|node| node.to_string())));
    html! {
        <>
            <Table label="Jobs on the nodes in two slots" class="lemma" caption="Jobs on the nodes" {columns}>
                { line(format!("J({slot})"), &now) }
                { line(format!("J({})", slot + 1), &next) }
                { line(format!("NJ({})", slot + 1), &lemma.reordered) }
            </Table>
            <div class="matrices">
                { matrix("A", "where jobs go on", &|i, j| lemma.assignment[i][j], nodes) }
                { matrix("C", "completed to a permutation", &|i, j| lemma.permutation[i] == j, nodes) }
            </div>
        </>
    }
}

/// A slot as it is carried out: every job on the nodes the mapping gave it.
fn on_their_nodes(plan: &PlanView, slot: Slot) -> Vec<Option<Part>> {
    let mut jobs = vec![None; plan.machine().nodes as usize];
    plan.for_each_running(slot..slot + 1, |job| {
        for (part, &node) in (0..).zip(plan.node_table().of(job as usize)) {
            jobs[node as usize] = Some((job, part));
        }
    });
    jobs
}

/// A matrix: unlike a [`Table`] it has no headings and needs no region to scroll in.
fn matrix(name: &str, meaning: &str, is_one: &dyn Fn(usize, usize) -> bool, nodes: usize) -> Html {
    let cell = |i, j| {
        let is_one = is_one(i, j);
        html! { <td class={classes!(is_one.then_some("one"))}>{ u32::from(is_one) }</td> }
    };
    let rows = (0..nodes).map(|i| html! { <tr>{ for (0..nodes).map(|j| cell(i, j)) }</tr> });
    html! { <table class="lemma"><caption>{ format!("{name}: {meaning}") }</caption><tbody>{ for rows }</tbody></table> }
}
