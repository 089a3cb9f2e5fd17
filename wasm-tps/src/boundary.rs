//! The JS boundary: converts arguments, results and errors, and computes nothing. Its docs become those of `pkg/*.d.ts`.

use std::rc::Rc;

use wasm_bindgen::prelude::*;

use crate::accuracy;
use crate::advice;
use crate::block_plan::Block;
use crate::contour::Rings;
use crate::control_points::Point;
use crate::distortion;
use crate::drag;
use crate::error::{Code, KernelError};
use crate::footprint;
use crate::mapping::Kind;
use crate::mask::Mask;
use crate::mesh;
use crate::model::Model;
use crate::plane::Plane;
use crate::resample;
use crate::rgba_image;
use crate::support::WideRegion;
use crate::tile_batches::Pyramid;

/// Most pixels of a block or a raster handed over at once.
const MAX_PIXELS: u64 = 1 << 27;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
/** The transformations offered; all are fitted map -> image. */
export type TransformationKind = 'TPS' | 'Affine' | 'Helmert' | 'Polynomial2' | 'Polynomial3' | 'Projective'

/**
 * `code` of a KernelError:
 * insufficientControlPoints, duplicateControlPoints (fewer than 3 unique), collinearControlPoints (all of one side on a
 * line), matrixTransformationFailed, controlPointNotFinite (a coordinate is NaN, infinite or absurd),
 * controlPointOutOfWorld (a map point beyond +-20037508.35 m, in x three times that, because longitudes run on across
 * the date line), tooManyControlPoints (over 2,000), controlPointConflict (one image point at two map points or the
 * reverse; names both), pointsTooFarApart (more than once around the world), controlPointOutsideProjection (the map's own
 * projection leads nowhere there). Only a caller's mistake gives unknownKind (no such transformation or method) and
 * badArgument (array of a wrong length, size of zero, ...).
 */
export type KernelErrorCode =
  | 'insufficientControlPoints' | 'duplicateControlPoints' | 'collinearControlPoints' | 'matrixTransformationFailed'
  | 'controlPointNotFinite' | 'controlPointOutOfWorld' | 'tooManyControlPoints' | 'controlPointConflict'
  | 'pointsTooFarApart' | 'controlPointOutsideProjection' | 'unknownKind' | 'badArgument'

/** What the kernel throws: `message` is a literal text, `indices` are the GCPs meant (in the array given). */
export interface KernelError extends Error {
  code: KernelErrorCode
  indices: number[]
}

/**
 * Codes of `WarpModel.warnings()`: nearCollinear (the points of one side almost lie on a line), duplicatesIgnored (equal
 * pairs counted once), fewPoints (under 6 unique, or none to spare: leave-one-out errors mean little).
 */
export type WarpWarning = 'nearCollinear' | 'duplicatesIgnored' | 'fewPoints'

export type ResamplingMethod = 'nearest' | 'bilinear' | 'cubic' | 'lanczos'
";

#[wasm_bindgen]
extern "C" {
    /// The global `Error`, with the properties of a KernelError.
    #[wasm_bindgen(js_name = Error)]
    type JsError;
    #[wasm_bindgen(constructor, js_class = "Error")]
    fn new(message: &str) -> JsError;
    #[wasm_bindgen(method, setter)]
    fn set_code(this: &JsError, code: &str);
    #[wasm_bindgen(method, setter)]
    fn set_indices(this: &JsError, indices: Vec<JsValue>);
}

impl From<KernelError> for JsValue {
    fn from(error: KernelError) -> JsValue {
        let js = JsError::new(error.code.message());
        js.set_code(error.code.as_str());
        js.set_indices(error.indices.iter().map(|&i| JsValue::from_f64(i as f64)).collect());
        js.into()
    }
}

impl From<Code> for JsValue {
    fn from(code: Code) -> JsValue {
        KernelError::from(code).into()
    }
}

fn check(holds: bool) -> Result<(), Code> {
    if holds {
        Ok(())
    } else {
        Err(Code::BadArgument)
    }
}

fn positive(value: f64) -> bool {
    value > 0.0 && value.is_finite()
}

/// Flat coordinates as points; an error for an odd number of them.
fn points(coordinates: &[f64]) -> Result<&[Point], Code> {
    let (points, rest) = coordinates.as_chunks();
    check(rest.is_empty())?;
    Ok(points)
}

/// Least number of unique points a kind can be fitted to: 3 for TPS, Affine and Helmert, 4, 6 and 10 for Projective,
/// Polynomial2 and Polynomial3. Throws KernelError `unknownKind`.
#[wasm_bindgen(js_name = minimumPoints)]
pub fn minimum_points(#[wasm_bindgen(unchecked_param_type = "TransformationKind")] kind: &str) -> Result<u32, JsValue> {
    Ok(Kind::parse(kind)?.minimum_points() as u32)
}

/// One fitted transformation. Lives in WASM memory: `free()` it when done.
#[wasm_bindgen]
pub struct WarpModel(Rc<Model>);

#[wasm_bindgen]
impl WarpModel {
    /// Fits `kind` to `gcps` = `[imageX, imageY, mapX, mapY] * n`. Throws KernelError.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "TransformationKind")] kind: &str,
        gcps: &[f64],
    ) -> Result<WarpModel, JsValue> {
        let (gcps, rest) = gcps.as_chunks();
        check(rest.is_empty())?;
        Ok(WarpModel(Rc::new(Model::new(Kind::parse(kind)?, gcps)?)))
    }

    /// Fits `kind` in the plane of the map's own projection. `places` holds where the nodes of a lattice over EPSG:3857 lie
    /// in that plane, row by row from its north-west node (NaN: nowhere), four nodes or more each way; between them the way
    /// is cubic, beyond them the model is not defined. Everything else remains in EPSG:3857. Throws KernelError.
    #[wasm_bindgen(js_name = inPlane)]
    pub fn in_plane(
        #[wasm_bindgen(unchecked_param_type = "TransformationKind")] kind: &str,
        gcps: &[f64],
        origin_x: f64,
        origin_y: f64,
        step: f64,
        columns: u32,
        places: &[f64],
    ) -> Result<WarpModel, JsValue> {
        let (gcps, rest) = gcps.as_chunks();
        check(rest.is_empty())?;
        let plane = Plane::new([origin_x, origin_y], step, columns as usize, points(places)?);
        let plane = Rc::new(plane.ok_or(Code::BadArgument)?);
        Ok(WarpModel(Rc::new(Model::in_plane(Kind::parse(kind)?, gcps, Some(plane))?)))
    }

    /// The transformation's kind.
    #[wasm_bindgen(getter, unchecked_return_type = "TransformationKind")]
    pub fn kind(&self) -> String {
        self.0.kind().as_str().into()
    }

    /// Number of GCPs given.
    #[wasm_bindgen(getter, js_name = pointCount)]
    pub fn point_count(&self) -> u32 {
        self.0.points().image.len() as u32
    }

    /// Number of GCPs left after equal pairs were dropped.
    #[wasm_bindgen(getter, js_name = uniqueCount)]
    pub fn unique_count(&self) -> u32 {
        self.0.points().unique_count() as u32
    }

    /// What is doubtful about the GCPs.
    #[wasm_bindgen(unchecked_return_type = "WarpWarning[]")]
    pub fn warnings(&self) -> Vec<String> {
        self.0.warnings().into_iter().map(String::from).collect()
    }

    /// Map points (metres) -> image points (px), closed form, to rounding. NaN where the model is not defined
    /// (Projective beyond its horizon, any kind where the map's own projection leads nowhere).
    #[wasm_bindgen(js_name = mapToImage)]
    pub fn map_to_image(&self, map: &[f64]) -> Result<Vec<f64>, JsValue> {
        Ok(self.0.map_to_image_all(points(map)?, 0.0).into_flattened())
    }

    /// As `mapToImage`, each coordinate within `tolerancePx`: single precision where a bound on its error allows it,
    /// doubles with a shorter logarithm else.
    #[wasm_bindgen(js_name = mapToImageWithin)]
    pub fn map_to_image_within(&self, map: &[f64], tolerance_px: f64) -> Result<Vec<f64>, JsValue> {
        check(tolerance_px >= 0.0)?;
        Ok(self.0.map_to_image_all(points(map)?, tolerance_px).into_flattened())
    }

    /// As `mapToImage` within 0.05 px, as floats for the GPU.
    #[wasm_bindgen(js_name = mapToImageFast)]
    pub fn map_to_image_fast(&self, map: &[f64]) -> Result<Vec<f32>, JsValue> {
        let image = self.0.map_to_image_all(points(map)?, 0.05).into_flattened();
        Ok(image.into_iter().map(|px| px as f32).collect())
    }

    /// Image points (px) -> map points (metres): the true inverse by Newton's iteration. A pair of NaN where it did not
    /// converge: the warp folds there, or the point lies outside its range.
    #[wasm_bindgen(js_name = imageToMap)]
    pub fn image_to_map(&self, image: &[f64]) -> Result<Vec<f64>, JsValue> {
        Ok(self.0.image_to_map_all(points(image)?).into_flattened())
    }

    /// Derivatives of the image point by the map point, `[dix/dmx, dix/dmy, diy/dmx, diy/dmy] * n`, px per metre of EPSG:3857.
    pub fn jacobians(&self, map: &[f64]) -> Result<Vec<f64>, JsValue> {
        let jacobians: Vec<[f64; 4]> = points(map)?.iter().map(|p| self.0.map_to_image_with_jacobian(*p).1).collect();
        Ok(jacobians.into_flattened())
    }

    /// Predicted minus given image point of each GCP, `[dx, dy] * pointCount`, px, y down. Zero (to rounding) for TPS.
    pub fn residuals(&self) -> Vec<f64> {
        accuracy::residuals(&self.0).into_flattened()
    }

    /// The residual of each GCP when it is left out of the fit, `[dx, dy] * pointCount`, px. NaN where the rest cannot be
    /// fitted. Closed form for TPS (Rippa 1999) and polynomials, refits for Helmert and Projective.
    #[wasm_bindgen(js_name = leaveOneOut)]
    pub fn leave_one_out(&self) -> Vec<f64> {
        accuracy::leave_one_out(&self.0).into_flattened()
    }

    /// Ground metres per image pixel at each GCP (EPSG:3857 lengths x cos latitude): residual x this = metres on the ground.
    #[wasm_bindgen(js_name = groundMetresPerPixel)]
    pub fn ground_metres_per_pixel(&self) -> Vec<f64> {
        accuracy::ground_metres_per_pixel(&self.0)
    }

    /// Root mean square of the residuals' lengths, px.
    pub fn rmse(&self) -> f64 {
        accuracy::root_mean_square(&accuracy::residuals(&self.0))
    }

    /// Root mean square of the leave-one-out errors' lengths, px; NaN when there is none.
    #[wasm_bindgen(js_name = leaveOneOutRmse)]
    pub fn leave_one_out_rmse(&self) -> f64 {
        accuracy::root_mean_square(&accuracy::leave_one_out(&self.0))
    }

    /// Where the next point helps most, `[imageX, imageY, mapX, mapY]`; empty when no place can be named.
    #[wasm_bindgen(js_name = nextPointSuggestion)]
    pub fn next_point_suggestion(&self, scan_width: f64, scan_height: f64) -> Result<Vec<f64>, JsValue> {
        check(positive(scan_width) && positive(scan_height))?;
        Ok(advice::next_point(&self.0, scan_width, scan_height).map_or_else(Vec::new, |point| point.to_vec()))
    }

    /// Where the warp folds, as polygons in map metres; empty when it does not.
    pub fn folds(&self, scan_width: f64, scan_height: f64) -> Result<Polygons, JsValue> {
        let footprint = footprint::Footprint::new(&self.0, scan_width, scan_height)?;
        Ok(Polygons(distortion::folds(&self.0, &footprint)))
    }

    /// Area and angular distortion on a grid over the scan, `cols` cells wide, rows by its shape.
    pub fn distortion(&self, scan_width: f64, scan_height: f64, cols: u32) -> Result<DistortionGrid, JsValue> {
        check(positive(scan_width) && positive(scan_height) && cols > 0 && cols <= 1024)?;
        check(scan_height / scan_width * f64::from(cols) < 4096.0)?;
        Ok(DistortionGrid(distortion::distortion(&self.0, scan_width, scan_height, cols as usize)))
    }

    /// Where a scan of that size lies on the map. Throws KernelError `solveFailed` where it lies nowhere.
    pub fn footprint(&self, scan_width: f64, scan_height: f64) -> Result<Footprint, JsValue> {
        Ok(Footprint(footprint::Footprint::new(&self.0, scan_width, scan_height)?))
    }

    /// Mesh of one view. View bounds in EPSG:3857 metres; source pyramid: level k (0 .. levelCount-1) is scaled by exactly
    /// 2^-k with floored sizes, in tiles of `tileSize`; cells are split until their error is `maxErrorPx` screen px.
    #[wasm_bindgen(js_name = viewMesh)]
    #[allow(clippy::too_many_arguments)]
    pub fn view_mesh(
        &self,
        footprint: &Footprint,
        min_x: f64,
        min_y: f64,
        max_x: f64,
        max_y: f64,
        metres_per_screen_pixel: f64,
        tile_size: u32,
        level_count: u32,
        max_error_px: f64,
        max_leaves: u32,
    ) -> Result<ViewMesh, JsValue> {
        let bounds = [min_x, min_y, max_x, max_y];
        check(bounds.iter().all(|b| b.is_finite()) && positive(metres_per_screen_pixel) && positive(max_error_px))?;
        let view =
            mesh::View { min: [min_x, min_y], max: [max_x, max_y], metres_per_screen_px: metres_per_screen_pixel };
        let fineness = mesh::Fineness { max_error_px, max_leaves: max_leaves as usize };
        let pyramid = pyramid(&footprint.0, tile_size, level_count)?;
        Ok(ViewMesh(mesh::ViewMesh::new(&self.0, &footprint.0, view, pyramid, fineness)))
    }

    /// Coarse mesh of the whole footprint, to lie beneath: drawn as if it were `cells` screen px x 8 wide, at the coarsest level that serves that.
    #[wasm_bindgen(js_name = coarseMesh)]
    pub fn coarse_mesh(
        &self,
        footprint: &Footprint,
        tile_size: u32,
        level_count: u32,
        cells: u32,
    ) -> Result<ViewMesh, JsValue> {
        check(cells > 0 && cells <= 1024)?;
        let [west, south, east, north] = footprint.0.bbox;
        let metres_per_px = (east - west).max(north - south) / (8.0 * f64::from(cells));
        let most = cells.saturating_mul(cells);
        self.view_mesh(footprint, west, south, east, north, metres_per_px, tile_size, level_count, 0.5, most)
    }

    /// Same leaves, this model: rewrites imagePx, index and batches of `mesh`. A frame of a map point's drag is a new
    /// WarpModel and this.
    #[wasm_bindgen(js_name = updateViewMesh)]
    pub fn update_view_mesh(&self, mesh: &mut ViewMesh) {
        mesh.0.update(&self.0);
    }

    /// Begins a drag of the *image* point of GCP `index` (its map point stays): evaluates its cardinal function at the
    /// mesh's vertices, once. Throws KernelError.
    #[wasm_bindgen(js_name = startValueDrag)]
    pub fn start_value_drag(&self, index: u32, mesh: &ViewMesh) -> Result<ValueDrag, JsValue> {
        Ok(ValueDrag(drag::ValueDrag::new(&self.0, index as usize, &mesh.0)?))
    }

    /// The model with GCP `index` replaced. Cheap for TPS when its map point stays: no new factorisation. Throws KernelError.
    #[wasm_bindgen(js_name = withPoint)]
    pub fn with_point(
        &self,
        index: u32,
        image_x: f64,
        image_y: f64,
        map_x: f64,
        map_y: f64,
    ) -> Result<WarpModel, JsValue> {
        let model = self.0.with_point(index as usize, [image_x, image_y, map_x, map_y])?;
        Ok(WarpModel(Rc::new(model)))
    }
}

fn pyramid(footprint: &footprint::Footprint, tile_size: u32, level_count: u32) -> Result<Pyramid, Code> {
    let [width, height] = footprint.scan;
    check(tile_size > 0 && level_count > 0 && level_count <= 31 && width < 2e9 && height < 2e9)?;
    Ok(Pyramid { width: width as u32, height: height as u32, tile_size, levels: level_count })
}

/// Rings of points in one array.
#[wasm_bindgen]
pub struct Polygons(Rings);

#[wasm_bindgen]
impl Polygons {
    /// `[x, y, ...]` of all rings, one after another; no point is repeated to close a ring.
    pub fn coordinates(&self) -> Vec<f64> {
        self.0.points.as_flattened().to_vec()
    }

    /// Index of the coordinate pair after the last of each ring.
    #[wasm_bindgen(js_name = ringEnds)]
    pub fn ring_ends(&self) -> Vec<u32> {
        self.0.ends.clone()
    }
}

/// Distortion at the centres of a grid over the scan, row by row from its top-left corner.
#[wasm_bindgen]
pub struct DistortionGrid(distortion::DistortionGrid);

#[wasm_bindgen]
impl DistortionGrid {
    /// Cells across.
    #[wasm_bindgen(getter)]
    pub fn cols(&self) -> u32 {
        self.0.cols as u32
    }

    /// Cells down.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> u32 {
        self.0.rows as u32
    }

    /// log2 of the area scale over its median (0 = as elsewhere); NaN where the inverse does not converge.
    #[wasm_bindgen(js_name = log2AreaScale)]
    pub fn log2_area_scale(&self) -> Vec<f32> {
        self.0.log2_area_scale.clone()
    }

    /// Largest angular distortion 2 omega, degrees (0 = conformal).
    #[wasm_bindgen(js_name = angularDegrees)]
    pub fn angular_degrees(&self) -> Vec<f32> {
        self.0.angular_degrees.clone()
    }

    /// Map point of each cell's centre, `[x, y] * cols * rows`.
    #[wasm_bindgen(js_name = mapPoints)]
    pub fn map_points(&self) -> Vec<f64> {
        self.0.map_points.as_flattened().to_vec()
    }
}

/// The map-space cells connected to the control points whose image lies in the scan (flood fill), clipped to the world.
/// A place belongs to the map when its cell is set AND its image point lies in 0..scanWidth, 0..scanHeight.
#[wasm_bindgen]
pub struct Footprint(footprint::Footprint);

#[wasm_bindgen]
impl Footprint {
    /// Scan width, px.
    #[wasm_bindgen(getter, js_name = scanWidth)]
    pub fn scan_width(&self) -> f64 {
        self.0.scan[0]
    }

    /// Scan height, px.
    #[wasm_bindgen(getter, js_name = scanHeight)]
    pub fn scan_height(&self) -> f64 {
        self.0.scan[1]
    }

    /// `[minX, minY, maxX, maxY]` of the outline, metres.
    pub fn bbox(&self) -> Vec<f64> {
        self.0.bbox.to_vec()
    }

    /// Boundary along the true scan edge, metres: outer rings counter-clockwise, holes clockwise.
    pub fn outline(&self) -> Polygons {
        Polygons(self.0.outline.clone())
    }

    /// West edge of the cells: cell (col, row) begins at originX + col * cellSize, originY + row * cellSize.
    #[wasm_bindgen(getter, js_name = originX)]
    pub fn origin_x(&self) -> f64 {
        self.0.origin[0]
    }

    /// South edge of the cells.
    #[wasm_bindgen(getter, js_name = originY)]
    pub fn origin_y(&self) -> f64 {
        self.0.origin[1]
    }

    /// Side of a cell, metres.
    #[wasm_bindgen(getter, js_name = cellSize)]
    pub fn cell_size(&self) -> f64 {
        self.0.cell_size
    }

    /// Cells across.
    #[wasm_bindgen(getter)]
    pub fn cols(&self) -> u32 {
        self.0.cols as u32
    }

    /// Cells up; row 0 is the southernmost.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> u32 {
        self.0.rows as u32
    }

    /// One byte a cell (0 or 1), row by row.
    pub fn cells(&self) -> Vec<u8> {
        self.0.cells.clone()
    }

    /// Whether each map point belongs to the map, one byte a point. `model` must be the one the footprint was made from.
    pub fn contains(&self, model: &WarpModel, map: &[f64]) -> Result<Vec<u8>, JsValue> {
        Ok(self.0.contains(&model.0, points(map)?))
    }
}

/// Map-space quadtree of one view. Vertex v lies at (originX + ij[2v] * step, originY + ij[2v+1] * step), exactly, and
/// never moves; imagePx holds its image point. Triangles index[first .. first+count] of a batch are drawn with source tile
/// (tx, ty) of `level` (tileSize * 2^level px of the scan wide). A cell is in the batch of every tile its image touches,
/// so the fragment discards outside the tile.
#[wasm_bindgen]
pub struct ViewMesh(mesh::ViewMesh);

#[wasm_bindgen]
impl ViewMesh {
    /// Position of grid node (0, 0), metres.
    #[wasm_bindgen(getter, js_name = originX)]
    pub fn origin_x(&self) -> f64 {
        self.0.origin[0]
    }

    /// See `originX`.
    #[wasm_bindgen(getter, js_name = originY)]
    pub fn origin_y(&self) -> f64 {
        self.0.origin[1]
    }

    /// Metres a grid unit.
    #[wasm_bindgen(getter)]
    pub fn step(&self) -> f64 {
        self.0.step
    }

    /// Number of vertices.
    #[wasm_bindgen(getter, js_name = vertexCount)]
    pub fn vertex_count(&self) -> u32 {
        self.0.ij.len() as u32
    }

    /// Number of leaves of the quadtree.
    #[wasm_bindgen(getter, js_name = leafCount)]
    pub fn leaf_count(&self) -> u32 {
        self.0.leaf_count() as u32
    }

    /// Largest midpoint error left (screen px) when the mesh was made; above the one asked for only where maxLeaves or the
    /// smallest cell (2 screen px) ended the splitting.
    #[wasm_bindgen(getter, js_name = errorPx)]
    pub fn error_px(&self) -> f64 {
        self.0.error_px
    }

    /// Grid places `[i, j] * vertexCount`.
    pub fn ij(&self) -> Vec<u16> {
        self.0.ij.as_flattened().to_vec()
    }

    /// Image points `[x, y] * vertexCount`, px.
    #[wasm_bindgen(js_name = imagePx)]
    pub fn image_px(&self) -> Vec<f32> {
        self.0.image_px.as_flattened().to_vec()
    }

    /// Triangles.
    pub fn index(&self) -> Vec<u32> {
        self.0.index.clone()
    }

    /// `[level, tx, ty, first, count] * k`, coarsest level first.
    pub fn batches(&self) -> Vec<i32> {
        self.0.batches.clone()
    }
}

/// A running drag of one image point.
#[wasm_bindgen]
pub struct ValueDrag(drag::ValueDrag);

#[wasm_bindgen]
impl ValueDrag {
    /// Moves the GCP's image point: rewrites imagePx of the mesh the drag began on (one axpy). Throws KernelError.
    #[wasm_bindgen(js_name = moveTo)]
    pub fn move_to(&self, mesh: &mut ViewMesh, image_x: f64, image_y: f64) -> Result<(), JsValue> {
        check(image_x.is_finite() && image_y.is_finite())?;
        Ok(self.0.move_to(&mut mesh.0, [image_x, image_y])?)
    }

    /// As `moveTo`, and sorts the cells into source tiles anew (index and batches).
    #[wasm_bindgen(js_name = moveToWithBatches)]
    pub fn move_to_with_batches(&self, mesh: &mut ViewMesh, image_x: f64, image_y: f64) -> Result<(), JsValue> {
        self.move_to(mesh, image_x, image_y)?;
        mesh.0.sort_into_tiles();
        Ok(())
    }
}

/// Warps blocks of the published file. GDAL's convention: pixel centres at +0.5, as `gdalwarp -et 0` samples.
/// One instance a thread; memory is bounded by the block and its source window.
#[wasm_bindgen]
pub struct BlockWarper(resample::BlockWarper);

#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
impl BlockWarper {
    /// Keeps the model, copies the footprint. `tolerancePx`: largest error of the interpolated mapping in scan px; 0 = every pixel
    /// exact, 0.125 is GDAL's default. Throws KernelError.
    #[wasm_bindgen(constructor)]
    pub fn new(
        model: &WarpModel,
        footprint: &Footprint,
        #[wasm_bindgen(unchecked_param_type = "ResamplingMethod")] method: &str,
        tolerance_px: f64,
    ) -> Result<BlockWarper, JsValue> {
        let method = resample::Method::parse(method)?;
        Ok(BlockWarper(resample::BlockWarper::new(model.0.clone(), footprint.0.clone(), method, tolerance_px)?))
    }

    /// Clips to polygons in image px, even-odd over all rings; layout as in Polygons. Empty arrays remove the mask.
    #[wasm_bindgen(js_name = setMask)]
    pub fn set_mask(&mut self, coordinates: &[f64], ring_ends: &[u32]) -> Result<(), JsValue> {
        check(coordinates.iter().all(|c| c.is_finite()))?;
        let mask = Mask::new(points(coordinates)?, ring_ends);
        check(mask.is_some() != ring_ends.is_empty())?;
        self.0.set_mask(mask);
        Ok(())
    }

    /// The file lies in another plane than EPSG:3857: blocks and wide regions are given in its units from now on. `map` holds
    /// the map points of a lattice over it, row by row from its north-west node (NaN: nowhere), four nodes or more each
    /// way; between them the way is cubic. Throws KernelError.
    #[wasm_bindgen(js_name = setPlane)]
    pub fn set_plane(
        &mut self,
        origin_x: f64,
        origin_y: f64,
        step: f64,
        columns: u32,
        map: &[f64],
    ) -> Result<(), JsValue> {
        let plane = Plane::new([origin_x, origin_y], step, columns as usize, points(map)?);
        self.0.set_plane(plane.ok_or(Code::BadArgument)?);
        Ok(())
    }

    /// Parts of the map, `[west, south, east, north, across, down] * n` (metres; scan px), whose pixels are weighed over
    /// `across` and `down` px of the scan to each side, falling linearly; 1 is plain, 3 the most. For `bilinear` alone.
    #[wasm_bindgen(js_name = setWideRegions)]
    pub fn set_wide_regions(&mut self, regions: &[f64]) -> Result<(), JsValue> {
        let (six, rest) = regions.as_chunks::<6>();
        let sound =
            |part: &[f64; 6]| part.iter().all(|v| v.is_finite()) && part[4..].iter().all(|r| (1.0..=3.0).contains(r));
        check(rest.is_empty() && six.iter().all(sound))?;
        let region = |&[west, south, east, north, across, down]: &[f64; 6]| WideRegion {
            bounds: [west, south, east, north],
            reach: [across, down],
        };
        self.0.set_wide_regions(six.iter().map(region).collect());
        Ok(())
    }

    /// The part of the scan that a block needs, kernel support included: `[level, x, y, width, height]` in px of that
    /// pyramid level (2^-level, floored sizes; levels 0 .. levelCount-1 exist). Empty when the block shows nothing.
    #[wasm_bindgen(js_name = sourceWindow)]
    pub fn source_window(
        &mut self,
        origin_x: f64,
        origin_y: f64,
        pixel_size: f64,
        width: u32,
        height: u32,
        level_count: u32,
    ) -> Result<Vec<i32>, JsValue> {
        let block = block(origin_x, origin_y, pixel_size, width, height)?;
        let window = self.0.source_window(block, level_count);
        Ok(window
            .map_or_else(Vec::new, |w| vec![w.level as i32, w.x as i32, w.y as i32, w.width as i32, w.height as i32]))
    }

    /// The block (row 0 north) into the north-west of `image`, which must be as large or larger and whose rest becomes
    /// transparent, from `source`, the RGBA (straight alpha) of the window
    /// `[level, sourceX, sourceY, sourceWidth, sourceHeight]`. Throws KernelError.
    #[wasm_bindgen(js_name = resampleInto)]
    pub fn resample_into(
        &mut self,
        image: &mut RgbaImage,
        origin_x: f64,
        origin_y: f64,
        pixel_size: f64,
        width: u32,
        height: u32,
        source: &[u8],
        level: u32,
        source_x: i32,
        source_y: i32,
        source_width: u32,
        source_height: u32,
    ) -> Result<(), JsValue> {
        let block = block(origin_x, origin_y, pixel_size, width, height)?;
        let window = resample::SourceWindow {
            level,
            x: i64::from(source_x),
            y: i64::from(source_y),
            width: i64::from(source_width),
            height: i64::from(source_height),
        };
        Ok(self.0.resample_into(block, source, window, &mut image.image)?)
    }
}

#[wasm_bindgen]
extern "C" {
    /// A buffer of the caller's that pixels are copied to without one in between.
    #[wasm_bindgen(typescript_type = "Uint8Array")]
    pub type Uint8Array;
    #[wasm_bindgen(method, getter)]
    fn length(this: &Uint8Array) -> u32;
    #[wasm_bindgen(method)]
    fn set(this: &Uint8Array, bytes: &[u8]);
}

impl Uint8Array {
    fn fill_with(&self, bytes: &[u8]) -> Result<(), Code> {
        check(self.length() as usize == bytes.len())?;
        self.set(bytes);
        Ok(())
    }
}

#[inline(never)]
fn sized(buffer: &mut Vec<u8>, bytes: usize) -> &mut [u8] {
    buffer.resize(bytes, 0);
    buffer
}

/// An image in WASM memory, RGBA with straight alpha, that a warp is resampled into, halved from one into the next, and cut
/// into tiles. `free()` it when done.
#[wasm_bindgen]
pub struct RgbaImage {
    image: rgba_image::RgbaImage,
    /// The tile and the mask cut last: kept, because a fresh one a tile costs more than to fill it.
    tile: Vec<u8>,
    mask: Vec<u8>,
}

#[wasm_bindgen]
impl RgbaImage {
    /// A transparent image. Throws KernelError.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u32, height: u32) -> Result<RgbaImage, JsValue> {
        let pixels = u64::from(width) * u64::from(height);
        check(pixels > 0 && pixels <= MAX_PIXELS)?;
        let image = rgba_image::RgbaImage::new(width as usize, height as usize);
        Ok(RgbaImage { image, tile: Vec::new(), mask: Vec::new() })
    }

    /// Makes all pixels transparent.
    pub fn clear(&mut self) {
        self.image.rgba.fill(0);
    }

    /// Copies RGBA, rows of `width` px, to the window whose north-west corner is `left`, `top`. Throws KernelError when it does
    /// not fit.
    pub fn paste(&mut self, rgba: &[u8], width: u32, left: u32, top: u32) -> Result<(), JsValue> {
        Ok(self.image.paste(rgba, width as usize, left as usize, top as usize)?)
    }

    /// Halves the image by 2 x 2 means weighted by alpha into a window of another; sizes are floored. Throws KernelError when
    /// it does not fit.
    #[wasm_bindgen(js_name = halveInto)]
    pub fn halve_into(&self, target: &mut RgbaImage, left: u32, top: u32) -> Result<(), JsValue> {
        Ok(self.image.halve_into(&mut target.image, left as usize, top as usize)?)
    }

    /// Copies a square of `size` px, a multiple of 8, to `out` (size * size * 4 bytes). Returns how much of it shows: 0 nothing (then `out`
    /// stays as it was), 1 everything, 2 a part. Throws KernelError.
    #[wasm_bindgen(js_name = cutRgba)]
    pub fn cut_rgba(&mut self, left: u32, top: u32, size: u32, out: &Uint8Array) -> Result<u8, JsValue> {
        let (left, top, size) = (left as usize, top as usize, size as usize);
        let coverage = self.image.coverage(left, top, size)?;
        if coverage != rgba_image::Coverage::Nothing {
            let tile = sized(&mut self.tile, 4 * size * size);
            self.image.cut_rgba(left, top, size, tile)?;
            out.fill_with(tile)?;
        }
        Ok(coverage as u8)
    }

    /// Copies a square of `size` px without its alpha to `rgb` (size * size * 3 bytes), hidden pixels (alpha under 128) in the
    /// mean colour of the others. Returns as `cutRgba`; at 2 `mask` holds 1 bit a px, 1 = shown, the most significant first
    /// (size * size / 8 bytes). `size` is a multiple of 8. Throws KernelError.
    #[wasm_bindgen(js_name = cutRgb)]
    pub fn cut_rgb(
        &mut self,
        left: u32,
        top: u32,
        size: u32,
        rgb: &Uint8Array,
        mask: &Uint8Array,
    ) -> Result<u8, JsValue> {
        let (left, top, size) = (left as usize, top as usize, size as usize);
        let coverage = self.image.coverage(left, top, size)?;
        if coverage != rgba_image::Coverage::Nothing {
            let tile = sized(&mut self.tile, 3 * size * size);
            self.image.cut_rgb(left, top, size, tile)?;
            if coverage == rgba_image::Coverage::Something {
                let bits = sized(&mut self.mask, size * size / 8);
                self.image.hide(left, top, size, tile, bits)?;
                mask.fill_with(bits)?;
            }
            rgb.fill_with(tile)?;
        }
        Ok(coverage as u8)
    }
}

fn block(origin_x: f64, origin_y: f64, pixel_size: f64, width: u32, height: u32) -> Result<Block, Code> {
    let pixels = u64::from(width) * u64::from(height);
    check(origin_x.is_finite() && origin_y.is_finite() && positive(pixel_size) && pixels > 0 && pixels <= MAX_PIXELS)?;
    Ok(Block { origin: [origin_x, origin_y], pixel_size, width: width as usize, height: height as usize })
}
