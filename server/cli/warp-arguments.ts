import { availableParallelism } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PIXEL_FRAMES } from '../../gcp-files/onto-scan.ts'
import type { PixelFrame } from '../../gcp-files/onto-scan.ts'
import { TRANSFORMATION_TYPES } from '../../contract/control-points.ts'
import type { TransformationType } from '../../contract/control-points.ts'
import { ENCODINGS } from '../../cog/file/cog-content.ts'
import { RESAMPLINGS } from '../../cog/warp/warp-setup.ts'
import type { Encoding } from '../../cog/file/cog-content.ts'
import type { Resampling } from '../../cog/warp/warp-setup.ts'

export const USAGE = `Usage: npm run warp -- SCAN GCPS OUT.tif [option …]
       npm run warp -- --batch LIST.csv [option …]

Warps a scanned map into a Cloud-Optimised GeoTIFF, in EPSG:3857 unless --to says otherwise.

SCAN   jpeg, png, webp, tiff or gif
GCPS   control points, in any format of docs/formats.md
LIST   a CSV with the columns scan, gcps and out, and as wanted type, map-projection, resampling, encoding, crs, to,
       pixels, title and attribution; paths are relative to the list

--type         ${TRANSFORMATION_TYPES.join(', ')} (default TPS)
--map-projection
               what the map is drawn in, for example EPSG:3346 or "+proj=bonne +lat_1=60 +lon_0=24": the points are
               fitted in its plane, where a printed graticule is straight (default EPSG:3857)
--resampling   ${RESAMPLINGS.join(', ')} (default bilinear)
--encoding     ${ENCODINGS.join(', ')} (default webp)
--exact        every pixel by the closed form instead of a grid good to 1/32 px
--sharp        bilinear by the next pixels alone: gdalwarp, and so this, weighs more of them where a sheet lies turned
--crs          coordinate system of GCPS, for example EPSG:3346, whatever the file says
--to           coordinate system of OUT, for example EPSG:3346; warped once, from the scan (default EPSG:3857)
--pixels       where EXIF turns the scan, what GCPS counts: stored (QGIS, GDAL) or upright (default: as the points tell)
--title        kept in the file
--attribution  kept in the file
--threads      number of threads (default: processors, at most 8)
--help         this text

Ends with 0 when every map was written, 1 when one could not be, 2 on wrong usage, 130 when interrupted. A run that was
interrupted goes on where it stopped when it is started again.`

/** A map to warp, everything checked that can be without opening a file. */
export interface WarpJob {
  readonly scanPath: string
  readonly gcpsPath: string
  readonly outPath: string
  readonly transformationType: TransformationType
  /** The projection that the map is drawn in, as a text; absent: EPSG:3857. */
  readonly projection?: string
  readonly resampling: Resampling
  readonly encoding: Encoding
  readonly exact: boolean
  readonly sharp: boolean
  readonly threads: number
  /** Coordinate system of the control points, before what their file says. */
  readonly crs?: string
  /** Coordinate system of the file; absent: EPSG:3857. */
  readonly to?: string
  /** What the control points count, where EXIF turns the scan. */
  readonly pixels?: PixelFrame
  readonly title?: string
  readonly attribution?: string
}

/** What one map may say for itself, as text: options of the command line or cells of a list. */
export interface WarpRequest {
  readonly scan?: string
  readonly gcps?: string
  readonly out?: string
  readonly type?: string
  readonly 'map-projection'?: string
  readonly resampling?: string
  readonly encoding?: string
  readonly crs?: string
  readonly to?: string
  readonly pixels?: string
  readonly title?: string
  readonly attribution?: string
}

export type WarpArguments =
  | { readonly kind: 'help' }
  | { readonly kind: 'one'; readonly job: WarpJob }
  | { readonly kind: 'batch'; readonly listPath: string; readonly defaults: WarpDefaults }

/** Options that hold for every map of a list that does not say otherwise. */
export type WarpDefaults = WarpRequest & Pick<WarpJob, 'exact' | 'sharp' | 'threads'>

/** The command line or the list cannot be understood; the message says why. */
export class UsageError extends Error {}

const MAX_THREADS = 8
const MOST_THREADS = 256

/**
 * @param args the words after the program's name.
 * @param folder what relative paths start from.
 * @throws UsageError
 */
export function parseWarpArguments(args: readonly string[], folder: string): WarpArguments {
  const { values, positionals } = parsed(args)
  if (values.help) return { kind: 'help' }
  const { batch, help: _, exact = false, sharp = false, threads, ...texts } = values
  const defaults = { ...texts, exact, sharp, threads: threadsOf(threads) }
  if (batch !== undefined) {
    if (positionals.length > 0)
      throw new UsageError(`--batch takes no further file: ${positionals.join(' ')}`)
    return { kind: 'batch', listPath: resolve(folder, batch), defaults }
  }
  const [scan, gcps, out, ...rest] = positionals
  if (scan === undefined || gcps === undefined || out === undefined || rest.length > 0)
    throw new UsageError(`expected SCAN GCPS OUT.tif, got ${positionals.length} file names`)
  return { kind: 'one', job: warpJob({ scan, gcps, out }, defaults, folder) }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        batch: { type: 'string' },
        type: { type: 'string' },
        'map-projection': { type: 'string' },
        resampling: { type: 'string' },
        encoding: { type: 'string' },
        exact: { type: 'boolean' },
        sharp: { type: 'boolean' },
        crs: { type: 'string' },
        to: { type: 'string' },
        pixels: { type: 'string' },
        title: { type: 'string' },
        attribution: { type: 'string' },
        threads: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** A checked job; what `request` leaves out or empty comes from `defaults`. @throws UsageError */
export function warpJob(request: WarpRequest, defaults: WarpDefaults, folder: string): WarpJob {
  const value = (name: keyof WarpRequest): string | undefined => request[name] || defaults[name]
  const path = (name: 'scan' | 'gcps' | 'out'): string => {
    const given = request[name]
    if (!given) throw new UsageError(`${name} is missing`)
    return isAbsolute(given) ? given : resolve(folder, given)
  }
  const [scanPath, gcpsPath, outPath] = [path('scan'), path('gcps'), path('out')]
  if (outPath === scanPath || outPath === gcpsPath) throw new UsageError(`${outPath} would be overwritten`)
  if (!/\.tiff?$/i.test(outPath)) throw new UsageError(`${outPath} does not end in .tif`)
  const [crs, to, title, attribution] = [value('crs'), value('to'), value('title'), value('attribution')]
  const [pixels, projection] = [value('pixels'), value('map-projection')]
  return {
    scanPath,
    gcpsPath,
    outPath,
    transformationType: oneOf('type', value('type') ?? 'TPS', TRANSFORMATION_TYPES),
    ...(projection && { projection }),
    resampling: oneOf('resampling', value('resampling') ?? 'bilinear', RESAMPLINGS),
    encoding: oneOf('encoding', value('encoding') ?? 'webp', ENCODINGS),
    exact: defaults.exact,
    sharp: defaults.sharp,
    threads: defaults.threads,
    ...(crs && { crs }),
    ...(to && { to }),
    ...(pixels && { pixels: oneOf('kind of pixels', pixels, PIXEL_FRAMES) }),
    ...(title && { title }),
    ...(attribution && { attribution }),
  }
}

function oneOf<T extends string>(name: string, given: string, known: readonly T[]): T {
  const found = known.find((candidate) => candidate.toLowerCase() === given.toLowerCase())
  if (!found) throw new UsageError(`there is no ${name} ${given}; known: ${known.join(', ')}`)
  return found
}

function threadsOf(text: string | undefined): number {
  if (text === undefined) return Math.min(availableParallelism(), MAX_THREADS)
  const threads = Number(text)
  if (!/^\d+$/.test(text) || threads < 1 || threads > MOST_THREADS)
    throw new UsageError(`--threads takes a number from 1 to ${MOST_THREADS}, not ${text}`)
  return threads
}
