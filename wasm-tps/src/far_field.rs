//! Evaluates a spline at many points faster than site by site: what lies far from a box of points is smooth in it.
//!
//! The points are sorted into a quadtree of square boxes. The sites some three half-sides away from a box's centre (in
//! either coordinate; how far depends on the tolerance) are summed once at 8 x 8 Chebyshev nodes; a child's nodes take that sum from the polynomial of
//! their parent and add the sites that have become far. In a leaf the polynomial and the few near sites remain: some
//! 50 evaluations of the kernel a point instead of 500. (The downward half of a fast multipole method, with interpolation
//! in place of expansions: Fong and Darve 2009.)

use crate::control_points::Point;
use crate::radial::log2_fast_lanes;
use crate::simd::{F64s, DOUBLES};

/// Order of the interpolation.
const P: usize = 8;
/// A box with no more points is a leaf.
const LEAF: usize = 96;
/// Fewer near sites than this are not worth a box's nodes.
const FEW_SITES: usize = 12;
/// Sites nearer than this many half-sides to a box's centre are never far.
const LEAST_SEPARATION: f64 = 2.5;
/// Error of the interpolated kernel in a box of half-side 1 with a site 3 from its centre: 1.04e-5 measured, falling as
/// the eighth power of the distance (4.6e-5 at 2.5, 1.1e-6 at 4).
const ERROR_AT_3: f64 = 1.5e-5;
/// Levels at most: coinciding points cannot be parted.
const MAX_DEPTH: usize = 24;

/// cos(π m / 16), m = 0..=8.
const COSINES: [f64; 9] = [
    1.0,
    0.980_785_280_403_230_4,
    0.923_879_532_511_286_7,
    0.831_469_612_302_545_2,
    std::f64::consts::FRAC_1_SQRT_2,
    0.555_570_233_019_602_2,
    0.382_683_432_365_089_8,
    0.195_090_322_016_128_28,
    0.0,
];

/// cos(π m / 16) for any m.
fn cosine(m: usize) -> f64 {
    let m = m % 32;
    let m = if m > 16 { 32 - m } else { m };
    if m > 8 {
        -COSINES[16 - m]
    } else {
        COSINES[m]
    }
}

/// Chebyshev coefficients of both values in a box: `[j][i]` belongs to T_i(x) T_j(y).
type Coefficients = [[Point; P]; P];

/// A square box.
#[derive(Clone, Copy)]
struct Square {
    centre: Point,
    half: f64,
}

/// What stays the same while the tree is descended.
struct Descent<'a> {
    points: &'a mut [Point],
    /// Error allowed a unit of weight: half the tolerance over the sum of the weights.
    share: f64,
}

/// Replaces each point by Σ (w_x, w_y) U(|p - site|²) over `terms` ([x, y, w_x, w_y]) within `tolerance`, not
/// counting the error of the short logarithm.
pub fn evaluate_in_place(points: &mut [Point], terms: &[[f64; 4]], tolerance: f64) {
    let order: Vec<u32> = (0..points.len() as u32).collect();
    let square = around(points);
    let weight: f64 = terms.iter().map(|t| t[2].abs().max(t[3].abs())).sum();
    let mut descent = Descent { points, share: 0.5 * tolerance / weight };
    descent.enter(square, order, terms, None, 0);
}

/// The square around all points, a little larger than they need.
fn around(points: &[Point]) -> Square {
    let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for p in points {
        for side in 0..2 {
            min[side] = min[side].min(p[side]);
            max[side] = max[side].max(p[side]);
        }
    }
    let half = 0.5 * (max[0] - min[0]).max(max[1] - min[1]);
    Square { centre: [0.5 * (min[0] + max[0]), 0.5 * (min[1] + max[1])], half }
}

impl Descent<'_> {
    /// One box: `terms` are the sites that its parent did not sum, `above` the parent's sum of the others.
    fn enter(
        &mut self,
        square: Square,
        order: Vec<u32>,
        terms: &[[f64; 4]],
        above: Option<(&Coefficients, Square)>,
        depth: usize,
    ) {
        // A site is summed as a far one in one box on the way to a point: its error is to stay under its share.
        let excess = ERROR_AT_3 * square.half * square.half / self.share;
        let separation = square.half * (3.0 * excess.sqrt().sqrt().sqrt()).max(LEAST_SEPARATION);
        let is_near = |t: &[f64; 4]| {
            let (dx, dy) = ((t[0] - square.centre[0]).abs(), (t[1] - square.centre[1]).abs());
            dx.max(dy) < separation
        };
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for t in terms {
            if is_near(t) {
                near.push(*t)
            } else {
                far.push(*t)
            }
        }
        let coefficients = self.coefficients(square, &far, above);
        let inside = (&coefficients, square);
        if order.len() <= LEAF || near.len() <= FEW_SITES || depth == MAX_DEPTH {
            self.leaf(&order, &near, inside);
            return;
        }
        let mut parts: [Vec<u32>; 4] = Default::default();
        for number in order {
            let p = self.points[number as usize];
            parts[usize::from(p[0] >= square.centre[0]) + 2 * usize::from(p[1] >= square.centre[1])].push(number);
        }
        let half = 0.5 * square.half;
        for (quadrant, part) in parts.into_iter().enumerate() {
            if part.is_empty() {
                continue;
            }
            let sign = |bit: usize| if quadrant & bit == 0 { -half } else { half };
            let centre = [square.centre[0] + sign(1), square.centre[1] + sign(2)];
            self.enter(Square { centre, half }, part, &near, Some(inside), depth + 1);
        }
    }

    /// The polynomial of a box: its parent's there, and the sites that are far now.
    fn coefficients(&self, square: Square, far: &[[f64; 4]], above: Option<(&Coefficients, Square)>) -> Coefficients {
        let mut at_nodes = [[[0.0; 2]; P]; P];
        for (k, row) in at_nodes.iter_mut().enumerate() {
            let mut x = [0.0; DOUBLES];
            for (i, x) in x.iter_mut().enumerate() {
                *x = square.centre[0] + square.half * cosine(2 * i + 1);
            }
            let x = F64s::from_array(x);
            let y = F64s::splat(square.centre[1] + square.half * cosine(2 * k + 1));
            let [sum_x, sum_y] = self.sum(x, y, far, above).map(F64s::to_array);
            for i in 0..P {
                row[i] = [sum_x[i], sum_y[i]];
            }
        }
        // Along x, then along y: each turns rows into columns.
        transform(&transform(&at_nodes))
    }

    fn leaf(&mut self, order: &[u32], near: &[[f64; 4]], inside: (&Coefficients, Square)) {
        for numbers in order.chunks(DOUBLES) {
            let (mut x, mut y) = ([0.0; DOUBLES], [0.0; DOUBLES]);
            for (lane, number) in numbers.iter().enumerate() {
                [x[lane], y[lane]] = self.points[*number as usize];
            }
            let (x, y) = (F64s::from_array(x), F64s::from_array(y));
            let [sum_x, sum_y] = self.sum(x, y, near, Some(inside)).map(F64s::to_array);
            for (lane, number) in numbers.iter().enumerate() {
                self.points[*number as usize] = [sum_x[lane], sum_y[lane]];
            }
        }
    }

    /// Kernel sums over `terms` plus a box's polynomial, at eight places.
    #[inline(never)]
    fn sum(&self, x: F64s, y: F64s, terms: &[[f64; 4]], smooth: Option<(&Coefficients, Square)>) -> [F64s; 2] {
        let zero = F64s::splat(0.0);
        let mut sum = smooth.map_or([zero; 2], |(coefficients, square)| polynomial(x, y, coefficients, square));
        for t in terms {
            let (dx, dy) = (x - F64s::splat(t[0]), y - F64s::splat(t[1]));
            let squared = dx * dx + dy * dy;
            let u = squared * log2_fast_lanes(squared);
            sum = [sum[0] + F64s::splat(t[2]) * u, sum[1] + F64s::splat(t[3]) * u];
        }
        sum
    }
}

/// Chebyshev coefficients of each row of values at the nodes, as columns.
#[inline(never)]
fn transform(rows: &Coefficients) -> Coefficients {
    let mut columns = [[[0.0; 2]; P]; P];
    for (k, row) in rows.iter().enumerate() {
        for (i, column) in columns.iter_mut().enumerate() {
            let mut sum = [0.0; 2];
            for (node, value) in row.iter().enumerate() {
                let factor = cosine(i * (2 * node + 1));
                sum = [sum[0] + factor * value[0], sum[1] + factor * value[1]];
            }
            let scale = if i == 0 { 1.0 } else { 2.0 } / P as f64;
            column[k] = [scale * sum[0], scale * sum[1]];
        }
    }
    columns
}

/// Value of a box's polynomial at eight places.
fn polynomial(x: F64s, y: F64s, coefficients: &Coefficients, square: Square) -> [F64s; 2] {
    // A box around a single point has no side: every place in it is its centre.
    let scale = F64s::splat(if square.half > 0.0 { 1.0 / square.half } else { 0.0 });
    let along_x = chebyshev((x - F64s::splat(square.centre[0])) * scale);
    let along_y = chebyshev((y - F64s::splat(square.centre[1])) * scale);
    let mut value = [F64s::splat(0.0); 2];
    for j in 0..P {
        let mut row = [F64s::splat(0.0); 2];
        for i in 0..P {
            let c = coefficients[j][i];
            row = [row[0] + F64s::splat(c[0]) * along_x[i], row[1] + F64s::splat(c[1]) * along_x[i]];
        }
        value = [value[0] + row[0] * along_y[j], value[1] + row[1] * along_y[j]];
    }
    value
}

/// T_0 .. T_7.
fn chebyshev(x: F64s) -> [F64s; P] {
    let mut t = [F64s::splat(1.0); P];
    t[1] = x;
    for k in 2..P {
        t[k] = (x + x) * t[k - 1] - t[k - 2];
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::radial::radial;

    #[test]
    fn agrees_with_the_sum_site_by_site_within_the_tolerance() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 * 3.4 - 1.7
        };
        let terms: Vec<[f64; 4]> = (0..300).map(|_| [random(), random(), 100.0 * random(), 100.0 * random()]).collect();
        let points: Vec<Point> = (0..5000).map(|_| [random(), random()]).collect();
        for tolerance in [1e-1, 1e-3, 1e-5] {
            let mut values = points.clone();
            evaluate_in_place(&mut values, &terms, tolerance);
            for (at, value) in points.iter().zip(values).step_by(7) {
                let mut expected = [0.0; 2];
                for t in &terms {
                    let u = radial((at[0] - t[0]).powi(2) + (at[1] - t[1]).powi(2));
                    expected = [expected[0] + t[2] * u, expected[1] + t[3] * u];
                }
                let miss = (value[0] - expected[0]).abs().max((value[1] - expected[1]).abs());
                assert!(miss <= tolerance + 1e-5, "{miss} > {tolerance}");
            }
        }
    }

    #[test]
    fn coinciding_points_end_the_descent() {
        let mut values = vec![[0.25, 0.5]; 300];
        let terms: Vec<[f64; 4]> = (0..40).map(|k| [0.25 + 1e-9 * f64::from(k), 0.5, 1.0, -1.0]).collect();
        evaluate_in_place(&mut values, &terms, 1e-3);
        assert!(values.iter().all(|v| v[0].is_finite() && v == &values[0]));
    }
}
