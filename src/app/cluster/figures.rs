//! The figures of the plan on screen, each with its formula and the numbers of the plan; and its charts as figures to take away.

use super::commands::{CLUSTER, scheduler_title};
use super::gantt::axes::shown_start;
use super::gantt::visible_window::cluster_window;
use crate::app::kit::tables::formulas::formula_words;
use crate::app::kit::text::format::{grouped, percent};
use crate::app::shell::commands::study::step_of;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::compare::side_names;
use crate::chart::cluster::figures::ClusterFrame;
use crate::chart::cluster::gantt::NodeMark;
use crate::chart::kit::figure::Figure;
use crate::engine::batch::explain::{NOT_MODELLED, lasting};
use crate::engine::batch::metrics::formulas::formulas;
use crate::engine::batch::scheduler::Scheduler;
use crate::engine::study::StudyKind;
use crate::state::{ClusterShown, Shown as Beside};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`ClusterFigures`].
#[derive(Properties, PartialEq)]
pub struct ClusterFiguresProps {
    /// The plan.
    pub shown: ClusterShown,
    /// Whether its jobs are stepped through.
    pub is_stepped: bool,
}

/// A figure: what it is found by, its value, what it means, and the formulas it opens.
type Shown = (&'static str, String, String, &'static [&'static str]);

/// Waits, slowdown, utilisation, penalty; retries and operations for co-allocation.
fn figures(shown: &ClusterShown) -> Vec<Shown> {
    let metrics = &shown.plan.metrics;
    let is_coalloc = shown.study.cluster().is_some_and(|cluster| cluster.policy.scheduler == Scheduler::CoAllocation);
    let utilisation = if metrics.overbooked > 0 { "utilisation, counting jobs without room" } else { "utilisation" };
    let figure =
        |key, value, meaning: &str, formulas: &'static [&'static str]| -> Shown { (key, value, meaning.to_string(), formulas) };
    let mut figures: Vec<Shown> = vec![
        figure("mean-wait", lasting(metrics.mean_wait.round() as u64), "mean wait", &["mean_wait"]),
        figure("median-wait", lasting(metrics.median_wait), "median wait", &["median_wait"]),
        figure("p95-wait", lasting(metrics.p95_wait), "95th percentile of the wait", &["p95_wait"]),
        figure("longest-wait", lasting(metrics.longest_wait), "longest wait", &["longest_wait"]),
        figure("slowdown", format!("{:.2}", metrics.bounded_slowdown), "mean bounded slowdown (10 s)", &["bounded_slowdown"]),
        figure(
            "penalty",
            format!("{:.2}", metrics.temporal_penalty),
            "mean temporal penalty, wait ÷ estimate",
            &["temporal_penalty"],
        ),
        figure(
            "utilisation",
            percent(metrics.utilisation),
            &format!("{utilisation}; fragmentation of the rest {}", percent(metrics.fragmentation)),
            &["utilisation", "fragmentation"],
        ),
        figure("end", lasting(metrics.end.saturating_sub(metrics.first)), "from the first submission to the last end", &["span"]),
    ];
    if metrics.reservations + metrics.refused > 0 {
        let asked = metrics.reservations + metrics.refused;
        let refused = format!("of {} reservations refused", grouped(asked.into()));
        figures.push(figure("refused", grouped(metrics.refused.into()), &refused, &["refused"]));
        if shown.study.cluster().is_some_and(|cluster| cluster.policy.packs()) {
            let taken = grouped(metrics.offers_taken.into());
            figures.push(figure("offers-taken", taken, "took less than was asked for", &["offers_taken"]));
        }
        let wait = lasting(metrics.queued_wait.round() as u64);
        figures.push(figure("queued-wait", wait, "mean wait of the queued jobs", &["queued_wait"]));
    }
    if is_coalloc {
        figures.push(figure("retries", grouped(metrics.retries), "retries", &["retries"]));
        figures.push(figure("operations", grouped(metrics.operations), "operations of the search", &["operations"]));
    } else {
        figures.push(figure("ahead", grouped(metrics.backfilled.into()), "jobs that went ahead", &["backfilled"]));
        if metrics.promised > 0 {
            let moved = format!(
                "of {} promised starts put off, {} moved forward",
                grouped(metrics.promised.into()),
                grouped(metrics.moved_forward.into())
            );
            figures.push(figure("put-off", grouped(metrics.put_off.into()), &moved, &["put_off", "moved_forward"]));
        }
    }
    figures
}

/// The figures. Each is a button that opens its formula.
#[component]
pub fn ClusterFigures(ClusterFiguresProps { shown, is_stepped }: &ClusterFiguresProps) -> Html {
    let open = use_state_eq(|| None::<&'static [&'static str]>);
    let is_logged = shown.study.cluster().is_some_and(|cluster| cluster.policy.scheduler == Scheduler::AsLogged);
    let parts = figures(shown).into_iter().map(|(key, value, meaning, formulas)| {
        let is_open = *open == Some(formulas);
        let toggle = {
            let open = open.clone();
            Callback::from(move |_: MouseEvent| open.set(Some(formulas).filter(|_| !is_open)))
        };
        let value = html! {
            <button type="button" class="figure-value" aria-expanded={is_open.to_string()} aria-controls="cluster-formula"
                title="Show the formula with this plan’s numbers" onclick={toggle}>{ value }</button>
        };
        html! { <div {key} id={format!("cluster-{key}")}><dd>{ value }</dd><dt>{ meaning }</dt></div> }
    });
    html! {
        <section class="figures" aria-label="Figures" id="cluster-figures">
            <h2>{ "Figures" }if *is_stepped { <span>{ ": of the whole plan" }</span> }</h2>
            <dl>{ for parts }</dl>
            <div id="cluster-formula">{ open.map(|keys| opened(shown, keys)).unwrap_or_default() }</div>
            if !is_logged { <p class="hint" id="not-modelled">{ NOT_MODELLED }</p> }
        </section>
    }
}

/// Formulas with the numbers of the plan.
fn opened(shown: &ClusterShown, keys: &[&str]) -> Html {
    let Some(cluster) = shown.study.cluster() else { return Html::default() };
    let all = formulas(cluster.nodes, &shown.plan.jobs, &shown.plan.decisions);
    let wanted = all.iter().filter(|formula| keys.contains(&formula.key));
    html! { <ul class="plain formulas">{ for wanted.map(|formula| html! { <li key={formula.key} data-formula={formula.key}>{ formula_words(formula) }</li> }) }</ul> }
}

/// Draws from the plan on screen.
fn with_frame(lab: &Lab, draw: impl FnOnce(ClusterFrame<'_>) -> Figure) -> Option<Figure> {
    let shown = lab.engine_state.plans.cluster.as_ref()?;
    Some(draw(ClusterFrame { step: step_of(lab, &CLUSTER), ..frame_of(lab, shown)? }))
}

/// The jobs on their nodes; while they are stepped through, those that have a start by then.
pub fn gantt_figure(lab: &Lab) -> Option<Figure> {
    with_frame(lab, |frame| frame.gantt())
}

/// One of two plans that are compared, what it is called, and how its jobs differ.
type Compared = (Rc<ClusterShown>, String, Vec<NodeMark>);

/// Plans A and B.
fn compared(lab: &Lab) -> Option<[Compared; 2]> {
    let own = lab.engine_state.plans.cluster.as_ref().filter(|_| lab.model().is_comparing(StudyKind::Cluster))?;
    let beside = lab.engine_state.beside.get(&StudyKind::Cluster)?;
    let (Some(Beside::Cluster(other)), Some(comparison)) = (&beside.other, &beside.comparison) else { return None };
    let [a, b] = if lab.model().comparing.before.is_some() { [other, own] } else { [own, other] };
    let differences = &comparison.differences;
    let of_a = NodeMark::all(&a.plan, &b.plan, differences.iter().map(|difference| (difference.a, difference.b)));
    let of_b = NodeMark::all(&b.plan, &a.plan, differences.iter().map(|difference| (difference.b, difference.a)));
    let policy = |shown: &ClusterShown| {
        let cluster = shown.study.cluster();
        cluster.map_or(String::new(), |cluster| scheduler_title(cluster.policy.scheduler).to_string())
    };
    let [name_a, name_b] = side_names(lab, [policy(a), policy(b)]);
    Some([(Rc::clone(a), name_a, of_a), (Rc::clone(b), name_b, of_b)])
}

fn frame_of<'a>(lab: &Lab, shown: &'a ClusterShown) -> Option<ClusterFrame<'a>> {
    let nodes = shown.study.cluster()?.nodes;
    let (window, start) = (cluster_window(lab)?, shown_start(lab));
    Some(ClusterFrame { plan: &shown.plan, nodes, window, start, step: None })
}

/// Plan A (0) or B of two that are compared.
pub fn side_figure(lab: &Lab, side: usize) -> Option<Figure> {
    let both = compared(lab)?;
    let (shown, name, marks) = both.get(side)?;
    let figure = frame_of(lab, shown)?.gantt_beside(Some(marks), None);
    Some(Figure { key: if side == 0 { "nodes-a" } else { "nodes-b" }, title: name.clone(), ..figure })
}

/// Plan A with what differs in B outlined.
pub fn overlay_figure(lab: &Lab) -> Option<Figure> {
    let [(a, name, marks), (b, _, marks_b)] = compared(lab)?;
    let figure = frame_of(lab, &a)?.gantt_beside(Some(&marks), Some((&b.plan, &marks_b)));
    Some(Figure { key: "nodes-overlaid", title: format!("{name}, and outlined where B has it"), ..figure })
}

/// How many jobs wait; while they are stepped through, as far as it was decided by then.
pub fn waiting_figure(lab: &Lab) -> Option<Figure> {
    with_frame(lab, |frame| frame.waiting())
}

/// How many nodes are idle.
pub fn idle_figure(lab: &Lab) -> Option<Figure> {
    with_frame(lab, |frame| frame.idle())
}
