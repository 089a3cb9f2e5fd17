//! What can go wrong, with the literal texts that the interface and the API show.

use std::fmt;

/// Kind of a failure; `as_str` is the `code` property of the JS error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Fewer points than the transformation needs.
    Insufficient,
    /// Fewer than three unique points.
    Duplicate,
    /// All points of one side lie on one line.
    Collinear,
    /// The equations have no usable solution.
    SolveFailed,
    /// A coordinate is NaN or infinite.
    NotFinite,
    /// A map point lies beyond the square world of EPSG:3857.
    OutOfWorld,
    /// More points than the kernel accepts.
    TooMany,
    /// One image point at two map points, or the reverse.
    Conflict,
    /// Map points more than half a world apart.
    AcrossDateLine,
    /// No transformation or resampling method of that name.
    UnknownKind,
    /// An array of a wrong length, a size of zero and the like.
    BadArgument,
}

impl Code {
    /// The name JS sees.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::Insufficient => "insufficient",
            Code::Duplicate => "duplicate",
            Code::Collinear => "collinear",
            Code::SolveFailed => "solveFailed",
            Code::NotFinite => "notFinite",
            Code::OutOfWorld => "outOfWorld",
            Code::TooMany => "tooMany",
            Code::Conflict => "conflict",
            Code::AcrossDateLine => "acrossDateLine",
            Code::UnknownKind => "unknownKind",
            Code::BadArgument => "badArgument",
        }
    }

    /// The literal text of the error.
    pub fn message(self) -> &'static str {
        match self {
            Code::Insufficient => "Insufficient control points",
            Code::Duplicate => "Duplicate control points detected",
            Code::Collinear => "Collinear control points",
            Code::SolveFailed => "Matrix transformation failed",
            Code::NotFinite => "Control point coordinates must be finite numbers",
            Code::OutOfWorld => "Control point lies outside the world",
            Code::TooMany => "Too many control points",
            Code::Conflict => "Control points contradict each other",
            Code::AcrossDateLine => "Control points are more than half a world apart",
            Code::UnknownKind => "Unknown transformation or resampling method",
            Code::BadArgument => "Bad argument",
        }
    }
}

/// A failure and the control points it is about (positions in the array that was given; may be empty).
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
