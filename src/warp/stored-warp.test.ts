import { expect, it } from 'vitest'
import type { Transformation } from '../../contract/api/map-record.ts'
import type { WarpRequest } from '../../workers/warp/warp-api.ts'
import type { WarpSession } from '../../workers/warp/warp-client.ts'
import { createStoredWarp } from './stored-warp.ts'
import type { WarpWish } from './stored-warp.ts'

const transformation: Transformation = {
  mapPoints: [
    [10, 20],
    [30, 40],
    [50, 60],
  ],
  imagePoints: [1, 2, 3].map((at) => ({ pixelX: at, pixelY: -at })),
  transformationType: 'TPS',
  mask: null,
  disabled: [1],
  notes: {},
}
const scan = { width: 100, height: 80, tileSize: 256, levelCount: 1 }
const wish: WarpWish = { transformation, type: 'Affine', scan }

function sessions() {
  const asked: (WarpRequest | null)[] = []
  let open = 0
  let count = 0
  const start = () => {
    open += 1
    count += 1
    return {
      setRequest: (request: WarpRequest | null) => asked.push(request),
      snapshot: () => ({ fit: null, failure: null, coarse: null, busy: false, workerDeaths: 0 }),
      subscribe: () => () => undefined,
      close: () => (open -= 1),
    } as unknown as WarpSession
  }
  return { start, asked, open: () => open, count: () => count }
}

it('fits the enabled pairs of the stored points by the type that is wished', () => {
  const { start, asked } = sessions()
  const warp = createStoredWarp(start)
  warp.subscribe(() => undefined)
  warp.wish(wish)
  expect(asked).toEqual([
    { type: 'Affine', gcps: new Float64Array([1, -1, 10, 20, 3, -3, 50, 60]), scan, dragging: false },
  ])
  warp.wish({ ...wish, type: 'TPS' })
  expect(asked.at(-1)).toMatchObject({ type: 'TPS' })
})

it('has a worker only while something is wished and somebody listens', () => {
  const { start, open, count } = sessions()
  const warp = createStoredWarp(start)
  warp.wish(wish)
  expect(open()).toBe(0)
  const stop = warp.subscribe(() => undefined)
  expect([open(), warp.snapshot().meshes === null]).toEqual([1, false])
  warp.wish(null)
  expect([open(), warp.snapshot().meshes]).toEqual([0, null])
  warp.wish(wish)
  stop()
  expect([open(), count()]).toEqual([0, 2])
})
