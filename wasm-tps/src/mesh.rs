//! The mesh that draws one view: a quadtree in map space whose vertices carry image points.
//!
//! Cells are split where a straight line through the mapping misses its middle by more than the error asked for, and
//! around control points, whose spikes a midpoint test can miss. Positions never warp, so hanging nodes cannot crack.

use crate::control_points::Point;
use crate::elementary::length;
use crate::footprint::{Coverage, Footprint};
use crate::model::Model;
use crate::place_table::PlaceTable;
use crate::ranking::descending;
use crate::tables::{indices, numbers, points};
use crate::tile_batches::{tile_batches, Cell, Pyramid};

/// Units of the vertex grid along the side of the root.
const ROOT_UNITS: u32 = 1 << 14;
/// Splits made before anything is measured: a grid of 8 x 8.
const FIRST_LEVELS: u32 = 3;
/// No cell is split below this many screen px.
const SMALLEST_CELL_PX: f64 = 2.0;

/// Error of a vertex's image point, px.
const TOLERANCE_PX: f64 = 0.05;

/// What is looked at.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// South-west corner, metres.
    pub min: Point,
    /// North-east corner, metres.
    pub max: Point,
    /// EPSG:3857 metres a screen px.
    pub metres_per_screen_px: f64,
}

/// How fine a mesh shall be.
#[derive(Clone, Copy, Debug)]
pub struct Fineness {
    /// Largest midpoint error, screen px.
    pub max_error_px: f64,
    /// Most leaves.
    pub max_leaves: usize,
}

/// Vertices on a grid, and triangles sorted by source tile.
#[derive(Clone, Debug)]
pub struct ViewMesh {
    /// Position of grid node (0, 0), metres.
    pub origin: Point,
    /// Metres a grid unit.
    pub step: f64,
    /// Grid node of each vertex.
    pub ij: Vec<[u16; 2]>,
    /// Image point of each vertex, px.
    pub image_px: Vec<[f32; 2]>,
    /// Triangles.
    pub index: Vec<u32>,
    /// `[level, tileX, tileY, first, count] * k`.
    pub batches: Vec<i32>,
    /// Largest midpoint error left, screen px.
    pub error_px: f64,
    leaves: Vec<Cell>,
    metres_per_screen_px: f64,
    pyramid: Pyramid,
}

/// An unsplit cell while the tree grows.
#[derive(Clone, Copy)]
struct Growing {
    i: u32,
    j: u32,
    error_image_px: f64,
    error_screen_px: f64,
    wants_split: bool,
}

/// Grid nodes already met, with their numbers and image points.
struct Nodes<'a> {
    model: &'a Model,
    origin: Point,
    step: f64,
    number: PlaceTable,
    met: Vec<[u32; 2]>,
    image: Vec<Point>,
}

impl Nodes<'_> {
    fn node(&mut self, i: u32, j: u32) -> u32 {
        let key = (i << 15) | j;
        self.number.get(key).unwrap_or_else(|| {
            let number = self.met.len() as u32;
            self.met.push([i, j]);
            self.number.insert(key, number);
            number
        })
    }

    /// Evaluates the nodes met since the last call, in one batch.
    fn evaluate(&mut self) {
        let from = self.image.len();
        let met = &self.met[from..];
        let map = points(met.len(), &|i| position(self.origin, self.step, met[i][0], met[i][1]));
        self.image.extend(self.model.map_to_image_all(&map, TOLERANCE_PX));
    }

    fn image(&self, number: u32) -> Point {
        self.image[number as usize]
    }
}

fn position(origin: Point, step: f64, i: u32, j: u32) -> Point {
    [origin[0] + f64::from(i) * step, origin[1] + f64::from(j) * step]
}

impl ViewMesh {
    /// The mesh of `view`, without the cells outside the footprint.
    pub fn new(model: &Model, footprint: &Footprint, view: View, pyramid: Pyramid, fineness: Fineness) -> Self {
        let [west, south, east, north] = footprint.bbox;
        let min = [view.min[0].max(west), view.min[1].max(south)];
        let max = [view.max[0].min(east), view.max[1].min(north)];
        let side = (max[0] - min[0]).max(max[1] - min[1]);
        let mut mesh = ViewMesh {
            origin: min,
            step: side / f64::from(ROOT_UNITS),
            ij: Vec::new(),
            image_px: Vec::new(),
            index: Vec::new(),
            batches: Vec::new(),
            error_px: 0.0,
            leaves: Vec::new(),
            metres_per_screen_px: view.metres_per_screen_px,
            pyramid,
        };
        if side > 0.0 && min[0] <= max[0] && min[1] <= max[1] && side.is_finite() {
            mesh.grow(model, footprint, max, fineness);
        }
        mesh
    }

    fn grow(&mut self, model: &Model, footprint: &Footprint, max: Point, fineness: Fineness) {
        let mut nodes = Nodes {
            model,
            origin: self.origin,
            step: self.step,
            number: PlaceTable::new(),
            met: Vec::new(),
            image: Vec::new(),
        };
        let sites = model.spikes();
        let mut level = FIRST_LEVELS;
        let first = 1 << level;
        let mut pending: Vec<[u32; 2]> = (0..first * first)
            .map(|c| [c % first * (ROOT_UNITS >> level), c / first * (ROOT_UNITS >> level)])
            .collect();
        loop {
            let units = ROOT_UNITS >> level;
            pending.retain(|c| self.is_wanted(footprint, max, c[0], c[1], units));
            let mut cells = self.measure(&mut nodes, &pending, units, fineness.max_error_px);
            mark_spikes(
                &mut cells,
                &sites,
                self.origin,
                self.step,
                units,
                self.metres_per_screen_px,
                fineness.max_error_px,
            );
            let smallest = f64::from(units) * self.step / self.metres_per_screen_px <= SMALLEST_CELL_PX;
            let budget = fineness.max_leaves.saturating_sub(self.leaves.len() + cells.len()) / 3;
            let mut splits: Vec<usize> = indices(cells.len(), &|c| cells[c].wants_split && units > 1 && !smallest);
            if splits.len() > budget {
                let errors = numbers(splits.len(), &|i| cells[splits[i]].error_screen_px);
                splits = descending(&errors)[..budget].iter().map(|&index| splits[index]).collect();
            }
            let mut split = vec![0_u8; cells.len()];
            splits.iter().for_each(|&c| split[c] = 1);
            pending = Vec::with_capacity(4 * splits.len());
            for (cell, split) in cells.iter().zip(split) {
                if split == 1 {
                    let half = units / 2;
                    pending.extend([
                        [cell.i, cell.j],
                        [cell.i + half, cell.j],
                        [cell.i, cell.j + half],
                        [cell.i + half, cell.j + half],
                    ]);
                } else {
                    self.add_leaf(&mut nodes, cell, units);
                }
            }
            if pending.is_empty() {
                break;
            }
            level += 1;
        }
        self.compact(&nodes);
        self.sort_into_tiles();
    }

    fn is_wanted(&self, footprint: &Footprint, max: Point, i: u32, j: u32, units: u32) -> bool {
        let low = position(self.origin, self.step, i, j);
        let high = position(self.origin, self.step, i + units, j + units);
        low[0] <= max[0] && low[1] <= max[1] && footprint.coverage(low, high) != Coverage::None
    }

    /// Midpoint errors of cells of one size: at the middle of each side and at the centre.
    fn measure(&self, nodes: &mut Nodes, cells: &[[u32; 2]], units: u32, max_error_px: f64) -> Vec<Growing> {
        let half = units / 2;
        let offsets = [
            [0, 0],
            [units, 0],
            [0, units],
            [units, units],
            [half, 0],
            [0, half],
            [units, half],
            [half, units],
            [half, half],
        ];
        let numbers: Vec<[u32; 9]> =
            cells.iter().map(|c| offsets.map(|o| nodes.node(c[0] + o[0], c[1] + o[1]))).collect();
        nodes.evaluate();
        let screen_px = f64::from(units) * self.step / self.metres_per_screen_px;
        cells
            .iter()
            .zip(numbers)
            .map(|(c, numbers)| {
                let p = numbers.map(|number| nodes.image(number));
                let miss =
                    |at: Point, a: Point, b: Point| length([at[0] - 0.5 * (a[0] + b[0]), at[1] - 0.5 * (a[1] + b[1])]);
                let misses = [
                    miss(p[4], p[0], p[1]),
                    miss(p[5], p[0], p[2]),
                    miss(p[6], p[1], p[3]),
                    miss(p[7], p[2], p[3]),
                    miss(p[8], p[0], p[3]),
                    miss(p[8], p[1], p[2]),
                ];
                let error = misses.into_iter().fold(0.0, f64::max);
                let scale = image_side([p[0], p[1], p[2], p[3]]) / screen_px;
                let lost = p.iter().filter(|p| p[0].is_nan()).count();
                let on_screen = if lost > 0 && lost < p.len() {
                    // At the edge of where the model is defined: a leaf with a corner beyond it shows nothing.
                    f64::INFINITY
                } else if scale > 0.0 {
                    error / scale
                } else {
                    0.0
                };
                Growing {
                    i: c[0],
                    j: c[1],
                    error_image_px: error,
                    error_screen_px: on_screen,
                    wants_split: on_screen > max_error_px,
                }
            })
            .collect()
    }

    fn add_leaf(&mut self, nodes: &mut Nodes, cell: &Growing, units: u32) {
        let (i, j) = (cell.i, cell.j);
        let vertices =
            [nodes.node(i, j), nodes.node(i + units, j), nodes.node(i, j + units), nodes.node(i + units, j + units)];
        let [a, b, c, d] = vertices;
        let image = [nodes.image(a), nodes.image(b), nodes.image(c), nodes.image(d)];
        if image.iter().any(|p| p[0].is_nan()) {
            return;
        }
        let screen_px = f64::from(units) * self.step / self.metres_per_screen_px;
        let level = self.pyramid.level(image_side(image) / screen_px) as u8;
        if cell.error_screen_px.is_finite() {
            self.error_px = self.error_px.max(cell.error_screen_px);
        }
        self.leaves.push(Cell { vertices, error_px: cell.error_image_px as f32, level });
    }

    /// Keeps the nodes that leaves use.
    fn compact(&mut self, nodes: &Nodes) {
        const UNUSED: u32 = u32::MAX;
        let mut renumbered = vec![UNUSED; nodes.met.len()];
        for leaf in &mut self.leaves {
            for vertex in &mut leaf.vertices {
                let old = *vertex as usize;
                if renumbered[old] == UNUSED {
                    renumbered[old] = self.ij.len() as u32;
                    let ([i, j], [x, y]) = (nodes.met[old], nodes.image(*vertex));
                    self.ij.push([i as u16, j as u16]);
                    self.image_px.push([x as f32, y as f32]);
                }
                *vertex = renumbered[old];
            }
        }
    }

    /// Positions of the vertices, metres.
    pub fn positions(&self) -> Vec<Point> {
        points(self.ij.len(), &|v| position(self.origin, self.step, u32::from(self.ij[v][0]), u32::from(self.ij[v][1])))
    }

    /// Number of leaves.
    pub fn leaf_count(&self) -> usize {
        self.leaves.len()
    }

    /// The same leaves under another model.
    pub fn update(&mut self, model: &Model) {
        self.set_image(model);
        self.sort_into_tiles();
    }

    /// The image points of the vertices under another model.
    pub fn set_image(&mut self, model: &Model) {
        let image = model.map_to_image_all(&self.positions(), TOLERANCE_PX);
        for (slot, px) in self.image_px.iter_mut().zip(image) {
            *slot = [px[0] as f32, px[1] as f32];
        }
    }

    /// Sorts the leaves into the source tiles that their images touch: rewrites `index` and `batches`. Each keeps its level.
    pub fn sort_into_tiles(&mut self) {
        (self.index, self.batches) = tile_batches(&self.leaves, &self.image_px, &self.pyramid);
    }
}

/// Side of a square of the image's area, near enough: the geometric mean of the two middle lines.
fn image_side(corners: [Point; 4]) -> f64 {
    let [sw, se, nw, ne] = corners;
    let across = length([se[0] + ne[0] - sw[0] - nw[0], se[1] + ne[1] - sw[1] - nw[1]]);
    let up = length([nw[0] + ne[0] - sw[0] - se[0], nw[1] + ne[1] - sw[1] - se[1]]);
    // A fold flattens one of them: never below a tenth of the other.
    0.5 * (across.max(0.1 * up) * up.max(0.1 * across)).sqrt()
}

/// Asks for a split of the cells around a site until the spike r² log r itself is under the error.
fn mark_spikes(
    cells: &mut [Growing],
    sites: &[(Point, f64)],
    origin: Point,
    step: f64,
    units: u32,
    metres_per_screen_px: f64,
    max_error_px: f64,
) {
    let side = f64::from(units) * step;
    let mut at = PlaceTable::new();
    for (number, cell) in cells.iter().enumerate() {
        at.insert(cell.i / units * 32_768 + cell.j / units, number as u32);
    }
    for (site, weight) in sites {
        let (x, y) = ((site[0] - origin[0]) / side, (site[1] - origin[1]) / side);
        if !(x >= 0.0 && y >= 0.0 && x < 32_768.0 && y < 32_768.0) {
            continue;
        }
        let Some(number) = at.get(x as u32 * 32_768 + y as u32) else { continue };
        // What the spike alone adds within half a side, in image px; a screen px is (side / screen) of the cell's own scale.
        let spike = 0.25 * weight * side * side;
        let cell = &mut cells[number as usize];
        let scale = if cell.error_screen_px > 0.0 { cell.error_image_px / cell.error_screen_px } else { 1.0 };
        let on_screen = spike / scale.max(1e-12);
        if on_screen > max_error_px && side > SMALLEST_CELL_PX * metres_per_screen_px {
            cell.wants_split = true;
            cell.error_screen_px = cell.error_screen_px.max(on_screen);
        }
    }
}
