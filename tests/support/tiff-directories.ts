/** One picture or mask of a TIFF. */
export interface TiffDirectory {
  readonly width: number
  readonly height: number
  readonly tile?: readonly [number, number]
  readonly isMask?: boolean
  /** West and north edge in metres, where the directory says so. */
  readonly origin?: readonly [number, number]
}

const TYPE_SIZE = { 3: 2, 4: 4, 12: 8 } as const

/** A TIFF of directories whose tiles are all empty. */
export function tiffOfDirectories(directories: readonly TiffDirectory[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(64 * 1024))
  view.setUint16(0, 0x4949)
  view.setUint16(2, 42, true)
  let end = 8
  let pointer = 4
  for (const directory of directories) {
    const entries = entriesOf(directory)
    view.setUint32(pointer, end, true)
    let at = end
    view.setUint16(at, entries.length, true)
    at += 2
    end = at + 12 * entries.length + 4
    for (const [tag, type, values] of entries) {
      const size = TYPE_SIZE[type] * values.length
      let place = at + 8
      view.setUint16(at, tag, true)
      view.setUint16(at + 2, type, true)
      view.setUint32(at + 4, values.length, true)
      if (size > 4) {
        view.setUint32(at + 8, end, true)
        place = end
        end += size + (size % 2)
      }
      for (const value of values) {
        if (type === 3) view.setUint16(place, value, true)
        else if (type === 4) view.setUint32(place, value, true)
        else view.setFloat64(place, value, true)
        place += TYPE_SIZE[type]
      }
      at += 12
    }
    pointer = at
  }
  return new Uint8Array(view.buffer)
}

function entriesOf({ width, height, tile = [256, 256], isMask = false, origin }: TiffDirectory) {
  const tiles = Math.ceil(width / tile[0]) * Math.ceil(height / tile[1])
  const none = Array<number>(tiles).fill(0)
  const entries: [number, keyof typeof TYPE_SIZE, readonly number[]][] = [
    [254, 4, [isMask ? 4 : 0]],
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, [isMask ? 1 : 8]],
    [259, 3, [8]],
    [262, 3, [isMask ? 4 : 1]],
    [277, 3, [1]],
    [322, 4, [tile[0]]],
    [323, 4, [tile[1]]],
    [324, 4, none],
    [325, 4, none],
  ]
  if (origin) {
    entries.push([33_550, 12, [2, 2, 0]], [33_922, 12, [0, 0, 0, ...origin, 0]])
  }
  return entries
}
