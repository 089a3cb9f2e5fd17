//! How well a model agrees with its control points: residuals, leave-one-out errors, suspected blunders.

use crate::control_points::Point;
use crate::elementary::cosh;
use crate::mapping::{fit, Kind};
use crate::model::{unique_image, unique_map, unique_site, Model};
use crate::tables::{numbers, points};

/// Radius of the sphere of EPSG:3857, metres.
const SPHERE_RADIUS: f64 = 6_378_137.0;

/// Ground metres per metre of EPSG:3857 at a map point's y: cos φ = 1 / cosh(y / R).
pub fn ground_scale(map_y: f64) -> f64 {
    1.0 / cosh(map_y / SPHERE_RADIUS)
}

/// Predicted minus given image point of each unique pair (px).
fn unique_residuals(model: &Model) -> Vec<Point> {
    let points = model.points();
    let mut errors = model.map_to_image_all(&unique_map(points), 0.0);
    for (error, given) in errors.iter_mut().zip(unique_image(points)) {
        *error = [error[0] - given[0], error[1] - given[1]];
    }
    errors
}

/// Spreads values of the unique pairs over the given ones.
fn for_given(model: &Model, unique: &[Point]) -> Vec<Point> {
    let unique_of = &model.points().unique_of;
    points(unique_of.len(), &|i| unique[unique_of[i]])
}

/// Predicted minus given image point of each given pair (px, y down).
pub fn residuals(model: &Model) -> Vec<Point> {
    for_given(model, &unique_residuals(model))
}

/// Residual of each given pair when it is left out of the fit (px); NaN where the rest cannot be fitted.
pub fn leave_one_out(model: &Model) -> Vec<Point> {
    for_given(model, &unique_leave_one_out(model))
}

fn unique_leave_one_out(model: &Model) -> Vec<Point> {
    let n = model.points().unique_count();
    if n <= model.kind().minimum_points() {
        return vec![[f64::NAN; 2]; n];
    }
    if let (Some(system), Some(weights)) = (model.system(), model.spline_weights()) {
        // Rippa (1999): given - predicted = w_i / G_ii.
        let diagonal = system.inverse_diagonal();
        return points(n, &|i| [-weights[i][0] / diagonal[i], -weights[i][1] / diagonal[i]]);
    }
    if let Some(leverage) = model.leverage() {
        let one_out =
            |r: Point, h: f64| if 1.0 - h > 1e-9 { [r[0] / (1.0 - h), r[1] / (1.0 - h)] } else { [f64::NAN; 2] };
        let residuals = unique_residuals(model);
        return points(n, &|i| one_out(residuals[i], leverage[i]));
    }
    points(n, &|index| refit_without(model, index).unwrap_or([f64::NAN; 2]))
}

/// The same by brute force: for the kinds without a closed form, and to check it.
pub fn refit_without(model: &Model, index: usize) -> Option<Point> {
    let points = model.points();
    let keep = |all: Vec<Point>| {
        let mut rest = all;
        let left_out = rest.remove(index);
        (rest, left_out)
    };
    let (image, given) = keep(unique_image(points));
    let (site, at) = keep(unique_site(points));
    let predicted = if model.kind() == Kind::Helmert {
        fit(model.kind(), &image, &site, points.image_norm, points.site_norm).ok()?.mapping.closed_inverse()?.value(at)
    } else {
        fit(model.kind(), &site, &image, points.site_norm, points.image_norm).ok()?.mapping.value(at)
    };
    Some([predicted[0] - given[0], predicted[1] - given[1]])
}

/// Root mean square of the finite lengths; NaN without any.
pub fn root_mean_square(errors: &[Point]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for [x, y] in errors {
        let square = x * x + y * y;
        if square.is_finite() {
            sum += square;
            count += 1.0;
        }
    }
    (sum / count).sqrt()
}

/// Ground metres per image pixel at each given pair.
pub fn ground_metres_per_pixel(model: &Model) -> Vec<f64> {
    let scale = |map: Point| {
        let (_, j) = model.map_to_image_with_jacobian(map);
        ground_scale(map[1]) / (j[0] * j[3] - j[1] * j[2]).abs().sqrt()
    };
    let map = &model.points().map;
    numbers(map.len(), &|i| scale(map[i]))
}
