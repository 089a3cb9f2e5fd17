//! Which source tiles a mesh cell needs, and in what order they are drawn.

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
    /// Their image points, px.
    pub image: [[f32; 2]; 4],
    /// How far the true image may reach beyond them, px.
    pub error_px: f32,
    /// Image px a screen px.
    pub image_px_per_screen_px: f64,
}

/// A level is used up to 1.3 times its own resolution: sharper costs four times the tiles, coarser blurs.
const SHARPNESS: f64 = 0.35;

impl Pyramid {
    /// The level for a scale of image px a screen px.
    fn level(&self, scale: f64) -> u32 {
        let wanted = (scale.log2() + SHARPNESS).floor();
        if wanted > 0.0 {
            (wanted as u32).min(self.levels.saturating_sub(1))
        } else {
            0
        }
    }

    /// Tiles across and down a level.
    fn tiles(&self, level: u32) -> [u32; 2] {
        [self.width, self.height].map(|size| (size >> level).max(1).div_ceil(self.tile_size.max(1)))
    }
}

/// Triangles in the order of their tiles, and `[level, tileX, tileY, first, count] * k`, coarsest level first.
pub fn tile_batches(cells: impl Iterator<Item = Cell>, pyramid: &Pyramid) -> (Vec<u32>, Vec<i32>) {
    let mut uses: Vec<(u64, [u32; 4])> = Vec::new();
    for cell in cells {
        let level = pyramid.level(cell.image_px_per_screen_px);
        let tiles = pyramid.tiles(level);
        // One px of the level more: linear filtering reaches into the neighbour.
        let reach = cell.error_px + (1u32 << level) as f32;
        let tile_px = (u64::from(pyramid.tile_size) << level) as f32;
        let range = |side: usize| {
            let values = cell.image.map(|p| p[side]);
            let low = values.into_iter().fold(f32::INFINITY, f32::min) - reach;
            let high = values.into_iter().fold(f32::NEG_INFINITY, f32::max) + reach;
            let size = [pyramid.width, pyramid.height][side] as f32;
            if high < 0.0 || low > size || high.is_nan() || low.is_nan() {
                return 0..0;
            }
            let first = (low / tile_px).max(0.0) as u32;
            let last = ((high / tile_px) as u32).min(tiles[side] - 1);
            // The floored size leaves a strip at the right and lower edge without a tile of its own: the last one serves it.
            first.min(last)..last + 1
        };
        let (across, down) = (range(0), range(1));
        for tile_y in down {
            for tile_x in across.clone() {
                let key = u64::from(31 - level.min(31)) << 48 | u64::from(tile_y) << 24 | u64::from(tile_x);
                uses.push((key, cell.vertices));
            }
        }
    }
    uses.sort_unstable_by_key(|u| u.0);
    let mut index = Vec::with_capacity(6 * uses.len());
    let mut batches: Vec<i32> = Vec::new();
    let mut previous = None;
    for (key, [sw, se, nw, ne]) in uses {
        if previous != Some(key) {
            previous = Some(key);
            let level = 31 - (key >> 48) as i32;
            batches.extend([level, (key & 0xff_ffff) as i32, (key >> 24 & 0xff_ffff) as i32, index.len() as i32, 0]);
        }
        index.extend([sw, se, ne, sw, ne, nw]);
        if let Some(count) = batches.last_mut() {
            *count += 6;
        }
    }
    (index, batches)
}
