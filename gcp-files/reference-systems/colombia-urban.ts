import type { Ellipsoid } from './reference-system.ts'

type Pair = [number, number]
const DEGREES = 180 / Math.PI

/**
 * The grids of Colombia's towns (EPSG method 1052), a plane at the town's height, which proj4 does not know.
 * @param projection `col_urban lat_0=… lon_0=… x_0=… y_0=… h_0=…`
 */
export function colombiaUrban(projection: string, { semiMajorMetres: a, inverseFlattening }: Ellipsoid) {
  const valueOf = (key: string) => Number(new RegExp(` ${key}=(\\S+)`).exec(projection)?.[1] ?? 0)
  const [east0, north0, height] = [valueOf('x_0'), valueOf('y_0'), valueOf('h_0')]
  const [phi0, lambda0] = [valueOf('lat_0') / DEGREES, valueOf('lon_0') / DEGREES]
  const flattening = 1 / inverseFlattening
  const e2 = flattening * (2 - flattening)
  const meridianRadius = (phi: number) => (a * (1 - e2)) / (1 - e2 * Math.sin(phi) ** 2) ** 1.5
  const normalRadius = (phi: number) => a / Math.sqrt(1 - e2 * Math.sin(phi) ** 2)
  const [rho0, nu0] = [meridianRadius(phi0), normalRadius(phi0)]
  const eastScale = 1 + height / nu0
  const bend = Math.tan(phi0) / (2 * rho0 * nu0)

  const northOf = (phi: number, across: number) => {
    const northScale = 1 + height / meridianRadius((phi + phi0) / 2)
    return northScale * rho0 * (phi - phi0 + bend * across ** 2)
  }
  return {
    forward([lon, lat]: Pair): Pair {
      const phi = lat / DEGREES
      const across = normalRadius(phi) * Math.cos(phi) * (lon / DEGREES - lambda0)
      return [east0 + eastScale * across, north0 + northOf(phi, across)]
    },
    inverse([east, north]: Pair): Pair {
      const across = (east - east0) / eastScale
      let phi = phi0
      // Northings grow with latitude all but evenly: each round gains three digits.
      for (let round = 0; round < 8; round++)
        phi += (north - north0 - northOf(phi, across)) / (eastScale * rho0)
      return [(lambda0 + across / (normalRadius(phi) * Math.cos(phi))) * DEGREES, phi * DEGREES]
    },
  }
}
