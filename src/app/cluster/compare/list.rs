//! The jobs that start at different times in two plans, as a list.

use crate::app::cluster::gantt::axes::shown_start;
use crate::app::cluster::gantt::drawn_plan::Drawn;
use crate::app::kit::by_address::ByAddress;
use crate::app::kit::tables::pager::use_pages;
use crate::app::kit::tables::table::{Column, Table};
use crate::app::shell::context::{Lab, use_lab};
use crate::chart::cluster::seconds::moment;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::metrics::wait;
use crate::engine::core::compare::PlanComparison;
use yew::prelude::*;

/// Rows of a page.
const PAGE_ROWS: usize = 50;

/// Properties of [`ClusterDifferences`].
#[derive(Properties, PartialEq)]
pub struct ClusterDifferencesProps {
    /// The comparison.
    pub comparison: ByAddress<PlanComparison>,
    /// Plan A.
    pub a: ByAddress<Drawn>,
    /// Plan B.
    pub b: ByAddress<Drawn>,
    /// The selected job.
    pub selected: Option<u32>,
}

/// The list, page by page.
#[component]
pub fn ClusterDifferences(props: &ClusterDifferencesProps) -> Html {
    let lab = use_lab();
    let ClusterDifferencesProps { comparison, a, b, selected } = props;
    let pages = use_pages(comparison.differences.len(), PAGE_ROWS);
    if pages.shown().is_empty() {
        return Html::default();
    }
    let rows = pages.shown().filter_map(|at| {
        let difference = comparison.differences.get(at)?;
        let name = match (difference.a, difference.b) {
            (Some(row), _) => a.shown.plan.jobs.number(row as usize),
            (None, row) => b.shown.plan.jobs.number(row? as usize),
        };
        let (lab_to, id) = (lab.clone(), difference.request);
        let onclick = Callback::from(move |_: MouseEvent| lab_to.select_job(Some(id)));
        Some(html! {
            <tr key={at} aria-current={(*selected == Some(id)).then_some("true")}>
                <th scope="row"><button type="button" class="link" {onclick}>{ format!("job {name}") }</button></th>
                <td class="words">{ decision(&lab, a, difference.a) }</td>
                <td class="words">{ decision(&lab, b, difference.b) }</td>
            </tr>
        })
    });
    let columns = [Column::new("Job"), Column::new("In A").with_class("words"), Column::new("In B").with_class("words")];
    html! {
        <section class="chart" aria-label="List of decisions that differ" id="compare-list">
            <h2>{ "Jobs that start at another time" }<span>{ ": in order of arrival" }</span></h2>
            if pages.are_several() {
                { pages.bar("") }
            }
            <Table label="Jobs that start at another time" id="differences" columns={columns.to_vec()}>{ for rows }</Table>
        </section>
    }
}

/// When a job starts in a plan, and after which wait.
fn decision(lab: &Lab, drawn: &Drawn, row: Option<u32>) -> String {
    let plan = &drawn.shown.plan;
    let Some(row) = row.map(|row| row as usize).filter(|&row| row < plan.jobs.len()) else { return "not there".to_string() };
    let start = moment(plan.decisions.start[row], shown_start(lab));
    match wait(&plan.jobs, &plan.decisions, row) {
        0 => format!("{start}, without waiting"),
        waited => format!("{start}, after {}", lasting(waited)),
    }
}
