//! Resampling: the pixel values of a block of the published file from a window of the scan.
//!
//! GDAL's convention: a pixel's centre lies at +0.5, a block pixel is sampled at its centre, taps beyond the edge repeat
//! it. Colours are weighted by alpha, so that transparent pixels do not bleed.

use core::ops::Range;
use std::rc::Rc;

use crate::block_plan::{plan, Block, PlanCell, LARGEST};
use crate::control_points::Point;
use crate::error::Code;
use crate::footprint::Footprint;
use crate::mask::Mask;
use crate::model::Model;
use crate::plane::Plane;
use crate::radial::log2;
use crate::raster::Raster;
use crate::rgba_image::RgbaImage;
use crate::support::{Support, WideRegion};

/// A source window larger than this is read from a coarser level (px), so that memory stays bounded.
const MAX_WINDOW_PX: u64 = 32 << 20;
/// A level is used from 0.8 to 1.6 of its px a block px.
const LEVEL_BIAS: f64 = 0.3;

/// How pixels are interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The nearest pixel.
    Nearest,
    /// 2 x 2.
    Bilinear,
    /// 4 x 4, Keys' a = -1/2.
    Cubic,
    /// 6 x 6, three lobes.
    Lanczos,
}

impl Method {
    /// The method of that name.
    pub fn parse(name: &str) -> Result<Self, Code> {
        Ok(match name {
            "nearest" => Method::Nearest,
            "bilinear" => Method::Bilinear,
            "cubic" => Method::Cubic,
            "lanczos" => Method::Lanczos,
            _ => return Err(Code::UnknownKind),
        })
    }

    /// Pixels that the kernel reaches to each side.
    pub fn reach(self) -> i64 {
        match self {
            Method::Nearest | Method::Bilinear => 1,
            Method::Cubic => 2,
            Method::Lanczos => 3,
        }
    }
}

/// Part of a pyramid level, in px of that level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceWindow {
    /// Level k: the scan at 2^-k.
    pub level: u32,
    /// Left column.
    pub x: i64,
    /// Upper row.
    pub y: i64,
    /// Columns.
    pub width: i64,
    /// Rows.
    pub height: i64,
}

/// Warps blocks with one model, footprint, method and tolerance.
pub struct BlockWarper {
    model: Rc<Model>,
    footprint: Footprint,
    method: Method,
    tolerance_px: f64,
    mask: Option<Mask>,
    plane: Option<Plane>,
    wide: Vec<WideRegion>,
    /// The plan of the block asked for last: `source_window` and `resample` come in pairs.
    planned: Option<(Block, Vec<PlanCell>)>,
}

impl BlockWarper {
    /// A warper; `tolerance_px` 0 evaluates every pixel.
    pub fn new(model: Rc<Model>, footprint: Footprint, method: Method, tolerance_px: f64) -> Result<Self, Code> {
        if tolerance_px.is_nan() || tolerance_px < 0.0 {
            return Err(Code::BadArgument);
        }
        Ok(BlockWarper {
            model,
            footprint,
            method,
            tolerance_px,
            mask: None,
            plane: None,
            wide: Vec::new(),
            planned: None,
        })
    }

    /// Clips to a mask in image px.
    pub fn set_mask(&mut self, mask: Option<Mask>) {
        self.mask = mask;
    }

    /// Blocks and wide regions lie in another plane than EPSG:3857 from now on.
    pub fn set_plane(&mut self, plane: Plane) {
        self.plane = Some(plane);
        self.planned = None;
    }

    /// Weighs the pixels of some parts of the map over more of the scan; for `Bilinear` alone. Parts do not overlap.
    pub fn set_wide_regions(&mut self, regions: Vec<WideRegion>) {
        self.wide = if self.method == Method::Bilinear { regions } else { Vec::new() };
    }

    /// Those that reach into a block.
    fn wide_regions_in(&self, block: Block) -> impl Iterator<Item = &WideRegion> {
        self.wide.iter().filter(move |region| region.extent(block).iter().all(|side| !side.is_empty()))
    }

    fn plan(&mut self, block: Block) -> Vec<PlanCell> {
        match self.planned.take() {
            Some((planned, cells)) if planned == block => cells,
            _ => plan(&self.model, &self.footprint, self.plane.as_ref(), block, self.tolerance_px),
        }
    }

    /// The part of the scan that a block needs; `None` when it shows nothing of the map.
    pub fn source_window(&mut self, block: Block, levels: u32) -> Option<SourceWindow> {
        let cells = self.plan(block);
        let window = self.window_of(block, &cells, levels);
        self.planned = Some((block, cells));
        window
    }

    fn window_of(&self, block: Block, cells: &[PlanCell], levels: u32) -> Option<SourceWindow> {
        let scan = self.footprint.scan;
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let (mut logarithms, mut area) = (0.0, 0.0);
        for cell in cells {
            let (low, high) = cell.image_bounds();
            let touches = (0..2).all(|side| high[side] >= 0.0 && low[side] <= scan[side]);
            if !touches || self.mask.as_ref().is_some_and(|mask| mask.misses(low, high)) {
                continue;
            }
            for side in 0..2 {
                min[side] = min[side].min(low[side].max(0.0));
                max[side] = max[side].max(high[side].min(scan[side]));
            }
            let weight = (cell.size * cell.size) as f64;
            let scale = cell.scale();
            if scale > 0.0 && scale.is_finite() {
                logarithms += weight * log2(scale);
                area += weight;
            }
        }
        if min[0] > max[0] || min[1] > max[1] {
            return None;
        }
        let wanted = if area > 0.0 { (logarithms / area + LEVEL_BIAS).floor().max(0.0) as u32 } else { 0 };
        let widest = self.wide_regions_in(block).flat_map(|region| region.reach).fold(1.0, f64::max);
        let last = levels.saturating_sub(1).min(30);
        let mut level = wanted.min(last);
        loop {
            let window = self.window_at(level, min, max, widest);
            if window.width as u64 * window.height as u64 <= MAX_WINDOW_PX || level >= last {
                return Some(window);
            }
            level += 1;
        }
    }

    fn window_at(&self, level: u32, min: Point, max: Point, widest: f64) -> SourceWindow {
        let scale = f64::from(1_u32 << level);
        let reach = self.method.reach().max((widest / scale).ceil() as i64) + 1;
        let range = |side: usize| {
            let size = ((self.footprint.scan[side] as i64) >> level).max(1);
            let first = ((min[side] / scale).floor() as i64 - reach).clamp(0, size - 1);
            let end = ((max[side] / scale).ceil() as i64 + reach).clamp(first + 1, size);
            (first, end - first)
        };
        let ((x, width), (y, height)) = (range(0), range(1));
        SourceWindow { level, x, y, width, height }
    }

    /// The block from the RGBA `source` of `window` into the north-west of `out`; what it does not cover becomes
    /// transparent.
    pub fn resample_into(
        &mut self,
        block: Block,
        source: &[u8],
        window: SourceWindow,
        out: &mut RgbaImage,
    ) -> Result<(), Code> {
        let expected =
            window.width.checked_mul(window.height).filter(|&px| window.width > 0 && window.height > 0 && px < 1 << 29);
        let fits = block.width <= out.width && block.height <= out.height;
        if expected.is_none_or(|px| source.len() as i64 != 4 * px) || window.level > 30 || !fits {
            return Err(Code::BadArgument);
        }
        let cells = self.plan(block);
        out.rgba.fill(0);
        let raster = Raster::new(source, window);
        let wide: Vec<Part> = self
            .wide_regions_in(block)
            .map(|region| Part { extent: region.extent(block), support: Support::of(region, window.level) })
            .collect();
        let tiles_across = block.width.div_ceil(LARGEST);
        let mut exact_cells = vec![Vec::new(); tiles_across * block.height.div_ceil(LARGEST)];
        for cell in &cells {
            if cell.x >= block.width || cell.y >= block.height {
                continue;
            }
            if cell.exact {
                exact_cells[cell.y / LARGEST * tiles_across + cell.x / LARGEST].push(cell);
            } else {
                self.fill_parts(cell, block, &wide, &raster, None, out);
            }
        }
        for cells in exact_cells.iter().filter(|cells| !cells.is_empty()) {
            self.fill_exact(cells, block, &wide, &raster, out);
        }
        self.planned = Some((block, cells));
        Ok(())
    }

    /// Fills the exact cells of one tile: their pixels are evaluated in one batch, which is far cheaper than one by one.
    fn fill_exact(&self, cells: &[&PlanCell], block: Block, wide: &[Part], raster: &Raster, out: &mut RgbaImage) {
        let (mut map, plane) = (Vec::new(), self.plane.as_ref());
        for cell in cells {
            let [columns, rows] = cell.extent(block);
            for row in cell.y..cell.y + rows {
                map.extend((cell.x..cell.x + columns).map(|column| block.pixel_centre(plane, column, row)));
            }
        }
        let image = self.model.map_to_image_all(&map, 0.1 * self.tolerance_px);
        let mut rest = &image[..];
        for cell in cells {
            let [columns, rows] = cell.extent(block);
            let (own, others) = rest.split_at(columns * rows);
            rest = others;
            self.fill_parts(cell, block, wide, raster, Some(own), out);
        }
    }

    /// Fills one cell: what lies in a part of wide weights with these, the rest plainly.
    #[inline(never)]
    fn fill_parts(
        &self,
        cell: &PlanCell,
        block: Block,
        wide: &[Part],
        raster: &Raster,
        exact: Option<&[Point]>,
        out: &mut RgbaImage,
    ) {
        let [columns, rows] = cell.extent(block);
        let whole = [cell.x..cell.x + columns, cell.y..cell.y + rows];
        let meets = |part: &&Part| (0..2).all(|side| !common(&whole[side], &part.extent[side]).is_empty());
        let parts = || wide.iter().filter(meets);
        let area: usize =
            parts().map(|part| (0..2).map(|s| common(&whole[s], &part.extent[s]).len()).product::<usize>()).sum();
        if area < columns * rows {
            let plain = Part { extent: whole.clone(), support: Support::plain() };
            self.fill(cell, block, &plain, raster, exact, out);
        }
        for part in parts() {
            self.fill(cell, block, part, raster, exact, out);
        }
    }

    /// Fills what of a cell lies in a part, row by row: image points first (`exact` ones of all the cell's pixels, or
    /// interpolated), then pixel values.
    #[inline(never)]
    fn fill(
        &self,
        cell: &PlanCell,
        block: Block,
        part: &Part,
        raster: &Raster,
        exact: Option<&[Point]>,
        out: &mut RgbaImage,
    ) {
        let (low, high) = cell.image_bounds();
        let scan = self.footprint.scan;
        if (0..2).any(|side| high[side] < 0.0 || low[side] > scan[side]) {
            return;
        }
        let in_mask = match &self.mask {
            None => Some(true),
            Some(mask) => mask.relation(low, high),
        };
        if in_mask == Some(false) {
            return;
        }
        let in_scan = (0..2).all(|side| low[side] >= 0.0 && high[side] < scan[side]);
        let certain = cell.covered && in_scan && in_mask == Some(true);
        let [width, height] = cell.extent(block);
        let columns = common(&part.extent[0], &(cell.x..cell.x + width));
        let rows = common(&part.extent[1], &(cell.y..cell.y + height));
        let west = columns.start - cell.x;
        let mut interpolated = [[0.0; 2]; LARGEST];
        for row in rows {
            let start = 4 * (row * out.width + columns.start);
            let line = &mut out.rgba[start..start + 4 * columns.len()];
            let image = match exact {
                Some(points) => &points[(row - cell.y) * width + west..][..columns.len()],
                None => {
                    let (first, step) = cell.row(row - cell.y);
                    let first = [0, 1].map(|side| first[side] + west as f64 * step[side]);
                    if certain && raster.sample_line(self.method, &part.support, first, step, line) {
                        continue;
                    }
                    for (column, point) in interpolated[..columns.len()].iter_mut().enumerate() {
                        *point = [first[0] + column as f64 * step[0], first[1] + column as f64 * step[1]];
                    }
                    &interpolated[..columns.len()]
                }
            };
            raster.sample(self.method, &part.support, image, line);
            if certain {
                continue;
            }
            for (column, pixel) in line.chunks_exact_mut(4).enumerate() {
                let mut at = image[column];
                let centre = block.pixel_centre(self.plane.as_ref(), columns.start + column, row);
                // Whether a pixel shows is told exactly; where the mapping is interpolated it may lie on either side.
                if exact.is_none() && (0..2).any(|s| at[s].abs().min((at[s] - scan[s]).abs()) <= cell.error_px) {
                    at = self.model.map_to_image(centre);
                }
                let inside = (0..2).all(|side| at[side] >= 0.0 && at[side] < scan[side])
                    && (cell.covered || self.footprint.has_cell(centre))
                    && in_mask.unwrap_or_else(|| self.mask.as_ref().is_none_or(|mask| mask.contains(at)));
                if !inside {
                    pixel.fill(0);
                }
            }
        }
    }
}

/// Columns and rows of a block that are weighed alike.
struct Part {
    extent: [Range<usize>; 2],
    support: Support,
}

/// What two ranges have in common; empty where nothing.
fn common(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    let start = one.start.max(other.start);
    start..one.end.min(other.end).max(start)
}
