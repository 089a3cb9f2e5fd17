//! The thin-plate spline: two coordinates interpolated over scattered sites by Σ w_i U(|x - x_i|²) + a0 + a1 x + a2 y,
//! with Σ w_i = Σ w_i x_i = Σ w_i y_i = 0 (Duchon 1977; Bookstein 1989; the same spline as gdalwarp's).
//!
//! Solve: the three affine columns are projected out by Householder reflections; what remains of the kernel matrix is
//! positive definite and factorised by Cholesky. Where rounding breaks that, LU of the whole saddle system is tried.

use nalgebra::DMatrix;

use crate::cholesky::{add_scaled, dot, Cholesky};
use crate::control_points::Point;
use crate::error::Code;
use crate::householder::Reflections;
use crate::radial::{log2_exact_lanes, radial};
use crate::simd::{F64s, DOUBLES};
use crate::spline_sum::SplineSum;
use crate::tables::{numbers, points};

/// Factorised equations of one set of sites; any values can be interpolated over them cheaply.
#[derive(Clone, Debug)]
pub struct SplineSystem {
    sites: Vec<Point>,
    solver: Solver,
}

#[derive(Clone, Debug)]
enum Solver {
    Definite(Box<Definite>),
    /// Inverse of the saddle matrix [K P; Pᵀ 0].
    Saddle(DMatrix<f64>),
}

/// Qᵀ K Q with Q from the QR factorisation of P = [1 x y]: its trailing block is positive definite.
#[derive(Clone, Debug)]
struct Definite {
    /// Q and R of P.
    affine: Reflections,
    /// First three rows of Qᵀ K Q, from column 3 on.
    coupling: [Vec<f64>; 3],
    factor: Cholesky,
}

/// Weights (one pair a site) and affine part of a solved spline.
#[derive(Clone, Debug)]
pub struct SplineCoefficients {
    /// Weight of U at each site, for x and y.
    pub weights: Vec<Point>,
    /// Constant, factor of x, factor of y; each for both values.
    pub affine: [Point; 3],
}

impl SplineSystem {
    /// Sets up and factorises the equations of at least three sites, which must not lie on a line.
    pub fn new(sites: Vec<Point>) -> Result<Self, Code> {
        let solver = match Definite::new(&sites) {
            Some(definite) => Solver::Definite(Box::new(definite)),
            None => Solver::Saddle(saddle_inverse(&sites)?),
        };
        Ok(SplineSystem { sites, solver })
    }

    /// The interpolant of `values` (one a site).
    pub fn solve(&self, values: &[Point]) -> Result<SplineCoefficients, Code> {
        let solved = match &self.solver {
            Solver::Definite(definite) => definite.solve(values),
            Solver::Saddle(inverse) => solve_saddle(inverse, values),
        };
        let finite = |p: &Point| p[0].is_finite() && p[1].is_finite();
        if solved.weights.iter().all(finite) && solved.affine.iter().all(finite) {
            Ok(solved)
        } else {
            Err(Code::SolveFailed)
        }
    }

    /// Evaluator of solved coefficients.
    pub fn sum_of(&self, coefficients: SplineCoefficients) -> SplineSum {
        SplineSum::new(&self.sites, coefficients)
    }

    /// Evaluator of the cardinal function of site `index`: 1 there, 0 at all the others (in both values).
    pub fn cardinal(&self, index: usize) -> Result<SplineSum, Code> {
        let mut values = vec![[0.0; 2]; self.sites.len()];
        values[index] = [1.0, 1.0];
        Ok(self.sum_of(self.solve(&values)?))
    }

    /// Diagonal of the top-left block G of the inverse of the saddle matrix, for every site.
    ///
    /// Leaving out site i changes the prediction there by w_i / G_ii (Rippa 1999). Zero with only three sites.
    pub fn inverse_diagonal(&self) -> Vec<f64> {
        match &self.solver {
            Solver::Definite(definite) => definite.inverse_diagonal(),
            Solver::Saddle(inverse) => numbers(self.sites.len(), &|i| inverse[(i, i)]),
        }
    }

    /// Squared power function at `at`: how little the sites determine the value there (0 at a site, kriging's variance up to a factor).
    pub fn power_squared(&self, at: Point) -> f64 {
        let n = self.sites.len();
        let mut values: Vec<Point> = Vec::with_capacity(n);
        values.extend(self.sites.iter().map(|s| [radial(squared_distance(*s, at)), 0.0]));
        // Interpolate U(· - at) over the sites; the miss at `at` itself is minus the power function squared.
        match self.solve(&values) {
            Ok(coefficients) => self.sum_of(coefficients).exact(at)[0].abs(),
            Err(_) => 0.0,
        }
    }
}

#[inline]
fn squared_distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
}

/// The kernel matrix U(|x_i - x_j|²), full, row-major.
fn kernel_matrix(sites: &[Point]) -> Vec<f64> {
    let n = sites.len();
    // Padded to whole vectors, so that there is no remainder to care for.
    let padded = n.next_multiple_of(DOUBLES);
    let coordinate = |side: usize| numbers(padded, &|i| sites[i.min(n - 1)][side]);
    let (xs, ys) = (coordinate(0), coordinate(1));
    let mut k = vec![0.0; n * n];
    for i in 0..n {
        let (x, y) = (F64s::splat(xs[i]), F64s::splat(ys[i]));
        for ((xs, ys), first) in xs.as_chunks().0.iter().zip(ys.as_chunks().0).zip((0..i).step_by(DOUBLES)) {
            let (dx, dy) = (x - F64s::from_array(*xs), y - F64s::from_array(*ys));
            let squared = dx * dx + dy * dy;
            let values = (squared * log2_exact_lanes(squared)).to_array();
            let count = DOUBLES.min(i - first);
            k[i * n + first..][..count].copy_from_slice(&values[..count]);
        }
    }
    for i in 0..n {
        for j in 0..i {
            k[j * n + i] = k[i * n + j];
        }
    }
    k
}

impl Definite {
    fn new(sites: &[Point]) -> Option<Self> {
        let n = sites.len();
        let column = |side: usize| numbers(n, &|i| sites[i][side]);
        let affine = Reflections::new(vec![vec![1.0; n], column(0), column(1)]);
        let mut k = kernel_matrix(sites);
        for v in affine.vectors() {
            reflect_both_sides(&mut k, n, v);
        }
        let coupling = [0, 1, 2].map(|row| k[row * n + 3..(row + 1) * n].to_vec());
        let m = n - 3;
        let mut block = vec![0.0; m * m];
        for i in 0..m {
            block[i * m..][..=i].copy_from_slice(&k[(i + 3) * n + 3..][..=i]);
        }
        Some(Definite { affine, coupling, factor: Cholesky::new(block, m)? })
    }

    fn solve(&self, values: &[Point]) -> SplineCoefficients {
        let n = values.len();
        let mut weights = vec![[0.0; 2]; n];
        let mut affine = [[0.0; 2]; 3];
        for side in 0..2 {
            let mut v = numbers(n, &|i| values[i][side]);
            self.affine.transpose_apply(&mut v);
            let (head, gamma) = v.split_at_mut(3);
            self.factor.solve_in_place(gamma);
            let mut rest = [0, 1, 2].map(|row| head[row] - dot(&self.coupling[row], gamma));
            self.affine.back_substitute(&mut rest);
            for (slot, value) in affine.iter_mut().zip(rest) {
                slot[side] = value;
            }
            head.fill(0.0);
            self.affine.apply(&mut v);
            for (weight, value) in weights.iter_mut().zip(&v) {
                weight[side] = *value;
            }
        }
        SplineCoefficients { weights, affine }
    }

    /// G = Q₂ C⁻¹ Q₂ᵀ = (T Q₂ᵀ)ᵀ (T Q₂ᵀ) with T = L⁻¹: its diagonal is the column norms of T Q₂ᵀ.
    fn inverse_diagonal(&self) -> Vec<f64> {
        let n = self.affine.vectors()[0].len();
        let m = n - 3;
        let transposed = self.factor.inverse_factor_transposed();
        let mut diagonal = vec![0.0; n];
        let mut row = vec![0.0; n];
        for i in 0..m {
            row.fill(0.0);
            for j in 0..=i {
                row[j + 3] = transposed[j * m + i];
            }
            self.affine.apply(&mut row);
            for (sum, value) in diagonal.iter_mut().zip(&row) {
                *sum += value * value;
            }
        }
        diagonal
    }
}

/// H K H with H = I - v vᵀ, K symmetric: K - v uᵀ - u vᵀ with u = K v - (vᵀ K v / 2) v.
fn reflect_both_sides(k: &mut [f64], n: usize, v: &[f64]) {
    let mut u = numbers(n, &|i| dot(&k[i * n..][..n], v));
    let half = 0.5 * dot(v, &u);
    add_scaled(&mut u, v, -half);
    for i in 0..n {
        let row = &mut k[i * n..][..n];
        add_scaled(row, &u, -v[i]);
        add_scaled(row, v, -u[i]);
    }
}

/// Inverse of the saddle matrix by LU with full pivoting: slow and stubborn.
fn saddle_inverse(sites: &[Point]) -> Result<DMatrix<f64>, Code> {
    let n = sites.len();
    let kernel = kernel_matrix(sites);
    let matrix = DMatrix::from_fn(n + 3, n + 3, |i, j| match (i < n, j < n) {
        (true, true) => kernel[i * n + j],
        (true, false) => [1.0, sites[i][0], sites[i][1]][j - n],
        (false, true) => [1.0, sites[j][0], sites[j][1]][i - n],
        (false, false) => 0.0,
    });
    matrix.lu().try_inverse().ok_or(Code::SolveFailed)
}

fn solve_saddle(inverse: &DMatrix<f64>, values: &[Point]) -> SplineCoefficients {
    let n = values.len();
    let row = |i: usize| {
        let mut sum = [0.0; 2];
        for (j, value) in values.iter().enumerate() {
            sum[0] += inverse[(i, j)] * value[0];
            sum[1] += inverse[(i, j)] * value[1];
        }
        sum
    };
    SplineCoefficients { weights: points(n, &row), affine: [row(n), row(n + 1), row(n + 2)] }
}
