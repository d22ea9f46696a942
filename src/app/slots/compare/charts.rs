//! Two plans side by side: their Gantt charts on one time axis, one above the other or one over the other, and below them what differs.

use super::marks::{ComparedChart, Same, ghost_jobs};
use super::report::CompareReport;
use crate::app::kit::text::comparison::{counts_sentence, same_sentence};
use crate::app::kit::text::format::counted;
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::shell::panel::compare::{MARKS, layout_bar, side_names, why_nothing};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::app::slots::figures::{compared_kind, overlay_figure, side_figure};
use crate::app::slots::gantt::chart::Gantt;
use crate::app::slots::gantt::hovered::hovered_words;
use crate::app::slots::planner::names::policy_name;
use crate::chart::{Marks, TimeScale};
use crate::engine::core::compare::PlanComparison;
use crate::engine::study::StudyKind;
use crate::formats::link::CompareLayout;
use crate::state::{Shown, SlotsShown};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`CompareCharts`].
#[derive(Properties, PartialEq)]
pub struct CompareChartsProps {
    /// The study's own plan.
    pub shown: Rc<SlotsShown>,
    /// The time axis.
    pub scale: TimeScale,
    /// Height available for the rows of each of two charts, in CSS px.
    pub height: f64,
    /// Whether the page is one column: one plan at a time fits it best.
    pub is_one_column: bool,
    /// The job under the pointer, in whichever chart.
    pub hovered: Option<u32>,
}

/// One of the two plans, as it is drawn.
#[derive(Clone)]
struct Side {
    shown: Rc<SlotsShown>,
    marks: Rc<Marks>,
    heading: String,
    is_kept: bool,
}

/// The two plans.
#[component]
pub fn CompareCharts(props: &CompareChartsProps) -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let CompareChartsProps { shown, scale, height, is_one_column, hovered } = props;
    let beside = lab.engine_state.beside.get(&StudyKind::Slots);
    let comparison = beside.and_then(|beside| beside.comparison.clone());
    let other = beside.and_then(|beside| match &beside.other {
        Some(Shown::Slots(other)) => Some(Rc::clone(other)),
        _ => None,
    });
    let other_is_a = lab.model().comparing.before.is_some();
    let jobs = other.as_ref().map(|other| {
        let (own, other) = (shown.plan().arrivals().jobs(), other.plan().arrivals().jobs());
        if other_is_a { (other, own) } else { (own, other) }
    });
    let marks = use_memo((comparison.as_ref().map(Rc::as_ptr), jobs), |_| {
        let (comparison, (jobs_a, jobs_b)) = comparison.as_ref().zip(jobs)?;
        let of_a = Marks::new(jobs_a, &comparison.differences, |difference| [difference.a, difference.b]);
        let of_b = Marks::new(jobs_b, &comparison.differences, |difference| [difference.b, difference.a]);
        Some([Rc::new(of_a), Rc::new(of_b)])
    });
    let layout =
        lab.model().view.compare_layout.unwrap_or(if *is_one_column { CompareLayout::OnlyA } else { CompareLayout::Stacked });
    let (Some(comparison), Some(other), Some([marks_a, marks_b])) = (comparison, other, &*marks) else {
        return html! {
            <section class="compare" aria-label="Comparison" id="compare">
                { layout_bar(&lab, layout, &MARKS) }
                <p class="hint" id="compare-waits">{ why_nothing(&lab, StudyKind::Slots) }</p>
            </section>
        };
    };
    let (a, b) = if other_is_a { (other, Rc::clone(shown)) } else { (Rc::clone(shown), other) };
    let headings = side_names(&lab, [&a, &b].map(|side| policy_name(side.scenario().policy)));
    let [heading_a, heading_b] = headings.clone();
    let a = Side { shown: a, marks: Rc::clone(marks_a), heading: heading_a, is_kept: other_is_a };
    let b = Side { shown: b, marks: Rc::clone(marks_b), heading: heading_b, is_kept: false };
    let kind = compared_kind(&lab);
    let chart = |name: &'static str, side: &Side, over: Option<&Side>, height: f64| {
        let over = over.map(|over| (Rc::clone(&over.shown), Rc::clone(&over.marks)));
        let compared = ComparedChart { side: name, marks: Rc::clone(&side.marks), is_kept: side.is_kept, over };
        html! { <Gantt layout={kind} shown={Rc::clone(&side.shown)} scale={*scale} {height} hovered={*hovered} {compared} /> }
    };
    let whole = if *is_one_column { *height } else { *height * 2.0 };
    let section = |name: &'static str, side: &Side, chart: Html| {
        let (words, draw) = match name {
            "a" => ("Plan A", Draw::Shown(|lab| side_figure(lab, 0))),
            "b" => ("Plan B", Draw::Shown(|lab| side_figure(lab, 1))),
            _ => ("Plan A with B outlined", Draw::Shown(overlay_figure)),
        };
        html! {
            <section key={name} class="chart" aria-label={side.heading.clone()}>
                <SaveFigure name={words} id={format!("save-plan-{name}")} lab={newest.clone()} {draw} />
                <h2 class="between">{ side.heading.clone() }{ hovered_words(&side.shown, lab.time_names(), *hovered) }</h2>
                { chart }
            </section>
        }
    };
    let charts = match layout {
        CompareLayout::Stacked => html! {
            <>
                { section("a", &a, chart("a", &a, None, *height)) }
                { section("b", &b, chart("b", &b, None, *height)) }
            </>
        },
        CompareLayout::OnlyA => section("a", &a, chart("a", &a, None, whole)),
        CompareLayout::OnlyB => section("b", &b, chart("b", &b, None, whole)),
        CompareLayout::Overlaid => {
            let is_crowded = ghost_jobs(&b.shown.plan(), &b.marks, scale).is_none();
            let note = if is_crowded { " (zoom in: too many of its bars differ here to be outlined)" } else { "" };
            let both = Side { heading: format!("{}, and outlined where B has it{note}", a.heading), ..a.clone() };
            section("overlay", &both, chart("overlay", &both, Some(&b), whole))
        }
    };
    html! {
        <section class="compare" aria-label="Comparison" id="compare">
            { layout_bar(&lab, layout, &MARKS) }
            <p id="compare-counts">{ step_words(&lab, shown) }{ counts_words(&comparison) }</p>
            { charts }
            <CompareReport comparison={Same(comparison)} {headings} a={Rc::clone(&a.shown)} b={Rc::clone(&b.shown)} selected={lab.model().view.selected} />
        </section>
    }
}

/// While decisions are stepped through: how far both plans are shown.
fn step_words(lab: &Lab, shown: &SlotsShown) -> String {
    let requests = shown.plan().arrivals().requests() as u32;
    let step = lab.model().view.step.filter(|step| *step < requests);
    step.map_or_else(String::new, |step| format!("Both after {step} of {}: ", counted(u64::from(requests), "request", "requests")))
}

/// How many decisions differ, in one line: what stands below it stays where it is while something is dragged.
fn counts_words(comparison: &PlanComparison) -> String {
    match (comparison.counts.differing(), &comparison.first) {
        (0, None) => same_sentence(&comparison.counts),
        (0, Some(_)) => "In the end, all decisions are the same.".to_string(),
        _ => counts_sentence(&comparison.counts),
    }
}
