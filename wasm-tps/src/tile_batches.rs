//! Which source tiles a mesh cell needs, and in what order they are drawn.

use crate::radial::log2;

/// The source pyramid: level k is the scan scaled by exactly 2^-k, its size floored.
#[derive(Clone, Copy, Debug)]
pub struct Pyramid {
    /// Scan width, px.
    pub width: u32,
    /// Scan height, px.
    pub height: u32,
    /// Side of a tile, px of its level.
    pub tile_size: u32,
    /// Number of levels.
    pub levels: u32,
}

/// A cell as the tiles see it.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Vertices south-west, south-east, north-west, north-east.
    pub vertices: [u32; 4],
    /// How far the true image may reach beyond theirs, px.
    pub error_px: f32,
    /// The level it is drawn from.
    pub level: u8,
}

/// A level is used up to 1.3 times its own resolution: sharper costs four times the tiles, coarser blurs.
const SHARPNESS: f64 = 0.35;

impl Pyramid {
    /// The level for a scale of image px a screen px.
    pub fn level(&self, scale: f64) -> u32 {
        let wanted = (log2(scale) + SHARPNESS).floor();
        if wanted > 0.0 {
            (wanted as u32).min(self.levels.saturating_sub(1))
        } else {
            0
        }
    }

    /// Tiles across and down a level.
    fn tiles(&self, level: u32) -> [u32; 2] {
        let count = |size: u32| (size >> level).max(1).div_ceil(self.tile_size.max(1));
        [count(self.width), count(self.height)]
    }
}

/// Triangles in the order of their tiles, and `[level, tileX, tileY, first, count] * k`, coarsest level first.
///
/// A counting sort over the tiles that are used: there are few of them and many cells.
pub fn tile_batches(cells: &[Cell], image: &[[f32; 2]], pyramid: &Pyramid) -> (Vec<u32>, Vec<i32>) {
    let mut uses: Vec<Use> = Vec::with_capacity(cells.len());
    for (number, cell) in cells.iter().enumerate() {
        push_uses(cell, number as u32, image, pyramid, &mut uses);
    }
    let used = uses.iter().fold([u32::MAX, 0], |[low, high], u| [low.min(u.level), high.max(u.level)]);
    let mut index = vec![0; 6 * uses.len()];
    let mut batches: Vec<i32> = Vec::new();
    let mut first = 0;
    for level in (used[0]..=used[1]).rev() {
        let [across, down] = pyramid.tiles(level);
        let mut counts = vec![0_u32; across as usize * down as usize];
        let of_level = || uses.iter().filter(|u| u.level == level);
        for tile_use in of_level() {
            counts[tile_use.tile as usize] += 6;
        }
        // Each count becomes the place of the tile's next triangle.
        for (tile, count) in counts.iter_mut().enumerate() {
            if *count > 0 {
                let (x, y) = (tile as u32 % across, tile as u32 / across);
                batches.extend([level, x, y, first, *count].map(|v| v as i32));
            }
            first += std::mem::replace(count, first);
        }
        for tile_use in of_level() {
            let [sw, se, nw, ne] = cells[tile_use.cell as usize].vertices;
            let at = &mut counts[tile_use.tile as usize];
            index[*at as usize..*at as usize + 6].copy_from_slice(&[sw, se, ne, sw, ne, nw]);
            *at += 6;
        }
    }
    (index, batches)
}

/// One cell in one tile.
struct Use {
    level: u32,
    /// Row by row within the level.
    tile: u32,
    cell: u32,
}

/// The tiles of its level that a cell touches.
fn push_uses(cell: &Cell, number: u32, image: &[[f32; 2]], pyramid: &Pyramid, uses: &mut Vec<Use>) {
    let level = u32::from(cell.level);
    let [a, b, c, d] = cell.vertices;
    let [a, b, c, d] = [image[a as usize], image[b as usize], image[c as usize], image[d as usize]];
    // One px of the level more: linear filtering reaches into the neighbour.
    let reach = cell.error_px + (1u32 << level) as f32;
    let tile_px = (u64::from(pyramid.tile_size) << level) as f32;
    let tiles = pyramid.tiles(level);
    let size = [pyramid.width as f32, pyramid.height as f32];
    let (mut first, mut last) = ([0; 2], [0; 2]);
    for side in 0..2 {
        let low = a[side].min(b[side]).min(c[side].min(d[side])) - reach;
        let high = a[side].max(b[side]).max(c[side].max(d[side])) + reach;
        if !(high >= 0.0 && low <= size[side]) {
            return;
        }
        // The floored size leaves a strip at the right and lower edge without a tile of its own: the last one serves it.
        last[side] = ((high / tile_px) as u32).min(tiles[side] - 1);
        first[side] = ((low / tile_px) as u32).min(last[side]);
    }
    for y in first[1]..=last[1] {
        for x in first[0]..=last[0] {
            uses.push(Use { level, tile: y * tiles[0] + x, cell: number });
        }
    }
}
