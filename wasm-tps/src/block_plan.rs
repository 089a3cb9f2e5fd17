//! The mapping over one block of the published file: cells in which it is bilinear within the error asked for.
//!
//! Evaluating the mapping at every pixel would cost a hundred times the resampling. A quadtree of cells between 64 and
//! 4 px is refined until the middles agree; what still does not (and the whole block when the error asked for is 0) is
//! marked exact and evaluated pixel by pixel.

use crate::control_points::Point;
use crate::footprint::{Coverage, Footprint};
use crate::model::Model;
use crate::tables::points;

/// Quartering a cell at the nodes that showed its error takes away this factor of it: 4 in the limit.
const QUARTERING_GAIN: f64 = 3.0;
/// Side of the first cells, px.
pub const LARGEST: usize = 64;
/// Side of the smallest cells, px.
const SMALLEST: usize = 8;
/// Distance of the nodes at which the mapping is evaluated, px: half the smallest cell.
const SPACING: usize = SMALLEST / 2;

/// A block of the output: north-up, square pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// North-west corner, metres.
    pub origin: Point,
    /// Side of a pixel, metres.
    pub pixel_size: f64,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Block {
    /// Map point of a position in block px.
    #[inline]
    pub fn map_point(&self, x: f64, y: f64) -> Point {
        [self.origin[0] + x * self.pixel_size, self.origin[1] - y * self.pixel_size]
    }

    /// Map point of a pixel's centre.
    #[inline]
    pub fn pixel_centre(&self, column: usize, row: usize) -> Point {
        self.map_point(column as f64 + 0.5, row as f64 + 0.5)
    }
}

/// A cell in which the mapping is interpolated, or evaluated exactly.
#[derive(Clone, Copy, Debug)]
pub struct PlanCell {
    /// First column and row of the block.
    pub x: usize,
    /// See `x`.
    pub y: usize,
    /// Side, px (the block may cut it off).
    pub size: usize,
    /// Image points of the corners north-west, north-east, south-west, south-east.
    pub corners: [Point; 4],
    /// How far the true image may lie beside the interpolated, px.
    pub error_px: f64,
    /// Every pixel is to be evaluated.
    pub exact: bool,
    /// All of it lies in the footprint's cells.
    pub covered: bool,
}

impl PlanCell {
    /// Smallest and largest image coordinates, error included.
    pub fn image_bounds(&self) -> (Point, Point) {
        let reach = if self.exact { 2.0 * self.error_px + 0.5 } else { self.error_px };
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in &self.corners {
            for side in 0..2 {
                min[side] = min[side].min(corner[side] - reach);
                max[side] = max[side].max(corner[side] + reach);
            }
        }
        (min, max)
    }

    /// Image point of the first pixel's centre in one of its rows, and the step to the next pixel.
    pub fn row(&self, row: usize) -> (Point, Point) {
        let [nw, ne, sw, se] = self.corners;
        let size = self.size as f64;
        let down = (row as f64 + 0.5) / size;
        let (mut first, mut step) = ([0.0; 2], [0.0; 2]);
        for side in 0..2 {
            let west = nw[side] + down * (sw[side] - nw[side]);
            let east = ne[side] + down * (se[side] - ne[side]);
            step[side] = (east - west) / size;
            first[side] = west + 0.5 * step[side];
        }
        (first, step)
    }

    /// Columns and rows of it that lie in the block.
    pub fn extent(&self, block: Block) -> [usize; 2] {
        [self.size.min(block.width - self.x), self.size.min(block.height - self.y)]
    }

    /// Image px a block px.
    pub fn scale(&self) -> f64 {
        let [nw, ne, sw, se] = self.corners;
        let area = 0.5 * ((se[0] - nw[0]) * (sw[1] - ne[1]) - (se[1] - nw[1]) * (sw[0] - ne[0])).abs();
        area.sqrt() / self.size as f64
    }
}

struct Nodes<'a> {
    model: &'a Model,
    block: Block,
    tolerance_px: f64,
    columns: usize,
    /// Image points, NaN where not evaluated.
    image: Vec<Point>,
    wanted: Vec<usize>,
}

impl Nodes<'_> {
    fn number(&self, x: usize, y: usize) -> usize {
        y / SPACING * self.columns + x / SPACING
    }

    fn want(&mut self, x: usize, y: usize) {
        let number = self.number(x, y);
        if self.image[number][0].is_nan() {
            // Any number marks it as asked for; the evaluation overwrites it.
            self.image[number] = [0.0; 2];
            self.wanted.push(number);
        }
    }

    fn evaluate(&mut self) {
        let (columns, block) = (self.columns, self.block);
        let position = |number: usize| ((number % columns * SPACING) as f64, (number / columns * SPACING) as f64);
        let map = points(self.wanted.len(), &|i| {
            let (x, y) = position(self.wanted[i]);
            block.map_point(x, y)
        });
        let image = self.model.map_to_image_all(&map, self.tolerance_px);
        for (number, p) in self.wanted.drain(..).zip(image) {
            // A place without an image is infinitely far from the scan, but not "unknown".
            self.image[number] = if p[0].is_finite() && p[1].is_finite() { p } else { [f64::INFINITY; 2] };
        }
    }

    fn at(&self, x: usize, y: usize) -> Point {
        self.image[self.number(x, y)]
    }
}

/// The cells of a block that may show the map. `tolerance_px` 0: all exact.
pub fn plan(model: &Model, footprint: &Footprint, block: Block, tolerance_px: f64) -> Vec<PlanCell> {
    let across = block.width.div_ceil(LARGEST);
    let down = block.height.div_ceil(LARGEST);
    let columns = across * LARGEST / SPACING + 1;
    let rows = down * LARGEST / SPACING + 1;
    let mut nodes = Nodes {
        model,
        block,
        tolerance_px: 0.1 * tolerance_px,
        columns,
        image: vec![[f64::NAN; 2]; columns * rows],
        wanted: Vec::new(),
    };
    let spikes = spikes_in(model, block);
    let mut cells = Vec::new();
    let mut pending: Vec<[usize; 2]> =
        (0..across * down).map(|c| [c % across * LARGEST, c / across * LARGEST]).collect();
    let mut size = LARGEST;
    while !pending.is_empty() {
        pending.retain(|&[x, y]| {
            x < block.width && y < block.height && coverage(footprint, block, x, y, size) != Coverage::None
        });
        let half = size / 2;
        for &[x, y] in &pending {
            for (dx, dy) in (0..9).map(|k| (k % 3 * half, k / 3 * half)) {
                nodes.want(x + dx, y + dy);
            }
        }
        nodes.evaluate();
        let mut split = Vec::new();
        for [x, y] in pending {
            let corners = [nodes.at(x, y), nodes.at(x + size, y), nodes.at(x, y + size), nodes.at(x + size, y + size)];
            let mut error_px = midpoint_error(&nodes, [x, y], size, corners);
            for (at, weight) in &spikes {
                let near = |value: f64, from: usize| value >= from as f64 - 1.0 && value <= (from + size) as f64 + 1.0;
                if near(at[0], x) && near(at[1], y) {
                    error_px = error_px.max(0.25 * weight * (size * size) as f64);
                }
            }
            let good = error_px <= tolerance_px;
            let nearly_good = error_px <= QUARTERING_GAIN * tolerance_px;
            if !nearly_good && size > SMALLEST && tolerance_px > 0.0 && outside_scan(footprint, corners, error_px, size)
            {
                continue;
            }
            if size > SMALLEST && !(nearly_good && tolerance_px > 0.0) {
                split.extend([[x, y], [x + half, y], [x, y + half], [x + half, y + half]]);
                continue;
            }
            let covered = coverage(footprint, block, x, y, size) == Coverage::Full;
            let cell = PlanCell { x, y, size, corners, error_px, exact: tolerance_px <= 0.0 || !nearly_good, covered };
            if good || cell.exact {
                cells.push(cell);
            } else {
                cells.extend(quarters(&nodes, &cell));
            }
        }
        pending = split;
        size = half;
    }
    cells
}

/// The four quarters of a cell whose middles are known: no further evaluation.
fn quarters(nodes: &Nodes, cell: &PlanCell) -> [PlanCell; 4] {
    let half = cell.size / 2;
    [[0, 0], [half, 0], [0, half], [half, half]].map(|[dx, dy]| {
        let (x, y) = (cell.x + dx, cell.y + dy);
        let corners = [nodes.at(x, y), nodes.at(x + half, y), nodes.at(x, y + half), nodes.at(x + half, y + half)];
        PlanCell { x, y, size: half, corners, error_px: cell.error_px / QUARTERING_GAIN, ..*cell }
    })
}

/// A cell whose image is surely beside the scan, by a wide margin, needs no refinement.
fn outside_scan(footprint: &Footprint, corners: [Point; 4], error_px: f64, size: usize) -> bool {
    let reach = 4.0 * error_px + size as f64;
    (0..2).any(|side| {
        corners.iter().all(|c| c[side] < -reach) || corners.iter().all(|c| c[side] > footprint.scan[side] + reach)
    })
}

fn coverage(footprint: &Footprint, block: Block, x: usize, y: usize, size: usize) -> Coverage {
    let north_west = block.map_point(x as f64, y as f64);
    let south_east = block.map_point((x + size) as f64, (y + size) as f64);
    footprint.coverage([north_west[0], south_east[1]], [south_east[0], north_west[1]])
}

fn midpoint_error(nodes: &Nodes, [x, y]: [usize; 2], size: usize, corners: [Point; 4]) -> f64 {
    let half = size / 2;
    let [nw, ne, sw, se] = corners;
    let mean = |a: Point, b: Point| [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
    let miss = |at: Point, expected: Point| (at[0] - expected[0]).abs().max((at[1] - expected[1]).abs());
    let misses = [
        miss(nodes.at(x + half, y), mean(nw, ne)),
        miss(nodes.at(x + half, y + size), mean(sw, se)),
        miss(nodes.at(x, y + half), mean(nw, sw)),
        miss(nodes.at(x + size, y + half), mean(ne, se)),
        miss(nodes.at(x + half, y + half), mean(mean(nw, ne), mean(sw, se))),
    ];
    // NaN (infinity minus infinity) must not read as agreement.
    misses.into_iter().fold(0.0, |worst, m| if m.is_nan() { f64::INFINITY } else { m.max(worst) })
}

/// Places (block px) of a spline's sites in and around the block, and the px by which each spikes a squared block px.
fn spikes_in(model: &Model, block: Block) -> Vec<(Point, f64)> {
    let square = block.pixel_size * block.pixel_size;
    let in_block =
        |map: Point| [(map[0] - block.origin[0]) / block.pixel_size, (block.origin[1] - map[1]) / block.pixel_size];
    let spikes = model.spikes().into_iter().map(|(map, spike)| (in_block(map), spike * square));
    spikes
        .filter(|(p, _)| {
            p[0] >= -2.0 && p[1] >= -2.0 && p[0] <= block.width as f64 + 2.0 && p[1] <= block.height as f64 + 2.0
        })
        .collect()
}
