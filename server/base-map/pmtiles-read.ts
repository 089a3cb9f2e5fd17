import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  COMPRESSION,
  type DirectoryEntry,
  HEADER_BYTES,
  type PmtilesHeader,
  decodeDirectory,
  decodeHeader,
  findEntry,
} from './pmtiles-directory.ts'
import { tileId } from './tile-id.ts'

const unzip = promisify(gunzip)

/** An open PMTiles archive on the local disk. */
export interface Pmtiles {
  readonly header: PmtilesHeader
  /** The archive's own description (for vector tiles with `vector_layers`). */
  readonly metadata: Record<string, unknown>
  /** Bytes of a tile as they are stored (see `header.tileCompression`), or undefined where it has none. */
  tile(z: number, x: number, y: number): Promise<Buffer | undefined>
  close(): Promise<void>
}

/** Deepest chain of leaf directories that is followed. */
const MAX_DEPTH = 4
const CACHED_LEAVES = 64

/** Opens an archive; throws where it is missing or no PMTiles archive of version 3. */
export async function openPmtiles(path: string): Promise<Pmtiles> {
  const file = await open(path)
  try {
    return await readArchive(file)
  } catch (error) {
    await file.close()
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

async function readArchive(file: FileHandle): Promise<Pmtiles> {
  const header = decodeHeader(await readExactly(file, 0, HEADER_BYTES))
  const inner = async (offset: number, length: number) =>
    unpack(await readExactly(file, offset, length), header.internalCompression)
  const root = decodeDirectory(await inner(...header.root))
  const metadata: unknown =
    header.metadata[1] > 0 ? JSON.parse((await inner(...header.metadata)).toString('utf8')) : {}
  const leaves = new Map<number, Promise<DirectoryEntry[]>>()

  const leafAt = (entry: DirectoryEntry): Promise<DirectoryEntry[]> => {
    let leaf = leaves.get(entry.offset)
    leaves.delete(entry.offset)
    leaf ??= inner(header.leaves[0] + entry.offset, entry.length).then(decodeDirectory)
    leaves.set(entry.offset, leaf)
    const oldest = leaves.keys().next()
    if (leaves.size > CACHED_LEAVES && !oldest.done) leaves.delete(oldest.value)
    return leaf
  }

  return {
    header,
    metadata: typeof metadata === 'object' && metadata !== null ? { ...metadata } : {},
    async tile(z, x, y) {
      if (z < header.minZoom || z > header.maxZoom) return undefined
      const id = tileId(z, x, y)
      let directory = root
      for (let depth = 0; depth < MAX_DEPTH; depth++) {
        const entry = findEntry(directory, id)
        if (!entry) return undefined
        if (entry.runLength > 0) return readExactly(file, header.tiles[0] + entry.offset, entry.length)
        directory = await leafAt(entry)
      }
      throw new Error('the directories of the PMTiles archive lead nowhere')
    },
    close: () => file.close(),
  }
}

async function readExactly(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  if (bytesRead !== length) throw new Error(`expected ${length} bytes at ${offset}, got ${bytesRead}`)
  return bytes
}

async function unpack(bytes: Buffer, compression: number): Promise<Buffer> {
  if (compression === COMPRESSION.none) return bytes
  if (compression === COMPRESSION.gzip) return unzip(bytes)
  throw new Error(`directories are packed with method ${compression}; only none and gzip are read`)
}
