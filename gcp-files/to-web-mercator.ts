import type { ImagePoint, MapPoint, PointOrigin } from '../contract/control-points.ts'
import type { DatumTie } from '../contract/datum-tie.ts'
import { excerpt, GcpFileFault } from './gcp-file.ts'
import type { GcpFile, GcpFileError } from './gcp-file.ts'
import { systemOfText } from './reference-systems/system-of-text.ts'
import { transformationAt } from './reference-systems/transformation.ts'

/** A pair of a control-point file, projected. */
export interface ProjectedGcp {
  readonly image: ImagePoint
  /** EPSG:3857 metres. */
  readonly map: MapPoint
  readonly enabled: boolean
  readonly note?: string
  readonly proposed?: PointOrigin
}

export interface ProjectedGcps {
  readonly points: readonly ProjectedGcp[]
  /** The coordinate system that was used: as given, or guessed from the numbers. */
  readonly crs: string
  /** The file named no coordinate system. */
  readonly guessed: boolean
  /** How well the datum is tied to WGS 84. */
  readonly datum: DatumTie
}

export type ProjectionResult =
  | { readonly ok: true; readonly projected: ProjectedGcps }
  | { readonly ok: false; readonly error: GcpFileError }

/**
 * Projects a file's points into EPSG:3857. Where neither the file nor `crs` names a coordinate system, numbers that
 * can be degrees are taken as WGS84 longitude and latitude, others as EPSG:3857. Rejects where the register of
 * reference systems cannot be loaded.
 * @param options.crs what the user says about a file, before what the file says.
 */
export async function toWebMercator(
  file: GcpFile,
  options: { readonly crs?: string } = {},
): Promise<ProjectionResult> {
  try {
    const given = options.crs ?? file.crs
    const crs = given ?? guessCrs(file)
    const transformation = await transformationOf(crs, middleOf(file))
    const points = file.points.map(({ image, ground, enabled, note, proposed, line }): ProjectedGcp => {
      const map = transformation.toMap(ground[0], ground[1])
      if (!map.every(Number.isFinite))
        throw new GcpFileFault({ code: 'outsideCrs', ...(line && { line }), value: ground.join(' ') })
      return { image, map, enabled, ...(note && { note }), ...(proposed && { proposed }) }
    })
    return { ok: true, projected: { points, crs, guessed: given === null, datum: transformation.tie } }
  } catch (error) {
    if (error instanceof GcpFileFault) return { ok: false, error: error.details }
    throw error
  }
}

function guessCrs({ points }: GcpFile): string {
  // Longitudes of a sheet across the date line may be counted to 360°.
  const degrees = points.every(({ ground: [x, y] }) => Math.abs(x) <= 360 && Math.abs(y) <= 90)
  return degrees ? 'EPSG:4326' : 'EPSG:3857'
}

function middleOf({ points }: GcpFile): readonly [x: number, y: number] {
  const mean = (axis: 0 | 1): number =>
    points.reduce((sum, { ground }) => sum + ground[axis], 0) / Math.max(points.length, 1)
  return [mean(0), mean(1)]
}

async function transformationOf(crs: string, middle: readonly [x: number, y: number]) {
  const found = await systemOfText(crs)
  const transformation = found.ok ? transformationAt(found.system, middle) : null
  if (transformation) return transformation
  const name = found.ok ? found.system.name : found.name
  const isNamed = name !== undefined && name !== '' && !crs.includes(name)
  throw new GcpFileFault({
    code: found.ok ? 'unsupportedCrs' : found.fault,
    value: excerpt(isNamed ? `${crs.trim()} (${name})` : crs),
  })
}
