import { mkdir, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { TileRange } from '../../../cog/file/cog-header.ts'
import type { CogLayout } from '../../../cog/file/cog-layout.ts'
import type { FinishedTile } from '../../../cog/file/cog-tiles.ts'
import type { Quarter } from '../../../cog/file/overview-tree.ts'
import { decodeRecords, encodeRecord, RECORD_BYTES } from './spool-journal.ts'
import type { SpoolRecord } from './spool-journal.ts'
import { OWNER_FILE, ownSpool, untilOwnerEnded } from './spool-owner.ts'

/** A finished piece of work: a block of level 0 with its overviews (level 2), or one parent tile (level 3 and up). */
export interface SpoolNode {
  readonly level: number
  readonly x: number
  readonly y: number
  readonly tiles: readonly FinishedTile[]
  /** What the parent of this node needs of it. */
  readonly quarter: Quarter
}

type Plane = 'image' | 'mask'

interface SpoolFile {
  readonly handle: FileHandle
  readonly path: string
  size: number
}

/** Where each tile of a plane lies in the spool of its level; length 0: nothing there. */
type Ranges = { readonly offset: number; readonly length: number }[]

/**
 * Encoded tiles on disk in the order they come: one file a level and plane, one of overview quarters, and a journal. What
 * the journal holds survives a kill: a node counts when its last record is there and every byte of it has the right
 * checksum. What lies beyond is cut off.
 */
export class TileSpool {
  readonly #layout: CogLayout
  readonly #folder: string
  readonly #files = new Map<string, SpoolFile>()
  readonly #ranges = new Map<string, Ranges>()
  readonly #quarters = new Map<string, TileRange>()
  #writing: Promise<void> = Promise.resolve()

  private constructor(folder: string, layout: CogLayout) {
    this.#folder = folder
    this.#layout = layout
  }

  /**
   * Opens the spool in `folder`. With an equal `planHash` in it, what an earlier run finished is taken over; else it is emptied.
   *
   * @param planHash everything the tiles depend on: source, model, options.
   */
  static async open(folder: string, layout: CogLayout, planHash: string): Promise<TileSpool> {
    await mkdir(folder, { recursive: true })
    await untilOwnerEnded(folder)
    const planPath = join(folder, 'plan')
    const earlier = await readFile(planPath, 'utf8').catch(() => undefined)
    if (earlier !== planHash) {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      await writeFile(planPath, planHash)
    }
    await ownSpool(folder)
    const spool = new TileSpool(folder, layout)
    await spool.#restore()
    return spool
  }

  /** Nodes finished by an earlier run or by this one. */
  get finishedNodes(): number {
    return this.#quarters.size
  }

  /** Tiles that show something. */
  get tileCount(): number {
    let count = 0
    for (const [name, ranges] of this.#ranges) {
      if (name.endsWith('image')) count += ranges.filter(({ length }) => length > 0).length
    }
    return count
  }

  has(level: number, x: number, y: number): boolean {
    return this.#quarters.has(nodeKey(level, x, y))
  }

  /** The overview quarter of a finished node. */
  async quarter(level: number, x: number, y: number): Promise<Quarter> {
    const range = this.#quarters.get(nodeKey(level, x, y))
    if (!range) throw new Error(`node ${nodeKey(level, x, y)} is not finished`)
    if (range.length === 0) return null
    const file = await this.#file('quarters')
    const bytes = new Uint8Array(range.length)
    await file.handle.read(bytes, 0, range.length, range.offset)
    return bytes
  }

  /** Writes a finished node; resolves when journal and spools hold it. Calls are carried out one after another. */
  add(node: SpoolNode): Promise<void> {
    const written = this.#writing.then(() => this.#write(node))
    this.#writing = written.catch(() => undefined)
    return written
  }

  /** Byte ranges of a level's tiles within `spoolFile`, row by row. */
  ranges(level: number, plane: Plane): Ranges {
    const name = `level-${level}.${plane}`
    const known = this.#ranges.get(name)
    if (known) return known
    const { tilesAcross = 0, tilesDown = 0 } = this.#layout.levels[level] ?? {}
    const ranges = Array.from({ length: tilesAcross * tilesDown }, () => ({ offset: 0, length: 0 }))
    this.#ranges.set(name, ranges)
    return ranges
  }

  /** The file of a level's tiles, opened for reading too. */
  async spoolFile(level: number, plane: Plane): Promise<SpoolFile> {
    return this.#file(`level-${level}.${plane}`)
  }

  /** Bytes of all encoded tiles. */
  async size(): Promise<number> {
    let total = 0
    for (const name of this.#ranges.keys()) total += (await this.#file(name)).size
    return total
  }

  async close(): Promise<void> {
    await this.#writing
    for (const { handle } of this.#files.values()) await handle.close()
    this.#files.clear()
  }

  async #write(node: SpoolNode): Promise<void> {
    const records: SpoolRecord[] = []
    for (const { level, x, y, image, mask } of node.tiles) {
      records.push({ kind: 'image', level, x, y, ...(await this.#append(`level-${level}.image`, image)) })
      if (mask)
        records.push({ kind: 'mask', level, x, y, ...(await this.#append(`level-${level}.mask`, mask)) })
    }
    const { level, x, y, quarter } = node
    const range = quarter ? await this.#append('quarters', quarter) : { offset: 0, length: 0, crc: 0 }
    records.push({ kind: 'node', level, x, y, ...range })
    await this.#append('journal', Buffer.concat(records.map(encodeRecord)))
    for (const record of records) this.#accept(record)
  }

  #accept(record: SpoolRecord): void {
    const { kind, level, x, y, offset, length } = record
    if (kind === 'node') {
      this.#quarters.set(nodeKey(level, x, y), { offset, length })
      return
    }
    const across = this.#layout.levels[level]?.tilesAcross ?? 0
    this.ranges(level, kind)[y * across + x] = { offset, length }
  }

  async #append(name: string, bytes: Uint8Array): Promise<{ offset: number; length: number; crc: number }> {
    const file = await this.#file(name)
    const offset = file.size
    await file.handle.write(bytes, 0, bytes.length, offset)
    file.size += bytes.length
    return { offset, length: bytes.length, crc: crc32(bytes) }
  }

  async #file(name: string): Promise<SpoolFile> {
    const known = this.#files.get(name)
    if (known) return known
    const path = join(this.#folder, name)
    const handle = await open(path, 'a+').then(async (created) => {
      await created.close()
      return open(path, 'r+')
    })
    const file = { handle, path, size: (await handle.stat()).size }
    this.#files.set(name, file)
    return file
  }

  /** Takes over the nodes whose records and bytes are whole, up to the first that is not. */
  async #restore(): Promise<void> {
    const journal = await readFile(join(this.#folder, 'journal')).catch(() => Buffer.alloc(0))
    let whole = 0
    let pending: SpoolRecord[] = []
    for (const [index, record] of decodeRecords(journal).entries()) {
      if (!(await this.#intact(record))) break
      pending.push(record)
      if (record.kind !== 'node') continue
      for (const finished of pending) this.#accept(finished)
      pending = []
      whole = (index + 1) * RECORD_BYTES
    }
    if (journal.length > whole) await truncate(join(this.#folder, 'journal'), whole)
    await this.#cutToJournal()
  }

  /** Takes away what was written after the last whole node. */
  async #cutToJournal(): Promise<void> {
    const ends = new Map<string, number>()
    const extend = (name: string, { offset, length }: TileRange): void => {
      ends.set(name, Math.max(ends.get(name) ?? 0, offset + length))
    }
    for (const [name, ranges] of this.#ranges) for (const range of ranges) extend(name, range)
    for (const range of this.#quarters.values()) extend('quarters', range)
    for (const name of await readdir(this.#folder)) {
      if (name === 'journal' || name === 'plan' || name === OWNER_FILE) continue
      const file = await this.#file(name)
      file.size = ends.get(name) ?? 0
      await file.handle.truncate(file.size)
    }
  }

  async #intact({ kind, level, offset, length, crc }: SpoolRecord): Promise<boolean> {
    if (length === 0) return true
    const file = await this.#file(kind === 'node' ? 'quarters' : `level-${level}.${kind}`)
    if (offset + length > file.size) return false
    const bytes = new Uint8Array(length)
    await file.handle.read(bytes, 0, length, offset)
    return crc32(bytes) === crc
  }
}

function nodeKey(level: number, x: number, y: number): string {
  return `${level}/${x}/${y}`
}
