//! The native build of the same code, as the limit that WASM could reach, and nalgebra's own LU: for `npm run bench -- kernel`.
//!
//! `limit N VERTICES` reads `imageX imageY mapX mapY` lines from standard input and prints the shortest times (ms) as JSON.

use std::io::Read;
use std::time::Instant;

use nalgebra::{DMatrix, DVector};
use wasm_tps::mapping::Kind;
use wasm_tps::model::Model;

fn shortest_ms(mut run: impl FnMut()) -> f64 {
    let mut shortest = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        run();
        shortest = shortest.min(start.elapsed().as_secs_f64() * 1000.0);
    }
    shortest
}

/// The saddle system by nalgebra's LU, both right-hand sides.
fn nalgebra_lu(gcps: &[[f64; 4]]) -> f64 {
    let n = gcps.len();
    let site = |i: usize| [(gcps[i][2] - 2.9e6) * 1e-5, (gcps[i][3] - 7.4e6) * 1e-5];
    let matrix = DMatrix::from_fn(n + 3, n + 3, |i, j| {
        if i < n && j < n {
            let (a, b) = (site(i), site(j));
            let squared = (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2);
            return if squared == 0.0 { 0.0 } else { squared * squared.ln() };
        }
        let affine = |i: usize, k: usize| [1.0, site(i)[0], site(i)[1]][k];
        if i < n {
            affine(i, j - n)
        } else if j < n {
            affine(j, i - n)
        } else {
            0.0
        }
    });
    let lu = matrix.lu();
    let sides = [0, 1].map(|side| {
        let values = DVector::from_fn(n + 3, |i, _| if i < n { gcps[i][side] } else { 0.0 });
        lu.solve(&values).map_or(f64::NAN, |solved| solved[0])
    });
    sides[0] + sides[1]
}

fn main() {
    let vertices: usize = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(16_384);
    let mut text = String::new();
    if std::io::stdin().read_to_string(&mut text).is_err() {
        return;
    }
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let gcps = numbers.as_chunks::<4>().0;
    let mut model = None;
    let fit = shortest_ms(|| model = Model::new(Kind::Tps, gcps).ok());
    let mut sum = 0.0;
    let lu = shortest_ms(|| sum += nalgebra_lu(gcps));
    let side = (vertices as f64).sqrt() as usize;
    let map: Vec<[f64; 2]> = (0..side * side)
        .map(|k| [2.8e6 + 2.6e5 * (k % side) as f64 / side as f64, 7.3e6 + 2e5 * (k / side) as f64 / side as f64])
        .collect();
    let Some(model) = model else { return };
    let mut evaluate = |tolerance: f64| {
        shortest_ms(|| {
            sum += model.map_to_image_all(&map, tolerance)[0][0];
        })
    };
    let (exact, fine, coarse) = (evaluate(0.0), evaluate(1e-3), evaluate(0.05));
    println!(
        "{{\"fit\":{fit},\"nalgebraLu\":{lu},\"exact\":{exact},\"fine\":{fine},\"coarse\":{coarse},\"checksum\":{}}}",
        if sum.is_finite() { 1 } else { 0 }
    );
}
