//! When the selected job starts: by the limits, and in how many of many futures by when; why not earlier.

use crate::app::cluster::gantt::axes::shown_start;
use crate::app::kit::plot::area::{AXIS_PX, use_size};
use crate::app::kit::plot::frame::{Margins, PlotFrame};
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::panel::form_parts::on_click;
use crate::chart::cluster::seconds::moment;
use crate::chart::cluster::start_times::StartBins;
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::forecast::StartForecast;
use crate::engine::batch::job::Time;
use crate::formats::link::{ClusterView, ForecastView};
use crate::state::{Action, ViewAction};
use yew::prelude::*;

/// Height of the plot of starts, in CSS px.
const HEIGHT_PX: f64 = 44.0;
/// Room left and right of it, so that the words at its ends are not cut.
const SIDE_PX: f64 = 14.0;
/// What the draws do not know.
const NOT_SEEN: &str = "Jobs submitted later are not seen. Fair share, licences and topology are not modelled.";

/// Asks, or stops asking.
pub fn ask_forecast(lab: &Lab, forecast: Option<ForecastView>) {
    let cluster = ClusterView { forecast, ..lab.model().view.cluster };
    lab.act(Action::View(ViewAction::Cluster(cluster)));
}

/// The forecast for the selected job, as far as it is computed for what is on screen.
pub fn shown_forecast(lab: &Lab) -> Option<&StartForecast> {
    let selected = lab.model().selected_cluster()?;
    let shown = lab.engine_state.plans.cluster.as_ref()?;
    shown.snapshot.when.as_ref().filter(|forecast| forecast.asked.job == selected)
}

/// The part of the right column.
#[component]
pub fn ForecastPanel() -> Html {
    let lab = use_lab();
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let Some(shown) = lab.engine_state.plans.cluster.as_ref().filter(|_| lab.selected_job().is_some()) else {
        return Html::default();
    };
    let asked = lab.model().forecast_view();
    let has_now = lab.cluster().is_some_and(|cluster| cluster.now.is_some());
    let switch = on_click(&lab, move |lab| ask_forecast(lab, if asked.is_some() { None } else { Some(ForecastView::default()) }));
    let content = shown_forecast(&lab).filter(|_| asked.is_some()).map(|forecast| told(&lab, forecast, width));
    html! {
        <section class="forecast" id="forecast" aria-label="When it starts" ref={node}>
            <h2>{ "When will it start?" }</h2>
            if !has_now {
                <button type="button" id="forecast-switch" aria-pressed={asked.is_some().to_string()} onclick={switch}
                    title="Its start as it could be told when it was submitted: by the limits of the others, and with run times that are drawn">{ "Ask at its submission" }</button>
            }
            { content.unwrap_or_default() }
            <div class="marked-rows">{ Html::default() }</div>
            if asked.is_some() && shown.snapshot.when.is_none() {
                <p class="hint">{ "Computing …" }</p>
            }
        </section>
    }
}

/// A moment, and how long it is from another.
fn from_then(at: Time, then: Time, start: Option<crate::engine::core::calendar::ClockStart>) -> String {
    if at <= then { "at once".to_string() } else { format!("{}, in {}", moment(at, start), lasting(at - then)) }
}

fn told(lab: &Lab, forecast: &StartForecast, width: f64) -> Html {
    let start = shown_start(lab);
    let then = forecast.asked_at;
    if forecast.has_started() {
        return html! { <p id="forecast-point">{ format!("It started at {}: nothing is left to be forecast.", moment(forecast.point, start)) }</p> };
    }
    let drawn = forecast.draws.len() as u64;
    let range = forecast.range().map(|[early, median, late]| {
        html! {
            <>
                <p id="forecast-range" role="status">
                    <b>{ format!("Half of {} start by {}.", counted(drawn, "future", "futures"), from_then(median, then, start)) }</b>
                    { format!(" Eight of ten start between {} and {}.", moment(early, start), moment(late, start)) }
                </p>
                if width > 0.0 { { strip(forecast, width, start) } }
                { numbers(forecast, [early, median, late], start) }
            </>
        }
    });
    let more = if forecast.is_done() { String::new() } else { format!(" {} of {} drawn.", grouped(drawn), forecast.wanted) };
    let again = on_click(lab, |lab| {
        if let Some(view) = lab.model().forecast_view() {
            ask_forecast(lab, Some(ForecastView { seed: view.seed.wrapping_add(1), ..view }));
        }
    });
    html! {
        <>
            <p id="forecast-point">{ format!("By the limits of all jobs: {}.", from_then(forecast.point, then, start)) }</p>
            { range.unwrap_or_default() }
            <p class="hint">{ format!("Run times are drawn up to the limits (seed {}).{more} {NOT_SEEN}", forecast.asked.seed) }</p>
            <div class="group"><button type="button" id="forecast-again" class="quiet" onclick={again} title="The same with another seed">{ "Draw again" }</button></div>
            { why(lab, forecast) }
        </>
    }
}

/// How many draws start when, with the range and the start by the limits.
fn strip(forecast: &StartForecast, width: f64, start: Option<crate::engine::core::calendar::ClockStart>) -> Html {
    let last = forecast.draws.iter().copied().max().unwrap_or(0).max(forecast.point).max(forecast.asked_at + 60);
    let scale = PlaneScale::new((forecast.asked_at as f64, last as f64), (0.0, 1.0), width - 2.0 * SIDE_PX, HEIGHT_PX);
    let margins = Margins { left: SIDE_PX, top: 6.0, right: SIDE_PX, bottom: AXIS_PX };
    let frame = PlotFrame { width: scale.width(), height: scale.height(), margins };
    let x = |at: Time| scale.x_of(at as f64);
    let Some([early, median, late]) = forecast.range() else { return Html::default() };
    let label = format!("How many of {} draws start when; the table below says the same", forecast.draws.len());
    let content = html! {
        <g transform={frame.transform()}>
            <rect class="forecast-band" x={px(x(early))} width={px((x(late) - x(early)).max(2.0))} height={px(scale.height())} />
            <path class="forecast-bins" d={StartBins::new(&forecast.draws, &scale).path(&scale)} />
            <path class="forecast-median" d={format!("M{:.1} 0V{:.1}", x(median), scale.height())} />
            <path class="forecast-point" d={format!("M{:.1} -4V{:.1}", x(forecast.point), scale.height())}><title>{ "By the limits" }</title></path>
            <path class="axis" d={format!("M0 {0:.1}H{1:.1}", scale.height(), scale.width())} />
            { ends_of_axis(&scale, forecast.asked_at, last, start) }
        </g>
    };
    html! { <div class="plot">{ frame.svg(Some(label), content) }</div> }
}

/// The first and the last moment: there is no room for more.
fn ends_of_axis(scale: &PlaneScale, first: Time, last: Time, start: Option<crate::engine::core::calendar::ClockStart>) -> Html {
    let y = px(scale.height() + 16.0);
    html! {
        <>
            <text class="axis-end" x={px(-SIDE_PX)} y={y.clone()}>{ moment(first, start) }</text>
            <text class="axis-end" x={px(scale.width() + SIDE_PX)} {y} text-anchor="end">{ moment(last, start) }</text>
        </>
    }
}

/// The same in numbers.
fn numbers(
    forecast: &StartForecast,
    [early, median, late]: [Time; 3],
    start: Option<crate::engine::core::calendar::ClockStart>,
) -> Html {
    let row = |name: &str, at: Time| vec![name.to_string(), moment(at, start), lasting(at.saturating_sub(forecast.asked_at))];
    let mut sorted = forecast.draws.clone();
    sorted.sort_unstable();
    let first = sorted.first().copied().unwrap_or(early);
    let last = sorted.last().copied().unwrap_or(late);
    let rows = [
        row("first draw", first),
        row("10 % by", early),
        row("50 % by", median),
        row("90 % by", late),
        row("last draw", last),
        row("by the limits", forecast.point),
    ];
    html! {
        <details class="twin" id="forecast-table">
            <summary>{ "The same as a table" }</summary>
            <Table label="Starts of the draws" columns={Column::all(["", "Start", "From then"])}>{ text_rows(rows.into_iter()) }</Table>
        </details>
    }
}

/// Why it does not start earlier.
fn why(lab: &Lab, forecast: &StartForecast) -> Html {
    let _ = (lab, forecast);
    Html::default()
}
