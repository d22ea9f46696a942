//! A map of what reservations cost as a figure to take away.

use super::figures::moments_below;
use super::seconds::second_ticks;
use crate::gantt::bar::Rect;
use crate::kit::caption::Anchor;
use crate::kit::cost_cells::{CellCost, CostCells, LEVELS, cost_up_to};
use crate::kit::drawing::{Drawing, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, QUIET, RIGHT_PX, WIDTH_PX, number};
use crate::kit::legend::{Sample, legend};
use crate::kit::palette::{Rgba, mix};
use crate::planes::plane::PlaneScale;
use bookahead_engine::batch::cost::map::{CostMap, MapAxis};
use bookahead_engine::batch::cost::{Measure, Reservation};
use bookahead_engine::batch::explain::ahead::measured;
use bookahead_engine::batch::explain::lasting;
use bookahead_engine::core::calendar::ClockStart;

/// The colour of what costs nothing, as on the page.
const FREE: Rgba = [0x16, 0x79, 0x4b, 255];
/// How much of their colour the levels have.
const SHARES: [f64; LEVELS] = [0.14, 0.12, 0.24, 0.36, 0.48, 0.60, 0.72, 0.86, 1.0];
/// Room left of the map, for lengths; its height, in CSS px.
const LEFT_PX: f64 = 100.0;
const MAP_PX: f64 = 320.0;
/// Radius of a mark.
const MARK_PX: f64 = 2.6;

fn colour(level: usize) -> Rgba {
    mix(INK.background, if level == 0 { FREE } else { INK.accent }, SHARES[level])
}

/// The cells of a map.
pub fn cost_cells(map: &CostMap, measure: Measure, size: (f64, f64)) -> CostCells {
    let cost = |column, row| map.cost(column, row).map_or(CellCost::Unknown, |cost| CellCost::Costs(cost.by(measure)));
    CostCells::new(map.asked, &map.cheapest, size, cost)
}

/// The figure: what reservations cost that are like another one but for what the map varies.
pub fn cost_figure(map: &CostMap, like: Reservation, measure: Measure, start: Option<ClockStart>) -> Figure {
    let asked = &map.asked;
    let size = (WIDTH_PX - LEFT_PX - RIGHT_PX, MAP_PX);
    let scale = PlaneScale::new((asked.from.into(), asked.to.into()), (0.0, asked.most.into()), size.0, size.1);
    let cells = cost_cells(map, measure, size);
    let most = cells.most();
    let edge = Pen::new(INK.ink_quiet, 1.0);
    let mut entries = vec![("costs nothing".to_string(), Sample::Box(colour(0), edge))];
    let mut told = 0;
    for level in (2..LEVELS).step_by(2) {
        let cost = cost_up_to(level, most);
        // Of few jobs not every colour has a number of its own.
        if cost > told {
            let words = measured(cost, measure);
            let words = if words.starts_with("less") { words } else { format!("up to {words}") };
            entries.push((words, Sample::Box(colour(level), edge)));
            told = cost;
        }
    }
    entries.push(("cheapest start of the row".to_string(), Sample::Dot(MARK_PX, INK.ink, Pen::new(INK.background, 1.0))));
    let mut drawing = Drawing::default();
    let top = legend(&mut drawing, (LEFT_PX, 0.0), size.0, &entries);

    let mut plot = Drawing::default();
    for (level, path) in cells.paths().iter().take(LEVELS).enumerate() {
        plot.area(path, colour(level), 1.0);
    }
    for at in cells.cheapest() {
        plot.dot(at, MARK_PX, Some(INK.ink), Some(Pen::new(INK.background, 1.0)));
    }
    let mut framed = Drawing::default();
    let rect = Rect { x: LEFT_PX, y: 0.0, width: size.0, height: size.1 };
    framed.place_cut(rect, &plot);
    framed.frame(rect, edge);
    for (words, y) in rows_beside(&scale, asked.axis) {
        framed.text((LEFT_PX - 8.0, y + 4.0), Anchor::End, QUIET, &words);
    }
    moments_below(&mut framed, LEFT_PX, &scale, start);
    drawing.place((0.0, top), &framed);

    let mut data = DataTable::new(["start", "seconds", "nodes", "cost"]);
    for (column, row) in (0..asked.rows).flat_map(|row| (0..asked.columns).map(move |column| (column, row))) {
        if let Some(cost) = map.cost(column, row) {
            let Reservation { start, seconds, nodes } = asked.reservation(like, column, row);
            data.rows.push(vec![start.to_string(), seconds.to_string(), nodes.to_string(), cost.by(measure).to_string()]);
        }
    }
    let (upwards, those) = match asked.axis {
        MapAxis::Nodes => ("nodes", format!("for {}", lasting(like.seconds.into()))),
        MapAxis::Length => ("length", format!("of {} {}", like.nodes, if like.nodes == 1 { "node" } else { "nodes" })),
    };
    Figure {
        key: "cost",
        title: format!("What reservations {those} would cost: {}", measure.title().to_lowercase()),
        explanation: format!(
            "Start of the reservation to the right, its {upwards} upwards. A cell is the difference of two plans: with a reservation at its start and of its size, and without. The stronger the colour, the more it costs the others."
        ),
        height: top + MAP_PX + AXIS_PX,
        drawing,
        data,
    }
}

/// Marks upwards: numbers of nodes, or round lengths.
fn rows_beside(scale: &PlaneScale, axis: MapAxis) -> Vec<(String, f64)> {
    match axis {
        MapAxis::Nodes => {
            let whole = scale.y_ticks().into_iter().filter(|(tick, _)| tick.fract() == 0.0);
            whole.map(|(tick, y)| (number(tick), y)).collect()
        }
        // Marks to the right need twice the room of marks upwards.
        MapAxis::Length => {
            let lying = PlaneScale::new(scale.y_range(), (0.0, 1.0), 2.0 * scale.height(), 1.0);
            second_ticks(&lying).into_iter().map(|(words, x)| (words, scale.height() - x / 2.0)).collect()
        }
    }
}
