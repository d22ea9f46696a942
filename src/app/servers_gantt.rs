//! What lies above the pixels of the servers' chart: names, the time axis, the selected request's window as a bracket with its bar, handles, and
//! the gap that is pointed at.

use super::geometry_stage::Stage;
use super::markup::{all, markup};
use super::plane_over::{knob, rate_words, x_axis};
use super::session::Lab;
use crate::chart::lane::CAPTION_PX;
use crate::chart::text::text_width;
use crate::engine::idle::{Period, Rate};
use yew::prelude::*;

/// Height of the lane with the bracket, in CSS px.
pub const BRACKET_PX: f64 = 64.0;
/// Height of a row, where there is room.
pub const ROW_PX: f64 = 26.0;
/// y of the bracket's line, from the top of the rows.
const LINE_Y: f64 = -40.0;
/// Upper edge and height of the bar below it.
const BAR_Y: (f64, f64) = (-28.0, 18.0);
/// Least way between the knobs of r and d.
const KNOBS_PX: f64 = 30.0;
/// Least way between the names of two rows.
const NAME_PX: f64 = 15.0;

/// Above the servers' chart.
pub fn gantt_over(lab: &Lab, stage: &Stage, lit: Option<Period>) -> Html {
    let gantt = stage.gantt();
    let (time, rows) = (&gantt.time, &gantt.rows);
    let servers = rows.rows();
    let every = ((NAME_PX / rows.row_px().max(1e-6)).ceil() as u32).max(1);
    let is_equal = stage.servers.servers.distinct_rates().iter().all(|rate| rate.compare(Rate::ONE).is_eq());
    let names = (0..servers).step_by(every as usize).map(|server| {
        let y = rows.y_of(f64::from(server) + 0.5) + 4.0;
        let rate = (!is_equal).then(|| format!(" ·{}", rate_words(stage.rate_of(server))));
        markup!("<text class='row-name' x='-6' y=$ text-anchor='end'>$$</text>", y, server, rate)
    });
    let ids = &stage.shown.plan.arrivals.id;
    let jobs = gantt.names(|job| ids.get(job as usize).map_or_else(|| "·".to_string(), u32::to_string));
    let jobs = jobs.into_iter().map(|name| markup!("<text class='bar-name' x=$ y=$>$</text>", name.x, name.y + 4.0, name.text));
    let lit = lit.map(|period| {
        let (x, y, width, height) = gantt.rect(period.server, period.start, period.end);
        markup!("<rect class='lit' x=$ y=$ width=$ height=$ rx='2'/>", x - 1.0, y - 1.0, width + 2.0, height + 2.0)
    });
    markup!(
        "<rect class='frame' width=$ height=$/>$$<g class='on-bars'>$</g>$$",
        time.width(),
        rows.height(),
        x_axis(time),
        all(names),
        all(jobs),
        lit,
        bracket(lab, stage)
    )
}

/// The selected request: [r, d] above its bar.
fn bracket(lab: &Lab, stage: &Stage) -> Html {
    let gantt = stage.gantt();
    let Some(moment) = stage.moment() else {
        return markup!("<text class='hint' x='0' y='-24'>Pick a request, or draw a new one on the servers.</text>");
    };
    let request = &moment.request;
    let at = |tick: u32| gantt.time.x_of(f64::from(tick)).clamp(-30.0, gantt.time.width() + 30.0);
    let (left, right) = (at(request.earliest_start), at(request.deadline));
    let taken = moment.taken();
    let (start, end) = match taken {
        Some(taken) => (taken.start, taken.end),
        None => (request.earliest_start, request.earliest_start.saturating_add(stage.duration())),
    };
    let (bar_left, bar_right) = (at(start), at(end));
    let place = taken.map(|taken| {
        let (x, y, width, height) = gantt.rect(taken.period.server, taken.start, taken.end);
        markup!("<rect class='taken' x=$ y=$ width=$ height=$ rx='2'/>", x, y, width.max(2.0), height)
    });
    let id = lab.model().selected_idle().map_or_else(String::new, |id| id.to_string());
    let words = format!("request {id}: r {}, l {}, d {}", request.earliest_start, request.size, request.deadline);
    let words_x = (left.max(0.0) + 2.0).min((gantt.time.width() - text_width(&words, CAPTION_PX)).max(0.0));
    let bar_y = BAR_Y.0 + BAR_Y.1 / 2.0;
    // Where the window is narrow, its knobs stand beside it.
    let apart = ((KNOBS_PX - (right - left)) / 2.0).max(0.0);
    markup!(
        "<g class=$>$<text class='caption' x=$ y=$>$</text><path class='bracket-drop' d=$/><path class='bracket-line' d=$/>
            <rect class='whole-handle' data-drag='whole' x=$ y=$ width=$ height=$ rx='3'><title>Drag to move the request as a whole</title></rect>$$$
        </g>",
        if taken.is_some() { "bracket" } else { "bracket unplaced" },
        place,
        words_x,
        LINE_Y - 9.0,
        words,
        format!("M{:.1} {LINE_Y}H{:.1}", left - apart, right + apart),
        format!("M{left:.1} {}v12M{left:.1} {LINE_Y}H{right:.1}M{right:.1} {}v12", LINE_Y - 2.0, LINE_Y - 2.0),
        bar_left,
        BAR_Y.0,
        (bar_right - bar_left).max(3.0),
        BAR_Y.1,
        knob("r", "Earliest start r", request.earliest_start, (left - apart, LINE_Y)),
        knob("d", "Deadline d", request.deadline, (right + apart, LINE_Y)),
        knob("l", "Size l", request.size, (bar_right + apart.min(8.0), bar_y))
    )
}
