//! Cholesky factorisation of a dense symmetric positive definite matrix, and the solves it serves.
//!
//! Four rows lie interleaved in a panel, two columns of each at a time, so that the inner loop (dot products of four rows
//! with two) reads two streams and nothing else. nalgebra's Cholesky goes column by column and is slower from n = 100.

use std::ops::Range;

use crate::simd::F64s;

/// Rows of a panel.
const ROWS: usize = 4;
/// Columns (and rows) of a tile: three tiles lie in the second-level cache together.
const TILE: usize = 64;
/// Chunks of a panel's part of a tile.
const TILE_CHUNKS: usize = TILE / 2;

/// Two columns of the four rows of a panel: `[r0c0, r0c1, r1c0, r1c1, ...]`.
type Chunk = [f64; 8];

/// Lower triangular factor L of A = L Lᵀ. The size is padded to a multiple of four with rows of the unit matrix.
#[derive(Clone, Debug)]
pub struct Cholesky {
    /// Size of A.
    n: usize,
    padded: usize,
    /// Panel after panel, each `padded / 2` chunks long; what lies above the diagonal is undefined.
    chunks: Vec<Chunk>,
    inverse_diagonal: Vec<f64>,
}

/// Dot product in eight independent sums.
#[inline(never)]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let ((a, rest_a), (b, rest_b)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sum = F64s::splat(0.0);
    for (a, b) in a.iter().zip(b) {
        sum = sum + F64s::from_array(*a) * F64s::from_array(*b);
    }
    let [even, odd] = sum.even_and_odd_sum();
    let mut total = even + odd;
    for (a, b) in rest_a.iter().zip(rest_b) {
        total += a * b;
    }
    total
}

/// a += factor * b.
#[inline(never)]
pub fn add_scaled(a: &mut [f64], b: &[f64], factor: f64) {
    let ((a, rest_a), (b, rest_b)) = (a.as_chunks_mut::<8>(), b.as_chunks::<8>());
    let factors = F64s::splat(factor);
    for (a, b) in a.iter_mut().zip(b) {
        (F64s::from_array(*a) + factors * F64s::from_array(*b)).store(a);
    }
    for (a, b) in rest_a.iter_mut().zip(rest_b) {
        *a += factor * b;
    }
}

/// Dot products of the four rows of one panel with two rows of another (the first two, or the last two), over the
/// columns of the chunks given: for each of the four, both.
#[inline(never)]
fn dots(four: &[Chunk], two: &[Chunk], last_two: bool) -> [[f64; 4]; 2] {
    let at = if last_two { 4 } else { 0 };
    let (mut sum0, mut sum1) = (F64s::splat(0.0), F64s::splat(0.0));
    for (four, two) in four.iter().zip(two) {
        let rows = F64s::from_array(*four);
        let pairs = two.as_chunks::<2>().0;
        sum0 = sum0 + rows * F64s::repeat(&pairs[at / 2]);
        sum1 = sum1 + rows * F64s::repeat(&pairs[at / 2 + 1]);
    }
    [sum0.pair_sums(), sum1.pair_sums()]
}

impl Cholesky {
    /// Factorises the n x n matrix whose rows, up to the diagonal, `fill(row, entries)` writes; `None` when it is not positive
    /// definite (a pivot at or under rounding: `None` as well, for the result would be noise).
    pub fn new(n: usize, mut fill: impl FnMut(usize, &mut [f64])) -> Option<Self> {
        let padded = n.next_multiple_of(ROWS);
        let mut factor =
            Cholesky { n, padded, chunks: vec![[0.0; 8]; padded * padded / 8], inverse_diagonal: vec![1.0; padded] };
        let stride = factor.stride();
        let mut largest = 0.0_f64;
        let mut entries = vec![0.0; padded + 1];
        for row in 0..padded {
            entries[row] = 1.0;
            if row < n {
                fill(row, &mut entries[..=row]);
            }
            largest = largest.max(entries[row]);
            entries[row + 1] = 0.0;
            let panel = &mut factor.chunks[row / ROWS * stride..][..=row / 2];
            let at = row % ROWS * 2;
            for (chunk, pair) in panel.iter_mut().zip(entries.as_chunks::<2>().0) {
                chunk[at] = pair[0];
                chunk[at + 1] = pair[1];
            }
            entries[..=row].fill(0.0);
        }
        let tiny = largest * f64::EPSILON * n as f64 * 4.0;
        for first in (0..padded).step_by(TILE) {
            factor.factorise_tiles(first / ROWS..padded.min(first + TILE) / ROWS, tiny)?;
        }
        Some(factor)
    }

    /// Number of chunks of a panel.
    fn stride(&self) -> usize {
        self.padded / 2
    }

    /// Finishes the panels of one row of tiles, all rows before being finished: tile by tile, each first less what the
    /// tiles to its left make of it. Panel by panel it would read all that is finished from memory for every four rows.
    fn factorise_tiles(&mut self, panels: Range<usize>, tiny: f64) -> Option<()> {
        let columns = panels.end * ROWS / 2;
        for start in (0..columns).step_by(TILE_CHUNKS) {
            let tile = start..columns.min(start + TILE_CHUNKS);
            for left in (0..start).step_by(TILE_CHUNKS) {
                for panel in panels.clone() {
                    self.subtract(panel, tile.clone(), left..left + TILE_CHUNKS);
                }
            }
            for panel in panels.clone() {
                self.factorise_panel(panel, tile.clone(), tiny)?;
            }
        }
        Some(())
    }

    /// Subtracts from the `pairs` of columns of a panel what the columns of the chunks `left` make of them.
    #[inline(never)]
    fn subtract(&mut self, panel: usize, pairs: Range<usize>, left: Range<usize>) {
        let stride = self.stride();
        let (done, own) = self.chunks.split_at_mut(panel * stride);
        for pair in pairs.start..pairs.end.min((panel + 1) * ROWS / 2) {
            let column = 2 * pair;
            let (rows, last_two) = (&own[left.clone()], column % ROWS != 0);
            let sums = if column >= panel * ROWS {
                dots(rows, rows, last_two)
            } else {
                dots(rows, &done[column / ROWS * stride..][left.clone()], last_two)
            };
            for (row, numbers) in own[pair].as_chunks_mut::<2>().0.iter_mut().enumerate() {
                *numbers = [numbers[0] - sums[0][row], numbers[1] - sums[1][row]];
            }
        }
    }

    /// Finishes the `pairs` of columns of four rows, all columns and rows before being finished or subtracted.
    #[inline(never)]
    fn factorise_panel(&mut self, panel: usize, pairs: Range<usize>, tiny: f64) -> Option<()> {
        let stride = self.stride();
        let first = panel * ROWS;
        let (done, own) = self.chunks.split_at_mut(panel * stride);
        let own = &mut own[..stride];
        for pair in pairs.start..pairs.end.min((first + ROWS) / 2) {
            let column = 2 * pair;
            let inner = column >= first;
            let rows = &own[pairs.start..pair];
            // The rows of the columns' numbers: in a finished panel, or in this one.
            let sums = if inner {
                dots(rows, rows, column % ROWS != 0)
            } else {
                dots(rows, &done[column / ROWS * stride..][pairs.start..pair], column % ROWS != 0)
            };
            let chunk = &mut own[pair];
            let mut below = if inner { 0.0 } else { done[column / ROWS * stride + pair][(column % ROWS + 1) * 2] };
            for row in 0..ROWS {
                let number = first + row;
                let mut left = chunk[2 * row] - sums[0][row];
                let mut right = chunk[2 * row + 1] - sums[1][row];
                if number == column {
                    self.inverse_diagonal[column] = inverse_root(left, tiny)?;
                }
                left *= self.inverse_diagonal[column];
                if number == column + 1 {
                    below = left;
                    self.inverse_diagonal[column + 1] = inverse_root(right - left * left, tiny)?;
                }
                right = (right - left * below) * self.inverse_diagonal[column + 1];
                (chunk[2 * row], chunk[2 * row + 1]) = (left, right);
            }
        }
        Some(())
    }

    /// Solves A x = b for one right-hand side, in place.
    #[inline(never)]
    pub fn solve_in_place(&self, b: &mut [f64]) {
        let stride = self.stride();
        let mut x = vec![0.0; self.padded];
        x[..self.n].copy_from_slice(&b[..self.n]);
        for panel in 0..self.padded / ROWS {
            let first = panel * ROWS;
            let own = &self.chunks[panel * stride..][..stride];
            let mut sum = F64s::splat(0.0);
            for (chunk, pair) in own.iter().zip(x[..first].as_chunks::<2>().0) {
                sum = sum + F64s::from_array(*chunk) * F64s::repeat(pair);
            }
            for (row, sum) in sum.pair_sums().into_iter().enumerate() {
                let mut value = x[first + row] - sum;
                for column in 0..row {
                    value -= own[(first + column) / 2][2 * row + column % 2] * x[first + column];
                }
                x[first + row] = value * self.inverse_diagonal[first + row];
            }
        }
        for panel in (0..self.padded / ROWS).rev() {
            let first = panel * ROWS;
            let own = &self.chunks[panel * stride..][..stride];
            for row in (0..ROWS).rev() {
                let mut value = x[first + row];
                for below in row + 1..ROWS {
                    value -= own[(first + row) / 2][2 * below + row % 2] * x[first + below];
                }
                x[first + row] = value * self.inverse_diagonal[first + row];
            }
            let four = F64s::doubled([x[first], x[first + 1], x[first + 2], x[first + 3]]);
            for (chunk, pair) in own.iter().zip(x[..first].as_chunks_mut::<2>().0) {
                let [even, odd] = (F64s::from_array(*chunk) * four).even_and_odd_sum();
                *pair = [pair[0] - even, pair[1] - odd];
            }
        }
        b[..self.n].copy_from_slice(&x[..self.n]);
    }

    /// The lower triangular inverse T = L⁻¹: n rows, each padded to a multiple of eight, zero above the diagonal.
    pub fn inverse_factor(&self) -> Vec<Vec<f64>> {
        let width = self.n.next_multiple_of(8);
        let mut rows = vec![vec![0.0; width]; self.n];
        // Eight columns at a time, by forward substitution of the unit matrix.
        let mut columns: Vec<[f64; 8]> = vec![[0.0; 8]; self.padded];
        for first in (0..self.n).step_by(8) {
            for row in first..self.n {
                let own = &self.chunks[row / ROWS * self.stride()..][first / 2..row.div_ceil(2)];
                let at = row % ROWS * 2;
                let mut unit = [0.0; 8];
                if row < first + 8 {
                    unit[row - first] = 1.0;
                }
                let mut sum = F64s::from_array(unit);
                // A row of odd number ends inside a chunk: what the columns hold there is still zero.
                for (chunk, pair) in own.iter().zip(columns[first..].as_chunks::<2>().0) {
                    sum = sum - F64s::splat(chunk[at]) * F64s::from_array(pair[0]);
                    sum = sum - F64s::splat(chunk[at + 1]) * F64s::from_array(pair[1]);
                }
                columns[row] = (sum * F64s::splat(self.inverse_diagonal[row])).to_array();
                rows[row][first..first + 8].copy_from_slice(&columns[row]);
            }
            columns.fill([0.0; 8]);
        }
        rows
    }
}

/// 1 / √pivot; `None` for a pivot that is noise.
fn inverse_root(pivot: f64, tiny: f64) -> Option<f64> {
    (pivot > tiny).then(|| 1.0 / pivot.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M Mᵀ + n of a fixed pseudo-random M.
    fn matrix(n: usize) -> Vec<Vec<f64>> {
        let m = |i: usize, j: usize| ((i * 7919 + j * 104_729 + 13) % 1009) as f64 / 1009.0 - 0.5;
        let entry = |i: usize, j: usize| {
            let unit = if i == j { n as f64 } else { 0.0 };
            (0..n).map(|k| m(i, k) * m(j, k)).sum::<f64>() + unit
        };
        (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
    }

    #[test]
    fn solves_what_was_multiplied_at_every_size() {
        for n in (1..40).chain([63, 64, 65, 130, 197]) {
            let a = matrix(n);
            let factor = Cholesky::new(n, |i, row| row.copy_from_slice(&a[i][..=i])).unwrap();
            let x: Vec<f64> = (0..n).map(|i| i as f64 - 3.0).collect();
            let mut b: Vec<f64> = a.iter().map(|row| dot(row, &x)).collect();
            factor.solve_in_place(&mut b);
            assert!(b.iter().zip(&x).all(|(found, x)| (found - x).abs() < 1e-12 * n as f64), "n = {n}");
        }
    }

    #[test]
    fn the_inverse_factor_gives_the_inverse() {
        for n in [1, 2, 3, 7, 8, 9, 21] {
            let a = matrix(n);
            let t = Cholesky::new(n, |i, row| row.copy_from_slice(&a[i][..=i])).unwrap().inverse_factor();
            for (i, row) in a.iter().enumerate() {
                for j in 0..n {
                    // (A Tᵀ T)_ij is the unit matrix.
                    let product: f64 = (0..n).map(|k| row[k] * (0..n).map(|l| t[l][k] * t[l][j]).sum::<f64>()).sum();
                    assert!((product - f64::from(u8::from(i == j))).abs() < 1e-12, "n = {n}");
                }
            }
        }
    }

    #[test]
    fn refuses_what_is_not_positive_definite() {
        for value in [2.0, 1.0, f64::NAN] {
            let fill = |i: usize, row: &mut [f64]| {
                row.fill(value);
                row[i] = 1.0;
            };
            assert!(Cholesky::new(3, fill).is_none());
        }
    }
}
