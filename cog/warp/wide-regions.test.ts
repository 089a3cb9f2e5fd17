import { describe, expect, it } from 'vitest'
import { wideRegions } from './wide-regions.ts'

const RGB = { colours: 3, hasAlpha: false }

/** Metres to image points of a sheet of one metre a pixel that lies turned about its north-west corner. */
function turned(degrees: number) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return (map: Float64Array): Float64Array =>
    map.map((_, at) => {
      const [east, south] = [map[at - (at % 2)] ?? NaN, -(map[at - (at % 2) + 1] ?? NaN)]
      return at % 2 === 0 ? cos * east - sin * south : sin * east + cos * south
    })
}

const grid = (width: number, height: number) => ({
  originX: 0,
  originY: 0,
  pixelSize: 1,
  width,
  height,
  loweredBy: 1,
})

describe('where gdalwarp widens its kernel', () => {
  it('is nowhere on a sheet that lies straight', () => {
    const source = { imageSize: [9000, 8000], ...RGB } as const
    expect(wideRegions(turned(0), grid(9000, 8000), source)).toEqual([])
  })

  it('is by the box around the source of a chunk on a sheet that lies turned', () => {
    const source = { imageSize: [4000, 4000], ...RGB } as const
    const inner = { ...grid(1000, 500), originX: 1500, originY: -1000 }
    const [west, south, east, north, across = NaN, down = NaN] = wideRegions(turned(20), inner, source)
    expect([west, south, east, north]).toEqual([1500, -1500, 2500, -1000])
    const [cos, sin] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)]
    expect(across).toBeCloseTo((1000 * cos + 500 * sin) / 1000, 6)
    expect(down).toBeCloseTo((1000 * sin + 500 * cos) / 500, 6)
  })

  it('parts a large output into the chunks that GDAL 3.6 tells of', () => {
    // CPL_DEBUG=ON gdalwarp of this grid: chunks of 1460 x 2360 px.
    const source = { imageSize: [11_545, 9291], ...RGB } as const
    const regions = wideRegions(turned(5), grid(11_680, 9440), source)
    const widths = new Set<number>()
    for (let at = 0; at < regions.length; at += 6) widths.add((regions[at + 2] ?? NaN) - (regions[at] ?? NaN))
    expect([...widths]).toContain(1460)
    expect(regions.length / 6).toBeGreaterThan(10)
  })
})
