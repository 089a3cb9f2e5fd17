import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { cogHeader, emptyTables } from './cog-header.ts'
import type { CogHeaderFacts, TileTable } from './cog-header.ts'
import { publishFile } from '../publish-file.ts'
import type { EncodedTile } from './tile-encoding.ts'
import type { TileSpool } from './tile-spool.ts'

const COPY_BYTES = 4 * 1024 * 1024

/**
 * Streams header and spools, coarsest level first, into `outPath` (temporary name beside it, fsync, rename). Tiles that
 * show nothing share one transparent tile a level: sparse tiles break libvips and strict validation, and a tile shared by
 * all levels would lie before the coarser levels' own.
 *
 * @param onProgress told the share of the bytes that are copied, 0 to 1; what it throws ends the work.
 * @returns the size of the file in bytes.
 */
export async function assembleCog(
  facts: CogHeaderFacts,
  spool: TileSpool,
  emptyTile: EncodedTile,
  outPath: string,
  onProgress: (share: number) => void,
): Promise<number> {
  const images = emptyTables(facts.layout)
  const masks = facts.encoding === 'jpeg' ? emptyTables(facts.layout) : []
  const temporaryPath = `${outPath}.partial`
  const total = await spool.size()
  let copied = 0
  const onCopied = (bytes: number): void => {
    copied += bytes
    onProgress(copied / total)
  }
  const file = await open(temporaryPath, 'w')
  try {
    let end = cogHeader(facts, images, masks).length
    for (let level = facts.layout.levels.length - 1; level >= 0; level--) {
      const image = await appendPlane(file, end, spool, level, 'image', emptyTile.image, onCopied)
      images[level] = image.table
      end = image.end
      if (facts.encoding !== 'jpeg' || !emptyTile.mask) continue
      const mask = await appendPlane(file, end, spool, level, 'mask', emptyTile.mask, onCopied)
      masks[level] = mask.table
      end = mask.end
    }
    const header = cogHeader(facts, images, masks)
    await file.write(header, 0, header.length, 0)
    await file.close()
    await publishFile(temporaryPath, outPath)
    return end
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(temporaryPath, { force: true })
    throw error
  }
}

/** The level's shared empty tile, where one is needed, and then its spool as it is. */
async function appendPlane(
  file: FileHandle,
  start: number,
  spool: TileSpool,
  level: number,
  plane: 'image' | 'mask',
  empty: Uint8Array,
  onCopied: (bytes: number) => void,
): Promise<{ table: TileTable; end: number }> {
  const ranges = spool.ranges(level, plane)
  const needsEmpty = ranges.some(({ length }) => length === 0)
  if (needsEmpty) await file.write(empty, 0, empty.length, start)
  const base = start + (needsEmpty ? empty.length : 0)
  const source = await spool.spoolFile(level, plane)
  const buffer = Buffer.alloc(Math.min(COPY_BYTES, Math.max(source.size, 1)))
  for (let at = 0; at < source.size;) {
    const { bytesRead } = await source.handle.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) throw new Error(`${source.path} ends at ${at} of ${source.size} bytes`)
    await file.write(buffer, 0, bytesRead, base + at)
    at += bytesRead
    onCopied(bytesRead)
  }
  const table = ranges.map(({ offset, length }) =>
    length === 0 ? { offset: start, length: empty.length } : { offset: base + offset, length },
  )
  return { table, end: base + source.size }
}
