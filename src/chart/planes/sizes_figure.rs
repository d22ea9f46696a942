//! Whom two plans of named servers serve as a figure to take away: the share that is accepted, by size.

use super::figures::framed;
use super::plane::PlaneScale;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, LEFT_PX, PLOT_PX, QUIET, number};
use crate::kit::legend::{Sample, legend};
use bookahead_engine::idle::compare::SizesServed;
use bookahead_engine::idle::metrics::Bin;

/// Height of the plot, and room of its lines above 100 and below 0 %, in CSS px.
const HEIGHT_PX: f64 = 240.0;
const EDGE_PX: f64 = 4.0;
/// The lines of A and B: told apart by colour, width and dashes.
const PENS: [Pen; 2] = [Pen::new(INK.accent, 2.6), Pen::new(INK.classes[0], 1.8).dashed("6 3")];

/// The share accepted in a bin, if anybody asked for such a size.
fn share(bin: &Bin) -> Option<f64> {
    (bin.arrived > 0).then(|| f64::from(bin.accepted) / f64::from(bin.arrived))
}

/// Steps through the bins that anybody asked for.
fn steps(bins: &[Bin], edge: impl Fn(usize) -> f64, scale: &PlaneScale) -> String {
    let mut path = String::new();
    for (at, share) in bins.iter().enumerate().filter_map(|(at, bin)| Some((at, share(bin)?))) {
        let (from, to, y) = (scale.x_of(edge(at)), scale.x_of(edge(at + 1)), scale.y_of(100.0 * share));
        path += &format!("{}{from:.1} {y:.1}H{to:.1}", if path.is_empty() { 'M' } else { 'L' });
    }
    path
}

/// The share accepted by size, of two plans by their names.
pub fn sizes_figure(served: &SizesServed, names: [&str; 2]) -> Figure {
    let (least, most) = served.edges();
    let bins = served.bins.iter().map(Vec::len).max().unwrap_or(0);
    let edge = |at: usize| least + (most - least) * at as f64 / bins.max(1) as f64;
    let scale = PlaneScale::new((least, most), (0.0, 100.0), PLOT_PX, HEIGHT_PX).with_lanes(EDGE_PX, EDGE_PX);
    let mut plot = Drawing::default();
    for percent in [25.0, 50.0, 75.0] {
        plot.line((0.0, scale.y_of(percent)), (PLOT_PX, scale.y_of(percent)), Pen::new(INK.grid, 1.0));
    }
    for (bins, pen) in served.bins.iter().zip(PENS) {
        plot.path(&steps(bins, edge, &scale), pen);
    }
    let mut drawing = Drawing::default();
    let entries = [0, 1].map(|side| (names[side], Sample::Line(PENS[side])));
    let top = legend(&mut drawing, (LEFT_PX, 0.0), PLOT_PX, &entries);
    framed(&mut drawing, (LEFT_PX, top), &plot, &scale);
    for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
        drawing.text((LEFT_PX - 8.0, top + scale.y_of(percent) + 4.0), Anchor::End, QUIET, &format!("{percent} %"));
    }
    let bottom = top + HEIGHT_PX;
    for (size, x) in scale.x_ticks() {
        drawing.line((LEFT_PX + x, bottom), (LEFT_PX + x, bottom + 4.0), Pen::new(INK.ink_quiet, 1.0));
        drawing.text((LEFT_PX + x, bottom + 16.0), Anchor::Middle, QUIET, &number(size));
    }
    drawing.text((LEFT_PX + PLOT_PX, bottom + 33.0), Anchor::End, QUIET, "size of requests, ticks");
    drawing.text((LEFT_PX, bottom + 33.0), Anchor::Start, QUIET, "↑ accepted");
    let mut data = DataTable::new(["size_from_ticks", "size_below_ticks", "arrived_a", "accepted_a", "arrived_b", "accepted_b"]);
    let counts = |bins: &[Bin], at: usize| {
        let bin = bins.get(at).copied().unwrap_or_default();
        [bin.arrived.to_string(), bin.accepted.to_string()]
    };
    let [a, b] = &served.bins;
    data.rows = (0..bins)
        .map(|at| [[edge(at), edge(at + 1)].map(|size| size.to_string()), counts(a, at), counts(b, at)].concat())
        .collect();
    Figure {
        key: "accepted-by-size",
        title: "Share accepted by size".to_string(),
        explanation: format!(
            "Requests of the whole run in {bins} ranges of size, and how many per cent of each range either plan accepted. Sizes that nobody asked for \
             are passed over; the data have the numbers of both plans.",
        ),
        height: bottom + AXIS_PX,
        drawing,
        data,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::figure::Origin;

    fn served(sizes: (u32, u32), bins: [&[(u32, u32)]; 2]) -> SizesServed {
        let bins = bins.map(|bins| bins.iter().map(|&(arrived, accepted)| Bin { arrived, accepted }).collect());
        SizesServed { sizes, is_scaled: false, bins }
    }

    #[test]
    fn data_are_the_bins_and_lines_pass_over_empty_ones() {
        let served = served((10, 49), [&[(4, 4), (0, 0), (2, 1), (5, 0)], &[(4, 2), (0, 0), (2, 2), (5, 5)]]);
        let figure = sizes_figure(&served, ["First < fit", "Best fit"]);
        assert_eq!(figure.data.rows.len(), 4);
        assert_eq!(figure.data.rows[2], ["30", "40", "2", "1", "2", "2"]);
        let read: Vec<u32> = figure.data.rows.iter().map(|row| row[3].parse().unwrap()).collect();
        assert_eq!(read, served.bins[0].iter().map(|bin| bin.accepted).collect::<Vec<_>>());
        let svg = figure.svg(&Origin::default());
        assert!(svg.contains(">First &lt; fit<") && svg.contains("stroke-dasharray=\"6 3\""));
        let lines: Vec<&str> = figure.drawing.elements().lines().filter(|line| line.starts_with("<path")).collect();
        assert!(lines.len() == 2 && lines.iter().all(|line| line.matches('H').count() == 3), "{lines:?}");
        // From 100 % to 0 % over the whole width.
        assert!(lines[0].contains("M0.0 4.0H219.0") && lines[0].contains("L657.0 236.0H876.0"), "{}", lines[0]);
    }

    #[test]
    fn no_requests_and_one_size_are_a_picture() {
        for served in [served((0, 0), [&[], &[]]), served((5, 5), [&[(1, 0)], &[(1, 1)]])] {
            let figure = sizes_figure(&served, ["A", "B"]);
            assert_eq!(figure.data.rows.len(), served.bins[0].len());
            assert!(!figure.svg(&Origin::default()).contains("NaN"));
        }
    }
}
