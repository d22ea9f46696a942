//! When the selected job starts: by the limits, and in how many of many draws by when; why not earlier.

use crate::app::cluster::gantt::axes::shown_start;
use crate::app::kit::plot::area::{AXIS_PX, use_size};
use crate::app::kit::plot::frame::{Margins, PlotFrame};
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::counted;
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::panel::form_parts::on_click;
use crate::app::shell::panel::verdict_card::verdict_card;
use crate::chart::cluster::seconds::moment;
use crate::chart::cluster::start_times::StartBins;
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::batch::explain::ahead::when_verdict;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::forecast::StartForecast;
use crate::engine::batch::job::Time;
use crate::engine::core::calendar::ClockStart;
use crate::formats::link::{ClusterView, ForecastView};
use crate::state::{Action, ViewAction};
use yew::prelude::*;

/// Height of the plot of starts, in CSS px.
const HEIGHT_PX: f64 = 44.0;
/// Least width of it; it is 0 before it is measured.
const NARROWEST_PX: f64 = 40.0;
/// Room above it, for the mark of the start by the limits.
const TOP_PX: f64 = 6.0;

/// Asks, or stops asking.
pub fn ask_forecast(lab: &Lab, forecast: Option<ForecastView>) {
    let cluster = ClusterView { forecast, ..lab.model().view.cluster };
    lab.act(Action::View(ViewAction::Cluster(cluster)));
}

/// The forecast for the selected job, as far as it is computed.
pub fn shown_forecast(lab: &Lab) -> Option<&StartForecast> {
    let selected = lab.model().selected_cluster()?;
    lab.model().forecast_view()?;
    let shown = lab.engine_state.plans.cluster.as_ref()?;
    shown.snapshot.when.as_ref().filter(|forecast| forecast.asked.job == selected)
}

/// The part of the right column.
#[component]
pub fn ForecastPanel() -> Html {
    let lab = use_lab();
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    if lab.selected_job().is_none() || lab.engine_state.plans.cluster.is_none() {
        return html! { <section class="forecast" hidden=true ref={node} /> };
    }
    let asked = lab.model().forecast_view();
    let has_now = lab.cluster().is_some_and(|cluster| cluster.now.is_some());
    let switch = on_click(&lab, move |lab| ask_forecast(lab, if asked.is_some() { None } else { Some(ForecastView::default()) }));
    html! {
        <section class="forecast" id="forecast" aria-label="When it starts" ref={node}>
            <h2>{ "When will it start?" }</h2>
            if !has_now {
                <button type="button" id="forecast-switch" aria-pressed={asked.is_some().to_string()} onclick={switch}
                    title="What could be told when it was submitted: its start by the limits of the others, and a range from run times that are drawn">{ "Ask at its submission" }</button>
            }
            if asked.is_some() { { shown_forecast(&lab).map(|forecast| told(&lab, forecast, width)).unwrap_or_default() } }
        </section>
    }
}

fn told(lab: &Lab, forecast: &StartForecast, width: f64) -> Html {
    let (start, Some(shown)) = (shown_start(lab), lab.engine_state.plans.cluster.as_ref()) else { return Html::default() };
    let again = on_click(lab, |lab| {
        if let Some(view) = lab.model().forecast_view() {
            ask_forecast(lab, Some(ForecastView { seed: view.seed.wrapping_add(1), ..view }));
        }
    });
    let drawn = format!("{} of {} draws, seed {}", forecast.draws.len(), forecast.wanted, forecast.asked.seed);
    let past = lab.cluster().and_then(|cluster| cluster.past.as_ref());
    let from = match past {
        Some(past) => format!(
            ": run times and later jobs as those of {} of a log, {}. ",
            counted(past.jobs.len() as u64, "job", "jobs"),
            counted(past.days().into(), "day", "days")
        ),
        None => ": any run time up to the limit is as likely as any other. Drop a log of the machine on the page to draw from it. "
            .to_string(),
    };
    let forget = on_click(lab, |lab| lab.change_cluster(|cluster| cluster.past = None));
    html! {
        <>
            if let Some(range) = forecast.range() { { strip(forecast, range, width, lab.cluster().is_some_and(|cluster| cluster.now.is_some())) } }
            { verdict_card("forecast-verdict", "When it starts, and why not earlier", when_verdict(&shown.plan.jobs, start, forecast)) }
            if let Some(range) = forecast.range() {
                { numbers(forecast, range, start) }
                <p class="hint" id="forecast-drawn">{ drawn }{ from }</p>
                <div class="group"><button type="button" id="forecast-again" class="quiet" onclick={again} title="The same with another seed">{ "Draw again" }</button>
                    if past.is_some() {
                        <button type="button" id="forecast-forget" class="quiet" onclick={forget} title="Any run time up to the limit, and no later jobs">{ "Without the log" }</button>
                    }
                </div>
            }
        </>
    }
}

/// How many draws start when, with the range and the start by the limits.
fn strip(forecast: &StartForecast, [early, median, late]: [Time; 3], width: f64, has_now: bool) -> Html {
    if width < NARROWEST_PX {
        return Html::default();
    }
    let last = forecast.draws.iter().copied().max().unwrap_or(0).max(forecast.point).max(forecast.asked_at + 60);
    let scale = PlaneScale::new((forecast.asked_at as f64, last as f64), (0.0, 1.0), width, HEIGHT_PX);
    let margins = Margins { left: 0.0, top: TOP_PX, right: 0.0, bottom: AXIS_PX };
    let frame = PlotFrame { width: scale.width(), height: scale.height(), margins };
    let x = |at: Time| scale.x_of(at as f64).clamp(1.0, scale.width() - 1.0);
    let words_y = px(scale.height() + 16.0);
    let label = format!("How many of {} draws start when; the table below says the same", forecast.draws.len());
    let content = html! {
        <g transform={frame.transform()}>
            <rect class="forecast-band" x={px(x(early))} width={px((x(late) - x(early)).max(2.0))} height={px(scale.height())} />
            <path class="forecast-bins" d={StartBins::new(&forecast.draws, &scale).path(&scale)} />
            <path class="forecast-median" d={format!("M{:.1} 0V{:.1}", x(median), scale.height())} />
            <path class="forecast-point" d={format!("M{:.1} -{TOP_PX}V{:.1}", x(forecast.point), scale.height())}><title>{ "By the limits" }</title></path>
            <path class="axis" d={format!("M0 {0:.1}H{1:.1}", scale.height(), scale.width())} />
            <text class="axis-end" y={words_y.clone()}>{ if has_now { "now" } else { "submitted" } }</text>
            <text class="axis-end" x={px(scale.width())} y={words_y} text-anchor="end">{ format!("{} later", lasting(last - forecast.asked_at)) }</text>
        </g>
    };
    html! { <div class="plot">{ frame.svg(Some(label), content) }</div> }
}

/// The same in numbers.
fn numbers(forecast: &StartForecast, [early, median, late]: [Time; 3], start: Option<ClockStart>) -> Html {
    let row = |name: &str, at: Time| vec![name.to_string(), moment(at, start), lasting(at.saturating_sub(forecast.asked_at))];
    let ends = [forecast.draws.iter().copied().min(), forecast.draws.iter().copied().max()];
    let rows = [
        row("first draw", ends[0].unwrap_or(early)),
        row("10 % by", early),
        row("50 % by", median),
        row("90 % by", late),
        row("last draw", ends[1].unwrap_or(late)),
        row("by the limits", forecast.point),
    ];
    html! {
        <details class="twin" id="forecast-table">
            <summary>{ "The draws as a table" }</summary>
            <Table label="Starts of the draws" columns={Column::all(["Which", "Start", "From then"])}>{ text_rows(rows.into_iter()) }</Table>
        </details>
    }
}
