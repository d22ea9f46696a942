//! The one sort against the standard library's.

use bookahead::engine::order::{order, order_by_real, pick};
use proptest::prelude::*;

proptest! {
    #[test]
    fn it_is_a_stable_sort(pairs in prop::collection::vec((0..4_u32, 0..4_u32), 0..40)) {
        let mut sorted: Vec<(u32, u32, usize)> = pairs.iter().enumerate().map(|(i, &(a, b))| (a, b, i)).collect();
        sorted.sort();
        let expected: Vec<u32> = sorted.iter().map(|&(_, _, i)| i as u32).collect();
        prop_assert_eq!(order(pairs.into_iter()), expected);
    }

    #[test]
    fn real_numbers_too(keys in prop::collection::vec(any::<f64>(), 0..40)) {
        let mut sorted = keys.clone();
        sorted.sort_by(f64::total_cmp);
        let ours = pick(&keys, &order_by_real(keys.iter().copied()));
        prop_assert!(ours.iter().zip(&sorted).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
}
