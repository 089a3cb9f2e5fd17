//! Cholesky factorisation of a dense symmetric positive definite matrix, and the solves it serves.
//!
//! Rows are contiguous and every inner step is a dot product of two rows, which the compiler turns into SIMD; a 4 x 2
//! block of dot products shares its loads. nalgebra's Cholesky goes column by column and is slower from n = 100.

/// Lower triangular factor L of A = L Lᵀ, row-major with `stride` columns; what lies above the diagonal is undefined.
#[derive(Clone, Debug)]
pub struct Cholesky {
    n: usize,
    stride: usize,
    l: Vec<f64>,
    inverse_diagonal: Vec<f64>,
}

const LANES: usize = 2;

/// Dot products of four rows with two rows over `k` columns, in one pass.
#[inline(always)]
fn dots_4x2(a: [&[f64]; 4], b: [&[f64]; 2], k: usize) -> [[f64; 2]; 4] {
    let whole = k - k % LANES;
    let mut acc = [[[0.0; LANES]; 2]; 4];
    let a_whole: [&[f64]; 4] = [&a[0][..whole], &a[1][..whole], &a[2][..whole], &a[3][..whole]];
    let b_whole: [&[f64]; 2] = [&b[0][..whole], &b[1][..whole]];
    let mut c = 0;
    while c + LANES <= whole {
        for (i, row) in a_whole.iter().enumerate() {
            for (j, other) in b_whole.iter().enumerate() {
                for lane in 0..LANES {
                    acc[i][j][lane] += row[c + lane] * other[c + lane];
                }
            }
        }
        c += LANES;
    }
    let mut sums = [[0.0; 2]; 4];
    for i in 0..4 {
        for j in 0..2 {
            sums[i][j] = acc[i][j][0] + acc[i][j][1];
            for c in whole..k {
                sums[i][j] += a[i][c] * b[j][c];
            }
        }
    }
    sums
}

/// Dot product in eight independent sums.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    let (a, b) = (&a[..n], &b[..n]);
    let mut acc = [0.0; 8];
    let mut chunks_a = a.chunks_exact(8);
    let mut chunks_b = b.chunks_exact(8);
    for (x, y) in (&mut chunks_a).zip(&mut chunks_b) {
        for lane in 0..8 {
            acc[lane] += x[lane] * y[lane];
        }
    }
    let rest: f64 = chunks_a.remainder().iter().zip(chunks_b.remainder()).map(|(x, y)| x * y).sum();
    (acc[0] + acc[4]) + (acc[1] + acc[5]) + ((acc[2] + acc[6]) + (acc[3] + acc[7])) + rest
}

impl Cholesky {
    /// Factorises the lower triangle of the row-major n x n matrix `a`; `None` when it is not positive definite
    /// (a pivot at or under rounding: `None` as well, for the result would be noise).
    pub fn new(mut a: Vec<f64>, n: usize) -> Option<Self> {
        let stride = n;
        let mut inverse_diagonal = vec![0.0; n];
        let tiny = (0..n).fold(0.0_f64, |m, i| m.max(a[i * stride + i].abs())) * f64::EPSILON * n as f64 * 4.0;
        let mut i = 0;
        while i + 4 <= n {
            let (done, rest) = a.split_at_mut(i * stride);
            let (r0, rest) = rest.split_at_mut(stride);
            let (r1, rest) = rest.split_at_mut(stride);
            let (r2, rest) = rest.split_at_mut(stride);
            let r3 = &mut rest[..stride];
            let mut j = 0;
            while j + 2 <= i {
                let (l0, l1) = (&done[j * stride..][..stride], &done[(j + 1) * stride..][..stride]);
                let sums = dots_4x2([&*r0, &*r1, &*r2, &*r3], [l0, l1], j);
                for (row, sum) in [&mut *r0, &mut *r1, &mut *r2, &mut *r3].into_iter().zip(sums) {
                    row[j] = (row[j] - sum[0]) * inverse_diagonal[j];
                    row[j + 1] = (row[j + 1] - sum[1] - row[j] * l1[j]) * inverse_diagonal[j + 1];
                }
                j += 2;
            }
            for row in i..i + 4 {
                finish_row(&mut a, stride, row, i, tiny, &mut inverse_diagonal)?;
            }
            i += 4;
        }
        for row in i..n {
            finish_row(&mut a, stride, row, 0, tiny, &mut inverse_diagonal)?;
        }
        Some(Cholesky { n, stride, l: a, inverse_diagonal })
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.l[i * self.stride..][..self.stride]
    }

    /// Solves A x = b for one right-hand side, in place.
    pub fn solve_in_place(&self, b: &mut [f64]) {
        for i in 0..self.n {
            b[i] = (b[i] - dot(&self.row(i)[..i], &b[..i])) * self.inverse_diagonal[i];
        }
        for i in (0..self.n).rev() {
            b[i] *= self.inverse_diagonal[i];
            let x = b[i];
            for (value, l) in b[..i].iter_mut().zip(self.row(i)) {
                *value -= l * x;
            }
        }
    }

    /// The lower triangular inverse T = L⁻¹, transposed: row j of the result holds column j of T, from j on (zeros before).
    pub fn inverse_factor_transposed(&self) -> Vec<f64> {
        let (n, stride) = (self.n, self.stride);
        let mut t = vec![0.0; n * stride];
        // Column j of T solves L t = e_j: t_i = -(Σ_{j<=k<i} L_ik t_k) / L_ii.
        let mut j = 0;
        while j + 4 <= n {
            let (c0, rest) = t[j * stride..].split_at_mut(stride);
            let (c1, rest) = rest.split_at_mut(stride);
            let (c2, rest) = rest.split_at_mut(stride);
            let c3 = &mut rest[..stride];
            for (offset, column) in [&mut *c0, &mut *c1, &mut *c2, &mut *c3].into_iter().enumerate() {
                let first = j + offset;
                column[first] = self.inverse_diagonal[first];
                for i in first + 1..j + 4 {
                    column[i] = -dot(&self.row(i)[first..i], &column[first..i]) * self.inverse_diagonal[i];
                }
            }
            let mut i = j + 4;
            while i + 2 <= n {
                let (l0, l1) = (&self.row(i)[j..], &self.row(i + 1)[j..]);
                let sums = dots_4x2([&c0[j..], &c1[j..], &c2[j..], &c3[j..]], [l0, l1], i - j);
                for (column, sum) in [&mut *c0, &mut *c1, &mut *c2, &mut *c3].into_iter().zip(sums) {
                    column[i] = -sum[0] * self.inverse_diagonal[i];
                    column[i + 1] = -(sum[1] + l1[i - j] * column[i]) * self.inverse_diagonal[i + 1];
                }
                i += 2;
            }
            if i < n {
                for column in [&mut *c0, &mut *c1, &mut *c2, &mut *c3] {
                    column[i] = -dot(&self.row(i)[j..i], &column[j..i]) * self.inverse_diagonal[i];
                }
            }
            j += 4;
        }
        for first in j..n {
            let column = &mut t[first * stride..][..stride];
            column[first] = self.inverse_diagonal[first];
            for i in first + 1..n {
                column[i] = -dot(&self.row(i)[first..i], &column[first..i]) * self.inverse_diagonal[i];
            }
        }
        t
    }
}

/// Columns `from..=row` of one row of L, by plain dot products.
fn finish_row(
    a: &mut [f64],
    stride: usize,
    row: usize,
    from: usize,
    tiny: f64,
    inverse_diagonal: &mut [f64],
) -> Option<()> {
    let (done, rest) = a.split_at_mut(row * stride);
    let current = &mut rest[..stride];
    for j in from..row {
        let value = current[j] - dot(&current[..j], &done[j * stride..][..j]);
        current[j] = value * inverse_diagonal[j];
    }
    let pivot = current[row] - dot(&current[..row], &current[..row]);
    if pivot.is_nan() || pivot <= tiny {
        return None;
    }
    current[row] = pivot.sqrt();
    inverse_diagonal[row] = 1.0 / current[row];
    Some(())
}
