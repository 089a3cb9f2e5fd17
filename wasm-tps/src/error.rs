//! What can go wrong, with the literal texts that the interface and the API show.
//! Codes and texts are those of `contract/api/raster-failures.ts`.

use std::fmt;

/// Kind of a failure; `as_str` is the `code` property of the JS error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Fewer points than the transformation needs.
    InsufficientControlPoints,
    /// Fewer than three unique points.
    DuplicateControlPoints,
    /// All points of one side lie on one line.
    CollinearControlPoints,
    /// The equations have no usable solution.
    MatrixTransformationFailed,
    /// A coordinate is NaN or infinite.
    ControlPointNotFinite,
    /// A map point lies beyond the square world of EPSG:3857.
    ControlPointOutOfWorld,
    /// More points than the kernel accepts.
    TooManyControlPoints,
    /// One image point at two map points, or the reverse.
    ControlPointConflict,
    /// Map points more than once around the world apart.
    PointsTooFarApart,
    /// A map point lies where the map's own projection leads nowhere.
    ControlPointOutsideProjection,
    /// No transformation or resampling method of that name.
    UnknownKind,
    /// An array of a wrong length, a size of zero and the like.
    BadArgument,
}

impl Code {
    /// The name JS sees.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::InsufficientControlPoints => "insufficientControlPoints",
            Code::DuplicateControlPoints => "duplicateControlPoints",
            Code::CollinearControlPoints => "collinearControlPoints",
            Code::MatrixTransformationFailed => "matrixTransformationFailed",
            Code::ControlPointNotFinite => "controlPointNotFinite",
            Code::ControlPointOutOfWorld => "controlPointOutOfWorld",
            Code::TooManyControlPoints => "tooManyControlPoints",
            Code::ControlPointConflict => "controlPointConflict",
            Code::PointsTooFarApart => "pointsTooFarApart",
            Code::ControlPointOutsideProjection => "controlPointOutsideProjection",
            Code::UnknownKind => "unknownKind",
            Code::BadArgument => "badArgument",
        }
    }

    /// The literal text of the error.
    pub fn message(self) -> &'static str {
        match self {
            Code::InsufficientControlPoints => "Insufficient control points",
            Code::DuplicateControlPoints => "Duplicate control points detected",
            Code::CollinearControlPoints => "Collinear control points",
            Code::MatrixTransformationFailed => "Matrix transformation failed",
            Code::ControlPointNotFinite => "A coordinate of a control point is not a number",
            Code::ControlPointOutOfWorld => "A control point lies outside the map, which ends at 85.05° north and south. Move it back, or delete it.",
            Code::TooManyControlPoints => "Too many control points",
            Code::ControlPointConflict => "Control points contradict each other",
            Code::PointsTooFarApart => "The control points reach further than once round the world, which a map can show only once. Check those furthest to the east and west.",
            Code::ControlPointOutsideProjection => "A control point lies outside the projection of the map",
            Code::UnknownKind => "Unknown transformation or resampling method",
            Code::BadArgument => "Bad argument",
        }
    }
}

/// A failure and the control points it is about (indices in the array that was given; may be empty).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelError {
    /// What went wrong.
    pub code: Code,
    /// The control points meant.
    pub indices: Vec<usize>,
}

impl KernelError {
    /// A failure that names the points it is about.
    pub fn at(code: Code, indices: Vec<usize>) -> Self {
        KernelError { code, indices }
    }
}

impl From<Code> for KernelError {
    fn from(code: Code) -> Self {
        KernelError { code, indices: Vec::new() }
    }
}

impl fmt::Display for KernelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code.message())
    }
}

impl std::error::Error for KernelError {}
