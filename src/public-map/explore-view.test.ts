import { describe, expect, it } from 'vitest'
import { MOST_LAID, readView, withToggled, writeView, yearOf } from './explore-view.ts'

describe('the view of public maps in an address', () => {
  it('is read from what the map viewer writes, the selected map uppermost', () => {
    const view = readView(
      '?mapId=b&opacity=55&maps=a:40:multiply,c&compare=blink&q=Vilnius&from=1800&to=1900&at=12.5_54.7_25.3',
    )
    expect(view).toMatchObject({ filters: { q: 'Vilnius', from: 1800, to: 1900 }, isCompared: true })
    expect(view.maps).toEqual([
      { id: 'a', opacity: 0.4 },
      { id: 'c', opacity: 1 },
      { id: 'b', opacity: 0.55 },
    ])
    expect(view.camera?.zoom).toBe(12.5)
  })

  it('is the same when it is read again', () => {
    const query =
      '?catalogId=x&q=Plan&from=-50&to=1900&mapId=b&opacity=55&maps=a%3A40%2Cc&compare=swipe&at=12.500_54.7000000_25.3000000_30.0'
    expect(writeView(readView(query))).toBe(query)
    expect(writeView(readView(''))).toBe('')
  })

  it.each(['?at=x', '?at=1_2', '?at=99_54_25', '?at=5_95_25', '?opacity=400&maps=,,:', '?maps=:50'])(
    'has neither a place nor maps of %s',
    (query) => {
      expect(readView(query)).toMatchObject({ camera: null, maps: [] })
    },
  )

  it.each([
    ['?from=x&to=1e3', null, null],
    ['?from=10000&to=-10000', null, null],
    ['?from=1800.5&to=', null, null],
    ['?from=1900&to=1800', 1800, 1900],
    ['?from=-300', -300, null],
  ])('has only years that are years: %s', (query, from, to) => {
    expect(readView(query).filters).toMatchObject({ from, to })
  })

  it('is bounded: so many maps, so long a text', () => {
    const ids = Array.from({ length: 50 }, (_, at) => `m${at}`)
    expect(readView(`?maps=${ids.join()}`).maps).toHaveLength(MOST_LAID)
    const long = readView(`?q=${'x'.repeat(5_000)}&look=${'y'.repeat(5_000)}`)
    expect([long.filters.q.length, long.others]).toEqual([300, {}])
  })

  it('shows a map alone where the map viewer did', () => {
    expect(readView('?maps=a,b&mapId=c&solo=b').maps.map(({ id }) => id)).toEqual(['b'])
    expect(readView('?maps=a,b&solo=none').maps.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('lays a chosen map in the place of the uppermost, as opaque, and takes it off', () => {
    const view = readView('?maps=a:40&mapId=b&opacity=55&compare=swipe&pair=a%2Cb')
    const laid = withToggled(view, 'c')
    expect(laid.maps).toEqual([
      { id: 'a', opacity: 0.4 },
      { id: 'c', opacity: 0.55 },
    ])
    expect(laid.others).toEqual({})
    const none = withToggled(withToggled(laid, 'c'), 'a')
    expect([none.maps, none.isCompared]).toEqual([[], false])
  })

  it('takes years as people write them', () => {
    expect([' 1800 ', '−50', '', '18th', '12345', '-9999'].map(yearOf)).toEqual([
      1800,
      -50,
      null,
      undefined,
      undefined,
      -9999,
    ])
  })
})
