import type { FlatRing } from '../../../../cog/outline/rings.ts'

type Properties = Readonly<Record<string, string | number>>

/** A polygon of a tile in whole units: outer rings clockwise, each followed by its holes. */
export interface TilePolygon {
  readonly rings: readonly FlatRing[]
  readonly properties: Properties
}

/** A point of a tile in whole units. */
export interface TilePoint {
  readonly point: readonly [x: number, y: number]
  readonly properties: Properties
}

/** What a layer holds; one without features is left out. */
export interface TileLayer {
  readonly name: string
  readonly features: Iterable<TilePolygon | TilePoint>
}

/** Field numbers and kinds of the vector tile specification, version 2.1; each tag is `number << 3 | wire type`. */
const TAG = {
  layer: 0x1a,
  layerVersion: 0x78,
  layerName: 0x0a,
  feature: 0x12,
  key: 0x1a,
  value: 0x22,
  extent: 0x28,
  featureTags: 0x12,
  featureType: 0x18,
  geometry: 0x22,
  stringValue: 0x0a,
  doubleValue: 0x19,
} as const
const [POINT, POLYGON] = [1, 3]
const [MOVE_TO, LINE_TO, CLOSE_PATH] = [1, 2, 7]

/** Bytes that grow. */
class Writer {
  #bytes = Buffer.allocUnsafe(16_384)
  #length = 0

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + count))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length] = value
    this.#length += 1
  }

  /** A number from 0 to 2^32 − 1 in base 128, the lowest digit first. */
  number(value: number): void {
    let rest = value >>> 0
    for (; rest > 0x7f; rest >>>= 7) this.byte((rest & 0x7f) | 0x80)
    this.byte(rest)
  }

  text(tag: number, text: string): void {
    const length = Buffer.byteLength(text)
    this.byte(tag)
    this.number(length)
    this.#reserve(length)
    this.#length += this.#bytes.write(text, this.#length)
  }

  double(tag: number, value: number): void {
    this.byte(tag)
    this.#reserve(8)
    this.#length = this.#bytes.writeDoubleLE(value, this.#length)
  }

  part(tag: number, part: Writer): void {
    this.byte(tag)
    this.number(part.#length)
    this.#reserve(part.#length)
    this.#length += part.#bytes.copy(this.#bytes, this.#length, 0, part.#length)
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  clear(): this {
    this.#length = 0
    return this
  }
}

/** A signed number so that small ones stay small. */
const zigzag = (value: number) => (value << 1) ^ (value >> 31)

/** Writes the steps of all rings: each begins where the one before it ended. */
function writeRings(writer: Writer, rings: readonly FlatRing[]): void {
  let [x, y] = [0, 0]
  for (const ring of rings) {
    writer.number((1 << 3) | MOVE_TO!)
    for (let at = 0; at < ring.length; at += 2) {
      if (at === 2) writer.number(((ring.length / 2 - 1) << 3) | LINE_TO!)
      writer.number(zigzag(ring[at]! - x))
      writer.number(zigzag(ring[at + 1]! - y))
      ;[x, y] = [ring[at]!, ring[at + 1]!]
    }
    writer.number((1 << 3) | CLOSE_PATH!)
  }
}

function writePoint(writer: Writer, [x, y]: TilePoint['point']): void {
  writer.number((1 << 3) | MOVE_TO!)
  writer.number(zigzag(x))
  writer.number(zigzag(y))
}

/** Each text and number of a layer is stored once, and referred to by its place. */
class Places<Value> {
  readonly #places = new Map<Value, number>()

  of(value: Value): number {
    const place = this.#places.get(value) ?? this.#places.size
    this.#places.set(value, place)
    return place
  }

  all(): Iterable<Value> {
    return this.#places.keys()
  }
}

/** A Mapbox vector tile of version 2; without features it is empty. */
export function vectorTile(extent: number, layers: readonly TileLayer[]): Uint8Array {
  const tile = new Writer()
  for (const layer of layers) writeLayer(tile, extent, layer)
  return tile.bytes()
}

function writeLayer(tile: Writer, extent: number, { name, features }: TileLayer): void {
  const [layer, feature, part] = [new Writer(), new Writer(), new Writer()]
  const [keys, values] = [new Places<string>(), new Places<string | number>()]
  layer.byte(TAG.layerVersion)
  layer.number(2)
  layer.text(TAG.layerName, name)
  let isEmpty = true
  for (const shown of features) {
    isEmpty = false
    feature.clear()
    part.clear()
    for (const [key, value] of Object.entries(shown.properties)) {
      part.number(keys.of(key))
      part.number(values.of(value))
    }
    feature.part(TAG.featureTags, part)
    feature.byte(TAG.featureType)
    feature.number('rings' in shown ? POLYGON! : POINT!)
    part.clear()
    if ('rings' in shown) writeRings(part, shown.rings)
    else writePoint(part, shown.point)
    feature.part(TAG.geometry, part)
    layer.part(TAG.feature, feature)
  }
  if (isEmpty) return
  for (const key of keys.all()) layer.text(TAG.key, key)
  for (const value of values.all()) {
    part.clear()
    if (typeof value === 'string') part.text(TAG.stringValue, value)
    else part.double(TAG.doubleValue, value)
    layer.part(TAG.value, part)
  }
  layer.byte(TAG.extent)
  layer.number(extent)
  tile.part(TAG.layer, layer)
}
