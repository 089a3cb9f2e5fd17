import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const packings = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, {
      params: {
        // Ids are most of it: higher ones take four times as long for a twentieth of the bytes.
        [constants.BROTLI_PARAM_QUALITY]: 2,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
}

/** How an answer may be compressed. */
export type Packing = keyof typeof packings

/** A tile that is asked for often: compressed once for all who ask. */
export class PackedTile {
  readonly bytes: Uint8Array
  readonly #packed = new Map<Packing, Promise<Uint8Array>>()

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  packedAs(packing: Packing): Promise<Uint8Array> {
    const known = this.#packed.get(packing)
    if (known) return known
    const packed = packings[packing](this.bytes)
    this.#packed.set(packing, packed)
    packed.catch(() => this.#packed.delete(packing))
    return packed
  }
}

/** The packing that a request prefers of those that we have; undefined: none. */
export function packingFor(acceptEncoding: string | string[] | undefined): Packing | undefined {
  const accepted = String(acceptEncoding ?? '')
    .split(',')
    .flatMap((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
      return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name]
    })
  return (['br', 'gzip'] as const).find((packing) => accepted.includes(packing))
}
