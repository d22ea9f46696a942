//! The drawn starts of a job over time: how many of them lie where.

use crate::planes::plane::PlaneScale;
use bookahead_engine::batch::job::Time;
use std::fmt::Write;

/// Width of a bin, in CSS px.
const BIN_PX: f64 = 6.0;

/// Starts counted in bins of equal width over an axis, the last one included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartBins {
    counts: Vec<u32>,
}

impl StartBins {
    /// The bins of an axis; starts that lie outside are counted in the nearest bin.
    pub fn new(starts: &[Time], scale: &PlaneScale) -> Self {
        let bins = (scale.width() / BIN_PX).floor().max(1.0) as usize;
        let mut counts = vec![0; bins];
        for start in starts {
            let bin = (scale.x_of(*start as f64) / scale.width().max(1.0) * bins as f64).floor();
            counts[bin.clamp(0.0, (bins - 1) as f64) as usize] += 1;
        }
        Self { counts }
    }

    /// The bins as one path of bars; the fullest one is as high as the plot.
    pub fn path(&self, scale: &PlaneScale) -> String {
        let most = f64::from(self.counts.iter().copied().max().unwrap_or(0).max(1));
        let width = scale.width() / self.counts.len() as f64;
        let mut path = String::new();
        for (bin, count) in self.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let height = f64::from(*count) / most * scale.height();
            // Writing to memory cannot fail.
            let _ = write!(
                path,
                "M{:.1} {:.1}h{:.1}v{height:.1}h-{:.1}z",
                bin as f64 * width,
                scale.height() - height,
                width - 1.0,
                width - 1.0
            );
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_is_in_a_bin() {
        let scale = PlaneScale::new((100.0, 200.0), (0.0, 1.0), 60.0, 20.0);
        let bins = StartBins::new(&[100, 109, 110, 200, 5_000, 3], &scale);
        assert_eq!(bins.counts, [3, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert!(bins.path(&scale).starts_with("M0.0 0.0h5.0v20.0"), "{}", bins.path(&scale));
        assert!(StartBins::new(&[], &scale).path(&scale).is_empty());
    }
}
