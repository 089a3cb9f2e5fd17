//! Checks control points before anything is fitted to them, and normalises both sides.
//!
//! Duplicates and collinearity are judged on normalised coordinates, so that degrees, metres and pixels obey one tolerance.

use crate::error::{Code, KernelError};
use crate::plane::{is_somewhere, Plane};
use crate::tables::{indices, points};

/// A point of either side.
pub type Point = [f64; 2];

/// `[imageX, imageY, mapX, mapY]`.
pub type ControlPoint = [f64; 4];

/// Half the width of the square world of EPSG:3857, in metres.
pub const WORLD_HALF_METRES: f64 = 20_037_508.342_789_244;
/// Slack for rounded input: the design's figure is 20 037 508.35.
const WORLD_SLACK_METRES: f64 = 0.01;
/// Most control points a map may have.
pub const MAX_POINTS: usize = 2000;
/// Two normalised points nearer than this are the same point.
const DUPLICATE_TOLERANCE: f64 = 1e-10;
/// Ratio of the singular values under which points count as collinear.
const COLLINEAR_RATIO: f64 = 1e-10;
/// Ratio under which they count as nearly collinear: a warning.
const NEAR_COLLINEAR_RATIO: f64 = 1e-3;

/// Shift and scale to mean 0 and root mean square distance 1 (a similarity: it must not bend r² ln r).
#[derive(Clone, Copy, Debug)]
pub struct Normalisation {
    /// The points' mean.
    pub centre: Point,
    /// Normalised units per unit.
    pub scale: f64,
}

impl Normalisation {
    /// The normalisation of a set; scale 1 where all points coincide.
    pub fn of(points: &[Point]) -> Self {
        let n = points.len().max(1) as f64;
        let mut centre = [0.0; 2];
        for p in points {
            centre[0] += p[0] / n;
            centre[1] += p[1] / n;
        }
        let mean_square: f64 =
            points.iter().map(|p| ((p[0] - centre[0]).powi(2) + (p[1] - centre[1]).powi(2)) / n).sum();
        let scale = 1.0 / mean_square.sqrt();
        Normalisation { centre, scale: if scale.is_finite() { scale } else { 1.0 } }
    }

    /// Into normalised coordinates.
    #[inline]
    pub fn apply(&self, p: Point) -> Point {
        [(p[0] - self.centre[0]) * self.scale, (p[1] - self.centre[1]) * self.scale]
    }

    /// Back out of normalised coordinates.
    #[inline]
    pub fn undo(&self, p: Point) -> Point {
        [p[0] / self.scale + self.centre[0], p[1] / self.scale + self.centre[1]]
    }
}

/// Control points that passed every check.
#[derive(Clone, Debug)]
pub struct ControlPoints {
    /// Image points (px) as given.
    pub image: Vec<Point>,
    /// Map points (metres) as given.
    pub map: Vec<Point>,
    /// Where the map points lie in the plane of the fit: the same, unless the map is drawn in another projection.
    pub site: Vec<Point>,
    /// Positions of the unique pairs among the given.
    pub unique: Vec<usize>,
    /// For each given pair, its index in `unique`.
    pub unique_of: Vec<usize>,
    /// Normalisation of the unique image points.
    pub image_norm: Normalisation,
    /// Normalisation of the unique sites.
    pub site_norm: Normalisation,
    /// One side's points almost lie on a line.
    pub near_collinear: bool,
}

impl ControlPoints {
    /// Checks control points for a transformation that needs `minimum` unique points, fitted in `plane`.
    pub fn parse(gcps: &[ControlPoint], minimum: usize, plane: Option<&Plane>) -> Result<Self, KernelError> {
        let image = points(gcps.len(), &|i| [gcps[i][0], gcps[i][1]]);
        let map = points(gcps.len(), &|i| [gcps[i][2], gcps[i][3]]);
        check_coordinates(&image, &map)?;
        let site = points(map.len(), &|i| plane.map_or(map[i], |plane| plane.value_inside(map[i])));
        let outside = indices(site.len(), &|i| !is_somewhere(site[i]));
        if !outside.is_empty() {
            return Err(KernelError::at(Code::ControlPointOutsideProjection, outside));
        }
        if image.len() < 3 {
            return Err(Code::InsufficientControlPoints.into());
        }
        let (unique, unique_of) = unique_pairs(&image, &map)?;
        if unique.len() < 3 {
            let repeated = indices(image.len(), &|i| unique[unique_of[i]] != i);
            return Err(KernelError::at(Code::DuplicateControlPoints, repeated));
        }
        if unique.len() < minimum {
            return Err(Code::InsufficientControlPoints.into());
        }
        let pick = |side: &[Point]| points(unique.len(), &|i| side[unique[i]]);
        let (unique_image, unique_site) = (pick(&image), pick(&site));
        let image_norm = Normalisation::of(&unique_image);
        let site_norm = Normalisation::of(&unique_site);
        let ratio = singular_ratio(&unique_image, image_norm).min(singular_ratio(&unique_site, site_norm));
        if ratio < COLLINEAR_RATIO {
            return Err(Code::CollinearControlPoints.into());
        }
        let near_collinear = ratio < NEAR_COLLINEAR_RATIO;
        Ok(ControlPoints { image, map, site, unique, unique_of, image_norm, site_norm, near_collinear })
    }

    /// One pair as given.
    pub fn pair(&self, index: usize) -> ControlPoint {
        let (image, map) = (self.image[index], self.map[index]);
        [image[0], image[1], map[0], map[1]]
    }

    /// Number of unique pairs.
    pub fn unique_count(&self) -> usize {
        self.unique.len()
    }
}

/// Eastings between which a sheet may show: the world's own edges, or, where its points run on across the date line, half
/// a world to both sides of their middle.
pub fn world_edges(map: &[Point]) -> [f64; 2] {
    let (west, east) =
        map.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(west, east), p| (west.min(p[0]), east.max(p[0])));
    let is_within = east.max(-west) <= WORLD_HALF_METRES + WORLD_SLACK_METRES;
    let middle = if is_within { 0.0 } else { (west + east) / 2.0 };
    [middle - WORLD_HALF_METRES, middle + WORLD_HALF_METRES]
}

fn check_coordinates(image: &[Point], map: &[Point]) -> Result<(), KernelError> {
    if image.len() > MAX_POINTS {
        return Err(Code::TooManyControlPoints.into());
    }
    let failing = |bad: &dyn Fn(usize) -> bool| indices(image.len(), bad);
    // Image coordinates beyond 1e9 px have no scan, and their squares would overflow the normal equations in time.
    let not_finite = failing(&|i| {
        !(map[i][0].is_finite() && map[i][1].is_finite() && image[i][0].abs() < 1e9 && image[i][1].abs() < 1e9)
    });
    if !not_finite.is_empty() {
        return Err(KernelError::at(Code::ControlPointNotFinite, not_finite));
    }
    // Of a sheet across the date line the longitudes run on from the first point, by one world at most.
    let (easting_limit, northing_limit) =
        (3.0 * WORLD_HALF_METRES + WORLD_SLACK_METRES, WORLD_HALF_METRES + WORLD_SLACK_METRES);
    let outside = failing(&|i| map[i][0].abs() > easting_limit || map[i][1].abs() > northing_limit);
    if !outside.is_empty() {
        return Err(KernelError::at(Code::ControlPointOutOfWorld, outside));
    }
    let by_x = |a: &usize, b: &usize| map[*a][0].total_cmp(&map[*b][0]);
    if let (Some(west), Some(east)) = ((0..map.len()).min_by(by_x), (0..map.len()).max_by(by_x)) {
        if map[east][0] - map[west][0] > 2.0 * (WORLD_HALF_METRES + WORLD_SLACK_METRES) {
            return Err(KernelError::at(Code::PointsTooFarApart, vec![west, east]));
        }
    }
    Ok(())
}

/// The unique pairs and each pair's index among them; an error where only one side of two pairs is equal.
fn unique_pairs(image: &[Point], map: &[Point]) -> Result<(Vec<usize>, Vec<usize>), KernelError> {
    let (image_norm, map_norm) = (Normalisation::of(image), Normalisation::of(map));
    let (image_reach, map_reach) = (DUPLICATE_TOLERANCE / image_norm.scale, DUPLICATE_TOLERANCE / map_norm.scale);
    let near = |a: Point, b: Point, reach: f64| (a[0] - b[0]).abs() <= reach && (a[1] - b[1]).abs() <= reach;
    let mut unique: Vec<usize> = Vec::with_capacity(image.len());
    let mut unique_of = Vec::with_capacity(image.len());
    for i in 0..image.len() {
        let mut twin = None;
        for (index, &j) in unique.iter().enumerate() {
            let same_image = near(image[i], image[j], image_reach);
            let same_map = near(map[i], map[j], map_reach);
            if same_image && same_map {
                twin = Some(index);
                break;
            }
            if same_image || same_map {
                return Err(KernelError::at(Code::ControlPointConflict, vec![j, i]));
            }
        }
        unique_of.push(twin.unwrap_or(unique.len()));
        if twin.is_none() {
            unique.push(i);
        }
    }
    Ok((unique, unique_of))
}

/// Smaller over larger singular value of the centred points.
///
/// One-sided Jacobi rotations of the two columns: the covariance matrix would square the ratio and lose it below 1e-8.
fn singular_ratio(side: &[Point], norm: Normalisation) -> f64 {
    let mut centred = points(side.len(), &|i| norm.apply(side[i]));
    let moments =
        |c: &[Point]| c.iter().fold([0.0; 3], |m, p| [m[0] + p[0] * p[0], m[1] + p[1] * p[1], m[2] + p[0] * p[1]]);
    for _ in 0..4 {
        let [xx, yy, xy] = moments(&centred);
        if xy == 0.0 {
            break;
        }
        // The smaller root of t² + 2 zeta t = 1 (Golub and Van Loan, 8.5.2).
        let zeta = (yy - xx) / (2.0 * xy);
        let t = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
        let cos = 1.0 / (1.0 + t * t).sqrt();
        let sin = t * cos;
        for p in &mut centred {
            *p = [cos * p[0] - sin * p[1], sin * p[0] + cos * p[1]];
        }
    }
    let [xx, yy, _] = moments(&centred);
    (xx.min(yy) / xx.max(yy)).sqrt()
}
