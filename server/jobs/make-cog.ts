import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MapArchiveKind } from '../../contract/api/map-archive.ts'
import { systemOfKind } from '../../contract/archive-systems.ts'
import { distinctEnabledPairs } from '../../contract/rules/control-points.ts'
import { findRecord } from '../db/queries/map-rows.ts'
import { findVersion } from '../db/queries/transforms.ts'
import { outputSystemOf } from '../../gcp-files/reference-systems/output-system.ts'
import type { ReferenceSystem } from '../../gcp-files/reference-systems/reference-system.ts'
import type { Encoding } from '../../cog/file/cog-content.ts'
import { RasterError } from '../../cog/raster-error.ts'
import { warpToCog } from '../raster/warp/warp-to-cog.ts'
import { PUBLISHED } from '../services/transform/transform-request.ts'
import { requireFreeDisk } from '../storage/free-disk.ts'
import { cogMetadata } from './cog-metadata.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'
import { EndedArchive, makeArchiveTask } from './make-archive.ts'
import { openWarpSource } from './warp-source.ts'

/** Share of the progress that reading the scan takes. */
const READING_PERCENT = 20

/**
 * Makes a published overlay as a Cloud-Optimised GeoTIFF of another encoding or in another coordinate system: the scan is warped anew, as the published
 * file was, so that no pixel is encoded twice.
 *
 * Decisions: docs/decisions/2026-11-26-geotiffs-of-other-encodings.md, docs/decisions/2026-11-28-output-in-other-systems.md
 */
export function makeCogTask(deps: JobDeps): Task {
  return makeArchiveTask(deps, async (run) => {
    const { archive, folder, signal, report } = run
    if (archive.kind === 'pmtiles') throw new RangeError('tiles are no GeoTIFF')
    const [record, version] = await Promise.all([
      findRecord(deps.db, null, archive.mapId),
      findVersion(deps.db, archive.versionId),
    ])
    if (!record || !version) throw new EndedArchive('errors.archive.outdated')
    await requireFreeDisk(deps.workFolder, deps.freeDiskBytes)
    const outPath = join(folder, 'overlay.tif')
    // An attempt before was killed when the file was whole.
    const earlier = await stat(outPath).catch(() => undefined)
    if (earlier) return { path: outPath, bytes: earlier.size }
    const system = await systemOf(archive.kind)
    const source = await openWarpSource(deps, record.map, {
      folder: join(folder, 'scan'),
      onProgress: (percent) => report((percent * READING_PERCENT) / 100),
      signal,
    })
    try {
      const { mask, projection, transformationType } = version.transformation
      const { bytes } = await warpToCog({
        ...source.pixels,
        gcps: distinctEnabledPairs(version.transformation).map(({ image, map }) => ({ image, map })),
        transformationType,
        ...(projection !== undefined && { projection }),
        ...(mask && { mask }),
        ...PUBLISHED,
        encoding: encodingOf(archive.kind),
        ...(system && { system }),
        outPath,
        workFolder: join(folder, 'spool'),
        onProgress: (percent) => report(READING_PERCENT + (percent * (100 - READING_PERCENT)) / 100),
        signal,
        metadata: cogMetadata(record),
      })
      return { path: outPath, bytes }
    } finally {
      await source.release()
    }
  })
}

const encodingOf = (kind: MapArchiveKind): Encoding => (kind === 'lossless' ? 'deflate' : 'jpeg')

async function systemOf(kind: MapArchiveKind): Promise<ReferenceSystem | undefined> {
  const text = systemOfKind(kind)
  if (text === undefined) return undefined
  const found = await outputSystemOf(text)
  // It was known when the file was asked for.
  if (!found.ok) throw new RasterError('outsideSystem', { crs: text })
  return found.system
}
