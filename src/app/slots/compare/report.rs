//! What differs between two plans, in words and numbers: the first difference, how many decisions differ, all figures, and the list of decisions.

use super::list::CompareList;
use super::marks::Same;
use crate::app::shell::context::use_lab;
use crate::app::shell::panel::compare::{compared_figures, first_difference};
use crate::engine::slots::compare::SLOTS_FIGURES;
use crate::engine::study::StudyKind;
use crate::state::SlotsShown;
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
    let lab = use_lab();
    let is_before = lab.model().comparing.before.is_some();
    html! {
        <div class="compare-report">
            { first_difference(&lab, StudyKind::Slots, comparison.0.first.as_ref()) }
            if is_before {
                <p class="hint">{ "A plan from before an edit is kept in this tab only: the link holds the present plan alone." }</p>
            }
            { compared_figures(&comparison.0, &SLOTS_FIGURES, headings) }
            <CompareList comparison={comparison.clone()} a={Rc::clone(a)} b={Rc::clone(b)} selected={*selected} />
        </div>
    }
}
