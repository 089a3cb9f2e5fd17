import { describe, expect, it } from 'vitest'
import { loadKernel } from './load-kernel.ts'
import { exampleSheet, largestDifference } from './numbers.ts'

const { WarpModel } = await loadKernel()
const [WIDTH, HEIGHT] = [3300, 2600]

const ringsOf = (polygons: { coordinates(): Float64Array; ringEnds(): Uint32Array }) => {
  const coordinates = polygons.coordinates()
  const ends = [...polygons.ringEnds()]
  return ends.map((end, k) => coordinates.subarray(2 * (ends[k - 1] ?? 0), 2 * end))
}

const areaOf = (ring: Float64Array) => {
  let twice = 0
  for (let k = 0; k < ring.length; k += 2) {
    const next = (k + 2) % ring.length
    twice += ring[k]! * ring[next + 1]! - ring[next]! * ring[k + 1]!
  }
  return twice / 2
}

describe('the footprint', () => {
  it.each(['TPS', 'Affine', 'Polynomial2', 'Projective'] as const)(
    '%s: its outline runs along the true edge of the scan, through its corners',
    (kind) => {
      const model = new WarpModel(kind, exampleSheet(40))
      const [ring, ...others] = ringsOf(model.footprint(WIDTH, HEIGHT).outline())
      expect(others).toEqual([])
      const image = model.mapToImage(ring!)
      for (let k = 0; k < image.length; k += 2) {
        const [x, y] = [image[k]!, image[k + 1]!]
        const toEdge = Math.min(Math.abs(x), Math.abs(y), Math.abs(WIDTH - x), Math.abs(HEIGHT - y))
        expect(toEdge).toBeLessThan(0.1)
      }
      for (const [x, y] of [
        [0, 0],
        [WIDTH, 0],
        [0, HEIGHT],
        [WIDTH, HEIGHT],
      ]) {
        let nearest = Infinity
        for (let k = 0; k < image.length; k += 2)
          nearest = Math.min(nearest, Math.hypot(image[k]! - x!, image[k + 1]! - y!))
        expect(nearest).toBeLessThan(0.5)
      }
      expect(areaOf(ring!)).toBeGreaterThan(0)
    },
  )

  it('has the area of the sheet for an affine map', () => {
    const gcps = new Float64Array(
      [
        [0, 0],
        [1000, 0],
        [0, 700],
        [1000, 700],
      ].flatMap(([x, y]) => [x!, y!, 5000 + 3 * x!, 9000 - 3 * y!]),
    )
    const footprint = new WarpModel('Affine', gcps).footprint(1000, 700)
    expect(largestDifference(footprint.bbox(), [5000, 6900, 8000, 9000])).toBeLessThan(1e-6)
    expect(areaOf(ringsOf(footprint.outline())[0]!)).toBeCloseTo(3000 * 2100, 0)
  })

  describe('at the date line', () => {
    const WORLD = 20_037_508.342_789_244
    /** A sheet of 1000 × 700 px with its points within it, `from` and `to` so many px from the left. */
    const sheet = (west: number, metresPerPx: number, [from, to]: [number, number] = [100, 900]) =>
      new Float64Array(
        [
          [from, 100],
          [to, 100],
          [from, 600],
          [to, 600],
        ].flatMap(([x, y]) => [x!, y!, west + metresPerPx * x!, 1e6 - 3000 * y!]),
      )
    const footprintOf = (gcps: Float64Array, kind: 'Affine' | 'Projective' | 'TPS' = 'Affine') =>
      new WarpModel(kind, gcps).footprint(1000, 700)
    const sidesOf = (gcps: Float64Array) => {
      const [west, , east] = footprintOf(gcps).bbox()
      return [west, east]
    }
    const near = (metres: number) => expect.closeTo(metres, 0) as number

    it('runs on with the points', () => {
      expect(sidesOf(sheet(19e6, 3000))).toEqual([near(19e6), near(22e6)])
    })

    it.each([
      ['the east', [19e6, 3000], [19e6, 22e6]],
      ['the west', [-22e6, 3000], [-22e6, -19e6]],
      ['the east by its margin alone', [WORLD - 2.8e6, 3000], [WORLD - 2.8e6, WORLD + 0.2e6]],
    ] as const)('runs on with the paper where all points lie on one side: %s', (_, [west, scale], sides) => {
      const lineAt = ((west < 0 ? -WORLD : WORLD) - west) / scale
      const points: [number, number] = west < 0 ? [lineAt + 10, 900] : [100, Math.min(900, lineAt - 10)]
      expect(sidesOf(sheet(west, scale, points))).toEqual(sides.map(near))
    })

    it('has an outline along the edge of the scan there', () => {
      const gcps = sheet(19e6, 3000, [100, 300])
      const model = new WarpModel('TPS', gcps)
      const [ring] = ringsOf(model.footprint(1000, 700).outline())
      const image = model.mapToImage(ring!)
      for (let k = 0; k < image.length; k += 2) {
        const [x, y] = [image[k]!, image[k + 1]!]
        const toEdge = Math.min(Math.abs(x), Math.abs(y), Math.abs(1000 - x), Math.abs(700 - y))
        expect(toEdge).toBeLessThan(0.1)
      }
    })

    it.each([
      ['from edge to edge', sheet(-WORLD, WORLD / 500)],
      ['with a margin on both sides', sheet(-1.04 * WORLD, WORLD / 480)],
      ['a little beside its place', sheet(-1.004 * WORLD, WORLD / 501)],
      ['with points in its middle alone', sheet(-1.04 * WORLD, WORLD / 480, [450, 600])],
    ])('ends at the edges of the world where it is a map of the world %s', (_, gcps) => {
      const [west, east] = sidesOf(gcps)
      expect(west).toBeCloseTo(-WORLD, -1)
      expect(east).toBeGreaterThan(0.98 * WORLD)
      expect(east).toBeLessThan(WORLD + 10)
    })

    it('ends there where the horizon of a projective fit lies beyond', () => {
      // Eastings grow without end towards the right of the scan.
      const place = (x: number, y: number) => [
        x,
        y,
        17e6 + (4e6 * x) / (1100 - x),
        (1e6 * (350 - y)) / (1100 - x),
      ]
      const gcps = Float64Array.from(
        [place(100, 100), place(400, 100), place(100, 600), place(400, 600)].flat(),
      )
      const [west, , east] = footprintOf(gcps, 'Projective').bbox()
      expect(west).toBeCloseTo(17e6, 0)
      expect(east).toBeCloseTo(WORLD, -4)
    })
  })

  it('leaves out what is not connected to the control points', () => {
    // A polynomial of order 2 comes back to the scan on the other side of its turning point.
    const bent = new Float64Array(
      Array.from({ length: 12 }, (_, k) => [k % 4, Math.floor(k / 4)]).flatMap(([i, j]) => {
        const [x, y] = [i! * 1000, j! * 1000]
        return [x * (1 - x / 9000), 2000 - y, x, y]
      }),
    )
    const model = new WarpModel('Polynomial2', bent)
    const far = new Float64Array([8000, 1000])
    expect(model.mapToImage(far)[0]).toBeCloseTo(8000 / 9, 3)
    const footprint = model.footprint(2000, 2000)
    expect([...footprint.contains(model, new Float64Array([1000, 1000, 8000, 1000]))]).toEqual([1, 0])
    expect(footprint.bbox()[2]).toBeLessThan(4500)
  })

  it('agrees with its cells and the scan on what belongs to the map', () => {
    const model = new WarpModel('TPS', exampleSheet(60, 3, 100))
    const footprint = model.footprint(WIDTH, HEIGHT)
    const [minX, minY, maxX, maxY] = footprint.bbox() as unknown as [number, number, number, number]
    const map = Float64Array.from({ length: 2000 }, (_, k) =>
      k % 2 === 0
        ? minX + ((maxX - minX) * ((k * 7919) % 2003)) / 2003
        : minY + ((maxY - minY) * ((k * 104_729) % 1999)) / 1999,
    )
    const image = model.mapToImage(map)
    const cells = footprint.cells()
    const expected = Array.from({ length: 1000 }, (_, k) => {
      const column = Math.floor((map[2 * k]! - footprint.originX) / footprint.cellSize)
      const row = Math.floor((map[2 * k + 1]! - footprint.originY) / footprint.cellSize)
      const [x, y] = [image[2 * k]!, image[2 * k + 1]!]
      return cells[row * footprint.cols + column] === 1 && x >= 0 && y >= 0 && x <= WIDTH && y <= HEIGHT
        ? 1
        : 0
    })
    expect([...footprint.contains(model, map)]).toEqual(expected)
  })
})

describe('folds and distortion', () => {
  it('a gentle sheet has no folds; a swapped pair of points makes one around it', () => {
    const gcps = exampleSheet(49, 2, 0)
    expect(new WarpModel('TPS', gcps).folds(WIDTH, HEIGHT).ringEnds().length).toBe(0)
    const swappedPair = gcps.slice()
    swappedPair.set(gcps.subarray(4 * 24, 4 * 24 + 2), 4 * 25)
    swappedPair.set(gcps.subarray(4 * 25, 4 * 25 + 2), 4 * 24)
    const folds = ringsOf(new WarpModel('TPS', swappedPair).folds(WIDTH, HEIGHT))
    expect(folds.length).toBeGreaterThan(0)
    const middle = [24, 25].map((k) => [gcps[4 * k + 2]!, gcps[4 * k + 3]!])
    const nearest = Math.min(
      ...folds.map((ring) => Math.hypot(ring[0]! - middle[0]![0]!, ring[1]! - middle[0]![1]!)),
    )
    expect(nearest).toBeLessThan(100_000)
  })

  it('a similarity on the ground has no distortion; stretching one side by 2 shows as its angle', () => {
    const sheet = (stretch: number) =>
      new Float64Array(
        [
          [0, 0],
          [1000, 0],
          [0, 700],
          [1000, 700],
          [400, 300],
        ].flatMap(([x, y]) => [x!, y!, stretch * x!, -y!]),
      )
    const plain = new WarpModel('Affine', sheet(1)).distortion(1000, 700, 10)
    expect([plain.cols, plain.rows]).toEqual([10, 7])
    expect(Math.max(...plain.angularDegrees())).toBeLessThan(0.05)
    expect(Math.max(...plain.log2AreaScale().map(Math.abs))).toBeLessThan(1e-4)
    // sin(omega) = (2 - 1) / (2 + 1), twice.
    const stretched = new WarpModel('Affine', sheet(2)).distortion(1000, 700, 10)
    expect(stretched.angularDegrees()[0]).toBeCloseTo((2 * Math.asin(1 / 3) * 180) / Math.PI, 3)
  })
})
