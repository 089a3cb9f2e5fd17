//! Where the next control point helps most.

use crate::control_points::Point;
use crate::elementary::length;
use crate::error::Code;
use crate::mapping::{fit, Kind};
use crate::model::{unique_image, unique_site, Model};

/// Candidate places for the next point along each side of the scan.
const CANDIDATES: usize = 21;
/// Where the next point helps most, `[imageX, imageY, mapX, mapY]`: the place of the scan that the points determine least.
pub fn next_point(model: &Model, scan_width: f64, scan_height: f64) -> Option<[f64; 4]> {
    let mut best: Option<([f64; 4], f64)> = None;
    for candidate in 0..CANDIDATES * CANDIDATES {
        let fraction = |k: usize| 0.03 + 0.94 * k as f64 / (CANDIDATES - 1) as f64;
        let image = [scan_width * fraction(candidate % CANDIDATES), scan_height * fraction(candidate / CANDIDATES)];
        let Some(map) = model.image_to_map(image) else { continue };
        let uncertainty = uncertainty(model, image, map);
        if best.is_none_or(|(_, highest)| uncertainty > highest) {
            best = Some(([image[0], image[1], map[0], map[1]], uncertainty));
        }
    }
    best.map(|(point, _)| point)
}

/// How little the control points say about a place: the spline's power function, or distance times leverage.
fn uncertainty(model: &Model, image: Point, map: Point) -> f64 {
    let points = model.points();
    if let Some(system) = model.system() {
        return system.power_squared(points.site_norm.apply(model.site(map)));
    }
    let nearest =
        unique_image(points).iter().map(|p| length([p[0] - image[0], p[1] - image[1]])).fold(f64::INFINITY, f64::min);
    nearest * leverage_at(model, map).unwrap_or(1.0).sqrt()
}

/// Leverage of one more point at `map`, by fitting with it.
fn leverage_at(model: &Model, map: Point) -> Result<f64, Code> {
    let points = model.points();
    let kind = match model.kind() {
        Kind::Helmert | Kind::Projective => Kind::Affine,
        kind => kind,
    };
    let (mut at, mut values) = (unique_site(points), unique_image(points));
    at.push(model.site(map));
    values.push([0.0; 2]);
    let fitted = fit(kind, &at, &values, points.site_norm, points.image_norm)?;
    Ok(fitted.leverage.and_then(|l| l.last().copied()).unwrap_or(1.0))
}
