//! The planes as tables: the choice of every strategy, the search step by step, and the idle periods with the tests they pass.

use super::plan_figures::figures_section;
use crate::app::idle::forms::fields::on_click;
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::{Lab, use_newest};
use crate::app::shell::pointer::debounce::PartProps;
use crate::chart::planes::plane_marks::Fit;
use crate::chart::planes::search_part_names::part_words;
use crate::engine::core::time_names::TimeNames;
use crate::engine::idle::moment::{Moment, passes};
use crate::engine::idle::reference::StripName;
use crate::engine::idle::{Period, Strategy};
use crate::state::IdleShown;
use yew::prelude::*;

/// Rows of a table.
const ROWS_MAX: usize = 100;

/// All of them.
#[component]
pub fn GeometryTables(PartProps { lab, .. }: &PartProps) -> Html {
    let newest = use_newest(lab);
    let Some(shown) = &lab.engine_state.plans.idle else { return Html::default() };
    html! {
        <div class="stack geometry-tables" id="geometry-tables">
            { choices_table(shown, lab.idle_time()) }
            { figures_section(lab, &newest, shown) }
            { search_section(lab, shown) }
            { periods_table(shown, lab.idle_time()) }
        </div>
    }
}

/// "10 – 19", "from 14 on"; or the same in clock time.
fn period_words(period: &Period, time: TimeNames) -> String {
    match period.is_open() {
        true => format!("from {} on", time.brief(period.start)),
        false => time.brief_span(period.start, period.end),
    }
}

/// What every strategy would take of the same idle periods.
fn choices_table(shown: &IdleShown, time: TimeNames) -> Html {
    let Some(moment) = shown.moment() else {
        return html! { <p class="hint">{ "Select a request to see the idle periods just before it was decided." }</p> };
    };
    let rows = moment.choices.iter().zip(Strategy::ALL).map(|(taken, strategy)| {
        let mut cells = vec![strategy.title().to_string()];
        match taken {
            Some(taken) => cells.extend([
                format!("server {}", taken.period.server),
                period_words(&taken.period, time),
                time.brief_span(taken.start, taken.end),
                taken.left_before().in_brief(time),
                taken.left_after().in_brief(time),
            ]),
            None => cells.extend(["refuses", "–", "–", "–", "–"].map(str::to_string)),
        }
        cells
    });
    let heads = ["Strategy", "Takes", "Idle", "Job runs", "Idle before", "Idle after"];
    let caption = format!(
        "What every strategy would take: {} idle periods, {} feasible, {} pass both tests but are too short",
        moment.tests.periods, moment.tests.feasible, moment.tests.deceiving
    );
    html! {
        <section class="chart" aria-label="Choices">
            <h2>{ "Choices" }<span>{ ": all strategies before the same idle periods" }</span></h2>
            <Table label={caption.clone()} id="choices" {caption} columns={Column::all(heads)}>{ text_rows(rows) }</Table>
        </section>
    }
}

/// The search in the paper's structure, step by step, and the trees that can be opened.
fn search_section(lab: &Lab, shown: &IdleShown) -> Html {
    let Some(moment) = shown.moment() else { return Html::default() };
    html! {
        <section class="chart" aria-label="The search">
            <h2>{ "The search" }<span>{ ": which strips and trees, in which order" }</span></h2>
            { steps_table(moment, lab.idle_time()) }
            <div class="trees group" role="group" aria-label="Trees"><span class="hint">{ "Open a tree:" }</span>{ tree_buttons(lab, moment) }</div>
            { tree_table(moment, lab.idle_time()) }
        </section>
    }
}

fn steps_table(moment: &Moment, time: TimeNames) -> Html {
    let steps = moment.search.steps.iter().take(ROWS_MAX).zip(1_u32..).map(|(step, number)| {
        vec![
            number.to_string(),
            part_words(step.part),
            step.visited.to_string(),
            step.found.map_or_else(
                || "nothing".to_string(),
                |period| format!("server {}: {}", period.server, period_words(&period, time)),
            ),
        ]
    });
    let caption = format!("The search of {}: {} nodes and list entries read", moment.strategy.title(), grouped(moment.visited));
    let heads = ["Step", "Looked into", "Nodes read", "Found"];
    html! { <Table label={caption.clone()} id="steps" {caption} columns={Column::all(heads)}>{ text_rows(steps) }</Table> }
}

/// Buttons that open a tree; a second press closes it.
fn tree_buttons(lab: &Lab, moment: &Moment) -> Html {
    let opened = lab.model().view.geometry.tree;
    let buttons = moment.trees.iter().take(ROWS_MAX).map(|tree| {
        let name = tree.name;
        let words = match name.strip {
            StripName::Past => "past".to_string(),
            StripName::Strip(number) => format!("strip {number}"),
            StripName::Open => "open-ended".to_string(),
        };
        let toggle = on_click(lab, move |lab| {
            lab.look(|geometry| geometry.tree = Some(name).filter(|_| geometry.tree != Some(name)));
        });
        html! {
            <button type="button" aria-pressed={(opened == Some(name)).to_string()} onclick={toggle}>{ format!("{words}: {}", tree.periods) }</button>
        }
    });
    buttons.collect()
}

/// The opened tree, if there is one.
fn tree_table(moment: &Moment, time: TimeNames) -> Html {
    if moment.tree.is_empty() {
        return Html::default();
    }
    let nodes = moment.tree.iter().take(ROWS_MAX).map(|node| {
        vec![
            format!("{}", node.id),
            node.parent.to_string(),
            node.leaves.to_string(),
            node.median.to_string(),
            if node.last.is_open() && node.leaves == 1 { "no end".to_string() } else { node.latest_end.to_string() },
            period_words(&node.longest, time),
        ]
    });
    let heads = ["Node", "Below", "Periods", "Median", "Latest end", "Longest"];
    let caption = "The opened tree, from the root down";
    html! { <Table label={caption} id="tree" {caption} columns={Column::all(heads)}>{ text_rows(nodes) }</Table> }
}

/// Idle periods with the tests they pass.
fn periods_table(shown: &IdleShown, time: TimeNames) -> Html {
    let Some(moment) = shown.moment() else { return Html::default() };
    let rows = moment.periods.iter().zip(&moment.passed).take(ROWS_MAX).map(|(period, &passed)| {
        let test = |bit: u8| if passed & bit != 0 { "yes" } else { "no" }.to_string();
        vec![
            format!("server {}", period.server),
            period_words(period, time),
            test(passes::START),
            test(passes::CAPACITY),
            Fit::of(passed).word().to_string(),
        ]
    });
    let caption = format!(
        "Idle periods at {}: {} of {}",
        time.at(moment.request.submitted),
        moment.periods.len().min(ROWS_MAX),
        moment.tests.periods
    );
    let heads = ["Server", "Idle", "Starts in time", "Ends late enough", "The job"];
    html! {
        <details class="twin" id="periods-table">
            <summary>{ "Idle periods as a table" }</summary>
            <Table label={caption.clone()} id="periods" {caption} columns={Column::all(heads)}>{ text_rows(rows) }</Table>
        </details>
    }
}
