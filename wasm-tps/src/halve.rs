//! Overviews: halving an RGBA raster.

use crate::simd::{sum_of_four, WeightedSum};

/// RGBA (straight alpha) halved by 2 x 2 means, colours weighted by alpha. Sizes are halved and floored, at least 1.
pub fn halve_rgba(rgba: &[u8], width: usize, height: usize) -> Vec<u8> {
    let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
    let mut out = vec![0; 4 * half_width * half_height];
    for (y, line) in out.chunks_exact_mut(4 * half_width).enumerate() {
        let row = |y: usize| &rgba[4 * width * y.min(height - 1)..][..4 * width];
        let (upper, lower) = (row(2 * y), row(2 * y + 1));
        let pixels = line.as_chunks_mut::<4>().0;
        if width == 1 {
            let [a, b, c, d] = [upper[0], upper[1], upper[2], upper[3]];
            let [e, f, g, h] = [lower[0], lower[1], lower[2], lower[3]];
            pixels[0] = mean(&[a, b, c, d, a, b, c, d], &[e, f, g, h, e, f, g, h]);
            continue;
        }
        for ((pixel, upper), lower) in pixels.iter_mut().zip(upper.as_chunks().0).zip(lower.as_chunks().0) {
            *pixel = mean(upper, lower);
        }
    }
    out
}

/// Mean of two pixels above and two below; transparent ones do not colour it.
#[inline(always)]
fn mean(upper: &[u8; 8], lower: &[u8; 8]) -> [u8; 4] {
    let [r, g, b, alpha] = sum_of_four(upper, lower);
    if alpha == 4 * 255 {
        return [((r + 2) / 4) as u8, ((g + 2) / 4) as u8, ((b + 2) / 4) as u8, 255];
    }
    let mut sum = WeightedSum::zero();
    for row in [upper, lower] {
        for pixel in row.as_chunks().0 {
            sum.add(pixel, 0.25);
        }
    }
    sum.mean()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparent_pixels_do_not_darken_the_overview() {
        let halved = halve_rgba(&[200, 100, 50, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 2, 2);
        assert_eq!(halved, [200, 100, 50, 64]);
    }

    #[test]
    fn odd_sizes_are_floored() {
        assert_eq!(halve_rgba(&[9; 4 * 5 * 3], 5, 3).len(), 4 * 2);
        assert_eq!(halve_rgba(&[9; 4], 1, 1), [9, 9, 9, 9]);
    }
}
