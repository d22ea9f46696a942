//! What differs between two plans, in words and numbers: the first difference, how many decisions differ, all figures, and the list of decisions.

use super::compare_list::CompareList;
use super::compare_marks::Same;
use crate::app::kit::compare_words::{change_text, figure_text};
use crate::app::kit::table::{Column, Table, row};
use crate::app::shell::context::use_lab;
use crate::engine::core::compare::PlanComparison;
use crate::engine::slots::compare::SLOTS_FIGURES;
use crate::engine::study::StudyKind;
use crate::state::{Action, SlotsShown, ViewAction};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`CompareReport`].
#[derive(Properties, PartialEq)]
pub struct CompareReportProps {
    /// The comparison.
    pub comparison: Same,
    /// What the plans are called.
    pub headings: [String; 2],
    /// Plan A.
    pub a: Rc<SlotsShown>,
    /// Plan B.
    pub b: Rc<SlotsShown>,
    /// The selected request.
    pub selected: Option<u32>,
}

/// What differs.
#[component]
pub fn CompareReport(props: &CompareReportProps) -> Html {
    let CompareReportProps { comparison, headings, a, b, selected } = props;
    let is_before = use_lab().model().comparing.before.is_some();
    html! {
        <div class="compare-report">
            <First comparison={comparison.clone()} />
            if is_before {
                <p class="hint">{ "A plan from before an edit is kept in this tab only: the link holds the present plan alone." }</p>
            }
            { figures(&comparison.0, headings) }
            <CompareList comparison={comparison.clone()} a={Rc::clone(a)} b={Rc::clone(b)} selected={*selected} />
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct FirstProps {
    comparison: Same,
}

/// Where the plans first differ.
#[component]
fn First(FirstProps { comparison: Same(comparison) }: &FirstProps) -> Html {
    let lab = use_lab();
    let Some(first) = &comparison.first else { return Html::default() };
    let id = first.request;
    let select = Callback::from(move |_: MouseEvent| lab.act(Action::View(ViewAction::Select(StudyKind::Slots, Some(id)))));
    html! {
        <p id="compare-first">{ "They first differ at " }<button type="button" class="link" onclick={select}>{ first.name.clone() }</button>{ format!(": {}.", first.words) }</p>
    }
}

/// All figures of both, and how they differ.
fn figures(comparison: &PlanComparison, headings: &[String; 2]) -> Html {
    let ([of_a, of_b], change) = (&comparison.figures, comparison.change());
    let rows = SLOTS_FIGURES.iter().enumerate().filter_map(|(at, figure)| {
        let [a, b] = [of_a, of_b].map(|values| values.get(at).copied().flatten());
        let change = change.get(at).copied().flatten();
        (a.is_some() || b.is_some()).then(|| {
            let name = html! { <span title={figure.formula}>{ figure.name }</span> };
            row(name, [figure_text(a, figure.unit), figure_text(b, figure.unit), change_text(change, figure.unit)])
        })
    });
    let columns = Column::all(["Figure".to_string(), headings[0].clone(), headings[1].clone(), "B − A".to_string()]);
    html! {
        <Table label="Figures of both plans" id="compare-figures" caption="Figures of both plans" {columns}>{ for rows }</Table>
    }
}
