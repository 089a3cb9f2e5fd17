import type { Plane, StoredPlane } from '../../cog/file/cog-arrangement.ts'
import type { TileRange } from '../../cog/file/cog-header.ts'
import type { CogLayout } from '../../cog/file/cog-layout.ts'
import type { FinishedTile } from '../../cog/file/cog-tiles.ts'

interface StoredTile extends TileRange {
  /** Row by row in its level. */
  readonly index: number
}

/** Encoded tiles in a file of this device, in the order in which they come. */
export class TileStore {
  readonly #file: FileSystemSyncAccessHandle
  readonly #layout: CogLayout
  readonly #planes = new Map<string, StoredTile[]>()
  #end = 0

  constructor(file: FileSystemSyncAccessHandle, layout: CogLayout) {
    this.#file = file
    this.#layout = layout
  }

  add({ level, x, y, image, mask }: FinishedTile): void {
    const index = y * (this.#layout.levels[level]?.tilesAcross ?? 0) + x
    this.#append(level, 'image', index, image)
    if (mask) this.#append(level, 'mask', index, mask)
  }

  /** Where the tiles of a plane will lie when they stand one after another. */
  plane(level: number, plane: Plane): StoredPlane {
    const { tilesAcross = 0, tilesDown = 0 } = this.#layout.levels[level] ?? {}
    const ranges = Array.from({ length: tilesAcross * tilesDown }, () => ({ offset: 0, length: 0 }))
    let bytes = 0
    for (const { index, length } of this.#tiles(level, plane)) {
      ranges[index] = { offset: bytes, length }
      bytes += length
    }
    return { ranges, bytes }
  }

  /** The tiles of a plane one after another, in parts of a bounded size. */
  *parts(level: number, plane: Plane): Generator<Uint8Array<ArrayBuffer>> {
    for (const { offset, length } of this.#tiles(level, plane)) {
      const part = new Uint8Array(length)
      this.#file.read(part, { at: offset })
      yield part
    }
  }

  #tiles(level: number, plane: Plane): readonly StoredTile[] {
    return this.#planes.get(`${level} ${plane}`) ?? []
  }

  #append(level: number, plane: Plane, index: number, bytes: Uint8Array): void {
    const key = `${level} ${plane}`
    const tiles = this.#planes.get(key) ?? []
    this.#planes.set(key, tiles)
    tiles.push({ index, offset: this.#end, length: bytes.length })
    this.#file.write(bytes as Uint8Array<ArrayBuffer>, { at: this.#end })
    this.#end += bytes.length
  }
}
