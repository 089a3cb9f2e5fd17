//! The projective transformation (homography), by the normalised direct linear transformation (Hartley 1997).

use nalgebra::{Matrix3, Vector3};

use crate::control_points::{Normalisation, Point};
use crate::error::Code;
use crate::householder::Reflections;

/// Inverse iterations at most: they converge by the square of the ratio of the two smallest singular values.
const MAX_ITERATIONS: usize = 200;

/// A homography; defined only on the side of its horizon where the control points lie.
#[derive(Clone, Debug)]
pub struct Projective {
    matrix: Matrix3<f64>,
}

impl Projective {
    /// Algebraic least squares over at least four points.
    pub fn fit(sources: &[Point], targets: &[Point]) -> Result<Self, Code> {
        if sources.len() < 4 {
            return Err(Code::InsufficientControlPoints);
        }
        let (source_norm, target_norm) = (Normalisation::of(sources), Normalisation::of(targets));
        let n = sources.len();
        // Nine rows at least, so that R is square.
        let mut columns = vec![vec![0.0; (2 * n).max(9)]; 9];
        for (i, (s, t)) in sources.iter().zip(targets).enumerate() {
            let ([x, y], [u, v]) = (source_norm.apply(*s), target_norm.apply(*t));
            let first = [x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, -u];
            let second = [0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, -v];
            for (j, column) in columns.iter_mut().enumerate() {
                column[2 * i] = first[j];
                column[2 * i + 1] = second[j];
            }
        }
        let smallest = smallest_right_vector(&Reflections::new(columns)).ok_or(Code::MatrixTransformationFailed)?;
        let normalised = Matrix3::from_fn(|i, j| smallest[3 * i + j]);
        let mut matrix = undo_matrix(target_norm) * normalised * apply_matrix(source_norm);
        let sign_sum: f64 = sources.iter().map(|s| (matrix * Vector3::new(s[0], s[1], 1.0))[2].signum()).sum();
        if sign_sum < 0.0 {
            matrix = -matrix;
        }
        // A horizon between the control points tears the map.
        if sign_sum.abs() < n as f64 {
            return Err(Code::MatrixTransformationFailed);
        }
        Ok(Projective { matrix })
    }

    /// Value at a point; NaN on and beyond the horizon.
    #[inline]
    pub fn value(&self, at: Point) -> Point {
        let m = &self.matrix;
        let w = m[(2, 0)] * at[0] + m[(2, 1)] * at[1] + m[(2, 2)];
        if w <= 0.0 {
            return [f64::NAN; 2];
        }
        [0, 1].map(|i| (m[(i, 0)] * at[0] + m[(i, 1)] * at[1] + m[(i, 2)]) / w)
    }

    /// Derivatives `[dvx/dx, dvx/dy, dvy/dx, dvy/dy]`.
    pub fn jacobian(&self, at: Point) -> [f64; 4] {
        let m = &self.matrix;
        let w = m[(2, 0)] * at[0] + m[(2, 1)] * at[1] + m[(2, 2)];
        let v = self.value(at);
        let entry = |i: usize, j: usize| (m[(i, j)] - v[i] * m[(2, j)]) / w;
        [entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)]
    }

    /// The homography with its values multiplied.
    pub fn scaled(mut self, factor: f64) -> Self {
        for j in 0..3 {
            self.matrix[(0, j)] *= factor;
            self.matrix[(1, j)] *= factor;
        }
        self
    }

    /// The exact inverse; its positive side is the image of this one's.
    pub fn inverse(&self) -> Option<Self> {
        // The third component of the inverse of a point in front of the horizon is 1/w times det > 0 or < 0: keep it positive.
        let inverse = self.matrix.try_inverse()?;
        Some(Projective { matrix: inverse })
    }
}

/// Right singular vector of the smallest singular value of a factorised matrix of 9 columns, by inverse iteration.
/// `None` when more than one singular value vanishes: the points do not determine a homography.
fn smallest_right_vector(factored: &Reflections) -> Option<[f64; 9]> {
    let r = |i: usize, j: usize| factored.r(i, j);
    let largest = (0..9).fold(0.0_f64, |m, i| m.max(r(i, i).abs()));
    // An exact fit has one pivot of zero; a tiny one in its place makes the iteration converge at once.
    let tiny = largest * 1e-15;
    let pivot = |i: usize| if r(i, i).abs() < tiny { tiny } else { r(i, i) };
    if (0..9).filter(|&i| r(i, i).abs() <= largest * 1e-11).count() > 1 {
        return None;
    }
    let mut v = [1.0 / 3.0; 9];
    for _ in 0..MAX_ITERATIONS {
        let old = v;
        for i in 0..9 {
            for k in 0..i {
                v[i] -= r(k, i) * v[k];
            }
            v[i] /= pivot(i);
        }
        for i in (0..9).rev() {
            for k in i + 1..9 {
                v[i] -= r(i, k) * v[k];
            }
            v[i] /= pivot(i);
        }
        let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        v = v.map(|x| x / length);
        let change = v.iter().zip(old).map(|(a, b)| (a - b).abs().min((a + b).abs())).fold(0.0, f64::max);
        if change < 1e-15 {
            break;
        }
    }
    v.iter().all(|x| x.is_finite()).then_some(v)
}

fn apply_matrix(norm: Normalisation) -> Matrix3<f64> {
    let (s, c) = (norm.scale, norm.centre);
    Matrix3::new(s, 0.0, -s * c[0], 0.0, s, -s * c[1], 0.0, 0.0, 1.0)
}

fn undo_matrix(norm: Normalisation) -> Matrix3<f64> {
    let (s, c) = (1.0 / norm.scale, norm.centre);
    Matrix3::new(s, 0.0, c[0], 0.0, s, c[1], 0.0, 0.0, 1.0)
}
