//! Two plans side by side: their servers on one time axis, one above the other or one over the other, and below them what differs.

use super::both_plans::Both;
use super::list::IdleDifferences;
use super::one_plan::{ComparedServers, Ghosts};
use crate::app::idle::commands::IDLE;
use crate::app::idle::figures::{overlay_figure, side_figure};
use crate::app::idle::geometry::stage::{Stage, rows_of};
use crate::app::kit::by_address::ByAddress;
use crate::app::kit::text::comparison::{counts_sentence, same_sentence};
use crate::app::kit::text::format::counted;
use crate::app::shell::commands::study::step_of;
use crate::app::shell::context::{Lab, Newest, use_lab};
use crate::app::shell::panel::compare::{MARKS, compared_figures, first_difference, layout_bar, why_nothing};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::Marks;
use crate::chart::planes::server_gantt::ServerRows;
use crate::engine::idle::compare;
use crate::engine::idle::compare_runs::IDLE_FIGURES;
use crate::engine::idle::{Period, Rate};
use crate::engine::study::StudyKind;
use crate::formats::link::CompareLayout;
use crate::state::IdleShown;
use std::rc::Rc;
use yew::prelude::*;

/// What is said where decisions cannot be compared one by one.
const ADAPTS: &str = "Reservations adapt here: what was decided on a request may change later, so only the figures are compared.";

/// Properties of [`CompareServers`].
#[derive(Clone, Properties)]
pub struct CompareServersProps {
    /// The study's own plan, with the time axis.
    pub stage: Stage,
    /// The page's state, whenever it is asked for.
    pub newest: Newest,
    /// The job under the pointer, in whichever chart: its row in the study's own plan.
    pub hovered: Option<u32>,
    /// The idle period that is pointed at in the planes.
    pub pointed: UseStateHandle<Option<Period>>,
    /// Whether the page is one column: one plan at a time fits it best.
    pub is_one_column: bool,
}

impl PartialEq for CompareServersProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.stage.shown, &other.stage.shown)
            && (self.stage.scales, self.stage.time) == (other.stage.scales, other.stage.time)
            && (self.hovered, self.is_one_column) == (other.hovered, other.is_one_column)
    }
}

/// One of the two plans, as it is drawn.
#[derive(Clone)]
struct Drawn {
    stage: Stage,
    marks: Option<Rc<Marks>>,
    heading: String,
    is_kept: bool,
}

/// The rates of the servers of a plan and everyone's place on them, made anew only for another plan.
type Kept = (Rc<IdleShown>, (Rc<Vec<Rate>>, Rc<ServerRows>));

/// The two plans.
#[component]
pub fn CompareServers(props: &CompareServersProps) -> Html {
    let lab = use_lab();
    let CompareServersProps { stage, newest, hovered, pointed, is_one_column } = props;
    let both = Both::of(&lab);
    let kept = use_mut_ref(|| None::<Kept>);
    let key = both.as_ref().map(|both| {
        let plans = both.plans.each_ref().map(|shown| Rc::as_ptr(&shown.plan));
        (Rc::as_ptr(&both.comparison), plans)
    });
    let marks = use_memo(key, |_| Some(both.as_ref()?.marks()?.map(Rc::new)));
    let layout =
        lab.model().view.compare_layout.unwrap_or(if *is_one_column { CompareLayout::OnlyA } else { CompareLayout::Stacked });
    let (selected, step) = (lab.model().selected_idle(), step_of(&lab, &IDLE));
    let drawn = both.as_ref().and_then(|both| {
        let mut kept = kept.borrow_mut();
        let [a, b] = [0, 1].map(|at| {
            let shown = &both.plans[at];
            let drawn = if Rc::ptr_eq(&shown.plan, &stage.shown.plan) { stage.drawn() } else { drawn_of(&mut kept, shown)? };
            let marks = (*marks).as_ref().map(|marks| Rc::clone(&marks[at]));
            let stage = stage.beside(shown, &drawn, (selected, step))?;
            Some(Drawn { stage, marks, heading: both.names[at].clone(), is_kept: both.is_before && at == 0 })
        });
        Some([a?, b?])
    });
    let (Some(both), Some([a, b])) = (both, drawn) else {
        return html! {
            <section class="compare" aria-label="Comparison" id="compare">
                { layout_bar(&lab, layout, &MARKS) }
                <p class="hint" id="compare-waits">{ why_nothing(&lab, StudyKind::Idle) }</p>
            </section>
        };
    };
    let chart = |side: &'static str, of: &Drawn, ghosts: Ghosts| {
        let (name, draw) = match side {
            "a" => ("Servers, plan A", Draw::Shown(|lab| side_figure(lab, 0))),
            "b" => ("Servers, plan B", Draw::Shown(|lab| side_figure(lab, 1))),
            _ => ("Servers, plan A with B outlined", Draw::Shown(overlay_figure)),
        };
        html! {
            <section key={side} class="chart" aria-label={of.heading.clone()}>
                <SaveFigure {name} id={format!("save-gantt-{side}")} lab={newest.clone()} {draw} />
                <h2 class="between">{ of.heading.clone() }</h2>
                <ComparedServers {side} stage={of.stage.clone()} newest={newest.clone()} hovered={*hovered} pointed={pointed.clone()}
                    marks={of.marks.clone()} {ghosts} is_kept={of.is_kept} />
            </section>
        }
    };
    let charts = match layout {
        CompareLayout::Stacked => html! { <>{ chart("a", &a, Ghosts::default()) }{ chart("b", &b, Ghosts::default()) }</> },
        CompareLayout::OnlyA => chart("a", &a, Ghosts::default()),
        CompareLayout::OnlyB => chart("b", &b, Ghosts::default()),
        CompareLayout::Overlaid => {
            let ghosts = b.marks.as_ref().map(|marks| Ghosts::of(&b.stage, marks)).unwrap_or_default();
            let note = if ghosts.are_too_many { " (zoom in: too many of its bars differ here to be outlined)" } else { "" };
            let heading = format!("{}, and outlined where B has it{note}", a.heading);
            chart("overlay", &Drawn { heading, ..a.clone() }, ghosts)
        }
    };
    html! {
        <section class="compare" aria-label="Comparison" id="compare">
            { layout_bar(&lab, layout, if both.is_by_decision() { &MARKS } else { &[] }) }
            <p id="compare-counts">{ counts_words(&both) }</p>
            if let Some(step) = step {
                <p class="hint" id="compare-step">{ step_words(step) }</p>
            }
            { charts }
            <div class="compare-report">
                { first_of(&lab, &both) }
                if both.is_before {
                    <p class="hint">{ "A plan from before an edit is kept in this tab only: the link holds the present plan alone." }</p>
                }
                { compared_figures(&both.comparison, &IDLE_FIGURES, &both.names) }
                <IdleDifferences comparison={ByAddress::from(Rc::clone(&both.comparison))} a={Rc::clone(&both.plans[0])} b={Rc::clone(&both.plans[1])}
                    {selected} time={lab.idle_time()} />
            </div>
        </section>
    }
}

/// The rates and places of a plan that is not the study's own.
fn drawn_of(kept: &mut Option<Kept>, shown: &Rc<IdleShown>) -> Option<(Rc<Vec<Rate>>, Rc<ServerRows>)> {
    if kept.as_ref().is_none_or(|(of, _)| !Rc::ptr_eq(of, shown)) {
        let rates = Rc::new(shown.study.idle()?.servers.rates());
        let rows = Rc::new(rows_of(shown, &rates));
        *kept = Some((Rc::clone(shown), (rates, rows)));
    }
    kept.as_ref().map(|(_, (rates, rows))| (Rc::clone(rates), Rc::clone(rows)))
}

/// While decisions are stepped through: how far the two pictures are.
fn step_words(step: u32) -> String {
    let requests = counted(step.into(), "request", "requests");
    format!("The pictures are after {requests}: jobs decided later are faint. Counts and figures are of the whole plans.")
}

fn counts_words(both: &Both) -> String {
    let counts = &both.comparison.counts;
    match counts.differing() {
        _ if !both.is_by_decision() => ADAPTS.to_string(),
        0 => same_sentence(counts),
        _ => counts_sentence(counts),
    }
}

/// The first difference, with times as the axis writes them.
fn first_of(lab: &Lab, both: &Both) -> Html {
    let names = lab.servers().map(|servers| &servers.workload.names);
    let found = both.comparison.differences.get(0).zip(names);
    let first = found.map(|(found, names)| compare::first_difference(both.sides(), &found, names, lab.idle_time()));
    first_difference(lab, StudyKind::Idle, first.as_ref())
}
