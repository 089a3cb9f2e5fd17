//! A mask: polygons in image pixels, inside by the even-odd rule.

use crate::control_points::Point;

/// The edges of all rings.
#[derive(Clone, Debug)]
pub struct Mask {
    edges: Vec<[Point; 2]>,
}

impl Mask {
    /// A mask of rings, ring i ending before point `ends[i]`; `None` without a ring, or where `ends` do not fit.
    pub fn new(points: &[Point], ends: &[u32]) -> Option<Self> {
        let mut edges = Vec::with_capacity(points.len());
        let mut start = 0;
        for &end in ends {
            let ring = points.get(start..end as usize)?;
            start = end as usize;
            for i in 0..ring.len() {
                edges.push([ring[i], ring[(i + 1) % ring.len()]]);
            }
        }
        (!edges.is_empty()).then_some(Mask { edges })
    }

    /// Whether an image point is inside.
    pub fn contains(&self, p: Point) -> bool {
        let crossings = self.edges.iter().filter(|[a, b]| {
            (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        });
        crossings.count() % 2 == 1
    }

    /// Whether a rectangle lies wholly inside (true) or outside (false); `None` when an edge may pass through it.
    pub fn relation(&self, min: Point, max: Point) -> Option<bool> {
        let passes = |[a, b]: &[Point; 2]| {
            if (0..2).any(|s| a[s].max(b[s]) < min[s] || a[s].min(b[s]) > max[s]) {
                return false;
            }
            // All corners strictly on one side of the edge's line: it passes beside.
            let side = |x: f64, y: f64| (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
            let sides = [side(min[0], min[1]), side(max[0], min[1]), side(min[0], max[1]), side(max[0], max[1])];
            !(sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0))
        };
        if self.edges.iter().any(passes) {
            return None;
        }
        Some(self.contains([0.5 * (min[0] + max[0]), 0.5 * (min[1] + max[1])]))
    }

    /// Whether a rectangle lies wholly outside.
    pub fn misses(&self, min: Point, max: Point) -> bool {
        self.relation(min, max) == Some(false)
    }
}
