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
        pub fn repeat(a: &[f64; 2]) -> Self {
            let v = load(a);
            F64s(v, v, v, v)
        }
        /// Each number twice.
        #[inline(always)]
        pub fn doubled(a: [f64; 4]) -> Self {
            F64s(f64x2_splat(a[0]), f64x2_splat(a[1]), f64x2_splat(a[2]), f64x2_splat(a[3]))
        }
        /// Sums of the lanes 0, 2, 4, 6 and 1, 3, 5, 7.
        #[inline(always)]
        pub fn even_and_odd_sum(self) -> [f64; 2] {
            let sum = f64x2_add(f64x2_add(self.0, self.1), f64x2_add(self.2, self.3));
            [f64x2_extract_lane::<0>(sum), f64x2_extract_lane::<1>(sum)]
        }
        /// Sums of neighbouring lanes: 0 + 1, 2 + 3, 4 + 5, 6 + 7.
        #[inline(always)]
        pub fn pair_sums(self) -> [f64; 4] {
            let sum = |v| f64x2_extract_lane::<0>(v) + f64x2_extract_lane::<1>(v);
            [sum(self.0), sum(self.1), sum(self.2), sum(self.3)]
        }
        #[inline(always)]
        #[allow(unsafe_code)]
        pub fn store(self, out: &mut [f64; 8]) {
            let at = out.as_mut_ptr().cast::<v128>();
            // SAFETY: the array has room for four vectors, and v128_store needs no alignment.
            unsafe {
                v128_store(at, self.0);
                v128_store(at.add(1), self.1);
                v128_store(at.add(2), self.2);
                v128_store(at.add(3), self.3);
            }
        }
        #[inline(always)]
        pub fn to_array(self) -> [f64; 8] {
            let mut out = [0.0; 8];
            self.store(&mut out);
            out
        }
        /// Exponent (too large by 2^52 + 1023) and mantissa in [1, 2) of non-negative numbers. `magic` holds the bits of
        /// 2^52 (an integer put into its mantissa reads as 2^52 + integer), `mask` those of the mantissa, `one` those of 1.
        #[inline(always)]
        pub fn exponent_and_mantissa(self, magic: Self, mask: Self, one: Self) -> (Self, Self) {
            let exponent = self.map(|v| v128_or(u64x2_shr(v, 52), magic.0));
            let mantissa = self.map(|v| v128_or(v128_and(v, mask.0), one.0));
            (exponent, mantissa)
        }
    }

    impl F32s {
        #[inline(always)]
        #[allow(unsafe_code)]
        pub fn from_array(a: [f32; 16]) -> Self {
            let at = a.as_ptr().cast::<v128>();
            // SAFETY: the array holds four vectors, and v128_load needs no alignment.
            unsafe { F32s(v128_load(at), v128_load(at.add(1)), v128_load(at.add(2)), v128_load(at.add(3))) }
        }
        #[inline(always)]
        #[allow(unsafe_code)]
        pub fn to_array(self) -> [f32; 16] {
            let mut out = [0.0; 16];
            let at = out.as_mut_ptr().cast::<v128>();
            // SAFETY: the array has room for four vectors, and v128_store needs no alignment.
            unsafe {
                v128_store(at, self.0);
                v128_store(at.add(1), self.1);
                v128_store(at.add(2), self.2);
                v128_store(at.add(3), self.3);
            }
            out
        }
        /// Exponent (too large by 127) and mantissa in [1, 2) of non-negative numbers; `mask` and `one` as for doubles.
        #[inline(always)]
        pub fn exponent_and_mantissa(self, mask: Self, one: Self) -> (Self, Self) {
            let exponent = self.map(|v| f32x4_convert_i32x4(u32x4_shr(v, 23)));
            let mantissa = self.map(|v| v128_or(v128_and(v, mask.0), one.0));
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
        pub fn store(self, out: &mut [f64; 8]) {
            *out = self.0;
        }
        #[inline(always)]
        pub fn repeat(a: &[f64; 2]) -> Self {
            F64s([a[0], a[1], a[0], a[1], a[0], a[1], a[0], a[1]])
        }
        /// Each number twice.
        #[inline(always)]
        pub fn doubled(a: [f64; 4]) -> Self {
            F64s([a[0], a[0], a[1], a[1], a[2], a[2], a[3], a[3]])
        }
        /// Sums of the lanes 0, 2, 4, 6 and 1, 3, 5, 7.
        #[inline(always)]
        pub fn even_and_odd_sum(self) -> [f64; 2] {
            let a = self.0;
            [a[0] + a[2] + (a[4] + a[6]), a[1] + a[3] + (a[5] + a[7])]
        }
        /// Sums of neighbouring lanes: 0 + 1, 2 + 3, 4 + 5, 6 + 7.
        #[inline(always)]
        pub fn pair_sums(self) -> [f64; 4] {
            let a = self.0;
            [a[0] + a[1], a[2] + a[3], a[4] + a[5], a[6] + a[7]]
        }
        /// Exponent (too large by 2^52 + 1023) and mantissa in [1, 2) of non-negative numbers. `magic` holds the bits of
        /// 2^52 (an integer put into its mantissa reads as 2^52 + integer), `mask` those of the mantissa, `one` those of 1.
        #[inline(always)]
        pub fn exponent_and_mantissa(self, magic: Self, mask: Self, one: Self) -> (Self, Self) {
            let [magic, mask, one] = [magic, mask, one].map(|v| v.0[0].to_bits());
            let exponent = self.0.map(|v| f64::from_bits((v.to_bits() >> 52) | magic));
            let mantissa = self.0.map(|v| f64::from_bits((v.to_bits() & mask) | one));
            (F64s(exponent), F64s(mantissa))
        }
    }

    impl F32s {
        /// Exponent (too large by 127) and mantissa in [1, 2) of non-negative numbers; `mask` and `one` as for doubles.
        #[inline(always)]
        pub fn exponent_and_mantissa(self, mask: Self, one: Self) -> (Self, Self) {
            let [mask, one] = [mask, one].map(|v| v.0[0].to_bits());
            let exponent = self.0.map(|v| (v.to_bits() >> 23) as i32 as f32);
            let mantissa = self.0.map(|v| f32::from_bits((v.to_bits() & mask) | one));
            (F32s(exponent), F32s(mantissa))
        }
    }
}

pub use lanes::{F32s, F64s};

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

    /// Four 32-bit numbers as bytes, saturated.
    #[inline(always)]
    fn narrow(v: v128) -> [u8; 4] {
        u32x4_extract_lane::<0>(u8x16_narrow_i16x8(i16x8_narrow_i32x4(v, v), v)).to_le_bytes()
    }

    #[inline(always)]
    pub fn bilinear(upper: &[u8; 8], lower: &[u8; 8], right: i16, below: i16) -> [u8; 4] {
        let down =
            i16x8_add(i16x8_mul(load(upper), i16x8_splat(128 - below)), i16x8_mul(load(lower), i16x8_splat(below)));
        let channels = i16x8_shuffle::<0, 4, 1, 5, 2, 6, 3, 7>(down, down);
        let weights = i32x4_splat((i32::from(right) << 16) | i32::from(128 - right));
        narrow(i32x4_shr(i32x4_add(i32x4_dot_i16x8(channels, weights), i32x4_splat(1 << 13)), 14))
    }

    #[inline(always)]
    #[allow(unsafe_code)]
    fn load_four(pixels: &[u8; 16]) -> v128 {
        // SAFETY: the reference covers 16 readable bytes, and the load needs no alignment.
        unsafe { v128_load(pixels.as_ptr().cast()) }
    }

    #[inline(always)]
    pub fn sixteen(rows: [&[u8; 16]; 4], across: &[i16; 4], down: &[i16; 4]) -> [u8; 4] {
        let (mut left, mut right) = (i16x8_splat(0), i16x8_splat(0));
        for (row, weight) in rows.into_iter().zip(down) {
            let (four, weight) = (load_four(row), i16x8_splat(*weight));
            left = i16x8_add(left, i16x8_mul(u16x8_extend_low_u8x16(four), weight));
            right = i16x8_add(right, i16x8_mul(u16x8_extend_high_u8x16(four), weight));
        }
        // The sums take all 16 bits: signed they lie around nought, and what was taken away comes back at the end.
        let pair = |sums: v128, one: i16, other: i16| {
            let sums = v128_xor(sums, i16x8_splat(i16::MIN));
            let channels = i16x8_shuffle::<0, 4, 1, 5, 2, 6, 3, 7>(sums, sums);
            i32x4_dot_i16x8(channels, i32x4_splat((i32::from(other) << 16) | i32::from(one)))
        };
        let sum = i32x4_add(pair(left, across[0], across[1]), pair(right, across[2], across[3]));
        narrow(i32x4_shr(i32x4_add(sum, i32x4_splat((1 << 29) + (1 << 21))), 22))
    }

    #[inline(always)]
    pub fn without_alpha(pixels: &[u8; 16]) -> [u8; 12] {
        let four = load_four(pixels);
        let rgb = i8x16_shuffle::<0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15>(four, four);
        let (mut out, bytes) = ([0; 12], u64x2_extract_lane::<0>(rgb).to_le_bytes());
        out[..8].copy_from_slice(&bytes);
        out[8..].copy_from_slice(&u32x4_extract_lane::<2>(rgb).to_le_bytes());
        out
    }

    #[inline(always)]
    pub fn any_and_all<'a>(rows: impl Iterator<Item = &'a [u8]>) -> [u32; 2] {
        let (mut any, mut all) = (u32x4_splat(0), u32x4_splat(u32::MAX));
        for row in rows {
            for pixels in row.as_chunks().0 {
                let four = load_four(pixels);
                any = v128_or(any, four);
                all = v128_and(all, four);
            }
        }
        let lanes = |v| {
            [
                u32x4_extract_lane::<0>(v),
                u32x4_extract_lane::<1>(v),
                u32x4_extract_lane::<2>(v),
                u32x4_extract_lane::<3>(v),
            ]
        };
        [lanes(any).iter().fold(0, |sum, lane| sum | lane), lanes(all).iter().fold(u32::MAX, |sum, lane| sum & lane)]
    }

    #[inline(always)]
    pub fn opaque_mean(upper: &[u8; 8], lower: &[u8; 8]) -> Option<[u8; 4]> {
        let down = i16x8_add(load(upper), load(lower));
        let sum = i16x8_add(down, i16x8_shuffle::<4, 5, 6, 7, 0, 1, 2, 3>(down, down));
        let rounded = u16x8_shr(i16x8_add(sum, i16x8_splat(2)), 2);
        let is_opaque = u16x8_extract_lane::<3>(sum) == 4 * 255;
        is_opaque.then(|| u32x4_extract_lane::<0>(u8x16_narrow_i16x8(rounded, rounded)).to_le_bytes())
    }

    /// See the other one.
    #[derive(Clone, Copy)]
    pub struct WeightedSum(v128);

    impl WeightedSum {
        #[inline(always)]
        pub fn zero() -> Self {
            WeightedSum(f32x4_splat(0.0))
        }
        #[inline(always)]
        pub fn add(&mut self, pixel: &[u8; 4], weight: f32) {
            let bytes = u32x4_splat(u32::from_le_bytes(*pixel));
            let colour = f32x4_convert_u32x4(u32x4_extend_low_u16x8(u16x8_extend_low_u8x16(bytes)));
            let by_alpha = f32x4_splat(weight * f32x4_extract_lane::<3>(colour));
            self.0 = f32x4_add(self.0, f32x4_mul(f32x4_replace_lane::<3>(colour, 1.0), by_alpha));
        }
        #[inline(always)]
        pub fn mean(self) -> [u8; 4] {
            let alpha = f32x4_extract_lane::<3>(self.0);
            if alpha < 0.5 {
                return [0; 4];
            }
            let mean = f32x4_replace_lane::<3>(f32x4_div(self.0, f32x4_splat(alpha)), alpha);
            narrow(i32x4_trunc_sat_f32x4(f32x4_add(mean, f32x4_splat(0.5))))
        }
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

    #[inline(always)]
    pub fn sixteen(rows: [&[u8; 16]; 4], across: &[i16; 4], down: &[i16; 4]) -> [u8; 4] {
        [0, 1, 2, 3].map(|channel| {
            let column = |x: usize| -> i32 {
                rows.iter().zip(down).map(|(row, weight)| i32::from(row[4 * x + channel]) * i32::from(*weight)).sum()
            };
            let sum: i32 = across.iter().enumerate().map(|(x, weight)| column(x) * i32::from(*weight)).sum();
            ((sum + (1 << 21)) >> 22) as u8
        })
    }

    #[inline(always)]
    pub fn without_alpha(pixels: &[u8; 16]) -> [u8; 12] {
        let p = pixels;
        [p[0], p[1], p[2], p[4], p[5], p[6], p[8], p[9], p[10], p[12], p[13], p[14]]
    }

    #[inline(always)]
    pub fn any_and_all<'a>(rows: impl Iterator<Item = &'a [u8]>) -> [u32; 2] {
        let words = rows.flat_map(|row| row.as_chunks().0).map(|pixel| u32::from_le_bytes(*pixel));
        words.fold([0, u32::MAX], |[any, all], word| [any | word, all & word])
    }

    #[inline(always)]
    pub fn opaque_mean(upper: &[u8; 8], lower: &[u8; 8]) -> Option<[u8; 4]> {
        let sum =
            |k: usize| u16::from(upper[k]) + u16::from(upper[k + 4]) + u16::from(lower[k]) + u16::from(lower[k + 4]);
        (sum(3) == 4 * 255).then(|| [0, 1, 2, 3].map(|k| ((sum(k) + 2) / 4) as u8))
    }

    /// A sum of pixels, each weighted and its colours weighted by alpha as well.
    #[derive(Clone, Copy)]
    pub struct WeightedSum([f32; 4]);

    impl WeightedSum {
        /// The empty sum.
        #[inline(always)]
        pub fn zero() -> Self {
            WeightedSum([0.0; 4])
        }
        /// Adds a pixel (RGBA, straight alpha).
        #[inline(always)]
        pub fn add(&mut self, pixel: &[u8; 4], weight: f32) {
            let by_alpha = weight * f32::from(pixel[3]);
            for (sum, value) in
                self.0.iter_mut().zip([f32::from(pixel[0]), f32::from(pixel[1]), f32::from(pixel[2]), 1.0])
            {
                *sum += by_alpha * value;
            }
        }
        /// The mean pixel; transparent where the weights leave no alpha. Overshoots end at 0 and 255.
        #[inline(always)]
        pub fn mean(self) -> [u8; 4] {
            let [r, g, b, alpha] = self.0;
            if alpha < 0.5 {
                return [0; 4];
            }
            [r / alpha, g / alpha, b / alpha, alpha].map(|value| (value + 0.5) as u8)
        }
    }
}

/// Bitwise or and bitwise and of all RGBA pixels, as little-endian words; rows hold a multiple of four.
pub use pixels::any_and_all;
/// Bilinear mean of two RGBA pixels above and two below, with weights of 1/128 for the right and the lower ones.
pub use pixels::bilinear;
/// Rounded mean of two RGBA pixels above and two below; none unless all are opaque.
pub use pixels::opaque_mean;
/// Weighted mean of four rows of four RGBA pixels; the weights across sum to 16384, those down to 256.
pub use pixels::sixteen;
/// Four RGBA pixels as RGB.
pub use pixels::without_alpha;
pub use pixels::WeightedSum;
