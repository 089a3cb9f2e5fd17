import { epsgOf, parseWkt } from '../wkt.ts'
import { systemOfCode } from './epsg-register.ts'
import type { ReferenceSystem, SystemFault } from './reference-system.ts'
import { systemOfProj } from './system-of-proj.ts'
import { systemOfWkt } from './system-of-wkt.ts'

export type SystemResult =
  | { readonly ok: true; readonly system: ReferenceSystem }
  /** `name` where the register knows the system and it cannot be computed. */
  | { readonly ok: false; readonly fault: SystemFault; readonly name?: string }

/**
 * The reference system that a text names: an EPSG code or its URN or address, a WKT of either version, a PROJ string.
 * Whatever a text says of itself, an EPSG code in it is looked up. Rejects where the register cannot be loaded.
 */
export async function systemOfText(text: string): Promise<SystemResult> {
  const crs = text.trim()
  const code = codeOf(crs)
  if (code !== undefined) return await byCode(code)
  if (crs.startsWith('+')) return resultOf(await systemOfProj(crs))
  const wkt = parseWkt(crs)
  if (!wkt) return { ok: false, fault: 'unknownCrs' }
  const ownCode = epsgOf(wkt)
  if (ownCode !== undefined) {
    const known = await byCode(ownCode)
    if (known.ok) return known
  }
  return resultOf(await systemOfWkt(wkt))
}

const resultOf = (found: ReferenceSystem | SystemFault): SystemResult =>
  typeof found === 'string' ? { ok: false, fault: found } : { ok: true, system: found }

async function byCode(code: number): Promise<SystemResult> {
  const system = await systemOfCode(code)
  if (!system) return { ok: false, fault: 'unknownCrs' }
  return 'unsupported' in system
    ? { ok: false, fault: 'unsupportedCrs', name: system.unsupported }
    : { ok: true, system }
}

/** EPSG code of `EPSG:2154`, `urn:ogc:def:crs:EPSG::2154` or `http://www.opengis.net/def/crs/EPSG/0/2154`. */
function codeOf(crs: string): number | undefined {
  if (/^(urn:ogc:def:crs:|https?:\/\/www\.opengis\.net\/def\/crs\/)?OGC[:/][\w.]*[:/]?CRS84$/i.test(crs))
    return 4326
  const match =
    /^(?:urn:(?:ogc|x-ogc):def:crs:EPSG:[\d.]*:|https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[\d.]+\/|EPSG:)(\d{3,6})$/i
  const code = match.exec(crs)?.[1]
  return code === undefined ? undefined : Number(code)
}
