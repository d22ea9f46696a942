//! What fits as an area: lengths to the right, nodes upwards.

use crate::planes::plane::PlaneScale;
use bookahead_engine::batch::job::Time;
use std::fmt::Write;

/// The area below the steps of what fits: (nodes, seconds), nodes ascending, seconds descending. What is longer than the axis ends at its edge.
pub fn fits_area(steps: &[(u32, Time)], scale: &PlaneScale) -> String {
    let x = |seconds: Time| scale.x_of(seconds as f64).clamp(0.0, scale.width());
    let y = |nodes: u32| scale.y_of(f64::from(nodes)).clamp(0.0, scale.height());
    let Some(&(_, longest)) = steps.first() else { return String::new() };
    let mut path = format!("M0 {:.1}H{:.1}", scale.height(), x(longest));
    for (at, &(nodes, _)) in steps.iter().enumerate() {
        let next = steps.get(at + 1).map_or(0.0, |&(_, seconds)| x(seconds));
        // Writing to memory cannot fail.
        let _ = write!(path, "V{:.1}H{next:.1}", y(nodes));
    }
    path.push('z');
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::batch::job::NEVER;

    #[test]
    fn steps_go_up_and_back() {
        let scale = PlaneScale::new((0.0, 100.0), (0.0, 10.0), 100.0, 10.0);
        assert_eq!(fits_area(&[(2, NEVER), (5, 40), (8, 10)], &scale), "M0 10.0H100.0V8.0H40.0V5.0H10.0V2.0H0.0z");
        assert_eq!(fits_area(&[], &scale), "");
    }
}
