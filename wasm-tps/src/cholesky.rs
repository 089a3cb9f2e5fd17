//! Cholesky factorisation of a dense symmetric positive definite matrix, and the solves it serves.
//!
//! Rows are contiguous and every inner step is a dot product of two rows, in SIMD; a 4 x 2
//! block of dot products shares its loads. nalgebra's Cholesky goes column by column and is slower from n = 100.

use crate::simd::F64s;

/// Lower triangular factor L of A = L Lᵀ, row-major with `stride` columns; what lies above the diagonal is undefined.
#[derive(Clone, Debug)]
pub struct Cholesky {
    n: usize,
    stride: usize,
    l: Vec<f64>,
    inverse_diagonal: Vec<f64>,
}

/// Dot products of four rows with two rows over the first `k` columns, in one pass.
#[inline(never)]
fn dots_4x2(a: [&[f64]; 4], b: [&[f64]; 2], k: usize) -> [[f64; 2]; 4] {
    let [a0, a1, a2, a3] = a.map(|row| row[..k].as_chunks::<2>().0);
    let [b0, b1] = b.map(|row| row[..k].as_chunks::<2>().0);
    let (mut sum0, mut sum1) = (F64s::splat(0.0), F64s::splat(0.0));
    for ((((a0, a1), (a2, a3)), b0), b1) in a0.iter().zip(a1).zip(a2.iter().zip(a3)).zip(b0).zip(b1) {
        let rows = F64s::from_pairs(a0, a1, a2, a3);
        sum0 = sum0 + rows * F64s::repeat(b0);
        sum1 = sum1 + rows * F64s::repeat(b1);
    }
    let (sum0, sum1) = (sum0.to_array(), sum1.to_array());
    let mut sums = [[0.0; 2]; 4];
    for i in 0..4 {
        sums[i] = [sum0[2 * i] + sum0[2 * i + 1], sum1[2 * i] + sum1[2 * i + 1]];
        if k % 2 == 1 {
            sums[i][0] += a[i][k - 1] * b[0][k - 1];
            sums[i][1] += a[i][k - 1] * b[1][k - 1];
        }
    }
    sums
}

/// Dot product in eight independent sums.
#[inline(never)]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let ((a, rest_a), (b, rest_b)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sum = F64s::splat(0.0);
    for (a, b) in a.iter().zip(b) {
        sum = sum + F64s::from_array(*a) * F64s::from_array(*b);
    }
    let mut total = 0.0;
    for (a, b) in rest_a.iter().zip(rest_b) {
        total += a * b;
    }
    sum.to_array().iter().fold(total, |total, lane| total + lane)
}

/// a += factor * b: the other half of a triangular solve and of a reflection.
#[inline(never)]
pub fn add_scaled(a: &mut [f64], b: &[f64], factor: f64) {
    let ((a, rest_a), (b, rest_b)) = (a.as_chunks_mut::<8>(), b.as_chunks::<8>());
    let factors = F64s::splat(factor);
    for (a, b) in a.iter_mut().zip(b) {
        *a = (F64s::from_array(*a) + factors * F64s::from_array(*b)).to_array();
    }
    for (a, b) in rest_a.iter_mut().zip(rest_b) {
        *a += factor * b;
    }
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
            add_scaled(&mut b[..i], &self.row(i)[..i], -x);
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
