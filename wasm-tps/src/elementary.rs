//! Elementary functions to the accuracy needed here: the standard library's are a kilobyte each in the module.

use crate::control_points::Point;

/// Length of a vector (no care for overflow: coordinates are bounded).
#[inline]
pub fn length(v: Point) -> f64 {
    (v[0] * v[0] + v[1] * v[1]).sqrt()
}

/// cosh to 1e-14 of its value, for |x| <= 4 (beyond the edge of the world, where it is cosh π).
pub fn cosh(x: f64) -> f64 {
    // cosh x = 2 cosh²(x/2) - 1, twice; Taylor's series at x/4.
    let q = x * x / 16.0;
    let mut series = 1.0;
    for k in (1..=8).rev() {
        series = 1.0 + series * q / f64::from((2 * k - 1) * (2 * k));
    }
    let half = 2.0 * series * series - 1.0;
    2.0 * half * half - 1.0
}

/// Arc sine of 0..1 within 2e-8 (Abramowitz and Stegun 4.4.46).
pub fn arc_sine(x: f64) -> f64 {
    const A: [f64; 8] = [
        1.570_796_305_0,
        -0.214_598_801_6,
        0.088_978_987_4,
        -0.050_174_304_6,
        0.030_891_881_0,
        -0.017_088_125_6,
        0.006_670_090_1,
        -0.001_262_491_1,
    ];
    let series = A.iter().rev().fold(0.0, |sum, a| sum * x + a);
    std::f64::consts::FRAC_PI_2 - (1.0 - x).sqrt() * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_the_standard_library_within_their_stated_errors() {
        for step in 0..=1000 {
            let x = f64::from(step) / 1000.0;
            assert!((arc_sine(x) - x.asin()).abs() < 3e-8);
            assert!((cosh(4.0 * x) / (4.0 * x).cosh() - 1.0).abs() < 1e-14);
        }
    }
}
