//! What lies ahead, on the jobs and their nodes: the range of the selected job's start.

use super::forecast::shown_forecast;
use crate::app::shell::context::Lab;
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use yew::prelude::*;

/// The range of the selected job's start as a band over the time axis: 10 to 90 per cent of the draws, and the median.
pub fn forecast_over(lab: &Lab, scale: &PlaneScale) -> Html {
    let Some([early, median, late]) = shown_forecast(lab).and_then(|forecast| forecast.range()) else { return Html::default() };
    let x = |at: u64| scale.x_of(at as f64).clamp(0.0, scale.width());
    let (left, middle, right) = (x(early), x(median), x(late));
    html! {
        <g class="forecast-over">
            <rect class="forecast-band" x={px(left)} width={px((right - left).max(2.0))} height={px(scale.height())}>
                <title>{ "Eight of ten draws start in here" }</title>
            </rect>
            <path class="forecast-median" d={format!("M{middle:.1} 0V{:.1}", scale.height())} />
        </g>
    }
}
