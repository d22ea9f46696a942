//! The planes in numbers: what every strategy would take, the search step by step, idle periods with the tests they pass, two strategies side by
//! side.

use super::markup::{all, markup};
use super::money_totals::table;
use super::rest::PartProps;
use super::session::Lab;
use super::words::{grouped, percent};
use crate::chart::plane_marks::Fit;
use crate::engine::idle::metrics::Bin;
use crate::engine::idle::moment::passes;
use crate::engine::idle::shown::{Part, StripName};
use crate::engine::idle::{Comparison, IdleFigures, Period};
use crate::worker::servers_plan::ServersPlan;
use yew::prelude::*;

/// Rows of a table.
const ROWS_MAX: usize = 100;
/// Size of the picture of bins, in CSS px.
const BINS_PX: (f64, f64) = (300.0, 60.0);

/// All of them.
#[component]
pub fn GeometryTables(PartProps { lab, .. }: &PartProps) -> Html {
    let Some(shown) = &lab.told.servers else { return Html::default() };
    let plan = &shown.plan;
    markup!(
        "<div class='geometry-tables' id='geometry-tables'>$$$$</div>",
        choices_table(plan),
        comparison_table(lab, plan),
        steps_table(lab, plan),
        periods_table(plan)
    )
}

/// "10 – 19", "from 14 on".
pub fn period_words(period: &Period) -> String {
    match period.is_open() {
        true => format!("from {} on", period.start),
        false => format!("{} – {}", period.start, period.end),
    }
}

/// What every strategy would take of the same idle periods.
fn choices_table(plan: &ServersPlan) -> Html {
    let Some(moment) = &plan.moment else {
        return markup!("<p class='hint'>Select a request to see the idle periods just before it was decided.</p>");
    };
    let rows = moment.choices.iter().zip(crate::engine::idle::Strategy::ALL).map(|(taken, strategy)| {
        let mut cells = vec![strategy.name().to_string()];
        match taken {
            Some(taken) => cells.extend([
                format!("server {}", taken.period.server),
                period_words(&taken.period),
                format!("{} – {}", taken.start, taken.end),
                taken.leading.map_or_else(|| "–".to_string(), |period| grouped(u64::from(period.length()))),
                taken.trailing.map_or_else(
                    || "–".to_string(),
                    |period| if period.is_open() { "no end".to_string() } else { grouped(u64::from(period.length())) },
                ),
            ]),
            None => cells.extend(["refuses", "–", "–", "–", "–"].map(str::to_string)),
        }
        cells
    });
    let heads = ["Strategy", "Takes", "Idle", "Job runs", "Idle before", "Idle after"];
    let caption = format!(
        "What every strategy would take: {} idle periods, {} feasible, {} pass start and capacity test and are too short",
        moment.tests.periods, moment.tests.feasible, moment.tests.deceiving
    );
    markup!(
        "<section class='chart' aria-label='Choices'><h2>Choices<span>: all strategies before the same idle periods</span></h2>$</section>",
        table("choices", caption, &heads, rows)
    )
}

/// Which strip or tree a step looked into, in words.
fn part_words(part: Part) -> String {
    let strip = |name: StripName, what: &str| match name {
        StripName::Past => format!("what outlived its strip, {what}"),
        StripName::Strip(number) => format!("strip {number}, {what}"),
        StripName::Open => format!("open-ended ones, {what}"),
    };
    match part {
        Part::StripDelayed(name) => strip(name, "start at r or later (R2)"),
        Part::StripAtOnce(name) => strip(name, "start before r (R1)"),
        Part::Strip(name) => strip(name, "any feasible"),
        Part::StripByDeadline(name) => strip(name, "end by d"),
        Part::StripBehind(name) => strip(name, "end behind d"),
        Part::OpenEnded => "open-ended ones".to_string(),
        Part::List => "the list, from its front".to_string(),
        Part::CompletedBefore => "completions back from r".to_string(),
        Part::CompletedAfter => "completions after r".to_string(),
        Part::TwoLevel { dual_visited } => format!("two-level tree, {dual_visited} nodes of inner trees"),
    }
}

/// The search in the paper's structure, step by step, and the trees that can be opened.
fn steps_table(lab: &Lab, plan: &ServersPlan) -> Html {
    let Some(moment) = &plan.moment else { return Html::default() };
    let steps = moment.search.steps.iter().take(ROWS_MAX).zip(1_u32..).map(|(step, number)| {
        vec![
            number.to_string(),
            part_words(step.part),
            step.visited.to_string(),
            step.found
                .map_or_else(|| "nothing".to_string(), |period| format!("server {}: {}", period.server, period_words(&period))),
        ]
    });
    let caption = format!("The search of {}: {} nodes and list entries read", moment.strategy.name(), grouped(moment.visited));
    let opened = lab.model().view.geometry.tree;
    let trees = moment.trees.iter().take(ROWS_MAX).enumerate().map(|(at, tree)| {
        let name = match tree.name.strip {
            StripName::Past => "past".to_string(),
            StripName::Strip(number) => format!("strip {number}"),
            StripName::Open => "open-ended".to_string(),
        };
        markup!(
            "<button type='button' data-geometry=$ aria-pressed=$>$</button>",
            format!("tree {at}"),
            opened == Some(tree.name),
            format!("{name}: {}", tree.periods)
        )
    });
    let nodes = moment.tree.iter().take(ROWS_MAX).map(|node| {
        vec![
            format!("{}", node.id),
            node.parent.to_string(),
            node.leaves.to_string(),
            node.median.to_string(),
            if node.last.is_open() && node.leaves == 1 { "no end".to_string() } else { node.latest_end.to_string() },
            period_words(&node.longest),
        ]
    });
    let tree = (!moment.tree.is_empty()).then(|| {
        table(
            "tree",
            "The opened tree, from the root down".to_string(),
            &["Node", "Below", "Periods", "Median", "Latest end", "Longest"],
            nodes,
        )
    });
    markup!(
        "<section class='chart' aria-label='The search'><h2>The search<span>: which strips and trees, in which order</span></h2>
            $
            <div class='trees group' role='group' aria-label='Trees'><span class='hint'>Open a tree:</span>$</div>
            $
        </section>",
        table("steps", caption, &["Step", "Looked into", "Nodes read", "Found"], steps),
        all(trees),
        tree
    )
}

/// Idle periods with the tests they pass.
fn periods_table(plan: &ServersPlan) -> Html {
    let Some(moment) = &plan.moment else { return Html::default() };
    let rows = moment.periods.iter().zip(&moment.passed).take(ROWS_MAX).map(|(period, &passed)| {
        let test = |bit: u8| if passed & bit != 0 { "yes" } else { "no" }.to_string();
        vec![
            format!("server {}", period.server),
            period_words(period),
            test(passes::START),
            test(passes::CAPACITY),
            Fit::of(passed).word().to_string(),
        ]
    });
    let caption =
        format!("Idle periods at {}: {} of {}", moment.request.submitted, moment.periods.len().min(ROWS_MAX), moment.tests.periods);
    let heads = ["Server", "Idle", "Starts in time", "Ends late enough", "The job"];
    markup!(
        "<details class='twin' id='periods-table'><summary>Idle periods as a table</summary>$</details>",
        table("periods", caption, &heads, rows)
    )
}

/// Two runs in numbers, or one.
fn comparison_table(lab: &Lab, plan: &ServersPlan) -> Html {
    let strategy = lab.servers().map_or("", |servers| servers.strategy.name());
    let sides: Vec<(&str, &IdleFigures)> = match &plan.comparison {
        Some(comparison) => comparison.sides.iter().map(|side| (side.strategy.name(), &side.figures)).collect(),
        None => vec![(strategy, &plan.figures)],
    };
    let row = |name: &str, of: &dyn Fn(&IdleFigures) -> String| {
        std::iter::once(name.to_string()).chain(sides.iter().map(|(_, figures)| of(figures))).collect::<Vec<_>>()
    };
    let rows = [
        row("Requests measured", &|figures| grouped(u64::from(figures.metrics.jobs))),
        row("Loss rate", &|figures| percent(figures.metrics.loss_rate)),
        row("Work loss rate", &|figures| percent(figures.metrics.work_loss_rate)),
        row("Utilisation", &|figures| percent(figures.metrics.utilisation)),
        row("Mean waiting time, ticks", &|figures| format!("{:.1}", figures.metrics.mean_delay)),
        row("Fairness index", &|figures| {
            figures.metrics.fairness.map_or_else(|| "–".to_string(), |fairness| format!("{fairness:.4}"))
        }),
        row("Idle periods at the end", &|figures| grouped(u64::from(figures.lengths.count()))),
        row("Mean length of those that end, ticks", &|figures| {
            figures.lengths.mean().map_or_else(|| "–".to_string(), |mean| format!("{mean:.1}"))
        }),
    ];
    let heads: Vec<&str> = ["Figure"].into_iter().chain(sides.iter().map(|(name, _)| *name)).collect();
    markup!(
        "<section class='chart' aria-label='Figures'><h2>Figures<span>: of the whole run$</span></h2>$$</section>",
        plan.comparison.is_none().then_some("; pick a strategy to compare with above"),
        table("idle-figures", "Figures of the run".to_string(), &heads, rows.into_iter()),
        plan.comparison.as_ref().map(|comparison| parting(plan, comparison))
    )
}

/// Where two runs part, and whom they serve.
fn parting(plan: &ServersPlan, comparison: &Comparison) -> Html {
    let [first, second] = [&comparison.sides[0], &comparison.sides[1]];
    let words = match comparison.parts_at.and_then(|row| plan.arrivals.id.get(row as usize)) {
        None => markup!("<p>Both decide all $ requests alike.</p>", grouped(u64::from(comparison.requests))),
        Some(id) => markup!(
            "<p>They part at request <button type='button' class='link' id='parts-at' data-geometry=$>$</button>. From there $ of $ requests are decided otherwise; $ are accepted by $ only, $ by $ only.</p>",
            format!("select {id}"),
            *id,
            grouped(u64::from(comparison.differing)),
            grouped(u64::from(comparison.requests)),
            grouped(u64::from(comparison.only_first)),
            first.strategy.name(),
            grouped(u64::from(comparison.only_second)),
            second.strategy.name()
        ),
    };
    let lines = comparison
        .sides
        .iter()
        .zip(["first", "second"])
        .map(|(side, class)| markup!("<path class=$ d=$/>", format!("bins {class}"), bins_path(&side.bins)));
    let octaves = |figures: &IdleFigures| {
        let counts = figures.lengths.octaves.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        format!("{counts}; {} without end", figures.lengths.open)
    };
    markup!(
        "$
        <figure class='bins-figure'>
            <svg class='bins-plot' width=$ height=$ role='img' aria-label='Share accepted by size'><line class='grid' x2=$ y1=$ y2=$/>$</svg>
            <figcaption>Share accepted by size, $ to $ ticks: <span class='bins-key first'/> $ <span class='bins-key second'/> $</figcaption>
        </figure>
        <p class='hint'>Idle periods by length, doubling from the least size: $: $. $: $.</p>",
        words,
        BINS_PX.0,
        BINS_PX.1,
        BINS_PX.0,
        BINS_PX.1 - 0.5,
        BINS_PX.1 - 0.5,
        all(lines),
        grouped(u64::from(comparison.sizes.0)),
        grouped(u64::from(comparison.sizes.1)),
        first.strategy.name(),
        second.strategy.name(),
        first.strategy.name(),
        octaves(&first.figures),
        second.strategy.name(),
        octaves(&second.figures)
    )
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
