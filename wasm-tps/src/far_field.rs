//! Evaluates a spline at many points faster than site by site: what lies far from a box of points is smooth in it.
//!
//! The points are sorted into a quadtree of square boxes. The sites some three half-sides away from a box's centre (in
//! either coordinate; how far depends on the tolerance) are summed once at 8 x 8 Chebyshev nodes; a child's nodes take
//! that sum from the polynomial of their parent and add the sites that have become far. In a leaf the polynomial and the
//! few near sites remain: some 50 evaluations of the kernel a point instead of 500. (The downward half of a fast multipole
//! method, with interpolation in place of expansions: Fong and Darve 2009.)

use crate::control_points::Point;
use crate::radial::{FastLog, SingleLog};
use crate::simd::{F32s, F64s, DOUBLES, FLOATS};

/// Order of the interpolation.
const P: usize = 8;
/// A box with no more points is a leaf.
const LEAF: usize = 128;
/// So few near sites are not worth the nodes of smaller boxes: in doubles, and in floats.
const FEW_SITES: usize = 24;
const FEW_SITES_SINGLE: usize = 48;
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

/// Both values at P x P places, or coefficients.
type Square8 = [[Point; P]; P];

/// A square box.
#[derive(Clone, Copy)]
struct Square {
    centre: Point,
    half: f64,
}

/// The polynomial of a box: the sum of the sites that are far from it or from a box around it. `[i][j]` belongs to
/// T_i(x) T_j(y).
struct Field {
    square: Square,
    double: Square8,
    single: [[[f32; 2]; P]; P],
}

/// Sites as `[x, y, w_x, w_y]`, or in floats with x and y from the centre of a box, which keeps the digits that its
/// smallness gives; one of the two is empty.
#[derive(Default)]
struct Sites {
    double: Vec<[f64; 4]>,
    single: Vec<[f32; 4]>,
}

/// What stays the same while the tree is descended.
struct Descent<'a> {
    points: &'a mut [Point],
    /// Error allowed a unit of weight: half the tolerance over the sum of the weights.
    share: f64,
    /// Sums in floats.
    single: bool,
    /// Row i: cos(π i (k + 1/2) / P) and the factor that make Chebyshev coefficients of values at the nodes.
    transform: [[f64; P]; P],
}

/// Replaces each point by Σ (w_x, w_y) U(|p - site|²) over `terms` ([x, y, w_x, w_y]) within `tolerance`, not counting
/// the error of the short logarithm, nor that of floats where `single` asks for them.
pub fn evaluate_in_place(points: &mut [Point], terms: &[[f64; 4]], tolerance: f64, single: bool) {
    let order: Vec<u32> = (0..points.len() as u32).collect();
    let square = around(points);
    let mut weight = 0.0;
    for t in terms {
        weight += t[2].abs().max(t[3].abs());
    }
    let mut transform = [[0.0; P]; P];
    for (i, row) in transform.iter_mut().enumerate() {
        let scale = if i == 0 { 1.0 } else { 2.0 } / P as f64;
        for (k, factor) in row.iter_mut().enumerate() {
            *factor = scale * cosine(i * (2 * k + 1));
        }
    }
    let mut descent = Descent { points, share: 0.5 * tolerance / weight, single, transform };
    descent.enter(square, &order, terms, None, 0);
}

/// The square around all points.
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
    fn enter(&mut self, square: Square, order: &[u32], terms: &[[f64; 4]], above: Option<&Field>, depth: usize) {
        // A site is summed as a far one in one box on the way to a point: its error is to stay under its share.
        let excess = ERROR_AT_3 * square.half * square.half / self.share;
        let separation = square.half * (3.0 * excess.sqrt().sqrt().sqrt()).max(LEAST_SEPARATION);
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for t in terms {
            let (dx, dy) = ((t[0] - square.centre[0]).abs(), (t[1] - square.centre[1]).abs());
            if dx.max(dy) < separation {
                near.push(*t)
            } else {
                far.push(*t)
            }
        }
        let field = (above.is_some() || !far.is_empty()).then(|| self.field(square, far, above));
        let few = if self.single { FEW_SITES_SINGLE } else { FEW_SITES };
        if order.len() <= LEAF || near.len() <= few || depth == MAX_DEPTH {
            self.leaf(order, near, square, field.as_ref());
            return;
        }
        let mut parts: [Vec<u32>; 4] = Default::default();
        for &number in order {
            let p = self.points[number as usize];
            parts[usize::from(p[0] >= square.centre[0]) + 2 * usize::from(p[1] >= square.centre[1])].push(number);
        }
        let half = 0.5 * square.half;
        for (quadrant, part) in parts.iter().enumerate() {
            if part.is_empty() {
                continue;
            }
            let sign = |bit: usize| if quadrant & bit == 0 { -half } else { half };
            let centre = [square.centre[0] + sign(1), square.centre[1] + sign(2)];
            self.enter(Square { centre, half }, part, &near, field.as_ref(), depth + 1);
        }
    }

    /// The polynomial of a box: its parent's there, and the sites that are far now.
    fn field(&self, square: Square, far: Vec<[f64; 4]>, above: Option<&Field>) -> Field {
        let sites = self.sites(far, square);
        let mut values = [[[0.0; 2]; P]; P];
        for (pair, rows) in values.chunks_exact_mut(2).enumerate() {
            let (mut x, mut y) = ([0.0; FLOATS], [0.0; FLOATS]);
            for lane in 0..FLOATS {
                x[lane] = square.centre[0] + square.half * cosine(2 * (lane % P) + 1);
                y[lane] = square.centre[1] + square.half * cosine(2 * (2 * pair + lane / P) + 1);
            }
            let [sum_x, sum_y] = self.sums(&x, &y, &sites, square, above);
            for lane in 0..FLOATS {
                rows[lane / P][lane % P] = [sum_x[lane], sum_y[lane]];
            }
        }
        // Along y, then, turned over, along x.
        let double = self.along_rows(&transposed(&self.along_rows(&values)));
        let mut single = [[[0.0; 2]; P]; P];
        for (from, to) in double.as_flattened().iter().zip(single.as_flattened_mut()) {
            *to = [from[0] as f32, from[1] as f32];
        }
        Field { square, double, single }
    }

    /// Chebyshev coefficients over the rows' numbers.
    fn along_rows(&self, values: &Square8) -> Square8 {
        let mut out = [[[0.0; 2]; P]; P];
        for (factors, out) in self.transform.iter().zip(&mut out) {
            let (mut left, mut right) = (F64s::splat(0.0), F64s::splat(0.0));
            for (factor, row) in factors.iter().zip(values) {
                let halves = row.as_flattened().as_chunks().0;
                left = left + F64s::splat(*factor) * F64s::from_array(halves[0]);
                right = right + F64s::splat(*factor) * F64s::from_array(halves[1]);
            }
            let halves = out.as_flattened_mut().as_chunks_mut().0;
            left.store(&mut halves[0]);
            right.store(&mut halves[1]);
        }
        out
    }

    fn sites(&self, terms: Vec<[f64; 4]>, square: Square) -> Sites {
        if !self.single {
            return Sites { double: terms, single: Vec::new() };
        }
        let mut single = Vec::with_capacity(terms.len());
        for t in &terms {
            let (dx, dy) = (t[0] - square.centre[0], t[1] - square.centre[1]);
            single.push([dx as f32, dy as f32, t[2] as f32, t[3] as f32]);
        }
        Sites { double: Vec::new(), single }
    }

    fn leaf(&mut self, order: &[u32], near: Vec<[f64; 4]>, square: Square, inside: Option<&Field>) {
        let sites = self.sites(near, square);
        for numbers in order.chunks(FLOATS) {
            let (mut x, mut y) = ([0.0; FLOATS], [0.0; FLOATS]);
            for (lane, number) in numbers.iter().enumerate() {
                [x[lane], y[lane]] = self.points[*number as usize];
            }
            let [sum_x, sum_y] = self.sums(&x, &y, &sites, square, inside);
            for (lane, number) in numbers.iter().enumerate() {
                self.points[*number as usize] = [sum_x[lane], sum_y[lane]];
            }
        }
    }

    /// Kernel sums over `sites` (in floats, from the centre of `square`) plus a box's polynomial, at sixteen places.
    fn sums(
        &self,
        x: &[f64; FLOATS],
        y: &[f64; FLOATS],
        sites: &Sites,
        square: Square,
        smooth: Option<&Field>,
    ) -> [[f64; FLOATS]; 2] {
        let (mut sum_x, mut sum_y) = ([0.0; FLOATS], [0.0; FLOATS]);
        if self.single {
            single_sums(x, y, sites, square, smooth, &mut sum_x, &mut sum_y);
            return [sum_x, sum_y];
        }
        let (sums_x, sums_y) = (sum_x.as_chunks_mut().0, sum_y.as_chunks_mut().0);
        for (k, (x, y)) in x.as_chunks().0.iter().zip(y.as_chunks().0).enumerate() {
            double_sums(F64s::from_array(*x), F64s::from_array(*y), sites, smooth, &mut sums_x[k], &mut sums_y[k]);
        }
        [sum_x, sum_y]
    }
}

fn transposed(values: &Square8) -> Square8 {
    let mut out = [[[0.0; 2]; P]; P];
    for (i, out) in out.iter_mut().enumerate() {
        for (out, row) in out.iter_mut().zip(values) {
            *out = row[i];
        }
    }
    out
}

impl Square {
    /// Factor that brings the box to -1..1. A box around a single point has no side: every place in it is its centre.
    fn scale(self) -> f64 {
        if self.half > 0.0 {
            1.0 / self.half
        } else {
            0.0
        }
    }
}

#[inline(never)]
fn double_sums(
    x: F64s,
    y: F64s,
    sites: &Sites,
    smooth: Option<&Field>,
    out_x: &mut [f64; DOUBLES],
    out_y: &mut [f64; DOUBLES],
) {
    let log = FastLog::new();
    let (mut sum_x, mut sum_y) = (F64s::splat(0.0), F64s::splat(0.0));
    if let Some(Field { square, double, .. }) = smooth {
        let scale = F64s::splat(square.scale());
        let x = (x - F64s::splat(square.centre[0])) * scale;
        let y = (y - F64s::splat(square.centre[1])) * scale;
        // T_0 .. T_7 of y lie ready; those of x follow from one another.
        let mut along_y = [F64s::splat(1.0); P];
        along_y[1] = y;
        for k in 2..P {
            along_y[k] = (y + y) * along_y[k - 1] - along_y[k - 2];
        }
        // T_-1 = T_1.
        let (mut previous, mut along_x) = (x, F64s::splat(1.0));
        for row in double {
            let (mut row_x, mut row_y) = (F64s::splat(0.0), F64s::splat(0.0));
            for (c, along_y) in row.iter().zip(&along_y) {
                row_x = row_x + F64s::splat(c[0]) * *along_y;
                row_y = row_y + F64s::splat(c[1]) * *along_y;
            }
            sum_x = sum_x + row_x * along_x;
            sum_y = sum_y + row_y * along_x;
            (previous, along_x) = (along_x, (x + x) * along_x - previous);
        }
    }
    for t in &sites.double {
        let (dx, dy) = (x - F64s::splat(t[0]), y - F64s::splat(t[1]));
        let squared = dx * dx + dy * dy;
        let u = squared * log.of(squared);
        sum_x = sum_x + F64s::splat(t[2]) * u;
        sum_y = sum_y + F64s::splat(t[3]) * u;
    }
    sum_x.store(out_x);
    sum_y.store(out_y);
}

/// The same in floats.
#[inline(never)]
fn single_sums(
    x: &[f64; FLOATS],
    y: &[f64; FLOATS],
    sites: &Sites,
    square: Square,
    smooth: Option<&Field>,
    out_x: &mut [f64; FLOATS],
    out_y: &mut [f64; FLOATS],
) {
    let from_centre = |values: &[f64; FLOATS], centre: f64, scale: f64| {
        let mut out = [0.0; FLOATS];
        for (out, value) in out.iter_mut().zip(values) {
            *out = ((value - centre) * scale) as f32;
        }
        F32s::from_array(out)
    };
    let log = SingleLog::new();
    let (mut sum_x, mut sum_y) = (F32s::splat(0.0), F32s::splat(0.0));
    if let Some(Field { square, single, .. }) = smooth {
        let scale = square.scale();
        let (x, y) = (from_centre(x, square.centre[0], scale), from_centre(y, square.centre[1], scale));
        let mut along_y = [F32s::splat(1.0); P];
        along_y[1] = y;
        for k in 2..P {
            along_y[k] = (y + y) * along_y[k - 1] - along_y[k - 2];
        }
        let (mut previous, mut along_x) = (x, F32s::splat(1.0));
        for row in single {
            let (mut row_x, mut row_y) = (F32s::splat(0.0), F32s::splat(0.0));
            for (c, along_y) in row.iter().zip(&along_y) {
                row_x = row_x + F32s::splat(c[0]) * *along_y;
                row_y = row_y + F32s::splat(c[1]) * *along_y;
            }
            sum_x = sum_x + row_x * along_x;
            sum_y = sum_y + row_y * along_x;
            (previous, along_x) = (along_x, (x + x) * along_x - previous);
        }
    }
    let (x, y) = (from_centre(x, square.centre[0], 1.0), from_centre(y, square.centre[1], 1.0));
    for t in &sites.single {
        let (dx, dy) = (x - F32s::splat(t[0]), y - F32s::splat(t[1]));
        let squared = dx * dx + dy * dy;
        let u = squared * log.of(squared);
        sum_x = sum_x + F32s::splat(t[2]) * u;
        sum_y = sum_y + F32s::splat(t[3]) * u;
    }
    for (out, sum) in [out_x, out_y].into_iter().zip([sum_x, sum_y]) {
        for (out, sum) in out.iter_mut().zip(sum.to_array()) {
            *out = f64::from(sum);
        }
    }
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
            evaluate_in_place(&mut values, &terms, tolerance, false);
            let mut single = points.clone();
            evaluate_in_place(&mut single, &terms, tolerance, true);
            for ((at, value), single) in points.iter().zip(values).zip(single).step_by(7) {
                let mut expected = [0.0; 2];
                for t in &terms {
                    let u = radial((at[0] - t[0]).powi(2) + (at[1] - t[1]).powi(2));
                    expected = [expected[0] + t[2] * u, expected[1] + t[3] * u];
                }
                let miss = (value[0] - expected[0]).abs().max((value[1] - expected[1]).abs());
                assert!(miss <= tolerance + 1e-5, "{miss} > {tolerance}");
                // Sums of some 100,000 in floats.
                let miss = (single[0] - expected[0]).abs().max((single[1] - expected[1]).abs());
                assert!(miss <= tolerance + 0.1, "{miss} > {tolerance}");
            }
        }
    }

    #[test]
    fn coinciding_points_end_the_descent() {
        let terms: Vec<[f64; 4]> = (0..60).map(|k| [0.25 + 1e-9 * f64::from(k), 0.5, 1.0, -1.0]).collect();
        for single in [false, true] {
            let mut values = vec![[0.25, 0.5]; 300];
            evaluate_in_place(&mut values, &terms, 1e-3, single);
            assert!(values.iter().all(|v| v[0].is_finite() && v == &values[0]));
        }
    }
}
