//! The Pareto front of the offers as a figure to take away: start to the right, nodes upwards, length as size.

use super::labels::Labels;
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, LEFT_PX, PLOT_PX, QUIET, amounts, moments_axis, number};
use crate::kit::legend::{SAMPLE_PX, Sample, legend};
use crate::kit::palette::mix;
use crate::kit::scale::TimeScale;
use crate::kit::text::text_width;
use crate::kit::ticks::number_ticks;
use bookahead_engine::core::time_names::TimeNames;
use bookahead_engine::slots::elastic::{Answer, PricedOffer};
use bookahead_engine::slots::request::Slot;

/// Height of the plot, and room within it so that no point is cut off, in CSS px.
const HEIGHT_PX: f64 = 300.0;
const ROOM_PX: f64 = 20.0;
/// Room above the plot for the name of its axis.
const NAME_PX: f64 = 20.0;
/// Radius of an offer of no length, and what the whole interval adds to it, in CSS px.
const RADIUS_PX: (f64, f64) = (4.0, 12.0);
/// Numbers of offers, and the height that one takes.
const NUMBER: Font = Font { px: 11.0, colour: INK.ink, is_strong: true };
const NUMBER_PX: f64 = 12.0;

/// The picture of an answer on a machine of so many nodes; its data has every offer that is told, `end` the first slot after it.
pub fn front_figure(answer: &Answer, machine_nodes: u32, names: TimeNames) -> Figure {
    let query = answer.asked.query;
    let slots = query.slots().max(1);
    let margin = f64::from(slots) * ROOM_PX / (PLOT_PX - 2.0 * ROOM_PX);
    let time = TimeScale::fit(query.from..query.to, margin, PLOT_PX);
    let most = answer.offers.iter().map(|told| told.offer.nodes).max().unwrap_or(0).max(machine_nodes).max(1);
    let y_of = |nodes: f64| HEIGHT_PX - ROOM_PX - nodes / f64::from(most) * (HEIGHT_PX - 2.0 * ROOM_PX);
    let radius_of = |length: Slot| RADIUS_PX.0 + RADIUS_PX.1 * (f64::from(length) / f64::from(slots)).min(1.0).sqrt();
    let place = |told: &PricedOffer| {
        (time.x_of(f64::from(told.offer.start)), y_of(f64::from(told.offer.nodes)), radius_of(told.offer.slots()))
    };
    let mut plot = Drawing::default();
    let mut labels = Labels::default();
    // What is dominated lies below.
    for told in answer.offers.iter().filter(|told| told.is_dominated).chain(answer.offers.iter().filter(|told| !told.is_dominated))
    {
        let (x, y, radius) = place(told);
        point(&mut plot, (x, y), radius, told.is_dominated);
        labels.take(Rect { x: x - radius * 0.8, y: y - radius * 0.8, width: radius * 1.6, height: radius * 1.6 });
    }
    if let Some(told) = chosen(answer) {
        let (x, y, radius) = place(told);
        ring(&mut plot, (x, y), radius);
    }
    let area = Rect { x: 1.0, y: 1.0, width: PLOT_PX - 2.0, height: HEIGHT_PX - 2.0 };
    for (number, told) in answer.offers.iter().enumerate() {
        let ((x, y, radius), words) = (place(told), (number + 1).to_string());
        let wide = text_width(&words, NUMBER.px);
        let at = |x: f64, y: f64| Rect { x, y, width: wide, height: NUMBER_PX };
        let middle = y - NUMBER_PX / 2.0;
        let apart = radius + 4.0;
        let places = [
            at(x + apart, middle),
            at(x - apart - wide, middle),
            at(x - wide / 2.0, y - apart - NUMBER_PX),
            at(x - wide / 2.0, y + apart),
        ];
        if let Some(found) = labels.first_free(places, area) {
            let font = if told.is_dominated { Font { is_strong: false, colour: INK.ink_quiet, ..NUMBER } } else { NUMBER };
            plot.text((found.x, found.y + 10.0), Anchor::Start, font, &words);
        }
    }
    let mut drawing = Drawing::default();
    let top = legend(&mut drawing, (LEFT_PX, 0.0), PLOT_PX, &samples(answer, names)) + NAME_PX;
    let mut axis = Drawing::default();
    moments_axis(&mut axis, &time, HEIGHT_PX, names);
    let ticks = number_ticks(0.0, f64::from(most), 6).into_iter().filter(|tick| tick.fract() == 0.0);
    amounts(&mut axis, PLOT_PX, ticks.map(|tick| (y_of(tick), number(tick))));
    axis.text((-8.0, -9.0), Anchor::Start, QUIET, "nodes of the offer");
    axis.text((PLOT_PX / 2.0, HEIGHT_PX + 33.0), Anchor::Middle, QUIET, "start of the offer");
    drawing.place((LEFT_PX, top), &axis);
    let frame = Rect { x: LEFT_PX, y: top, width: PLOT_PX, height: HEIGHT_PX };
    drawing.place_cut(frame, &plot);
    drawing.frame(frame, Pen::new(INK.ink_quiet, 1.0));
    let (told, count) = (answer.offers.len(), answer.count as usize);
    let untold = if count > told { format!(" {told} of them are in picture and data, the best first.") } else { String::new() };
    let front = match answer.dominated as usize {
        _ if count == 1 => "It is the only one.".to_string(),
        0 => "All are on the Pareto front: none has another that is as good in start, length, nodes and price and better in one of them.".to_string(),
        dominated => format!(
            "On the Pareto front: {} of {count}. Dominated: {dominated}, each by another offer that is as good in start, length, nodes and price, and \
             better in one of them.",
            count - dominated
        ),
    };
    Figure {
        key: "offers-front",
        title: "Pareto front of the offers".to_string(),
        explanation: format!(
            "Each circle is an offer: its start, its nodes, and its length as the size of the circle, numbered as in the list where there is room. \
             {front}{untold}"
        ),
        height: top + HEIGHT_PX + AXIS_PX,
        drawing,
        data: table(answer),
    }
}

fn chosen(answer: &Answer) -> Option<&PricedOffer> {
    answer.offers.get(answer.chosen? as usize)
}

/// An offer: filled on the front, hollow and dashed if it is dominated.
fn point(drawing: &mut Drawing, at: (f64, f64), radius: f64, is_dominated: bool) {
    if is_dominated {
        drawing.dot(at, radius, None, Some(Pen::new(INK.ink_quiet, 1.2).dashed("2 2")));
    } else {
        drawing.dot(at, radius, Some(mix(INK.background, INK.accent, 0.45)), Some(Pen::new(INK.accent, 1.4)));
    }
}

/// What surrounds the offer that is chosen.
fn ring(drawing: &mut Drawing, at: (f64, f64), radius: f64) {
    drawing.dot(at, radius + 2.5, None, Some(Pen::new(INK.ink, 2.0)));
}

fn samples(answer: &Answer, names: TimeNames) -> Vec<(String, Sample)> {
    let middle = (SAMPLE_PX.0 / 2.0, SAMPLE_PX.1 / 2.0);
    let sample = |draw: &dyn Fn(&mut Drawing)| {
        let mut drawing = Drawing::default();
        draw(&mut drawing);
        Sample::Own(drawing)
    };
    let mut samples = vec![("on the Pareto front".to_string(), sample(&|drawing| point(drawing, middle, 5.5, false)))];
    if answer.offers.iter().any(|told| told.is_dominated) {
        samples.push(("dominated".to_string(), sample(&|drawing| point(drawing, middle, 5.5, true))));
    }
    if answer.chosen.is_some() {
        let draw = |drawing: &mut Drawing| {
            point(drawing, middle, 4.0, chosen(answer).is_some_and(|told| told.is_dominated));
            ring(drawing, middle, 4.0);
        };
        samples.push(("chosen by the rule".to_string(), sample(&draw)));
    }
    let lengths = answer.offers.iter().map(|told| told.offer.slots());
    let (least, most) = (lengths.clone().min().unwrap_or(0), lengths.max().unwrap_or(0));
    if least < most {
        let pen = Pen::new(INK.ink_quiet, 1.2);
        let draw = |drawing: &mut Drawing| {
            drawing.dot((5.0, middle.1), 3.0, None, Some(pen));
            drawing.dot((17.0, middle.1), 6.5, None, Some(pen));
        };
        let words = format!("larger: longer, from {} to {}", names.short_length(least), names.short_length(most));
        samples.push((words, sample(&draw)));
    }
    samples
}

fn table(answer: &Answer) -> DataTable {
    let mut table = DataTable::new([
        "number",
        "start",
        "end",
        "nodes",
        "slots",
        "price",
        "class",
        "on_front",
        "is_solution",
        "is_chosen",
        "booked_start",
        "booked_end",
        "booked_nodes",
        "booked_price",
    ]);
    let row = |(place, told): (usize, &PricedOffer)| {
        let PricedOffer { offer, price, class, booking, is_dominated } = told;
        let numbers = [place as u32 + 1, offer.start, offer.end, offer.nodes, offer.slots()].map(|number| number.to_string());
        let marks = [!is_dominated, offer.is_solution, answer.chosen == Some(place as u32)].map(|is| is.to_string());
        let class = class.map_or_else(String::new, |class| class.to_string());
        let booked = [booking.start, booking.end, booking.nodes].map(|number| number.to_string());
        let all = numbers.into_iter().chain([price.to_string(), class]).chain(marks).chain(booked);
        all.chain([booking.price.to_string()]).collect()
    };
    table.rows = answer.offers.iter().enumerate().map(row).collect();
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elastic::samples::{crowded, paper};
    use crate::kit::figure::Origin;

    #[test]
    fn every_offer_is_in_picture_and_data() {
        for (answer, nodes) in [(paper(None, None).1, 3), (paper(Some(2), Some(2)).1, 3), (crowded().1, 64)] {
            let figure = front_figure(&answer, nodes, TimeNames::SLOTS);
            assert_eq!(figure.data.rows.len(), answer.offers.len());
            for (row, told) in figure.data.rows.iter().zip(&answer.offers) {
                assert_eq!(row.len(), figure.data.columns.len());
                let expected =
                    [told.offer.start, told.offer.end, told.offer.nodes, told.offer.slots()].map(|number| number.to_string());
                assert_eq!(row[1..5], expected);
                assert_eq!(row[7], (!told.is_dominated).to_string());
            }
            let shapes = figure.drawing.elements();
            assert!(shapes.matches("<circle").count() >= answer.offers.len() && !shapes.contains("NaN"), "{shapes}");
            assert!(figure.height < 500.0);
            assert!(figure.svg(&Origin::default()).contains("Pareto front"));
        }
    }

    #[test]
    fn points_lie_within_the_plot_and_what_is_dominated_is_dashed() {
        let answer = crowded().1;
        let figure = front_figure(&answer, 64, TimeNames::SLOTS);
        let number = |line: &str, name: &str| {
            let (_, rest) = line.split_once(&format!(" {name}=\"")).expect("the attribute");
            rest.split('"').next().and_then(|number| number.parse::<f64>().ok()).expect("a number")
        };
        let plot = figure.drawing.elements().split("<svg").nth(1).expect("the plot");
        let circles: Vec<&str> = plot.lines().filter(|line| line.starts_with("<circle")).collect();
        for circle in &circles {
            let (x, y, radius) = (number(circle, "cx"), number(circle, "cy"), number(circle, "r"));
            assert!(x >= radius && x + radius <= PLOT_PX && y >= radius && y + radius <= HEIGHT_PX, "{circle}");
        }
        let dashed = circles.iter().filter(|circle| circle.contains("stroke-dasharray")).count();
        assert_eq!(dashed, answer.offers.iter().filter(|told| told.is_dominated).count());
    }
}
