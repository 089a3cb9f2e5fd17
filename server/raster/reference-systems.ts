import { createRequire } from 'node:module'
import proj4 from 'proj4'

const requireJson = createRequire(import.meta.url)
const WEB_MERCATOR_CODES = new Set([3857, 900913, 3785, 102100, 102113])

/** A map point in another system's own units (x before y: longitude before latitude) to EPSG:3857 metres. */
export type ToWebMercator = (point: readonly [x: number, y: number]) => readonly [x: number, y: number]

/**
 * Converter from an EPSG code, or undefined for a code that the register does not hold or proj4 cannot compute. A point
 * that cannot be converted (a pole, a datum grid that is not there) becomes NaN.
 */
export function toWebMercator(epsg: number): ToWebMercator | undefined {
  if (WEB_MERCATOR_CODES.has(epsg)) return (point) => point
  const definition = epsgDefinition(epsg)
  if (definition === undefined) return undefined
  try {
    const converter = proj4(definition, 'EPSG:3857')
    return ([x, y]) => {
      try {
        return converter.forward<[number, number]>([x, y])
      } catch {
        return [NaN, NaN]
      }
    }
  } catch {
    return undefined
  }
}

/** The proj4 definition of an EPSG code, or undefined when the register does not hold it. */
export function epsgDefinition(epsg: number): string | undefined {
  if (!Number.isInteger(epsg)) return undefined
  try {
    const entry = requireJson(`epsg-index/s/${epsg}.json`) as { proj4?: unknown }
    return typeof entry.proj4 === 'string' ? entry.proj4 : undefined
  } catch {
    return undefined
  }
}
