//! Evaluates a solved spline: the innermost loop of the kernel.
//!
//! Points are taken in blocks whose sums stay in registers while the sites stream past, so that each site is read once
//! for a whole block. That is to rounding; within a tolerance `far_field` does it many times faster.

use crate::control_points::Point;
use crate::far_field;
use crate::radial::{radial, shifted_log2, ExactLog, FAST_LOG_ERROR};
use crate::simd::{F64s, DOUBLES};
use crate::tables::points;
use crate::thin_plate_spline::SplineCoefficients;

/// Half the spacing of floats at 1.
const SINGLE_ROUNDING: f64 = 5.96e-8;

/// Largest |U| between its zeros at 0 and √2: √2 / (e ln 2).
const LARGEST_DIP: f64 = 0.751;

/// A spline ready to be evaluated.
#[derive(Clone, Debug)]
pub struct SplineSum {
    /// Per site: x, y, weight of x, weight of y.
    terms: Vec<[f64; 4]>,
    /// Constant, factor of x, factor of y.
    affine: [Point; 3],
}

impl SplineSum {
    /// Puts sites and coefficients side by side.
    pub fn new(sites: &[Point], coefficients: SplineCoefficients) -> Self {
        let terms: Vec<[f64; 4]> =
            sites.iter().zip(&coefficients.weights).map(|(s, w)| [s[0], s[1], w[0], w[1]]).collect();
        SplineSum { terms, affine: coefficients.affine }
    }

    /// The weights of the sites.
    pub fn weights(&self) -> Vec<Point> {
        points(self.terms.len(), &|i| [self.terms[i][2], self.terms[i][3]])
    }

    /// The affine part at one point.
    #[inline(always)]
    fn affine_at(&self, x: f64, y: f64) -> Point {
        let [c, fx, fy] = self.affine;
        [c[0] + fx[0] * x + fy[0] * y, c[1] + fx[1] * x + fy[1] * y]
    }

    /// The value at one point, to rounding.
    pub fn exact(&self, at: Point) -> Point {
        let mut sum = [0.0; 2];
        for t in &self.terms {
            let (dx, dy) = (at[0] - t[0], at[1] - t[1]);
            let squared = dx * dx + dy * dy;
            let u = radial(squared);
            sum[0] += t[2] * u;
            sum[1] += t[3] * u;
        }
        let affine = self.affine_at(at[0], at[1]);
        [affine[0] + sum[0], affine[1] + sum[1]]
    }

    /// Value and derivatives `[dvx/dx, dvx/dy, dvy/dx, dvy/dy]` at one point, to rounding.
    pub fn exact_with_jacobian(&self, at: Point) -> (Point, [f64; 4]) {
        let [_, fx, fy] = self.affine;
        let mut value = self.affine_at(at[0], at[1]);
        let mut jacobian = [fx[0], fy[0], fx[1], fy[1]];
        for t in &self.terms {
            let (dx, dy) = (at[0] - t[0], at[1] - t[1]);
            let squared = dx * dx + dy * dy;
            let logarithm = shifted_log2(squared);
            let u = squared * logarithm;
            // dU/dx = 2 dx (log2 r² - 1/2 + 1/ln 2): zero at the site itself, for dx is.
            let slope = 2.0 * (logarithm + std::f64::consts::LOG2_E);
            value[0] += t[2] * u;
            value[1] += t[3] * u;
            jacobian[0] += t[2] * slope * dx;
            jacobian[1] += t[2] * slope * dy;
            jacobian[2] += t[3] * slope * dx;
            jacobian[3] += t[3] * slope * dy;
        }
        (value, jacobian)
    }

    /// Replaces each point by the value there, within `tolerance` (0 = to rounding).
    pub fn evaluate_in_place(&self, points: &mut [Point], tolerance: f64) {
        let (single, fast) = self.tolerates(tolerance, points);
        if !fast {
            self.evaluate_exactly(points);
            return;
        }
        let at = points.to_vec();
        far_field::evaluate_in_place(points, &self.terms, 0.5 * tolerance, single);
        for (p, at) in points.iter_mut().zip(at) {
            let affine = self.affine_at(at[0], at[1]);
            *p = [p[0] + affine[0], p[1] + affine[1]];
        }
    }

    /// Whether the error stays under half of `tolerance` at all the points in single precision, and with the short
    /// logarithm.
    ///
    /// Bounds by the triangle inequality: 8 eps Σ|w U| for floats, the logarithm's error times Σ|w| r² for the other.
    fn tolerates(&self, tolerance: f64, points: &[Point]) -> (bool, bool) {
        if tolerance <= 0.0 {
            return (false, false);
        }
        let (min, max) = bounds(points);
        let (mut kernel_sum, mut square_sum) = (0.0, 0.0);
        for t in &self.terms {
            let dx = (t[0] - min[0]).abs().max((t[0] - max[0]).abs());
            let dy = (t[1] - min[1]).abs().max((t[1] - max[1]).abs());
            let squared = dx * dx + dy * dy;
            let weight = t[2].abs().max(t[3].abs());
            // |U| is largest at the far end or at its dip in between.
            kernel_sum += weight * radial(squared).max(LARGEST_DIP);
            square_sum += weight * squared;
        }
        (8.0 * SINGLE_ROUNDING * kernel_sum < 0.5 * tolerance, FAST_LOG_ERROR * square_sum < 0.5 * tolerance)
    }

    fn evaluate_exactly(&self, points: &mut [Point]) {
        let log = ExactLog::new();
        for chunk in points.chunks_mut(DOUBLES) {
            let (mut x, mut y) = ([0.0; DOUBLES], [0.0; DOUBLES]);
            for (lane, p) in chunk.iter().enumerate() {
                (x[lane], y[lane]) = (p[0], p[1]);
            }
            let (x, y) = (F64s::from_array(x), F64s::from_array(y));
            let (mut sum_x, mut sum_y) = (F64s::splat(0.0), F64s::splat(0.0));
            for t in &self.terms {
                let (dx, dy) = (x - F64s::splat(t[0]), y - F64s::splat(t[1]));
                let squared = dx * dx + dy * dy;
                let u = squared * log.of(squared);
                sum_x = sum_x + F64s::splat(t[2]) * u;
                sum_y = sum_y + F64s::splat(t[3]) * u;
            }
            let (sum_x, sum_y) = (sum_x.to_array(), sum_y.to_array());
            for (lane, p) in chunk.iter_mut().enumerate() {
                let affine = self.affine_at(p[0], p[1]);
                *p = [affine[0] + sum_x[lane], affine[1] + sum_y[lane]];
            }
        }
    }
}

/// Smallest and largest coordinates.
fn bounds(points: &[Point]) -> (Point, Point) {
    let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for p in points {
        for side in 0..2 {
            min[side] = min[side].min(p[side]);
            max[side] = max[side].max(p[side]);
        }
    }
    (min, max)
}
