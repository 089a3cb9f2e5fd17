import { describe, expect, it } from 'vitest'
import { loadKernel } from './load-kernel.ts'
import { exampleSheet, randomFrom } from './numbers.ts'
import { pixelsOf, sideFor } from './pixels.ts'

const { WarpModel, BlockWarper, RgbaImage } = await loadKernel()

interface Picture {
  width: number
  height: number
  rgba: Uint8Array
}

/** A smooth picture, so that a small error of place makes a small error of colour. */
function picture(width: number, height: number, alpha = (_x: number, _y: number) => 255): Picture {
  const rgba = new Uint8Array(4 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x)
      rgba[at] = 128 + 100 * Math.sin(x / 9)
      rgba[at + 1] = 128 + 100 * Math.cos(y / 7)
      rgba[at + 2] = (x + y) % 256
      rgba[at + 3] = alpha(x, y)
    }
  }
  return { width, height, rgba }
}

function crop({ width, rgba }: Picture, x: number, y: number, w: number, h: number): Uint8Array {
  const out = new Uint8Array(4 * w * h)
  for (let row = 0; row < h; row++)
    out.set(rgba.subarray(4 * ((y + row) * width + x), 4 * ((y + row) * width + x + w)), 4 * row * w)
  return out
}

type Grid = { originX: number; originY: number; pixelSize: number; width: number; height: number }

/** One block by the warper, from levels made by halving. */
function warp(warper: InstanceType<typeof BlockWarper>, grid: Grid, levels: Picture[]) {
  const window = warper.sourceWindow(
    grid.originX,
    grid.originY,
    grid.pixelSize,
    grid.width,
    grid.height,
    levels.length,
  )
  const [level, x, y, w, h] = window as unknown as [number, number, number, number, number]
  const source = crop(levels[level]!, x, y, w, h)
  const side = sideFor(grid.width, grid.height)
  const image = new RgbaImage(side, side)
  warper.resampleInto(
    image,
    grid.originX,
    grid.originY,
    grid.pixelSize,
    grid.width,
    grid.height,
    source,
    level,
    x,
    y,
    w,
    h,
  )
  const rgba = pixelsOf(image, grid.width, grid.height)
  image.free()
  return { rgba, window }
}

/** An affine map of one metre a pixel, shifted: the block equals the scan. */
function identity(width: number, height: number) {
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ]
  const model = new WarpModel(
    'Affine',
    new Float64Array(corners.flatMap(([x, y]) => [x!, y!, 1000 + x!, 9000 - y!])),
  )
  const footprint = model.footprint(width, height)
  return { model, footprint, grid: { originX: 1000, originY: 9000, pixelSize: 1, width, height } }
}

const METHODS = ['nearest', 'bilinear', 'cubic', 'lanczos'] as const

describe('warping a block', () => {
  it.each(METHODS)('%s: the identity returns the picture itself', (method) => {
    const source = picture(150, 130, (x) => (x > 100 ? 0 : 255))
    const { model, footprint, grid } = identity(150, 130)
    for (const tolerance of [0, 0.125]) {
      const { rgba } = warp(new BlockWarper(model, footprint, method, tolerance), grid, [source])
      let worst = 0
      for (let k = 0; k < rgba.length; k++) {
        const at = k - (k % 4)
        // Colours of transparent pixels carry no meaning.
        if (k % 4 === 3 || source.rgba[at + 3] === 255)
          worst = Math.max(worst, Math.abs(rgba[k]! - source.rgba[k]!))
      }
      // Rounding of a place that lies on a pixel's centre to 1e-6 px.
      expect(worst).toBeLessThanOrEqual(1)
    }
  })

  it.each(METHODS)('%s: agrees with a plain computation pixel by pixel on a bent map', (method) => {
    const gcps = exampleSheet(80, 2, 40)
    const model = new WarpModel('TPS', gcps)
    const source = picture(3300, 2600)
    const footprint = model.footprint(3300, 2600)
    const [minX, , , maxY] = footprint.bbox() as unknown as [number, number, number, number]
    const grid = { originX: minX + 60_000, originY: maxY - 50_000, pixelSize: 86, width: 200, height: 170 }
    for (const [tolerance, allowed] of [
      [0, 2],
      [0.125, 6],
    ] as const) {
      const { rgba } = warp(new BlockWarper(model, footprint, method, tolerance), grid, [source])
      const map = Float64Array.from({ length: 2 * 200 * 170 }, (_, k) => {
        const pixel = Math.floor(k / 2)
        return k % 2 === 0
          ? grid.originX + ((pixel % 200) + 0.5) * 86
          : grid.originY - (Math.floor(pixel / 200) + 0.5) * 86
      })
      const image = model.mapToImage(map)
      let worst = 0
      for (let pixel = 0; pixel < 200 * 170; pixel++) {
        const expected = sampled(source, image[2 * pixel]!, image[2 * pixel + 1]!, method)
        // Nearest may take the neighbour where the place is within the tolerance of a border.
        if (method === 'nearest' && tolerance > 0) continue
        for (let c = 0; c < 2; c++) worst = Math.max(worst, Math.abs(rgba[4 * pixel + c]! - expected[c]!))
      }
      expect(worst).toBeLessThanOrEqual(allowed)
    }
  })

  it.each([0, 0.125])(
    'draws in another plane what lies at its places on the map: tolerance %d',
    (tolerance) => {
      const gcps = exampleSheet(80, 2, 40)
      const model = new WarpModel('TPS', gcps)
      const source = picture(3300, 2600)
      const footprint = model.footprint(3300, 2600)
      const [minX, , , maxY] = footprint.bbox() as unknown as [number, number, number, number]
      // A plane of feet, turned and bent against the map.
      const toMap = (x: number, y: number): [x: number, y: number] => [
        minX + 60_000 + 0.3 * x + 0.05 * y + 1e-7 * x * y,
        maxY - 50_000 + 0.3 * y - 0.05 * x + 1e-7 * x * x,
      ]
      const grid = { originX: -300, originY: 500, pixelSize: 280, width: 200, height: 170 }
      const [step, columns, rows] = [64 * 280, 9, 9]
      const [originX, originY] = [grid.originX - 2 * step, grid.originY + 2 * step]
      const nodes = Array.from({ length: columns * rows }, (_, k) =>
        toMap(originX + (k % columns) * step, originY - Math.floor(k / columns) * step),
      )
      const warper = new BlockWarper(model, footprint, 'bilinear', tolerance)
      warper.setPlane(originX, originY, step, columns, Float64Array.from(nodes.flat()))
      const { rgba } = warp(warper, grid, [source])
      const places = Array.from({ length: 200 * 170 }, (_, pixel) =>
        toMap(
          grid.originX + ((pixel % 200) + 0.5) * 280,
          grid.originY - (Math.floor(pixel / 200) + 0.5) * 280,
        ),
      )
      const image = model.mapToImage(Float64Array.from(places.flat()))
      let worst = 0
      for (let pixel = 0; pixel < 200 * 170; pixel++) {
        const expected = sampled(source, image[2 * pixel]!, image[2 * pixel + 1]!, 'bilinear')
        for (let c = 0; c < 2; c++) worst = Math.max(worst, Math.abs(rgba[4 * pixel + c]! - expected[c]!))
        expect(rgba[4 * pixel + 3]).toBe(255)
      }
      expect(worst).toBeLessThanOrEqual(tolerance === 0 ? 2 : 6)
    },
  )

  it('shows nothing where a plane lies nowhere on the map, and refuses a lattice that is none', () => {
    const { model, footprint, grid } = identity(150, 130)
    const lattice = (columns: number, rows: number, rule: (x: number, y: number) => number[]) =>
      Float64Array.from(
        Array.from({ length: columns * rows }, (_, k) =>
          rule(952 + 16 * (k % columns), 9048 - 16 * Math.floor(k / columns)),
        ).flat(),
      )
    for (const tolerance of [0, 0.125]) {
      const warper = new BlockWarper(model, footprint, 'bilinear', tolerance)
      warper.setPlane(
        952,
        9048,
        16,
        20,
        lattice(20, 20, (x, y) => (x < 1100 ? [x, y] : [NaN, NaN])),
      )
      const { rgba } = warp(warper, grid, [picture(150, 130)])
      const shown = (column: number) => rgba[4 * (60 * 150 + column) + 3]
      expect([shown(1), shown(140), shown(148)]).toEqual([255, 0, 0])
    }
    const warper = new BlockWarper(model, footprint, 'bilinear', 0.125)
    for (const [columns, nodes] of [
      [3, 12],
      [4, 15],
      [5, 16],
    ] as const)
      expect(() => warper.setPlane(0, 0, 1, columns, new Float64Array(2 * nodes))).toThrow(
        expect.objectContaining({ code: 'badArgument' }),
      )
  })

  it('is transparent beside the map, outside the scan and outside the mask', () => {
    const { model, footprint } = identity(100, 80)
    const warper = new BlockWarper(model, footprint, 'bilinear', 0.125)
    warper.setMask(
      new Float64Array([10, 10, 60, 10, 60, 60, 10, 60, 30, 30, 40, 30, 40, 40, 30, 40]),
      new Uint32Array([4, 8]),
    )
    const grid = { originX: 990, originY: 9010, pixelSize: 1, width: 120, height: 100 }
    const { rgba } = warp(warper, grid, [picture(100, 80)])
    const alphaAt = (imageX: number, imageY: number) => rgba[4 * ((imageY + 10) * 120 + imageX + 10) + 3]
    expect([alphaAt(20, 20), alphaAt(10, 10), alphaAt(59, 59)]).toEqual([255, 255, 255])
    expect([
      alphaAt(35, 35),
      alphaAt(9, 20),
      alphaAt(60, 20),
      alphaAt(80, 70),
      alphaAt(-5, 5),
      alphaAt(105, 5),
    ]).toEqual([0, 0, 0, 0, 0, 0])
    warper.setMask(new Float64Array(0), new Uint32Array(0))
    const unmasked = warp(warper, grid, [picture(100, 80)]).rgba
    expect([unmasked[4 * (80 * 120 + 90) + 3], unmasked[3]]).toEqual([255, 0])
  })

  it('asks for nothing where the block shows nothing', () => {
    const { model, footprint } = identity(100, 80)
    const warper = new BlockWarper(model, footprint, 'cubic', 0.125)
    expect(warper.sourceWindow(5000, 5000, 1, 64, 64, 3).length).toBe(0)
  })

  it('asks for the level that suits the block, in windows that lie in it', () => {
    const { model, footprint } = identity(1000, 801)
    const warper = new BlockWarper(model, footprint, 'lanczos', 0.125)
    for (const [pixelSize, expected] of [
      [0.5, 0],
      [1, 0],
      [2, 1],
      [4.1, 2],
      [16, 3],
    ] as const) {
      const [level, x, y, w, h] = warper.sourceWindow(1000, 9000, pixelSize, 64, 64, 4) as unknown as [
        number,
        number,
        number,
        number,
        number,
      ]
      expect(level).toBe(expected)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + w).toBeLessThanOrEqual(1000 >> level)
      expect(y + h).toBeLessThanOrEqual(801 >> level)
    }
  })

  it('is the same in one piece and in parts', () => {
    const model = new WarpModel('TPS', exampleSheet(50, 8, 30))
    const footprint = model.footprint(3300, 2600)
    const [minX, , , maxY] = footprint.bbox() as unknown as [number, number, number, number]
    const source = [picture(3300, 2600)]
    const warper = new BlockWarper(model, footprint, 'bilinear', 0)
    const whole = warp(
      warper,
      { originX: minX + 50_000, originY: maxY - 50_000, pixelSize: 90, width: 128, height: 64 },
      source,
    ).rgba
    const right = warp(
      warper,
      { originX: minX + 50_000 + 64 * 90, originY: maxY - 50_000, pixelSize: 90, width: 64, height: 64 },
      source,
    ).rgba
    let worst = 0
    for (let y = 0; y < 64; y++)
      for (let k = 0; k < 256; k++)
        worst = Math.max(worst, Math.abs(right[256 * y + k]! - whole[512 * y + 256 + k]!))
    expect(worst).toBeLessThanOrEqual(1)
  })
})

/** A pixel value by the textbook. */
function sampled(
  { width, height, rgba }: Picture,
  imageX: number,
  imageY: number,
  method: (typeof METHODS)[number],
): number[] {
  const at = (x: number, y: number, c: number) =>
    rgba[4 * (Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)) + c]!
  if (method === 'nearest') return [0, 1].map((c) => at(Math.floor(imageX), Math.floor(imageY), c))
  const sinc = (d: number) => (d === 0 ? 1 : Math.sin(Math.PI * d) / (Math.PI * d))
  const kernels = {
    bilinear: { reach: 1, weight: (d: number) => Math.max(0, 1 - Math.abs(d)) },
    cubic: {
      reach: 2,
      weight: (d: number) => {
        const t = Math.abs(d)
        if (t <= 1) return 1.5 * t ** 3 - 2.5 * t ** 2 + 1
        return t < 2 ? -0.5 * t ** 3 + 2.5 * t ** 2 - 4 * t + 2 : 0
      },
    },
    lanczos: { reach: 3, weight: (d: number) => (Math.abs(d) < 3 ? sinc(d) * sinc(d / 3) : 0) },
  }
  const { reach, weight } = kernels[method]
  const [x, y] = [imageX - 0.5, imageY - 0.5]
  return [0, 1].map((c) => {
    let [sum, total] = [0, 0]
    for (let j = Math.floor(y) - reach + 1; j <= Math.floor(y) + reach; j++) {
      for (let i = Math.floor(x) - reach + 1; i <= Math.floor(x) + reach; i++) {
        const w = weight(x - i) * weight(y - j)
        sum += w * at(i, j, c)
        total += w
      }
    }
    return Math.min(255, Math.max(0, sum / total))
  })
}

describe('overviews', () => {
  it('are means of 2 x 2 pixels weighted by alpha, of floored size', () => {
    const random = randomFrom(3)
    const source = Uint8Array.from({ length: 4 * 37 * 21 }, () => Math.floor(256 * random()))
    const [image, half] = [new RgbaImage(37, 21), new RgbaImage(24, 24)]
    image.paste(source, 37, 0, 0)
    image.halveInto(half, 0, 0)
    const halved = pixelsOf(half, 18, 10)
    for (let y = 0; y < 10; y++) {
      for (let x = 0; x < 18; x++) {
        const four = [0, 1, 37, 38].map((step) => [
          ...source.subarray(4 * (2 * y * 37 + 2 * x + step), 4 * (2 * y * 37 + 2 * x + step) + 4),
        ])
        const alpha = four.reduce((sum, p) => sum + p[3]!, 0)
        const expected = [0, 1, 2].map(
          (c) => four.reduce((sum, p) => sum + p[c]! * p[3]!, 0) / Math.max(alpha, 1),
        )
        const found = halved.subarray(4 * (y * 18 + x), 4 * (y * 18 + x) + 4)
        for (const c of [0, 1, 2]) expect(Math.abs(found[c]! - expected[c]!)).toBeLessThanOrEqual(0.51)
        expect(Math.abs(found[3]! - alpha / 4)).toBeLessThanOrEqual(0.51)
      }
    }
  })
})

describe('tiles', () => {
  const SIDE = 16
  const cut = (alphaOf: (x: number, y: number) => number) => {
    const source = picture(40, 24, alphaOf)
    const image = new RgbaImage(40, 24)
    image.paste(source.rgba, 40, 0, 0)
    const rgba = new Uint8Array(4 * SIDE * SIDE)
    const rgb = new Uint8Array(3 * SIDE * SIDE).fill(7)
    const mask = new Uint8Array((SIDE * SIDE) / 8).fill(7)
    const shows = image.cutRgb(19, 5, SIDE, rgb, mask)
    expect(image.cutRgba(19, 5, SIDE, rgba)).toBe(shows)
    image.free()
    return { shows, rgba, rgb, mask, expected: crop(source, 19, 5, SIDE, SIDE) }
  }

  it('are the pixels of their place, with and without alpha', () => {
    const { shows, rgba, rgb, mask, expected } = cut(() => 255)
    expect(shows).toBe(1)
    expect([...rgba]).toEqual([...expected])
    expect([...rgb]).toEqual([...expected].filter((_, at) => at % 4 !== 3))
    expect(mask.every((byte) => byte === 7)).toBe(true)
  })

  it('hide pixels under half alpha behind the mean colour of the others, and say so bit by bit', () => {
    const { shows, rgba, rgb, mask, expected } = cut((x, y) => (x * 5 + y * 3) % 256)
    expect(shows).toBe(2)
    expect([...rgba]).toEqual([...expected])
    const pixels = Array.from({ length: SIDE * SIDE }, (_, at) => expected.subarray(4 * at, 4 * at + 4))
    const shown = pixels.filter((pixel) => pixel[3]! >= 128)
    const mean = [0, 1, 2].map((c) => Math.round(shown.reduce((sum, p) => sum + p[c]!, 0) / shown.length))
    expect([...rgb]).toEqual(pixels.flatMap((pixel) => (pixel[3]! >= 128 ? [...pixel.subarray(0, 3)] : mean)))
    const bits = [...mask].flatMap((byte) => Array.from(byte.toString(2).padStart(8, '0'), Number))
    expect(bits).toEqual(pixels.map((pixel) => (pixel[3]! >= 128 ? 1 : 0)))
  })

  it('leave the buffers as they were where they show nothing', () => {
    const { shows, rgba, rgb, mask } = cut(() => 0)
    expect(shows).toBe(0)
    expect(rgba.every((byte) => byte === 0)).toBe(true)
    expect([...rgb, ...mask].every((byte) => byte === 7)).toBe(true)
  })
})
