//! A change of plane: from the plane of a published file to EPSG:3857, and from EPSG:3857 to the plane that a map is
//! drawn in.

use crate::control_points::Point;

/// Nodes along each axis that a place lies between.
const STENCIL: usize = 4;

/// Where the places of one plane lie in another: known at the nodes of a lattice, cubic between them.
#[derive(Clone, Debug)]
pub struct Plane {
    /// Place of the north-west node.
    origin: Point,
    /// Distance of the nodes, units of the plane.
    step: f64,
    columns: usize,
    /// Row by row, north first; not finite where a node lies nowhere in the other plane.
    nodes: Vec<Point>,
}

impl Plane {
    /// `None` for a lattice of fewer than four nodes along an axis, or of rows that differ in length.
    pub fn new(origin: Point, step: f64, columns: usize, nodes: &[Point]) -> Option<Self> {
        let whole = columns >= STENCIL && nodes.len() >= STENCIL * columns && nodes.len().is_multiple_of(columns);
        (whole && step > 0.0 && step.is_finite() && is_somewhere(origin)).then(|| Plane {
            origin,
            step,
            columns,
            nodes: nodes.to_vec(),
        })
    }

    /// Where a place lies in the other plane; not finite where it lies nowhere. Beyond the lattice: as its rim goes on.
    pub fn value(&self, at: Point) -> Point {
        let [column, row] = self.stencils(at);
        self.weighed(column.0, row.0, weights(column.1), weights(row.1))
    }

    /// As `value`, but NaN beyond the lattice.
    #[inline(never)]
    pub fn value_inside(&self, at: Point) -> Point {
        // Rounding may carry a place on the rim across it.
        let last = (STENCIL - 1) as f64 + 1e-9;
        if self.stencils(at).iter().all(|&(_, past)| (-1e-9..=last).contains(&past)) {
            self.value(at)
        } else {
            [f64::NAN; 2]
        }
    }

    /// Derivatives of the value, `[dvx/dx, dvx/dy, dvy/dx, dvy/dy]`.
    #[inline(never)]
    pub fn jacobian(&self, at: Point) -> [f64; 4] {
        let [column, row] = self.stencils(at);
        let by_east = self.weighed(column.0, row.0, slopes(column.1), weights(row.1));
        let by_south = self.weighed(column.0, row.0, weights(column.1), slopes(row.1));
        [by_east[0], -by_south[0], by_east[1], -by_south[1]].map(|slope| slope / self.step)
    }

    /// Across and down: the first of the nodes around a place, and how many steps past it the place lies.
    #[inline(never)]
    fn stencils(&self, at: Point) -> [(usize, f64); 2] {
        let (east, south) = ((at[0] - self.origin[0]) / self.step, (self.origin[1] - at[1]) / self.step);
        [(east, self.columns), (south, self.nodes.len() / self.columns)].map(|(position, count)| {
            let first = (position.floor() - 1.0).clamp(0.0, (count - STENCIL) as f64);
            (first as usize, position - first)
        })
    }

    #[inline(never)]
    fn weighed(&self, column: usize, row: usize, across: [f64; STENCIL], down: [f64; STENCIL]) -> Point {
        let mut rows = [[0.0; 2]; STENCIL];
        for (r, sum) in rows.iter_mut().enumerate() {
            *sum = weighed(&self.nodes[(row + r) * self.columns + column..][..STENCIL], across);
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

/// Lagrange's weights of the nodes of a stencil, so many steps past the first.
#[inline(never)]
fn weights(past: f64) -> [f64; STENCIL] {
    let [a, b, c, d] = [0.0, 1.0, 2.0, 3.0].map(|node| past - node);
    [-b * c * d / 6.0, a * c * d / 2.0, -a * b * d / 2.0, a * b * c / 6.0]
}

/// Derivatives of the weights.
#[inline(never)]
fn slopes(past: f64) -> [f64; STENCIL] {
    let [a, b, c, d] = [0.0, 1.0, 2.0, 3.0].map(|node| past - node);
    [
        -(c * d + b * d + b * c) / 6.0,
        (c * d + a * d + a * c) / 2.0,
        -(b * d + a * d + a * b) / 2.0,
        (b * c + a * c + a * b) / 6.0,
    ]
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
            let (found, expected) = (plane.value(at), rule(at));
            for side in 0..2 {
                assert!((found[side] - expected[side]).abs() < 1e-8 * (1.0 + expected[side].abs()), "{at:?}");
            }
        }
    }

    #[test]
    fn derivatives_are_those_of_the_function() {
        let plane = plane(&|[x, y]: Point| [x * x * x - 3.0 * x * y + 7.0, y * y * y - 40.0 * x]);
        for at in [[11.0, 48.0], [25.0, 30.0], [41.5, 10.5]] {
            let expected = [3.0 * at[0] * at[0] - 3.0 * at[1], -3.0 * at[0], -40.0, 3.0 * at[1] * at[1]];
            for (found, expected) in plane.jacobian(at).iter().zip(expected) {
                assert!((found - expected).abs() < 1e-7 * (1.0 + expected.abs()), "{at:?}");
            }
        }
    }

    #[test]
    fn places_beyond_the_lattice_lie_nowhere_where_it_is_all_that_is_known() {
        let plane = plane(&|at| at);
        for at in [[9.0, 30.0], [43.0, 30.0], [20.0, 51.0], [20.0, 9.0]] {
            assert!(!is_somewhere(plane.value_inside(at)) && is_somewhere(plane.value(at)));
        }
        assert!(is_somewhere(plane.value_inside([10.0, 50.0])) && is_somewhere(plane.value_inside([42.0, 10.0])));
    }

    #[test]
    fn places_beside_a_node_that_lies_nowhere_lie_nowhere() {
        let plane = plane(&|at| if at == [42.0, 10.0] { [f64::NAN; 2] } else { at });
        assert!(!is_somewhere(plane.value([39.0, 15.0])));
        assert!(is_somewhere(plane.value([12.0, 40.0])));
    }

    #[test]
    fn a_lattice_needs_four_nodes_each_way_and_whole_rows() {
        assert!(Plane::new([0.0; 2], 1.0, 4, &[[0.0; 2]; 16]).is_some());
        for (step, columns, nodes) in [(1.0, 3, 12), (1.0, 4, 12), (1.0, 4, 17), (0.0, 4, 16), (f64::NAN, 4, 16)] {
            assert!(Plane::new([0.0; 2], step, columns, &vec![[0.0; 2]; nodes]).is_none());
        }
    }
}
