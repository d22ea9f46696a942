//! The figures of a run, and the comparison of two runs: the first difference, acceptance by size, remaining idle periods.

use super::figures::formulas_of;
use crate::app::idle::fields::on_click;
use crate::app::kit::compare_words::{counts_sentence, same_sentence};
use crate::app::kit::formulas::Formulas;
use crate::app::kit::table::{Column, Table, text_rows};
use crate::app::kit::words::{grouped, percent};
use crate::app::shell::context::Lab;
use crate::chart::kit::svg::px;
use crate::engine::idle::clock::mean_amount;
use crate::engine::idle::metrics::Bin;
use crate::engine::idle::{Comparison, IdleFigures};
use crate::state::IdleShown;
use yew::prelude::*;

/// Size of the picture of bins, in CSS px.
const BINS_PX: (f64, f64) = (300.0, 60.0);

/// Two runs in numbers, or one.
pub fn comparison_table(lab: &Lab, shown: &IdleShown) -> Html {
    let strategy = lab.servers().map_or("", |servers| servers.strategy.title());
    let sides: Vec<(&str, &IdleFigures)> = match &shown.snapshot.comparison {
        Some(comparison) => comparison.sides.iter().map(|side| (side.strategy.title(), &side.figures)).collect(),
        None => vec![(strategy, &shown.plan.figures)],
    };
    let row = |name: &str, of: &dyn Fn(&IdleFigures) -> String| {
        std::iter::once(name.to_string()).chain(sides.iter().map(|(_, figures)| of(figures))).collect::<Vec<_>>()
    };
    let time = lab.idle_time();
    let in_ticks = |words: &str| if time.is_clock() { words.to_string() } else { format!("{words}, ticks") };
    let rows = [
        row("Requests measured", &|figures| grouped(u64::from(figures.metrics.jobs))),
        row("Loss rate", &|figures| percent(figures.metrics.loss_rate)),
        row("Work loss rate", &|figures| percent(figures.metrics.work_loss_rate)),
        row("Utilisation", &|figures| percent(figures.metrics.utilisation)),
        row(&in_ticks("Mean waiting time"), &|figures| mean_amount(figures.metrics.mean_delay, time)),
        row("Fairness index", &|figures| {
            figures.metrics.fairness.map_or_else(|| "–".to_string(), |fairness| format!("{fairness:.4}"))
        }),
        row("Idle periods at the end", &|figures| grouped(u64::from(figures.lengths.count()))),
        row(&in_ticks("Mean length of those that end"), &|figures| {
            figures.lengths.mean().map_or_else(|| "–".to_string(), |mean| mean_amount(mean, time))
        }),
    ];
    let heads = ["Figure"].into_iter().chain(sides.iter().map(|(name, _)| *name));
    let caption = "Figures of the run";
    let hint = if shown.snapshot.comparison.is_none() { "; pick a strategy to compare with above" } else { "" };
    html! {
        <section class="chart" aria-label="Figures">
            <h2>{ "Figures" }<span>{ format!(": of the whole run{hint}") }</span></h2>
            <Table label={caption} id="idle-figures" {caption} columns={Column::all(heads)}>{ text_rows(rows) }</Table>
            <Formulas id="idle-formulas" make={formulas_of(shown)} />
            if let Some(comparison) = &shown.snapshot.comparison {
                { parting(lab, shown, comparison) }
                { bins_figure(comparison) }
                { octaves(comparison) }
            }
        </section>
    }
}

/// Where two runs first differ, and how many decisions do.
fn parting(lab: &Lab, shown: &IdleShown, comparison: &Comparison) -> Html {
    let counts = &comparison.counts;
    let Some((first, row)) = comparison.first.as_ref().zip(comparison.parts_at) else {
        return html! { <p>{ same_sentence(counts) }</p> };
    };
    let Some(&id) = shown.plan.arrivals.id.get(row as usize) else { return Html::default() };
    let names = comparison.sides.each_ref().map(|side| side.strategy.title());
    let words = comparison.first_on_clock.as_ref().filter(|_| lab.idle_time().is_clock()).unwrap_or(&first.words);
    let select = on_click(lab, move |lab| lab.select_idle(Some(id)));
    html! {
        <>
            <p class="hint">{ format!("A: {}. B: {}.", names[0], names[1]) }</p>
            <p>{ "They first differ at " }<button type="button" class="link" id="parts-at" onclick={select}>{ first.name.clone() }</button>{ format!(": {words}.") }</p>
            <p id="idle-counts">{ counts_sentence(counts) }</p>
        </>
    }
}

/// Whom two runs serve, by size.
fn bins_figure(comparison: &Comparison) -> Html {
    let [first, second] = [&comparison.sides[0], &comparison.sides[1]];
    let (width, height) = BINS_PX;
    let bottom = AttrValue::from(px(height - 0.5));
    let sizes = format!(
        "Share accepted by size, {} to {} ticks: ",
        grouped(u64::from(comparison.sizes.0)),
        grouped(u64::from(comparison.sizes.1))
    );
    html! {
        <figure class="bins-figure">
            <svg class="bins-plot" width={px(width)} height={px(height)} role="img" aria-label="Share accepted by size">
                <line class="grid" x2={px(width)} y1={&bottom} y2={bottom} />
                <path class="bins first" d={bins_path(&first.bins)} />
                <path class="bins second" d={bins_path(&second.bins)} />
            </svg>
            <figcaption>
                { sizes }
                <span class="bins-key first" />{ format!(" {} ", first.strategy.name()) }
                <span class="bins-key second" />{ format!(" {}", second.strategy.name()) }
            </figcaption>
        </figure>
    }
}

/// How many idle periods of which length two runs leave.
fn octaves(comparison: &Comparison) -> Html {
    let sides = comparison.sides.each_ref().map(|side| {
        let lengths = &side.figures.lengths;
        let counts = lengths.octaves.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        format!("{}: {counts}; {} without end", side.strategy.title(), lengths.open)
    });
    html! { <p class="hint">{ format!("Idle periods by length, doubling from the least size: {}.", sides.join(". ")) }</p> }
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
