//! Curves of the booking-limit editor as points: revenue against the protection level.

use crate::kit::scale::sane;
use crate::kit::svg::{path, path_above};
use crate::kit::ticks::number_ticks;
use bookahead_engine::slots::revenue::VirtualClass;

/// Widest and highest plot, in CSS px.
const EXTENT_MAX: f64 = 65_536.0;
/// Way between two points of a smooth curve, in CSS px.
const STEP_PX: f64 = 2.0;

/// A plot of money (y, growing upwards) against nodes (x), in CSS px from its top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveScale {
    width: f64,
    height: f64,
    nodes: f64,
    /// Money at the lower and at the upper edge.
    money: (f64, f64),
}

impl CurveScale {
    /// A plot of so many CSS px for 0 … `nodes` nodes and for money from `from` to `to`. What is out of range is brought into it.
    pub fn new(width: f64, height: f64, nodes: u32, from: f64, to: f64) -> Self {
        let from = sane(from, 0.0, -1e15, 1e15);
        let to = sane(to, from + 1.0, from + from.abs().max(1.0) * 1e-9, 1e16);
        Self {
            width: sane(width, 0.0, 0.0, EXTENT_MAX),
            height: sane(height, 0.0, 0.0, EXTENT_MAX),
            nodes: f64::from(nodes.max(1)),
            money: (from, to),
        }
    }

    /// Width in CSS px.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Height in CSS px.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Money at the upper edge.
    pub fn top(&self) -> f64 {
        self.money.1
    }

    /// x of a number of nodes.
    pub fn x_of(&self, nodes: f64) -> f64 {
        sane(nodes, 0.0, -1e9, 1e9) / self.nodes * self.width
    }

    /// y of an amount of money.
    pub fn y_of(&self, money: f64) -> f64 {
        let (from, to) = self.money;
        self.height * (1.0 - (sane(money, from, -1e15, 1e15) - from) / (to - from))
    }

    /// Nodes per CSS px to the right.
    pub fn nodes_per_px(&self) -> f64 {
        self.nodes / self.width.max(1.0)
    }

    /// Money per CSS px downwards; negative, since money grows upwards.
    pub fn money_per_px(&self) -> f64 {
        -(self.money.1 - self.money.0) / self.height.max(1.0)
    }

    /// Round amounts inside the plot, about as many as asked for.
    pub fn money_ticks(&self, about: usize) -> Vec<f64> {
        number_ticks(self.money.0, self.money.1, about)
    }

    /// Round numbers of nodes, about as many as asked for; whole ones.
    pub fn node_ticks(&self, about: usize) -> Vec<f64> {
        let mut ticks = number_ticks(0.0, self.nodes, about);
        ticks.retain(|tick| tick.fract() == 0.0);
        ticks
    }

    /// Places along the x axis for a smooth curve between two numbers of nodes, both ends included.
    fn places(&self, from: f64, to: f64) -> impl Iterator<Item = f64> + use<> {
        let steps = ((to - from).abs() / self.nodes * self.width / STEP_PX).ceil().max(1.0);
        (0..=steps as u32).map(move |i| from + (to - from) * f64::from(i) / steps)
    }

    /// Whole numbers of nodes 0 … `nodes`, no closer than the points of a smooth curve; the last one included.
    fn whole_places(&self) -> impl Iterator<Item = u32> + use<> {
        let last = self.nodes as u32;
        let step = ((self.nodes_per_px() * STEP_PX).ceil() as u32).max(1);
        (0..last).step_by(step as usize).chain([last])
    }

    /// P(D > y)·p for 0 … `nodes`: what one more node kept is expected to bring (Littlewood's rule).
    pub fn demand_curve(&self, class: VirtualClass) -> Vec<(f64, f64)> {
        self.places(0.0, self.nodes).map(|nodes| self.on_demand(class, nodes)).collect()
    }

    /// The point of a demand curve at a number of nodes.
    pub fn on_demand(&self, class: VirtualClass, nodes: f64) -> (f64, f64) {
        (self.x_of(nodes), self.y_of(class.price * class.demand.exceeds(nodes)))
    }

    /// The area between a demand curve and a lower price, from one number of nodes to another: what keeping so many costs against keeping so few,
    /// where the lower class asks for all that is left.
    pub fn between(&self, class: VirtualClass, lower_price: f64, from: f64, to: f64) -> Vec<(f64, f64)> {
        let mut outline: Vec<_> = self.places(from, to).map(|nodes| self.on_demand(class, nodes)).collect();
        let y = self.y_of(lower_price);
        outline.extend([(self.x_of(to), y), (self.x_of(from), y)]);
        outline
    }

    /// What each single node is worth, the x-th at x − ½, so that the curve lies on the continuous one where they say the same.
    pub fn worth_curve(&self, worth: &[f64]) -> Vec<(f64, f64)> {
        let point = |nodes: u32| Some((self.x_of(f64::from(nodes) - 0.5), self.y_of(*worth.get(nodes.checked_sub(1)? as usize)?)));
        self.whole_places().filter_map(point).collect()
    }

    /// The money that goes with each level 0, 1, ….
    pub fn level_curve(&self, money: &[f64]) -> Vec<(f64, f64)> {
        let point = |level: u32| Some((self.x_of(f64::from(level)), self.y_of(*money.get(level as usize)?)));
        self.whole_places().filter_map(point).collect()
    }
}

/// A curve cut off at `y_max`: what lies further down runs straight along there. A clip would do as well, but browsers layer the whole page anew
/// whenever the extent of something clipped changes.
pub fn cut_off_below(curve: &[(f64, f64)], y_max: f64) -> Vec<(f64, f64)> {
    let mut cut = Vec::with_capacity(curve.len() + 2);
    for (i, &(x, y)) in curve.iter().enumerate() {
        if let Some(&(x0, y0)) = i.checked_sub(1).and_then(|before| curve.get(before))
            && (y0 > y_max) != (y > y_max)
        {
            cut.push((x0 + (x - x0) * (y_max - y0) / (y - y0), y_max));
        }
        if y <= y_max {
            cut.push((x, y));
        } else if i == 0 || i + 1 == curve.len() {
            cut.push((x, y_max));
        }
    }
    cut
}

/// The line of a curve that was [cut off](cut_off_below) at `y_max`, as SVG path data: only what lies above.
pub fn line_above(cut: &[(f64, f64)], y_max: f64) -> String {
    path_above(cut, y_max, false)
}

/// The closed area between a curve and a level line, from one x to another.
pub fn area(curve: &[(f64, f64)], y: f64, from: f64, to: f64) -> String {
    let mut outline: Vec<_> = curve.iter().copied().filter(|point| (from..=to).contains(&point.0)).collect();
    outline.extend([(to, y), (from, y)]);
    path(&outline, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::slots::revenue::{Demand, Offer, RevenueCurve, littlewood_level, worth_of_nodes};

    const PREMIUM: VirtualClass = VirtualClass { price: 100.0, demand: Demand::new(10.0, 1.5) };

    fn scale() -> CurveScale {
        CurveScale::new(400.0, 200.0, 40, 0.0, 100.0)
    }

    #[test]
    fn places_and_values_agree() {
        let scale = scale();
        assert_eq!((scale.x_of(10.0), scale.y_of(25.0)), (100.0, 150.0));
        assert_eq!((scale.nodes_per_px() * 100.0, scale.money_per_px() * 50.0), (10.0, -25.0));
        assert_eq!(scale.money_ticks(5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(scale.node_ticks(4), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(CurveScale::new(400.0, 200.0, 2, 0.0, 1.0).node_ticks(8), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn the_demand_curve_crosses_the_lower_price_at_littlewoods_level() {
        let level = littlewood_level(100.0, PREMIUM.demand, 60.0);
        let (x, y) = scale().on_demand(PREMIUM, level);
        assert!((x - scale().x_of(9.62)).abs() < 0.1 && (y - scale().y_of(60.0)).abs() < 1e-6, "{x} {y}");
        let curve = scale().demand_curve(PREMIUM);
        assert_eq!((curve[0].0, curve.last().unwrap().0), (0.0, 400.0));
        assert!(curve.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1), "it only falls");
        assert!((190..=210).contains(&curve.len()), "{}", curve.len());
    }

    #[test]
    fn single_nodes_lie_on_the_continuous_curve_of_the_highest_class() {
        let worth = worth_of_nodes(40, &[Offer::new(100, 10.0, 1.5)], &[]);
        for (x, y) in scale().worth_curve(&worth) {
            let (_, on_curve) = scale().on_demand(PREMIUM, x / 10.0);
            assert!((y - on_curve).abs() < 1e-6, "{x}: {y} and {on_curve}");
        }
    }

    #[test]
    fn the_area_between_is_what_a_wrong_level_costs() {
        // The area of the polygon in money × nodes against the loss in expected revenue, where the lower class takes whatever is left.
        let lower = Demand::new(200.0, 1.0);
        let curve = RevenueCurve::of(40, 100.0, PREMIUM.demand, 60.0, lower);
        let best = littlewood_level(100.0, PREMIUM.demand, 60.0);
        let fine = CurveScale::new(40_000.0, 20_000.0, 40, 0.0, 100.0);
        for level in [5, 8, 12, 20] {
            let outline = fine.between(PREMIUM, 60.0, best, f64::from(level));
            let next = outline.iter().cycle().skip(1);
            let doubled: f64 = outline.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
            let area = doubled.abs() / 2.0 * fine.nodes_per_px() * -fine.money_per_px();
            // Whole nodes against a smooth curve.
            assert!((area - curve.loss(level)).abs() < 2.0, "{level}: {area} and {}", curve.loss(level));
        }
    }

    #[test]
    fn an_area_ends_where_it_is_told_to() {
        let curve = scale().level_curve(&(0..=40).map(f64::from).collect::<Vec<_>>());
        assert_eq!((curve.len(), curve[40]), (41, (400.0, 120.0)));
        assert_eq!(area(&curve, 0.0, 10.0, 30.0), "M10.0 198.0L20.0 196.0L30.0 194.0L30.0 0.0L10.0 0.0Z");
    }

    #[test]
    fn a_curve_that_is_cut_off_is_the_same_above() {
        let curve = [(0.0, 50.0), (10.0, 10.0), (20.0, 40.0), (30.0, 60.0), (40.0, 20.0), (50.0, 60.0)];
        let cut = cut_off_below(&curve, 30.0);
        let expected = [
            (0.0, 30.0),
            (5.0, 30.0),
            (10.0, 10.0),
            (16.666666666666668, 30.0),
            (37.5, 30.0),
            (40.0, 20.0),
            (42.5, 30.0),
            (50.0, 30.0),
        ];
        assert_eq!(cut, expected);
        assert_eq!(line_above(&cut, 30.0), "M0.0 30.0M5.0 30.0L10.0 10.0L16.7 30.0M37.5 30.0L40.0 20.0L42.5 30.0M50.0 30.0");
        assert_eq!(cut_off_below(&curve, 60.0), curve);
        assert_eq!(cut_off_below(&curve, 5.0), [(0.0, 5.0), (50.0, 5.0)]);
        assert_eq!(cut_off_below(&[], 5.0), []);
        assert_eq!(cut_off_below(&curve[..1], 5.0), [(0.0, 5.0)]);
    }

    #[test]
    fn numbers_that_are_not_finite_give_a_usable_plot() {
        let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0, 1e300];
        for a in bad {
            for b in bad {
                for c in bad {
                    let scale = CurveScale::new(a, b, 0, c, a);
                    assert!(scale.x_of(b).is_finite() && scale.y_of(c).is_finite() && scale.money_per_px().is_finite());
                    let class = VirtualClass { price: a, demand: Demand::new(b, c) };
                    assert!(scale.demand_curve(class).len() < 100_000);
                    assert!(scale.money_ticks(5).len() <= 101 && scale.node_ticks(0).len() <= 101);
                    assert!(scale.between(class, a, 0.0, 1.0).iter().all(|point| point.0.is_finite() && point.1.is_finite()));
                }
            }
        }
    }
}
