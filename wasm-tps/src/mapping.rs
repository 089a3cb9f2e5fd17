//! One fitted transformation from one side to the other, in the coordinates of those sides.

use std::rc::Rc;

use crate::control_points::{Normalisation, Point};
use crate::error::Code;
use crate::plane::{is_somewhere, Plane};
use crate::polynomial::{fit_helmert, term_count, Polynomial};
use crate::projective::Projective;
use crate::spline_sum::SplineSum;
use crate::tables::{indices, points};
use crate::thin_plate_spline::SplineSystem;

/// The transformations offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Thin-plate spline through every point.
    Tps,
    /// Polynomial of order 1.
    Affine,
    /// Shift, rotation and one scale; fitted image -> map (as QGIS does) and inverted.
    Helmert,
    /// Polynomial of order 2.
    Polynomial2,
    /// Polynomial of order 3.
    Polynomial3,
    /// Homography.
    Projective,
}

impl Kind {
    /// The kind of that name.
    pub fn parse(name: &str) -> Result<Self, Code> {
        Ok(match name {
            "TPS" => Kind::Tps,
            "Affine" => Kind::Affine,
            "Helmert" => Kind::Helmert,
            "Polynomial2" => Kind::Polynomial2,
            "Polynomial3" => Kind::Polynomial3,
            "Projective" => Kind::Projective,
            _ => return Err(Code::UnknownKind),
        })
    }

    /// The name JS uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Tps => "TPS",
            Kind::Affine => "Affine",
            Kind::Helmert => "Helmert",
            Kind::Polynomial2 => "Polynomial2",
            Kind::Polynomial3 => "Polynomial3",
            Kind::Projective => "Projective",
        }
    }

    /// Least number of unique points. Never under 3, whatever the mathematics would allow.
    pub fn minimum_points(self) -> usize {
        match self {
            Kind::Tps | Kind::Affine | Kind::Helmert => 3,
            Kind::Projective => 4,
            Kind::Polynomial2 => term_count(2),
            Kind::Polynomial3 => term_count(3),
        }
    }
}

/// The function between normalised source and centred target coordinates.
#[derive(Clone, Debug)]
enum Function {
    Spline(SplineSum),
    Polynomial(Polynomial),
    Projective(Projective),
}

/// A fitted function with the shifts and scale around it.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// From the source to the plane that the function was fitted in, where that is another.
    plane: Option<Rc<Plane>>,
    source: Normalisation,
    target_centre: Point,
    function: Function,
}

/// A mapping and what its fit leaves for judging the accuracy.
pub struct Fit {
    /// The mapping.
    pub mapping: Mapping,
    /// Leverage of each point, where the fit is linear least squares.
    pub leverage: Option<Vec<f64>>,
    /// The factorised equations, for splines.
    pub system: Option<SplineSystem>,
}

/// Fits `kind` from `sources` to `targets` (unique points, each side with its normalisation).
pub fn fit(
    kind: Kind,
    sources: &[Point],
    targets: &[Point],
    source: Normalisation,
    target: Normalisation,
) -> Result<Fit, Code> {
    let from = points(sources.len(), &|i| source.apply(sources[i]));
    let to = points(targets.len(), &|i| [targets[i][0] - target.centre[0], targets[i][1] - target.centre[1]]);
    let mapping = |function| Mapping { plane: None, source, target_centre: target.centre, function };
    let polynomial = |order| {
        let (polynomial, leverage) = Polynomial::fit(order, &from, &to)?;
        Ok(Fit { mapping: mapping(Function::Polynomial(polynomial)), leverage: Some(leverage), system: None })
    };
    match kind {
        Kind::Affine => polynomial(1),
        Kind::Polynomial2 => polynomial(2),
        Kind::Polynomial3 => polynomial(3),
        Kind::Tps => {
            let system = SplineSystem::new(from)?;
            let sum = system.sum_of(system.solve(&to)?);
            Ok(Fit { mapping: mapping(Function::Spline(sum)), leverage: None, system: Some(system) })
        }
        Kind::Helmert => {
            let function = Function::Polynomial(fit_helmert(&from, &to)?);
            Ok(Fit { mapping: mapping(function), leverage: None, system: None })
        }
        Kind::Projective => {
            let function = Function::Projective(Projective::fit(&from, &to)?);
            Ok(Fit { mapping: mapping(function), leverage: None, system: None })
        }
    }
}

impl Mapping {
    /// A spline over a known system, for values that changed.
    pub fn of_spline(source: Normalisation, target_centre: Point, sum: SplineSum) -> Self {
        Mapping { plane: None, source, target_centre, function: Function::Spline(sum) }
    }

    /// The mapping behind a change of plane: its source points are those that `plane` leads to its own.
    pub fn behind(self, plane: Option<Rc<Plane>>) -> Self {
        Mapping { plane, ..self }
    }

    /// The weights of a spline at its sites.
    pub fn spline_weights(&self) -> Option<Vec<Point>> {
        match &self.function {
            Function::Spline(sum) => Some(sum.weights()),
            _ => None,
        }
    }

    /// A source point in the coordinates of the function; NaN where the change of plane leads nowhere.
    #[inline(never)]
    fn from(&self, at: Point) -> Point {
        self.source.apply(self.plane.as_ref().map_or(at, |plane| plane.value_inside(at)))
    }

    /// Where a source point goes; NaN where the function is not defined.
    pub fn value(&self, at: Point) -> Point {
        let from = self.from(at);
        let value = match &self.function {
            Function::Spline(sum) => sum.exact(from),
            Function::Polynomial(polynomial) => polynomial.value(from),
            Function::Projective(projective) => projective.value(from),
        };
        [value[0] + self.target_centre[0], value[1] + self.target_centre[1]]
    }

    /// Value and derivatives `[dtx/dsx, dtx/dsy, dty/dsx, dty/dsy]`.
    pub fn value_with_jacobian(&self, at: Point) -> (Point, [f64; 4]) {
        let from = self.from(at);
        let (value, jacobian) = match &self.function {
            Function::Spline(sum) => sum.exact_with_jacobian(from),
            Function::Polynomial(polynomial) => (polynomial.value(from), polynomial.jacobian(from)),
            Function::Projective(projective) => (projective.value(from), projective.jacobian(from)),
        };
        let value = [value[0] + self.target_centre[0], value[1] + self.target_centre[1]];
        let jacobian = jacobian.map(|entry| entry * self.source.scale);
        (value, self.plane.as_ref().map_or(jacobian, |plane| product(jacobian, plane.jacobian(at))))
    }

    /// Values at the points `at`, NaN where one lies nowhere, each within `tolerance` (target units; 0 = to rounding).
    pub fn values(&self, at: &[Point], tolerance: f64) -> Vec<Point> {
        let mut values = points(at.len(), &|i| self.from(at[i]));
        let nowhere = indices(values.len(), &|i| !is_somewhere(values[i]));
        for &i in &nowhere {
            // A spline sorts what it evaluates by place.
            values[i] = [0.0; 2];
        }
        match &self.function {
            Function::Spline(sum) => sum.evaluate_in_place(&mut values, tolerance),
            Function::Polynomial(polynomial) => {
                for p in &mut values {
                    *p = polynomial.value(*p);
                }
            }
            Function::Projective(projective) => {
                for p in &mut values {
                    *p = projective.value(*p);
                }
            }
        }
        let [x, y] = self.target_centre;
        for p in &mut values {
            *p = [p[0] + x, p[1] + y];
        }
        for i in nowhere {
            values[i] = [f64::NAN; 2];
        }
        values
    }

    /// The mapping's exact inverse, where the kind has one in closed form.
    pub fn closed_inverse(&self) -> Option<Mapping> {
        if self.plane.is_some() {
            return None;
        }
        let (s, c) = (self.source.scale, self.source.centre);
        let source = Normalisation { centre: self.target_centre, scale: 1.0 };
        let function = match &self.function {
            Function::Spline(_) => return None,
            Function::Polynomial(polynomial) => Function::Polynomial(polynomial.inverse()?.scaled(1.0 / s)),
            Function::Projective(projective) => Function::Projective(projective.inverse()?.scaled(1.0 / s)),
        };
        Some(Mapping { plane: None, source, target_centre: c, function })
    }
}

/// Product of two matrices of 2 x 2, row by row.
fn product([a, b, c, d]: [f64; 4], [e, f, g, h]: [f64; 4]) -> [f64; 4] {
    [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h]
}
