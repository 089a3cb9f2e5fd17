//! What to do about the control points: suspected blunders, points that add nothing, the next point to place.

use crate::accuracy::{leave_one_out, residuals};
use crate::control_points::Point;
use crate::error::Code;
use crate::mapping::{fit, Kind};
use crate::model::{unique_image, unique_map, Model};

/// Candidate places for the next point along each side of the scan.
const CANDIDATES: usize = 21;
/// Most points taken away one after another while blunders are searched.
const MAX_REMOVALS: usize = 16;
/// Score from which a point is suspect (Iglewicz and Hoaglin's 3.5).
const SUSPECT_SCORE: f64 = 3.5;
/// Fewest points that blunders are searched among.
const FEWEST: usize = 5;

/// Suspected blunders, worst first: `[index, score] * k`; k = all given points, or none when there are too few.
///
/// A blunder spoils its neighbours' errors too. So the worst point is taken away, the rest is judged anew, and so on: a
/// point's score is its error when it was taken away over the robust spread (1.4826 MAD) of the errors of that moment.
pub fn suspects(model: &Model) -> Vec<f64> {
    let points = model.points();
    let mut left: Vec<usize> = points.unique.clone();
    let mut ranked: Vec<(usize, f64)> = Vec::new();
    let most = MAX_REMOVALS.min(left.len() / 4);
    let fewest = FEWEST.max(model.kind().minimum_points() + 2);
    while left.len() >= fewest {
        let Some(scores) = scores(model, &left) else { break };
        let mut order: Vec<usize> = (0..left.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        let worst = order[0];
        if scores[worst] < SUSPECT_SCORE || ranked.len() >= most {
            ranked.extend(order.into_iter().map(|place| (left[place], scores[place])));
            left.clear();
            break;
        }
        ranked.push((left.remove(worst), scores[worst]));
    }
    ranked.into_iter().flat_map(|(index, score)| [index as f64, score]).collect()
}

/// Scores of the points `left` when the model is fitted to them alone.
fn scores(model: &Model, left: &[usize]) -> Option<Vec<f64>> {
    let points = model.points();
    let gcps: Vec<f64> = left
        .iter()
        .flat_map(|&i| [points.image[i][0], points.image[i][1], points.map[i][0], points.map[i][1]])
        .collect();
    let fitted = Model::new(model.kind(), &gcps).ok()?;
    let errors: Vec<f64> = standardised_errors(&fitted);
    let spread = 1.4826 * median(&errors);
    Some(errors.into_iter().map(|e| if e.is_nan() { 0.0 } else { e / spread.max(1e-9) }).collect())
}

/// Leave-one-out errors (px) over what is to be expected of them: far from all others a large error is no blunder yet.
fn standardised_errors(model: &Model) -> Vec<f64> {
    let errors: Vec<f64> = leave_one_out(model).chunks_exact(2).map(|e| e[0].hypot(e[1])).collect();
    if let Some(system) = model.system() {
        // Kriging's variance of the prediction without point i is 1 / G_ii.
        return errors.iter().zip(system.inverse_diagonal()).map(|(e, g)| e * g.abs().sqrt()).collect();
    }
    if let Some(leverage) = model.leverage() {
        return errors.iter().zip(leverage).map(|(e, h)| e * (1.0 - h).max(0.0).sqrt()).collect();
    }
    errors
}

fn median(values: &[f64]) -> f64 {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Given points whose removal would move the warp by less than `tolerance_px` at their own place, and the duplicates.
///
/// For a spline that is where its change is largest (the cardinal function peaks at its site).
pub fn redundant_points(model: &Model, tolerance_px: f64) -> Vec<u32> {
    let points = model.points();
    let change: Vec<f64> = if model.system().is_some() {
        leave_one_out(model).chunks_exact(2).map(|e| e[0].hypot(e[1])).collect()
    } else {
        let (one_out, all_in) = (leave_one_out(model), residuals(model));
        one_out.chunks_exact(2).zip(all_in.chunks_exact(2)).map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).collect()
    };
    (0..change.len())
        .filter(|&i| points.unique[points.unique_of[i]] != i || change[i] < tolerance_px)
        .map(|i| i as u32)
        .collect()
}

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
    best.map(|(place, _)| place)
}

/// How little the control points say about a place: the spline's power function, or distance times leverage.
fn uncertainty(model: &Model, image: Point, map: Point) -> f64 {
    let points = model.points();
    if let Some(system) = model.system() {
        return system.power_squared(points.map_norm.apply(map));
    }
    let nearest =
        unique_image(points).iter().map(|p| (p[0] - image[0]).hypot(p[1] - image[1])).fold(f64::INFINITY, f64::min);
    nearest * leverage_at(model, map).unwrap_or(1.0).sqrt()
}

/// Leverage of one more point at `map`, by fitting with it.
fn leverage_at(model: &Model, map: Point) -> Result<f64, Code> {
    let points = model.points();
    let kind = match model.kind() {
        Kind::Helmert | Kind::Projective => Kind::Affine,
        kind => kind,
    };
    let (mut at, mut values) = (unique_map(points), unique_image(points));
    at.push(map);
    values.push([0.0; 2]);
    let fitted = fit(kind, &at, &values, points.map_norm, points.image_norm)?;
    Ok(fitted.leverage.and_then(|l| l.last().copied()).unwrap_or(1.0))
}
