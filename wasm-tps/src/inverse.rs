//! Newton's iteration for the inverse of a mapping, with its analytic Jacobian.

use crate::control_points::Point;
use crate::elementary::length;

/// Evaluations after which the point counts as not converging.
const MAX_EVALUATIONS: usize = 24;
/// A residual under which no further step is tried (target units).
const GOOD_ENOUGH: f64 = 1e-9;
/// A residual that rounding may leave where map coordinates are large; above it the point did not converge.
const ACCEPTED: f64 = 1e-7;

/// The source point whose value is `target`, from `seed` on; `None` where the iteration does not converge: a folded
/// place, or one outside the mapping's range.
///
/// Steps that do not bring the value nearer are halved (a damped Newton iteration), so that it cannot cycle.
pub fn newton(target: Point, seed: Point, mapping: impl Fn(Point) -> (Point, [f64; 4])) -> Option<Point> {
    let miss = |value: Point| [value[0] - target[0], value[1] - target[1]];
    let size = |m: Point| length(m);
    let mut at = seed;
    let (value, mut jacobian) = mapping(at);
    let mut error = miss(value);
    let mut damping = 1.0;
    for _ in 1..MAX_EVALUATIONS {
        if size(error) < GOOD_ENOUGH {
            return Some(at);
        }
        let determinant = jacobian[0] * jacobian[3] - jacobian[1] * jacobian[2];
        let step = [
            (jacobian[3] * error[0] - jacobian[1] * error[1]) / determinant,
            (jacobian[0] * error[1] - jacobian[2] * error[0]) / determinant,
        ];
        if !(step[0].is_finite() && step[1].is_finite()) {
            return None;
        }
        let next = [at[0] - damping * step[0], at[1] - damping * step[1]];
        let (value, next_jacobian) = mapping(next);
        let next_error = miss(value);
        if size(next_error) < size(error) {
            (at, error, jacobian) = (next, next_error, next_jacobian);
            damping = (2.0 * damping).min(1.0);
        } else if size(error) < ACCEPTED {
            return Some(at);
        } else {
            damping *= 0.5;
        }
    }
    (size(error) < ACCEPTED).then_some(at)
}
