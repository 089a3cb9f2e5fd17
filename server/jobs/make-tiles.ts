import { LICENCES } from '../../contract/rights.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { easting180, plainLongitudesOf } from '../../contract/worlds.ts'
import { tileOfId } from '../base-map/tile-id.ts'
import { beginMapArchive } from '../db/queries/map-archives.ts'
import { findTileFacts, type OverlayRow } from '../db/queries/tile-rows.ts'
import { encodeTile } from '../raster/tiles/tile-picture.ts'
import { isLargeJob } from '../services/operation/large-jobs.ts'
import { queueMapArchive } from '../services/downloads/map-archives.ts'
import { OverlayPixels } from '../services/tiles/overlay-pixels.ts'
import { TILE_PIXELS, tileBox } from '../services/tiles/tile-address.ts'
import { TileArchiveFile, type TileArchiveFacts } from '../services/tiles/tile-archive-file.ts'
import { planTileArchive, type TileArchivePlan } from '../services/tiles/tile-archive-plan.ts'
import { attributionHtml } from '../services/tiles/tile-json.ts'
import { requireFreeDisk } from '../storage/free-disk.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'
import { type ArchiveRun, EndedArchive, makeArchiveTask, requireSize } from './make-archive.ts'

/** So long one attempt draws; then others have their turn, and it goes on after them. */
const TURN_MS = 60_000
/** Drawn at a time: one is resampled while others are read and encoded. */
const AT_ONCE = 4
/** Tiles after which the free disk is looked at. */
const LOOK_EVERY = 500

/**
 * Makes the tiles of an overlay as one file.
 *
 * Decision: docs/decisions/2026-11-24-tiles-in-one-file.md
 */
export function makeTilesTask(deps: JobDeps): Task {
  return makeArchiveTask(deps, async (run) => {
    const { overlay, folder, signal } = run
    const plan = planTileArchive(overlay.corners, overlay.width)
    const file = await TileArchiveFile.open(folder)
    try {
      const isWhole = await drawTiles(run, plan, file)
      signal.throwIfAborted()
      if (!isWhole) {
        await goOnLater(run)
        return undefined
      }
      return { path: file.path, bytes: await file.finish(await factsOf(deps, overlay, plan)) }
    } finally {
      await file.close()
    }
  })
}

/** Draws the tiles that are not there yet, in their order. False where the turn is over before they are. */
async function drawTiles(
  { deps, overlay, signal, report }: ArchiveRun,
  { ids }: TileArchivePlan,
  file: TileArchiveFile,
): Promise<boolean> {
  const pixels = new OverlayPixels(deps.files)
  const turnEnds = Date.now() + TURN_MS
  const draw = async (id: number): Promise<Buffer | undefined> => {
    const drawn = await pixels.of(overlay, tileBox(tileOfId(id)), TILE_PIXELS)
    return drawn && encodeTile(drawn, TILE_PIXELS, 'webp')
  }
  let at = firstBeyond(ids, file.lastId)
  const begun: Promise<Buffer | undefined>[] = []
  const begin = (id: number) => {
    const drawing = draw(id)
    // It is waited for in its turn; until then a failure is nobody's.
    drawing.catch(() => undefined)
    begun.push(drawing)
  }
  try {
    for (let next = at; at < ids.length; at += 1) {
      if (at % LOOK_EVERY === 0) {
        await requireFreeDisk(deps.workFolder, deps.freeDiskBytes)
        requireSize(deps, file.size)
      }
      while (begun.length < AT_ONCE && next < ids.length) begin(ids[next++]!)
      const tile = await begun.shift()
      signal.throwIfAborted()
      if (tile) await file.add(ids[at]!, tile)
      report((at / ids.length) * 100)
      if (Date.now() > turnEnds && at + 1 < ids.length) {
        await file.write()
        return false
      }
    }
    return true
  } finally {
    await Promise.allSettled(begun)
    await pixels.close()
  }
}

/** Index of the first number that is larger; all are rising. */
function firstBeyond(ids: Float64Array, last: number): number {
  const at = ids.findIndex((id) => id > last)
  return at < 0 ? ids.length : at
}

/** Makes room for other jobs, and goes on after those of the user that wait. */
async function goOnLater({ deps, archive, attempt, overlay }: ArchiveRun): Promise<void> {
  const isLarge = isLargeJob(deps.largeJobPixels, { pixels: overlay.width * overlay.height })
  await deps.db.transaction(async (tx) => {
    if (await beginMapArchive(tx, archive.id, attempt)) await queueMapArchive(tx, archive, isLarge)
  })
}

/** What the file says of its map. */
async function factsOf(
  { db }: JobDeps,
  overlay: OverlayRow,
  plan: TileArchivePlan,
): Promise<TileArchiveFacts> {
  const facts = await findTileFacts(db, overlay.mapId)
  if (!facts) throw new EndedArchive('errors.archive.outdated')
  const { minX, minY, maxX, maxY } = overlay.corners
  const [west, east] = plainLongitudesOf(overlay.corners)
  const attribution = attributionHtml(facts)
  const { minZoom, maxZoom } = plan
  return {
    minZoom,
    maxZoom,
    bounds: [west, lonLatOf([0, minY])[1], east, lonLatOf([0, maxY])[1]],
    center: [...lonLatOf([easting180((minX + maxX) / 2), (minY + maxY) / 2]), Math.min(maxZoom, minZoom + 1)],
    metadata: {
      name: facts.title,
      ...(facts.description && { description: facts.description }),
      ...(attribution && { attribution }),
      ...(facts.licence && { license: LICENCES[facts.licence] }),
      version: `${overlay.n}.0.0`,
      type: 'overlay',
      format: 'webp',
    },
  }
}
