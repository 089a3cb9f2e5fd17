import { arrangeCog, type ArrangedCog } from '../../cog/file/cog-arrangement.ts'
import { worldFileText } from '../../cog/file/world-file.ts'
import { outlineGeoJson } from '../../cog/outline/outline-geojson.ts'
import type { CogLayout } from '../../cog/file/cog-layout.ts'
import { RasterError } from '../../cog/raster-error.ts'
import { tileSideFor } from '../../cog/file/tile-side.ts'
import { joinedBytes } from '../../cog/file/tiff-writer.ts'
import type { KernelModule } from '../../cog/warp/fit-model.ts'
import { WarpSchedule } from '../../cog/warp/warp-schedule.ts'
import { headerFacts, type LaidOutWarp, layOutWarp, type WarpOptions } from '../../cog/warp/warp-setup.ts'
import {
  controlPointCountFault,
  distinctEnabledPairs,
  transformationInputSchema,
} from '../../contract/rules/control-points.ts'
import { BlockWorkers } from './block-workers.ts'
import { CanvasTiles } from './canvas-tiles.ts'
import type { LocalProgress, LocalPublishRequest, PublishedLocally } from './local-api.ts'
import { scanLevels } from './halved-levels.ts'
import { checkRoom } from './memory-limit.ts'
import { openScanRows } from './open-scan.ts'
import { RawPyramid } from './raw-pyramid.ts'
import { TileStore } from './tile-store.ts'

/** A file whose bytes are given in order. */
export interface PublishedFile extends PublishedLocally {
  readonly parts: Iterator<Uint8Array<ArrayBuffer>>
  /** Lets its folder go. */
  close(): void
}

/** Tasks of a worker at once: the next window is read while the block before is warped. */
const TASKS_AT_ONCE = 2
/** Block level, see `WarpSchedule`. */
const BLOCK_LEVEL = 2
/** Parts are gathered to this size: each crosses a thread. */
const PART_BYTES = 2 ** 20
const ENCODINGS = { jpeg: 'jpeg', webp: 'webp', lossless: 'deflate' } as const

/**
 * Warps a scan by its control points. The scan's own pixels are laid out in `folder` first, as the server does it, so that
 * nothing is encoded twice.
 *
 * @throws RasterError of the fit, LocalFailureError
 */
export async function publishMap(
  kernel: KernelModule,
  scan: Blob,
  request: LocalPublishRequest,
  folder: FileSystemDirectoryHandle,
  onProgress: (progress: LocalProgress) => void,
): Promise<PublishedFile> {
  const options = warpOptions(request)
  const rows = await openScanRows(scan)
  const { width, height } = rows
  const tileSize = tileSideFor(width, height)
  const pixels = await spool(folder, 'pixels')
  let laidOut: LaidOutWarp
  let pyramid: RawPyramid
  try {
    await checkRoom(RawPyramid.bytesFor(width, height, tileSize))
    const levels = scanLevels(width, height, tileSize).length
    // What is wrong with the points is told before the scan is laid out.
    laidOut = await layOutWarp(kernel, { imageSize: [width, height], levels }, options)
    pyramid = await RawPyramid.write(rows, tileSize, pixels, (done) =>
      onProgress({ stage: 'reading', done, total: height }),
    )
  } finally {
    rows.close()
  }
  const { setup, layout } = laidOut
  const tiles = await spool(folder, 'tiles')
  const store = new TileStore(tiles, layout)
  const encoder = new CanvasTiles(layout.tileSize, setup.encoding)
  const emptyTile = await encoder.nothing()
  await warpBlocks(laidOut, pyramid, store, onProgress)
  const facts = headerFacts(laidOut, options, emptyTile.jpegTables)
  const cog = arrangeCog(facts, emptyTile, (level, plane) => store.plane(level, plane))
  pixels.close()
  const close = () => tiles.close()
  return {
    bytes: cog.bytes,
    ...sizeOf(layout),
    outline: outlineGeoJson({ properties: { ...options.metadata } }, laidOut.footprint),
    worldFile: worldFileText(setup),
    parts: gathered(partsOf(cog, store)),
    close,
  }
}

function sizeOf({ levels }: CogLayout): { readonly width: number; readonly height: number } {
  const { width = 0, height = 0 } = levels[0] ?? {}
  return { width, height }
}

/** @throws RasterError where there are too few points */
function warpOptions({ encoding, title, ...body }: LocalPublishRequest): WarpOptions {
  const input = transformationInputSchema.parse(body)
  if (controlPointCountFault(input)) throw new RasterError('insufficientControlPoints')
  const { transformationType, projection, mask } = input
  return {
    gcps: distinctEnabledPairs(input).map(({ image, map }) => ({ image, map })),
    transformationType,
    ...(projection !== undefined && { projection }),
    ...(mask && { mask }),
    resampling: 'bilinear',
    encoding: ENCODINGS[encoding],
    metadata: title === undefined ? {} : { title },
  }
}

async function warpBlocks(
  { layout, setup }: LaidOutWarp,
  pyramid: RawPyramid,
  store: TileStore,
  onProgress: (progress: LocalProgress) => void,
): Promise<void> {
  const nothingFinished = { has: () => false, quarter: () => Promise.resolve(null) }
  const schedule = new WarpSchedule(layout, nothingFinished)
  const workers = new BlockWorkers(layout.blocksAcross * layout.blocksDown)
  try {
    const lanes = await workers.lanes(setup, pyramid, TASKS_AT_ONCE)
    const run = async (carryOut: (typeof lanes)[number]) => {
      for (let task = await schedule.next(); task; task = await schedule.next()) {
        const made = await carryOut(task)
        for (const tile of made.tiles) store.add(tile)
        await schedule.finish(task.type === 'block' ? BLOCK_LEVEL : task.level, task.x, task.y, made.quarter)
        onProgress({ stage: 'warping', done: schedule.done, total: 1 })
      }
    }
    await Promise.all(lanes.map(run))
  } finally {
    workers.close()
  }
}

function* partsOf(cog: ArrangedCog, store: TileStore): Generator<Uint8Array<ArrayBuffer>> {
  yield cog.header
  for (const { level, plane, empty } of cog.planes) {
    if (empty) yield empty.slice()
    yield* store.parts(level, plane)
  }
}

/** The same bytes in fewer parts. */
function* gathered(parts: Iterable<Uint8Array<ArrayBuffer>>): Generator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (const part of parts) {
    waiting.push(part)
    bytes += part.length
    if (bytes < PART_BYTES) continue
    yield joinedBytes(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield joinedBytes(waiting)
}

async function spool(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemSyncAccessHandle> {
  const file = await folder.getFileHandle(name, { create: true })
  return file.createSyncAccessHandle()
}
