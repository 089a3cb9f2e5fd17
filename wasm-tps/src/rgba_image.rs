//! Images that stay in the kernel's memory between the steps of a warp: blocks are warped into them, halved from one into
//! the next, and cut into tiles for the encoders. Straight alpha throughout.

use crate::error::Code;
use crate::simd::{any_and_all, opaque_mean, without_alpha, WeightedSum};

/// A mask knows only yes and no: pixels count as shown from this alpha on.
const SHOWN_FROM_ALPHA: u8 = 128;

/// How much of a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All alpha is 0.
    Nothing = 0,
    /// All alpha is 255.
    Everything = 1,
    /// Neither.
    Something = 2,
}

/// RGBA pixels, row by row.
pub struct RgbaImage {
    /// `4 * width * height` bytes.
    pub rgba: Vec<u8>,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl RgbaImage {
    /// A transparent image.
    pub fn new(width: usize, height: usize) -> Self {
        RgbaImage { rgba: vec![0; 4 * width * height], width, height }
    }

    /// Copies `rgba`, rows of `width` pixels, to a window of the image.
    pub fn paste(&mut self, rgba: &[u8], width: usize, left: usize, top: usize) -> Result<(), Code> {
        let rows = rgba.len() / (4 * width.max(1));
        if width == 0 || rgba.len() != 4 * width * rows {
            return Err(Code::BadArgument);
        }
        self.check_place(left, top, width, rows)?;
        let lines = self.rgba.chunks_exact_mut(4 * self.width).skip(top);
        for (line, row) in lines.zip(rgba.chunks_exact(4 * width)) {
            line[4 * left..][..4 * width].copy_from_slice(row);
        }
        Ok(())
    }

    /// Halves the whole image by 2 x 2 means, colours weighted by alpha, into a window of another. A last odd column or row
    /// is left out.
    pub fn halve_into(&self, target: &mut RgbaImage, left: usize, top: usize) -> Result<(), Code> {
        let (columns, rows) = (self.width / 2, self.height / 2);
        target.check_place(left, top, columns, rows)?;
        let lines = target.rgba.chunks_exact_mut(4 * target.width).skip(top);
        for (line, pair) in lines.zip(self.rgba.chunks_exact(8 * self.width)) {
            let (upper, lower) = pair.split_at(4 * self.width);
            let pixels = line[4 * left..][..4 * columns].as_chunks_mut().0;
            for ((pixel, upper), lower) in pixels.iter_mut().zip(upper.as_chunks().0).zip(lower.as_chunks().0) {
                *pixel = mean(upper, lower);
            }
        }
        Ok(())
    }

    /// How much shows of the square of `size` pixels at a place.
    pub fn coverage(&self, left: usize, top: usize, size: usize) -> Result<Coverage, Code> {
        let [any, all] = any_and_all(self.rows(left, top, size)?);
        Ok(match (any >> 24, all >> 24) {
            (0, _) => Coverage::Nothing,
            (_, 255) => Coverage::Everything,
            _ => Coverage::Something,
        })
    }

    /// The square as RGBA into `out`, which has its size.
    pub fn cut_rgba(&self, left: usize, top: usize, size: usize, out: &mut [u8]) -> Result<(), Code> {
        for (row, line) in self.rows(left, top, size)?.zip(out.chunks_exact_mut(4 * size)) {
            line.copy_from_slice(row);
        }
        Ok(())
    }

    /// The square as RGB into `out`, which has its size. Hidden pixels keep the colour they have.
    pub fn cut_rgb(&self, left: usize, top: usize, size: usize, out: &mut [u8]) -> Result<(), Code> {
        for (row, line) in self.rows(left, top, size)?.zip(out.chunks_exact_mut(3 * size)) {
            for (four, packed) in row.as_chunks().0.iter().zip(line.as_chunks_mut().0) {
                *packed = without_alpha(four);
            }
        }
        Ok(())
    }

    /// The square's shown pixels as rows of single bits (most significant first, 1 = shown;
    /// TIFF 6.0, transparency mask) into `mask`, which has its size; hidden pixels of its `rgb` take the mean colour of
    /// the shown ones: a black rest would bleed into the edge of the map.
    pub fn hide(&self, left: usize, top: usize, size: usize, rgb: &mut [u8], mask: &mut [u8]) -> Result<(), Code> {
        mask.fill(0);
        let (mut shown, mut sums) = (0_u32, [0_u32; 3]);
        let lines = rgb.chunks_exact(3 * size).zip(mask.chunks_exact_mut(size / 8));
        for (row, (line, bits)) in self.rows(left, top, size)?.zip(lines) {
            for (x, (pixel, rgb)) in row.as_chunks::<4>().0.iter().zip(line.as_chunks::<3>().0).enumerate() {
                if pixel[3] >= SHOWN_FROM_ALPHA {
                    bits[x / 8] |= 0x80 >> (x % 8);
                    shown += 1;
                    for (sum, value) in sums.iter_mut().zip(rgb) {
                        *sum += u32::from(*value);
                    }
                }
            }
        }
        let mean = sums.map(|sum| (f64::from(sum) / f64::from(shown.max(1)) + 0.5) as u8);
        for (row, line) in self.rows(left, top, size)?.zip(rgb.chunks_exact_mut(3 * size)) {
            for (pixel, rgb) in row.as_chunks::<4>().0.iter().zip(line.as_chunks_mut::<3>().0) {
                if pixel[3] < SHOWN_FROM_ALPHA {
                    *rgb = mean;
                }
            }
        }
        Ok(())
    }

    /// The rows of a square; its side must be a multiple of 8, as a tile's is.
    fn rows(&self, left: usize, top: usize, size: usize) -> Result<impl Iterator<Item = &[u8]>, Code> {
        self.check_place(left, top, size, size)?;
        if !size.is_multiple_of(8) {
            return Err(Code::BadArgument);
        }
        let rows = self.rgba.chunks_exact(4 * self.width).skip(top).take(size);
        Ok(rows.map(move |row| &row[4 * left..][..4 * size]))
    }

    fn check_place(&self, left: usize, top: usize, width: usize, height: usize) -> Result<(), Code> {
        let fits = |first: usize, count: usize, size: usize| first <= size && count <= size - first;
        let inside = fits(left, width, self.width) && fits(top, height, self.height);
        if width > 0 && height > 0 && inside {
            Ok(())
        } else {
            Err(Code::BadArgument)
        }
    }
}

/// Mean of two pixels above and two below; transparent ones do not colour it.
#[inline(always)]
fn mean(upper: &[u8; 8], lower: &[u8; 8]) -> [u8; 4] {
    opaque_mean(upper, lower).unwrap_or_else(|| {
        let mut sum = WeightedSum::zero();
        for row in [upper, lower] {
            for pixel in row.as_chunks().0 {
                sum.add(pixel, 0.25);
            }
        }
        sum.mean()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: usize, height: usize, pixel: impl Fn(usize, usize) -> [u8; 4]) -> RgbaImage {
        let rgba = (0..height).flat_map(|y| (0..width).flat_map(|x| pixel(x, y)).collect::<Vec<_>>()).collect();
        RgbaImage { rgba, width, height }
    }

    #[test]
    fn transparent_pixels_do_not_darken_the_overview() {
        let source = image(2, 2, |x, y| if x + y == 0 { [200, 100, 50, 255] } else { [0; 4] });
        let mut half = RgbaImage::new(1, 1);
        source.halve_into(&mut half, 0, 0).unwrap();
        assert_eq!(half.rgba, [200, 100, 50, 64]);
    }

    #[test]
    fn opaque_means_are_rounded_to_the_nearest() {
        let source = image(2, 2, |x, y| [(2 * y + x) as u8, 254 + (x * y) as u8, 255, 255]);
        let mut half = RgbaImage::new(3, 2);
        source.halve_into(&mut half, 2, 1).unwrap();
        assert_eq!(half.rgba[20..], [2, 254, 255, 255]);
        assert!(half.rgba[..20].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn a_tile_is_its_place_in_the_image() {
        let source = image(12, 10, |x, y| [x as u8, y as u8, 7, 255]);
        let (mut rgba, mut rgb) = ([0; 256], [0; 192]);
        source.cut_rgba(3, 1, 8, &mut rgba).unwrap();
        source.cut_rgb(3, 1, 8, &mut rgb).unwrap();
        for (at, (pixel, rgb)) in rgba.chunks_exact(4).zip(rgb.chunks_exact(3)).enumerate() {
            assert_eq!(pixel, [(3 + at % 8) as u8, (1 + at / 8) as u8, 7, 255]);
            assert_eq!(rgb, &pixel[..3]);
        }
        assert!(source.cut_rgba(5, 1, 8, &mut rgba).is_err());
        assert!(source.cut_rgba(0, usize::MAX, 8, &mut rgba).is_err());
        assert!(source.cut_rgba(0, 0, 6, &mut rgba).is_err());
    }

    #[test]
    fn a_tile_tells_how_much_of_it_shows() {
        let source = image(16, 8, |x, _| [1, 2, 3, if x < 8 { 255 } else { 0 }]);
        assert_eq!(source.coverage(0, 0, 8), Ok(Coverage::Everything));
        assert_eq!(source.coverage(8, 0, 8), Ok(Coverage::Nothing));
        assert_eq!(source.coverage(3, 0, 8), Ok(Coverage::Something));
    }

    #[test]
    fn hidden_pixels_take_the_mean_of_the_shown_and_a_zero_bit() {
        let source = image(8, 8, |x, y| match (x, y) {
            (0, 0) => [10, 20, 30, 128],
            (7, 0) => [13, 21, 30, 255],
            _ => [200, 0, 0, 127],
        });
        let (mut rgb, mut mask) = ([0; 192], [0; 8]);
        source.cut_rgb(0, 0, 8, &mut rgb).unwrap();
        source.hide(0, 0, 8, &mut rgb, &mut mask).unwrap();
        assert_eq!(mask, [0b1000_0001, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(rgb[..3], [10, 20, 30]);
        assert_eq!(rgb[21..24], [13, 21, 30]);
        assert!(rgb[24..].chunks_exact(3).all(|pixel| pixel == [12, 21, 30]));
    }
}
