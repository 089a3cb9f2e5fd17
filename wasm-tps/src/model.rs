//! A warp model: one transformation fitted map -> image to a set of control points, and its true inverse.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::control_points::{ControlPoint, ControlPoints, Point};
use crate::elementary::length;
use crate::error::{Code, KernelError};
use crate::inverse;
use crate::mapping::{fit, Kind, Mapping};
use crate::tables;
use crate::thin_plate_spline::SplineSystem;

/// Fewest unique points for which leave-one-out errors mean something.
const FEW_POINTS: usize = 6;

/// One fitted transformation.
#[derive(Debug)]
pub struct Model {
    kind: Kind,
    points: ControlPoints,
    forward: Mapping,
    leverage: Option<Vec<f64>>,
    system: Option<Rc<SplineSystem>>,
    /// Fitted image -> map, only to seed Newton's iteration; made when first needed.
    seed: OnceCell<Option<Mapping>>,
}

impl Model {
    /// Fits `kind` to control points.
    pub fn new(kind: Kind, gcps: &[ControlPoint]) -> Result<Self, KernelError> {
        let points = ControlPoints::parse(gcps, kind.minimum_points())?;
        Ok(Model::fit(kind, points)?)
    }

    fn fit(kind: Kind, points: ControlPoints) -> Result<Self, Code> {
        let (image, map) = (unique_image(&points), unique_map(&points));
        let fitted = match kind {
            // QGIS fits Helmert image -> map; its inverse is exact, so the model is still one.
            Kind::Helmert => {
                let mut fitted = fit(kind, &image, &map, points.image_norm, points.map_norm)?;
                fitted.mapping = fitted.mapping.closed_inverse().ok_or(Code::SolveFailed)?;
                fitted
            }
            _ => fit(kind, &map, &image, points.map_norm, points.image_norm)?,
        };
        let model = Model {
            kind,
            points,
            forward: fitted.mapping,
            leverage: fitted.leverage,
            system: fitted.system.map(Rc::new),
            seed: OnceCell::new(),
        };
        Ok(model)
    }

    /// The transformation's kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The control points it was fitted to.
    pub fn points(&self) -> &ControlPoints {
        &self.points
    }

    /// Leverage of each unique point, for linear least squares.
    pub fn leverage(&self) -> Option<&[f64]> {
        self.leverage.as_deref()
    }

    /// The spline's equations, for TPS.
    pub fn system(&self) -> Option<&SplineSystem> {
        self.system.as_deref()
    }

    /// The spline's weights at the unique pairs (px), for TPS.
    pub fn spline_weights(&self) -> Option<Vec<Point>> {
        self.forward.spline_weights()
    }

    /// Where a spline spikes: the map points of its sites, and the px that each deviates a squared metre around it.
    /// A midpoint test of a cell can miss them.
    pub fn spikes(&self) -> Vec<(Point, f64)> {
        let Some(weights) = self.spline_weights() else { return Vec::new() };
        let square = self.points.map_norm.scale * self.points.map_norm.scale;
        unique_map(&self.points).into_iter().zip(weights).map(|(map, w)| (map, length(w) * square)).collect()
    }

    /// Codes of what is doubtful about the control points.
    pub fn warnings(&self) -> Vec<&'static str> {
        let unique = self.points.unique_count();
        let mut warnings = Vec::new();
        if self.points.near_collinear {
            warnings.push("nearCollinear");
        }
        if unique < self.points.image.len() {
            warnings.push("duplicatesIgnored");
        }
        if unique < FEW_POINTS || unique <= self.kind.minimum_points() {
            warnings.push("fewPoints");
        }
        warnings
    }

    /// Image point (px) of a map point (metres).
    pub fn map_to_image(&self, map: Point) -> Point {
        self.forward.value(map)
    }

    /// Image point and `[dix/dmx, dix/dmy, diy/dmx, diy/dmy]` in px per metre.
    pub fn map_to_image_with_jacobian(&self, map: Point) -> (Point, [f64; 4]) {
        self.forward.value_with_jacobian(map)
    }

    /// Image points of map points, each within `tolerance_px` (0 = to rounding).
    pub fn map_to_image_all(&self, map: &[Point], tolerance_px: f64) -> Vec<Point> {
        self.forward.values(map, tolerance_px)
    }

    /// Map point of an image point; `None` where Newton does not converge.
    pub fn image_to_map(&self, image: Point) -> Option<Point> {
        let seed = self.seed()?.value(image);
        inverse::newton(image, seed, |map| self.forward.value_with_jacobian(map))
    }

    /// Map points of image points, NaN pairs where Newton does not converge.
    pub fn image_to_map_all(&self, image: &[Point]) -> Vec<Point> {
        tables::points(image.len(), &|i| self.image_to_map(image[i]).unwrap_or([f64::NAN; 2]))
    }

    fn seed(&self) -> Option<&Mapping> {
        self.seed
            .get_or_init(|| {
                let p = &self.points;
                let backward = |kind| {
                    fit(kind, &unique_image(p), &unique_map(p), p.image_norm, p.map_norm).ok().map(|f| f.mapping)
                };
                self.forward.closed_inverse().or_else(|| backward(self.kind)).or_else(|| backward(Kind::Affine))
            })
            .as_ref()
    }

    /// The model with control point `index` replaced by `[imageX, imageY, mapX, mapY]`.
    ///
    /// A spline whose sites stay keeps its factorisation: O(n²) instead of O(n³).
    pub fn with_point(&self, index: usize, gcp: ControlPoint) -> Result<Self, KernelError> {
        let old = &self.points;
        if index >= old.image.len() {
            return Err(Code::BadArgument.into());
        }
        let mut gcps: Vec<ControlPoint> = (0..old.image.len()).map(|i| old.pair(i)).collect();
        gcps[index] = gcp;
        let points = ControlPoints::parse(&gcps, self.kind.minimum_points())?;
        let sites_stay = old.map[index] == [gcp[2], gcp[3]] && points.unique == old.unique;
        let Some(system) = self.system.as_ref().filter(|_| sites_stay) else {
            return Ok(Model::fit(self.kind, points)?);
        };
        let centre = points.image_norm.centre;
        let image = unique_image(&points);
        let values = tables::points(image.len(), &|i| [image[i][0] - centre[0], image[i][1] - centre[1]]);
        let sum = system.sum_of(system.solve(&values)?);
        Ok(Model {
            kind: self.kind,
            forward: Mapping::of_spline(points.map_norm, centre, sum),
            points,
            leverage: None,
            system: Some(Rc::clone(system)),
            seed: OnceCell::new(),
        })
    }

    /// What `map_to_image` changes by when the image point of unique pair `place` moves by one pixel.
    ///
    /// For every kind but Helmert and Projective the model is linear in the image points, so a drag is exactly one axpy.
    pub fn cardinal_values(&self, place: usize, map: &[Point]) -> Result<Vec<f64>, Code> {
        let p = &self.points;
        let mut values = vec![[0.0; 2]; p.unique_count()];
        values[place] = [1.0; 2];
        let zero_centre = crate::control_points::Normalisation { centre: [0.0; 2], scale: 1.0 };
        let mapping = match &self.system {
            Some(system) => Mapping::of_spline(p.map_norm, [0.0; 2], system.cardinal(place)?),
            None => fit(self.kind, &unique_map(p), &values, p.map_norm, zero_centre)?.mapping,
        };
        let values = mapping.values(map, 1e-7);
        Ok(tables::numbers(values.len(), &|i| values[i][0]))
    }
}

/// The unique pairs' image points.
pub fn unique_image(points: &ControlPoints) -> Vec<Point> {
    tables::points(points.unique.len(), &|i| points.image[points.unique[i]])
}

/// The unique pairs' map points.
pub fn unique_map(points: &ControlPoints) -> Vec<Point> {
    tables::points(points.unique.len(), &|i| points.map[points.unique[i]])
}
