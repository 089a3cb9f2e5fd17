//! Resampling: the pixel values of a block of the published file from a window of the scan.
//!
//! GDAL's convention: a pixel's centre lies at +0.5, a block pixel is sampled at its centre, taps beyond the edge repeat
//! it. Colours are weighted by alpha, so that transparent pixels do not bleed.

use crate::block_plan::{plan, Block, PlanCell};
use crate::control_points::Point;
use crate::error::Code;
use crate::footprint::Footprint;
use crate::mask::Mask;
use crate::model::Model;

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
    fn reach(self) -> i64 {
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
    model: Model,
    footprint: Footprint,
    method: Method,
    tolerance_px: f64,
    mask: Option<Mask>,
    /// The plan of the block asked for last: `source_window` and `resample` come in pairs.
    planned: Option<(Block, Vec<PlanCell>)>,
}

impl BlockWarper {
    /// A warper; `tolerance_px` 0 evaluates every pixel.
    pub fn new(model: Model, footprint: Footprint, method: Method, tolerance_px: f64) -> Result<Self, Code> {
        if tolerance_px.is_nan() || tolerance_px < 0.0 {
            return Err(Code::BadArgument);
        }
        Ok(BlockWarper { model, footprint, method, tolerance_px, mask: None, planned: None })
    }

    /// Clips to a mask in image px.
    pub fn set_mask(&mut self, mask: Option<Mask>) {
        self.mask = mask;
    }

    fn plan(&mut self, block: Block) -> Vec<PlanCell> {
        match self.planned.take() {
            Some((planned, cells)) if planned == block => cells,
            _ => plan(&self.model, &self.footprint, block, self.tolerance_px),
        }
    }

    /// The part of the scan that a block needs; `None` when it shows nothing of the map.
    pub fn source_window(&mut self, block: Block, levels: u32) -> Option<SourceWindow> {
        let cells = self.plan(block);
        let window = self.window_of(&cells, levels);
        self.planned = Some((block, cells));
        window
    }

    fn window_of(&self, cells: &[PlanCell], levels: u32) -> Option<SourceWindow> {
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
            let logarithm = cell.scale().log2();
            if logarithm.is_finite() {
                logarithms += weight * logarithm;
                area += weight;
            }
        }
        if min[0] > max[0] || min[1] > max[1] {
            return None;
        }
        let wanted = if area > 0.0 { (logarithms / area + LEVEL_BIAS).floor().max(0.0) as u32 } else { 0 };
        let last = levels.saturating_sub(1).min(30);
        let mut level = wanted.min(last);
        loop {
            let window = self.window_at(level, min, max);
            if window.width as u64 * window.height as u64 <= MAX_WINDOW_PX || level >= last {
                return Some(window);
            }
            level += 1;
        }
    }

    fn window_at(&self, level: u32, min: Point, max: Point) -> SourceWindow {
        let scale = f64::from(1_u32 << level);
        let reach = self.method.reach() + 1;
        let range = |side: usize| {
            let size = ((self.footprint.scan[side] as i64) >> level).max(1);
            let first = ((min[side] / scale).floor() as i64 - reach).clamp(0, size - 1);
            let end = ((max[side] / scale).ceil() as i64 + reach).clamp(first + 1, size);
            (first, end - first)
        };
        let ((x, width), (y, height)) = (range(0), range(1));
        SourceWindow { level, x, y, width, height }
    }

    /// The block as RGBA from the RGBA `source` of `window`.
    pub fn resample(&mut self, block: Block, source: &[u8], window: SourceWindow) -> Result<Vec<u8>, Code> {
        let expected =
            window.width.checked_mul(window.height).filter(|&px| window.width > 0 && window.height > 0 && px < 1 << 29);
        if expected.is_none_or(|px| source.len() as i64 != 4 * px) || window.level > 30 {
            return Err(Code::BadArgument);
        }
        let cells = self.plan(block);
        let mut out = vec![0; 4 * block.width * block.height];
        let opaque = source.chunks_exact(4).all(|p| p[3] == 255);
        let raster = Raster {
            rgba: source,
            width: window.width as i32,
            height: window.height as i32,
            x: window.x as f64,
            y: window.y as f64,
            scale: 1.0 / f64::from(1_u32 << window.level),
        };
        for cell in &cells {
            match (self.method, opaque) {
                (Method::Nearest, _) => self.fill(cell, block, &raster, &mut out, |x, y| raster.nearest(x, y)),
                (Method::Bilinear, true) => {
                    self.fill(cell, block, &raster, &mut out, |x, y| raster.bilinear_opaque(x, y))
                }
                (Method::Bilinear, false) => self.fill(cell, block, &raster, &mut out, |x, y| raster.bilinear(x, y)),
                (Method::Cubic, _) => {
                    self.fill(cell, block, &raster, &mut out, |x, y| raster.separable(x, y, cubic_weights))
                }
                (Method::Lanczos, _) => {
                    self.fill(cell, block, &raster, &mut out, |x, y| raster.separable(x, y, lanczos_weights))
                }
            }
        }
        self.planned = Some((block, cells));
        Ok(out)
    }

    /// Fills one cell; `sample` takes px of the window (its pixels' centres at +0.5).
    #[inline(always)]
    fn fill(
        &self,
        cell: &PlanCell,
        block: Block,
        raster: &Raster,
        out: &mut [u8],
        sample: impl Fn(f32, f32) -> [u8; 4],
    ) {
        let (low, high) = cell.image_bounds();
        let scan = self.footprint.scan;
        if (0..2).any(|side| high[side] < 0.0 || low[side] > scan[side]) {
            return;
        }
        let mask = self.mask.as_ref().map(|mask| (mask, mask.relation(low, high)));
        if mask.as_ref().is_some_and(|(_, relation)| *relation == Some(false)) {
            return;
        }
        let in_scan = (0..2).all(|side| low[side] >= 0.0 && high[side] < scan[side]);
        let in_mask = mask.as_ref().is_none_or(|(_, relation)| *relation == Some(true));
        let certain = cell.covered && in_scan && in_mask;
        let accepts = |image: Point, map: Point| {
            image[0] >= 0.0
                && image[1] >= 0.0
                && image[0] < scan[0]
                && image[1] < scan[1]
                && (cell.covered || self.footprint.has_cell(map))
                && (in_mask || mask.as_ref().is_some_and(|(mask, _)| mask.contains(image)))
        };
        let columns = cell.size.min(block.width - cell.x);
        let rows = cell.size.min(block.height - cell.y);
        let exact = if cell.exact { self.exact_images(cell, block, columns, rows) } else { Vec::new() };
        for row in 0..rows {
            let start = 4 * ((cell.y + row) * block.width + cell.x);
            let line = &mut out[start..start + 4 * columns];
            let (first, step) = interpolated_row(cell, row);
            if certain && !cell.exact {
                let (mut x, mut y) = (raster.column(first[0]), raster.row(first[1]));
                let (step_x, step_y) = ((step[0] * raster.scale) as f32, (step[1] * raster.scale) as f32);
                for pixel in line.chunks_exact_mut(4) {
                    pixel.copy_from_slice(&sample(x, y));
                    x += step_x;
                    y += step_y;
                }
                continue;
            }
            for (column, pixel) in line.chunks_exact_mut(4).enumerate() {
                let image = match exact.get(2 * (row * columns + column)..) {
                    Some([x, y, ..]) => [*x, *y],
                    _ => [first[0] + column as f64 * step[0], first[1] + column as f64 * step[1]],
                };
                let map = block.map_point((cell.x + column) as f64 + 0.5, (cell.y + row) as f64 + 0.5);
                if accepts(image, map) {
                    pixel.copy_from_slice(&sample(raster.column(image[0]), raster.row(image[1])));
                }
            }
        }
    }

    fn exact_images(&self, cell: &PlanCell, block: Block, columns: usize, rows: usize) -> Vec<f64> {
        let map: Vec<f64> = (0..rows * columns)
            .flat_map(|k| block.map_point((cell.x + k % columns) as f64 + 0.5, (cell.y + k / columns) as f64 + 0.5))
            .collect();
        self.model.map_to_image_all(&map, 0.0)
    }
}

/// Image point of the first pixel's centre in a row of a cell, and the step to the next pixel.
#[inline(always)]
fn interpolated_row(cell: &PlanCell, row: usize) -> (Point, Point) {
    let [nw, ne, sw, se] = cell.corners;
    let size = cell.size as f64;
    let down = (row as f64 + 0.5) / size;
    let mut first = [0.0; 2];
    let mut step = [0.0; 2];
    for side in 0..2 {
        let west = nw[side] + down * (sw[side] - nw[side]);
        let east = ne[side] + down * (se[side] - ne[side]);
        step[side] = (east - west) / size;
        first[side] = west + 0.5 * step[side];
    }
    (first, step)
}

/// A window of source pixels.
struct Raster<'a> {
    rgba: &'a [u8],
    width: i32,
    height: i32,
    /// Left edge, px of the level.
    x: f64,
    /// Upper edge.
    y: f64,
    /// Px of the level a px of the scan.
    scale: f64,
}

impl Raster<'_> {
    #[inline(always)]
    fn column(&self, image_x: f64) -> f32 {
        (image_x * self.scale - self.x) as f32
    }

    #[inline(always)]
    fn row(&self, image_y: f64) -> f32 {
        (image_y * self.scale - self.y) as f32
    }

    #[inline(always)]
    fn pixel(&self, x: i32, y: i32) -> [u8; 4] {
        let x = x.clamp(0, self.width - 1) as usize;
        let y = y.clamp(0, self.height - 1) as usize;
        let at = 4 * (y * self.width as usize + x);
        match self.rgba.get(at..at + 4) {
            Some(p) => [p[0], p[1], p[2], p[3]],
            None => [0; 4],
        }
    }

    fn nearest(&self, x: f32, y: f32) -> [u8; 4] {
        self.pixel(x.floor() as i32, y.floor() as i32)
    }

    /// Fixed point: weights of 1/128, so that two sums fit 16 and 32 bits.
    #[inline(always)]
    fn bilinear_opaque(&self, x: f32, y: f32) -> [u8; 4] {
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, upper) = (x.floor(), y.floor());
        let (right_weight, lower_weight) = (((x - left) * 128.0) as i32, ((y - upper) * 128.0) as i32);
        let (left, upper) = (left as i32, upper as i32);
        let corner = |dx: i32, dy: i32| self.pixel(left + dx, upper + dy).map(i32::from);
        let (a, b, c, d) = (corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1));
        let mut out = [255; 4];
        for channel in 0..3 {
            let top = a[channel] * (128 - right_weight) + b[channel] * right_weight;
            let bottom = c[channel] * (128 - right_weight) + d[channel] * right_weight;
            out[channel] = ((top * (128 - lower_weight) + bottom * lower_weight + (1 << 13)) >> 14) as u8;
        }
        out
    }

    fn bilinear(&self, x: f32, y: f32) -> [u8; 4] {
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, upper) = (x.floor(), y.floor());
        let (fx, fy) = (x - left, y - upper);
        self.weighted(left as i32, upper as i32, &[1.0 - fx, fx], &[1.0 - fy, fy])
    }

    fn separable<const TAPS: usize>(&self, x: f32, y: f32, weights: impl Fn(f32) -> [f32; TAPS]) -> [u8; 4] {
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, upper) = (x.floor(), y.floor());
        let before = TAPS as i32 / 2 - 1;
        self.weighted(left as i32 - before, upper as i32 - before, &weights(x - left), &weights(y - upper))
    }

    /// Weighted mean over TAPS x TAPS pixels from (left, upper) on, colours weighted by alpha.
    #[inline(always)]
    fn weighted<const TAPS: usize>(&self, left: i32, upper: i32, across: &[f32; TAPS], down: &[f32; TAPS]) -> [u8; 4] {
        let mut sum = [0.0_f32; 4];
        for (j, weight_y) in down.iter().enumerate() {
            for (i, weight_x) in across.iter().enumerate() {
                let p = self.pixel(left + i as i32, upper + j as i32).map(f32::from);
                let weight = weight_x * weight_y * p[3];
                for channel in 0..3 {
                    sum[channel] += weight * p[channel];
                }
                sum[3] += weight;
            }
        }
        if sum[3] < 0.5 {
            return [0; 4];
        }
        // Float to integer casts saturate: negative lobes and overshoots end at 0 and 255.
        let colour = |c: usize| (sum[c] / sum[3] + 0.5) as u8;
        [colour(0), colour(1), colour(2), (sum[3] + 0.5) as u8]
    }
}

/// Keys (1981), a = -1/2, at a fraction past the second tap.
fn cubic_weights(f: f32) -> [f32; 4] {
    let (ff, fff) = (f * f, f * f * f);
    [-0.5 * f + ff - 0.5 * fff, 1.0 - 2.5 * ff + 1.5 * fff, 0.5 * f + 2.0 * ff - 1.5 * fff, -0.5 * ff + 0.5 * fff]
}

/// Lanczos with three lobes at a fraction past the third tap, normalised to sum 1.
fn lanczos_weights(f: f32) -> [f32; 6] {
    let mut weights = [0.0; 6];
    if f < 1e-6 {
        weights[2] = 1.0;
        return weights;
    }
    // sin(π(f + k)) differs only in sign; sin(π(f + k)/3) has three values, by the addition theorem.
    let pi = std::f32::consts::PI;
    let (sin, third) = ((pi * f).sin(), pi / 3.0);
    let mut total = 0.0;
    for (tap, weight) in weights.iter_mut().enumerate() {
        let distance = f + 2.0 - tap as f32;
        let sign = if tap % 2 == 0 { 1.0 } else { -1.0 };
        *weight = sign * sin * (third * distance).sin() / (distance * distance);
        total += *weight;
    }
    weights.iter_mut().for_each(|w| *w /= total);
    weights
}
