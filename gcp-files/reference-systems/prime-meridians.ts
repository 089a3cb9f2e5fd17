/** Degrees east of Greenwich, by the names of PROJ and WKT in small letters. */
const PRIME_MERIDIANS: Readonly<Record<string, number>> = {
  greenwich: 0,
  lisbon: -9.131906111111,
  paris: 2.337229166667,
  bogota: -74.08091666667,
  madrid: -3.687375,
  rome: 12.45233333333,
  bern: 7.439583333333,
  jakarta: 106.8077194444,
  ferro: -17.66666666667,
  brussels: 4.367975,
  stockholm: 18.05827777778,
  athens: 23.7163375,
  oslo: 10.72291666667,
}

export function primeMeridianOf(name: string): number | undefined {
  return Object.hasOwn(PRIME_MERIDIANS, name.toLowerCase()) ? PRIME_MERIDIANS[name.toLowerCase()] : undefined
}
