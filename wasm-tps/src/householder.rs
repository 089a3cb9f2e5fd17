//! QR factorisation by Householder reflections, of tall matrices with a few columns.

use crate::cholesky::{add_scaled, dot};
use crate::tables::numbers;

/// A = Q R: the reflections whose product is Q, and the upper triangular R.
#[derive(Clone, Debug)]
pub struct Reflections {
    /// Householder vectors v with vᵀ v = 2, one a column.
    vectors: Vec<Vec<f64>>,
    /// R by columns: `r[k][j]` is row j of column k.
    r: Vec<Vec<f64>>,
}

/// x - v (vᵀ x): the reflection by a vector with vᵀ v = 2.
#[inline(never)]
fn reflect(v: &[f64], x: &mut [f64]) {
    add_scaled(x, v, -dot(v, x));
}

impl Reflections {
    /// Factorises the matrix of these columns, all of one length, which must be their number at least.
    pub fn new(mut columns: Vec<Vec<f64>>) -> Self {
        let mut vectors = Vec::with_capacity(columns.len());
        for j in 0..columns.len() {
            let mut v = columns[j].clone();
            v[..j].fill(0.0);
            v[j] += dot(&v, &v).sqrt().copysign(v[j]);
            let length = dot(&v, &v);
            // A column of zeros needs no reflection; its pivot in R is zero, which tells the caller.
            let scale = if length > 0.0 { (2.0 / length).sqrt() } else { 0.0 };
            v.iter_mut().for_each(|value| *value *= scale);
            for column in &mut columns[j..] {
                reflect(&v, column);
            }
            vectors.push(v);
        }
        Reflections { vectors, r: columns }
    }

    /// The Householder vectors.
    pub fn vectors(&self) -> &[Vec<f64>] {
        &self.vectors
    }

    /// Entry of R.
    pub fn r(&self, row: usize, column: usize) -> f64 {
        self.r[column][row]
    }

    /// Smallest over largest pivot of R: zero when the columns are dependent; NaN when they are not finite.
    pub fn pivot_ratio(&self) -> f64 {
        let pivots = numbers(self.r.len(), &|j| self.r(j, j).abs());
        let smallest = pivots.iter().fold(f64::INFINITY, |m, p| if *p < m || p.is_nan() { *p } else { m });
        smallest / pivots.iter().fold(0.0, |m: f64, p| m.max(*p))
    }

    /// Qᵀ x, in place.
    pub fn transpose_apply(&self, x: &mut [f64]) {
        for v in &self.vectors {
            reflect(v, x);
        }
    }

    /// Q x, in place.
    pub fn apply(&self, x: &mut [f64]) {
        for v in self.vectors.iter().rev() {
            reflect(v, x);
        }
    }

    /// Solves Rᵀ y = x for the leading square of R, in place in the first entries of `x`.
    pub fn transpose_back_substitute(&self, x: &mut [f64]) {
        for j in 0..self.r.len() {
            for k in 0..j {
                x[j] -= self.r(k, j) * x[k];
            }
            x[j] /= self.r(j, j);
        }
    }

    /// Solves R c = x for the leading square of R, in place in the first entries of `x`.
    pub fn back_substitute(&self, x: &mut [f64]) {
        for j in (0..self.r.len()).rev() {
            for k in j + 1..self.r.len() {
                x[j] -= self.r(j, k) * x[k];
            }
            x[j] /= self.r(j, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_least_squares_problem_known_by_hand() {
        // A line through (0, 1), (1, 3), (2, 5): 1 + 2 x.
        let reflections = Reflections::new(vec![vec![1.0; 3], vec![0.0, 1.0, 2.0]]);
        let mut values = [1.0, 3.0, 5.0];
        reflections.transpose_apply(&mut values);
        reflections.back_substitute(&mut values);
        assert!((values[0] - 1.0).abs() < 1e-14 && (values[1] - 2.0).abs() < 1e-14);
    }

    #[test]
    fn applying_q_undoes_applying_its_transpose() {
        let reflections = Reflections::new(vec![vec![1.0, 2.0, 3.0, 4.0], vec![1.0, -1.0, 0.5, 0.0]]);
        let mut x = [3.0, 1.0, -2.0, 7.0];
        reflections.transpose_apply(&mut x);
        reflections.apply(&mut x);
        for (value, expected) in x.iter().zip([3.0, 1.0, -2.0, 7.0]) {
            assert!((value - expected).abs() < 1e-14);
        }
    }
}
