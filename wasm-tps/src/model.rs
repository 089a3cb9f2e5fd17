//! A warp model: one transformation fitted map -> image to a set of control points, and its true inverse.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::control_points::{ControlPoint, ControlPoints, Normalisation, Point};
use crate::elementary::length;
use crate::error::{Code, KernelError};
use crate::inverse;
use crate::mapping::{fit, Kind, Mapping};
use crate::plane::Plane;
use crate::tables;
use crate::thin_plate_spline::SplineSystem;

/// Fewest unique points for which leave-one-out errors mean something.
const FEW_POINTS: usize = 6;

/// Most points that the spline which seeds Newton's iteration is fitted to: with more it costs as much as the model.
const SEED_POINTS: usize = 500;

/// One fitted transformation.
#[derive(Debug)]
pub struct Model {
    kind: Kind,
    points: ControlPoints,
    /// From EPSG:3857 to the plane of the fit, where that is another.
    plane: Option<Rc<Plane>>,
    forward: Mapping,
    leverage: Option<Vec<f64>>,
    /// The spline's equations; made when first needed where the fit came without (`with_point`). `None` for other kinds.
    system: OnceCell<Option<Rc<SplineSystem>>>,
    /// Fitted image -> map, only to seed Newton's iteration; made when first needed.
    seed: OnceCell<Option<Mapping>>,
}

impl Model {
    /// Fits `kind` to control points.
    pub fn new(kind: Kind, gcps: &[ControlPoint]) -> Result<Self, KernelError> {
        Model::in_plane(kind, gcps, None)
    }

    /// Fits `kind` to control points in the plane of the map's own projection, which `plane` leads to from EPSG:3857.
    #[inline(never)]
    pub fn in_plane(kind: Kind, gcps: &[ControlPoint], plane: Option<Rc<Plane>>) -> Result<Self, KernelError> {
        let points = ControlPoints::parse(gcps, kind.minimum_points(), plane.as_deref())?;
        Ok(Model::fit(kind, points, plane)?)
    }

    #[inline(never)]
    fn fit(kind: Kind, points: ControlPoints, plane: Option<Rc<Plane>>) -> Result<Self, Code> {
        let (image, site) = (unique_image(&points), unique_site(&points));
        let fitted = match kind {
            // QGIS fits Helmert image -> map; its inverse is exact, so the model is still one.
            Kind::Helmert => {
                let mut fitted = fit(kind, &image, &site, points.image_norm, points.site_norm)?;
                fitted.mapping = fitted.mapping.closed_inverse().ok_or(Code::MatrixTransformationFailed)?;
                fitted
            }
            _ => fit(kind, &site, &image, points.site_norm, points.image_norm)?,
        };
        let model = Model {
            kind,
            points,
            forward: fitted.mapping.behind(plane.clone()),
            plane,
            leverage: fitted.leverage,
            system: OnceCell::from(fitted.system.map(Rc::new)),
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
    #[inline(never)]
    pub fn system(&self) -> Option<&SplineSystem> {
        if self.kind != Kind::Tps {
            return None;
        }
        let made = self.system.get_or_init(|| {
            let (norm, site) = (self.points.site_norm, unique_site(&self.points));
            let sites = tables::points(site.len(), &|i| norm.apply(site[i]));
            SplineSystem::new(sites).ok().map(Rc::new)
        });
        made.as_deref()
    }

    /// The spline's weights at the unique pairs (px), for TPS.
    pub fn spline_weights(&self) -> Option<Vec<Point>> {
        self.forward.spline_weights()
    }

    /// Where a spline spikes: the map points of its sites, and the px that each deviates a squared metre around it.
    /// A midpoint test of a cell can miss them.
    pub fn spikes(&self) -> Vec<(Point, f64)> {
        let Some(weights) = self.spline_weights() else { return Vec::new() };
        let square = self.points.site_norm.scale * self.points.site_norm.scale;
        let spike = |(map, w)| {
            let [a, b, c, d] = self.plane.as_ref().map_or([1.0, 0.0, 0.0, 1.0], |plane| plane.jacobian(map));
            (map, length(w) * square * (a * d - b * c).abs())
        };
        unique_map(&self.points).into_iter().zip(weights).map(spike).collect()
    }

    /// Where a map point lies in the plane of the fit.
    #[inline(never)]
    pub fn site(&self, map: Point) -> Point {
        self.plane.as_ref().map_or(map, |plane| plane.value_inside(map))
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
        let from = |seed: Point| inverse::newton(image, seed, |map| self.forward.value_with_jacobian(map));
        from(seed).or_else(|| self.has_rough_seed().then(|| from(self.nearest_map_point(image)))?)
    }

    /// Whether the seed knows a part of the points only, or nothing of the map's projection: what it misses, the nearest
    /// point makes up.
    fn has_rough_seed(&self) -> bool {
        self.points.unique_count() > SEED_POINTS || self.plane.is_some()
    }

    /// The map point of the pair whose image point lies nearest.
    #[inline(never)]
    fn nearest_map_point(&self, image: Point) -> Point {
        let p = &self.points;
        let distance = |i: &usize| length([p.image[*i][0] - image[0], p.image[*i][1] - image[1]]);
        let nearest = p.unique.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map_or([f64::NAN; 2], |i| p.map[*i])
    }

    /// Map points of image points, NaN pairs where Newton does not converge.
    pub fn image_to_map_all(&self, image: &[Point]) -> Vec<Point> {
        tables::points(image.len(), &|i| self.image_to_map(image[i]).unwrap_or([f64::NAN; 2]))
    }

    fn seed(&self) -> Option<&Mapping> {
        self.seed
            .get_or_init(|| {
                let p = &self.points;
                let step = p.unique_count().div_ceil(SEED_POINTS);
                let sample = |side: Vec<Point>| tables::points(side.len().div_ceil(step), &|i| side[i * step]);
                let (image, map) = (sample(unique_image(p)), sample(unique_map(p)));
                let map_norm = Normalisation::of(&map);
                let backward = |kind| fit(kind, &image, &map, p.image_norm, map_norm).ok().map(|f| f.mapping);
                self.forward.closed_inverse().or_else(|| backward(self.kind)).or_else(|| backward(Kind::Affine))
            })
            .as_ref()
    }

    /// The model with control point `index` replaced by `[imageX, imageY, mapX, mapY]`.
    ///
    /// A spline keeps its factorisation, and its normalisation with it: O(n²) instead of O(n³).
    pub fn with_point(&self, index: usize, gcp: ControlPoint) -> Result<Self, KernelError> {
        let old = &self.points;
        if index >= old.image.len() {
            return Err(Code::BadArgument.into());
        }
        let mut gcps: Vec<ControlPoint> = (0..old.image.len()).map(|i| old.pair(i)).collect();
        gcps[index] = gcp;
        let points = ControlPoints::parse(&gcps, self.kind.minimum_points(), self.plane.as_deref())?;
        let alone = |p: &ControlPoints| p.unique[p.unique_of[index]] == index && p.unique == old.unique;
        let system = if self.kind == Kind::Tps && alone(&points) { self.system() } else { None };
        match system.and_then(|system| self.moved(system, index, &points)) {
            Some(moved) => Ok(moved),
            None => Ok(Model::fit(self.kind, points, self.plane.clone())?),
        }
    }

    /// This spline with the pair `index` of `points` moved; `None` where it must be fitted anew.
    #[inline(never)]
    fn moved(&self, system: &SplineSystem, index: usize, points: &ControlPoints) -> Option<Self> {
        let (centre, image) = (points.image_norm.centre, unique_image(points));
        let values = tables::points(image.len(), &|i| [image[i][0] - centre[0], image[i][1] - centre[1]]);
        let site_norm = self.points.site_norm;
        let sites_stay = self.points.map == points.map;
        let sum = if sites_stay {
            system.sum_of(system.solve(&values).ok()?)
        } else {
            system.sum_of_moved(points.unique_of[index], site_norm.apply(points.site[index]), &values)?
        };
        let mut points = points.clone();
        points.site_norm = site_norm;
        Some(Model {
            kind: self.kind,
            forward: Mapping::of_spline(site_norm, centre, sum).behind(self.plane.clone()),
            plane: self.plane.clone(),
            points,
            leverage: None,
            system: if sites_stay { self.system.clone() } else { OnceCell::new() },
            // Near enough to begin from.
            seed: self.seed.clone(),
        })
    }

    /// What `map_to_image` changes by when the image point of unique pair `index` moves by one pixel.
    ///
    /// For every kind but Helmert and Projective the model is linear in the image points, so a drag is exactly one axpy.
    pub fn cardinal_values(&self, index: usize, map: &[Point]) -> Result<Vec<f64>, Code> {
        let p = &self.points;
        let mut values = vec![[0.0; 2]; p.unique_count()];
        values[index] = [1.0; 2];
        let zero_centre = Normalisation { centre: [0.0; 2], scale: 1.0 };
        let mapping = match self.system() {
            Some(system) => Mapping::of_spline(p.site_norm, [0.0; 2], system.cardinal(index)?),
            None => fit(self.kind, &unique_site(p), &values, p.site_norm, zero_centre)?.mapping,
        };
        let values = mapping.behind(self.plane.clone()).values(map, 1e-7);
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

/// Where the unique pairs lie in the plane of the fit.
pub fn unique_site(points: &ControlPoints) -> Vec<Point> {
    tables::points(points.unique.len(), &|i| points.site[points.unique[i]])
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A sheet of `n` pairs, bent, with noise.
    pub fn sheet(n: usize) -> Vec<ControlPoint> {
        let random = |k: usize| ((k * 7919 + 13) * 104_729 % 1_000_003) as f64 / 1_000_003.0;
        let pair = |k: usize| {
            let (x, y) = (3000.0 * random(2 * k), 2000.0 * random(2 * k + 1));
            let bend = 40.0 * (x / 700.0).sin() + 30.0 * (y / 500.0).cos() + 10.0 * random(3 * k + 5);
            [x, y, 2.8e6 + 80.0 * (x + bend), 7.4e6 - 80.0 * (y - bend)]
        };
        (0..n).map(pair).collect()
    }

    #[test]
    fn a_moved_map_point_gives_the_model_that_a_fit_from_scratch_gives() {
        for n in [3, 4, 5, 20, 130] {
            let mut gcps = sheet(n);
            let model = Model::new(Kind::Tps, &gcps).unwrap();
            let index = n / 2;
            for (dx, dy) in [(1.0, 0.0), (-700.0, 300.0), (20_000.0, -9_000.0)] {
                gcps[index] = [gcps[index][0] + 2.0, gcps[index][1], gcps[index][2] + dx, gcps[index][3] + dy];
                let moved = model.with_point(index, gcps[index]).unwrap();
                let fresh = Model::new(Kind::Tps, &gcps).unwrap();
                for k in 0..50 {
                    let at = [2.8e6 + 4800.0 * k as f64, 7.4e6 - 3100.0 * k as f64];
                    let (a, b) = (moved.map_to_image(at), fresh.map_to_image(at));
                    assert!(length([a[0] - b[0], a[1] - b[1]]) < 1e-6, "n = {n}: {a:?} and {b:?}");
                }
                let (a, b) = (crate::accuracy::leave_one_out(&moved), crate::accuracy::leave_one_out(&fresh));
                for (a, b) in a.iter().zip(&b).filter(|(a, _)| a[0].is_finite()) {
                    assert!(length([a[0] - b[0], a[1] - b[1]]) < 1e-6 * (1.0 + length(*b)), "n = {n}: {a:?} and {b:?}");
                }
            }
        }
    }

    /// As a cone meets a sphere: meridians are straight and meet, parallels are arcs.
    fn conic([x, y]: Point) -> Point {
        let (angle, distance) = (0.7 * (x - 3.0e6) / 6.4e6, 9.0e6 - 0.8 * y + 2e-8 * y * y);
        [distance * angle.sin(), -distance * angle.cos()]
    }

    fn conic_plane() -> Rc<Plane> {
        let (origin, step, columns) = ([2.0e6, 8.4e6], 2.5e4, 81);
        let nodes: Vec<Point> = (0..columns * 81)
            .map(|k| conic([origin[0] + step * (k % columns) as f64, origin[1] - step * (k / columns) as f64]))
            .collect();
        Rc::new(Plane::new(origin, step, columns, &nodes).unwrap())
    }

    const KINDS: [Kind; 6] =
        [Kind::Tps, Kind::Affine, Kind::Helmert, Kind::Polynomial2, Kind::Polynomial3, Kind::Projective];

    #[test]
    fn a_fit_in_a_plane_is_the_fit_to_the_places_in_it() {
        let gcps = sheet(40);
        let in_it: Vec<ControlPoint> = gcps
            .iter()
            .map(|&[ix, iy, mx, my]| {
                let [x, y] = conic([mx, my]);
                [ix, iy, x, y]
            })
            .collect();
        for kind in KINDS {
            let (model, plain) =
                (Model::in_plane(kind, &gcps, Some(conic_plane())).unwrap(), Model::new(kind, &in_it).unwrap());
            for k in 0..60 {
                let map = [2.75e6 + 4.6e3 * k as f64, 7.42e6 - 2.9e3 * k as f64];
                let (a, b) = (model.map_to_image(map), plain.map_to_image(conic(map)));
                assert!(length([a[0] - b[0], a[1] - b[1]]) < 1e-4, "{kind:?}: {a:?} and {b:?}");
                let image = [50.0 * k as f64, 30.0 * k as f64];
                let map = model.image_to_map(image).unwrap();
                let back = model.map_to_image(map);
                assert!(length([back[0] - image[0], back[1] - image[1]]) < 1e-6, "{kind:?}");
                let ([_, _], [a, b, c, d]) = model.map_to_image_with_jacobian(map);
                let shifted = |dx: f64, dy: f64| model.map_to_image([map[0] + dx, map[1] + dy]);
                let (e, w, n, s) = (shifted(9.0, 0.0), shifted(-9.0, 0.0), shifted(0.0, 9.0), shifted(0.0, -9.0));
                let differences = [e[0] - w[0], n[0] - s[0], e[1] - w[1], n[1] - s[1]].map(|d| d / 18.0);
                for (slope, difference) in [a, b, c, d].iter().zip(differences) {
                    assert!((slope - difference).abs() < 1e-6, "{kind:?}: {slope} and {difference}");
                }
            }
            let (a, b) = (crate::accuracy::leave_one_out(&model), crate::accuracy::leave_one_out(&plain));
            for (index, (a, b)) in a.iter().zip(&b).enumerate() {
                assert!(length([a[0] - b[0], a[1] - b[1]]) < 1e-4 * (1.0 + length(*b)), "{kind:?}, point {index}");
                let refitted = crate::accuracy::refit_without(&model, index).unwrap();
                assert!(length([a[0] - refitted[0], a[1] - refitted[1]]) < 1e-4 * (1.0 + length(*b)), "{kind:?}");
            }
        }
    }

    #[test]
    fn a_point_moved_in_a_plane_gives_the_model_of_a_fit_from_scratch() {
        for kind in KINDS {
            let mut gcps = sheet(30);
            let model = Model::in_plane(kind, &gcps, Some(conic_plane())).unwrap();
            for change in [[5.0, -3.0, 0.0, 0.0], [0.0, 0.0, 900.0, -400.0]] {
                for (value, by) in gcps[7].iter_mut().zip(change) {
                    *value += by;
                }
                let moved = model.with_point(7, gcps[7]).unwrap();
                let fresh = Model::in_plane(kind, &gcps, Some(conic_plane())).unwrap();
                let (a, b) = (moved.map_to_image([2.9e6, 7.35e6]), fresh.map_to_image([2.9e6, 7.35e6]));
                assert!(length([a[0] - b[0], a[1] - b[1]]) < 1e-6, "{kind:?}");
            }
        }
    }

    #[test]
    fn the_model_ends_where_its_plane_does() {
        let mut gcps = sheet(10);
        let model = Model::in_plane(Kind::Tps, &gcps, Some(conic_plane())).unwrap();
        let (beyond, within) = ([4.1e6, 7.4e6], [3.0e6, 7.3e6]);
        assert!(model.map_to_image(beyond)[0].is_nan());
        let all = model.map_to_image_all(&[within, beyond, within], 0.05);
        assert!(all[0][0].is_finite() && all[1][0].is_nan() && all[2] == all[0]);
        gcps[3][2] = 4.1e6;
        let refused = Model::in_plane(Kind::Tps, &gcps, Some(conic_plane())).unwrap_err();
        assert_eq!(refused, KernelError::at(Code::ControlPointOutsideProjection, vec![3]));
    }

    #[test]
    fn the_inverse_is_found_with_more_points_than_its_seed_knows() {
        let gcps = sheet(SEED_POINTS + 20);
        let model = Model::new(Kind::Tps, &gcps).unwrap();
        for gcp in gcps.iter().step_by(70) {
            let map = model.image_to_map([gcp[0], gcp[1]]).unwrap();
            let image = model.map_to_image(map);
            assert!(length([image[0] - gcp[0], image[1] - gcp[1]]) < 1e-6);
        }
    }
}
