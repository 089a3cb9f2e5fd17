import { Buffer } from 'node:buffer'
import type { RandomAccess } from '../../../raster/tiff/tiff-directory.ts'
import type { MapFiles } from '../../../storage/map-files.ts'

/** A stored file, wherever it lies, of which only what is needed is read. */
export function fileByRanges(files: MapFiles, key: string, size: number): RandomAccess {
  return {
    stat: () => Promise.resolve({ size }),
    read: async (buffer, offset, length, position) => {
      const end = Math.min(position + length, size) - 1
      if (end < position) return { bytesRead: 0 }
      const stream = await files.read(key, { start: position, end })
      const bytes = Buffer.concat(await stream.toArray())
      return { bytesRead: bytes.copy(buffer, offset) }
    },
  }
}
