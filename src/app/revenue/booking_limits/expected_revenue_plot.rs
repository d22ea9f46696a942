//! The plot of expected revenue in the booking-limit editor: revenue of all classes against the protection level.

use super::class_border::ClassBorder;
use super::frame::{LEVEL_Y, frame, handle_copy, level_line, scale_of};
use crate::app::kit::text::format::{money, percent};
use crate::app::revenue::figures::expected_revenue_figure;
use crate::app::revenue::market::editor::MarketEditor;
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::Palette;
use crate::chart::curves::booking_curve::{CurveScale, area, cut_off_below, line_above};
use crate::chart::kit::palette::css;
use crate::chart::kit::svg::px;
use crate::chart::kit::ticks::round_down;
use crate::engine::slots::revenue::BorderCurve;
use crate::state::MarketHandle;
use yew::prelude::*;

/// The picture. What is missing to the best level is dilution on one side of it and spoilage on the other.
pub fn expected_revenue_plot(
    shown: &ClassBorder,
    curve: &BorderCurve,
    palette: &Palette,
    size: (f64, f64),
    editor: &MarketEditor,
) -> Html {
    let (best, level) = (curve.best, shown.level);
    let most = curve.revenue[best as usize];
    let (from, to) = range_of(curve, level);
    let scale = scale_of(shown, size, from, to);
    let points = cut_off_below(&scale.level_curve(&curve.revenue), scale.height());
    let at = |level: u32| (scale.x_of(f64::from(level)), scale.y_of(curve.revenue[level as usize]));
    let ((best_x, best_y), now) = (at(best), at(level));
    let best_name_x = best_x.clamp(22.0, (scale.width() - 22.0).max(22.0));
    let picture = html! {
        <>
            <path class="dilution" d={area(&points, best_y, 0.0, best_x)} />
            <path class="spoilage" d={area(&points, best_y, best_x, scale.width())} />
            <path class="class-line" d={line_above(&points, scale.height())} stroke={css(palette.ink)} />
            <line class="ceiling" x2={px(scale.width())} y1={px(best_y)} y2={px(best_y)} />
            { level_line(shown, &scale) }
            <circle class="crossing" cx={px(best_x)} cy={px(best_y)} r="4.5" />
            <text class="crossing-name" x={px(best_name_x)} y={px(best_y - 9.0)} text-anchor="middle">{ format!("best {best}") }</text>
            if level != best {
                { loss(&scale, now, curve.loss(level), most) }
            }
            { handle_copy(shown, &scale, MarketHandle::Level, (now.0, LEVEL_Y), editor) }
        </>
    };
    let label = format!(
        "Expected revenue by nodes kept for {}: best {} with {best} kept; {} less with the {level} kept now.",
        shown.higher_name,
        money(most),
        money(curve.loss(level)),
    );
    html! {
        <div class="plot" id="expected-revenue">
            <SaveFigure class="in" name="Expected revenue" id="save-expected-revenue" lab={editor.newest().clone()} draw={Draw::Shown(expected_revenue_figure)} />
            <h3>{ "Expected revenue" }<span>{ ": of all classes, per slot" }</span></h3>
            { frame(&scale, shown, label, picture) }
        </div>
    }
}

/// The amounts at the lower and the upper edge. Near the best, where it matters: so far down that what is lost by keeping none stands out, and
/// in steps as far as the level needs.
fn range_of(curve: &BorderCurve, level: u32) -> (f64, f64) {
    let most = curve.revenue[curve.best as usize];
    let whole = curve.revenue.iter().fold(0.0, |most_lost: f64, revenue| most_lost.max(most - revenue));
    let mut depth = (6.0 * curve.loss(0)).max(whole / 20.0).max(most * 1e-3).max(1.0);
    while depth < 1.2 * curve.loss(level) {
        depth *= 2.0;
    }
    let depth = depth.min(whole.max(1.0));
    (round_down(most - depth, most), most + 0.12 * depth)
}

/// What the present level loses to the best, at its point of the curve.
fn loss(scale: &CurveScale, (x, y): (f64, f64), loss: f64, most: f64) -> Html {
    let is_right = x > scale.width() * 0.6;
    html! {
        <>
            <circle class="now" cx={px(x)} cy={px(y)} r="4.5" />
            <text class="loss" x={px(x + if is_right { -10.0 } else { 10.0 })} y={px(y + 16.0)} text-anchor={if is_right { "end" } else { "start" }}>
                { format!("−{} ({})", money(loss), percent(loss / most.max(f64::MIN_POSITIVE))) }
            </text>
        </>
    }
}
