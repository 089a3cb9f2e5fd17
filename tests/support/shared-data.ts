import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describeNeeding, REAL_MAPS } from './needs.ts'

const ROOT = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** Path of a file of the real maps beside the project; throws when the set is not there. */
export function sharedData(...segments: string[]): string {
  const path = join(ROOT, ...segments)
  if (!existsSync(path)) throw new Error(`the test data ${segments.join('/')} is absent`)
  return path
}

/** A suite that needs the real maps. */
export function describeWithSharedData(name: string, suite: () => void): void {
  describeNeeding(REAL_MAPS, name, suite)
}
