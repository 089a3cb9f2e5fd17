import { saveJudgement, unjudgedMaps } from '../db/queries/judged-maps.ts'
import { RasterError } from '../../cog/raster-error.ts'
import { FitThread } from '../raster/warp/fit-thread-client.ts'
import { fitToJudge } from '../services/maps/record/placement-error.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'

const AT_ONCE = 50

/** Finds out how exactly published overlays lie, so that weak ones can be looked for; done when none is left. */
export function judgeMapsTask({ db }: Pick<JobDeps, 'db'>): Task {
  return async (_payload, { signal }) => {
    const thread = new FitThread()
    const judge = async (request: ReturnType<typeof fitToJudge>) => {
      if (!request) return null
      try {
        return (await thread.fit(request)).typicalError?.metres ?? null
      } catch (error) {
        // Points of before today's rules, or too many to judge in time: nothing is known of these.
        if (error instanceof RasterError) return null
        throw error
      }
    }
    try {
      for (;;) {
        const maps = await unjudgedMaps(db, AT_ONCE)
        if (maps.length === 0) return
        for (const map of maps) {
          signal.throwIfAborted()
          await saveJudgement(db, map, await judge(fitToJudge(map, map.transformation)))
        }
      }
    } finally {
      await thread.stop()
    }
  }
}
