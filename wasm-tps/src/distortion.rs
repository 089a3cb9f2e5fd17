//! Where a warp folds and how it distorts.

use crate::accuracy::ground_scale;
use crate::contour::{simplify, trace, Rings};
use crate::control_points::Point;
use crate::elementary::{arc_sine, length};
use crate::footprint::Footprint;
use crate::model::Model;
use crate::radial::log2;
use crate::ranking::median;
use crate::tables::{indices, points};

/// Lattice nodes along the longer side of the footprint when folds are searched.
const FOLD_NODES: usize = 256;

/// Error allowed in the values whose differences tell a fold, px.
const DIFFERENCE_TOLERANCE_PX: f64 = 1e-2;

/// Area and angular distortion over the scan.
#[derive(Clone, Debug)]
pub struct DistortionGrid {
    /// Cells across.
    pub cols: usize,
    /// Cells down; row 0 is the scan's top.
    pub rows: usize,
    /// log2 of the area scale over its median.
    pub log2_area_scale: Vec<f32>,
    /// Largest angular distortion 2ω, degrees.
    pub angular_degrees: Vec<f32>,
    /// Map point of each cell's centre.
    pub map_points: Vec<Point>,
}

/// The distortion at the centres of a grid of `cols` cells across the scan; NaN where the inverse does not converge.
pub fn distortion(model: &Model, scan_width: f64, scan_height: f64, cols: usize) -> DistortionGrid {
    let cell = scan_width / cols as f64;
    let rows = ((scan_height / cell).round() as usize).max(1);
    let mut grid = DistortionGrid {
        cols,
        rows,
        log2_area_scale: Vec::with_capacity(cols * rows),
        angular_degrees: Vec::with_capacity(cols * rows),
        map_points: Vec::with_capacity(cols * rows),
    };
    let mut log2_areas = Vec::with_capacity(cols * rows);
    for row in 0..rows {
        for column in 0..cols {
            let image = [(column as f64 + 0.5) * cell, (row as f64 + 0.5) * scan_height / rows as f64];
            let map = model.image_to_map(image).unwrap_or([f64::NAN; 2]);
            let (area, angle) = distortion_at(model, map);
            grid.map_points.push(map);
            log2_areas.push(log2(area));
            grid.angular_degrees.push(angle.to_degrees() as f32);
        }
    }
    let median = median(&log2_areas);
    grid.log2_area_scale.extend(log2_areas.iter().map(|v| (v - median) as f32));
    grid
}

/// Square px a square ground metre, and the largest angular distortion (radians), at a map point.
fn distortion_at(model: &Model, map: Point) -> (f64, f64) {
    let (_, [a, b, c, d]) = model.map_to_image_with_jacobian(map);
    let ground = ground_scale(map[1]);
    // Singular values s1 >= s2: s1 + s2 and s1 - s2 without a subtraction of near equals.
    let sum = length([a + d, b - c]);
    let difference = length([a - d, b + c]);
    // The map side's y runs up, the image's down: the determinant is negative, which swaps the two.
    let (sum, difference) = (sum.max(difference), sum.min(difference));
    ((a * d - b * c).abs() / (ground * ground), 2.0 * arc_sine(difference / sum))
}

/// det J at lattice nodes, NaN off the map. From differences over `reach` metres to each side: the values of many points
/// come many times faster than exact derivatives, which at 2,000 control points take over a second.
fn determinants(
    model: &Model,
    footprint: &Footprint,
    count: usize,
    reach: f64,
    at: &dyn Fn(usize) -> Point,
) -> Vec<f64> {
    let nodes = indices(count, &|node| footprint.has_cell(at(node)));
    let shifted = |dx: f64, dy: f64| {
        let map = points(nodes.len(), &|k| {
            let [x, y] = at(nodes[k]);
            [x + dx, y + dy]
        });
        model.map_to_image_all(&map, DIFFERENCE_TOLERANCE_PX)
    };
    let (west, east) = (shifted(-reach, 0.0), shifted(reach, 0.0));
    let (south, north) = (shifted(0.0, -reach), shifted(0.0, reach));
    let mut determinant = vec![f64::NAN; count];
    for (k, node) in nodes.into_iter().enumerate() {
        let middle = [0, 1].map(|side: usize| (west[k][side] + east[k][side]) / 2.0);
        if footprint.scan_contains(middle) {
            let across = [0, 1].map(|side: usize| east[k][side] - west[k][side]);
            let up = [0, 1].map(|side: usize| north[k][side] - south[k][side]);
            determinant[node] = across[0] * up[1] - across[1] * up[0];
        }
    }
    determinant
}

/// The parts of the footprint where the warp is turned over, as rings in map metres.
pub fn folds(model: &Model, footprint: &Footprint) -> Rings {
    let [west, south, east, north] = footprint.bbox;
    let step = (east - west).max(north - south) / FOLD_NODES as f64;
    let columns = ((east - west) / step).ceil() as usize + 3;
    let rows = ((north - south) / step).ceil() as usize + 3;
    let at =
        |node: usize| [west + ((node % columns) as f64 - 1.0) * step, south + ((node / columns) as f64 - 1.0) * step];
    let determinant = determinants(model, footprint, columns * rows, step / 4.0, &at);
    let known = determinant.iter().filter(|d| d.is_finite()).count();
    let turned = determinant.iter().filter(|d| **d > 0.0).count();
    // The side that most of the map shows is its face; normally negative, for image y runs down.
    let face = if 2 * turned > known { 1.0 } else { -1.0 };
    let mut folded = vec![0; determinant.len()];
    for (folded, d) in folded.iter_mut().zip(&determinant) {
        *folded = u8::from(d * face < 0.0);
    }
    let mut rings = Rings::default();
    for ring in trace(columns, rows, &folded) {
        let points = points(ring.len(), &|k| {
            let c = &ring[k];
            let (a, b) = (at(c.inside), at(c.outside));
            let (da, db) = (determinant[c.inside], determinant[c.outside]);
            let t = if db.is_finite() { da / (da - db) } else { 0.5 };
            [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
        });
        rings.push(&simplify(&points, 0.1 * step));
    }
    rings
}
