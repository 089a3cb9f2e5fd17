import { FIELD_TYPE } from './tiff-tags.ts'

/** One field of a directory; `bytes` are its values, little-endian. */
export interface TiffField {
  readonly tag: number
  readonly type: number
  readonly count: number
  readonly bytes: Buffer
}

const HEADER_BYTES = 16
const ENTRY_BYTES = 20

/** Header of a little-endian BigTIFF and its directories right behind it, in their order. */
export function bigTiffHead(directories: readonly (readonly TiffField[])[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  head.write('II', 0, 'latin1')
  head.writeUInt16LE(43, 2)
  head.writeUInt16LE(8, 4)
  head.writeBigUInt64LE(BigInt(HEADER_BYTES), 8)
  const parts: Buffer[] = [head]
  let offset = HEADER_BYTES
  directories.forEach((fields, index) => {
    const bytes = directoryBytes(fields, offset, index + 1 < directories.length)
    parts.push(bytes)
    offset += bytes.length
  })
  return Buffer.concat(parts)
}

/** One directory and the values that do not fit in it, padded to 8 bytes; the next one follows at once. */
function directoryBytes(fields: readonly TiffField[], offset: number, hasNext: boolean): Buffer {
  const sorted = [...fields].sort((a, b) => a.tag - b.tag)
  const tableBytes = 8 + sorted.length * ENTRY_BYTES + 8
  const table = Buffer.alloc(tableBytes)
  table.writeBigUInt64LE(BigInt(sorted.length), 0)
  const values: Buffer[] = []
  let valueOffset = offset + tableBytes
  sorted.forEach(({ tag, type, count, bytes }, index) => {
    const at = 8 + index * ENTRY_BYTES
    table.writeUInt16LE(tag, at)
    table.writeUInt16LE(type, at + 2)
    table.writeBigUInt64LE(BigInt(count), at + 4)
    if (bytes.length <= 8) {
      bytes.copy(table, at + 12)
      return
    }
    const padded = Buffer.concat([bytes], Math.ceil(bytes.length / 8) * 8)
    table.writeBigUInt64LE(BigInt(valueOffset), at + 12)
    values.push(padded)
    valueOffset += padded.length
  })
  table.writeBigUInt64LE(BigInt(hasNext ? valueOffset : 0), tableBytes - 8)
  return Buffer.concat([table, ...values])
}

/** A text, UTF-8 where it is not ASCII, ended by a NUL; NULs in it are left out. */
export function ascii(tag: number, text: string): TiffField {
  const bytes = Buffer.from(`${text.replaceAll('\0', '')}\0`, 'utf8')
  return { tag, type: FIELD_TYPE.ascii, count: bytes.length, bytes }
}

/** Whole numbers of 16 bits. */
export function shorts(tag: number, values: readonly number[]): TiffField {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16LE(value, index * 2))
  return { tag, type: FIELD_TYPE.short, count: values.length, bytes }
}

/** IEEE numbers of 64 bits. */
export function doubles(tag: number, values: readonly number[]): TiffField {
  const bytes = Buffer.alloc(values.length * 8)
  values.forEach((value, index) => bytes.writeDoubleLE(value, index * 8))
  return { tag, type: FIELD_TYPE.double, count: values.length, bytes }
}

/** Whole numbers of 64 bits (BigTIFF). */
export function longs8(tag: number, values: readonly number[]): TiffField {
  const bytes = Buffer.alloc(values.length * 8)
  values.forEach((value, index) => bytes.writeBigUInt64LE(BigInt(value), index * 8))
  return { tag, type: FIELD_TYPE.long8, count: values.length, bytes }
}

/** Whole numbers of 32 bits. */
export function longs(tag: number, values: readonly number[]): TiffField {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4))
  return { tag, type: FIELD_TYPE.long, count: values.length, bytes }
}
