import { beforeAll, afterAll, expect, it, vi } from 'vitest'
import type { ScanRows } from './scan-rows.ts'
import { turnedUpright } from './turned-rows.ts'

// A worker has one; it tells nothing of the memory here.
beforeAll(() => void vi.stubGlobal('navigator', {}))
afterAll(() => void vi.unstubAllGlobals())

/** Three by two pixels whose reds count from 1. */
const STORED: ScanRows = {
  width: 3,
  height: 2,
  mayHide: false,
  async *strips() {
    yield {
      top: 0,
      rows: 2,
      rgba: Uint8ClampedArray.from([1, 2, 3, 4, 5, 6].flatMap((red) => [red, 0, 0, 255])),
    }
  },
  close: () => undefined,
}

it.each([
  [2, [3, 2, 1, 6, 5, 4]],
  [3, [6, 5, 4, 3, 2, 1]],
  [4, [4, 5, 6, 1, 2, 3]],
  [5, [1, 4, 2, 5, 3, 6]],
  [6, [4, 1, 5, 2, 6, 3]],
  [7, [6, 3, 5, 2, 4, 1]],
  [8, [3, 6, 2, 5, 1, 4]],
])('turns a stored picture upright: orientation %i', async (orientation, reds) => {
  const turned = turnedUpright(STORED, orientation)
  const found: number[] = []
  for await (const { rgba } of turned.strips()) found.push(...rgba.filter((_, at) => at % 4 === 0))
  expect(found).toEqual(reds)
  expect([turned.width, turned.height]).toEqual(orientation > 4 ? [2, 3] : [3, 2])
})
