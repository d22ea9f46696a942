//! Reading numbers: the engine's reader and the standard library's give the same bits.

use bookahead::engine::decimal::parse;
use proptest::prelude::*;

#[track_caller]
fn check(text: &str) {
    let theirs = text.parse::<f64>().ok().map(f64::to_bits);
    assert_eq!(parse(text).map(f64::to_bits), theirs, "{text}");
}

proptest! {
    #[test]
    fn every_float_is_read_back(bits: u64) {
        let value = f64::from_bits(bits);
        prop_assume!(value.is_finite());
        check(&format!("{value:e}"));
        check(&format!("{value}"));
        check(&format!("{value:.20e}"));
    }

    #[test]
    fn any_number_as_the_library_reads_it(text in "[+-]?[0-9]{0,40}\\.?[0-9]{0,40}([eE][+-]?[0-9]{0,3})?") {
        check(&text);
    }

    #[test]
    fn halves_of_floats(bits: u64, more in 0..3_u32) {
        let value = f64::from_bits(bits & !(1 << 63));
        prop_assume!((1.0..1e300).contains(&value));
        // 17 digits and a few more, near the middle between neighbours.
        let text = format!("{:.25e}", value);
        check(&text.replacen('e', &format!("{more}e"), 1));
    }
}
