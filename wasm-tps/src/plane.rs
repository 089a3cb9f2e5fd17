//! The plane of a published file that is not EPSG:3857.

use crate::control_points::Point;

/// Nodes along each axis that a place lies between.
const STENCIL: usize = 4;

/// Map points of the places of a plane: known at the nodes of a lattice, cubic between them.
#[derive(Clone, Debug)]
pub struct Plane {
    /// Place of the north-west node.
    origin: Point,
    /// Distance of the nodes, units of the plane.
    step: f64,
    columns: usize,
    /// Row by row, north first; not finite where a node lies nowhere on the map.
    map: Vec<Point>,
}

impl Plane {
    /// `None` for a lattice of fewer than four nodes along an axis, or of rows that differ in length.
    pub fn new(origin: Point, step: f64, columns: usize, map: &[Point]) -> Option<Self> {
        let whole = columns >= STENCIL && map.len() >= STENCIL * columns && map.len().is_multiple_of(columns);
        (whole && step > 0.0 && step.is_finite() && is_somewhere(origin)).then(|| Plane {
            origin,
            step,
            columns,
            map: map.to_vec(),
        })
    }

    /// Map point of a place; not finite where it lies nowhere on the map.
    pub fn map_point(&self, at: Point) -> Point {
        let (column, across) = stencil((at[0] - self.origin[0]) / self.step, self.columns);
        let (row, down) = stencil((self.origin[1] - at[1]) / self.step, self.map.len() / self.columns);
        let mut rows = [[0.0; 2]; STENCIL];
        for (r, sum) in rows.iter_mut().enumerate() {
            *sum = weighed(&self.map[(row + r) * self.columns + column..][..STENCIL], across);
        }
        weighed(&rows, down)
    }
}

#[inline(never)]
fn weighed(nodes: &[Point], weights: [f64; STENCIL]) -> Point {
    let mut sum = [0.0; 2];
    for (node, weight) in nodes.iter().zip(weights) {
        sum = [sum[0] + weight * node[0], sum[1] + weight * node[1]];
    }
    sum
}

/// Whether a map point is one.
#[inline]
pub fn is_somewhere(map: Point) -> bool {
    map[0].is_finite() && map[1].is_finite()
}

/// The first of the nodes around a position, counted in steps, and the weights of all (Lagrange's).
#[inline(never)]
fn stencil(position: f64, count: usize) -> (usize, [f64; STENCIL]) {
    let first = (position.floor() - 1.0).clamp(0.0, (count - STENCIL) as f64);
    let [a, b, c, d] = [0.0, 1.0, 2.0, 3.0].map(|node| position - first - node);
    (first as usize, [-b * c * d / 6.0, a * c * d / 2.0, -a * b * d / 2.0, a * b * c / 6.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(rule: &dyn Fn(Point) -> Point) -> Plane {
        let nodes = (0..5 * 6).map(|k| rule([10.0 + 8.0 * (k % 5) as f64, 50.0 - 8.0 * (k / 5) as f64]));
        Plane::new([10.0, 50.0], 8.0, 5, &nodes.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn cubic_functions_are_met_everywhere() {
        let rule = |[x, y]: Point| [x * x * x - 3.0 * x * y + 7.0, y * y * y - 40.0 * x];
        let plane = plane(&rule);
        for k in 0..200 {
            let at = [10.0 + 32.0 * f64::from(k % 14) / 13.0, 50.0 - 40.0 * f64::from(k) / 200.0];
            let (found, expected) = (plane.map_point(at), rule(at));
            for side in 0..2 {
                assert!((found[side] - expected[side]).abs() < 1e-8 * (1.0 + expected[side].abs()), "{at:?}");
            }
        }
    }

    #[test]
    fn places_beside_a_node_that_lies_nowhere_lie_nowhere() {
        let plane = plane(&|at| if at == [42.0, 10.0] { [f64::NAN; 2] } else { at });
        assert!(!is_somewhere(plane.map_point([39.0, 15.0])));
        assert!(is_somewhere(plane.map_point([12.0, 40.0])));
    }

    #[test]
    fn a_lattice_needs_four_nodes_each_way_and_whole_rows() {
        assert!(Plane::new([0.0; 2], 1.0, 4, &[[0.0; 2]; 16]).is_some());
        for (step, columns, nodes) in [(1.0, 3, 12), (1.0, 4, 12), (1.0, 4, 17), (0.0, 4, 16), (f64::NAN, 4, 16)] {
            assert!(Plane::new([0.0; 2], step, columns, &vec![[0.0; 2]; nodes]).is_none());
        }
    }
}
