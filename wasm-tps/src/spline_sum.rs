//! Evaluates a solved spline: the innermost loop of the kernel.
//!
//! Points are taken in blocks whose sums stay in registers while the sites stream past, so that each site is read once
//! for a whole block. Three precisions share the layout: exact, fast (logarithm within 2e-10) and single; the last two
//! stand behind bounds of their error.

use crate::control_points::Point;
use crate::radial::{log2_exact, log2_fast, log2_single, FAST_LOG_ERROR};
use crate::thin_plate_spline::SplineCoefficients;

/// Points evaluated together in double precision.
const BLOCK: usize = 8;
/// Points evaluated together in single precision.
const BLOCK_SINGLE: usize = 16;

/// A spline ready to be evaluated.
#[derive(Clone, Debug)]
pub struct SplineSum {
    /// Per site: x, y, weight of x, weight of y.
    terms: Vec<[f64; 4]>,
    terms_single: Vec<[f32; 4]>,
    /// Constant, factor of x, factor of y.
    affine: [Point; 3],
}

/// How exactly a batch is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// To rounding.
    Exact,
    /// Doubles with the logarithm within 2e-10.
    Fast,
    /// Floats.
    Single,
}

impl SplineSum {
    /// Puts sites and coefficients side by side.
    pub fn new(sites: &[Point], coefficients: SplineCoefficients) -> Self {
        let terms: Vec<[f64; 4]> =
            sites.iter().zip(&coefficients.weights).map(|(s, w)| [s[0], s[1], w[0], w[1]]).collect();
        let terms_single = terms.iter().map(|t| t.map(|value| value as f32)).collect();
        SplineSum { terms, terms_single, affine: coefficients.affine }
    }

    /// The weights of the sites.
    pub fn weights(&self) -> impl Iterator<Item = Point> + '_ {
        self.terms.iter().map(|t| [t[2], t[3]])
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
            let u = squared * log2_exact(squared);
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
            let logarithm = log2_exact(squared);
            let u = squared * logarithm;
            // dU/dx = 2 dx (log2 r² + 1/ln 2): zero at the site itself, for dx is.
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

    /// The cheapest precision whose error stays under `tolerance` for points with |x|, |y| inside `[min, max]`.
    ///
    /// Bounds by the triangle inequality: 8 eps Σ|w U| for floats, the logarithm's error times Σ|w| r² for fast doubles.
    pub fn precision_for(&self, tolerance: f64, min: Point, max: Point) -> Precision {
        let (mut kernel_sum, mut square_sum) = (0.0, 0.0);
        for t in &self.terms {
            let dx = (t[0] - min[0]).abs().max((t[0] - max[0]).abs());
            let dy = (t[1] - min[1]).abs().max((t[1] - max[1]).abs());
            let squared = dx * dx + dy * dy;
            let weight = t[2].abs().max(t[3].abs());
            // |U| <= max(|U(far)|, 1/(e ln 2)): U dips to -0.53 between its zeros at 0 and 1.
            kernel_sum += weight * (squared * squared.max(1.0).log2()).max(0.531);
            square_sum += weight * squared;
        }
        if 8.0 * f64::from(f32::EPSILON) * 0.5 * kernel_sum < tolerance {
            Precision::Single
        } else if FAST_LOG_ERROR * square_sum < tolerance {
            Precision::Fast
        } else {
            Precision::Exact
        }
    }

    /// Values at `[x0, y0, ...]` into `out` of the same length.
    pub fn evaluate(&self, points: &[f64], out: &mut [f64], precision: Precision) {
        match precision {
            Precision::Exact => self.evaluate_double(points, out, log2_exact),
            Precision::Fast => self.evaluate_double(points, out, log2_fast),
            Precision::Single => self.evaluate_single(points, out),
        }
    }

    #[inline(always)]
    fn evaluate_double(&self, points: &[f64], out: &mut [f64], log2: impl Fn(f64) -> f64 + Copy) {
        for (chunk, result) in points.chunks(2 * BLOCK).zip(out.chunks_mut(2 * BLOCK)) {
            let (mut x, mut y) = ([0.0; BLOCK], [0.0; BLOCK]);
            for (lane, p) in chunk.chunks_exact(2).enumerate() {
                (x[lane], y[lane]) = (p[0], p[1]);
            }
            let (mut sum_x, mut sum_y) = ([0.0; BLOCK], [0.0; BLOCK]);
            for t in &self.terms {
                for lane in 0..BLOCK {
                    let (dx, dy) = (x[lane] - t[0], y[lane] - t[1]);
                    let squared = dx * dx + dy * dy;
                    let u = squared * log2(squared);
                    sum_x[lane] += t[2] * u;
                    sum_y[lane] += t[3] * u;
                }
            }
            for (lane, r) in result.chunks_exact_mut(2).enumerate() {
                let affine = self.affine_at(x[lane], y[lane]);
                r[0] = affine[0] + sum_x[lane];
                r[1] = affine[1] + sum_y[lane];
            }
        }
    }

    fn evaluate_single(&self, points: &[f64], out: &mut [f64]) {
        for (chunk, result) in points.chunks(2 * BLOCK_SINGLE).zip(out.chunks_mut(2 * BLOCK_SINGLE)) {
            let (mut x, mut y) = ([0.0_f32; BLOCK_SINGLE], [0.0_f32; BLOCK_SINGLE]);
            for (lane, p) in chunk.chunks_exact(2).enumerate() {
                (x[lane], y[lane]) = (p[0] as f32, p[1] as f32);
            }
            let (mut sum_x, mut sum_y) = ([0.0_f32; BLOCK_SINGLE], [0.0_f32; BLOCK_SINGLE]);
            for t in &self.terms_single {
                for lane in 0..BLOCK_SINGLE {
                    let (dx, dy) = (x[lane] - t[0], y[lane] - t[1]);
                    let squared = dx * dx + dy * dy;
                    let u = squared * log2_single(squared);
                    sum_x[lane] += t[2] * u;
                    sum_y[lane] += t[3] * u;
                }
            }
            for ((lane, p), r) in chunk.chunks_exact(2).enumerate().zip(result.chunks_exact_mut(2)) {
                let affine = self.affine_at(p[0], p[1]);
                r[0] = affine[0] + f64::from(sum_x[lane]);
                r[1] = affine[1] + f64::from(sum_y[lane]);
            }
        }
    }
}
