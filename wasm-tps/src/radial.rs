//! The radial kernel U(r²) = r² (log2(r²) - 1/2) and its base-2 logarithm, for one number and for vectors of them.
//!
//! U is r² ln r up to a constant factor, which the weights absorb, and a multiple of r², which changes nothing because the
//! weights' sum and first moments vanish. There is no branch at r = 0: the logarithm of zero is
//! finite here (-1023 or -127), and zero times it is zero. `libm`'s logarithm costs 19 to 35 ns in WASM, this one 1 to 3.
//!
//! log2(2^k m) - 1/2, 1 <= m < 2, is k + f P(f²) with f = (m - √2)/(m + √2), |f| < 0.1716. P interpolates
//! (2/ln 2) atanh(f)/f at the Chebyshev nodes of an odd polynomial (computed with mpmath at 40 digits); the number of its
//! coefficients sets the absolute error of the logarithm: 7 -> 4.4e-17, 4 -> 1.8e-10, 3 -> 3.0e-8.

use std::f64::consts::SQRT_2;

use crate::simd::{F32s, F64s, EXPONENT_OFFSET};

/// P to the last bit of a double.
const EXACT: [f64; 7] = [
    2.885_390_081_777_930_5,
    0.961_796_693_921_258,
    0.577_078_018_083_412_7,
    0.412_198_304_462_197_8,
    0.320_621_917_327_523_7,
    0.261_293_894_041_688_2,
    0.244_488_468_512_665_63,
];

/// P within 1.8e-10.
const FAST: [f64; 4] =
    [2.885_390_072_837_998_6, 0.961_800_735_856_367_5, 0.576_586_129_246_878_1, 0.434_225_103_974_955];
/// Largest absolute error of `log2_fast`.
pub const FAST_LOG_ERROR: f64 = 2e-10;

/// P within 3.0e-8, less than the rounding of a float.
const SINGLE: [f32; 3] = [2.885_391_3, 0.961_472_15, 0.598_936_74];

/// log2 - 1/2 of non-negative doubles to rounding.
#[inline(always)]
pub fn log2_exact_lanes(x: F64s) -> F64s {
    log2_lanes(x, |s| {
        let c = EXACT.map(F64s::splat);
        c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * (c[4] + s * (c[5] + s * c[6])))))
    })
}

/// log2 - 1/2 of non-negative doubles within `FAST_LOG_ERROR`.
#[inline(always)]
pub fn log2_fast_lanes(x: F64s) -> F64s {
    log2_lanes(x, |s| {
        let c = FAST.map(F64s::splat);
        c[0] + s * (c[1] + s * (c[2] + s * c[3]))
    })
}

#[inline(always)]
fn log2_lanes(x: F64s, series: impl Fn(F64s) -> F64s) -> F64s {
    let (exponent, m) = x.exponent_and_mantissa();
    let root = F64s::splat(SQRT_2);
    let f = (m - root) / (m + root);
    exponent - F64s::splat(EXPONENT_OFFSET) + f * series(f * f)
}

/// log2 - 1/2 of non-negative floats to rounding.
#[inline(always)]
pub fn log2_single_lanes(x: F32s) -> F32s {
    let (exponent, m) = x.exponent_and_mantissa();
    let root = F32s::splat(std::f32::consts::SQRT_2);
    let f = (m - root) / (m + root);
    let s = f * f;
    let c = SINGLE.map(F32s::splat);
    exponent - F32s::splat(127.0) + f * (c[0] + s * (c[1] + s * c[2]))
}

/// log2 - 1/2 of a non-negative double to rounding, the same as in the lanes.
#[inline(never)]
pub fn shifted_log2(x: f64) -> f64 {
    let bits = x.to_bits();
    let m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 1_f64.to_bits());
    let f = (m - SQRT_2) / (m + SQRT_2);
    let s = f * f;
    let c = EXACT;
    let p = c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * (c[4] + s * (c[5] + s * c[6])))));
    (bits >> 52) as f64 - 1023.0 + f * p
}

/// log2 of a non-negative double to rounding; -1023 at 0, 1024 at infinity.
#[inline]
pub fn log2(x: f64) -> f64 {
    shifted_log2(x) + 0.5
}

/// U of a squared distance.
#[inline]
pub fn radial(squared: f64) -> f64 {
    squared * shifted_log2(squared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithms_keep_their_stated_errors_over_the_whole_range() {
        for step in 0..200_000 {
            let x = 2f64.powf(-60.0 + 90.0 * f64::from(step) / 200_000.0);
            assert!((log2(x) - x.log2()).abs() <= 2.0 * f64::EPSILON * x.log2().abs().max(1.0));
            let lanes = F64s::splat(x);
            assert_eq!(log2_exact_lanes(lanes).to_array(), [shifted_log2(x); 8]);
            assert!((log2_fast_lanes(lanes).to_array()[step as usize % 8] + 0.5 - x.log2()).abs() <= FAST_LOG_ERROR);
            let single = f64::from(log2_single_lanes(F32s::splat(x as f32)).to_array()[step as usize % 16]);
            let given = f64::from(x as f32).log2() - 0.5;
            assert!((single - given).abs() <= 2e-7 * given.abs().max(1.0));
        }
    }

    #[test]
    fn the_kernel_is_zero_at_the_centre_without_a_branch() {
        assert_eq!(radial(0.0), 0.0);
        assert_eq!(0.0 * log2_exact_lanes(F64s::splat(0.0)).to_array()[0], 0.0);
        assert_eq!(0.0 * log2_single_lanes(F32s::splat(0.0)).to_array()[0], 0.0);
    }
}
