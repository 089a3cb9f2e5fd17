import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { mapPlaneOf } from '../../gcp-files/map-plane/map-plane.ts'
import { isWebMercator, outputSystemOf } from '../../gcp-files/reference-systems/output-system.ts'
import type { OutputSystemFault } from '../../gcp-files/reference-systems/output-system.ts'
import type { ReferenceSystem } from '../../gcp-files/reference-systems/reference-system.ts'
import type { RasterErrorCode } from '../../contract/api/raster-failures.ts'
import { RasterError } from '../../cog/raster-error.ts'
import type { RasterWarning } from '../../cog/raster-warning.ts'
import { startWarpProcess } from '../raster/warp/warp-process.ts'
import type { WarpProcess } from '../raster/warp/warp-process.ts'
import type { WarpedCog } from '../raster/warp/warp-options.ts'
import type { ProgressLine } from './progress-line.ts'
import { scanPyramid } from './scan-pyramid.ts'
import type { WarpJob } from './warp-arguments.ts'
import { datumRemark, readGcps } from './warp-gcps.ts'

export interface WarpedFile {
  readonly cog: WarpedCog
  readonly seconds: number
  /** Sentences about the points, the scan and the warp that the user should read. */
  readonly remarks: readonly string[]
}

/** Folder beside the output that holds what an interrupted run goes on from. */
export function workFolderOf(outPath: string): string {
  return `${outPath}.work`
}

/**
 * Reads (where it is no pyramid) and warps one scan.
 *
 * @throws Error with a sentence for the user; after `signal` a RasterError `cancelled`
 */
export async function warpFile(
  job: WarpJob,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<WarpedFile> {
  const startedAt = Date.now()
  // It starts up while points and scan are read.
  const warp = startWarpProcess(job.threads)
  try {
    // What is wrong with the file itself is said before a large scan is read.
    await readGcps(job.gcpsPath, job)
    const system = await systemOf(job)
    await checkProjection(job)
    const { cog, warnings, remarks } = await readAndWarp(job, system, warp, progress, signal)
    const seconds = (Date.now() - startedAt) / 1000
    return { cog, seconds, remarks: [...remarks, ...warnings.map(sentenceOf)] }
  } finally {
    await warp.end()
  }
}

/** Leaves nothing in the work folder but what an interrupted run goes on from. */
async function readAndWarp(
  job: WarpJob,
  system: ReferenceSystem | undefined,
  warp: WarpProcess,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<Pick<WarpedFile, 'cog' | 'remarks'> & { readonly warnings: readonly RasterWarning[] }> {
  const workFolder = workFolderOf(job.outPath)
  const onProgress = (percent: number): void => progress.show(percent)
  try {
    const {
      path: pyramidPath,
      identity,
      scan,
    } = await scanPyramid(job.scanPath, workFolder, {
      onStart: () => progress.begin(`reading ${basename(job.scanPath)}`),
      onProgress,
      signal,
    })
    const { gcps, remarks } = await readGcps(job.gcpsPath, job, scan)
    progress.begin(`warping ${basename(job.outPath)}`)
    const cog = await warp.run({
      pyramidPath,
      ...(identity !== undefined && { sourceIdentity: identity }),
      gcps,
      transformationType: job.transformationType,
      ...(job.projection !== undefined && { projection: job.projection }),
      ...(system && { system }),
      resampling: job.resampling,
      encoding: job.encoding,
      ...(!job.sharp && { likeGdalwarp: scan.samples }),
      exact: job.exact,
      threads: job.threads,
      outPath: job.outPath,
      workFolder: join(workFolder, 'spool'),
      metadata: {
        ...(job.title && { title: job.title }),
        ...(job.attribution && { attribution: job.attribution }),
      },
      onProgress,
      signal,
    })
    await rm(workFolder, { recursive: true, force: true })
    const drawn = cog.datum && job.to ? datumRemark(job.to, cog.datum, 'drawn') : null
    const said = drawn === null ? remarks : [...remarks, drawn]
    return { cog, remarks: said, warnings: [...scan.warnings, ...cog.warnings] }
  } catch (error) {
    const resumable = error instanceof RasterError && error.code === 'cancelled'
    if (!resumable) {
      // Nobody may write to what is cleared away.
      await warp.end()
      await rm(workFolder, { recursive: true, force: true })
    }
    throw error
  }
}

/** What the file is to be drawn in; undefined: EPSG:3857. @throws Error naming the option */
async function systemOf({ to }: WarpJob): Promise<ReferenceSystem | undefined> {
  if (to === undefined) return undefined
  const found = await outputSystemOf(to)
  if (!found.ok) throw new Error(`--to ${to}: ${OUTPUT_FAULTS[found.fault]}`)
  return isWebMercator(found.system) ? undefined : found.system
}

/** @throws Error naming the option */
async function checkProjection({ projection }: WarpJob): Promise<void> {
  if (projection === undefined || (await mapPlaneOf(projection)).ok) return
  throw new Error(
    `--map-projection ${projection}: it cannot be computed; give an EPSG code, for example EPSG:3346, a PROJ text or a WKT`,
  )
}

const OUTPUT_FAULTS: Readonly<Record<OutputSystemFault, string>> = {
  unknownCrs: 'no coordinate system of that name is known; give an EPSG code, for example EPSG:3346',
  unsupportedCrs: 'maps cannot be drawn in this coordinate system; choose another, such as EPSG:3857',
  turnedAxes:
    'its coordinates count south or west, which few programs read in a GeoTIFF; choose its variant that counts east and north, or EPSG:3857',
}

/** An error as one line: `Collinear control points (points 1, 2, 3)`. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof RasterError)) return error instanceof Error ? error.message : String(error)
  const cause = error.cause instanceof Error ? error.cause.message.split('\n')[0] : undefined
  const details = Object.entries(error.details).map(([name, value]) => `${name} ${value}`)
  if (details.length === 0 && cause !== undefined && cause !== error.message) details.push(cause)
  const whole = details.length > 0 ? `${error.message} (${details.join(', ')})` : error.message
  const help = HELP[error.code]
  return help ? `${whole}: ${help}` : whole
}

/** What to do about failures whose text does not tell. */
const HELP: Readonly<Partial<Record<RasterErrorCode, string>>> = {
  matrixTransformationFailed:
    'the arrangement of the points does not determine it, on two rows or along a curve, say; place points between them, or take --type Affine',
}

const SENTENCES: Readonly<Record<RasterWarning['code'], string>> = {
  firstPageOnly: 'only the first page was taken',
  turnedUpright: 'the scan was turned upright, as EXIF says',
  largestPageOnly: 'only the largest page was taken',
  faultyJpeg: 'the JPEG holds bytes that do not belong to it, or lacks its last ones',
  stretched: 'samples of more than 8 bits were stretched to 8',
  georeferencingUnusable: 'the scan carries georeferencing that cannot be converted',
  pointsThinned: 'the scan carries more control points than a map may have',
  nearlyBlack: 'the scan is all but black',
  nearlyCollinear: 'the control points lie almost on a line',
  duplicatesIgnored: 'identical control points were counted once',
  folds: 'the warp folds over itself: a control point is probably wrong',
  resolutionLowered:
    'the resolution was lowered, or the file would have more than four times the pixels of the scan',
  originalUnread: 'the original could not be read: its copy for display was taken',
}

function sentenceOf({ code, details = {} }: RasterWarning): string {
  const values = Object.entries(details).map(([name, value]) => `${name} ${value}`)
  return values.length > 0 ? `${SENTENCES[code]} (${values.join(', ')})` : SENTENCES[code]
}
