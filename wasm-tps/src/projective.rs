//! The projective transformation (homography), by the normalised direct linear transformation (Hartley 1997).

use nalgebra::{DMatrix, Matrix3, Vector3};

use crate::control_points::{Normalisation, Point};
use crate::error::Code;

/// A homography; defined only on the side of its horizon where the control points lie.
#[derive(Clone, Debug)]
pub struct Projective {
    matrix: Matrix3<f64>,
}

impl Projective {
    /// Algebraic least squares over at least four points.
    pub fn fit(sources: &[Point], targets: &[Point]) -> Result<Self, Code> {
        if sources.len() < 4 {
            return Err(Code::Insufficient);
        }
        let (source_norm, target_norm) = (Normalisation::of(sources), Normalisation::of(targets));
        let n = sources.len();
        // Nine rows at least, so that the decomposition yields all nine right singular vectors.
        let mut rows = DMatrix::zeros((2 * n).max(9), 9);
        for (i, (s, t)) in sources.iter().zip(targets).enumerate() {
            let ([x, y], [u, v]) = (source_norm.apply(*s), target_norm.apply(*t));
            let first = [x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, -u];
            let second = [0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, -v];
            for j in 0..9 {
                rows[(2 * i, j)] = first[j];
                rows[(2 * i + 1, j)] = second[j];
            }
        }
        let reduced = rows.qr().r();
        let svd = reduced.try_svd(false, true, f64::EPSILON, 500).ok_or(Code::SolveFailed)?;
        let right = svd.v_t.ok_or(Code::SolveFailed)?;
        let values = &svd.singular_values;
        let last = (0..9).min_by(|a, b| values[*a].total_cmp(&values[*b])).unwrap_or(8);
        let second_smallest = (0..9).filter(|i| *i != last).fold(f64::INFINITY, |m, i| m.min(values[i]));
        if second_smallest.is_nan() || second_smallest <= 1e-11 * values.max() {
            return Err(Code::SolveFailed);
        }
        let normalised = Matrix3::from_fn(|i, j| right[(last, 3 * i + j)]);
        let mut matrix = undo_matrix(target_norm) * normalised * apply_matrix(source_norm);
        let sign_sum: f64 = sources.iter().map(|s| (matrix * Vector3::new(s[0], s[1], 1.0))[2].signum()).sum();
        if sign_sum < 0.0 {
            matrix = -matrix;
        }
        // A horizon between the control points tears the map.
        if sign_sum.abs() < n as f64 {
            return Err(Code::SolveFailed);
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

fn apply_matrix(norm: Normalisation) -> Matrix3<f64> {
    let (s, c) = (norm.scale, norm.centre);
    Matrix3::new(s, 0.0, -s * c[0], 0.0, s, -s * c[1], 0.0, 0.0, 1.0)
}

fn undo_matrix(norm: Normalisation) -> Matrix3<f64> {
    let (s, c) = (1.0 / norm.scale, norm.centre);
    Matrix3::new(s, 0.0, c[0], 0.0, s, c[1], 0.0, 0.0, 1.0)
}
