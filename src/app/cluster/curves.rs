//! The curves of the schedulers on the same jobs: how waits are distributed, and who waits for how long.

use super::commands::{scheduler_title, schedulers_of};
use crate::app::experiments::results::plot::{names_at_ends, names_below, number, y_axis};
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::area::use_size;
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::shell::context::{Newest, use_newest};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::app::shell::pointer::debounce::PartProps;
use crate::chart::Palette;
use crate::chart::cluster::figures::curves_figure;
use crate::chart::cluster::wait_curves::WaitCurves;
use crate::chart::curves::sweep_plot::{LEFT_PX, Names};
use crate::chart::kit::legend::DASHES;
use crate::chart::kit::palette::css;
use crate::chart::kit::svg::px;
use crate::engine::batch::metrics::curves::{BATCH_CURVES, curves};
use crate::engine::core::compare::PlanCurve;
use crate::engine::study::StudyKind;
use crate::formats::link::Panel;
use crate::formats::provenance::Provenance;
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// Height of a plot, in CSS px.
const HEIGHT_PX: f64 = 260.0;
/// From this width on there are two plots beside each other, so far apart; the style sheet says the same.
const TWO_PX: f64 = 760.0;
const GAP_PX: f64 = 24.0;
/// Rows of a table.
const ROWS_MAX: usize = 60;

/// The curves of this plan, and of all schedulers once they are planned.
#[component]
pub fn ClusterCurves(PartProps { lab, .. }: &PartProps) -> Html {
    let newest = use_newest(lab);
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let theme = use_theme();
    let is_open = use_state_eq(|| false);
    let on_toggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: Event| is_open.set(event.target_unchecked_into::<web_sys::Element>().has_attribute("open")))
    };
    let sets = if *is_open { sets(lab) } else { Vec::new() };
    let is_two = width >= TWO_PX;
    let wide = if is_two { (width - GAP_PX) / 2.0 } else { width };
    html! {
        <details class="twin cluster-curves" id="cluster-curves" ontoggle={on_toggle}>
            <summary>{ "Curves: distribution of waits, penalties, retries" }</summary>
            <p class="hint">{ "“Plan all schedulers” below draws their curves beside this one." }</p>
            <div class={classes!("row-plots", is_two.then_some("two"))} ref={node}>
                if width > 0.0 {
                    { for sets.into_iter().map(|set| picture(lab, Rc::new(set), theme.palette(), wide, &newest)) }
                }
            </div>
        </details>
    }
}

/// The curves by kind: of this plan alone, or of all schedulers that are planned.
fn sets(lab: &crate::app::shell::context::Lab) -> Vec<WaitCurves> {
    let (Some(shown), Some(cluster)) = (&lab.engine_state.plans.cluster, lab.cluster()) else { return Vec::new() };
    let Some(planned) = shown.study.cluster() else { return Vec::new() };
    let own = curves(planned.nodes, &shown.plan.jobs, &shown.plan.decisions);
    let table = lab.engine_state.beside.get(&StudyKind::Cluster).and_then(|beside| beside.table.clone());
    let now = lab.model().effective().get(Panel::Study(StudyKind::Cluster));
    let is_on = lab.model().comparing.tables.contains(&StudyKind::Cluster);
    let rows = table.filter(|(of, _)| is_on && now.is_some_and(|now| Arc::ptr_eq(of, now))).map(|(_, rows)| rows);
    let schedulers = schedulers_of(cluster);
    BATCH_CURVES
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let mut of_all: Vec<(String, PlanCurve)> = Vec::new();
            for (place, &scheduler) in schedulers.iter().enumerate() {
                let title = scheduler_title(scheduler).to_string();
                let row = rows.as_ref().and_then(|rows| rows.iter().find(|row| row.policy as usize == place));
                let curve =
                    if scheduler == planned.policy.scheduler { own.get(at) } else { row.and_then(|row| row.curves.get(at)) };
                of_all.extend(curve.map(|curve| (title, curve.clone())));
            }
            WaitCurves::new(*name, of_all)
        })
        .collect()
}

fn picture(lab: &crate::app::shell::context::Lab, set: Rc<WaitCurves>, palette: &Palette, width: f64, newest: &Newest) -> Html {
    let plot = set.plot(width, HEIGHT_PX);
    let name = set.name;
    let x_ticks = set.x_ticks(&plot).into_iter().map(|(x, words)| {
        html! { <text x={px(x)} y={px(plot.bottom() + 16.0)} text-anchor="middle" fill={css(palette.ink)}>{ words }</text> }
    });
    let curves = set.curves.iter().enumerate().map(|(i, curve)| {
        let (colour, dashes) = (AttrValue::from(css(palette.class(i))), DASHES[i % DASHES.len()]);
        let dots = plot.dots(curve).into_iter().map(|[x, y, ..]| html! { <circle cx={px(x)} cy={px(y)} r="2.6" fill={&colour} /> });
        html! {
            <g>
                <path d={plot.line(curve)} fill="none" stroke={&colour} stroke-width="2" stroke-dasharray={dashes} />
                { dots.collect::<Html>() }
            </g>
        }
    });
    let draw = {
        let (set, study) = (Rc::clone(&set), lab.model().effective().get(Panel::Study(StudyKind::Cluster)).map(Arc::clone));
        let words = move || study.as_ref().map_or_else(String::new, |study| Provenance::of(study).words());
        Draw::Own(Rc::new(move || (curves_figure(&set), words())))
    };
    let label = format!("{}: {} against {}; the table below says the same", name.title, name.y, name.x);
    html! {
        <figure class="sweep chart" id={format!("curves-{}", name.key)}>
            <SaveFigure name={name.title} id={format!("save-{}", name.key)} lab={newest.clone()} {draw} />
            <figcaption title={name.reading}>{ format!("{}: {}", name.title, name.y) }</figcaption>
            <svg xmlns="http://www.w3.org/2000/svg" width={px(width.max(280.0))} height={px(HEIGHT_PX)} role="img" aria-label={label} font-size="12" font-family="sans-serif">
                { y_axis(&plot, palette) }
                { x_ticks.collect::<Html>() }
                { curves.collect::<Html>() }
                { names_at_ends(&plot, &set.curves, palette) }
                <text x={px((LEFT_PX + plot.right()) / 2.0)} y={px(HEIGHT_PX - 4.0)} text-anchor="middle" fill={css(palette.ink)}>{ name.x }</text>
            </svg>
            if plot.names_at() == Names::Below {
                { names_below(&set.curves, palette, usize::MAX) }
            }
            { table(&set) }
        </figure>
    }
}

/// The same in numbers.
fn table(set: &WaitCurves) -> Html {
    let rows = set.curves.iter().zip(&set.told).flat_map(|(curve, told)| {
        let step = told.x.len().div_ceil(ROWS_MAX).max(1);
        let last = told.x.len().saturating_sub(1);
        let shown = told.x.iter().zip(&told.y).enumerate().filter(move |(at, _)| at % step == 0 || *at == last);
        shown.map(|(_, (x, y))| vec![curve.label.clone(), number(*x), number(*y)])
    });
    let caption = format!("{} against {}", set.name.y, set.name.x);
    html! {
        <details class="twin">
            <summary>{ "The same as a table" }</summary>
            <Table label={set.name.title} {caption} columns={Column::all(["Scheduler", set.name.x, set.name.y])}>{ text_rows(rows) }</Table>
        </details>
    }
}
