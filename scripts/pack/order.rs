//! In which order functions pack best.

use std::collections::BTreeMap;

/// Bytes of a common piece.
const PIECE: usize = 6;

/// A piece that so many functions have tells nothing.
const COMMON: usize = 60;

/// A walk from function to function: next comes the one that shares most of its pieces with the last, and, where none shares any, the
/// longest that is left. Ties go to the first, so that the same module always gives the same order.
pub fn by_likeness(bodies: &[&[u8]]) -> Vec<u32> {
    let pieces: Vec<Vec<u64>> = bodies.iter().map(|body| pieces(body)).collect();
    let mut having: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for (function, pieces) in (0..).zip(&pieces) {
        for &piece in pieces {
            having.entry(piece).or_default().push(function);
        }
    }
    let mut longest: Vec<u32> = (0..bodies.len() as u32).collect();
    longest.sort_by_key(|&function| std::cmp::Reverse(bodies[function as usize].len()));
    let mut longest = longest.into_iter();
    let (mut order, mut is_placed) = (Vec::with_capacity(bodies.len()), vec![false; bodies.len()]);
    let mut shared = vec![0_u32; bodies.len()];
    let mut next = longest.next();
    while let Some(function) = next {
        is_placed[function as usize] = true;
        order.push(function);
        let own = &pieces[function as usize];
        let mut alike = Vec::new();
        for others in own.iter().map(|piece| &having[piece]).filter(|others| others.len() < COMMON) {
            for &other in others.iter().filter(|&&other| !is_placed[other as usize]) {
                if shared[other as usize] == 0 {
                    alike.push(other);
                }
                shared[other as usize] += 1;
            }
        }
        let share = |other: u32| f64::from(shared[other as usize]) / (own.len() + pieces[other as usize].len()) as f64;
        alike.sort_unstable();
        let best = alike.iter().copied().reduce(|best, other| if share(other) > share(best) { other } else { best });
        alike.iter().for_each(|&other| shared[other as usize] = 0);
        next = best.or_else(|| longest.find(|&function| !is_placed[function as usize]));
    }
    order
}

/// Every piece of a body, once.
fn pieces(body: &[u8]) -> Vec<u64> {
    let number = |piece: &[u8]| piece.iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
    let mut pieces: Vec<u64> = body.windows(PIECE).map(number).collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}

#[cfg(test)]
mod tests {
    use super::by_likeness;

    #[test]
    fn what_is_alike_comes_side_by_side_and_nothing_is_lost() {
        let bodies: [&[u8]; 6] = [b"0123456789abc", b"ABCDEFGHIJK", b"short", b"0123456789xyz", b"", b"ABCDEFGHIJKL"];
        let order = by_likeness(&bodies);
        assert_eq!(order, [0, 3, 5, 1, 2, 4]);
        assert_eq!(by_likeness(&[]), [0; 0]);
    }
}
