/** Grey pictures and how far one is shifted against another. */

export interface Grey {
  readonly width: number
  readonly height: number
  readonly values: Float64Array
}

/** The mean of red, green and blue of RGBA or RGB pixels. */
export function greyOf(picture: { width: number; height: number; data: Uint8Array }, channels: 3 | 4): Grey {
  const { width, height, data } = picture
  const values = new Float64Array(width * height)
  for (let i = 0; i < values.length; i++)
    values[i] = (data[channels * i]! + data[channels * i + 1]! + data[channels * i + 2]!) / 3
  return { width, height, values }
}

/** Value at a fractional place (pixel centres at .5), bilinear; NaN outside. */
export function sample({ width, height, values }: Grey, x: number, y: number): number {
  const [fx, fy] = [x - 0.5, y - 0.5]
  const [i, j] = [Math.floor(fx), Math.floor(fy)]
  if (i < 0 || j < 0 || i + 1 >= width || j + 1 >= height) return NaN
  const [u, v] = [fx - i, fy - j]
  const at = (di: number, dj: number) => values[(j + dj) * width + i + di]!
  return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v
}

/** A picture whose pixels are given by a function of their centres. */
export function paint(width: number, height: number, value: (x: number, y: number) => number): Grey {
  const values = new Float64Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) values[y * width + x] = value(x + 0.5, y + 0.5)
  return { width, height, values }
}

/** Half the size, each pixel the mean of four. */
export function halved(picture: Grey): Grey {
  const [width, height] = [Math.floor(picture.width / 2), Math.floor(picture.height / 2)]
  const at = (x: number, y: number) => picture.values[y * picture.width + x]!
  return paint(width, height, (cx, cy) => {
    const [x, y] = [2 * Math.floor(cx), 2 * Math.floor(cy)]
    return (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4
  })
}

/**
 * By how many pixels `picture` lies to the right of and below `reference`: the place of the best correlation within
 * `reach`, refined by a parabola. `likeness` is the correlation there, 1 for equal pictures.
 */
export function shiftOf(reference: Grey, picture: Grey, reach: number) {
  let best = { dx: 0, dy: 0, likeness: -2 }
  const scores = new Map<string, number>()
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      const likeness = correlation(reference, picture, dx, dy)
      scores.set(`${dx},${dy}`, likeness)
      if (likeness > best.likeness) best = { dx, dy, likeness }
    }
  const peak = (before?: number, at?: number, after?: number) => {
    if (before === undefined || at === undefined || after === undefined) return 0
    const bend = before - 2 * at + after
    return bend < 0 ? (before - after) / (2 * bend) : 0
  }
  const score = (dx: number, dy: number) => scores.get(`${dx},${dy}`)
  const { dx, dy, likeness } = best
  return {
    dx: dx + peak(score(dx - 1, dy), likeness, score(dx + 1, dy)),
    dy: dy + peak(score(dx, dy - 1), likeness, score(dx, dy + 1)),
    likeness,
  }
}

function correlation(a: Grey, b: Grey, dx: number, dy: number): number {
  let [n, sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0, 0]
  for (let y = 0; y < a.height; y++)
    for (let x = 0; x < a.width; x++) {
      const [bx, by] = [x + dx, y + dy]
      if (bx < 0 || by < 0 || bx >= b.width || by >= b.height) continue
      const [va, vb] = [a.values[y * a.width + x]!, b.values[by * b.width + bx]!]
      if (Number.isNaN(va) || Number.isNaN(vb)) continue
      n++
      sa += va
      sb += vb
      saa += va * va
      sbb += vb * vb
      sab += va * vb
    }
  return (n * sab - sa * sb) / Math.sqrt((n * saa - sa * sa) * (n * sbb - sb * sb) || 1)
}
