//! The radial kernel U(r²) = r² log2(r²) and its base-2 logarithm, written so that the compiler makes SIMD of it.
//!
//! U is r² ln r up to a constant factor, which the weights absorb. There is no branch at r = 0: the logarithm of zero is
//! finite here (-1023 or -127), and zero times it is zero. `libm`'s logarithm costs 19 to 35 ns in WASM, this one 1 to 3.
//!
//! log2(2^k m), 1 <= m < 2, is k + 1/2 + f P(f²) with f = (m - √2)/(m + √2), |f| < 0.1716. P interpolates
//! (2/ln 2) atanh(f)/f at the Chebyshev nodes of an odd polynomial (computed with mpmath at 40 digits); the number of its
//! coefficients sets the absolute error of the logarithm: 7 -> 4.4e-17, 4 -> 1.8e-10, 3 -> 3.0e-8.

use std::f64::consts::SQRT_2;

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

/// Bits of 2^52: an integer under 2^52 put into its mantissa reads as 2^52 + integer.
const MAGIC: u64 = 0x4330_0000_0000_0000;
const MANTISSA: u64 = 0x000f_ffff_ffff_ffff;
const ONE: u64 = 0x3ff0_0000_0000_0000;

/// Exponent and f of the decomposition above.
#[inline(always)]
fn decompose(x: f64) -> (f64, f64) {
    let bits = x.to_bits();
    let exponent = f64::from_bits((bits >> 52) | MAGIC) - (4_503_599_627_370_496.0 + 1022.5);
    let m = f64::from_bits((bits & MANTISSA) | ONE);
    (exponent, (m - SQRT_2) / (m + SQRT_2))
}

/// log2 of a non-negative double to rounding; -1023 at 0.
#[inline(always)]
pub fn log2_exact(x: f64) -> f64 {
    let (exponent, f) = decompose(x);
    let s = f * f;
    let c = EXACT;
    let p = c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * (c[4] + s * (c[5] + s * c[6])))));
    exponent + f * p
}

/// log2 of a non-negative double within `FAST_LOG_ERROR`.
#[inline(always)]
pub fn log2_fast(x: f64) -> f64 {
    let (exponent, f) = decompose(x);
    let s = f * f;
    exponent + f * (FAST[0] + s * (FAST[1] + s * (FAST[2] + s * FAST[3])))
}

/// log2 of a non-negative float to rounding; -127 at 0.
#[inline(always)]
pub fn log2_single(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = ((bits >> 23) as i32) as f32 - 126.5;
    let m = f32::from_bits((bits & 0x007f_ffff) | 0x3f80_0000);
    let root = std::f32::consts::SQRT_2;
    let f = (m - root) / (m + root);
    let s = f * f;
    exponent + f * (SINGLE[0] + s * (SINGLE[1] + s * SINGLE[2]))
}

/// U of a squared distance.
#[inline(always)]
pub fn radial(squared: f64) -> f64 {
    squared * log2_exact(squared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithms_keep_their_stated_errors_over_the_whole_range() {
        for step in 0..200_000 {
            let x = 2f64.powf(-60.0 + 90.0 * f64::from(step) / 200_000.0);
            assert!((log2_exact(x) - x.log2()).abs() <= 2.0 * f64::EPSILON * x.log2().abs().max(1.0));
            assert!((log2_fast(x) - x.log2()).abs() <= FAST_LOG_ERROR);
            let single = f64::from(log2_single(x as f32));
            let given = f64::from(x as f32).log2();
            assert!((single - given).abs() <= 2e-7 * given.abs().max(1.0));
        }
    }

    #[test]
    fn the_kernel_is_zero_at_the_centre_without_a_branch() {
        assert_eq!(radial(0.0), 0.0);
        assert_eq!(0.0 * log2_single(0.0), 0.0);
    }
}
