//! Samples a window of source pixels at image points, a row of them at a time.

use crate::control_points::Point;
use crate::resample::{Method, SourceWindow};
use crate::simd::{bilinear, sixteen, WeightedSum};
use crate::support::{Support, MOST_TAPS};

/// A window of the pyramid, RGBA with straight alpha.
pub struct Raster<'a> {
    rgba: &'a [u8],
    width: i32,
    height: i32,
    /// Left and upper edge, px of the level, and half a px: a pixel's centre lies at +0.5.
    offset: Point,
    /// Px of the level a px of the scan.
    scale: f64,
    opaque: bool,
}

impl<'a> Raster<'a> {
    /// `rgba` must hold the window's pixels.
    pub fn new(rgba: &'a [u8], window: SourceWindow) -> Self {
        Raster {
            rgba,
            width: window.width as i32,
            height: window.height as i32,
            offset: [window.x as f64 + 0.5, window.y as f64 + 0.5],
            scale: 1.0 / f64::from(1_u32 << window.level),
            opaque: rgba.chunks_exact(4).all(|p| p[3] == 255),
        }
    }

    /// Pixel values along a line of image points (px of the scan: the first, and the step to the next) into `out`, four bytes
    /// a point, with weights of 1/128 or finer. False, and nothing done, unless method and pixels allow the fast way: bilinear, all
    /// opaque, no tap beyond the window.
    pub fn sample_line(&self, method: Method, support: &Support, first: Point, step: Point, out: &mut [u8]) -> bool {
        let tables = support.tables();
        if method != Method::Bilinear || !self.opaque || (tables.is_none() && !support.is_plain()) {
            return false;
        }
        let before = if tables.is_some() { 1.0 } else { 0.0 };
        let steps = (out.len() / 4) as f64 - 1.0;
        let limit = [f64::from(self.width - 1) - before, f64::from(self.height - 1) - before];
        let (mut at, mut by) = ([0_i64; 2], [0_i64; 2]);
        for side in 0..2 {
            // To the nearest fraction of 1/128.
            let start = first[side] * self.scale - self.offset[side] + 0.5 / 128.0;
            let along = step[side] * self.scale;
            let end = start + steps * along;
            if !(start.min(end) >= before && start.max(end) < limit[side] - 1e-6) {
                return false;
            }
            // 32 bits after the point: a step's rounding does not add up to a hundredth of a weight over a cell.
            at[side] = ((start - before) * 4_294_967_296.0) as i64;
            by[side] = (along * 4_294_967_296.0) as i64;
        }
        let width = self.width as usize;
        let corner = |at: [i64; 2]| 4 * ((at[1] >> 32) as usize * width + (at[0] >> 32) as usize);
        let Some([across, down]) = tables else {
            for pixel in out.as_chunks_mut::<4>().0 {
                let above = corner(at);
                let two = |at: usize| self.rgba.get(at..at + 8).and_then(|two| two.first_chunk::<8>());
                let (Some(upper), Some(lower)) = (two(above), two(above + 4 * width)) else { return false };
                *pixel = bilinear(upper, lower, (at[0] >> 25 & 127) as i16, (at[1] >> 25 & 127) as i16);
                at[0] += by[0];
                at[1] += by[1];
            }
            return true;
        };
        for pixel in out.as_chunks_mut::<4>().0 {
            let above = corner(at);
            let four = |row: usize| {
                let at = above + 4 * width * row;
                self.rgba.get(at..at + 16).and_then(|four| four.first_chunk::<16>())
            };
            let (Some(a), Some(b), Some(c), Some(d)) = (four(0), four(1), four(2), four(3)) else { return false };
            let (right, below) = ((at[0] >> 25 & 127) as usize, (at[1] >> 25 & 127) as usize);
            *pixel = sixteen([a, b, c, d], &across[right], &down[below]);
            at[0] += by[0];
            at[1] += by[1];
        }
        true
    }

    /// Pixel values at `image` (px of the scan) into `out`, four bytes a point. Taps beyond the window repeat its edge.
    pub fn sample(&self, method: Method, support: &Support, image: &[Point], out: &mut [u8]) {
        for (at, pixel) in image.iter().zip(out.as_chunks_mut::<4>().0) {
            let x = (at[0] * self.scale - self.offset[0]) as f32;
            let y = (at[1] * self.scale - self.offset[1]) as f32;
            *pixel = match method {
                Method::Nearest => *self.pixel((x + 0.5).floor() as i32, (y + 0.5).floor() as i32),
                _ => self.weighted(x, y, method, support),
            };
        }
    }

    #[inline(always)]
    fn pixel(&self, x: i32, y: i32) -> &[u8; 4] {
        let x = x.clamp(0, self.width - 1) as usize;
        let y = y.clamp(0, self.height - 1) as usize;
        self.rgba.as_chunks().0.get(y * self.width as usize + x).unwrap_or(&[0; 4])
    }

    /// Weighted mean over the taps of a method, colours weighted by alpha.
    fn weighted(&self, x: f32, y: f32, method: Method, support: &Support) -> [u8; 4] {
        let (floor_x, floor_y) = (x.floor(), y.floor());
        let fractions = [x - floor_x, y - floor_y];
        let ([across, down], taps) = if support.is_plain() {
            (fractions.map(|f| method.weights(f)), method.taps())
        } else {
            (support.weights(fractions), MOST_TAPS)
        };
        let before = taps as i32 / 2 - 1;
        let (left, upper) = (floor_x as i32 - before, floor_y as i32 - before);
        let mut sum = WeightedSum::zero();
        let inside = left >= 0 && left + taps as i32 <= self.width;
        for (j, weight_y) in down[..taps].iter().enumerate() {
            let row = upper + j as i32;
            if inside {
                let first = row.clamp(0, self.height - 1) as usize * self.width as usize + left as usize;
                let pixels = self.rgba.as_chunks().0.get(first..first + taps).unwrap_or(&[]);
                for (pixel, weight_x) in pixels.iter().zip(&across) {
                    sum.add(pixel, weight_x * weight_y);
                }
                continue;
            }
            for (i, weight_x) in across[..taps].iter().enumerate() {
                sum.add(self.pixel(left + i as i32, row), weight_x * weight_y);
            }
        }
        sum.mean()
    }
}

impl Method {
    /// Number of pixels across that are weighed.
    fn taps(self) -> usize {
        2 * self.reach() as usize
    }

    /// Weights of the taps at a fraction past the middle one at the left; the rest is unused.
    fn weights(self, f: f32) -> [f32; MOST_TAPS] {
        match self {
            Method::Nearest | Method::Bilinear => [1.0 - f, f, 0.0, 0.0, 0.0, 0.0],
            Method::Cubic => cubic_weights(f),
            Method::Lanczos => lanczos_weights(f),
        }
    }
}

/// Keys (1981), a = -1/2, at a fraction past the second tap.
fn cubic_weights(f: f32) -> [f32; 6] {
    let (ff, fff) = (f * f, f * f * f);
    [
        -0.5 * f + ff - 0.5 * fff,
        1.0 - 2.5 * ff + 1.5 * fff,
        0.5 * f + 2.0 * ff - 1.5 * fff,
        -0.5 * ff + 0.5 * fff,
        0.0,
        0.0,
    ]
}

/// Lanczos with three lobes at a fraction past the third tap, normalised to sum 1.
fn lanczos_weights(f: f32) -> [f32; 6] {
    if f < 1e-4 {
        return [0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    }
    // At distance d = f + 2 - tap the weight is sin(πd) sin(πd/3) / d² up to a factor; |sin πd| is the same for all taps and
    // drops out but for its sign, sin(πd/3) follows from one sine and cosine. Taylor's series suffice up to π/3.
    let a = std::f32::consts::FRAC_PI_3 * f;
    let aa = a * a;
    let sin = a * (1.0 - aa / 6.0 * (1.0 - aa / 20.0 * (1.0 - aa / 42.0 * (1.0 - aa / 72.0))));
    let cos = 1.0 - aa / 2.0 * (1.0 - aa / 12.0 * (1.0 - aa / 30.0 * (1.0 - aa / 56.0 * (1.0 - aa / 90.0))));
    let (half, root) = (0.5 * sin, 0.866_025_4 * cos);
    // Signs of sin πd folded in: + - + - + -.
    let numerators = [root - half, -(root + half), sin, root - half, -(root + half), sin];
    let mut weights = [0.0; 6];
    let mut total = 0.0;
    for (tap, weight) in weights.iter_mut().enumerate() {
        let distance = f + 2.0 - tap as f32;
        *weight = numerators[tap] / (distance * distance);
        total += *weight;
    }
    weights.map(|w| w / total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::WideRegion;

    fn raster(rgba: &[u8], width: i64, height: i64) -> Raster<'_> {
        Raster::new(rgba, SourceWindow { level: 0, x: 0, y: 0, width, height })
    }

    #[test]
    fn the_weights_of_every_kernel_sum_to_one_and_equal_their_formula() {
        for step in 0..100 {
            let f = step as f32 / 100.0;
            assert!((cubic_weights(f).iter().sum::<f32>() - 1.0).abs() < 1e-6);
            let sinc =
                |x: f64| if x == 0.0 { 1.0 } else { (x * std::f64::consts::PI).sin() / (x * std::f64::consts::PI) };
            let formula: Vec<f64> = (0..6)
                .map(|tap| {
                    let d = f64::from(f) + 2.0 - f64::from(tap);
                    sinc(d) * sinc(d / 3.0)
                })
                .collect();
            let total: f64 = formula.iter().sum();
            for (weight, expected) in lanczos_weights(f).iter().zip(formula) {
                assert!((f64::from(*weight) - expected / total).abs() < 2e-5, "f = {f}");
            }
        }
    }

    #[test]
    fn a_pixel_centre_gives_the_pixel_with_every_method() {
        let rgba: Vec<u8> = (0..8 * 8).flat_map(|i| [i as u8 * 3, 255 - i as u8, (i * i % 256) as u8, 255]).collect();
        let raster = raster(&rgba, 8, 8);
        for method in [Method::Nearest, Method::Bilinear, Method::Cubic, Method::Lanczos] {
            let mut out = [0; 4];
            raster.sample(method, &Support::plain(), &[[3.5, 4.5]], &mut out);
            assert_eq!(out, rgba[4 * 35..4 * 36], "{method:?}");
        }
        let mut out = [0; 8];
        assert!(raster.sample_line(Method::Bilinear, &Support::plain(), [3.5, 4.5], [1.0, 0.0], &mut out));
        assert_eq!(out, rgba[4 * 35..4 * 37]);
        assert!(!raster.sample_line(Method::Bilinear, &Support::plain(), [6.5, 4.5], [1.0, 0.0], &mut out));
    }

    #[test]
    fn the_fast_way_of_a_wide_kernel_agrees_with_the_formula() {
        let rgba: Vec<u8> = (0..12 * 12).flat_map(|i| [i as u8, 255 - i as u8, (i * 5 % 256) as u8, 255]).collect();
        let raster = raster(&rgba, 12, 12);
        let region = WideRegion { bounds: [0.0; 4], reach: [1.3, 1.8] };
        let support = Support::of(&region, 0);
        let points: Vec<Point> = (0..8).map(|i| [2.6 + 0.9 * f64::from(i), 3.1 + 0.7 * f64::from(i)]).collect();
        let (mut fast, mut slow) = ([0; 32], [0; 32]);
        assert!(raster.sample_line(Method::Bilinear, &support, points[0], [0.9, 0.7], &mut fast));
        raster.sample(Method::Bilinear, &support, &points, &mut slow);
        for (a, b) in fast.iter().zip(slow) {
            assert!(a.abs_diff(b) <= 2, "{a} and {b}");
        }
    }

    #[test]
    fn transparent_neighbours_do_not_bleed_their_colour() {
        let rgba = [200, 10, 10, 255, 0, 255, 0, 0];
        let mut out = [0; 4];
        raster(&rgba, 2, 1).sample(Method::Bilinear, &Support::plain(), &[[1.0, 0.5]], &mut out);
        assert_eq!(out, [200, 10, 10, 128]);
    }
}
