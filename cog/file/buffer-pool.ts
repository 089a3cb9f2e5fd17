/**
 * Buffers of one size that are used again: a fresh one a tile costs more in page faults and garbage than the copy into
 * it. As many are kept as were ever lent at once.
 */
export class BufferPool {
  readonly #bytes: number
  readonly #free: Uint8Array[] = []

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  /** Lends a buffer with whatever was in it; it may not be touched after `work` has ended. */
  async lend<T>(work: (buffer: Uint8Array) => Promise<T>): Promise<T> {
    const buffer = this.#free.pop() ?? new Uint8Array(this.#bytes)
    try {
      return await work(buffer)
    } finally {
      this.#free.push(buffer)
    }
  }
}
