import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { TiffFile } from './tiff-directory.ts'
import type { TiffDirectory } from './tiff-directory.ts'
import { TAG } from '../../../cog/file/tiff-tags.ts'
import { bigTiffHead, longs, longs8, shorts, type TiffField } from '../../../cog/file/tiff-writer.ts'

const BLACK_IS_ZERO = 1
/** What says how the bits of a mask are stored. */
const SHORT_FIELDS = [
  TAG.bitsPerSample,
  TAG.compression,
  TAG.fillOrder,
  TAG.samplesPerPixel,
  TAG.predictor,
] as const
const LONG_FIELDS = [
  TAG.width,
  TAG.height,
  TAG.rowsPerStrip,
  TAG.fax3Options,
  TAG.fax4Options,
  TAG.tileWidth,
  TAG.tileHeight,
] as const

/**
 * Copies a transparency mask of a TIFF into a file of its own, as a grey picture: libvips does not read masks. No piece
 * is decoded.
 *
 * @param page index of the mask among the directories
 * @throws RangeError for what points outside of the file
 */
export async function copyMask(path: string, page: number, outPath: string): Promise<void> {
  const source = await open(path, 'r')
  const file = await open(outPath, 'wx')
  try {
    const mask = (await (await TiffFile.open(source)).directories(page + 1))[page]
    if (!mask) throw new RangeError(`no directory ${page}`)
    await writeMask(source, mask, file)
  } finally {
    await file.close()
    await source.close()
  }
}

async function writeMask(source: FileHandle, mask: TiffDirectory, file: FileHandle): Promise<void> {
  const isTiled = mask.has(TAG.tileOffsets)
  const [offsetsTag, lengthsTag] = isTiled
    ? ([TAG.tileOffsets, TAG.tileByteCounts] as const)
    : ([TAG.stripOffsets, TAG.stripByteCounts] as const)
  const from = await mask.numbers(offsetsTag)
  const lengths = await mask.numbers(lengthsTag)
  if (from.length !== lengths.length) throw new RangeError(`${from.length} pieces, ${lengths.length} lengths`)
  const fields: TiffField[] = [shorts(TAG.photometric, [BLACK_IS_ZERO])]
  for (const tag of SHORT_FIELDS) if (mask.has(tag)) fields.push(shorts(tag, await mask.numbers(tag)))
  for (const tag of LONG_FIELDS) if (mask.has(tag)) fields.push(longs(tag, await mask.numbers(tag)))
  const headOf = (to: readonly number[]) =>
    bigTiffHead([[...fields, longs8(offsetsTag, to), longs8(lengthsTag, lengths)]])
  let end = headOf(from).length
  const to: number[] = []
  for (const [index, offset] of from.entries()) {
    const piece = Buffer.alloc(lengths[index]!)
    const { bytesRead } = await source.read(piece, 0, piece.length, offset)
    if (bytesRead < piece.length) throw new RangeError(`bytes ${offset}+${piece.length} are not in the file`)
    // A piece that was left out has offset 0 and no bytes.
    to.push(piece.length === 0 ? 0 : end)
    await file.write(piece, 0, piece.length, end)
    end += piece.length
  }
  const head = headOf(to)
  await file.write(head, 0, head.length, 0)
}
