//! Orders and medians of small sets. One sort for all of them: each use of the standard library's costs 5 kB of WASM.

use crate::tables::indices;

/// Positions of `values` from the largest to the smallest (heapsort); NaN comes last, equal values in no given order.
pub fn descending(values: &[f64]) -> Vec<usize> {
    let key = |i: usize| if values[i].is_nan() { f64::NEG_INFINITY } else { values[i] };
    let mut order: Vec<usize> = indices(values.len(), &|_| true);
    let n = order.len();
    // A heap with the smallest at the root; taking roots off to the end leaves the largest in front.
    for root in (0..n / 2).rev() {
        sift_down(&mut order, root, n, &key);
    }
    for end in (1..n).rev() {
        order.swap(0, end);
        sift_down(&mut order, 0, end, &key);
    }
    order
}

fn sift_down(heap: &mut [usize], mut root: usize, end: usize, key: &dyn Fn(usize) -> f64) {
    loop {
        let mut child = 2 * root + 1;
        if child >= end {
            return;
        }
        if child + 1 < end && key(heap[child + 1]) < key(heap[child]) {
            child += 1;
        }
        if key(heap[root]) <= key(heap[child]) {
            return;
        }
        heap.swap(root, child);
        root = child;
    }
}

/// The upper median of the finite values; NaN without any.
pub fn median(values: &[f64]) -> f64 {
    let mut finite = values.to_vec();
    finite.retain(|v| v.is_finite());
    let order = descending(&finite);
    // Descending: the upper median of 4 is the second.
    order.get(finite.len().saturating_sub(1) / 2).map_or(f64::NAN, |&i| finite[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_from_large_to_small_with_nan_last() {
        assert_eq!(descending(&[1.0, f64::NAN, 3.0, -2.0, 2.0]), [2, 4, 0, 3, 1]);
        assert!(descending(&[]).is_empty());
    }

    #[test]
    fn the_median_ignores_what_is_not_finite() {
        assert_eq!(median(&[5.0, f64::NAN, 1.0, 3.0]), 3.0);
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 3.0);
        assert!(median(&[]).is_nan());
    }
}
