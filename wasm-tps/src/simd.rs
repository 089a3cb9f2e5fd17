//! Vectors of floats wide enough to hide the latency of their operations: eight doubles, sixteen floats.
//!
//! In WASM each is four 128-bit registers, every operation written out four times, so that the speed does not depend on
//! what the optimiser makes of a loop (the module is optimised for size). Elsewhere they are plain arrays. Loading them
//! is the only `unsafe` of the crate.

use std::ops::{Add, Div, Mul, Sub};

/// Points evaluated together in double precision.
pub const DOUBLES: usize = 8;
/// Points evaluated together in single precision.
pub const FLOATS: usize = 16;

#[cfg(target_arch = "wasm32")]
mod lanes {
    use core::arch::wasm32::*;

    macro_rules! vector {
        ($name:ident, $scalar:ty, $count:expr, $splat:ident, $add:ident, $sub:ident, $mul:ident, $div:ident) => {
            /// See the module.
            #[derive(Clone, Copy)]
            pub struct $name(v128, v128, v128, v128);

            impl $name {
                #[inline(always)]
                pub fn splat(value: $scalar) -> Self {
                    let v = $splat(value);
                    $name(v, v, v, v)
                }
                #[inline(always)]
                pub fn plus(self, o: Self) -> Self {
                    $name($add(self.0, o.0), $add(self.1, o.1), $add(self.2, o.2), $add(self.3, o.3))
                }
                #[inline(always)]
                pub fn minus(self, o: Self) -> Self {
                    $name($sub(self.0, o.0), $sub(self.1, o.1), $sub(self.2, o.2), $sub(self.3, o.3))
                }
                #[inline(always)]
                pub fn times(self, o: Self) -> Self {
                    $name($mul(self.0, o.0), $mul(self.1, o.1), $mul(self.2, o.2), $mul(self.3, o.3))
                }
                #[inline(always)]
                pub fn over(self, o: Self) -> Self {
                    $name($div(self.0, o.0), $div(self.1, o.1), $div(self.2, o.2), $div(self.3, o.3))
                }
                #[inline(always)]
                fn map(self, f: impl Fn(v128) -> v128) -> Self {
                    $name(f(self.0), f(self.1), f(self.2), f(self.3))
                }
            }
        };
    }

    vector!(F64s, f64, 8, f64x2_splat, f64x2_add, f64x2_sub, f64x2_mul, f64x2_div);
    vector!(F32s, f32, 16, f32x4_splat, f32x4_add, f32x4_sub, f32x4_mul, f32x4_div);

    /// One load of two doubles: put together from two scalars they would take three instructions.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn load(pair: &[f64; 2]) -> v128 {
        // SAFETY: the reference covers 16 readable bytes, and v128_load needs no alignment.
        unsafe { v128_load(pair.as_ptr().cast()) }
    }

    #[inline(always)]
    fn pair(a: &[f64; 8], at: usize) -> &[f64; 2] {
        let (pairs, _) = a.as_chunks();
        &pairs[at / 2]
    }

    impl F64s {
        #[inline(always)]
        pub fn from_array(a: [f64; 8]) -> Self {
            let [a, b, c, d] = [pair(&a, 0), pair(&a, 2), pair(&a, 4), pair(&a, 6)];
            F64s(load(a), load(b), load(c), load(d))
        }
        #[inline(always)]
        pub fn from_pairs(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2], d: &[f64; 2]) -> Self {
            F64s(load(a), load(b), load(c), load(d))
        }
        #[inline(always)]
        pub fn repeat(a: &[f64; 2]) -> Self {
            let v = load(a);
            F64s(v, v, v, v)
        }
        #[inline(always)]
        pub fn to_array(self) -> [f64; 8] {
            let (l, h) = (f64x2_extract_lane::<0>, f64x2_extract_lane::<1>);
            [l(self.0), h(self.0), l(self.1), h(self.1), l(self.2), h(self.2), l(self.3), h(self.3)]
        }
        /// Exponent (a constant too large by 2^52 + 1023) and mantissa in [1, 2) of non-negative numbers.
        #[inline(always)]
        pub fn exponent_and_mantissa(self) -> (Self, Self) {
            let exponent = self.map(|v| v128_or(u64x2_shr(v, 52), u64x2_splat(super::MAGIC)));
            let mantissa = self.map(|v| v128_or(v128_and(v, u64x2_splat(super::MANTISSA)), u64x2_splat(super::ONE)));
            (exponent, mantissa)
        }
    }

    impl F32s {
        #[inline(always)]
        pub fn from_array(a: [f32; 16]) -> Self {
            F32s(
                f32x4(a[0], a[1], a[2], a[3]),
                f32x4(a[4], a[5], a[6], a[7]),
                f32x4(a[8], a[9], a[10], a[11]),
                f32x4(a[12], a[13], a[14], a[15]),
            )
        }
        #[inline(always)]
        pub fn to_array(self) -> [f32; 16] {
            let mut out = [0.0; 16];
            for (quarter, v) in out.chunks_exact_mut(4).zip([self.0, self.1, self.2, self.3]) {
                quarter[0] = f32x4_extract_lane::<0>(v);
                quarter[1] = f32x4_extract_lane::<1>(v);
                quarter[2] = f32x4_extract_lane::<2>(v);
                quarter[3] = f32x4_extract_lane::<3>(v);
            }
            out
        }
        /// Exponent (too large by 127) and mantissa in [1, 2) of non-negative numbers.
        #[inline(always)]
        pub fn exponent_and_mantissa(self) -> (Self, Self) {
            let exponent = self.map(|v| f32x4_convert_i32x4(u32x4_shr(v, 23)));
            let mantissa = self.map(|v| v128_or(v128_and(v, u32x4_splat(0x007f_ffff)), u32x4_splat(0x3f80_0000)));
            (exponent, mantissa)
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod lanes {
    macro_rules! vector {
        ($name:ident, $scalar:ty, $count:expr) => {
            /// See the module.
            #[derive(Clone, Copy)]
            pub struct $name([$scalar; $count]);

            impl $name {
                #[inline(always)]
                fn with(self, o: Self, f: impl Fn($scalar, $scalar) -> $scalar) -> Self {
                    let mut out = self.0;
                    for lane in 0..$count {
                        out[lane] = f(out[lane], o.0[lane]);
                    }
                    $name(out)
                }
                #[inline(always)]
                pub fn splat(value: $scalar) -> Self {
                    $name([value; $count])
                }
                #[inline(always)]
                pub fn plus(self, o: Self) -> Self {
                    self.with(o, |a, b| a + b)
                }
                #[inline(always)]
                pub fn minus(self, o: Self) -> Self {
                    self.with(o, |a, b| a - b)
                }
                #[inline(always)]
                pub fn times(self, o: Self) -> Self {
                    self.with(o, |a, b| a * b)
                }
                #[inline(always)]
                pub fn over(self, o: Self) -> Self {
                    self.with(o, |a, b| a / b)
                }
                #[inline(always)]
                pub fn from_array(a: [$scalar; $count]) -> Self {
                    $name(a)
                }
                #[inline(always)]
                pub fn to_array(self) -> [$scalar; $count] {
                    self.0
                }
            }
        };
    }

    vector!(F64s, f64, 8);
    vector!(F32s, f32, 16);

    impl F64s {
        #[inline(always)]
        pub fn from_pairs(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2], d: &[f64; 2]) -> Self {
            F64s([a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]])
        }
        #[inline(always)]
        pub fn repeat(a: &[f64; 2]) -> Self {
            Self::from_pairs(a, a, a, a)
        }
        /// Exponent (a constant too large by 2^52 + 1023) and mantissa in [1, 2) of non-negative numbers.
        #[inline(always)]
        pub fn exponent_and_mantissa(self) -> (Self, Self) {
            let exponent = self.0.map(|v| f64::from_bits((v.to_bits() >> 52) | super::MAGIC));
            let mantissa = self.0.map(|v| f64::from_bits((v.to_bits() & super::MANTISSA) | super::ONE));
            (F64s(exponent), F64s(mantissa))
        }
    }

    impl F32s {
        /// Exponent (too large by 127) and mantissa in [1, 2) of non-negative numbers.
        #[inline(always)]
        pub fn exponent_and_mantissa(self) -> (Self, Self) {
            let exponent = self.0.map(|v| (v.to_bits() >> 23) as i32 as f32);
            let mantissa = self.0.map(|v| f32::from_bits((v.to_bits() & 0x007f_ffff) | 0x3f80_0000));
            (F32s(exponent), F32s(mantissa))
        }
    }
}

pub use lanes::{F32s, F64s};

/// Bits of 2^52: an integer under 2^52 put into its mantissa reads as 2^52 + integer.
const MAGIC: u64 = 0x4330_0000_0000_0000;
const MANTISSA: u64 = 0x000f_ffff_ffff_ffff;
const ONE: u64 = 0x3ff0_0000_0000_0000;

/// What `exponent_and_mantissa` adds to the exponent of doubles.
pub const EXPONENT_OFFSET: f64 = 4_503_599_627_370_496.0 + 1023.0;

macro_rules! operators {
    ($name:ident) => {
        impl Add for $name {
            type Output = Self;
            #[inline(always)]
            fn add(self, o: Self) -> Self {
                self.plus(o)
            }
        }
        impl Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, o: Self) -> Self {
                self.minus(o)
            }
        }
        impl Mul for $name {
            type Output = Self;
            #[inline(always)]
            fn mul(self, o: Self) -> Self {
                self.times(o)
            }
        }
        impl Div for $name {
            type Output = Self;
            #[inline(always)]
            fn div(self, o: Self) -> Self {
                self.over(o)
            }
        }
    };
}

operators!(F64s);
operators!(F32s);

#[cfg(target_arch = "wasm32")]
mod pixels {
    use core::arch::wasm32::*;

    /// Two RGBA pixels as eight 16-bit numbers.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn load(pixels: &[u8; 8]) -> v128 {
        // SAFETY: the reference covers 8 readable bytes, and the load needs no alignment.
        unsafe { u16x8_extend_low_u8x16(v128_load64_zero(pixels.as_ptr().cast())) }
    }

    /// The first pixel of four 32-bit numbers.
    #[inline(always)]
    fn narrow(v: v128) -> [u8; 4] {
        let bytes = u8x16_narrow_i16x8(i16x8_narrow_i32x4(v, v), v);
        u32x4_extract_lane::<0>(bytes).to_le_bytes()
    }

    #[inline(always)]
    pub fn bilinear(upper: &[u8; 8], lower: &[u8; 8], right: i16, below: i16) -> [u8; 4] {
        let down =
            i16x8_add(i16x8_mul(load(upper), i16x8_splat(128 - below)), i16x8_mul(load(lower), i16x8_splat(below)));
        let channels = i16x8_shuffle::<0, 4, 1, 5, 2, 6, 3, 7>(down, down);
        let weights = i32x4_splat((i32::from(right) << 16) | i32::from(128 - right));
        narrow(i32x4_shr(i32x4_add(i32x4_dot_i16x8(channels, weights), i32x4_splat(1 << 13)), 14))
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod pixels {
    #[inline(always)]
    pub fn bilinear(upper: &[u8; 8], lower: &[u8; 8], right: i16, below: i16) -> [u8; 4] {
        let (right, below) = (i32::from(right), i32::from(below));
        let mut out = [0; 4];
        for (channel, value) in out.iter_mut().enumerate() {
            let down = |x: usize| i32::from(upper[x]) * (128 - below) + i32::from(lower[x]) * below;
            let across = down(channel) * (128 - right) + down(channel + 4) * right;
            *value = ((across + (1 << 13)) >> 14) as u8;
        }
        out
    }
}

/// Bilinear mean of two RGBA pixels above and two below, with weights of 1/128 for the right and the lower ones.
pub use pixels::bilinear;
