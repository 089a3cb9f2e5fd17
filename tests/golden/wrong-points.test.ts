import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { SUSPECT_SCORE } from '../../src/editor/model/accuracy-rows.ts'
import { suspectsOf } from '../../workers/warp/trust/suspects.ts'
import { seededRandom } from '../support/random-maps.ts'
import { type RealPoints, realPoints } from '../support/real-points.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'

const TRIALS = 200

/** The same map with one image point shifted by 100 to 300 px. */
function withError({ gcps }: RealPoints, index: number, random: () => number): Float64Array {
  const [turn, px] = [random() * 2 * Math.PI, 100 + 200 * random()]
  const planted = gcps.slice()
  planted[4 * index] = (planted[4 * index] ?? NaN) + px * Math.cos(turn)
  planted[4 * index + 1] = (planted[4 * index + 1] ?? NaN) + px * Math.sin(turn)
  return planted
}

/** Where the shifted point comes in the list of suspects, from 0, and whether it is named. */
function trial(map: RealPoints, random: () => number) {
  const index = Math.floor((random() * map.gcps.length) / 4)
  const suspects = suspectsOf(withError(map, index, random))
  const rank = suspects.findIndex((suspect) => suspect.index === index)
  return { isOnTop: rank < 2, isNamed: (suspects[rank]?.score ?? 0) >= SUSPECT_SCORE }
}

/** `count` points of a map, evenly from all. */
function thinned({ name, gcps }: RealPoints, count: number): RealPoints {
  const at = Array.from({ length: count }, (_, rank) => Math.floor((rank * gcps.length) / 4 / count))
  return {
    name,
    gcps: Float64Array.from(at.flatMap((index) => Array.from(gcps.slice(4 * index, 4 * index + 4)))),
  }
}

describeWithSharedData('the points of real maps', () => {
  const groups = () => realPoints()

  it('have a point that is 100 to 300 px wrong first or second among the suspects in at least 90 % of 200 trials', () => {
    const all = [...groups().values()]
    const random = seededRandom(18)
    const outcomes = Array.from({ length: TRIALS }, (_, at) => {
      const maps = all[at % all.length] ?? []
      return trial(maps[Math.floor(random() * maps.length)]!, random)
    })
    const onTop = outcomes.filter(({ isOnTop }) => isOnTop).length
    const named = outcomes.filter(({ isNamed }) => isNamed).length
    console.info(`of ${TRIALS} wrong points ${onTop} come first or second, ${named} are named`)
    expect(onTop).toBeGreaterThanOrEqual(0.95 * TRIALS)
    expect(named).toBeGreaterThanOrEqual(0.85 * TRIALS)
  })

  it('have it so too among 162 points full of real distortion', () => {
    const [basel] = groups().get('basel')!
    const map = thinned(basel!, 162)
    const random = seededRandom(162)
    const outcomes = Array.from({ length: TRIALS }, () => trial(map, random))
    const onTop = outcomes.filter(({ isOnTop }) => isOnTop).length
    const named = outcomes.filter(({ isNamed }) => isNamed).length
    console.info(`of ${TRIALS} wrong points among 162 ${onTop} come first or second, ${named} are named`)
    expect(onTop).toBeGreaterThanOrEqual(0.95 * TRIALS)
    expect(named).toBeGreaterThanOrEqual(0.9 * TRIALS)
  })

  it('are as they stand named in less than 5 %, of points and of maps', () => {
    const maps = [...groups().values()].flat()
    const named = maps.map(
      ({ gcps }) => suspectsOf(gcps).filter(({ score }) => score >= SUSPECT_SCORE).length,
    )
    const points = maps.reduce((sum, { gcps }) => sum + gcps.length / 4, 0)
    const namedPoints = named.reduce((sum, count) => sum + count, 0)
    const namedMaps = named.filter((count) => count > 0).length
    console.info(`named as they are: ${namedPoints} of ${points} points, ${namedMaps} of ${maps.length} maps`)
    expect(namedPoints).toBeLessThan(0.05 * points)
    expect(namedMaps).toBeLessThan(0.05 * maps.length)
  })
})

describeWithSharedData('the points of a drawn map clicked to 2 px', () => {
  it.each(['synthetic-lithuania', 'synthetic-minsk'])(
    '%s: two swapped, one shifted and one with its degrees swapped are named before all others',
    (set) => {
      const { blunder_rows_0based: rows } = JSON.parse(
        readFileSync(sharedData(set, 'truth.json'), 'utf8'),
      ) as {
        readonly blunder_rows_0based: Record<string, number | number[]>
      }
      const planted = Object.values(rows).flat()
      const suspects = suspectsOf(clickedPoints(sharedData(set, 'gcps_with_blunders.csv')))
      expect(ascending(suspects.slice(0, 4).map(({ index }) => index))).toEqual(ascending(planted))
      expect(suspects.filter(({ score }) => score >= SUSPECT_SCORE)).toHaveLength(4)
    },
  )
})

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

/** `id,px,py,x,y,…` in degrees as `[imageX, imageY, mapX, mapY] * n`. */
function clickedPoints(path: string): Float64Array {
  const [, ...rows] = readFileSync(path, 'utf8').trim().split('\n')
  return Float64Array.from(
    rows.flatMap((row) => {
      const [, px, py, x, y] = row.split(',').map(Number)
      return [px ?? NaN, py ?? NaN, ...mapPointOf(x ?? NaN, y ?? NaN)]
    }),
  )
}
