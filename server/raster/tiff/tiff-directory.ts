/** What a TIFF is read from: a file that is open, or one that is read by ranges. */
export interface RandomAccess {
  stat(): Promise<{ readonly size: number }>
  /** Reads into `buffer` at `offset` what stands from `position` on. */
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>
}

interface Entry {
  readonly type: number
  readonly count: number
  /** Where the values lie in the file. */
  readonly offset: number
}

/** Bytes of one value by TIFF field type; index = type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
const MAX_ENTRIES = 4096
const MAX_VALUE_BYTES = 64 * 1024 * 1024

/** One image file directory: its tags, values read on demand. */
export class TiffDirectory {
  readonly #file: TiffFile
  readonly #entries: ReadonlyMap<number, Entry>
  /** Offset of the following directory; 0 after the last. */
  readonly next: number

  constructor(file: TiffFile, entries: ReadonlyMap<number, Entry>, next: number) {
    this.#file = file
    this.#entries = entries
    this.next = next
  }

  has(tag: number): boolean {
    return this.#entries.has(tag)
  }

  /** What fields there are, without their values. */
  fields(): { readonly tag: number; readonly type: number; readonly count: number }[] {
    return [...this.#entries].map(([tag, { type, count }]) => ({ tag, type, count }))
  }

  /** Values of a numeric tag (integers, floats, rationals as quotients); empty when absent. */
  async numbers(tag: number): Promise<number[]> {
    const entry = this.#entries.get(tag)
    return entry ? this.#file.readValues(entry) : []
  }

  /** First value of a numeric tag, or `fallback` when absent. */
  async number(tag: number, fallback: number): Promise<number> {
    return (await this.numbers(tag))[0] ?? fallback
  }

  /** Bytes of an ASCII tag up to its NUL. */
  async text(tag: number): Promise<string> {
    const entry = this.#entries.get(tag)
    if (!entry) return ''
    const bytes = await this.#file.readBytes(entry.offset, entry.count)
    return bytes.toString('latin1').replace(/\0[\s\S]*$/, '')
  }

  /** Raw bytes of a tag. */
  async bytes(tag: number): Promise<Buffer | undefined> {
    const entry = this.#entries.get(tag)
    return entry ? this.#file.readBytes(entry.offset, entry.count * (TYPE_BYTES[entry.type] ?? 1)) : undefined
  }
}

/**
 * Reads the directories of a classic or Big TIFF with a bound on everything a hostile file may claim. Our own, so that
 * a file can be judged before libtiff sees it.
 */
export class TiffFile {
  readonly #handle: RandomAccess
  readonly #size: number
  readonly #littleEndian: boolean
  readonly #big: boolean
  readonly #first: number

  private constructor(
    handle: RandomAccess,
    size: number,
    littleEndian: boolean,
    big: boolean,
    first: number,
  ) {
    this.#handle = handle
    this.#size = size
    this.#littleEndian = littleEndian
    this.#big = big
    this.#first = first
  }

  /** @throws RangeError when the header is not a TIFF's. */
  static async open(handle: RandomAccess): Promise<TiffFile> {
    const { size } = await handle.stat()
    const header = Buffer.alloc(16)
    const { bytesRead } = await handle.read(header, 0, 16, 0)
    if (bytesRead < 8) throw new RangeError('the file is shorter than a TIFF header')
    const littleEndian = header.toString('latin1', 0, 2) === 'II'
    const version = littleEndian ? header.readUInt16LE(2) : header.readUInt16BE(2)
    if (version !== 42 && version !== 43) throw new RangeError(`not a TIFF version: ${version}`)
    const big = version === 43
    const first = big
      ? Number(littleEndian ? header.readBigUInt64LE(8) : header.readBigUInt64BE(8))
      : littleEndian
        ? header.readUInt32LE(4)
        : header.readUInt32BE(4)
    return new TiffFile(handle, size, littleEndian, big, first)
  }

  /**
   * The directories in file order, at most `limit`; a chain that loops ends where it would repeat.
   *
   * @throws RangeError when a directory points outside the file or holds an absurd number of entries.
   */
  async directories(limit: number): Promise<TiffDirectory[]> {
    const found: TiffDirectory[] = []
    const seen = new Set<number>()
    for (let offset = this.#first; offset !== 0 && found.length < limit && !seen.has(offset);) {
      seen.add(offset)
      const directory = await this.#directory(offset)
      found.push(directory)
      offset = directory.next
    }
    return found
  }

  async #directory(offset: number): Promise<TiffDirectory> {
    const countBytes = this.#big ? 8 : 2
    const entryBytes = this.#big ? 20 : 12
    const inlineBytes = this.#big ? 8 : 4
    const head = await this.readBytes(offset, countBytes)
    const count = this.#big ? this.#uint64(head, 0) : this.#uint16(head, 0)
    if (count > MAX_ENTRIES) throw new RangeError(`a directory of ${count} entries`)
    const body = await this.readBytes(offset + countBytes, count * entryBytes + inlineBytes)
    const entries = new Map<number, Entry>()
    for (let index = 0; index < count; index++) {
      const at = index * entryBytes
      const type = this.#uint16(body, at + 2)
      const values = this.#big ? this.#uint64(body, at + 4) : this.#uint32(body, at + 4)
      const valueAt = at + entryBytes - inlineBytes
      const inline = values * (TYPE_BYTES[type] ?? 0) <= inlineBytes
      const far = this.#big ? this.#uint64(body, valueAt) : this.#uint32(body, valueAt)
      const valueOffset = inline ? offset + countBytes + valueAt : far
      entries.set(this.#uint16(body, at), { type, count: values, offset: valueOffset })
    }
    const end = count * entryBytes
    return new TiffDirectory(this, entries, this.#big ? this.#uint64(body, end) : this.#uint32(body, end))
  }

  /** @throws RangeError when the range is not inside the file. */
  async readBytes(offset: number, length: number): Promise<Buffer> {
    if (offset < 0 || length > MAX_VALUE_BYTES || offset + length > this.#size) {
      throw new RangeError(`bytes ${offset}+${length} of a file of ${this.#size}`)
    }
    const bytes = Buffer.alloc(length)
    await this.#handle.read(bytes, 0, length, offset)
    return bytes
  }

  async readValues(entry: Entry): Promise<number[]> {
    const size = TYPE_BYTES[entry.type] ?? 0
    if (size === 0) return []
    const bytes = await this.readBytes(entry.offset, entry.count * size)
    return Array.from({ length: entry.count }, (_, index) => this.#value(bytes, index * size, entry.type))
  }

  #value(bytes: Buffer, at: number, type: number): number {
    const little = this.#littleEndian
    if (type === 3) return this.#uint16(bytes, at)
    if (type === 4 || type === 13) return this.#uint32(bytes, at)
    if (type === 5) return this.#uint32(bytes, at) / this.#uint32(bytes, at + 4)
    if (type === 6) return bytes.readInt8(at)
    if (type === 8) return little ? bytes.readInt16LE(at) : bytes.readInt16BE(at)
    if (type === 9) return little ? bytes.readInt32LE(at) : bytes.readInt32BE(at)
    if (type === 10)
      return little
        ? bytes.readInt32LE(at) / bytes.readInt32LE(at + 4)
        : bytes.readInt32BE(at) / bytes.readInt32BE(at + 4)
    if (type === 11) return little ? bytes.readFloatLE(at) : bytes.readFloatBE(at)
    if (type === 12) return little ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at)
    if (type >= 16) return this.#uint64(bytes, at)
    return bytes.readUInt8(at)
  }

  #uint16(bytes: Buffer, at: number): number {
    return this.#littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
  }

  #uint32(bytes: Buffer, at: number): number {
    return this.#littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  }

  #uint64(bytes: Buffer, at: number): number {
    return Number(this.#littleEndian ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  }
}
