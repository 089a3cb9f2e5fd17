import type { FastifyBaseLogger } from 'fastify'
import type { DatabasePool } from '../db/jobs/dead-pools.ts'
import { queueCropOutlines } from '../db/queries/crop-outlines.ts'
import { queueJudging } from '../db/queries/judged-maps.ts'
import { queueScanDigests } from '../db/queries/scan-digests.ts'
import { confinementGap } from '../raster/confined-child.ts'
import { scheduleCleanUp } from './clean-up.ts'
import type { JobDeps } from './job-deps.ts'
import { type JobRunner, startJobRunner } from './job-runner.ts'
import { tasks } from './tasks.ts'

/** Clearing up begins once the start is over. */
const FIRST_CLEAN_UP_MS = 60_000

export interface JobsOptions extends Omit<JobDeps, 'warn'> {
  readonly pool: DatabasePool
  /** Jobs that run at once in this process. */
  readonly jobConcurrency: number
  readonly log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>
}

/** Runs the jobs of the product in this process, and queues those that every start needs. */
export async function startJobs({ pool, jobConcurrency, log, ...deps }: JobsOptions): Promise<JobRunner> {
  const runner = await startJobRunner({
    pool,
    tasks: tasks({ ...deps, warn: (line) => log.warn(line) }),
    concurrency: jobConcurrency,
    log: (level, line) => log[level === 'warning' ? 'warn' : level](line),
  })
  const gap = confinementGap()
  if (gap) log.warn(gap)
  await scheduleCleanUp(deps, FIRST_CLEAN_UP_MS)
  // What an earlier release stored, or a restore brought, lacks some of what is found out today.
  await queueJudging(deps.db)
  await queueCropOutlines(deps.db)
  await queueScanDigests(deps.db)
  return runner
}
