//! Means with 95 % intervals by Student's t.

use crate::core::sorting::sort_shared;
use serde::{Deserialize, Serialize};

/// A mean of independent runs and how far it may be off: mean ± half is the 95 % confidence interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Mean over the runs; 0 without any.
    pub mean: f64,
    /// Half the width of the 95 % interval; 0 with fewer than two runs, which tell nothing about it.
    pub half: f64,
    /// Number of runs.
    pub runs: u32,
}

impl Interval {
    /// Mean and interval of these values: mean ± t(0.975, n − 1)·s ÷ √n.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let runs = values.clone().count() as u32;
        if runs == 0 {
            return Self::default();
        }
        let n = f64::from(runs);
        let mean = values.clone().sum::<f64>() / n;
        if runs == 1 {
            return Self { mean, half: 0.0, runs };
        }
        let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
        let half = student_t_975(runs - 1) * libm::sqrt(squares / (n - 1.0) / n);
        Self { mean, half, runs }
    }

    /// Lower end.
    pub fn low(self) -> f64 {
        self.mean - self.half
    }

    /// Upper end.
    pub fn high(self) -> f64 {
        self.mean + self.half
    }
}

/// Ranks of values, 1 for the least; equal values share the mean of their places, so that the ranks of n values always add up to n (n + 1) ÷ 2.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    sort_shared(&mut order, |&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut place = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = place as f64 + (equal.len() + 1) as f64 / 2.0;
        equal.iter().for_each(|&at| ranks[at] = rank);
        place += equal.len();
    }
    ranks
}

/// A paired t-test: whether the mean of paired differences may be zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedTest {
    /// Student's t: mean of the differences ÷ their standard error.
    pub t: f64,
    /// Degrees of freedom: pairs less one.
    pub freedom: u32,
    /// Two-tailed probability of a t at least as far from zero, were the mean zero.
    pub p: f64,
}

impl PairedTest {
    /// The test of these differences; `None` with fewer than two. Without any spread p is 1 if all are zero, else 0.
    pub fn of(differences: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let pairs = differences.clone().count() as u32;
        let freedom = pairs.checked_sub(1).filter(|freedom| *freedom > 0)?;
        let n = f64::from(pairs);
        let mean = differences.clone().sum::<f64>() / n;
        let squares: f64 = differences.map(|difference| (difference - mean) * (difference - mean)).sum();
        let error = libm::sqrt(squares / (n - 1.0) / n);
        let t = match () {
            () if mean == 0.0 => 0.0,
            () if error == 0.0 => f64::INFINITY.copysign(mean),
            () => mean / error,
        };
        Some(Self { t, freedom, p: two_tailed(t, freedom) })
    }
}

/// Probability that Student's t with so many degrees of freedom (at least 1) is at least as far from zero as `t`: the finite series of Abramowitz and
/// Stegun 26.7.3 and 26.7.4, good to about 1e-14.
pub fn two_tailed(t: f64, freedom: u32) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    let v = f64::from(freedom);
    let angle = libm::atan(t.abs() / libm::sqrt(v));
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let square = cosine * cosine;
    let is_odd = freedom % 2 == 1;
    // The terms end with cosine to the power of freedom − 2.
    let (mut term, mut sum) = (if is_odd { cosine } else { 1.0 }, 0.0);
    let mut power = if is_odd { 1 } else { 0 };
    while power + 2 <= freedom {
        sum += term;
        term *= square * f64::from(power + 1) / f64::from(power + 2);
        power += 2;
    }
    let within = if is_odd { (angle + sine * sum) * std::f64::consts::FRAC_2_PI } else { sine * sum };
    (1.0 - within).clamp(0.0, 1.0)
}

/// The 97.5 % quantile of Student's t with `freedom` degrees of freedom: a table to 30, beyond it the expansion around the normal quantile
/// (Abramowitz and Stegun 26.7.5), good to six digits.
pub fn student_t_975(freedom: u32) -> f64 {
    const TABLE: [f64; 30] = [
        12.706_204_736,
        4.302_652_730,
        3.182_446_305,
        2.776_445_105,
        2.570_581_836,
        2.446_911_851,
        2.364_624_252,
        2.306_004_135,
        2.262_157_163,
        2.228_138_852,
        2.200_985_160,
        2.178_812_830,
        2.160_368_656,
        2.144_786_688,
        2.131_449_546,
        2.119_905_299,
        2.109_815_578,
        2.100_922_040,
        2.093_024_054,
        2.085_963_447,
        2.079_613_845,
        2.073_873_068,
        2.068_657_610,
        2.063_898_562,
        2.059_538_553,
        2.055_529_439,
        2.051_830_516,
        2.048_407_142,
        2.045_229_642,
        2.042_272_456,
    ];
    if let Some(i) = freedom.checked_sub(1)
        && let Some(&t) = TABLE.get(i as usize)
    {
        return t;
    }
    if freedom == 0 {
        return f64::INFINITY;
    }
    let (z, v) = (1.959_963_984_540_054_f64, f64::from(freedom));
    let z2 = z * z;
    let first = z * (z2 + 1.0) / 4.0;
    let second = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    let third = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    z + (first + (second + third / v) / v) / v
}
