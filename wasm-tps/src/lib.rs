//! The warp kernel of Palimpsest. `boundary.rs` is the thin JS boundary; everything else is plain Rust.
//!
//! Words: a ground control point (GCP) pairs an *image point* (pixels, origin at the outer top-left corner of the
//! top-left pixel, y down) with a *map point* (EPSG:3857 metres). Every model is fitted map -> image. Arrays of points are
//! flat, `[x0, y0, x1, y1, ...]`; every array returned is a fresh copy.

#![deny(unsafe_code)]

pub mod accuracy;
pub mod advice;
pub mod block_plan;
mod boundary;
mod cholesky;
pub mod contour;
pub mod control_points;
pub mod distortion;
pub mod drag;
mod elementary;
pub mod error;
mod far_field;
pub mod footprint;
mod householder;
mod inverse;
pub mod mapping;
pub mod mask;
pub mod mesh;
pub mod model;
mod place_table;
pub mod plane;
mod polynomial;
mod projective;
mod radial;
mod ranking;
mod raster;
pub mod resample;
pub mod rgba_image;
mod simd;
mod spline_sum;
pub mod support;
mod tables;
mod thin_plate_spline;
pub mod tile_batches;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();
