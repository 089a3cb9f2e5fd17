import type { ImagePoint } from '../../../../contract/control-points.ts'
import { decodeText } from '../../../../gcp-files/decode-text.ts'
import { excerpt } from '../../../../gcp-files/gcp-file.ts'
import type { FilePlacement, GcpFile, GcpFileError, ScanSize } from '../../../../gcp-files/gcp-file.ts'
import { mapOfScan, pictureName } from '../../../../gcp-files/map-of-scan.ts'
import { mapPlaneOf } from '../../../../gcp-files/map-plane/map-plane.ts'
import { ontoScan } from '../../../../gcp-files/onto-scan.ts'
import type { OntoScan, PixelFrame, Scan } from '../../../../gcp-files/onto-scan.ts'
import { MAX_GCP_FILE_BYTES, readGcpFile } from '../../../../gcp-files/read-gcp-file.ts'
import { runOn } from '../../../../gcp-files/run-on.ts'
import { toWebMercator } from '../../../../gcp-files/to-web-mercator.ts'
import type { ProjectedGcps } from '../../../../gcp-files/to-web-mercator.ts'

/** One of the maps that a file tells of. */
export interface ImportChoice {
  readonly points: number
  /** Last part of its image's address. */
  readonly name: string
}

/** How the picture that a file was made on compares with the scan: of its size, of its shape alone, or neither. */
export type PictureMatch = 'same' | 'scaled' | 'other'

/** A control-point file that was read: what the import dialog shows before anything changes. */
export type ImportPreview =
  | {
      readonly kind: 'read'
      readonly format: GcpFile['format']
      readonly projected: ProjectedGcps
      /** More than one where the file tells of several maps. */
      readonly choices: readonly ImportChoice[]
      /** Index of the one that was read. */
      readonly which: number
      /** With its crop on this scan. Null: the file tells of points alone. */
      readonly placement: FilePlacement | null
      readonly match: PictureMatch
      /** What its points count where EXIF turned the scan; null: there is no question. */
      readonly frame: PixelFrame | null
      /** The points lay on the map of the scan's own georeferencing. */
      readonly isThroughRaster: boolean
    }
  | { readonly kind: 'failed'; readonly error: GcpFileError | { readonly code: 'unreadable' } }

export interface ImportOptions {
  /** What the user says about its coordinate system, before what the file says. */
  readonly crs?: string
  /** Index of the map, of a file that tells of several; absent: the one named as the scan's file is, else the first. */
  readonly which?: number
  /** What the user says its points count, where EXIF turned the scan. */
  readonly frame?: PixelFrame
}

/**
 * Reads a control-point file that the user chose.
 * @param scan the scan, whose corners a world file places, and which the points are brought and scaled to
 */
export async function readImport(
  file: Blob,
  scan: Scan,
  { crs, which, frame }: ImportOptions = {},
): Promise<ImportPreview> {
  if (file.size > MAX_GCP_FILE_BYTES)
    return { kind: 'failed', error: { code: 'tooLarge', value: String(file.size) } }
  try {
    const read = readGcpFile(decodeText(new Uint8Array(await file.arrayBuffer())), scan)
    if (!read.ok) return { kind: 'failed', error: read.error }
    const chosen = which ?? mapOfScan(read.maps, scan.name ?? '') ?? 0
    const onto = await ontoScan(read.maps[chosen] ?? read.file, scan, frame)
    if (!onto.ok) return { kind: 'failed', error: onto.error }
    return await previewOf(onto, { maps: read.maps, which: chosen }, scan, crs)
  } catch {
    // The file vanished, or the registry of coordinate systems could not be loaded.
    return { kind: 'failed', error: { code: 'unreadable' } }
  }
}

/** The same of a placement that is known already: that of another map. */
export function importOf(file: GcpFile, scan: ScanSize): Promise<ImportPreview> {
  return previewOf({ file, frame: null, isThroughRaster: false }, { maps: [], which: 0 }, scan)
}

async function previewOf(
  { file, frame, isThroughRaster }: OntoScan,
  { maps, which }: { readonly maps: readonly GcpFile[]; readonly which: number },
  scan: ScanSize,
  crs?: string,
): Promise<ImportPreview> {
  const { file: fitted, match } = onScan(file, scan)
  const result = await toWebMercator(fitted, crs ? { crs } : {})
  if (!result.ok) return { kind: 'failed', error: result.error }
  return {
    kind: 'read',
    format: fitted.format,
    projected: { ...result.projected, points: runOn(result.projected.points) },
    choices: maps.map(choiceOf),
    which,
    placement: await placementOf(fitted),
    match,
    frame,
    isThroughRaster,
  }
}

/** What a file says beside its points; a projection that cannot be computed is named, and not taken. */
async function placementOf({ placement }: GcpFile): Promise<FilePlacement | null> {
  if (!placement?.projection) return placement ?? null
  const { projection, ...rest } = placement
  return (await mapPlaneOf(projection)).ok ? placement : { ...rest, unknownProjection: excerpt(projection) }
}

function choiceOf(map: GcpFile): ImportChoice {
  return { points: map.points.length, name: pictureName(map).slice(-60) }
}

/** Shapes are one where width to height differ by less than this share: sizes are rounded. */
const SAME_SHAPE = 0.01

/** A file's points and crop on a scan of another size than the picture that it was made on, if that has its shape. */
function onScan(file: GcpFile, scan: ScanSize): { readonly file: GcpFile; readonly match: PictureMatch } {
  const size = file.placement?.imageSize
  if (!file.placement || !size || (size.width === scan.width && size.height === scan.height))
    return { file, match: 'same' }
  const [across, down] = [scan.width / size.width, scan.height / size.height]
  if (Math.abs(across / down - 1) > SAME_SHAPE) return { file, match: 'other' }
  const scaled = ([x, y]: ImagePoint): ImagePoint => [x * across, y * down]
  return {
    match: 'scaled',
    file: {
      ...file,
      points: file.points.map((point) => ({ ...point, image: scaled(point.image) })),
      placement: { ...file.placement, mask: file.placement.mask.map((ring) => ring.map(scaled)) },
    },
  }
}

/** How many image points lie outside a scan of that size. */
export function countOutside(projected: ProjectedGcps, scan: { width: number; height: number }): number {
  return projected.points.filter(({ image: [x, y] }) => x < 0 || y < 0 || x > scan.width || y > scan.height)
    .length
}
