//! Contour lines of a scalar over a lattice (marching squares with directed segments), as closed rings.

use crate::control_points::Point;
use crate::elementary::length;
use crate::tables::{indices, points};

/// Closed rings one after another.
#[derive(Clone, Debug, Default)]
pub struct Rings {
    /// Points of all rings; none is repeated to close a ring.
    pub points: Vec<Point>,
    /// Index of the point after the last of each ring.
    pub ends: Vec<u32>,
}

impl Rings {
    /// Appends a ring.
    pub fn push(&mut self, ring: &[Point]) {
        self.points.extend_from_slice(ring);
        self.ends.push(self.points.len() as u32);
    }
}

/// A place where the contour crosses a lattice edge: between the nodes `inside` and `outside`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Node (index) where the scalar is inside.
    pub inside: usize,
    /// Its neighbour outside.
    pub outside: usize,
}

/// The contour around the inside nodes (not 0) of a lattice `columns` x `rows` (node = row * columns + column, row 0 south).
///
/// Every ring keeps the inside at its left: outer rings run counter-clockwise, holes clockwise. At a saddle the inside
/// corners are joined. Nodes on the rim of the lattice count as outside.
pub fn trace(columns: usize, rows: usize, inside: &[u8]) -> Vec<Vec<Crossing>> {
    let is_inside = |node: usize| {
        let (column, row) = (node % columns, node / columns);
        column > 0 && row > 0 && column + 1 < columns && row + 1 < rows && inside[node] != 0
    };
    // next[edge] = the crossing that follows the one on `edge`. Edge 2 * node is the one to the east, 2 * node + 1 to the north.
    const NONE: u32 = u32::MAX;
    let mut next = vec![NONE; 2 * columns * rows];
    for row in 0..rows.saturating_sub(1) {
        for column in 0..columns - 1 {
            let south_west = row * columns + column;
            let corners = [south_west, south_west + 1, south_west + 1 + columns, south_west + columns];
            let [a, b, c, d] = corners;
            let states = [is_inside(a), is_inside(b), is_inside(c), is_inside(d)];
            if states[0] == states[1] && states[1] == states[2] && states[2] == states[3] {
                continue;
            }
            let edges = [2 * south_west, 2 * (south_west + 1) + 1, 2 * (south_west + columns), 2 * south_west + 1];
            for leaving in 0..4 {
                if !states[leaving] || states[(leaving + 1) % 4] {
                    continue;
                }
                let entering =
                    (1..4).map(|turn| (leaving + turn) % 4).find(|&edge| !states[edge] && states[(edge + 1) % 4]);
                if let Some(entering) = entering {
                    next[edges[leaving]] = edges[entering] as u32;
                }
            }
        }
    }
    let mut rings = Vec::new();
    for start in 0..next.len() {
        if next[start] == NONE {
            continue;
        }
        let mut ring = Vec::new();
        let mut edge = start;
        while next[edge] != NONE {
            let low = edge / 2;
            let high = if edge.is_multiple_of(2) { low + 1 } else { low + columns };
            let (inside, outside) = if is_inside(low) { (low, high) } else { (high, low) };
            ring.push(Crossing { inside, outside });
            edge = std::mem::replace(&mut next[edge], NONE) as usize;
        }
        if ring.len() > 2 {
            rings.push(ring);
        }
    }
    rings
}

/// The ring with the points left out that lie within `tolerance` of the line through their neighbours kept (Douglas-Peucker).
pub fn simplify(ring: &[Point], tolerance: f64) -> Vec<Point> {
    if ring.len() < 5 {
        return ring.to_vec();
    }
    // Two anchors far apart make two open lines of the ring.
    let far =
        (0..ring.len()).max_by(|a, b| distance(ring[*a], ring[0]).total_cmp(&distance(ring[*b], ring[0]))).unwrap_or(0);
    let mut keep = vec![false; ring.len() + 1];
    (keep[0], keep[far]) = (true, true);
    let at = |i: usize| ring[i % ring.len()];
    let mut spans = vec![(0, far), (far, ring.len())];
    while let Some((first, last)) = spans.pop() {
        let (a, b) = (at(first), at(last));
        let length = distance(a, b);
        let off = |p: Point| {
            if length == 0.0 {
                return distance(p, a);
            }
            ((p[0] - a[0]) * (b[1] - a[1]) - (p[1] - a[1]) * (b[0] - a[0])).abs() / length
        };
        let worst = (first + 1..last).map(|i| (i, off(at(i)))).max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((worst, _)) = worst.filter(|w| w.1 > tolerance) {
            keep[worst] = true;
            spans.extend([(first, worst), (worst, last)]);
        }
    }
    let kept = indices(ring.len(), &|i| keep[i]);
    let kept = points(kept.len(), &|i| ring[kept[i]]);
    if kept.len() > 2 {
        kept
    } else {
        ring.to_vec()
    }
}

fn distance(a: Point, b: Point) -> f64 {
    length([a[0] - b[0], a[1] - b[1]])
}
