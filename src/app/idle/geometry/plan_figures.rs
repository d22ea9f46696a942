//! The figures of a plan, and of two plans that are compared whom they serve: acceptance by size, remaining idle periods by length.

use crate::app::idle::compare::both_plans::Both;
use crate::app::idle::figures::{formulas_of, served_figure};
use crate::app::kit::tables::formulas::Formulas;
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::{grouped, percent};
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::kit::svg::px;
use crate::engine::idle::clock::mean_amount;
use crate::engine::idle::compare::SizesServed;
use crate::engine::idle::metrics::Bin;
use crate::state::IdleShown;
use yew::prelude::*;

/// Size of the picture of bins, in CSS px.
const BINS_PX: (f64, f64) = (300.0, 60.0);

/// The plan in numbers, and what two plans leave to whom.
pub fn figures_section(lab: &Lab, newest: &Newest, shown: &IdleShown) -> Html {
    let strategy = shown.study.idle().map_or("", |servers| servers.strategy.title());
    let (metrics, lengths) = (&shown.plan.figures.metrics, &shown.plan.figures.lengths);
    let time = lab.idle_time();
    let in_ticks = |words: &str| if time.is_clock() { words.to_string() } else { format!("{words}, ticks") };
    let or_none = |value: Option<String>| value.unwrap_or_else(|| "–".to_string());
    let row = |name: &str, value: String| vec![name.to_string(), value];
    let rows = [
        row("Requests measured", grouped(u64::from(metrics.jobs))),
        row("Loss rate", percent(metrics.loss_rate)),
        row("Work loss rate", percent(metrics.work_loss_rate)),
        row("Utilisation", percent(metrics.utilisation)),
        row("Fragmentation", percent(metrics.fragmentation)),
        row(&in_ticks("Mean waiting time"), mean_amount(metrics.mean_delay, time)),
        row("Fairness index", or_none(metrics.fairness.map(|fairness| format!("{fairness:.4}")))),
        row("Idle periods at the end", grouped(u64::from(lengths.count()))),
        row(&in_ticks("Mean length of those that end"), or_none(lengths.mean().map(|mean| mean_amount(mean, time)))),
    ];
    let caption = "Figures of the run";
    let both = Both::of(lab);
    html! {
        <section class="chart" aria-label="Figures">
            <h2>{ "Figures" }<span>{ ": of the whole run" }</span></h2>
            <Table label={caption} id="idle-figures" {caption} columns={Column::all(["Figure", strategy])}>{ text_rows(rows) }</Table>
            <Formulas id="idle-formulas" make={formulas_of(shown)} />
            if let Some(both) = &both {
                { bins_figure(newest, both) }
                { octaves(both) }
            }
        </section>
    }
}

/// Whom two plans serve, by size.
fn bins_figure(newest: &Newest, both: &Both) -> Html {
    let Some(SizesServed { sizes, bins: [first, second], .. }) = both.sizes_served() else { return Html::default() };
    let (width, height) = BINS_PX;
    let bottom = AttrValue::from(px(height - 0.5));
    let sizes = format!("Share accepted by size, {} to {} ticks: ", grouped(u64::from(sizes.0)), grouped(u64::from(sizes.1)));
    let [name_a, name_b] = &both.names;
    html! {
        <figure class="bins-figure">
            <svg class="bins-plot" width={px(width)} height={px(height)} role="img" aria-label="Share accepted by size">
                <line class="grid" x2={px(width)} y1={&bottom} y2={bottom} />
                <path class="bins first" d={bins_path(&first)} />
                <path class="bins second" d={bins_path(&second)} />
            </svg>
            <figcaption>
                { sizes }
                <span class="bins-key first" />{ format!(" {name_a} ") }
                <span class="bins-key second" />{ format!(" {name_b} ") }
                <SaveFigure name="Share accepted by size" id="save-sizes" lab={newest.clone()} draw={Draw::Shown(served_figure)} />
            </figcaption>
        </figure>
    }
}

/// How many idle periods of which length two plans leave.
fn octaves(both: &Both) -> Html {
    let sides = both.plans.iter().zip(&both.names).map(|(shown, name)| {
        let lengths = &shown.plan.figures.lengths;
        let counts = lengths.octaves.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        format!("{name}: {counts}; {} without end", lengths.open)
    });
    let sides = sides.collect::<Vec<_>>().join(". ");
    html! { <p class="hint" id="idle-lengths">{ format!("Idle periods by length, doubling from the least size: {sides}.") }</p> }
}

/// Steps through the bins that anybody asked for.
fn bins_path(bins: &[Bin]) -> String {
    let (width, height) = BINS_PX;
    let each = width / bins.len().max(1) as f64;
    let mut path = String::new();
    for (at, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.arrived > 0) {
        let y = (1.0 - f64::from(bin.accepted) / f64::from(bin.arrived)) * (height - 4.0) + 2.0;
        let (from, to) = (at as f64 * each, (at + 1) as f64 * each);
        path += &format!("{}{from:.1} {y:.1}H{to:.1}", if path.is_empty() { 'M' } else { 'L' });
    }
    path
}
