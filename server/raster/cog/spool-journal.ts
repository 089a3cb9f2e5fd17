import { crc32 } from 'node:zlib'

/** One line of the journal: a tile or mask in its spool, or the end of a node with its overview quarter. */
export interface SpoolRecord {
  readonly kind: 'image' | 'mask' | 'node'
  readonly level: number
  readonly x: number
  readonly y: number
  readonly offset: number
  readonly length: number
  /** CRC-32 of the bytes in the spool. */
  readonly crc: number
}

/** kind u8, level u8, 2 bytes 0, x u32, y u32, offset f64, length u32, crc u32, CRC-32 of all that u32; little endian. */
export const RECORD_BYTES = 32
const KINDS = ['image', 'mask', 'node'] as const

export function encodeRecord({ kind, level, x, y, offset, length, crc }: SpoolRecord): Buffer {
  const bytes = Buffer.alloc(RECORD_BYTES)
  bytes.writeUInt8(KINDS.indexOf(kind) + 1, 0)
  bytes.writeUInt8(level, 1)
  bytes.writeUInt32LE(x, 4)
  bytes.writeUInt32LE(y, 8)
  bytes.writeDoubleLE(offset, 12)
  bytes.writeUInt32LE(length, 20)
  bytes.writeUInt32LE(crc, 24)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, RECORD_BYTES - 4)), RECORD_BYTES - 4)
  return bytes
}

/** The records of a journal up to the first that is torn or damaged. */
export function decodeRecords(journal: Buffer): SpoolRecord[] {
  const records: SpoolRecord[] = []
  for (let at = 0; at + RECORD_BYTES <= journal.length; at += RECORD_BYTES) {
    const bytes = journal.subarray(at, at + RECORD_BYTES)
    const kind = KINDS[bytes.readUInt8(0) - 1]
    if (!kind || crc32(bytes.subarray(0, RECORD_BYTES - 4)) !== bytes.readUInt32LE(RECORD_BYTES - 4)) break
    records.push({
      kind,
      level: bytes.readUInt8(1),
      x: bytes.readUInt32LE(4),
      y: bytes.readUInt32LE(8),
      offset: bytes.readDoubleLE(12),
      length: bytes.readUInt32LE(20),
      crc: bytes.readUInt32LE(24),
    })
  }
  return records
}
