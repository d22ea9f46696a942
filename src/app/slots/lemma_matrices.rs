//! The matrices of the lemma for two neighbouring slots, tied to the bars: who is pointed at lights up in all of them and in the charts.

use crate::app::shell::hover::{Hover, use_hovered};
use crate::chart::{GanttKind, PlanView};
use crate::engine::slots::nodes::Lemma;
use crate::engine::slots::request::Slot;
use crate::state::SlotsShown;
use std::rc::Rc;
use web_sys::PointerEvent;
use yew::prelude::*;

/// A job's part on one node: the job, and which of its nodes.
type Part = (u32, u32);

/// Properties of [`LemmaMatrices`].
#[derive(Properties, PartialEq)]
pub struct LemmaMatricesProps {
    /// The plan.
    pub shown: Rc<SlotsShown>,
    /// The first of the two slots.
    pub slot: Slot,
    /// What is pointed at.
    pub hover: Hover,
}

/// J(t), J(t + 1), A, C_M, C and NJ(t + 1), each with a sentence.
#[component]
pub fn LemmaMatrices(LemmaMatricesProps { shown, slot, hover }: &LemmaMatricesProps) -> Html {
    let slot = *slot;
    let pointed_at = use_hovered(hover);
    let plan = &*shown.plan();
    let (now, next) = (on_their_nodes(plan, slot), in_the_plan(plan, slot + 1));
    let lemma = Lemma::new(&now, &next);
    let view = Tables { plan, hover, pointed_at };
    // C is the transpose of C_M.
    let column_of = |i: usize| lemma.permutation.get(i).copied();
    html! {
        <div class="matrices" id="lemma-matrices">
            { view.line(&format!("J({slot})"), "jobs on the nodes of the machine in slot t", "Node", &now) }
            { view.line(&format!("J({})", slot + 1), "jobs of the next slot as the plan counts them", "Row", &next) }
            { view.matrix("A", "1 where the job on a node (row) is in a row of the next slot (column): it goes on.", (&now, &next), &|i, j| lemma.assignment[i][j], None) }
            { view.matrix("C_M", "A completed to a permutation: what is left over, rows and columns, is paired in ascending order.", (&now, &next), &|i, j| column_of(i) == Some(j), Some(&|i, j| lemma.assignment[i][j])) }
            { view.matrix("C", "C_M transposed: which row of the next slot goes to which node.", (&next, &now), &|i, j| column_of(j) == Some(i), Some(&|i, j| lemma.assignment[j][i])) }
            { view.line(&format!("NJ({})", slot + 1), "J(t + 1) · C: the next slot put in this order. Every job that goes on is where it was.", "Node", &lemma.reordered) }
        </div>
    }
}

/// The part of a job on each virtual node in a slot.
fn in_the_plan(plan: &PlanView, slot: Slot) -> Vec<Option<Part>> {
    let nodes = plan.rows();
    let mut jobs = vec![None; nodes as usize];
    GanttKind::Logical.for_each_bar(plan, slot..slot + 1, 0..nodes, |bar| {
        for row in bar.row..(bar.row + bar.rows).min(nodes) {
            jobs[row as usize] = Some((bar.job, row - bar.row));
        }
    });
    jobs
}

/// A slot as it is carried out: every job on the nodes the mapping gave it.
fn on_their_nodes(plan: &PlanView, slot: Slot) -> Vec<Option<Part>> {
    let mut jobs = vec![None; plan.rows() as usize];
    plan.for_each_running(slot..slot + 1, |job| {
        for (part, &node) in (0..).zip(plan.node_table().of(job as usize)) {
            jobs[node as usize] = Some((job, part));
        }
    });
    jobs
}

/// Tables whose cells belong to jobs.
struct Tables<'a> {
    plan: &'a PlanView,
    hover: &'a Hover,
    pointed_at: Option<u32>,
}

impl Tables<'_> {
    fn name(&self, part: Option<Part>) -> String {
        part.map_or_else(|| "–".to_string(), |(job, _)| self.plan.name_of(job))
    }

    /// What pointing at something of a job does, and whether it is pointed at.
    fn tie(&self, part: Option<Part>) -> (Callback<PointerEvent>, Callback<PointerEvent>, Option<&'static str>) {
        let job = part.map(|(job, _)| job);
        let point = |job: Option<u32>| {
            let hover = self.hover.clone();
            Callback::from(move |_: PointerEvent| hover.point(job))
        };
        (point(job), point(None), (job.is_some() && job == self.pointed_at).then_some("pointed"))
    }

    /// The jobs of a slot, one below the other as the rows of the charts are: node 0 is the lowest of them, so here it comes first.
    fn line(&self, name: &str, meaning: &str, rows: &str, parts: &[Option<Part>]) -> Html {
        let cells = parts.iter().map(|&part| {
            let (enter, leave, lit) = self.tie(part);
            html! { <td class={classes!(lit)} onpointerenter={enter} onpointerleave={leave}>{ self.name(part) }</td> }
        });
        html! {
            <table class="lemma" data-name={name.to_string()}>
                <caption><b>{ name.to_string() }</b>{ ": " }{ meaning.to_string() }</caption>
                <thead><tr><th scope="row">{ rows.to_string() }</th>{ for (0..parts.len()).map(|node| html! { <th scope="col">{ node }</th> }) }</tr></thead>
                <tbody><tr><th scope="row">{ "Job" }</th>{ for cells }</tr></tbody>
            </table>
        }
    }

    /// A matrix; its rows and columns are called by their jobs. `given` are the ones that were there before it was completed.
    fn matrix(
        &self,
        name: &str,
        meaning: &str,
        (rows, columns): (&[Option<Part>], &[Option<Part>]),
        is_one: &dyn Fn(usize, usize) -> bool,
        given: Option<&dyn Fn(usize, usize) -> bool>,
    ) -> Html {
        let heading = |scope: &'static str, part: Option<Part>| {
            let (enter, leave, lit) = self.tie(part);
            html! { <th {scope} class={classes!(lit)} onpointerenter={enter} onpointerleave={leave}>{ self.name(part) }</th> }
        };
        let cell = |i: usize, j: usize| {
            let is_one = is_one(i, j);
            let is_filled_in = is_one && given.is_some_and(|given| !given(i, j));
            let part = rows[i].filter(|_| is_one).or(columns[j].filter(|_| is_one));
            let (enter, leave, lit) = self.tie(part);
            html! {
                <td class={classes!(is_one.then_some("one"), is_filled_in.then_some("filled-in"), lit)} onpointerenter={enter} onpointerleave={leave}>{ u32::from(is_one) }</td>
            }
        };
        let lines =
            (0..rows.len()).map(|i| html! { <tr>{ heading("row", rows[i]) }{ for (0..columns.len()).map(|j| cell(i, j)) }</tr> });
        html! {
            <table class="lemma" data-name={name.to_string()}>
                <caption><b>{ name.to_string() }</b>{ ": " }{ meaning.to_string() }</caption>
                <thead><tr><td />{ for columns.iter().map(|&part| heading("col", part)) }</tr></thead>
                <tbody>{ for lines }</tbody>
            </table>
        }
    }
}
