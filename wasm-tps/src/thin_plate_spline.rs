//! The thin-plate spline: two coordinates interpolated over scattered sites by Σ w_i U(|x - x_i|²) + a0 + a1 x + a2 y,
//! with Σ w_i = Σ w_i x_i = Σ w_i y_i = 0 (Duchon 1977; Bookstein 1989; the same spline as gdalwarp's).
//!
//! Solve: the three affine columns are projected out by Householder reflections; what remains of the kernel matrix is
//! positive definite and factorised by Cholesky. Where rounding breaks that, LU of the whole saddle system is tried.

use std::cell::OnceCell;

use nalgebra::DMatrix;

use crate::cholesky::{add_scaled, dot, Cholesky};
use crate::control_points::Point;
use crate::error::Code;
use crate::householder::Reflections;
use crate::radial::{radial, ExactLog};
use crate::simd::{F64s, DOUBLES};
use crate::spline_sum::SplineSum;
use crate::tables::{numbers, points};

/// Factorised equations of one set of sites; any values can be interpolated over them cheaply.
#[derive(Clone, Debug)]
pub struct SplineSystem {
    sites: Vec<Point>,
    solver: Solver,
    /// See `inverse_diagonal`: as much work as the factorisation, and asked for more than once.
    diagonal: OnceCell<Vec<f64>>,
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
    /// First three rows and columns of Qᵀ K Q.
    corner: [[f64; 3]; 3],
    /// First three rows of Qᵀ K Q, from column 3 on.
    coupling: [Vec<f64>; 3],
    factor: Cholesky,
}

/// Constant, factor of x, factor of y, of one side.
type Affine = [f64; 3];

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
        Ok(SplineSystem { sites, solver, diagonal: OnceCell::new() })
    }

    /// The interpolant of `values` (one a site).
    pub fn solve(&self, values: &[Point]) -> Result<SplineCoefficients, Code> {
        let solved = [0, 1].map(|side: usize| {
            let v = numbers(values.len(), &|i| values[i][side]);
            // A spline of zeros is zero.
            if v.iter().all(|value| *value == 0.0) {
                return (v, [0.0; 3]);
            }
            self.solve_side(v, [0.0; 3])
        });
        coefficients(solved)
    }

    /// Weights and affine part w, a of K w + P a = `values` and Pᵀ w = `moments`, of one side.
    #[inline(never)]
    fn solve_side(&self, values: Vec<f64>, moments: Affine) -> (Vec<f64>, Affine) {
        match &self.solver {
            Solver::Definite(definite) => definite.solve(values, moments),
            Solver::Saddle(inverse) => solve_saddle(inverse, &values, moments),
        }
    }

    /// The interpolant of `values` when site `index` lies at `site` instead, in O(n²): the equations change by e uᵀ + u eᵀ,
    /// e the unit vector of the site and u what its row changes by (Woodbury's formula). `None` where that is no better
    /// than noise, and factorising anew tells more.
    #[inline(never)]
    pub fn sum_of_moved(&self, index: usize, site: Point, values: &[Point]) -> Option<SplineSum> {
        let n = self.sites.len();
        let old = self.sites[index];
        let change = numbers(n, &|i| {
            let other = self.sites[i];
            if i == index {
                0.0
            } else {
                radial(squared_distance(site, other)) - radial(squared_distance(old, other))
            }
        });
        let moments = [0.0, site[0] - old[0], site[1] - old[1]];
        let unit = numbers(n, &|i| f64::from(u8::from(i == index)));
        let at_rest = [0, 1].map(|side: usize| self.solve_side(numbers(n, &|i| values[i][side]), [0.0; 3]));
        let p = self.solve_side(unit, [0.0; 3]);
        let q = self.solve_side(change.clone(), moments);
        let with_change = |solved: &(Vec<f64>, Affine)| dot(&change, &solved.0) + dot(&moments, &solved.1);
        let matrix = [[1.0 + with_change(&p), with_change(&q)], [p.0[index], 1.0 + q.0[index]]];
        let (product, other) = (matrix[0][0] * matrix[1][1], matrix[0][1] * matrix[1][0]);
        let determinant = product - other;
        if determinant.abs() <= 1e-6 * (product.abs() + other.abs()) || !determinant.is_finite() {
            return None;
        }
        let moved = at_rest.map(|(mut weights, mut affine)| {
            let right = [dot(&change, &weights) + dot(&moments, &affine), weights[index]];
            let first = (matrix[1][1] * right[0] - matrix[0][1] * right[1]) / determinant;
            let second = (matrix[0][0] * right[1] - matrix[1][0] * right[0]) / determinant;
            for (solved, factor) in [(&p, first), (&q, second)] {
                add_scaled(&mut weights, &solved.0, -factor);
                add_scaled(&mut affine, &solved.1, -factor);
            }
            (weights, affine)
        });
        let mut sites = self.sites.clone();
        sites[index] = site;
        Some(SplineSum::new(&sites, coefficients(moved).ok()?))
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
    #[inline(never)]
    pub fn inverse_diagonal(&self) -> &[f64] {
        self.diagonal.get_or_init(|| match &self.solver {
            Solver::Definite(definite) => definite.inverse_diagonal(),
            Solver::Saddle(inverse) => numbers(self.sites.len(), &|i| inverse[(i, i)]),
        })
    }

    /// Column `index` of the block G of `inverse_diagonal`.
    #[inline(never)]
    pub fn inverse_column(&self, index: usize) -> Vec<f64> {
        self.solve_side(numbers(self.sites.len(), &|i| f64::from(u8::from(i == index))), [0.0; 3]).0
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

/// Both sides put together; an error where one is not finite.
#[inline(never)]
fn coefficients([x, y]: [(Vec<f64>, Affine); 2]) -> Result<SplineCoefficients, Code> {
    let weights = points(x.0.len(), &|i| [x.0[i], y.0[i]]);
    let affine = [0, 1, 2].map(|k: usize| [x.1[k], y.1[k]]);
    let finite = |p: &Point| p[0].is_finite() && p[1].is_finite();
    if weights.iter().all(finite) && affine.iter().all(finite) {
        Ok(SplineCoefficients { weights, affine })
    } else {
        Err(Code::MatrixTransformationFailed)
    }
}

#[inline]
fn squared_distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
}

impl Definite {
    /// Qᵀ K Q = K - V Wᵀ - W Vᵀ, with Q = I - V T Vᵀ the product of three reflections (the compact form of Schreiber and
    /// Van Loan 1989) and W = K V T - V (Tᵀ Vᵀ K V T) / 2: two passes over the lower triangle of K.
    fn new(sites: &[Point]) -> Option<Self> {
        let n = sites.len();
        // Padded to whole vectors, so that there is no remainder to care for.
        let padded = n.next_multiple_of(DOUBLES);
        let coordinate = |side: usize| numbers(padded, &|i| sites[i.min(n - 1)][side]);
        let (xs, ys) = (coordinate(0), coordinate(1));
        let affine = Reflections::new(vec![vec![1.0; n], xs[..n].to_vec(), ys[..n].to_vec()]);
        let v = [0, 1, 2].map(|c: usize| numbers(padded, &|i| affine.vectors()[c].get(i).copied().unwrap_or(0.0)));
        let (kernel, y) = kernel_and_product(&xs, &ys, n, &v);

        let inner = |a: &[f64], b: &[f64]| dot(a, b);
        let mut t = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        t[0][1] = -inner(&v[0], &v[1]);
        t[1][2] = -inner(&v[1], &v[2]);
        t[0][2] = -inner(&v[0], &v[2]) - t[0][1] * inner(&v[1], &v[2]);
        let s = [0, 1, 2].map(|a: usize| [0, 1, 2].map(|b: usize| inner(&v[a], &y[b])));
        let mut w: [Vec<f64>; 3] = Default::default();
        for c in 0..3 {
            let mut column = vec![0.0; padded];
            for a in 0..3 {
                add_scaled(&mut column, &y[a], t[a][c]);
                let mut middle = 0.0;
                for b in 0..3 {
                    for d in 0..3 {
                        middle += t[b][a] * s[b][d] * t[d][c];
                    }
                }
                add_scaled(&mut column, &v[a], -0.5 * middle);
            }
            w[c] = column;
        }

        let mut coupling = [vec![0.0; n - 3], vec![0.0; n - 3], vec![0.0; n - 3]];
        let mut corner = [[0.0; 3]; 3];
        let mut row = vec![0.0; padded];
        for i in 0..3 {
            projected_row(&kernel[i * padded..][..padded], i, &v, &w, &mut row);
            for j in 0..=i {
                (corner[i][j], corner[j][i]) = (row[j], row[j]);
            }
        }
        let factor = Cholesky::new(n - 3, |i, entries| {
            let i = i + 3;
            projected_row(&kernel[i * padded..][..padded], i, &v, &w, &mut row);
            entries.copy_from_slice(&row[3..=i]);
            for (side, first) in coupling.iter_mut().zip(&row) {
                side[i - 3] = *first;
            }
        })?;
        Some(Definite { affine, corner, coupling, factor })
    }

    /// With w = Q y: Rᵀ y₁ = `moments`, and then the definite part for y₂ and R for the affine part.
    fn solve(&self, mut values: Vec<f64>, mut moments: Affine) -> (Vec<f64>, Affine) {
        self.affine.transpose_apply(&mut values);
        self.affine.transpose_back_substitute(&mut moments);
        let (head, gamma) = values.split_at_mut(3);
        for (side, moment) in self.coupling.iter().zip(moments) {
            add_scaled(gamma, side, -moment);
        }
        self.factor.solve_in_place(gamma);
        let mut rest =
            [0, 1, 2].map(|row| head[row] - dot(&self.coupling[row], gamma) - dot(&self.corner[row], &moments));
        self.affine.back_substitute(&mut rest);
        head.copy_from_slice(&moments);
        self.affine.apply(&mut values);
        (values, rest)
    }

    /// G = Q₂ C⁻¹ Q₂ᵀ = (T Q₂ᵀ)ᵀ (T Q₂ᵀ) with T = L⁻¹: its diagonal is the column norms of T Q₂ᵀ.
    fn inverse_diagonal(&self) -> Vec<f64> {
        let n = self.affine.vectors()[0].len();
        let mut diagonal = vec![0.0; n];
        let mut row = vec![0.0; n];
        for inverse in self.factor.inverse_factor() {
            row[..3].fill(0.0);
            row[3..].copy_from_slice(&inverse[..n - 3]);
            self.affine.apply(&mut row);
            for (sum, value) in diagonal.iter_mut().zip(&row) {
                *sum += value * value;
            }
        }
        diagonal
    }
}

/// The kernel matrix under its diagonal, row-major with padded rows, and its product with the three columns of V.
#[inline(never)]
fn kernel_and_product(xs: &[f64], ys: &[f64], n: usize, v: &[Vec<f64>; 3]) -> (Vec<f64>, [Vec<f64>; 3]) {
    let padded = xs.len();
    let log = ExactLog::new();
    let mut kernel = vec![0.0; n * padded];
    let mut product = [vec![0.0; padded], vec![0.0; padded], vec![0.0; padded]];
    let [v0, v1, v2] = [v[0].as_chunks().0, v[1].as_chunks().0, v[2].as_chunks().0];
    let (xs_chunks, ys_chunks) = (xs.as_chunks().0, ys.as_chunks().0);
    for i in 0..n {
        let (x, y) = (F64s::splat(xs[i]), F64s::splat(ys[i]));
        let [p0, p1, p2] = &mut product;
        let [p0, p1, p2] = [p0.as_chunks_mut().0, p1.as_chunks_mut().0, p2.as_chunks_mut().0];
        let (own0, own1, own2) = (F64s::splat(v[0][i]), F64s::splat(v[1][i]), F64s::splat(v[2][i]));
        let (mut sum0, mut sum1, mut sum2) = (F64s::splat(0.0), F64s::splat(0.0), F64s::splat(0.0));
        let row = kernel[i * padded..][..padded].as_chunks_mut().0;
        for c in 0..i.div_ceil(DOUBLES) {
            let (dx, dy) = (x - F64s::from_array(xs_chunks[c]), y - F64s::from_array(ys_chunks[c]));
            let squared = dx * dx + dy * dy;
            (squared * log.of(squared)).store(&mut row[c]);
            if DOUBLES * (c + 1) > i {
                row[c][i - DOUBLES * c..].fill(0.0);
            }
            let values = F64s::from_array(row[c]);
            sum0 = sum0 + values * F64s::from_array(v0[c]);
            sum1 = sum1 + values * F64s::from_array(v1[c]);
            sum2 = sum2 + values * F64s::from_array(v2[c]);
            (F64s::from_array(p0[c]) + values * own0).store(&mut p0[c]);
            (F64s::from_array(p1[c]) + values * own1).store(&mut p1[c]);
            (F64s::from_array(p2[c]) + values * own2).store(&mut p2[c]);
        }
        for (column, sum) in product.iter_mut().zip([sum0, sum1, sum2]) {
            let [even, odd] = sum.even_and_odd_sum();
            column[i] += even + odd;
        }
    }
    (kernel, product)
}

/// Row i of K - V Wᵀ - W Vᵀ up to the diagonal.
#[inline(never)]
fn projected_row(kernel: &[f64], i: usize, v: &[Vec<f64>; 3], w: &[Vec<f64>; 3], row: &mut [f64]) {
    let own = |table: &[Vec<f64>; 3], c: usize| F64s::splat(table[c][i]);
    let ((v0, v1, v2), (w0, w1, w2)) = ((own(v, 0), own(v, 1), own(v, 2)), (own(w, 0), own(w, 1), own(w, 2)));
    let [vs0, vs1, vs2] = [v[0].as_chunks().0, v[1].as_chunks().0, v[2].as_chunks().0];
    let [ws0, ws1, ws2] = [w[0].as_chunks().0, w[1].as_chunks().0, w[2].as_chunks().0];
    let (kernel, row) = (kernel.as_chunks().0, row.as_chunks_mut().0);
    for c in 0..=i / DOUBLES {
        let first = w0 * F64s::from_array(vs0[c]) + v0 * F64s::from_array(ws0[c]);
        let second = w1 * F64s::from_array(vs1[c]) + v1 * F64s::from_array(ws1[c]);
        let third = w2 * F64s::from_array(vs2[c]) + v2 * F64s::from_array(ws2[c]);
        (F64s::from_array(kernel[c]) - (first + second + third)).store(&mut row[c]);
    }
}

/// Inverse of the saddle matrix by LU with full pivoting: slow and stubborn.
fn saddle_inverse(sites: &[Point]) -> Result<DMatrix<f64>, Code> {
    let n = sites.len();
    let matrix = DMatrix::from_fn(n + 3, n + 3, |i, j| match (i < n, j < n) {
        (true, true) => radial(squared_distance(sites[i], sites[j])),
        (true, false) => [1.0, sites[i][0], sites[i][1]][j - n],
        (false, true) => [1.0, sites[j][0], sites[j][1]][i - n],
        (false, false) => 0.0,
    });
    matrix.lu().try_inverse().ok_or(Code::MatrixTransformationFailed)
}

#[inline(never)]
fn solve_saddle(inverse: &DMatrix<f64>, values: &[f64], moments: Affine) -> (Vec<f64>, Affine) {
    let n = values.len();
    let row = |i: usize| {
        let right = values.iter().chain(&moments).enumerate();
        right.fold(0.0, |sum, (j, value)| sum + inverse[(i, j)] * value)
    };
    (numbers(n, &row), [row(n), row(n + 1), row(n + 2)])
}
