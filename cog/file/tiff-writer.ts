import { FIELD_TYPE } from './tiff-tags.ts'

/** One field of a directory; `bytes` are its values, little-endian. */
export interface TiffField {
  readonly tag: number
  readonly type: number
  readonly count: number
  readonly bytes: Uint8Array
}

const HEADER_BYTES = 16
const ENTRY_BYTES = 20
const LITTLE = true

/** Header of a little-endian BigTIFF and its directories right behind it, in their order. */
export function bigTiffHead(directories: readonly (readonly TiffField[])[]): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(HEADER_BYTES))
  head.setUint16(0, 0x4949, LITTLE)
  head.setUint16(2, 43, LITTLE)
  head.setUint16(4, 8, LITTLE)
  head.setBigUint64(8, BigInt(HEADER_BYTES), LITTLE)
  const parts: Uint8Array[] = [new Uint8Array(head.buffer)]
  let offset = HEADER_BYTES
  directories.forEach((fields, index) => {
    const bytes = directoryBytes(fields, offset, index + 1 < directories.length)
    parts.push(bytes)
    offset += bytes.length
  })
  return joinedBytes(parts)
}

/** One directory and the values that do not fit in it, padded to 8 bytes; the next one follows at once. */
function directoryBytes(fields: readonly TiffField[], offset: number, hasNext: boolean): Uint8Array {
  const sorted = [...fields].sort((a, b) => a.tag - b.tag)
  const tableBytes = 8 + sorted.length * ENTRY_BYTES + 8
  const table = new Uint8Array(tableBytes)
  const view = new DataView(table.buffer)
  view.setBigUint64(0, BigInt(sorted.length), LITTLE)
  const values: Uint8Array[] = []
  let valueOffset = offset + tableBytes
  sorted.forEach(({ tag, type, count, bytes }, index) => {
    const at = 8 + index * ENTRY_BYTES
    view.setUint16(at, tag, LITTLE)
    view.setUint16(at + 2, type, LITTLE)
    view.setBigUint64(at + 4, BigInt(count), LITTLE)
    if (bytes.length <= 8) {
      table.set(bytes, at + 12)
      return
    }
    const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8)
    padded.set(bytes)
    view.setBigUint64(at + 12, BigInt(valueOffset), LITTLE)
    values.push(padded)
    valueOffset += padded.length
  })
  view.setBigUint64(tableBytes - 8, BigInt(hasNext ? valueOffset : 0), LITTLE)
  return joinedBytes([table, ...values])
}

/** Bytes one after the other. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** A text, UTF-8 where it is not ASCII, ended by a NUL; NULs in it are left out. */
export function ascii(tag: number, text: string): TiffField {
  const bytes = new TextEncoder().encode(`${text.replaceAll('\0', '')}\0`)
  return { tag, type: FIELD_TYPE.ascii, count: bytes.length, bytes }
}

/** Whole numbers of 16 bits. */
export function shorts(tag: number, values: readonly number[]): TiffField {
  return numbers(tag, FIELD_TYPE.short, 2, values, (view, at, value) => view.setUint16(at, value, LITTLE))
}

/** IEEE numbers of 64 bits. */
export function doubles(tag: number, values: readonly number[]): TiffField {
  return numbers(tag, FIELD_TYPE.double, 8, values, (view, at, value) => view.setFloat64(at, value, LITTLE))
}

/** Whole numbers of 64 bits (BigTIFF). */
export function longs8(tag: number, values: readonly number[]): TiffField {
  return numbers(tag, FIELD_TYPE.long8, 8, values, (view, at, value) =>
    view.setBigUint64(at, BigInt(value), LITTLE),
  )
}

/** Whole numbers of 32 bits. */
export function longs(tag: number, values: readonly number[]): TiffField {
  return numbers(tag, FIELD_TYPE.long, 4, values, (view, at, value) => view.setUint32(at, value, LITTLE))
}

function numbers(
  tag: number,
  type: number,
  size: number,
  values: readonly number[],
  write: (view: DataView, at: number, value: number) => void,
): TiffField {
  const bytes = new Uint8Array(values.length * size)
  const view = new DataView(bytes.buffer)
  values.forEach((value, index) => write(view, index * size, value))
  return { tag, type, count: values.length, bytes }
}
