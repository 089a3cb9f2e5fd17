import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { describeWithSharedData, sharedData } from '../../tests/support/shared-data.ts'
import { metresBetween } from '../../tests/support/metres-between.ts'
import { systemOfText } from './system-of-text.ts'
import { transformationAt } from './transformation.ts'

/** A place in a reference system, and every longitude and latitude that an operation of PROJ 9.5 gives for it. */
interface Place {
  readonly crs: string
  readonly own: readonly [x: number, y: number]
  readonly right: readonly (readonly [lon: number, lat: number])[]
}

function readPlaces(): readonly Place[] {
  const [, ...lines] = readFileSync(sharedData('reference-systems', 'places.csv'), 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [epsg = '', x, y, lonLats = ''] = line.split(',')
    const right = lonLats.split(';').map((text) => text.split(' ').map(Number) as [number, number])
    return { crs: `EPSG:${epsg}`, own: [Number(x), Number(y)], right }
  })
}

/** Places whose operations were made for other areas: PROJ gives only a ballpark there, of unknown accuracy. */
const MADE_FOR_OTHER_AREAS = 26
/** How far datums lie apart, at the most of these. */
const BALLPARK_METRES = 500

describeWithSharedData('a place in each of 2,797 reference systems', () => {
  it('lies within 1 m of where an operation of PROJ puts it, or says that it may be far off', async () => {
    const places = readPlaces()
    expect(places).toHaveLength(2797)
    const wrong: string[] = []
    const roundTrips: string[] = []
    let elsewhere = 0
    for (const { crs, own, right } of places) {
      const found = await systemOfText(crs)
      const transformation = found.ok ? transformationAt(found.system, own) : null
      if (!found.ok || !transformation) {
        wrong.push(`${crs} is refused`)
        continue
      }
      const map = transformation.toMap(...own)
      const metres = Math.min(...right.map((place) => metresBetween(lonLatOf(map), place)))
      const isElsewhere = transformation.tie.kind === 'outside' && metres >= 1
      if (isElsewhere) elsewhere++
      if (!(metres < (isElsewhere ? BALLPARK_METRES : 1)))
        wrong.push(`${crs}: ${metres.toFixed(2)} m (${transformation.tie.operation})`)
      const again = transformation.toMap(...transformation.fromMap(map))
      if (!(metresBetween(lonLatOf(again), lonLatOf(map)) < 1e-3)) roundTrips.push(crs)
    }
    expect(wrong).toEqual([])
    expect(roundTrips).toEqual([])
    expect(elsewhere).toBeLessThanOrEqual(MADE_FOR_OTHER_AREAS)
  }, 60_000)
})
