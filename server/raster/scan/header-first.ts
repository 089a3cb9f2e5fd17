import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { bigTiffHead, longs, longs8, type TiffField } from '../../../cog/file/tiff-writer.ts'
import { TAG } from '../../../cog/file/tiff-tags.ts'
import { TiffFile } from '../tiff/tiff-directory.ts'
import type { TiffDirectory } from '../tiff/tiff-directory.ts'

/** A pyramid has a level for each halving. */
const MAX_LEVELS = 64
const COPY_BYTES = 4 * 1024 * 1024
const LITTLE_ENDIAN = 'II'

interface Tiles {
  readonly offsets: readonly number[]
  readonly lengths: readonly number[]
}

/**
 * Writes a tiled little-endian TIFF anew as a BigTIFF whose directories all lie at its beginning, and whose tiles follow
 * them, coarsest level first: a reader has the whole structure by its first request, and a whole small picture next.
 * libvips writes each directory behind its tiles. No tile is decoded.
 *
 * @throws RangeError where the file is not such a one
 */
export async function putHeaderFirst(path: string, outPath: string): Promise<void> {
  const source = await open(path, 'r')
  try {
    const head = Buffer.alloc(2)
    await source.read(head, 0, 2, 0)
    // Fields are copied as they are.
    if (head.toString('latin1') !== LITTLE_ENDIAN) throw new RangeError('expected a little-endian TIFF')
    const directories = await (await TiffFile.open(source)).directories(MAX_LEVELS)
    await writeAnew(source, directories, outPath)
  } finally {
    await source.close()
  }
}

async function writeAnew(
  source: FileHandle,
  directories: readonly TiffDirectory[],
  outPath: string,
): Promise<void> {
  const kept = await Promise.all(directories.map(fieldsToKeep))
  const tiles = await Promise.all(directories.map(tilesOf))
  const fieldsWith = (offsets: readonly (readonly number[])[]): TiffField[][] =>
    kept.map((fields, level) => [
      ...fields,
      longs8(TAG.tileOffsets, offsets[level] ?? []),
      longs(TAG.tileByteCounts, tiles[level]?.lengths ?? []),
    ])
  // The length of the head does not depend on where the tiles lie.
  let end = bigTiffHead(fieldsWith(tiles.map(({ offsets }) => offsets))).length
  const file = await open(outPath, 'wx')
  try {
    const offsets: number[][] = tiles.map(() => [])
    for (let level = tiles.length - 1; level >= 0; level--) {
      const copied = await copyTiles(source, tiles[level]!, file, end)
      offsets[level] = copied.offsets
      end = copied.end
    }
    const head = bigTiffHead(fieldsWith(offsets))
    await file.write(head, 0, head.length, 0)
    await file.close()
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(outPath, { force: true })
    throw error
  }
}

async function fieldsToKeep(directory: TiffDirectory): Promise<TiffField[]> {
  const moved: readonly number[] = [TAG.tileOffsets, TAG.tileByteCounts]
  const fields = directory.fields().filter(({ tag }) => !moved.includes(tag))
  return Promise.all(
    fields.map(async (field) => ({ ...field, bytes: (await directory.bytes(field.tag)) ?? Buffer.alloc(0) })),
  )
}

async function tilesOf(directory: TiffDirectory): Promise<Tiles> {
  const offsets = await directory.numbers(TAG.tileOffsets)
  const lengths = await directory.numbers(TAG.tileByteCounts)
  if (offsets.length === 0 || offsets.length !== lengths.length)
    throw new RangeError(`expected tiles, got ${offsets.length} offsets and ${lengths.length} lengths`)
  return { offsets, lengths }
}

/** Copies tiles one behind the other; neighbours in the source go over in one piece. */
async function copyTiles(source: FileHandle, { offsets, lengths }: Tiles, file: FileHandle, start: number) {
  const copied: number[] = []
  const buffer = Buffer.alloc(COPY_BYTES)
  let end = start
  const copyRun = async (from: number, to: number): Promise<void> => {
    for (let at = from; at < to;) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, to - at), at)
      if (bytesRead === 0) throw new RangeError(`the file ends at ${at}, before its last tile`)
      for (let written = 0; written < bytesRead;)
        written += (await file.write(buffer, written, bytesRead - written, end + written)).bytesWritten
      end += bytesRead
      at += bytesRead
    }
  }
  let [runStart, runEnd] = [0, 0]
  for (const [index, offset] of offsets.entries()) {
    const length = lengths[index]!
    if (offset !== runEnd) {
      await copyRun(runStart, runEnd)
      runStart = offset
    }
    copied.push(end + (offset - runStart))
    runEnd = offset + length
  }
  await copyRun(runStart, runEnd)
  return { offsets: copied, end }
}
