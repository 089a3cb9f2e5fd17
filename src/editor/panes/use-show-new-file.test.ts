import { expect, it } from 'vitest'
import { FILE_DELAY_MS, FILE_FIT } from './use-show-new-file.ts'

it('shows a new file 20 px off the edges, no deeper than level 18, in half a second, a tenth of a second later', () => {
  // Level 18 of tiles of 256 px is one lower where they have 512.
  expect(FILE_FIT).toEqual({ padding: 20, maxZoom: 17, durationMs: 500 })
  expect(FILE_DELAY_MS).toBe(100)
})
