/**
 * Header and directories of a PMTiles version 3 archive: what is written and read alike.
 * Source: PMTiles specification 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
 */

export const HEADER_BYTES = 127

/** Header and root directory together must fit the first 16 KiB. */
export const ROOT_LIMIT_BYTES = 16_384 - HEADER_BYTES

/** Bounds are whole numbers of ten-millionths of a degree. */
const UNITS_PER_DEGREE = 10_000_000

export const COMPRESSION = { unknown: 0, none: 1, gzip: 2 } as const
export const TILE_TYPE = { unknown: 0, mvt: 1, png: 2, jpeg: 3, webp: 4, avif: 5 } as const

export interface PmtilesHeader {
  /** Offsets from the start of the file and lengths, in bytes. */
  readonly root: readonly [offset: number, length: number]
  readonly metadata: readonly [offset: number, length: number]
  readonly leaves: readonly [offset: number, length: number]
  readonly tiles: readonly [offset: number, length: number]
  readonly addressedTiles: number
  readonly tileEntries: number
  readonly tileContents: number
  /** Compression of directories and metadata, and of the tiles. */
  readonly internalCompression: number
  readonly tileCompression: number
  readonly tileType: number
  readonly minZoom: number
  readonly maxZoom: number
  /** West, south, east, north of the tiles, in degrees. */
  readonly bounds: readonly [west: number, south: number, east: number, north: number]
  /** Where a viewer opens, in degrees, and at which zoom; written only. */
  readonly center?: readonly [lon: number, lat: number, zoom: number]
}

/** A run of tiles with one content; `runLength` 0 points at a leaf directory instead. */
export interface DirectoryEntry {
  readonly tileId: number
  readonly offset: number
  readonly length: number
  readonly runLength: number
}

export function encodeHeader(header: PmtilesHeader): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write('PMTiles', 0, 'latin1')
  bytes.writeUInt8(3, 7)
  const words = [...header.root, ...header.metadata, ...header.leaves, ...header.tiles]
  words.push(header.addressedTiles, header.tileEntries, header.tileContents)
  words.forEach((word, i) => bytes.writeBigUInt64LE(BigInt(word), 8 + 8 * i))
  const flags = [
    1, // clustered: contents lie in the order of their tiles
    header.internalCompression,
    header.tileCompression,
    header.tileType,
    header.minZoom,
    header.maxZoom,
  ]
  flags.forEach((flag, i) => bytes.writeUInt8(flag, 96 + i))
  const degrees = (values: readonly number[], at: number) =>
    values.forEach((degree, i) => bytes.writeInt32LE(Math.round(degree * UNITS_PER_DEGREE), at + 4 * i))
  degrees(header.bounds, 102)
  const [lon, lat, zoom] = header.center ?? [0, 0, 0]
  bytes.writeUInt8(zoom, 118)
  degrees([lon, lat], 119)
  return bytes
}

/** Reads a header; throws where the file is no PMTiles archive of version 3. */
export function decodeHeader(bytes: Buffer): PmtilesHeader {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3)
    throw new Error('not a PMTiles archive of version 3')
  const degrees = (i: number) => bytes.readInt32LE(102 + 4 * i) / UNITS_PER_DEGREE
  const word = (i: number) => Number(bytes.readBigUInt64LE(8 + 8 * i))
  return {
    root: [word(0), word(1)],
    metadata: [word(2), word(3)],
    leaves: [word(4), word(5)],
    tiles: [word(6), word(7)],
    addressedTiles: word(8),
    tileEntries: word(9),
    tileContents: word(10),
    internalCompression: bytes.readUInt8(97),
    tileCompression: bytes.readUInt8(98),
    tileType: bytes.readUInt8(99),
    minZoom: bytes.readUInt8(100),
    maxZoom: bytes.readUInt8(101),
    bounds: [degrees(0), degrees(1), degrees(2), degrees(3)],
  }
}

/** Columns of varints: number of entries, id differences, run lengths, lengths, offsets (0 = right after the last). */
export function encodeDirectory(entries: readonly DirectoryEntry[]): Buffer {
  const numbers = [entries.length]
  let lastId = 0
  for (const entry of entries) {
    numbers.push(entry.tileId - lastId)
    lastId = entry.tileId
  }
  for (const entry of entries) numbers.push(entry.runLength)
  for (const entry of entries) numbers.push(entry.length)
  entries.forEach((entry, i) => {
    const before = entries[i - 1]
    numbers.push(before && entry.offset === before.offset + before.length ? 0 : entry.offset + 1)
  })
  return encodeVarints(numbers)
}

export function decodeDirectory(bytes: Buffer): DirectoryEntry[] {
  const next = varintReader(bytes)
  const count = next()
  if (count > bytes.length)
    throw new Error(`a PMTiles directory of ${bytes.length} bytes claims ${count} entries`)
  const ids: number[] = []
  for (let i = 0, id = 0; i < count; i++) ids.push((id += next()))
  const runLengths = ids.map(next)
  const lengths = ids.map(next)
  const entries: DirectoryEntry[] = []
  let end = 0
  for (let i = 0; i < count; i++) {
    const written = next()
    const offset = written === 0 ? end : written - 1
    const length = lengths[i]!
    end = offset + length
    entries.push({ tileId: ids[i]!, offset, length, runLength: runLengths[i]! })
  }
  return entries
}

/** The entry that holds a tile, or that leads to the leaf which may; undefined where there is none. */
export function findEntry(entries: readonly DirectoryEntry[], id: number): DirectoryEntry | undefined {
  let low = 0
  let high = entries.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.tileId <= id) low = middle + 1
    else high = middle - 1
  }
  const entry = entries[high]
  if (!entry) return undefined
  return entry.runLength === 0 || id < entry.tileId + entry.runLength ? entry : undefined
}

function encodeVarints(numbers: readonly number[]): Buffer {
  const bytes: number[] = []
  for (const number of numbers) {
    let rest = number
    while (rest >= 128) {
      bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

function varintReader(bytes: Buffer): () => number {
  let position = 0
  return () => {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[position++]
      if (byte === undefined) throw new Error('a PMTiles directory ends too early')
      value += (byte % 128) * unit
      if (byte < 128) return value
    }
  }
}
