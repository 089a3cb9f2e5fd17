import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  COMPRESSION,
  type DirectoryEntry,
  encodeHeader,
  HEADER_BYTES,
  type PmtilesHeader,
  ROOT_LIMIT_BYTES,
  TILE_TYPE,
} from '../../base-map/pmtiles-directory.ts'
import { encodeDirectories } from '../../base-map/pmtiles-write.ts'

/** Where the tiles begin: header and root directory are written before them at the end, and must fit. */
const FIRST_TILE = HEADER_BYTES + ROOT_LIMIT_BYTES
/** Tiles that are written together: what a killed process loses. */
const WRITTEN_AT_ONCE = 128
/** Of the journal: position on the curve, and length. */
const RECORD_BYTES = 12

/** What the head of a finished file says. */
export type TileArchiveFacts = Pick<PmtilesHeader, 'minZoom' | 'maxZoom' | 'bounds' | 'center'> & {
  readonly metadata: Readonly<Record<string, unknown>>
}

/**
 * A PMTiles archive of WebP tiles that grows: tiles are added in the order of the curve, and directories follow them at
 * the end. Which tiles are on stable storage stands in a journal beside it, so that a killed process loses the last few
 * alone, and only two numbers for each tile are in memory.
 */
export class TileArchiveFile {
  readonly path: string
  readonly #file: FileHandle
  readonly #journal: FileHandle
  readonly #ids: number[] = []
  readonly #lengths: number[] = []
  /** Bytes of all tiles that are written. */
  #size = 0
  #waiting: { readonly id: number; readonly bytes: Buffer }[] = []

  private constructor(path: string, file: FileHandle, journal: FileHandle) {
    this.path = path
    this.#file = file
    this.#journal = journal
  }

  /** Goes on with what is in a folder, or begins. */
  static async open(folder: string): Promise<TileArchiveFile> {
    await mkdir(folder, { recursive: true })
    const path = join(folder, 'tiles.pmtiles')
    const file = await openEither(path)
    const journal = await openEither(join(folder, 'journal')).catch(async (error: unknown) => {
      await file.close()
      throw error
    })
    const archive = new TileArchiveFile(path, file, journal)
    try {
      await archive.#readJournal()
    } catch (error) {
      await archive.close()
      throw error
    }
    return archive
  }

  /** Position of the last tile; -1: there is none. */
  get lastId(): number {
    return this.#waiting.at(-1)?.id ?? this.#ids.at(-1) ?? -1
  }

  /** Bytes of the tiles that are written. */
  get size(): number {
    return this.#size
  }

  /** Adds a tile, which comes after all before it. */
  async add(id: number, bytes: Buffer): Promise<void> {
    this.#waiting.push({ id, bytes })
    if (this.#waiting.length >= WRITTEN_AT_ONCE) await this.write()
  }

  /** Writes what makes an archive of the tiles. Returns its size. */
  async finish({ metadata, ...facts }: TileArchiveFacts): Promise<number> {
    await this.write()
    const { root, leaves } = encodeDirectories(this.#entries())
    const meta = gzipSync(JSON.stringify(metadata))
    const end = FIRST_TILE + this.#size
    const head = encodeHeader({
      ...facts,
      root: [HEADER_BYTES, root.length],
      metadata: [end, meta.length],
      leaves: [end + meta.length, leaves.length],
      tiles: [FIRST_TILE, this.#size],
      addressedTiles: this.#ids.length,
      tileEntries: this.#ids.length,
      tileContents: this.#ids.length,
      internalCompression: COMPRESSION.gzip,
      tileCompression: COMPRESSION.none,
      tileType: TILE_TYPE.webp,
    })
    await writeAll(this.#file, Buffer.concat([meta, leaves]), end)
    await writeAll(this.#file, Buffer.concat([head, root]), 0)
    await this.#file.datasync()
    return end + meta.length + leaves.length
  }

  async close(): Promise<void> {
    await this.#file.close()
    await this.#journal.close()
  }

  /** Makes all tiles safe that were added: one counts when it stands in the journal, written after its bytes. */
  async write(): Promise<void> {
    const tiles = this.#waiting
    if (tiles.length === 0) return
    this.#waiting = []
    await writeAll(this.#file, Buffer.concat(tiles.map(({ bytes }) => bytes)), FIRST_TILE + this.#size)
    await this.#file.datasync()
    const records = Buffer.alloc(tiles.length * RECORD_BYTES)
    tiles.forEach(({ id, bytes }, at) => {
      records.writeDoubleLE(id, at * RECORD_BYTES)
      records.writeUInt32LE(bytes.length, at * RECORD_BYTES + 8)
    })
    await writeAll(this.#journal, records, this.#ids.length * RECORD_BYTES)
    for (const { id, bytes } of tiles) this.#count(id, bytes.length)
  }

  async #readJournal(): Promise<void> {
    const { size } = await this.#journal.stat()
    const records = Buffer.alloc(size - (size % RECORD_BYTES))
    await this.#journal.read(records, 0, records.length, 0)
    const { size: fileBytes } = await this.#file.stat()
    for (let at = 0; at < records.length; at += RECORD_BYTES) {
      const [id, length] = [records.readDoubleLE(at), records.readUInt32LE(at + 8)]
      // What a power cut left of the journal may be longer than what it left of the file.
      if (!(id > this.lastId) || length === 0 || FIRST_TILE + this.#size + length > fileBytes) break
      this.#count(id, length)
    }
    await this.#journal.truncate(this.#ids.length * RECORD_BYTES)
    await this.#file.truncate(FIRST_TILE + this.#size)
  }

  #count(id: number, length: number): void {
    this.#ids.push(id)
    this.#lengths.push(length)
    this.#size += length
  }

  #entries(): DirectoryEntry[] {
    let offset = 0
    return this.#ids.map((tileId, at) => {
      const length = this.#lengths[at]!
      const entry = { tileId, offset, length, runLength: 1 }
      offset += length
      return entry
    })
  }
}

/** Opens a file for reading and writing, made where there is none. */
const openEither = (path: string): Promise<FileHandle> =>
  open(path, 'r+').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return open(path, 'wx+')
    throw error
  })

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}
