import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { distinctEnabledPairs } from '../../contract/rules/control-points.ts'
import { findRecord } from '../db/queries/map-rows.ts'
import { findVersion } from '../db/queries/transforms.ts'
import type { Encoding } from '../raster/cog/cog-content.ts'
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
const ENCODINGS = { jpeg: 'jpeg', lossless: 'deflate' } as const satisfies Record<string, Encoding>

/**
 * Makes a published overlay as a Cloud-Optimised GeoTIFF of another encoding: the scan is warped anew, as the published
 * file was, so that no pixel is encoded twice.
 *
 * Decision: docs/decisions/2026-11-26-geotiffs-of-other-encodings.md
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
    const source = await openWarpSource(deps, record.map, {
      folder: join(folder, 'scan'),
      onProgress: (percent) => report((percent * READING_PERCENT) / 100),
      signal,
    })
    try {
      const { mask, transformationType } = version.transformation
      const { bytes } = await warpToCog({
        ...source.pixels,
        gcps: distinctEnabledPairs(version.transformation).map(({ image, map }) => ({ image, map })),
        transformationType,
        ...(mask && { mask }),
        ...PUBLISHED,
        encoding: ENCODINGS[archive.kind],
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
