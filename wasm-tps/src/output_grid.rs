//! The grid of the published file.

use crate::elementary::length;
use crate::footprint::Footprint;

/// More pixels than this many times the scan's lower the resolution.
const MAX_PIXEL_RATIO: f64 = 4.0;

/// North-up grid of square pixels: pixel (column, row) covers origin.x + column * pixel_size, origin.y - row * pixel_size.
#[derive(Clone, Copy, Debug)]
pub struct OutputGrid {
    /// North-west corner, metres.
    pub origin: [f64; 2],
    /// Side of a pixel, metres.
    pub pixel_size: f64,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The resolution was lowered to stay under four times the scan's pixels.
    pub lowered: bool,
}

/// As gdalwarp chooses: the diagonal keeps its number of pixels.
pub fn output_grid(footprint: &Footprint) -> OutputGrid {
    let [west, south, east, north] = footprint.bbox;
    let (across, up) = (east - west, north - south);
    let [scan_width, scan_height] = footprint.scan;
    let mut pixel_size = length([across, up]) / length(footprint.scan);
    let pixels = across / pixel_size * (up / pixel_size);
    let allowed = MAX_PIXEL_RATIO * scan_width * scan_height;
    let lowered = pixels > allowed;
    if lowered {
        pixel_size *= (pixels / allowed).sqrt();
    }
    let count = |length: f64| ((length / pixel_size).round().max(1.0)) as u32;
    OutputGrid { origin: [west, north], pixel_size, width: count(across), height: count(up), lowered }
}
