//! The search of co-allocation for the selected job, as the paper draws it: the outer tree of the quantum by start, the parts marked in phase 1, their inner
//! trees by end in phase 2. Walked by arrow keys.

use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::cluster::gantt::NodeGantt;
use crate::chart::cluster::search_tree::{Leaf, PartKind, SearchTree, end_words, search_words};
use crate::chart::cluster::tree_figure::SearchFrame;
use crate::chart::kit::svg::px;
use crate::engine::batch::coalloc::session::Attempt;
use crate::engine::batch::coalloc::tree::QuantumTree;
use crate::engine::batch::run::SHOWN_NODES;
use crate::engine::batch::scheduler::Scheduler;
use crate::formats::link::ClusterView;
use crate::formats::provenance::Provenance;
use crate::state::{Action, ClusterShown, ViewAction};
use std::fmt::Write;
use std::rc::Rc;
use yew::prelude::*;

/// Width of a column, height of a level, and size of a box, in CSS px.
const COLUMN_PX: f64 = 92.0;
const LEVEL_PX: f64 = 58.0;
const BOX_PX: (f64, f64) = (82.0, 36.0);
/// Height of the leaves of an inner tree, and greatest width of one.
const LEAF_PX: (f64, f64) = (26.0, 22.0);
/// Width of all leaves.
const LEAVES_PX: f64 = 700.0;
/// Periods that are listed.
const ROWS_MAX: usize = 100;
/// Periods that are lit in the chart of the nodes.
const LIT_MAX: usize = 1_000;

/// The search for the selected job.
#[component]
pub fn SearchTreeView() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let walked = use_state_eq(|| 0_usize);
    let shown = lab.engine_state.plans.cluster.clone();
    let draw = use_draw(shown.as_ref(), *walked);
    let Some(shown) = shown else { return Html::default() };
    let is_coalloc = shown.study.cluster().is_some_and(|cluster| cluster.policy.scheduler == Scheduler::CoAllocation);
    if !is_coalloc || lab.model().selected_cluster().is_none() {
        return Html::default();
    }
    let Some((attempt, at, tree)) = shown_tree(&shown) else {
        let most = format!("It is shown for machines of up to {} nodes.", grouped(SHOWN_NODES.into()));
        return html! {
            <section class="chart search-tree" id="search-tree" aria-label="The search for the selected job">
                <h2>{ "The search for the selected job" }</h2><p class="hint">{ most }</p>
            </section>
        };
    };
    let boxes = SearchTree::new(&tree, attempt);
    let main = (*walked).min(boxes.boxes.len().saturating_sub(1));
    let words = boxes.words(main, tree.periods(), attempt);
    let [first, second] = search_words(attempt, tree.periods().len());
    let on_key = {
        let (walked, boxes) = (walked.clone(), Rc::new(boxes.clone()));
        Callback::from(move |event: KeyboardEvent| {
            if let Some(to) = boxes.step(main, &event.key()) {
                walked.set(to);
            } else if !event.key().starts_with("Arrow") {
                return;
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let attempts = shown.snapshot.attempts.len();
    html! {
        <section class="chart search-tree" id="search-tree" aria-label="The search for the selected job">
            <h2>{ "The search for the selected job" }<span>{ format!(": quantum {}, two-level tree", grouped(attempt.quantum)) }</span></h2>
            if let Some(draw) = draw {
                <SaveFigure name="The search for the selected job" id="save-search-tree" lab={newest} {draw} />
            }
            { tries(&lab, at, attempts, attempt) }
            <p class="hint" id="search-words">{ first }{ " " }{ second }</p>
            <div class="tree-scroll" tabindex="-1">{ outer_tree(&boxes, main, &walked, on_key, &words) }</div>
            <p class="lit-words" id="part-words" role="status">{ format!("{words}.") }</p>
            { inner_tree(&tree, attempt, &boxes, main) }
        </section>
    }
}

/// The attempt that is shown, its place, and the tree it was made in.
fn shown_tree(shown: &ClusterShown) -> Option<(&Attempt, usize, QuantumTree)> {
    let tree = shown.snapshot.tree.as_ref()?;
    let at = tree.attempt as usize;
    Some((shown.snapshot.attempts.get(at)?, at, QuantumTree::new(tree.periods.clone())))
}

/// How the search is drawn when it is saved: with the part that is walked, which is known only here. Kept while nothing of it changes.
#[hook]
fn use_draw(shown: Option<&Rc<ClusterShown>>, walked: usize) -> Option<Draw> {
    let draw = use_memo((shown.cloned(), walked), |(shown, walked)| {
        let (shown, walked) = (shown.clone()?, *walked);
        let tree = shown.snapshot.tree.as_ref()?;
        let at = tree.attempt as usize;
        let (attempt, periods) = (shown.snapshot.attempts.get(at)?.clone(), tree.periods.clone());
        let row = shown.plan.jobs.row_of(shown.snapshot.query.selected?)?;
        let figure = move || {
            let tree = QuantumTree::new(periods.clone());
            let (job, tries) = (shown.plan.jobs.number(row), (at + 1, shown.snapshot.attempts.len()));
            let frame = SearchFrame { attempt: &attempt, tree: &tree, walked, job, tries };
            (frame.figure(), Provenance::of(&shown.study).words())
        };
        Some(Draw::Own(Rc::new(figure)))
    });
    (*draw).clone()
}

/// Steps through the attempts.
fn tries(lab: &Lab, at: usize, attempts: usize, attempt: &Attempt) -> Html {
    let to = |to: Option<usize>| {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(to) = to {
                let attempt = Some(to as u32);
                lab.act(Action::View(ViewAction::Cluster(ClusterView { attempt, ..lab.model().view.cluster })));
            }
        })
    };
    let (before, after) = (at.checked_sub(1), Some(at + 1).filter(|next| *next < attempts));
    let window = attempt.window;
    html! {
        <div class="line tries">
            <button type="button" id="try-before" disabled={before.is_none()} onclick={to(before)}>{ "Earlier try" }</button>
            <span id="try-words">{ format!("Try {} of {}: {} from {} s to {} s", at + 1, grouped(attempts as u64),
                crate::app::kit::text::format::counted(window.servers.into(), "node", "nodes"), window.from, window.to) }</span>
            <button type="button" id="try-after" disabled={after.is_none()} onclick={to(after)}>{ "Later try" }</button>
        </div>
    }
}

/// The outer tree, periods by start.
fn outer_tree(
    boxes: &SearchTree,
    main: usize,
    walked: &UseStateHandle<usize>,
    on_key: Callback<KeyboardEvent>,
    words: &str,
) -> Html {
    let (width, height) = (f64::from(boxes.columns) * COLUMN_PX, f64::from(boxes.levels) * LEVEL_PX);
    let middle = |at: usize| {
        let shown = &boxes.boxes[at];
        (shown.column * COLUMN_PX, f64::from(shown.depth) * LEVEL_PX + BOX_PX.1 / 2.0 + 2.0)
    };
    let mut lines = String::new();
    for (at, above) in boxes.boxes.iter().enumerate().filter_map(|(at, shown)| Some((at, shown.above?))) {
        let ((x0, y0), (x1, y1)) = (middle(above), middle(at));
        // Writing to memory cannot fail.
        let _ = write!(lines, "M{x0:.1} {:.1}L{x1:.1} {:.1}", y0 + BOX_PX.1 / 2.0, y1 - BOX_PX.1 / 2.0);
    }
    let parts = boxes.boxes.iter().enumerate().map(|(at, shown)| {
        let (x, y) = middle(at);
        let count = shown.part.1 - shown.part.0;
        let upper = if count == 1 { "1 period".to_string() } else { format!("{} periods", grouped(count.into())) };
        let lower = match (shown.kind, shown.feasible) {
            (PartKind::Marked, Some(found)) => format!("{} in time", grouped(found.into())),
            (kind, _) => kind.word().to_string(),
        };
        let choose = {
            let walked = walked.clone();
            Callback::from(move |_: MouseEvent| walked.set(at))
        };
        let is_main = at == main;
        html! {
            <g key={at} id={format!("tree-part-{at}")} role="treeitem" aria-level={(shown.depth + 1).to_string()} aria-selected={is_main.to_string()}
                class={classes!("part", shown.kind.word(), is_main.then_some("main"))} onclick={choose}>
                <rect x={px(x - BOX_PX.0 / 2.0)} y={px(y - BOX_PX.1 / 2.0)} width={px(BOX_PX.0)} height={px(BOX_PX.1)} rx="4" />
                <text x={px(x)} y={px(y - 3.0)} text-anchor="middle">{ format!("{upper} ") }</text>
                <text class="lower" x={px(x)} y={px(y + 11.0)} text-anchor="middle">{ lower }</text>
            </g>
        }
    });
    html! {
        <svg class="tree" id="outer-tree" role="tree" tabindex="0" aria-label={format!("Outer tree, periods by start, latest first. {words}")} aria-activedescendant={format!("tree-part-{main}")}
            width={px(width + 4.0)} height={px(height)} onkeydown={on_key}>
            <path class="branches" d={lines} />
            { for parts }
        </svg>
    }
}

/// The inner tree of a part, periods by end: as leaves, and as a table.
fn inner_tree(tree: &QuantumTree, attempt: &Attempt, boxes: &SearchTree, main: usize) -> Html {
    let Some(shown) = boxes.boxes.get(main) else { return Html::default() };
    let periods = tree.inner(shown.part);
    let window = attempt.window;
    let width = (LEAVES_PX / periods.len().max(1) as f64).min(LEAF_PX.1);
    let (mut late, mut taken, mut early) = (String::new(), String::new(), String::new());
    for (at, period) in periods.iter().enumerate() {
        let path = match Leaf::of(period, shown.kind, attempt) {
            Leaf::Taken => &mut taken,
            Leaf::Late => &mut late,
            Leaf::Early => &mut early,
        };
        // Writing to memory cannot fail.
        let _ = write!(
            path,
            "M{:.1} 1h{:.1}v{:.1}h-{:.1}z",
            at as f64 * width,
            (width - 1.0).max(0.4),
            LEAF_PX.0 - 2.0,
            (width - 1.0).max(0.4)
        );
    }
    let rows = periods.iter().take(ROWS_MAX).map(|period| {
        let fate = if Leaf::of(period, shown.kind, attempt) == Leaf::Taken {
            "taken"
        } else if period.holds(window.from, window.to) {
            "long enough"
        } else if period.start > window.from {
            "begins too late"
        } else {
            "ends too early"
        };
        vec![grouped(period.server.into()), format!("{} s", period.start), end_words(period.end), fate.to_string()]
    });
    let caption = format!(
        "The inner tree: periods of this part by end, {} of {}",
        grouped(periods.len().min(ROWS_MAX) as u64),
        grouped(periods.len() as u64)
    );
    html! {
        <>
            <svg class="leaves" id="inner-tree" role="img" aria-label="The inner tree of the part, periods by end; the table below says the same"
                width={px((width * periods.len() as f64).max(1.0))} height={px(LEAF_PX.0)}>
                <path class="early" d={early} /><path class="late" d={late} /><path class="taken" d={taken} />
            </svg>
            <p class="hint">{ "The inner tree of this part, by end. Pale periods are too short, filled ones are long enough, strong ones are taken and highlighted in the chart of the nodes." }</p>
            <details class="twin" id="inner-table">
                <summary>{ "The periods of this part as a table" }</summary>
                <Table label={caption.clone()} {caption} columns={Column::all(["Node", "Begins", "Ends", "What became of it"])}>{ text_rows(rows) }</Table>
            </details>
        </>
    }
}

/// The periods that the attempt on screen takes, lit among the jobs.
pub fn taken_over(shown: &ClusterShown, gantt: &NodeGantt<'_>) -> Html {
    let snapshot = &shown.snapshot;
    let attempt = snapshot.tree.as_ref().and_then(|tree| snapshot.attempts.get(tree.attempt as usize));
    let Some(attempt) = attempt.filter(|attempt| !attempt.search.taken.is_empty()) else { return Html::default() };
    let scale = gantt.scale;
    let x = |at: u64| scale.x_of((at as f64).min(1e15)).clamp(0.0, scale.width());
    let mut path = String::new();
    for period in attempt.search.taken.iter().take(LIT_MAX) {
        let (top, bottom) = (scale.y_of(f64::from(period.server) + 1.0), scale.y_of(f64::from(period.server)));
        // Writing to memory cannot fail.
        let _ = write!(path, "M{:.1} {top:.1}H{:.1}V{bottom:.1}H{:.1}z", x(period.start), x(period.end), x(period.start));
    }
    html! { <path class="taken-periods" d={path} /> }
}
