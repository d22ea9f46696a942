//! Bars in the cells of a table: how many, and where.

use crate::chart::kit::svg::px;
use std::ops::Range;
use yew::prelude::*;

/// A bar for `count` of `all`, with the number beside it. A second vote has a bar with an outline alone.
pub fn bar(count: u32, all: u32, is_second: bool) -> Html {
    let width = 100.0 * f64::from(count) / f64::from(all.max(1));
    let class = classes!("class-bar", is_second.then_some("second"));
    html! {
        <span {class}>
            <span class="number">{ count }</span>
            <svg aria-hidden="true">if count > 0 { <rect x="1" y="1" width={format!("{}%", px(width * 0.98))} height="88%" rx="2" /> }</svg>
        </span>
    }
}

/// What an axis of answers shows.
pub struct Axis {
    /// From where to where it goes.
    pub range: Range<f64>,
    /// What is right: a stretch, empty for a point; `None` if there is nothing to be marked.
    pub right: Option<Range<f64>>,
    /// How long each answer is: 0 for a point.
    pub length: f64,
}

impl Axis {
    /// An axis for these answers, with a little room around them.
    pub fn of(answers: impl Iterator<Item = f64>, length: f64, right: Option<Range<f64>>) -> Self {
        let ends = right.clone().into_iter().flat_map(|right| [right.start, right.end]);
        let (low, high) = answers
            .flat_map(|answer| [answer, answer + length])
            .chain(ends)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
        // One more on each side; a single point stands in the middle.
        let room = if length > 0.0 { length.max(1.0) } else { ((high - low) * 0.05).max(high.abs().max(1.0) * 0.01) };
        let low = if low >= 0.0 { (low - room).max(0.0) } else { low - room };
        Self { range: low..high + room, right, length }
    }

    fn percent(&self, value: f64) -> f64 {
        let Range { start, end } = self.range;
        (100.0 * (value - start) / (end - start)).clamp(0.0, 100.0)
    }

    /// An answer on the axis, over what is right.
    pub fn mark(&self, answer: f64) -> Html {
        let at = |value: f64| format!("{}%", px(self.percent(value)));
        let width = |from: f64, until: f64| format!("{}%", px((self.percent(until) - self.percent(from)).max(0.0)));
        let right = self.right.as_ref().map(|Range { start, end }| {
            if end > start {
                html! { <rect class="right" x={at(*start)} y="0" width={width(*start, *end)} height="100%" /> }
            } else {
                html! { <line class="right" x1={at(*start)} x2={at(*start)} y1="0" y2="100%" /> }
            }
        });
        let mark = if self.length > 0.0 {
            html! { <rect class="placed" x={at(answer)} y="15%" width={width(answer, answer + self.length)} height="70%" rx="3" /> }
        } else {
            html! { <circle class="placed" cx={at(answer)} cy="50%" r="4.5" /> }
        };
        html! { <svg class="class-where" aria-hidden="true">{ for right }{ mark }</svg> }
    }
}
