/** Ground metres between two places, degrees of longitude and latitude; good for short distances. */
export function metresBetween(
  [lon, lat]: readonly [lon: number, lat: number],
  [otherLon, otherLat]: readonly [lon: number, lat: number],
): number {
  const metresPerDegree = 111_319.49
  const across = lon - otherLon - 360 * Math.round((lon - otherLon) / 360)
  return metresPerDegree * Math.hypot(across * Math.cos((lat * Math.PI) / 180), lat - otherLat)
}
