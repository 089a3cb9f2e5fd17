//! Tables made from a rule. Iterator chains that are collected compile to code of their own each, some 300 bytes of the
//! module; these are compiled once.

use crate::control_points::Point;

/// `[rule(0), .., rule(n - 1)]`.
#[inline(never)]
pub fn numbers(n: usize, rule: &dyn Fn(usize) -> f64) -> Vec<f64> {
    let mut table = Vec::with_capacity(n);
    for i in 0..n {
        table.push(rule(i));
    }
    table
}

/// `[rule(0), .., rule(n - 1)]`.
#[inline(never)]
pub fn points(n: usize, rule: &dyn Fn(usize) -> Point) -> Vec<Point> {
    let mut table = Vec::with_capacity(n);
    for i in 0..n {
        table.push(rule(i));
    }
    table
}

/// The numbers under n that fulfil a condition, rising.
#[inline(never)]
pub fn indices(n: usize, condition: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let mut table = Vec::new();
    for i in 0..n {
        if condition(i) {
            table.push(i);
        }
    }
    table
}
