//! What to do about the control points: suspected blunders, points that add nothing, the next point to place.

use crate::accuracy::{leave_one_out, residuals};
use crate::cholesky::add_scaled;
use crate::control_points::{ControlPoint, Point};
use crate::elementary::length;
use crate::error::Code;
use crate::mapping::{fit, Kind};
use crate::model::{unique_image, unique_map, Model};
use crate::ranking::{descending, median};
use crate::tables::numbers;
use crate::thin_plate_spline::SplineSystem;

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
    let mut left: Vec<usize> = (0..points.unique_count()).collect();
    let mut ranked: Vec<Point> = Vec::new();
    let most = MAX_REMOVALS.min(left.len() / 4);
    let fewest = FEWEST.max(model.kind().minimum_points() + 2);
    let mut spline = SplineLessPoints::new(model);
    while left.len() >= fewest {
        let errors = match &spline {
            Some(spline) => Some(spline.standardised_errors(&left)),
            None => errors_of_refit(model, &left),
        };
        let Some(scores) = errors.as_deref().map(scores) else { break };
        let order = descending(&scores);
        let worst = order[0];
        if scores[worst] < REMOVAL_SCORE || ranked.len() >= most {
            ranked.extend(order.iter().map(|&index| [points.unique[left[index]] as f64, scores[index]]));
            break;
        }
        let removed = left.remove(worst);
        ranked.push([points.unique[removed] as f64, scores[worst]]);
        if spline.as_mut().is_some_and(|spline| !spline.remove(removed)) {
            break;
        }
    }
    ranked
}

/// Errors over their robust spread.
#[inline(never)]
fn scores(errors: &[f64]) -> Vec<f64> {
    let spread = 1.4826 * median(errors);
    let score = |e: f64| if e.is_nan() { 0.0 } else { e / spread.max(1e-9) };
    numbers(errors.len(), &|i| score(errors[i]))
}

/// Standardised errors of the unique pairs `left` when the model is fitted to them alone.
fn errors_of_refit(model: &Model, left: &[usize]) -> Option<Vec<f64>> {
    let points = model.points();
    let gcps: Vec<ControlPoint> = left.iter().map(|&index| points.pair(points.unique[index])).collect();
    Some(standardised_errors(&Model::new(model.kind(), &gcps).ok()?))
}

/// A spline as points are taken from it one after another. The inverse G without row and column r is G - g gᵀ / G_rr, with
/// g the column r of what was left before: O(n²) a point, where a fit is O(n³).
struct SplineLessPoints<'a> {
    system: &'a SplineSystem,
    weights: Vec<Point>,
    diagonal: Vec<f64>,
    /// Each removed pair and its column, less those removed before.
    removed: Vec<(usize, Vec<f64>)>,
}

impl<'a> SplineLessPoints<'a> {
    /// All the points of a spline; `None` for another kind.
    #[inline(never)]
    fn new(model: &'a Model) -> Option<Self> {
        let (system, weights) = (model.system()?, model.spline_weights()?);
        Some(SplineLessPoints { system, weights, diagonal: system.inverse_diagonal().to_vec(), removed: Vec::new() })
    }

    /// Leave-one-out errors w / G over what is to be expected of them: kriging's variance of the prediction without point i
    /// is 1 / G_ii.
    #[inline(never)]
    fn standardised_errors(&self, left: &[usize]) -> Vec<f64> {
        numbers(left.len(), &|i| length(self.weights[left[i]]) / self.diagonal[left[i]].abs().sqrt())
    }

    /// Takes a pair away; false where the rest determines no spline.
    #[inline(never)]
    fn remove(&mut self, pair: usize) -> bool {
        let mut column = self.system.inverse_column(pair);
        for (earlier, other) in &self.removed {
            add_scaled(&mut column, other, -other[pair] / other[*earlier]);
        }
        let pivot = column[pair];
        // A pivot of noise: without this pair the others lie on a line.
        let largest = self.system.inverse_diagonal().iter().fold(0.0, |m: f64, g| m.max(g.abs()));
        if pivot.abs() <= 1e-12 * largest {
            return false;
        }
        let [x, y] = self.weights[pair];
        for (i, g) in column.iter().enumerate() {
            let share = g / pivot;
            self.diagonal[i] -= share * g;
            self.weights[i] = [self.weights[i][0] - share * x, self.weights[i][1] - share * y];
        }
        self.removed.push((pair, column));
        true
    }
}

/// Leave-one-out errors (px) over what is to be expected of them: far from all others a large error is no blunder yet.
fn standardised_errors(model: &Model) -> Vec<f64> {
    if let Some(spline) = SplineLessPoints::new(model) {
        let all: Vec<usize> = (0..spline.weights.len()).collect();
        return spline.standardised_errors(&all);
    }
    let errors = lengths(&leave_one_out(model));
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
    best.map(|(point, _)| point)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::sheet;

    #[test]
    fn taking_points_from_a_spline_gives_the_errors_of_a_fit_without_them() {
        let model = Model::new(Kind::Tps, &sheet(60)).unwrap();
        let mut spline = SplineLessPoints::new(&model).unwrap();
        let mut left: Vec<usize> = (0..60).collect();
        for taken in [7, 30, 2, 41] {
            assert!(spline.remove(left.remove(taken)));
            let shorter = spline.standardised_errors(&left);
            let refitted = errors_of_refit(&model, &left).unwrap();
            // Each fit normalises anew: the errors agree but for one factor, which the spread takes out.
            for (a, b) in scores(&shorter).iter().zip(scores(&refitted)) {
                assert!((a - b).abs() < 1e-6 * (1.0 + b), "{a} and {b}");
            }
        }
    }

    #[test]
    fn points_whose_rest_lies_on_a_line_are_not_taken_away() {
        let mut gcps: Vec<ControlPoint> = (0..8).map(|k| [k as f64, 0.0, 100.0 * k as f64, 0.0]).collect();
        gcps.push([3.0, 5.0, 300.0, -500.0]);
        let model = Model::new(Kind::Tps, &gcps).unwrap();
        assert!(!SplineLessPoints::new(&model).unwrap().remove(8));
    }
}
