//! Sorting by whole numbers. One sort for all that is sorted: every type that is sorted on its own is kilobytes more in the page.

/// The positions of pairs in ascending order of the pairs; equal pairs stay as they come.
pub fn order(pairs: impl Iterator<Item = (u32, u32)>) -> Vec<u32> {
    sorted(pairs.zip(0..).map(|((a, b), i): (_, u32)| u128::from(a) << 64 | u128::from(b) << 32 | u128::from(i)).collect())
}

/// [`order`] by one real number, as [`f64::total_cmp`] has it.
pub fn order_by_real(keys: impl Iterator<Item = f64>) -> Vec<u32> {
    order(keys.map(|key| {
        let bits = key.to_bits();
        let bits = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
        ((bits >> 32) as u32, bits as u32)
    }))
}

/// Sorts rows of numbers by the first, then the second and so on.
pub fn sort_rows(rows: &mut [[u32; 4]]) {
    let keys = rows.iter().map(|row| row.iter().fold(0, |key, &part| key << 32 | u128::from(part))).collect();
    for (row, key) in rows.iter_mut().zip(ascending(keys)) {
        *row = [96, 64, 32, 0].map(|shift| (key >> shift) as u32);
    }
}

#[inline(never)]
fn ascending(mut keys: Vec<u128>) -> Vec<u128> {
    keys.sort_unstable();
    keys
}

fn sorted(keys: Vec<u128>) -> Vec<u32> {
    ascending(keys).into_iter().map(|key| key as u32).collect()
}

/// The items at those positions.
pub fn pick<T: Clone>(items: &[T], order: &[u32]) -> Vec<T> {
    order.iter().map(|&i| items[i as usize].clone()).collect()
}
