//! Numbers over time as an SVG path, with at most two points per pixel for any number of slots.

use super::scale::TimeScale;
use crate::gantt::profile::slots_between;

/// The points of a line through the middles of the visible slots, in CSS px. Where a pixel holds several slots, the line goes to the least and to
/// the greatest of them. `y_of` turns a value into a place; slots after the end of `values` have none.
pub fn line(time: &TimeScale, values: &[u64], mut y_of: impl FnMut(u64) -> f64) -> Vec<(f64, f64)> {
    let mut points = Vec::new();
    let visible = time.visible_slots();
    if time.px_per_slot() >= 1.0 {
        let end = (visible.end as usize).min(values.len());
        let from = (visible.start as usize).saturating_sub(1).min(end);
        points.extend((from..end).map(|slot| (time.x_of(slot as f64 + 0.5), y_of(values[slot]))));
        return points;
    }
    for x in 0..time.width() as u32 {
        let x = f64::from(x);
        let Some(slots) = slots_between(time, x, x + 1.0) else { continue };
        let within = (slots.start as usize).min(values.len())..(slots.end as usize).min(values.len());
        let (Some(least), Some(most)) = (values[within.clone()].iter().min(), values[within].iter().max()) else { continue };
        points.push((x + 0.5, y_of(*least)));
        if least != most {
            points.push((x + 0.5, y_of(*most)));
        }
    }
    points
}

/// The points of a line that keeps a value until the next one comes, in CSS px: `(slot, y)` ascending by slot. The last value goes on to the right
/// edge. Steps closer than a pixel are left out.
pub fn steps(time: &TimeScale, values: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (slot, y) in values {
        let x = time.x_of(slot);
        if x > time.width() {
            break;
        }
        let x = x.max(0.0);
        match points.last_mut() {
            Some(last) if x - last.0 < 1.0 => last.1 = y,
            Some(&mut (_, before)) => points.extend([(x, before), (x, y)]),
            None => points.push((x, y)),
        }
    }
    if let Some(&(_, last)) = points.last() {
        points.push((time.width(), last));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_through_the_middles_of_slots() {
        let time = TimeScale::new(1.0, 10.0, 30.0);
        assert_eq!(line(&time, &[5, 6, 7, 8, 9], |value| value as f64), [(-5.0, 5.0), (5.0, 6.0), (15.0, 7.0), (25.0, 8.0)]);
        assert_eq!(line(&time, &[5], |value| value as f64), [(-5.0, 5.0)]);
        assert!(line(&time, &[], |value| value as f64).is_empty());
    }

    #[test]
    fn where_slots_are_small_both_extremes_are_shown() {
        let values: Vec<u64> = (0..1_000).map(|slot| if slot == 555 { 99 } else { slot % 3 }).collect();
        let points = line(&TimeScale::new(0.0, 0.1, 100.0), &values, |value| value as f64);
        assert_eq!(points.len(), 200);
        assert!(points.contains(&(55.5, 99.0)) && points.contains(&(55.5, 0.0)));
    }

    #[test]
    fn steps_hold_until_the_next() {
        let time = TimeScale::new(10.0, 1.0, 50.0);
        let points = steps(&time, [(0.0, 1.0), (20.0, 2.0), (20.5, 3.0), (90.0, 4.0)].into_iter());
        assert_eq!(points, [(0.0, 1.0), (10.0, 1.0), (10.0, 3.0), (50.0, 3.0)]);
        assert!(steps(&time, std::iter::empty()).is_empty());
    }
}
