//! Two plans side by side: their tasks on the nodes on one time axis, one above the other or one over the other, and below them what differs.

use super::list::TaskDifferences;
use super::marks::{ComparedGantt, Rows, patterns};
use crate::app::kit::by_address::ByAddress;
use crate::app::kit::plot::area::{ONE_COLUMN_PX, use_size};
use crate::app::kit::text::comparison::same_sentence;
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::panel::compare::{compared_figures, first_difference, layout_bar, side_names, why_nothing};
use crate::app::workflow::figures::nodes_beside_to_save;
use crate::app::workflow::gantt::chart::WorkflowGantt;
use crate::app::workflow::names::{applications_of, method_title};
use crate::chart::kit::figure::Figure;
use crate::chart::workflow::compared::{TaskCounts, TaskMark};
use crate::engine::core::compare::PlanComparison;
use crate::engine::study::StudyKind;
use crate::engine::workflow::compare::{WORKFLOW_FIGURES, paired_tasks};
use crate::formats::link::CompareLayout;
use crate::state::{Shown, WorkflowShown};
use std::rc::Rc;
use yew::prelude::*;

/// What the marks mean.
const MARKS: [(&str, &str); 5] = [
    ("same", "same place in both"),
    ("only-a", "earlier here"),
    ("moved", "later here"),
    ("other-node", "same time, another node"),
    ("only-b", "only here"),
];

/// What belongs to the tasks of plans A and B.
struct Matched {
    /// The row of each task of A in B, and of each task of B in A.
    rows: [Rows; 2],
    marks: [Rc<Vec<TaskMark>>; 2],
    counts: TaskCounts,
}

fn matched(comparison: &PlanComparison, [a, b]: [&WorkflowShown; 2]) -> Option<Matched> {
    let pairs = paired_tasks(&applications_of(a.study.workflow()?), &applications_of(b.study.workflow()?));
    let mut rows = [vec![None; a.plan.tasks.len()], vec![None; b.plan.tasks.len()]];
    for (of_a, of_b) in pairs {
        let put = |rows: &mut Vec<Option<u32>>, row: Option<u32>, other: Option<u32>| {
            if let Some(place) = row.and_then(|row| rows.get_mut(row as usize)) {
                *place = other;
            }
        };
        put(&mut rows[0], of_a, of_b);
        put(&mut rows[1], of_b, of_a);
    }
    let differences = || comparison.differences.iter();
    let of_a = TaskMark::all(&a.plan, &b.plan, differences().map(|difference| (difference.a, difference.b)));
    let of_b = TaskMark::all(&b.plan, &a.plan, differences().map(|difference| (difference.b, difference.a)));
    let counts = TaskCounts::of([&a.plan, &b.plan], &comparison.counts, differences());
    Some(Matched { rows: rows.map(Rc::new), marks: [Rc::new(of_a), Rc::new(of_b)], counts })
}

/// Plans A and B.
fn plans_of(lab: &Lab) -> Option<[Rc<WorkflowShown>; 2]> {
    let Some(Shown::Workflow(other)) = &lab.engine_state.beside.get(&StudyKind::Workflow)?.other else { return None };
    let own = lab.workflow_shown()?;
    Some(if lab.model().comparing.before.is_some() { [Rc::clone(other), own] } else { [own, Rc::clone(other)] })
}

fn headings_of(lab: &Lab, plans: &[Rc<WorkflowShown>; 2]) -> [String; 2] {
    let method = |shown: &Rc<WorkflowShown>| {
        shown.study.workflow().map_or(String::new(), |workflow| method_title(workflow.policy.method).to_string())
    };
    side_names(lab, plans.each_ref().map(method))
}

/// What the heading of A says where B is outlined over it.
fn overlay_heading(heading: &str) -> String {
    format!("{heading}, and outlined where B has it")
}

/// One of the two plans as a figure to be saved.
fn side_to_save(lab: &Lab, at: usize) -> Option<Figure> {
    let plans = plans_of(lab)?;
    let comparison = lab.engine_state.beside.get(&StudyKind::Workflow)?.comparison.as_ref()?;
    let Matched { marks, .. } = matched(comparison, [&plans[0], &plans[1]])?;
    let [a, b] = headings_of(lab, &plans);
    nodes_beside_to_save(lab, if at == 0 { a } else { b }, (&plans[at], &marks[at]), None)
}

/// Plan A with B outlined, as a figure to be saved.
fn overlay_to_save(lab: &Lab) -> Option<Figure> {
    let plans = plans_of(lab)?;
    let comparison = lab.engine_state.beside.get(&StudyKind::Workflow)?.comparison.as_ref()?;
    let Matched { marks, .. } = matched(comparison, [&plans[0], &plans[1]])?;
    let [heading, _] = headings_of(lab, &plans);
    nodes_beside_to_save(lab, overlay_heading(&heading), (&plans[0], &marks[0]), Some((&plans[1], &marks[1])))
}

/// Properties of [`CompareWorkflows`].
#[derive(Properties, PartialEq)]
pub struct CompareWorkflowsProps {
    /// Height of the panel in which they stand, in CSS px.
    pub room: f64,
}

/// The two plans.
#[component]
pub fn CompareWorkflows(CompareWorkflowsProps { room }: &CompareWorkflowsProps) -> Html {
    let lab = use_lab();
    let room = *room;
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let beside = lab.engine_state.beside.get(&StudyKind::Workflow);
    let comparison = beside.and_then(|beside| beside.comparison.clone());
    let other_is_a = lab.model().comparing.before.is_some();
    let plans = plans_of(&lab);
    let key =
        (comparison.as_ref().map(Rc::as_ptr), plans.as_ref().map(|plans| plans.each_ref().map(|shown| Rc::as_ptr(&shown.plan))));
    let matched = use_memo(key, |_| {
        let (comparison, [a, b]) = comparison.as_ref().zip(plans.as_ref())?;
        matched(comparison, [a, b])
    });
    let is_one_column = width > 0.0 && width < ONE_COLUMN_PX;
    let layout =
        lab.model().view.compare_layout.unwrap_or(if is_one_column { CompareLayout::OnlyA } else { CompareLayout::Stacked });
    let (Some(comparison), Some(plans), Some(Matched { rows, marks, counts })) = (comparison, plans, &*matched) else {
        return html! {
            <section class="compare" aria-label="Comparison" id="compare" ref={node}>
                { layout_bar(&lab, layout, &MARKS) }
                <p class="hint" id="compare-waits">{ why_nothing(&lab, StudyKind::Workflow) }</p>
            </section>
        };
    };
    let headings = headings_of(&lab, &plans);
    let nodes = plans.iter().map(|shown| shown.plan.provider_of.len()).max().unwrap_or(1);
    let own = usize::from(other_is_a);
    let identity = |at: usize| Rc::new((0..plans[at].plan.tasks.len() as u32).map(Some).collect::<Vec<_>>());
    let chart = |at: usize, side: &'static str, heading: String| {
        let (there, is_own) = (1 - at, at == own);
        let compared = ComparedGantt {
            side,
            heading,
            shown: Rc::clone(&plans[at]),
            marks: Rc::clone(&marks[at]),
            other: (Rc::clone(&plans[there]), Rc::clone(&marks[there])),
            in_other: Rc::clone(&rows[at]),
            to_own: if is_own { identity(at) } else { Rc::clone(&rows[at]) },
            from_own: if is_own { identity(at) } else { Rc::clone(&rows[there]) },
            rows: nodes,
            is_own,
            is_overlaid: side == "overlay",
            save: match side {
                "a" => ("Tasks on their nodes, plan A", |lab| side_to_save(lab, 0)),
                "b" => ("Tasks on their nodes, plan B", |lab| side_to_save(lab, 1)),
                _ => ("Tasks on their nodes, plan A with B outlined", overlay_to_save),
            },
        };
        html! { <WorkflowGantt key={side} compared={Rc::new(compared)} {room} /> }
    };
    let [heading_a, heading_b] = headings.clone();
    let charts = match layout {
        CompareLayout::Stacked => html! { <>{ chart(0, "a", heading_a) }{ chart(1, "b", heading_b) }</> },
        CompareLayout::OnlyA => chart(0, "a", heading_a),
        CompareLayout::OnlyB => chart(1, "b", heading_b),
        CompareLayout::Overlaid => chart(0, "overlay", overlay_heading(&heading_a)),
    };
    let [a, b] = plans.clone();
    let selected = lab.model().selected_task();
    html! {
        <section class="compare workflow-compare" aria-label="Comparison" id="compare" ref={node}>
            <svg class="patterns" width="0" height="0" aria-hidden="true" focusable="false"><defs>{ patterns() }</defs></svg>
            { layout_bar(&lab, layout, &MARKS) }
            <p id="compare-counts">{ if counts.differing() == 0 { same_sentence(&comparison.counts) } else { counts_words(counts) } }</p>
            { charts }
            <div class="compare-report">
                { first_difference(&lab, StudyKind::Workflow, comparison.first.as_ref()) }
                if other_is_a {
                    <p class="hint">{ "A plan from before an edit is kept in this tab only: the link holds the present plan alone." }</p>
                }
                { compared_figures(&comparison, &WORKFLOW_FIGURES, &headings) }
            </div>
            <TaskDifferences comparison={ByAddress::from(Rc::clone(&comparison))} a={ByAddress::from(a)} b={ByAddress::from(b)} {selected} />
        </section>
    }
}

/// "3 of 6 tasks differ: 1 earlier in B, 1 later in B, 1 on another node, 0 only in A, 0 only in B."
fn counts_words(counts: &TaskCounts) -> String {
    let parts = [
        (counts.earlier, "earlier in B"),
        (counts.later, "later in B"),
        (counts.other_node, "on another node at the same time"),
        (counts.only_a, "only in A"),
        (counts.only_b, "only in B"),
    ];
    let parts = parts.map(|(count, words)| format!("{} {words}", grouped(count.into()))).join(", ");
    let differ = if counts.differing() == 1 { "differs" } else { "differ" };
    format!("{} of {} {differ}: {parts}.", grouped(counts.differing().into()), counted(counts.tasks.into(), "task", "tasks"))
}
