//! What to do about the control points: suspected blunders, points that add nothing, the next point to place.

use crate::accuracy::{leave_one_out, residuals};
use crate::control_points::{ControlPoint, Point};
use crate::elementary::length;
use crate::error::Code;
use crate::mapping::{fit, Kind};
use crate::model::{unique_image, unique_map, Model};
use crate::ranking::{descending, median};
use crate::tables::numbers;

/// Candidate places for the next point along each side of the scan.
const CANDIDATES: usize = 21;
/// Most points taken away one after another while blunders are searched.
const MAX_REMOVALS: usize = 16;
/// Score from which a point is taken away before the others are judged (Iglewicz and Hoaglin's 3.5).
const REMOVAL_SCORE: f64 = 3.5;
/// Fewest points that blunders are searched among.
const FEWEST: usize = 5;

/// Suspected blunders, worst first: index and score of all unique points, or none when there are too few.
///
/// A blunder spoils its neighbours' errors too. So the worst point is taken away, the rest is judged anew, and so on: a
/// point's score is its error when it was taken away over the robust spread (1.4826 MAD) of the errors of that moment.
/// What a smooth map hides between exact points has longer tails than normal errors: to 4.8 on sheets without any blunder,
/// where a blunder scores above 10.
pub fn suspects(model: &Model) -> Vec<Point> {
    let points = model.points();
    let mut left: Vec<usize> = points.unique.clone();
    let mut ranked: Vec<Point> = Vec::new();
    let most = MAX_REMOVALS.min(left.len() / 4);
    let fewest = FEWEST.max(model.kind().minimum_points() + 2);
    while left.len() >= fewest {
        let Some(scores) = scores(model, &left) else { break };
        let order = descending(&scores);
        let worst = order[0];
        if scores[worst] < REMOVAL_SCORE || ranked.len() >= most {
            ranked.extend(order.iter().map(|&place| [left[place] as f64, scores[place]]));
            left.clear();
            break;
        }
        ranked.push([left.remove(worst) as f64, scores[worst]]);
    }
    ranked
}

/// Scores of the points `left` when the model is fitted to them alone.
fn scores(model: &Model, left: &[usize]) -> Option<Vec<f64>> {
    let points = model.points();
    let gcps: Vec<ControlPoint> = left.iter().map(|&i| points.pair(i)).collect();
    let fitted = Model::new(model.kind(), &gcps).ok()?;
    let errors: Vec<f64> = standardised_errors(&fitted);
    let spread = 1.4826 * median(&errors);
    let score = |e: f64| if e.is_nan() { 0.0 } else { e / spread.max(1e-9) };
    Some(numbers(errors.len(), &|i| score(errors[i])))
}

/// Leave-one-out errors (px) over what is to be expected of them: far from all others a large error is no blunder yet.
fn standardised_errors(model: &Model) -> Vec<f64> {
    let errors = lengths(&leave_one_out(model));
    if let Some(system) = model.system() {
        // Kriging's variance of the prediction without point i is 1 / G_ii.
        let diagonal = system.inverse_diagonal();
        return numbers(errors.len(), &|i| errors[i] * diagonal[i].abs().sqrt());
    }
    if let Some(leverage) = model.leverage() {
        return numbers(errors.len(), &|i| errors[i] * (1.0 - leverage[i]).max(0.0).sqrt());
    }
    errors
}

fn lengths(errors: &[Point]) -> Vec<f64> {
    numbers(errors.len(), &|i| length(errors[i]))
}

/// Given points whose removal would move the warp by less than `tolerance_px` at their own place, and the duplicates.
///
/// For a spline that is where its change is largest (the cardinal function peaks at its site).
pub fn redundant_points(model: &Model, tolerance_px: f64) -> Vec<u32> {
    let points = model.points();
    let mut change = leave_one_out(model);
    for (one_out, all_in) in change.iter_mut().zip(residuals(model)) {
        *one_out = [one_out[0] - all_in[0], one_out[1] - all_in[1]];
    }
    let change = lengths(&change);
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
    let (mut at, mut values) = (unique_map(points), unique_image(points));
    at.push(map);
    values.push([0.0; 2]);
    let fitted = fit(kind, &at, &values, points.map_norm, points.image_norm)?;
    Ok(fitted.leverage.and_then(|l| l.last().copied()).unwrap_or(1.0))
}
