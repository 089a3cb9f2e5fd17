import { describe, expect, it } from 'vitest'
import { lonLatOf } from '../../../../contract/web-mercator.ts'
import { GUESSED } from '../place-entry/read-place.ts'
import { readCrosses } from './read-crosses.ts'

const near = (value: number) => expect.closeTo(value, 6)

describe('the crosses of a graticule', () => {
  it('are read a line each, latitude first where a line leaves it open, and blank lines are none', async () => {
    const { crosses, faults } = await readCrosses('48°50′ N 9°55′ E\n\n 48.8 10\n', GUESSED)
    expect(faults).toEqual([])
    expect(crosses.map(({ map }) => lonLatOf(map))).toEqual([
      [near(9 + 55 / 60), near(48 + 50 / 60)],
      [near(10), near(48.8)],
    ])
    expect(crosses[1]?.label).toBe('48.8 10')
  })

  it('are counted from the meridian that is chosen', async () => {
    const { crosses } = await readCrosses('48°50′ 27°40′', { grid: null, meridian: 'ferro' })
    expect(lonLatOf(crosses[0]!.map)).toEqual([near(10), near(48 + 50 / 60)])
  })

  it('are metres of a grid with the easting first', async () => {
    const { crosses } = await readCrosses('582000 6061000', { grid: 3346, meridian: null })
    expect(lonLatOf(crosses[0]!.map)[1]).toBeCloseTo(54.68, 1)
  })

  it('that cannot be read are told by their line', async () => {
    const { crosses, faults } = await readCrosses('48°50′ N 9°55′ E\nAalen\n95° 190°', GUESSED)
    expect(crosses).toHaveLength(1)
    expect(faults).toEqual([
      { line: 2, fault: 'name' },
      { line: 3, fault: 'offEarth' },
    ])
  })
})
