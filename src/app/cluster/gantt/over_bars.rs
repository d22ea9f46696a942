//! The SVG layer above the jobs: axes, names, the bracket of the selected job's wait with its handles, and what was promised to whom.

use super::axes::{x_axis, y_axis};
use super::drawn_plan::Drawn;
use super::handles::{on_handle, on_handle_key};
use crate::app::cluster::ahead::over_plan::forecast_over;
use crate::app::cluster::compare::marks::ComparedNodes;
use crate::app::cluster::range_search::range_over;
use crate::app::cluster::tree_search::taken_over;
use crate::app::kit::plot::knob::{Knob, KnobShape, Slider};
use crate::app::kit::text::format::counted;
use crate::app::shell::context::Lab;
use crate::app::shell::lesson::over_plan::{PlotRows, over_plan};
use crate::chart::cluster::gantt::{NodeBar, NodeGantt, NodeMark};
use crate::chart::gantt::lane::CAPTION_PX;
use crate::chart::kit::svg::px;
use crate::chart::kit::text::text_width;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::batch::BatchPlan;
use crate::engine::batch::bounds;
use crate::engine::batch::decisions::How;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::explain::step::BatchStep;
use crate::engine::batch::job::{Job, NEVER, NONE, Time};
use crate::engine::batch::metrics::wait;
use crate::engine::core::bounds::Bound;
use crate::engine::core::calendar::ClockStart;
use crate::lessons::model::Pickable;
use crate::state::ClusterHandle;
use std::fmt::Write;
use yew::prelude::*;

/// y of the bracket's line, from the top of the nodes.
const LINE_Y: f64 = -40.0;
/// Upper edge and height of the bar below it.
const BAR_Y: (f64, f64) = (-28.0, 18.0);
/// Size of words beside a line, in CSS px; they are bold.
const WORDS_PX: f64 = 13.0;
/// Most bars that are outlined.
const OUTLINES_MAX: usize = 500;
/// Most retries that are marked.
const RETRIES_MAX: u32 = 400;
/// How far from a bar its knobs stand, in CSS px.
const BESIDE_PX: f64 = 10.0;
/// How far beyond the plot something may stand, in CSS px.
const BEYOND_PX: f64 = 30.0;

/// What lies above the jobs of a plan.
pub struct Over<'a> {
    /// What is drawn of the plan.
    pub drawn: &'a Drawn,
    /// Seconds to the right, nodes upwards.
    pub scale: &'a PlaneScale,
    /// The job that is pointed at.
    pub hovered: Option<u32>,
    /// When second 0 was, if moments are shown as dates.
    pub start: Option<ClockStart>,
    /// The plan beside another one.
    pub compared: Option<&'a ComparedNodes>,
}

/// Above the jobs.
pub fn gantt_over(lab: &Lab, Over { drawn, scale, hovered, start, compared }: Over<'_>) -> Html {
    let gantt = NodeGantt { bars: &drawn.bars, scale: *scale };
    let plan = &drawn.shown.plan;
    let nodes = PlotRows::new(Pickable::Node, drawn.nodes, |node| scale.y_of(node));
    let marked = lab.model().marked.ids().filter_map(|id| plan.jobs.row_of(id));
    let marks = outlines(&gantt, marked.map(|row| row as u32).take(OUTLINES_MAX));
    let pointed = outlines(&gantt, hovered.into_iter());
    let name = |job: u32| plan.jobs.number(job as usize).to_string();
    let names = gantt.names(name).into_iter();
    html! {
        <>
            <rect class="frame" width={px(scale.width())} height={px(scale.height())} />
            { x_axis(scale, start) }
            { y_axis(scale) }
            <g class="on-bars">
                { for names.map(|name| html! { <text class="bar-name" x={px(name.x)} y={px(name.y + 4.0)}>{ name.text }</text> }) }
            </g>
            { drawn.shown.study.cluster().and_then(|cluster| cluster.now).map(|now| now_line(now, scale)).unwrap_or_default() }
            { drawn.step.map(|step| moment_of(drawn, step, scale)).unwrap_or_default() }
            if !marks.is_empty() { <path class="marked" d={marks} /> }
            if !pointed.is_empty() { <path class="pointed" d={pointed} /> }
            { compared.map(|compared| ghosts(compared, scale)).unwrap_or_default() }
            if compared.is_none() {
                { forecast_over(lab, scale) }
                { range_over(lab, &gantt) }
                { lab.engine_state.plans.cluster.as_ref().map(|shown| taken_over(shown, &gantt)).unwrap_or_default() }
            }
            { bracket(lab, drawn, &gantt, compared.is_some_and(|compared| compared.is_kept)) }
            if compared.is_none() { { over_plan(lab, *scale, Some(nodes)) } }
        </>
    }
}

/// While the decisions are stepped through: the moment at which the last job arrived.
fn moment_of(drawn: &Drawn, step: u32, scale: &PlaneScale) -> Html {
    let BatchPlan { jobs, decisions, .. } = &*drawn.shown.plan;
    let Some(step) = BatchStep::after(step, jobs, decisions) else { return Html::default() };
    let x = scale.x_of(step.moment() as f64);
    if !(0.0..=scale.width()).contains(&x) {
        return Html::default();
    }
    html! {
        <g class="step-moment">
            <line x1={px(x)} x2={px(x)} y2={px(scale.height())} />
            <title>{ "The moment that is looked at" }</title>
        </g>
    }
}

/// The present moment of a machine that is running.
fn now_line(now: u32, scale: &PlaneScale) -> Html {
    let x = scale.x_of(f64::from(now));
    if !(0.0..=scale.width()).contains(&x) {
        return Html::default();
    }
    html! {
        <g class="now">
            <line x1={px(x)} x2={px(x)} y2={px(scale.height())} />
            <text x={px((x + 4.0).min(scale.width() - 28.0))} y="12">{ "now" }</text>
        </g>
    }
}

/// Where the other plan has the jobs that start at another time there.
fn ghosts(compared: &ComparedNodes, scale: &PlaneScale) -> Html {
    let Some((other, marks)) = &compared.over else { return Html::default() };
    let gantt = NodeGantt { bars: &other.bars, scale: *scale };
    let differs = |bar: &&NodeBar| marks.get(bar.job as usize).is_some_and(|mark| *mark != NodeMark::Same);
    let mut path = String::new();
    for bar in gantt.in_view().filter(differs).take(OUTLINES_MAX) {
        let (x, y, width, height) = gantt.rect(bar);
        // Writing to memory cannot fail.
        let _ = write!(path, "M{x:.1} {y:.1}h{:.1}v{height:.1}h-{:.1}z", width.max(2.0), width.max(2.0));
    }
    html! { <path class="ghost-bars" d={path} /> }
}

/// The outlines of jobs, as one path.
fn outlines(gantt: &NodeGantt<'_>, jobs: impl Iterator<Item = u32>) -> String {
    let mut path = String::new();
    for bar in jobs.flat_map(|job| gantt.of_job(job).collect::<Vec<_>>()).take(OUTLINES_MAX) {
        let (x, y, width, height) = gantt.rect(bar);
        let width = width.max(2.0);
        // Writing to memory cannot fail.
        let _ = write!(path, "M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z");
    }
    path
}

/// The selected job: its wait above its bar, and its nodes.
fn bracket(lab: &Lab, drawn: &Drawn, gantt: &NodeGantt<'_>, is_kept: bool) -> Html {
    let hint = html! { <text class="hint" x="0" y="-24">{ "Pick a job in the list or on the nodes." }</text> };
    let (Some((id, job)), scale) = (lab.selected_job(), gantt.scale) else { return hint };
    let plan = &drawn.shown.plan;
    let Some(row) = plan.jobs.row_of(id) else { return hint };
    if plan.decisions.is_refused(row) {
        return refused(drawn, row, &scale);
    }
    if !plan.decisions.is_decided(row) {
        return hint;
    }
    let job = if is_kept { plan.jobs.row(row) } else { job };
    let at = |moment: Time| scale.x_of(moment as f64).clamp(-BEYOND_PX, scale.width() + BEYOND_PX);
    let start = plan.decisions.start[row];
    let (submitted, ready) = (at(plan.jobs.submitted[row].into()), at(plan.jobs.ready(row)));
    let (from, to) = (at(start), at(start + plan.jobs.reserved(row)));
    let waited = match wait(&plan.jobs, &plan.decisions, row) {
        0 => "no wait".to_string(),
        waited => format!("waits {}", lasting(waited)),
    };
    let (number, nodes) = (plan.jobs.number(row), counted(job.nodes.into(), "node", "nodes"));
    let name = drawn.shown.study.cluster().and_then(|cluster| cluster.names.as_ref()?.words(&plan.jobs, row));
    let name = name.map(|name| format!(", {name}")).unwrap_or_default();
    let took = plan.decisions.offered(row).map(|offered| {
        let (nodes, seconds) = (counted(offered.nodes.into(), "node", "nodes"), lasting(offered.seconds.into()));
        format!(", took {nodes} for {seconds}")
    });
    let took = took.unwrap_or_default();
    let whole = format!("job {number}{name}: {nodes}, estimate {}{took}, {waited}", lasting(job.estimate.into()));
    let (words, words_x) = caption([whole, format!("job {number}: {nodes}, {waited}")], submitted, &scale);
    let ahead = format!("M{submitted:.1} {LINE_Y}H{ready:.1}");
    let line = format!("M{ready:.1} {}v12M{ready:.1} {LINE_Y}H{from:.1}M{from:.1} {}v12", LINE_Y - 6.0, LINE_Y - 6.0);
    // A bar that goes on outside the window ends at its edges, with its handle; one that lies outside is not drawn.
    let is_bar_in_view = from <= scale.width() && to >= 0.0;
    let (bar_from, bar_to) = (from.clamp(0.0, scale.width()), to.clamp(0.0, scale.width()));
    let estimate_x = if is_bar_in_view { bar_to } else { to };
    let bar_y = BAR_Y.0 + BAR_Y.1 / 2.0;
    let per_px = scale.x_per_px();
    let knob = |handle: ClusterHandle, place: (f64, f64)| {
        let per_px = if handle.is_upright() { scale.y_per_px() } else { per_px };
        let nodes = drawn.shown.study.cluster().map_or(job.nodes, |cluster| cluster.nodes);
        let KnobText { key, name, now, bound } = KnobText::of(handle, &job, nodes);
        let words = if handle.is_upright() { counted(now.into(), "node", "nodes") } else { lasting(now.into()) };
        let (min, max) = (bound.min.to_string(), bound.max.to_string());
        let slider = Slider { now: now.to_string(), min, max, words: Some(words), on_key: on_handle_key(lab, handle, per_px) };
        html! {
            <Knob at={place} shape={KnobShape::Disc} {name} is_upright={handle.is_upright()} drag_key={key} {slider}
                on_press={on_handle(lab, handle, per_px)} />
        }
    };
    // Beside the widest of the job's bars, not on it: a bar may be narrower than a knob.
    let bar = gantt.of_job(row as u32).max_by_key(|bar| bar.last - bar.first).map(|bar| gantt.rect(bar));
    let ends_in_view = (0.0..=scale.width()).contains(&scale.x_of(plan.decisions.end[row] as f64));
    html! {
        <g class="bracket">
            { promises(drawn, row, &scale) }
            <path class="taken-outline" d={outlines(gantt, std::iter::once(row as u32))} />
            <text class="caption" x={px(words_x)} y={px(LINE_Y - 10.0)}>{ words }</text>
            <path class="bracket-drop" d={ahead} />
            <path class="bracket-line wait" d={line} />
            { retries(drawn, row, &at) }
            if !is_kept {
            if is_bar_in_view {
            <rect class="whole-handle" data-drag="whole" x={px(bar_from)} y={px(BAR_Y.0)} width={px((bar_to - bar_from).max(3.0))} height={px(BAR_Y.1)} rx="3"
                onpointerdown={on_handle(lab, ClusterHandle::Submitted, per_px)}>
                <title>{ "What is reserved for the job; drag to submit it earlier or later" }</title>
            </rect>
            }
            { knob(ClusterHandle::Submitted, (submitted, LINE_Y)) }
            if job.earliest_start.is_some() { { knob(ClusterHandle::EarliestStart, (ready, LINE_Y)) } }
            { knob(ClusterHandle::Estimate, (estimate_x, bar_y)) }
            if let Some((x, y, width, height)) = bar {
                if ends_in_view { { knob(ClusterHandle::Runtime, (x + width + BESIDE_PX, y + height / 2.0)) } }
                { knob(ClusterHandle::Nodes, (x + width / 2.0, (y + height + BESIDE_PX).min(scale.height()))) }
            }
            }
        </g>
    }
}

/// The words above a bracket that begins at a place, and where they begin: a phone has no room for all of them.
fn caption([whole, short]: [String; 2], from: f64, scale: &PlaneScale) -> (String, f64) {
    let words = if text_width(&whole, CAPTION_PX) <= scale.width() { whole } else { short };
    let x = (from.max(0.0) + 2.0).min((scale.width() - text_width(&words, CAPTION_PX)).max(0.0));
    (words, x)
}

/// A reservation that was refused: the starts that it could have used, above the nodes.
fn refused(drawn: &Drawn, row: usize, scale: &PlaneScale) -> Html {
    let jobs = &drawn.shown.plan.jobs;
    let (number, nodes) = (jobs.number(row), counted(jobs.nodes[row].into(), "node", "nodes"));
    let (first, last) = (jobs.ready(row), Time::from(jobs.latest_start[row]));
    let at = |moment: Time| scale.x_of(moment as f64).clamp(-BEYOND_PX, scale.width() + BEYOND_PX);
    let (from, to) = (at(first), at(last));
    let whole = format!("job {number}: {nodes}, may start from {first} s to {last} s: refused");
    let (words, words_x) = caption([whole, format!("job {number}: {nodes}, refused")], from, scale);
    html! {
        <g class="bracket">
            <text class="caption" x={px(words_x)} y={px(LINE_Y - 10.0)}>{ words }</text>
            <path class="bracket-line wait" d={format!("M{from:.1} {}v12M{from:.1} {LINE_Y}H{to:.1}M{to:.1} {}v12", LINE_Y - 6.0, LINE_Y - 6.0)} />
        </g>
    }
}

/// What a knob of the selected job is called, where it stands, and how far it goes.
struct KnobText {
    key: &'static str,
    name: &'static str,
    now: u32,
    bound: Bound,
}

impl KnobText {
    fn of(handle: ClusterHandle, job: &Job, machine_nodes: u32) -> Self {
        let (key, name, now, bound) = match handle {
            ClusterHandle::Submitted => ("submitted", "Submitted at", job.submitted, bounds::TIME),
            ClusterHandle::EarliestStart => {
                let start = job.earliest_start.unwrap_or(job.submitted);
                ("earliest-start", "Start asked for", start, bounds::TIME.from(job.submitted))
            }
            ClusterHandle::Estimate => ("estimate", "Estimate", job.estimate, bounds::LENGTH),
            ClusterHandle::Runtime => ("runtime", "Run time", job.runtime, bounds::LENGTH),
            ClusterHandle::Nodes => ("nodes", "Nodes", job.nodes, bounds::NODES.up_to(machine_nodes)),
        };
        Self { key, name, now, bound }
    }
}

/// The starts that co-allocation tried in vain, as ticks on the bracket.
fn retries(drawn: &Drawn, row: usize, at: &dyn Fn(Time) -> f64) -> Html {
    let plan = &drawn.shown.plan;
    let (Some(cluster), retries) = (drawn.shown.study.cluster(), plan.decisions.retries[row]) else { return Html::default() };
    let mut path = String::new();
    // From the start back: a request that was on hold began anew.
    for retry in 1..=retries.min(RETRIES_MAX) {
        let tried = plan.decisions.start[row].saturating_sub(u64::from(retry) * u64::from(cluster.policy.step));
        // Writing to memory cannot fail.
        let _ = write!(path, "M{:.1} {}v8", at(tried), LINE_Y - 4.0);
    }
    if path.is_empty() {
        Html::default()
    } else {
        html! { <path class="retries" d={path} /> }
    }
}

/// A moment that was promised, as a line across the nodes: to the job that this one went ahead of, or to itself.
fn promises(drawn: &Drawn, row: usize, scale: &PlaneScale) -> Html {
    let plan = &drawn.shown.plan;
    let decisions = &plan.decisions;
    let (moment, words) = if decisions.how(row) == How::Backfilled && decisions.head[row] != NONE {
        let head = plan.jobs.number(decisions.head[row] as usize);
        let extra = counted(decisions.extra[row].into(), "extra node", "extra nodes");
        (decisions.shadow[row], format!("shadow time of job {head}, {extra}"))
    } else {
        // A promise that was kept to the second is the start itself.
        let promised = decisions.promised[row];
        (if promised == decisions.start[row] { NEVER } else { promised }, "promised start".to_string())
    };
    let x = scale.x_of(moment as f64);
    if moment == NEVER || !(0.0..=scale.width()).contains(&x) {
        return Html::default();
    }
    let words_x = (x + 5.0).min(scale.width() - text_width(&words, WORDS_PX) - 4.0).max(4.0);
    html! {
        <>
            <path class="shadow-time" d={format!("M{x:.1} {BAR_BOTTOM}V{:.1}", scale.height())} />
            <text class="shadow-words" x={px(words_x)} y={px(scale.height() - 8.0)}>{ words }</text>
        </>
    }
}

/// Lower edge of the bar.
const BAR_BOTTOM: f64 = BAR_Y.0 + BAR_Y.1;
