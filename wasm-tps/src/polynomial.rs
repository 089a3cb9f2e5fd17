//! Polynomials of order 1 (affine), 2 and 3 in two variables, fitted by least squares as QGIS and gdalwarp do; Helmert's
//! similarity is an affine one with two parameters less.

use crate::control_points::Point;
use crate::error::Code;
use crate::householder::Reflections;
use crate::tables::numbers;

/// Terms of order 3: 1, x, y, x², xy, y², x³, x²y, xy², y³; lower orders use the first 3 or 6.
const MAX_TERMS: usize = 10;
/// A column that depends on the others to this ratio makes the fit meaningless.
const RANK_TOLERANCE: f64 = 1e-11;

/// A polynomial with values in two dimensions.
#[derive(Clone, Debug)]
pub struct Polynomial {
    terms: usize,
    coefficients: [Point; MAX_TERMS],
}

/// Number of coefficients of an order, which is the number of points that determine it.
pub fn term_count(order: usize) -> usize {
    (order + 1) * (order + 2) / 2
}

#[inline(always)]
fn monomials(x: f64, y: f64) -> [f64; MAX_TERMS] {
    let (xx, xy, yy) = (x * x, x * y, y * y);
    [1.0, x, y, xx, xy, yy, xx * x, xx * y, x * yy, yy * y]
}

impl Polynomial {
    /// Least squares over all points; also the leverage h_ii of each point (0..1), by which leaving it out scales its residual.
    pub fn fit(order: usize, sources: &[Point], targets: &[Point]) -> Result<(Self, Vec<f64>), Code> {
        let (n, terms) = (sources.len(), term_count(order));
        if n < terms {
            return Err(Code::InsufficientControlPoints);
        }
        let rows: Vec<_> = sources.iter().map(|s| monomials(s[0], s[1])).collect();
        let reflections = Reflections::new((0..terms).map(|j| numbers(n, &|i| rows[i][j])).collect());
        let ratio = reflections.pivot_ratio();
        if ratio.is_nan() || ratio <= RANK_TOLERANCE {
            return Err(Code::MatrixTransformationFailed);
        }
        let mut coefficients = [[0.0; 2]; MAX_TERMS];
        for side in 0..2 {
            let mut values = numbers(n, &|i| targets[i][side]);
            reflections.transpose_apply(&mut values);
            reflections.back_substitute(&mut values);
            for (coefficient, value) in coefficients.iter_mut().zip(&values[..terms]) {
                coefficient[side] = *value;
            }
        }
        // h_ii is the squared length of row i of Q's first columns.
        let mut leverage = vec![0.0; n];
        for j in 0..terms {
            let mut column = vec![0.0; n];
            column[j] = 1.0;
            reflections.apply(&mut column);
            for (h, q) in leverage.iter_mut().zip(column) {
                *h += q * q;
            }
        }
        Ok((Polynomial { terms, coefficients }, leverage))
    }

    /// The polynomial c + fx x + fy y.
    pub fn affine(c: Point, fx: Point, fy: Point) -> Self {
        let mut coefficients = [[0.0; 2]; MAX_TERMS];
        coefficients[..3].copy_from_slice(&[c, fx, fy]);
        Polynomial { terms: 3, coefficients }
    }

    /// Value at a point.
    #[inline]
    pub fn value(&self, at: Point) -> Point {
        let m = monomials(at[0], at[1]);
        let mut value = [0.0; 2];
        for (coefficient, monomial) in self.coefficients[..self.terms].iter().zip(m) {
            value[0] += coefficient[0] * monomial;
            value[1] += coefficient[1] * monomial;
        }
        value
    }

    /// Derivatives `[dvx/dx, dvx/dy, dvy/dx, dvy/dy]`.
    pub fn jacobian(&self, at: Point) -> [f64; 4] {
        let [x, y] = at;
        let by_x = [0.0, 1.0, 0.0, 2.0 * x, y, 0.0, 3.0 * x * x, 2.0 * x * y, y * y, 0.0];
        let by_y = [0.0, 0.0, 1.0, 0.0, x, 2.0 * y, 0.0, x * x, 2.0 * x * y, 3.0 * y * y];
        let mut j = [0.0; 4];
        for (k, c) in self.coefficients[..self.terms].iter().enumerate() {
            j[0] += c[0] * by_x[k];
            j[1] += c[0] * by_y[k];
            j[2] += c[1] * by_x[k];
            j[3] += c[1] * by_y[k];
        }
        j
    }

    /// The polynomial with its values multiplied.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.coefficients.iter_mut().flatten().for_each(|value| *value *= factor);
        self
    }

    /// The exact inverse of an affine polynomial; `None` for higher orders and flat ones.
    pub fn inverse(&self) -> Option<Self> {
        if self.terms != 3 {
            return None;
        }
        let [c, fx, fy] = [self.coefficients[0], self.coefficients[1], self.coefficients[2]];
        let determinant = fx[0] * fy[1] - fy[0] * fx[1];
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let gx = [fy[1] / determinant, -fx[1] / determinant];
        let gy = [-fy[0] / determinant, fx[0] / determinant];
        let shift = [-(gx[0] * c[0] + gy[0] * c[1]), -(gx[1] * c[0] + gy[1] * c[1])];
        Some(Polynomial::affine(shift, gx, gy))
    }
}

/// Helmert's similarity between spaces of opposite handedness (image y down, map y up): least squares of
/// targets = c + R sources with R a scaled rotation times diag(1, -1).
pub fn fit_helmert(sources: &[Point], targets: &[Point]) -> Result<Polynomial, Code> {
    let n = sources.len() as f64;
    let mean = |points: &[Point]| points.iter().fold([0.0; 2], |m, p| [m[0] + p[0] / n, m[1] + p[1] / n]);
    let (source_mean, target_mean) = (mean(sources), mean(targets));
    let (mut a, mut b, mut square) = (0.0, 0.0, 0.0);
    for (s, t) in sources.iter().zip(targets) {
        let (x, y) = (s[0] - source_mean[0], source_mean[1] - s[1]);
        let (u, v) = (t[0] - target_mean[0], t[1] - target_mean[1]);
        a += x * u + y * v;
        b += x * v - y * u;
        square += x * x + y * y;
    }
    let (a, b) = (a / square, b / square);
    if !(a.is_finite() && b.is_finite()) || a * a + b * b == 0.0 {
        return Err(Code::MatrixTransformationFailed);
    }
    // target = [a -b; b a] (x, -y)
    let (fx, fy) = ([a, b], [b, -a]);
    let constant = [
        target_mean[0] - fx[0] * source_mean[0] - fy[0] * source_mean[1],
        target_mean[1] - fx[1] * source_mean[0] - fy[1] * source_mean[1],
    ];
    Ok(Polynomial::affine(constant, fx, fy))
}
