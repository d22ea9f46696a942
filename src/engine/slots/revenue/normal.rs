//! The normal distribution: Φ, its upper tail, its inverse. Uses only `libm` and arithmetic, so that every platform computes the same bits.

/// Density of the standard normal distribution at `z`.
pub fn density(z: f64) -> f64 {
    const INV_SQRT_2_PI: f64 = 0.398_942_280_401_432_7;
    INV_SQRT_2_PI * libm::exp(-0.5 * z * z)
}

/// Φ(z): the probability that a standard normal number is at most `z`.
pub fn cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// 1 − Φ(z), exact to the last digits also far out, where 1 − [`cdf`] would be zero.
pub fn tail(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// Φ⁻¹(p): the number that a standard normal one does not exceed with probability `p`. −∞ at 0, ∞ at 1, NaN outside [0, 1].
///
/// Rational approximations of Wichura (1988), algorithm AS 241 (PPND16), good to about sixteen digits.
pub fn quantile(p: f64) -> f64 {
    if p.is_nan() || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * ratio(&CENTRE, r);
    }
    let smaller = if q < 0.0 { p } else { 1.0 - p };
    if smaller == 0.0 {
        return if q < 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    let r = libm::sqrt(-libm::log(smaller));
    let z = if r <= 5.0 { ratio(&SIDES, r - 1.6) } else { ratio(&FAR, r - 5.0) };
    if q < 0.0 { -z } else { z }
}

/// Numerator and denominator, lowest power first.
type Rational = [[f64; 8]; 2];

fn ratio(rational: &Rational, x: f64) -> f64 {
    let [above, below] = rational.map(|coefficients| coefficients.iter().rev().fold(0.0, |sum, &c| sum * x + c));
    above / below
}

/// For |p − ½| ≤ 0.425.
const CENTRE: Rational = [
    [
        3.387_132_872_796_366_5,
        133.141_667_891_784_38,
        1_971.590_950_306_551_3,
        13_731.693_765_509_46,
        45_921.953_931_549_87,
        67_265.770_927_008_7,
        33_430.575_583_588_13,
        2_509.080_928_730_122_7,
    ],
    [
        1.0,
        42.313_330_701_600_91,
        687.187_007_492_057_9,
        5_394.196_021_424_751,
        21_213.794_301_586_597,
        39_307.895_800_092_71,
        28_729.085_735_721_943,
        5_226.495_278_852_854,
    ],
];

/// For √(−ln p) ≤ 5.
const SIDES: Rational = [
    [
        1.423_437_110_749_683_5,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        0.241_780_725_177_450_6,
        0.022_723_844_989_269_184,
        7.745_450_142_783_414e-4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        0.689_767_334_985_100_1,
        0.148_103_976_427_480_08,
        0.015_198_666_563_616_457,
        5.475_938_084_995_345e-4,
        1.050_750_071_644_416_9e-9,
    ],
];

/// Farther out.
const FAR: Rational = [
    [
        6.657_904_643_501_103,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        0.296_560_571_828_504_87,
        0.026_532_189_526_576_124,
        0.001_242_660_947_388_078_4,
        2.711_555_568_743_487_6e-5,
        2.010_334_399_292_288e-7,
    ],
    [
        1.0,
        0.599_832_206_555_888,
        0.136_929_880_922_735_8,
        0.014_875_361_290_850_615,
        7.868_691_311_456_133e-4,
        1.846_318_317_510_054_8e-5,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_939_8e-15,
    ],
];
