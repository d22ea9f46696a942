//! The matrices of the lemma for two neighbouring slots, tied to the bars: who is pointed at lights up in all of them and in the charts.

use crate::app::shell::pointer::hover::{Hover, use_hovered};
use crate::chart::{GanttKind, PlanView};
use crate::engine::slots::nodes::Lemma;
use crate::engine::slots::request::Slot;
use crate::state::SlotsShown;
use std::rc::Rc;
use web_sys::PointerEvent;
use yew::prelude::*;

/// Most nodes of a machine whose matrices are shown whole; of larger ones the rows and columns that change are.
const WHOLE_MAX: usize = 16;

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
    // The others are paired with themselves, so these are a permutation too.
    let is_whole = now.len() <= WHOLE_MAX;
    let kept: Vec<usize> = (0..now.len()).filter(|&i| is_whole || lemma.permutation.get(i) != Some(&i)).collect();
    let view = Tables { plan, hover, pointed_at, kept: &kept };
    // C is the transpose of C_M.
    let column_of = |i: usize| lemma.permutation.get(i).copied();
    html! {
        <div class="matrices" id="lemma-matrices">
            if !is_whole {
                <p class="hint" id="lemma-folded">{ folded_words(kept.len(), now.len()) }</p>
            }
            { view.line(&format!("J({slot})"), "jobs on the nodes of the machine in slot t", "Node", &now) }
            { view.line(&format!("J({})", slot + 1), "jobs of the next slot as the plan counts them", "Row", &next) }
            { view.matrix("A", "1 where the job on a node (row) is in a row of the next slot (column): it goes on.", (&now, &next), &|i, j| lemma.assignment[i][j], None) }
            { view.matrix("C_M", "A completed to a permutation: what is left over, rows and columns, is paired in ascending order.", (&now, &next), &|i, j| column_of(i) == Some(j), Some(&|i, j| lemma.assignment[i][j])) }
            { view.matrix("C", "C_M transposed: which row of the next slot goes to which node.", (&next, &now), &|i, j| column_of(j) == Some(i), Some(&|i, j| lemma.assignment[j][i])) }
            { view.line(&format!("NJ({})", slot + 1), "J(t + 1) · C: the next slot put in this order. Every job that goes on is where it was.", "Node", &lemma.reordered) }
        </div>
    }
}

/// Which rows and columns of large matrices are shown.
fn folded_words(kept: usize, nodes: usize) -> String {
    let others = "the row on the machine is the row of the plan, and what is 1 there is on the diagonal.";
    match kept {
        0 => format!("Nothing changes its row between these two slots: in all {nodes} rows and columns {others}"),
        _ => format!("Of {nodes} rows and columns the matrices show the {kept} that change places; in the others {others}"),
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
    /// The rows and columns of the matrices that are shown.
    kept: &'a [usize],
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
        let table = html! {
            <table class="lemma" data-name={name.to_string()}>
                <caption><b>{ name.to_string() }</b>{ ": " }{ meaning.to_string() }</caption>
                <thead><tr><th scope="row">{ rows.to_string() }</th>{ for (0..parts.len()).map(|node| html! { <th scope="col">{ node }</th> }) }</tr></thead>
                <tbody><tr><th scope="row">{ "Job" }</th>{ for cells }</tr></tbody>
            </table>
        };
        scrolled(name, parts.len(), table)
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
        if self.kept.is_empty() {
            return Html::default();
        }
        let line = |&i: &usize| html! { <tr>{ heading("row", rows[i]) }{ for self.kept.iter().map(|&j| cell(i, j)) }</tr> };
        let table = html! {
            <table class="lemma" data-name={name.to_string()}>
                <caption><b>{ name.to_string() }</b>{ ": " }{ meaning.to_string() }</caption>
                <thead><tr><td />{ for self.kept.iter().map(|&j| heading("col", columns[j])) }</tr></thead>
                <tbody>{ for self.kept.iter().map(line) }</tbody>
            </table>
        };
        scrolled(name, self.kept.len(), table)
    }
}

/// A table of so many columns; a wide one in a region of its own, which scrolls.
fn scrolled(name: &str, columns: usize, table: Html) -> Html {
    match columns {
        0..=WHOLE_MAX => table,
        _ => html! { <div class="scroll-x" tabindex="0" role="region" aria-label={name.to_string()}>{ table }</div> },
    }
}
