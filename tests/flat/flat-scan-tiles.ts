import { paneToScan } from '../../src/geometry/camera.ts'
import type { PaneSize, ScanCamera } from '../../src/geometry/camera.ts'
import type { TileAddress } from '../../workers/raster/raster-api.ts'
import { RasterError } from '../../workers/raster/raster-client.ts'
import type { Pyramid } from '../../workers/raster/raster-client.ts'

/** Reads the tiles of a scan that a pane would show, and keeps none. */
export interface FlatScanTiles {
  setView(camera: ScanCamera, size: PaneSize): void
  close(): void
}

const MOST_AT_ONCE = 8

export function createFlatScanTiles(
  scan: Pyramid,
  events: {
    readonly onBusy: (isBusy: boolean) => void
    readonly onError: (error: RasterError) => void
  },
): FlatScanTiles {
  const stop = new AbortController()
  /** Read, or could not be. */
  const done = new Set<string>()
  const reading = new Set<string>()
  let wanted = new Map<string, TileAddress>()

  function load() {
    const waiting = [...wanted].filter(([key]) => !done.has(key))
    events.onBusy(waiting.length > 0)
    for (const [key, tile] of waiting) {
      if (reading.size >= MOST_AT_ONCE) return
      if (!reading.has(key)) void read(key, tile)
    }
  }
  async function read(key: string, tile: TileAddress) {
    reading.add(key)
    try {
      const bitmap = await scan.readTile(tile, stop.signal)
      bitmap?.close()
    } catch (error) {
      if (stop.signal.aborted) return
      if (!(error instanceof RasterError)) throw error
      events.onError(error)
    }
    reading.delete(key)
    done.add(key)
    if (!stop.signal.aborted) load()
  }

  return {
    setView(camera, size) {
      wanted = new Map(
        tilesInView(scan, camera, size).map((tile) => [`${tile.level}/${tile.x}/${tile.y}`, tile]),
      )
      load()
    },
    close: () => stop.abort(),
  }
}

function tilesInView({ levels, tileSize, width, height }: Pyramid, camera: ScanCamera, size: PaneSize) {
  const finer = devicePixelRatio > 1.4 ? 1 : 0
  const level = Math.min(levels.length - 1, Math.max(0, -(Math.ceil(camera.zoom) + finer)))
  const corners = [
    [0, 0],
    [size.width, 0],
    [0, size.height],
    [size.width, size.height],
  ] as const
  const seen = corners.map((css) => paneToScan(camera, size, css))
  const side = tileSize * 2 ** level
  const range = (values: readonly number[], length: number) => [
    Math.max(0, Math.floor(Math.min(...values) / side)),
    Math.min(Math.ceil(length / side) - 1, Math.floor(Math.max(...values) / side)),
  ]
  const [left = 0, right = 0] = range(
    seen.map(([x]) => x),
    width,
  )
  const [top = 0, bottom = 0] = range(
    seen.map(([, y]) => y),
    height,
  )
  const tiles: TileAddress[] = []
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) tiles.push({ level, x, y })
  return tiles
}
