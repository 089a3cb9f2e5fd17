import { expose } from 'comlink'
import { holdLock } from '../hold-lock.ts'
import type { TileAddress } from '../raster/raster-api.ts'
import { greyOf } from './float-picture.ts'
import type { MatchScan, MatchWorkerApi } from './match-api.ts'
import { matchScans } from './match-scans.ts'
import type { ScanSource } from './match-scans.ts'

const api: MatchWorkerApi = {
  async ready(lockName) {
    if (lockName) await holdLock(lockName)
  },

  match: (from, to, places, readTile, tell) =>
    matchScans(
      sourceOf(from, (tile) => readTile(0, tile)),
      sourceOf(to, (tile) => readTile(1, tile)),
      places,
      tell,
    ),
}

/** A scan out of its tiles, in grey, on white. */
function sourceOf(
  { levels, tileSize }: MatchScan,
  readTile: (tile: TileAddress) => Promise<ImageBitmap | null>,
): ScanSource {
  return {
    levels,
    async read(level, { left, top, width, height }) {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('no 2D canvas in this worker')
      context.fillStyle = '#fff'
      context.fillRect(0, 0, width, height)
      const drawn: Promise<void>[] = []
      for (let y = Math.floor(top / tileSize); y * tileSize < top + height; y++) {
        for (let x = Math.floor(left / tileSize); x * tileSize < left + width; x++) {
          drawn.push(
            readTile({ level, x, y }).then((tile) => {
              if (!tile) return
              context.drawImage(tile, x * tileSize - left, y * tileSize - top)
              tile.close()
            }),
          )
        }
      }
      await Promise.all(drawn)
      return greyOf(context.getImageData(0, 0, width, height).data, width, height)
    },
  }
}

expose(api)
