import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** Path of a file of the real maps beside the project; throws when the set is not there. */
export function sharedData(...segments: string[]): string {
  const path = join(ROOT, ...segments)
  if (!existsSync(path)) throw new Error(`the test data ${segments.join('/')} is absent`)
  return path
}

/** Whether the real maps beside the project are there. */
export const hasSharedData = existsSync(ROOT)

/**
 * A suite that needs the real maps: it runs where they are, skips with a message where they are not, and fails
 * where they are not although continuous integration must have them.
 */
export function describeWithSharedData(name: string, suite: () => void): void {
  if (hasSharedData) describe(name, suite)
  else if (process.env.CI) {
    describe(name, () => {
      it('finds the real maps beside the project', () => {
        throw new Error(`the test data is absent: ${ROOT}`)
      })
    })
  } else describe.skip(`${name} (skipped: the real maps are not beside the project)`, suite)
}
