import { saveCropOutline, sheetOutlined } from '../db/queries/crop-outlines.ts'
import { RasterError } from '../../cog/raster-error.ts'
import { FitThread } from '../raster/warp/fit-thread-client.ts'
import { fitToOutline } from '../services/maps/record/placement-error.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'

const AT_ONCE = 20

/**
 * Gives overlays with a crop that were made when outlines were those of whole sheets the outline of what they show. One
 * after another, each saved before the next: whoever ends it goes on there. Done when none is left.
 */
export function outlineCropsTask({ db }: Pick<JobDeps, 'db'>): Task {
  return async (_payload, { signal }) => {
    const thread = new FitThread()
    const outline = async (request: ReturnType<typeof fitToOutline>) => {
      if (!request) return null
      try {
        return (await thread.fit(request)).footprint
      } catch (error) {
        // Points or a crop of before today's rules: the outline of the sheet is the best that there is.
        if (error instanceof RasterError) return null
        throw error
      }
    }
    try {
      for (;;) {
        const versions = await sheetOutlined(db, AT_ONCE)
        if (versions.length === 0) return
        for (const version of versions) {
          signal.throwIfAborted()
          await saveCropOutline(db, version.id, await outline(fitToOutline(version, version.transformation)))
        }
      }
    } finally {
      await thread.stop()
    }
  }
}
