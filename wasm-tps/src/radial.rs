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
use std::hint::black_box;

use crate::simd::{F32s, F64s};

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

/// log2 - 1/2 of non-negative doubles: to rounding, or within `FAST_LOG_ERROR`.
///
/// Made before a loop and kept in variables: V8 builds a vector constant anew, from four instructions, wherever the loop
/// names one, which cost as much as the arithmetic. `black_box` keeps the compiler from seeing that they are constants.
#[derive(Clone, Copy)]
pub struct DoubleLog<const EXACTLY: bool> {
    series: [F64s; 7],
    root: F64s,
    offset: F64s,
    magic: F64s,
    mask: F64s,
    one: F64s,
}

/// The logarithm to rounding.
pub type ExactLog = DoubleLog<true>;
/// The logarithm within `FAST_LOG_ERROR`.
pub type FastLog = DoubleLog<false>;

impl<const EXACTLY: bool> DoubleLog<EXACTLY> {
    /// The constants.
    #[inline(always)]
    pub fn new() -> Self {
        let hidden = |value: f64| F64s::splat(black_box(value));
        let bits = |bits: u64| hidden(f64::from_bits(bits));
        let c = if EXACTLY { EXACT } else { [FAST[0], FAST[1], FAST[2], FAST[3], 0.0, 0.0, 0.0] };
        // One by one: the closure of `map` would be a call, and hide that the four registers of each are equal.
        let (low, high) = ([hidden(c[0]), hidden(c[1]), hidden(c[2]), hidden(c[3])], F64s::splat(0.0));
        let [c0, c1, c2, c3] = low;
        let [c4, c5, c6] = if EXACTLY { [hidden(c[4]), hidden(c[5]), hidden(c[6])] } else { [high, high, high] };
        DoubleLog {
            series: [c0, c1, c2, c3, c4, c5, c6],
            root: hidden(SQRT_2),
            offset: hidden(4_503_599_627_370_496.0 + 1023.0),
            magic: bits(0x4330_0000_0000_0000),
            mask: bits(0x000f_ffff_ffff_ffff),
            one: bits(0x3ff0_0000_0000_0000),
        }
    }

    /// The logarithms.
    #[inline(always)]
    pub fn of(&self, x: F64s) -> F64s {
        let (exponent, m) = x.exponent_and_mantissa(self.magic, self.mask, self.one);
        let f = (m - self.root) / (m + self.root);
        let s = f * f;
        let [c0, c1, c2, c3, c4, c5, c6] = self.series;
        let high = if EXACTLY { c3 + s * (c4 + s * (c5 + s * c6)) } else { c3 };
        exponent - self.offset + f * (c0 + s * (c1 + s * (c2 + s * high)))
    }
}

/// log2 - 1/2 of non-negative floats to rounding; see `DoubleLog`.
#[derive(Clone, Copy)]
pub struct SingleLog {
    series: [F32s; 3],
    root: F32s,
    offset: F32s,
    mask: F32s,
    one: F32s,
}

impl SingleLog {
    /// The constants.
    #[inline(always)]
    pub fn new() -> Self {
        let hidden = |value: f32| F32s::splat(black_box(value));
        let bits = |bits: u32| hidden(f32::from_bits(bits));
        SingleLog {
            series: [hidden(SINGLE[0]), hidden(SINGLE[1]), hidden(SINGLE[2])],
            root: hidden(std::f32::consts::SQRT_2),
            offset: hidden(127.0),
            mask: bits(0x007f_ffff),
            one: bits(0x3f80_0000),
        }
    }

    /// The logarithms.
    #[inline(always)]
    pub fn of(&self, x: F32s) -> F32s {
        let (exponent, m) = x.exponent_and_mantissa(self.mask, self.one);
        let f = (m - self.root) / (m + self.root);
        let s = f * f;
        exponent - self.offset + f * (self.series[0] + s * (self.series[1] + s * self.series[2]))
    }
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
            assert_eq!(ExactLog::new().of(lanes).to_array(), [shifted_log2(x); 8]);
            assert!((FastLog::new().of(lanes).to_array()[step as usize % 8] + 0.5 - x.log2()).abs() <= FAST_LOG_ERROR);
            let single = f64::from(SingleLog::new().of(F32s::splat(x as f32)).to_array()[step as usize % 16]);
            let given = f64::from(x as f32).log2() - 0.5;
            assert!((single - given).abs() <= 2e-7 * given.abs().max(1.0));
        }
    }

    #[test]
    fn the_kernel_is_zero_at_the_centre_without_a_branch() {
        assert_eq!(radial(0.0), 0.0);
        assert_eq!(0.0 * ExactLog::new().of(F64s::splat(0.0)).to_array()[0], 0.0);
        assert_eq!(0.0 * SingleLog::new().of(F32s::splat(0.0)).to_array()[0], 0.0);
    }
}
