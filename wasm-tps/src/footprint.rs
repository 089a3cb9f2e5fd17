//! Where a scan lies on the map: one definition for preview, outline and published file.
//!
//! From the control points on, cells of a lattice in map space are flooded while their image touches the scan. What is not
//! connected to the control points is not part of the map, so that a spline running wild far outside cannot enlarge it.

use crate::contour::{simplify, trace, Crossing, Rings};
use crate::control_points::{world_edges, Point, WORLD_HALF_METRES};
use crate::elementary::length;
use crate::error::Code;
use crate::inverse::newton;
use crate::model::Model;
use crate::ranking::median;
use crate::tables::{indices, numbers, points};

/// Cells along the diagonal of an undistorted scan.
const CELLS_PER_DIAGONAL: f64 = 160.0;
/// Side of the lattice's window, in cells: two and a half diagonals; a warp that stretches more gets larger cells.
const WINDOW: usize = 400;
/// Doublings of the cell tried when a flood fills its window.
const MAX_DOUBLINGS: usize = 12;
/// A sheet across the date line whose points all lie on one side of it is at most so broad, three quarters of the world: a
/// broader one is a map of the world, which ends at the world's edges.
const MOST_ACROSS_METRES: f64 = 1.5 * WORLD_HALF_METRES;
/// What of a corner of the scan may lie beyond the world's edge.
const ROUNDING_METRES: f64 = 0.5;
/// Error allowed in deciding whether a lattice node lies in the scan, px.
const NODE_TOLERANCE_PX: f64 = 0.05;
/// The outline follows the scan edge to this many px.
const OUTLINE_TOLERANCE_PX: f64 = 0.25;

/// The cells of a map and their outline.
#[derive(Clone, Debug)]
pub struct Footprint {
    /// Scan size, px.
    pub scan: [f64; 2],
    /// South-west corner of cell (0, 0), metres.
    pub origin: Point,
    /// Side of a cell, metres.
    pub cell_size: f64,
    /// Cells a row.
    pub cols: usize,
    /// Rows; row 0 is the southernmost.
    pub rows: usize,
    /// 1 where the cell may show the map, row by row.
    pub cells: Vec<u8>,
    /// Boundary along the true scan edge, metres.
    pub outline: Rings,
    /// `[minX, minY, maxX, maxY]` of the outline.
    pub bbox: [f64; 4],
    /// (cols + 1) x (rows + 1) sums of `cells` south-west of each node.
    sums: Vec<u32>,
}

/// Lattice of nodes around the control points, evaluated as the flood needs them.
struct Lattice<'a> {
    model: &'a Model,
    scan: [f64; 2],
    /// Eastings between which the sheet may show, metres.
    world: [f64; 2],
    origin: Point,
    cell: f64,
    /// Signed distance to the scan's edge (px, positive inside), NaN where not yet known.
    depth: Vec<f64>,
}

const NODES: usize = WINDOW + 1;

impl Footprint {
    /// The footprint of a scan of that size under `model`.
    pub fn new(model: &Model, scan_width: f64, scan_height: f64) -> Result<Self, Code> {
        if !(scan_width >= 1.0 && scan_height >= 1.0 && scan_width.is_finite() && scan_height.is_finite()) {
            return Err(Code::BadArgument);
        }
        let scan = [scan_width, scan_height];
        let seeds = seed_points(model, scan);
        if seeds.is_empty() {
            return Err(Code::MatrixTransformationFailed);
        }
        let world = world_edges(&model.points().map);
        let metres_per_px = median(&numbers(seeds.len(), &|i| metres_per_px(model, seeds[i])));
        let footprint = Self::between(model, scan, &seeds, metres_per_px, world)?;
        let [west, _, east, _] = footprint.bbox;
        let is_cut_once = (west < world[0] + metres_per_px) != (east > world[1] - metres_per_px);
        if is_cut_once && east - west < MOST_ACROSS_METRES {
            // Its paper goes on beyond the date line.
            let beyond = [east - 2.0 * WORLD_HALF_METRES, west + 2.0 * WORLD_HALF_METRES];
            match Self::between(model, scan, &seeds, metres_per_px, beyond) {
                Ok(whole) if whole.bbox[2] - whole.bbox[0] < MOST_ACROSS_METRES => return Ok(whole),
                _ => {}
            }
        }
        Ok(footprint)
    }

    /// What lies between two eastings.
    #[inline(never)]
    fn between(
        model: &Model,
        scan: [f64; 2],
        seeds: &[Point],
        metres_per_px: f64,
        world: [f64; 2],
    ) -> Result<Self, Code> {
        let mut cell = metres_per_px * length(scan) / CELLS_PER_DIAGONAL;
        // Seeds must fit into the middle half of the window.
        let (min, max) = bounds(seeds);
        cell = cell.max((max[0] - min[0]).max(max[1] - min[1]) / (WINDOW / 2) as f64);
        for _ in 0..MAX_DOUBLINGS {
            if !(cell > 0.0 && cell.is_finite()) {
                return Err(Code::MatrixTransformationFailed);
            }
            let half = WINDOW as f64 / 2.0 * cell;
            let origin = [(min[0] + max[0]) / 2.0 - half, (min[1] + max[1]) / 2.0 - half];
            let mut lattice = Lattice { model, scan, world, origin, cell, depth: vec![f64::NAN; NODES * NODES] };
            if let Some(flooded) = lattice.flood(seeds) {
                return lattice.footprint(&flooded);
            }
            cell *= 2.0;
        }
        Err(Code::MatrixTransformationFailed)
    }

    /// Whether the cell at a map point is set.
    #[inline]
    pub fn has_cell(&self, map: Point) -> bool {
        let column = (map[0] - self.origin[0]) / self.cell_size;
        let row = (map[1] - self.origin[1]) / self.cell_size;
        if !(column >= 0.0 && row >= 0.0 && column < self.cols as f64 && row < self.rows as f64) {
            return false;
        }
        self.cells[row as usize * self.cols + column as usize] != 0
    }

    /// Whether an image point lies in the scan.
    #[inline]
    pub fn scan_contains(&self, image: Point) -> bool {
        image[0] >= 0.0 && image[1] >= 0.0 && image[0] <= self.scan[0] && image[1] <= self.scan[1]
    }

    /// Whether each map point belongs to the map.
    pub fn contains(&self, model: &Model, map: &[Point]) -> Vec<u8> {
        let image = model.map_to_image_all(map, 0.0);
        map.iter().zip(image).map(|(m, i)| u8::from(self.has_cell(*m) && self.scan_contains(i))).collect()
    }

    /// How much of a map-space rectangle the cells cover.
    pub fn coverage(&self, min: Point, max: Point) -> Coverage {
        let index = |value: f64, origin: f64, count: usize, up: bool| {
            let cells = (value - origin) / self.cell_size;
            (if up { cells.ceil() } else { cells.floor() }).clamp(0.0, count as f64) as usize
        };
        let (c0, c1) =
            (index(min[0], self.origin[0], self.cols, false), index(max[0], self.origin[0], self.cols, true));
        let (r0, r1) =
            (index(min[1], self.origin[1], self.rows, false), index(max[1], self.origin[1], self.rows, true));
        if c0 >= c1 || r0 >= r1 {
            return Coverage::None;
        }
        let stride = self.cols + 1;
        let at = |row: usize, column: usize| self.sums[row * stride + column];
        let set = at(r1, c1) + at(r0, c0) - at(r0, c1) - at(r1, c0);
        let beyond = min[0] < self.origin[0]
            || min[1] < self.origin[1]
            || max[0] > self.origin[0] + self.cols as f64 * self.cell_size
            || max[1] > self.origin[1] + self.rows as f64 * self.cell_size;
        if set == 0 {
            Coverage::None
        } else if !beyond && set as usize == (c1 - c0) * (r1 - r0) {
            Coverage::Full
        } else {
            Coverage::Partial
        }
    }
}

/// Answer of `Footprint::coverage`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// No cell is set.
    None,
    /// Some are.
    Partial,
    /// All are.
    Full,
}

/// Map points to flood from: the control points in the scan; without any, the scan's centre.
fn seed_points(model: &Model, scan: [f64; 2]) -> Vec<Point> {
    let in_scan = |p: Point| p[0] >= 0.0 && p[1] >= 0.0 && p[0] <= scan[0] && p[1] <= scan[1];
    let map = &model.points().map;
    let seeds = indices(map.len(), &|i| in_scan(model.map_to_image(map[i])));
    if seeds.is_empty() {
        return model.image_to_map([scan[0] / 2.0, scan[1] / 2.0]).into_iter().collect();
    }
    points(seeds.len(), &|i| map[seeds[i]])
}

fn metres_per_px(model: &Model, at: Point) -> f64 {
    let (_, j) = model.map_to_image_with_jacobian(at);
    1.0 / (j[0] * j[3] - j[1] * j[2]).abs().sqrt()
}

/// Smallest and largest coordinates of those points that lie somewhere.
#[inline(never)]
pub fn bounds(points: &[Point]) -> (Point, Point) {
    points.iter().fold(([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]), |(min, max), p| {
        ([min[0].min(p[0]), min[1].min(p[1])], [max[0].max(p[0]), max[1].max(p[1])])
    })
}

impl Lattice<'_> {
    fn position(&self, node: usize) -> Point {
        [self.origin[0] + (node % NODES) as f64 * self.cell, self.origin[1] + (node / NODES) as f64 * self.cell]
    }

    /// Distance (metres, positive inside) to the edge of what may show.
    #[inline(never)]
    fn to_world_edge(&self, map: Point) -> f64 {
        let [west, east] = self.world;
        (map[0] - west).min(east - map[0]).min(WORLD_HALF_METRES - map[1].abs())
    }

    /// Signed distances (px) of map points to the edge of scan and world, positive inside; hopeless places are far outside.
    fn depths(&self, map: &[Point], tolerance_px: f64) -> Vec<f64> {
        let image = self.model.map_to_image_all(map, tolerance_px);
        let px_per_metre = length(self.scan) / (CELLS_PER_DIAGONAL * self.cell);
        numbers(map.len(), &|i| {
            let (m, p) = (map[i], image[i]);
            // `min` passes over NaN.
            if p[0].is_nan() || p[1].is_nan() {
                return -1e30;
            }
            sides(self.scan, p).into_iter().fold(self.to_world_edge(m) * px_per_metre, f64::min)
        })
    }

    /// Cells connected to the seeds with a corner in the scan; `None` when they reach the rim of the window.
    fn flood(&mut self, seeds: &[Point]) -> Option<Vec<u8>> {
        let mut flooded = vec![0_u8; WINDOW * WINDOW];
        let mut seen = vec![0_u8; WINDOW * WINDOW];
        let mut wave: Vec<usize> = Vec::new();
        let mut is_seed = vec![0_u8; WINDOW * WINDOW];
        for seed in seeds {
            let column = ((seed[0] - self.origin[0]) / self.cell) as usize;
            let row = ((seed[1] - self.origin[1]) / self.cell) as usize;
            let cell = row.min(WINDOW - 1) * WINDOW + column.min(WINDOW - 1);
            is_seed[cell] = 1;
            if std::mem::replace(&mut seen[cell], 1) == 0 {
                wave.push(cell);
            }
        }
        while !wave.is_empty() {
            self.evaluate_corners(&wave);
            let mut following = Vec::new();
            for cell in wave {
                let (column, row) = (cell % WINDOW, cell / WINDOW);
                let touches = corners(cell).iter().any(|&node| self.depth[node] >= 0.0);
                if !touches && is_seed[cell] == 0 {
                    continue;
                }
                if column == 0 || row == 0 || column + 1 == WINDOW || row + 1 == WINDOW {
                    return None;
                }
                flooded[cell] = 1;
                for neighbour in [cell - 1, cell + 1, cell - WINDOW, cell + WINDOW] {
                    if std::mem::replace(&mut seen[neighbour], 1) == 0 {
                        following.push(neighbour);
                    }
                }
            }
            wave = following;
        }
        Some(flooded)
    }

    fn evaluate_corners(&mut self, cells: &[usize]) {
        let mut nodes = Vec::new();
        for &cell in cells {
            for node in corners(cell) {
                if self.depth[node].is_nan() {
                    self.depth[node] = 0.0;
                    nodes.push(node);
                }
            }
        }
        let map = points(nodes.len(), &|i| self.position(nodes[i]));
        for (node, depth) in nodes.iter().zip(self.depths(&map, NODE_TOLERANCE_PX)) {
            self.depth[*node] = depth;
        }
    }

    fn footprint(&self, flooded: &[u8]) -> Result<Footprint, Code> {
        let mut inside = vec![0; NODES * NODES];
        let (mut min, mut max) = ([WINDOW; 2], [0; 2]);
        for cell in indices(flooded.len(), &|cell| flooded[cell] != 0) {
            for (side, value) in [cell % WINDOW, cell / WINDOW].into_iter().enumerate() {
                min[side] = min[side].min(value - 1);
                max[side] = max[side].max(value + 1);
            }
            for node in corners(cell) {
                inside[node] = u8::from(self.depth[node] >= 0.0);
            }
        }
        if min[0] > max[0] {
            return Err(Code::MatrixTransformationFailed);
        }
        let (cols, rows) = (max[0] - min[0] + 1, max[1] - min[1] + 1);
        // One ring more than flooded: the scan's edge runs through cells with no corner in it.
        let mut cells = vec![0; cols * rows];
        for cell in indices(flooded.len(), &|cell| flooded[cell] != 0) {
            let (column, row) = (cell % WINDOW - min[0], cell / WINDOW - min[1]);
            for r in row - 1..=row + 1 {
                cells[r * cols + column - 1..=r * cols + column + 1].fill(1);
            }
        }
        let outline = self.outline(&inside);
        if outline.ends.is_empty() {
            return Err(Code::MatrixTransformationFailed);
        }
        let (low, high) = bounds(&outline.points);
        let origin = [self.origin[0] + min[0] as f64 * self.cell, self.origin[1] + min[1] as f64 * self.cell];
        let sums = summed(&cells, cols, rows);
        Ok(Footprint {
            scan: self.scan,
            origin,
            cell_size: self.cell,
            cols,
            rows,
            cells,
            outline,
            bbox: [low[0], low[1], high[0], high[1]],
            sums,
        })
    }

    fn outline(&self, inside: &[u8]) -> Rings {
        let traced = trace(NODES, NODES, inside);
        let all: Vec<Crossing> = traced.iter().flatten().copied().collect();
        let points = self.refine(&all);
        let metres_per_px = CELLS_PER_DIAGONAL * self.cell / length(self.scan);
        let mut rings = Rings::default();
        let mut start = 0;
        for ring in &traced {
            let points = &points[start..start + ring.len()];
            start += ring.len();
            let with_corners = self.insert_scan_corners(points);
            rings.push(&simplify(&with_corners, OUTLINE_TOLERANCE_PX * metres_per_px));
        }
        rings
    }

    /// The point of each crossing where the depth is zero: false position (Illinois), all crossings together.
    fn refine(&self, crossings: &[Crossing]) -> Vec<Point> {
        let between = |c: &Crossing, t: f64| {
            let (a, b) = (self.position(c.inside), self.position(c.outside));
            [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
        };
        // Bracket: depth >= 0 at t = low, < 0 at high.
        let mut low = points(crossings.len(), &|i| [0.0, self.depth[crossings[i].inside]]);
        let mut high = points(crossings.len(), &|i| {
            let depth = self.depth[crossings[i].outside];
            [1.0, if depth < 0.0 { depth } else { -1e30 }]
        });
        let mut best = vec![0.0; crossings.len()];
        for round in 0..10 {
            let guesses = numbers(crossings.len(), &|i| {
                let ([t0, d0], [t1, d1]) = (low[i], high[i]);
                if round % 3 == 2 || d1 < -1e20 {
                    0.5 * (t0 + t1)
                } else {
                    t0 + (t1 - t0) * d0 / (d0 - d1)
                }
            });
            let map = points(crossings.len(), &|i| between(&crossings[i], guesses[i]));
            let mut worst = 0.0_f64;
            for (i, depth) in self.depths(&map, 0.0).into_iter().enumerate() {
                best[i] = guesses[i];
                worst = worst.max(depth.abs());
                if depth >= 0.0 {
                    low[i] = [guesses[i], depth]
                } else {
                    high[i] = [guesses[i], depth]
                }
            }
            if worst < 0.02 {
                break;
            }
        }
        points(crossings.len(), &|i| between(&crossings[i], best[i]))
    }

    /// Adds the scan's corners, which marching squares cut off: where two neighbours lie on different sides of the scan.
    fn insert_scan_corners(&self, ring: &[Point]) -> Vec<Point> {
        let side_of = |p: Point| {
            let depths = sides(self.scan, self.model.map_to_image(p));
            (0..4).min_by(|a, b| depths[*a].total_cmp(&depths[*b])).unwrap_or(0)
        };
        let side: Vec<usize> = ring.iter().map(|p| side_of(*p)).collect();
        let mut result = Vec::with_capacity(ring.len() + 4);
        for i in 0..ring.len() {
            result.push(ring[i]);
            let j = (i + 1) % ring.len();
            // Sides 0 and 2 are x = 0 and x = width, 1 and 3 are y = 0 and y = height: a corner takes one of each.
            if side[i] % 2 == side[j] % 2 {
                continue;
            }
            let (vertical, horizontal) =
                if side[i].is_multiple_of(2) { (side[i], side[j]) } else { (side[j], side[i]) };
            let corner =
                [if vertical == 0 { 0.0 } else { self.scan[0] }, if horizontal == 1 { 0.0 } else { self.scan[1] }];
            let middle = [0.5 * (ring[i][0] + ring[j][0]), 0.5 * (ring[i][1] + ring[j][1])];
            let Some(found) = newton(corner, middle, |map| self.model.map_to_image_with_jacobian(map)) else {
                continue;
            };
            let off = length([found[0] - middle[0], found[1] - middle[1]]);
            if off < 3.0 * self.cell && self.to_world_edge(found) > -ROUNDING_METRES {
                result.push(found);
            }
        }
        result
    }
}

/// Distances (px, positive inside) of an image point to the sides x = 0, y = 0, x = width, y = height.
fn sides(scan: [f64; 2], image: Point) -> [f64; 4] {
    [image[0], image[1], scan[0] - image[0], scan[1] - image[1]]
}

fn corners(cell: usize) -> [usize; 4] {
    let south_west = cell / WINDOW * NODES + cell % WINDOW;
    [south_west, south_west + 1, south_west + NODES, south_west + NODES + 1]
}

fn summed(cells: &[u8], cols: usize, rows: usize) -> Vec<u32> {
    let stride = cols + 1;
    let mut sums = vec![0; stride * (rows + 1)];
    for row in 0..rows {
        let mut along = 0;
        for column in 0..cols {
            along += u32::from(cells[row * cols + column]);
            sums[(row + 1) * stride + column + 1] = sums[row * stride + column + 1] + along;
        }
    }
    sums
}
