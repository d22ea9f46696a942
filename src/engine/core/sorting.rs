//! One sort for all lists that are sorted now and then.
//!
//! The sorts of the standard library are compiled anew for every type of element and every closure, 5 to 10 KB each time. Here all of them share the same
//! code: what is sorted are the places in the list, by a comparison behind a pointer. That takes two to five times as long, 16 ms for 100 000 elements. So the
//! planners, and what else runs for every request or every frame, sort with the standard library. A long list of numbers is best sorted as numbers, or as
//! pairs of a key and a number: all of one type share a copy.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts a list as [`slice::sort_by`] does: equal elements keep their order.
pub fn sort_shared<T>(list: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    let places = sorted_places(list.len(), &mut |one, other| order(&list[one as usize], &list[other as usize]));
    put_in_order(places, &mut |one, other| list.swap(one as usize, other as usize));
}

/// Sorts a list as [`slice::sort_by_key`] does: equal elements keep their order.
pub fn sort_shared_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_shared(list, |one, other| key(one).cmp(&key(other)));
}

/// A map of rows as `collect` makes it, the last of equal keys being kept. `collect` sorts the rows first, by one more copy of the standard sort.
pub fn map_of<K: Ord, V>(rows: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(rows);
    map
}

/// A set as `collect` makes it, for the same reason.
pub fn set_of<T: Ord>(rows: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(rows);
    set
}

/// The places 0 to `len` − 1 in the order of what stands at them.
#[inline(never)]
fn sorted_places(len: usize, order: &mut dyn FnMut(u32, u32) -> Ordering) -> Vec<u32> {
    let len = u32::try_from(len).expect("no list has 2³² elements");
    let mut places: Vec<u32> = (0..len).collect();
    places.sort_by(|&one, &other| order(one, other));
    places
}

/// Puts a list in order, given from which place each element comes: along each cycle of the permutation, so that no element is copied.
#[inline(never)]
fn put_in_order(mut from: Vec<u32>, swap: &mut dyn FnMut(u32, u32)) {
    for first in 0..from.len() as u32 {
        let mut at = first;
        loop {
            // A place that is done comes from itself.
            let next = std::mem::replace(&mut from[at as usize], at);
            if next == first {
                break;
            }
            swap(at, next);
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha12Rng;
    use std::cmp::Reverse;

    #[test]
    fn the_order_is_that_of_the_standard_library() {
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        for round in 0..2_000 {
            let (len, most) = (rng.random_range(0..=round / 4), rng.random_range(1..=100_u32));
            // Equal keys are told apart by where they stood. The elements are strings too, as they must not be copied.
            let mut list: Vec<(u32, String)> = (0..len).map(|place| (rng.random_range(0..most), place.to_string())).collect();
            let mut known = list.clone();
            sort_shared(&mut list, |one, other| other.0.cmp(&one.0));
            known.sort_by_key(|row| Reverse(row.0));
            assert_eq!(list, known, "round {round}");
            sort_shared_by_key(&mut list, |row| row.0 % 7);
            known.sort_by_key(|row| row.0 % 7);
            assert_eq!(list, known, "round {round}, by key");
            assert_eq!(set_of(list.iter()), list.iter().collect());
            assert_eq!(map_of(list), known.into_iter().collect(), "round {round}, the last of equal keys");
        }
    }
}
