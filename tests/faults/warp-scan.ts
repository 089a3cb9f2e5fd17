import { join } from 'node:path'
import sharp from 'sharp'
import type { WarpGcp } from '../../cog/file/cog-content.ts'

/** A noisy square pyramid: noise does not compress, so that a warp of it takes its time and its space. */
export async function noisyPyramid(folder: string, side: number): Promise<string> {
  const patch = new Uint8Array(512 * 512 * 3)
  for (let at = 0; at < patch.length; at++) patch[at] = (Math.imul(at, 2_654_435_761) >>> 13) & 255
  const tile = await sharp(patch, { raw: { width: 512, height: 512, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const path = join(folder, `noise-${side}.tif`)
  await sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .composite([{ input: tile, tile: true }])
    .tiff({ tile: true, tileWidth: 512, tileHeight: 512, pyramid: true, compression: 'jpeg', bigtiff: true })
    .toFile(path)
  return path
}

/** Points of a scan turned a little and bent, so that the warp is none of its simple cases. */
export function bentPoints(side: number): WarpGcp[] {
  const places = [0.1, 0.5, 0.9]
  return places.flatMap((u, column) =>
    places.map((v, row): WarpGcp => {
      const bend = 6 * Math.sin(3 * column + 2 * row)
      return {
        image: [u * side, v * side],
        map: [
          2_800_000 + 5 * (u * side + 0.05 * v * side + bend),
          7_300_000 - 5 * (v * side - 0.05 * u * side),
        ],
      }
    }),
  )
}
