//! Over how many pixels of the scan a pixel of the output is weighed, where that is more than the next ones.

use core::ops::Range;

use crate::block_plan::Block;
use crate::control_points::Point;

/// Fractions of a pixel that weights are tabled for.
const FRACTIONS: usize = 128;
/// Sums of the weights across and down: 255 times the second still is a number of 16 bits, that times the first one of 32.
pub const WHOLE: [i16; 2] = [16_384, 256];
/// Taps of a tabled weight: of a kernel that reaches up to two pixels to each side.
const TAPS: usize = 4;

/// Taps of any kernel: of one that reaches up to three pixels to each side.
pub const MOST_TAPS: usize = 6;

/// Weights of the taps from one before the pixel on, for every fraction of a pixel past it.
pub type WeightTable = [[i16; TAPS]; FRACTIONS];

/// A part of the map whose pixels are weighed over more of the scan.
#[derive(Clone, Copy, Debug)]
pub struct WideRegion {
    /// West, south, east, north, metres.
    pub bounds: [f64; 4],
    /// How far the weights reach across and down, scan px, 1 to 3; 1 is plain interpolation.
    pub reach: Point,
}

impl WideRegion {
    /// Columns and rows of a block whose centres lie in it.
    pub fn extent(&self, block: Block) -> [Range<usize>; 2] {
        let [west, south, east, north] = self.bounds;
        let side = |metres: f64, size: usize| (metres / block.pixel_size).round().clamp(0.0, size as f64) as usize;
        [
            side(west - block.origin[0], block.width)..side(east - block.origin[0], block.width),
            side(block.origin[1] - north, block.height)..side(block.origin[1] - south, block.height),
        ]
    }
}

/// Weights that fall linearly from a pixel to `reach` px beside it.
pub struct Support {
    /// Across and down, px of the level that is sampled, at least 1.
    pub reach: [f32; 2],
    tables: Option<Box<[WeightTable; 2]>>,
}

impl Support {
    /// The two nearest pixels on either side.
    pub fn plain() -> Self {
        Support { reach: [1.0; 2], tables: None }
    }

    /// Of a region in a level of the pyramid: what the level has averaged already is not weighed again.
    pub fn of(region: &WideRegion, level: u32) -> Self {
        let reach = region.reach.map(|r| ((r / f64::from(1_u32 << level)) as f32).max(1.0));
        let tabled = reach != [1.0; 2] && reach.iter().all(|&r| r <= 0.5 * TAPS as f32);
        Support { reach, tables: tabled.then(|| Box::new([0, 1].map(|axis| table(reach[axis], WHOLE[axis])))) }
    }

    /// Whether only the next pixels count.
    pub fn is_plain(&self) -> bool {
        self.reach == [1.0; 2]
    }

    /// Tables across and down, where the weights reach no farther than these hold.
    pub fn tables(&self) -> Option<&[WeightTable; 2]> {
        self.tables.as_deref()
    }

    /// Weights of the taps across and down, from two before the pixel on, at fractions past it.
    pub fn weights(&self, fractions: [f32; 2]) -> [[f32; MOST_TAPS]; 2] {
        [0, 1].map(|axis| triangle(self.reach[axis], fractions[axis]))
    }
}

/// Weights that sum to one.
fn triangle(reach: f32, fraction: f32) -> [f32; MOST_TAPS] {
    let weights: [f32; MOST_TAPS] =
        core::array::from_fn(|tap| (1.0 - (tap as f32 - 2.0 - fraction).abs() / reach).max(0.0));
    let total: f32 = weights.iter().sum();
    weights.map(|weight| weight / total)
}

fn table(reach: f32, whole: i16) -> WeightTable {
    let mut table = [[0; TAPS]; FRACTIONS];
    for (number, weights) in table.iter_mut().enumerate() {
        let fraction = number as f32 / FRACTIONS as f32;
        let exact = triangle(reach, fraction);
        for (weight, exact) in weights.iter_mut().zip(&exact[1..]) {
            *weight = (exact * f32::from(whole) + 0.5) as i16;
        }
        // What rounding leaves over goes where it weighs least: to the nearer of the two in the middle.
        weights[1 + usize::from(fraction > 0.5)] += whole - weights.iter().sum::<i16>();
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabled_weights_sum_to_a_whole_and_follow_the_triangle() {
        for reach in [1.0, 1.06, 1.25, 1.9, 2.0] {
            for (number, weights) in table(reach, 256).iter().enumerate() {
                assert_eq!(weights.iter().sum::<i16>(), 256);
                let fraction = number as f32 / FRACTIONS as f32;
                let exact = |tap: usize| (1.0 - (tap as f32 - 1.0 - fraction).abs() / reach).max(0.0);
                let total: f32 = (0..TAPS).map(exact).sum();
                for (tap, weight) in weights.iter().enumerate() {
                    assert!((f32::from(*weight) - exact(tap) / total * 256.0).abs() < 2.0);
                }
            }
        }
    }

    #[test]
    fn a_region_is_the_pixels_whose_centres_lie_in_it() {
        let block = Block { origin: [100.0, 50.0], pixel_size: 2.0, width: 10, height: 8 };
        let region = WideRegion { bounds: [104.0, 40.0, 112.0, 70.0], reach: [1.5, 1.0] };
        assert_eq!(region.extent(block), [2..6, 0..5]);
    }
}
