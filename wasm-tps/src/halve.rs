//! Overviews: halving an RGBA raster.

/// RGBA (straight alpha) halved by 2 x 2 means, colours weighted by alpha. Sizes are halved and floored, at least 1.
pub fn halve_rgba(rgba: &[u8], width: usize, height: usize) -> Vec<u8> {
    let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
    let mut out = Vec::with_capacity(4 * half_width * half_height);
    let row = |y: usize| &rgba[4 * width * y.min(height - 1)..][..4 * width];
    for y in 0..half_height {
        let (upper, lower) = (row(2 * y), row(2 * y + 1));
        if width == 1 {
            let p = pixel(upper, 0);
            let q = pixel(lower, 0);
            out.extend(mean([p, p, q, q]));
            continue;
        }
        for (a, b) in upper.chunks_exact(8).zip(lower.chunks_exact(8)) {
            out.extend(mean([pixel(a, 0), pixel(a, 1), pixel(b, 0), pixel(b, 1)]));
        }
    }
    out
}

#[inline(always)]
fn pixel(row: &[u8], x: usize) -> [u32; 4] {
    let p = &row[4 * x..4 * x + 4];
    [u32::from(p[0]), u32::from(p[1]), u32::from(p[2]), u32::from(p[3])]
}

/// Mean of four pixels; transparent ones do not colour it.
#[inline(always)]
fn mean(pixels: [[u32; 4]; 4]) -> [u8; 4] {
    let alpha: u32 = pixels.iter().map(|p| p[3]).sum();
    if alpha == 4 * 255 {
        let sum = |c: usize| (pixels[0][c] + pixels[1][c] + pixels[2][c] + pixels[3][c] + 2) / 4;
        return [sum(0) as u8, sum(1) as u8, sum(2) as u8, 255];
    }
    if alpha == 0 {
        return [0; 4];
    }
    let weighted = |c: usize| (pixels.iter().map(|p| p[c] * p[3]).sum::<u32>() + alpha / 2) / alpha;
    [weighted(0) as u8, weighted(1) as u8, weighted(2) as u8, ((alpha + 2) / 4) as u8]
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
