import { describe, expect, it, vi } from 'vitest'
import { AreaGoneError } from '../../../workers/kept/kept-parts-api.ts'
import type { KeptArea } from '../../../workers/kept/kept-database-api.ts'
import { KeepError } from '../../../workers/raster/keep-client.ts'
import { createKeeper, type KeeperDeps } from './keeper.ts'

const source = { tiles: ['/t/{z}/{x}/{y}'], tileSize: 512, minZoom: 0, maxZoom: 2, attribution: [] }
const area = {
  id: 'a',
  fileUrl: '/api/files/maps/m/1.tif',
  region: { kind: 'box', box: { minX: 0, minY: 0, maxX: 900, maxY: 900 } },
  finestLevel: 0,
  wholeBytes: 1_000,
  baseMaps: { embedded: source, layers: { streets: null } },
} as unknown as KeptArea
const INFO = {
  width: 1000,
  height: 1000,
  tileSize: 10,
  levels: [{ width: 1000, height: 1000 }],
  grid: { originX: 0, originY: 1000, pixelSize: 1 },
}

function keeperWith(deps: Partial<KeeperDeps> = {}, keepTiles = vi.fn(async () => 100)) {
  const changes: object[] = []
  const waits: number[] = []
  const keeper = createKeeper({
    openClient: () => ({ open: async () => INFO, keepTiles, close: () => undefined }),
    addArea: async () => undefined,
    changeArea: async (_id, change) => void changes.push(change),
    keepBaseTiles: async () => 7,
    wait: async (ms) => void waits.push(ms),
    alone: async (_id, work) => {
      await work()
      return true
    },
    ...deps,
  })
  return { keeper, keepTiles, changes, waits }
}

describe('the keeper', () => {
  it('keeps everything in turn, tells how far it is, and ends whole', async () => {
    const { keeper, keepTiles, changes } = keeperWith()
    await keeper.start(area, true)
    expect(keeper.state.get()).toMatchObject({ areaId: 'a', status: 'done', fault: null })
    // 91 x 91 tiles in batches of 48, and the base map's nine in two.
    const batches = Math.ceil((91 * 91) / 48)
    expect(keepTiles).toHaveBeenCalledTimes(batches)
    expect(changes.at(-1)).toMatchObject({ isWhole: true, bytes: batches * 100 + 14 })
  })

  it('asks a stuttering line again, ever later, and gives up in the end', async () => {
    const cut = new KeepError({ code: 'network', message: 'cut' })
    const stutters = vi
      .fn(async () => 100)
      .mockRejectedValueOnce(cut)
      .mockRejectedValueOnce(cut)
    const first = keeperWith({}, stutters)
    await first.keeper.start(area, true)
    expect(first.keeper.state.get().status).toBe('done')
    expect(first.waits).toEqual([1_000, 2_000])

    const second = keeperWith(
      {},
      vi.fn(async () => Promise.reject(cut)),
    )
    await second.keeper.start(area, true)
    expect(second.keeper.state.get()).toMatchObject({ status: 'failed', fault: 'network' })
    expect(second.waits).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(second.changes).not.toContainEqual(expect.objectContaining({ isWhole: true }))
  })

  it('says at once that there is no room, that storage is refused, and that the area was freed', async () => {
    for (const [error, fault] of [
      [new KeepError({ code: 'full', message: '' }), 'full'],
      [new DOMException('', 'QuotaExceededError'), 'full'],
      [new DOMException('', 'InvalidStateError'), 'unkept'],
      [new AreaGoneError('a'), 'gone'],
    ] as const) {
      const { keeper, waits } = keeperWith(
        {},
        vi.fn(async () => Promise.reject(error)),
      )
      await keeper.start(area, true)
      expect(keeper.state.get()).toMatchObject({ status: 'failed', fault })
      expect(waits).toEqual([])
    }
  })

  it('stops when it is told to, and leaves the area incomplete', async () => {
    const { keeper, keepTiles, changes } = keeperWith(
      {},
      vi.fn(async () => 100),
    )
    keepTiles.mockImplementation(async () => {
      keeper.cancel()
      throw new DOMException('stopped', 'AbortError')
    })
    await keeper.start(area, true)
    expect(keeper.state.get().status).toBe('cancelled')
    expect(changes).not.toContainEqual(expect.objectContaining({ isWhole: true }))
  })

  it('leaves an area alone that another window keeps', async () => {
    const { keeper } = keeperWith({ alone: async () => false })
    await keeper.start(area, false)
    expect(keeper.state.get()).toMatchObject({ status: 'failed', fault: 'busy' })
  })
})
