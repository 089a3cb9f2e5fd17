import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import {
  COMPRESSION,
  type DirectoryEntry,
  type PmtilesHeader,
  HEADER_BYTES,
  ROOT_LIMIT_BYTES,
  TILE_TYPE,
  encodeDirectory,
  encodeHeader,
} from './pmtiles-directory.ts'
import { tileId } from './tile-id.ts'

/** One tile: its address and its bytes, uncompressed. */
export interface Tile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly data: Uint8Array
}

const LEAF_ENTRIES = 4096
const WORLD: PmtilesHeader['bounds'] = [-180, -85, 180, 85]

/**
 * A PMTiles version 3 archive of vector tiles: gzip throughout, equal tiles stored once, in the order of the curve.
 * Small enough to be made in memory (some 10 MB).
 *
 * Decision: docs/decisions/2026-11-22-own-pmtiles-and-s3rver.md
 */
export function encodePmtiles(
  tiles: readonly Tile[],
  metadata: Record<string, unknown>,
  bounds: PmtilesHeader['bounds'] = WORLD,
): Buffer {
  const sorted = tiles.map((tile) => ({ id: tileId(tile.z, tile.x, tile.y), data: tile.data }))
  sorted.sort((a, b) => a.id - b.id)
  const contents: Buffer[] = []
  const rangeOf = new Map<string, { offset: number; length: number }>()
  const entries: DirectoryEntry[] = []
  let size = 0
  for (const { id, data } of sorted) {
    const hash = createHash('sha256').update(data).digest('base64')
    let range = rangeOf.get(hash)
    if (!range) {
      const packed = gzipSync(data, { level: 9 })
      range = { offset: size, length: packed.length }
      contents.push(packed)
      size += packed.length
      rangeOf.set(hash, range)
    }
    const last = entries.at(-1)
    if (last && last.offset === range.offset && last.tileId + last.runLength === id)
      entries[entries.length - 1] = { ...last, runLength: last.runLength + 1 }
    else entries.push({ tileId: id, ...range, runLength: 1 })
  }
  const { root, leaves } = encodeDirectories(entries)
  const meta = gzipSync(JSON.stringify(metadata))
  const at = [HEADER_BYTES, root.length, meta.length, leaves.length].map((_, i, sizes) =>
    sizes.slice(0, i + 1).reduce((sum, bytes) => sum + bytes, 0),
  ) as [number, number, number, number]
  const zooms = tiles.map((tile) => tile.z)
  const header = encodeHeader({
    root: [at[0], root.length],
    metadata: [at[1], meta.length],
    leaves: [at[2], leaves.length],
    tiles: [at[3], size],
    addressedTiles: tiles.length,
    tileEntries: entries.length,
    tileContents: contents.length,
    internalCompression: COMPRESSION.gzip,
    tileCompression: COMPRESSION.gzip,
    tileType: TILE_TYPE.mvt,
    minZoom: zooms.reduce((a, b) => Math.min(a, b), 26),
    maxZoom: zooms.reduce((a, b) => Math.max(a, b), 0),
    bounds,
  })
  return Buffer.concat([header, root, meta, leaves, ...contents])
}

/** One root directory, or a root of leaves where the entries do not fit it. */
export function encodeDirectories(entries: readonly DirectoryEntry[]): { root: Buffer; leaves: Buffer } {
  const whole = gzipSync(encodeDirectory(entries), { level: 9 })
  if (whole.length <= ROOT_LIMIT_BYTES) return { root: whole, leaves: Buffer.alloc(0) }
  const leaves: Buffer[] = []
  const pointers: DirectoryEntry[] = []
  let offset = 0
  for (let i = 0; i < entries.length; i += LEAF_ENTRIES) {
    const part = entries.slice(i, i + LEAF_ENTRIES)
    const leaf = gzipSync(encodeDirectory(part), { level: 9 })
    pointers.push({ tileId: part[0]!.tileId, offset, length: leaf.length, runLength: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  const root = gzipSync(encodeDirectory(pointers), { level: 9 })
  if (root.length > ROOT_LIMIT_BYTES) throw new Error(`the root directory takes ${root.length} bytes`)
  return { root, leaves: Buffer.concat(leaves) }
}
