//! Overviews: halving an RGBA raster.

/// RGBA (straight alpha) halved by 2 x 2 means, colours weighted by alpha. Sizes are halved and floored, at least 1.
pub fn halve_rgba(rgba: &[u8], width: usize, height: usize) -> Vec<u8> {
    let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
    let mut out = vec![0; 4 * half_width * half_height];
    // A side of one pixel is its own neighbour.
    let (right, below) = (4 * usize::from(width > 1), 4 * width * usize::from(height > 1));
    for (y, line) in out.chunks_exact_mut(4 * half_width).enumerate() {
        let mut at = 8 * y * width;
        for pixel in line.chunks_exact_mut(4) {
            let corner = |step: usize| [0, 1, 2, 3].map(|c| u32::from(rgba[at + step + c]));
            pixel.copy_from_slice(&mean([corner(0), corner(right), corner(below), corner(right + below)]));
            at += 8;
        }
    }
    out
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
