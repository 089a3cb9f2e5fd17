//! The mapping over one block of the published file: cells in which it is bilinear within the error asked for.
//!
//! Evaluating the mapping at every pixel would cost a hundred times the resampling. A quadtree of cells between 64 and
//! 4 px is refined until the middles agree; what still does not (and the whole block when the error asked for is 0) is
//! marked exact and evaluated pixel by pixel.

use crate::control_points::Point;
use crate::footprint::{bounds, Coverage, Footprint};
use crate::model::Model;
use crate::plane::{is_somewhere, Plane};
use crate::tables::points;

/// Quartering a cell at the nodes that showed its error takes away this factor of it: 4 in the limit.
const QUARTERING_GAIN: f64 = 3.0;
/// Side of the first cells, px.
pub const LARGEST: usize = 64;
/// Side of the smallest cells, px.
const SMALLEST: usize = 8;
/// Distance of the nodes at which the mapping is evaluated, px: half the smallest cell.
const SPACING: usize = SMALLEST / 2;

/// A block of the output: square pixels, north-up in EPSG:3857 or in the plane of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// North-west corner, units of the plane (of EPSG:3857: metres).
    pub origin: Point,
    /// Side of a pixel, the same units.
    pub pixel_size: f64,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Block {
    /// Map point of a position in block px; `plane`: the file's, where that is not EPSG:3857.
    #[inline(never)]
    pub fn map_point(&self, plane: Option<&Plane>, x: f64, y: f64) -> Point {
        let at = [self.origin[0] + x * self.pixel_size, self.origin[1] - y * self.pixel_size];
        plane.map_or(at, |plane| plane.value(at))
    }

    /// Map point of a pixel's centre.
    #[inline]
    pub fn pixel_centre(&self, plane: Option<&Plane>, column: usize, row: usize) -> Point {
        self.map_point(plane, column as f64 + 0.5, row as f64 + 0.5)
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
    plane: Option<&'a Plane>,
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
        let (columns, block, plane) = (self.columns, self.block, self.plane);
        let position = |number: usize| ((number % columns * SPACING) as f64, (number / columns * SPACING) as f64);
        let map = points(self.wanted.len(), &|i| {
            let (x, y) = position(self.wanted[i]);
            block.map_point(plane, x, y)
        });
        let image = self.model.map_to_image_all(&map, self.tolerance_px);
        for (number, p) in self.wanted.drain(..).zip(image) {
            // A place without an image is infinitely far from the scan, but not "unknown".
            self.image[number] = if is_somewhere(p) { p } else { [f64::INFINITY; 2] };
        }
    }

    fn at(&self, x: usize, y: usize) -> Point {
        self.image[self.number(x, y)]
    }
}

/// The cells of a block that may show the map. `tolerance_px` 0: all exact.
pub fn plan(
    model: &Model,
    footprint: &Footprint,
    plane: Option<&Plane>,
    block: Block,
    tolerance_px: f64,
) -> Vec<PlanCell> {
    let across = block.width.div_ceil(LARGEST);
    let down = block.height.div_ceil(LARGEST);
    let columns = across * LARGEST / SPACING + 1;
    let rows = down * LARGEST / SPACING + 1;
    let mut nodes = Nodes {
        model,
        plane,
        block,
        tolerance_px: 0.1 * tolerance_px,
        columns,
        image: vec![[f64::NAN; 2]; columns * rows],
        wanted: Vec::new(),
    };
    let spikes = spikes_in(model, plane, block);
    let mut cells = Vec::new();
    let mut pending: Vec<[usize; 2]> =
        (0..across * down).map(|c| [c % across * LARGEST, c / across * LARGEST]).collect();
    let mut size = LARGEST;
    while !pending.is_empty() {
        pending.retain(|&[x, y]| {
            x < block.width && y < block.height && coverage(footprint, plane, block, x, y, size) != Coverage::None
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
            if !spikes.is_empty() {
                let (min, max) = bounds(&square(plane, block, x, y, size));
                let [across, up] = [max[0] - min[0], max[1] - min[1]];
                // One pixel around the cell.
                let (right, above) = (across / size as f64, up / size as f64);
                for (at, spike) in &spikes {
                    let near = at[0] >= min[0] - right && at[0] <= max[0] + right;
                    if near && at[1] >= min[1] - above && at[1] <= max[1] + above {
                        error_px = error_px.max(0.25 * spike * across * up);
                    }
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
            let covered = coverage(footprint, plane, block, x, y, size) == Coverage::Full;
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

/// Map points of the corners of a square of a block's pixels.
#[inline(never)]
fn square(plane: Option<&Plane>, block: Block, x: usize, y: usize, size: usize) -> [Point; 4] {
    [[0, 0], [size, 0], [0, size], [size, size]]
        .map(|[dx, dy]| block.map_point(plane, (x + dx) as f64, (y + dy) as f64))
}

fn coverage(footprint: &Footprint, plane: Option<&Plane>, block: Block, x: usize, y: usize, size: usize) -> Coverage {
    let corners = square(plane, block, x, y, size);
    match corners.iter().filter(|&&corner| is_somewhere(corner)).count() {
        0 => Coverage::None,
        4 => {
            let (min, max) = bounds(&corners);
            footprint.coverage(min, max)
        }
        _ => Coverage::Partial,
    }
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

/// A spline's sites in and around the block, and the px by which each spikes a square metre of the map.
fn spikes_in(model: &Model, plane: Option<&Plane>, block: Block) -> Vec<(Point, f64)> {
    let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for y in (0..=block.height.next_multiple_of(LARGEST)).step_by(LARGEST) {
        for x in (0..=block.width.next_multiple_of(LARGEST)).step_by(LARGEST) {
            (min, max) = bounds(&[min, max, block.map_point(plane, x as f64, y as f64)]);
        }
    }
    // As far as a cell may bulge beyond its corners.
    let around = [0, 1].map(|side| 0.1 * (max[side] - min[side]));
    let mut spikes = model.spikes();
    spikes
        .retain(|(p, _)| (0..2).all(|side| p[side] >= min[side] - around[side] && p[side] <= max[side] + around[side]));
    spikes
}
