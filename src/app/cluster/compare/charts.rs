//! Two plans side by side: their jobs on the nodes on one time axis, one above the other or one over the other, and below them what differs.

use super::list::ClusterDifferences;
use super::marks::ComparedNodes;
use crate::app::cluster::commands::scheduler_title;
use crate::app::cluster::figures::{overlay_figure, side_figure};
use crate::app::cluster::gantt::chart::NodesChart;
use crate::app::cluster::gantt::drawn_plan::{Drawn, use_drawn};
use crate::app::kit::by_address::ByAddress;
use crate::app::kit::text::comparison::{counts_sentence, same_sentence};
use crate::app::shell::context::{use_lab, use_newest};
use crate::app::shell::panel::compare::{compared_figures, first_difference, layout_bar, side_names, why_nothing};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::cluster::gantt::NodeMark;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::batch::run::compare::BATCH_FIGURES;
use crate::engine::core::compare::PlanComparison;
use crate::engine::study::StudyKind;
use crate::formats::link::CompareLayout;
use crate::state::Shown;
use std::rc::Rc;
use yew::prelude::*;

/// What the marks mean.
const MARKS: [(&str, &str); 4] =
    [("same", "same start in both"), ("only-a", "earlier here"), ("moved", "later here"), ("only-b", "only here")];

/// Properties of [`CompareNodes`].
#[derive(Clone, Properties)]
pub struct CompareNodesProps {
    /// What is drawn of the study's own plan.
    pub drawn: Rc<Drawn>,
    /// Seconds to the right, nodes upwards.
    pub scale: PlaneScale,
    /// The job under the pointer: its row in the study's own plan.
    pub hovered: Option<u32>,
    /// Whether the page is one column: one plan at a time fits it best.
    pub is_one_column: bool,
}

impl PartialEq for CompareNodesProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.drawn, &other.drawn)
            && (self.scale, self.hovered, self.is_one_column) == (other.scale, other.hovered, other.is_one_column)
    }
}

/// One of the two plans.
#[derive(Clone)]
struct Side {
    drawn: Rc<Drawn>,
    marks: Rc<Vec<NodeMark>>,
    heading: String,
    is_kept: bool,
}

/// The two plans.
#[component]
pub fn CompareNodes(props: &CompareNodesProps) -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let CompareNodesProps { drawn, scale, hovered, is_one_column } = props.clone();
    let beside = lab.engine_state.beside.get(&StudyKind::Cluster);
    let comparison = beside.and_then(|beside| beside.comparison.clone());
    let other = beside.and_then(|beside| match &beside.other {
        Some(Shown::Cluster(other)) => Some(Rc::clone(other)),
        _ => None,
    });
    let other = use_drawn(other.as_ref(), drawn.step);
    let other_is_a = lab.model().comparing.before.is_some();
    let sides = other.map(|other| if other_is_a { [other, Rc::clone(&drawn)] } else { [Rc::clone(&drawn), other] });
    let key = (
        comparison.as_ref().map(Rc::as_ptr),
        sides.as_ref().map(|sides| sides.each_ref().map(|side| Rc::as_ptr(&side.shown.plan))),
    );
    let marks = use_memo(key, |_| {
        let (comparison, [a, b]) = comparison.as_ref().zip(sides.as_ref())?;
        let (a, b) = (&a.shown.plan, &b.shown.plan);
        let of_a = NodeMark::all(a, b, comparison.differences.iter().map(|difference| (difference.a, difference.b)));
        let of_b = NodeMark::all(b, a, comparison.differences.iter().map(|difference| (difference.b, difference.a)));
        Some([Rc::new(of_a), Rc::new(of_b)])
    });
    let layout =
        lab.model().view.compare_layout.unwrap_or(if is_one_column { CompareLayout::OnlyA } else { CompareLayout::Stacked });
    let (Some(comparison), Some([a, b]), Some([marks_a, marks_b])) = (comparison, sides, &*marks) else {
        return html! {
            <section class="compare" aria-label="Comparison" id="compare">
                { layout_bar(&lab, layout, &MARKS) }
                <p class="hint" id="compare-waits">{ why_nothing(&lab, StudyKind::Cluster) }</p>
            </section>
        };
    };
    let policy = |side: &Drawn| {
        let cluster = side.shown.study.cluster();
        cluster.map_or(String::new(), |cluster| scheduler_title(cluster.policy.scheduler).to_string())
    };
    let headings = side_names(&lab, [policy(&a), policy(&b)]);
    let [heading_a, heading_b] = headings.clone();
    let a = Side { drawn: a, marks: Rc::clone(marks_a), heading: heading_a, is_kept: other_is_a };
    let b = Side { drawn: b, marks: Rc::clone(marks_b), heading: heading_b, is_kept: false };
    let chart = |name: &'static str, side: &Side, over: Option<&Side>| {
        let (words, draw) = match name {
            "a" => ("Jobs on their nodes, plan A", Draw::Shown(|lab| side_figure(lab, 0))),
            "b" => ("Jobs on their nodes, plan B", Draw::Shown(|lab| side_figure(lab, 1))),
            _ => ("Jobs on their nodes, plan A with B outlined", Draw::Shown(overlay_figure)),
        };
        let over = over.map(|over| (Rc::clone(&over.drawn), Rc::clone(&over.marks)));
        let compared = ComparedNodes { side: name, marks: Rc::clone(&side.marks), over, is_kept: side.is_kept };
        html! {
            <section key={name} class="chart" aria-label={side.heading.clone()}>
                <SaveFigure name={words} id={format!("save-nodes-{name}")} lab={newest.clone()} {draw} />
                <h2 class="between">{ side.heading.clone() }</h2>
                <NodesChart drawn={Rc::clone(&side.drawn)} {scale} {hovered} is_ranging={false} {compared} />
            </section>
        }
    };
    let charts = match layout {
        CompareLayout::Stacked => html! { <>{ chart("a", &a, None) }{ chart("b", &b, None) }</> },
        CompareLayout::OnlyA => chart("a", &a, None),
        CompareLayout::OnlyB => chart("b", &b, None),
        CompareLayout::Overlaid => {
            let heading = format!("{}, and outlined where B has it", a.heading);
            chart("overlay", &Side { heading, ..a.clone() }, Some(&b))
        }
    };
    let is_before = lab.model().comparing.before.is_some();
    html! {
        <section class="compare" aria-label="Comparison" id="compare">
            { layout_bar(&lab, layout, &MARKS) }
            <p id="compare-counts">{ counts_words(&comparison) }</p>
            { charts }
            <div class="compare-report">
                { first_difference(&lab, StudyKind::Cluster, comparison.first.as_ref()) }
                if is_before {
                    <p class="hint">{ "A plan from before an edit is kept in this tab only: the link holds the present plan alone." }</p>
                }
                { compared_figures(&comparison, &BATCH_FIGURES, &headings) }
                <ClusterDifferences comparison={ByAddress::from(Rc::clone(&comparison))} a={ByAddress::from(Rc::clone(&a.drawn))} b={ByAddress::from(Rc::clone(&b.drawn))}
                    selected={lab.model().selected_cluster()} />
            </div>
        </section>
    }
}

fn counts_words(comparison: &PlanComparison) -> String {
    if comparison.counts.differing() == 0 { same_sentence(&comparison.counts) } else { counts_sentence(&comparison.counts) }
}
