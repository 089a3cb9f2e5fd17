/** log10 of the probability that at least `count` things happen where `expected` are expected (Poisson). */
export function log10PoissonTail(count: number, expected: number): number {
  if (count <= 0) return 0
  if (expected <= 0) return -Infinity
  // The first term, then the rest of the series relative to it.
  let first = -expected + count * Math.log(expected)
  for (let k = 2; k <= count; k += 1) first -= Math.log(k)
  let sum = 1
  let term = 1
  for (let k = count + 1; term > sum * 1e-12 && k < count + 10_000; k += 1) {
    term *= expected / k
    sum += term
  }
  return Math.min(0, (first + Math.log(sum)) / Math.LN10)
}
