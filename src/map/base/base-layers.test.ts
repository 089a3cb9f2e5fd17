import { expect, it } from 'vitest'
import { mercatorToCommon } from '../../geometry/mercator.ts'
import type { DrawnMark } from '../marks/mark-layer.ts'
import { deckColour, MAP_COLOURS } from '../marks/mark-palette.ts'
import { MARK_COLOUR } from '../marks/mark-shader.ts'
import type { BasePaneProps } from '../pane-props.ts'
import { baseOverlays } from './base-layers.ts'

const CALM = { selectedId: null, hoveredId: null, heldId: null, isCloseUp: false }
/** What is given to a layer, by the layer's name. */
const propsOf = (given: Partial<BasePaneProps>) =>
  new Map(
    baseOverlays({ theme: 'light', ...given } as BasePaneProps, CALM).map(({ id, props }) => [
      id,
      props as unknown as Record<string, unknown>,
    ]),
  )

it('draws a predicted pair as an orange point with a dashed yellow line to the pointer', () => {
  const [from, cursor] = [
    [2_800_000, 7_300_000],
    [2_803_000, 7_301_000],
  ] as const
  const layers = propsOf({ temporary: { from, cursor } })
  const ends = [from, cursor].map(([x, y]) => mercatorToCommon(x, y))
  expect(layers.get('temporary')).toMatchObject({
    data: [ends],
    getColor: deckColour(MAP_COLOURS.light.yellow),
    getDashArray: [4, 3],
    extensions: [{ opts: { dash: true } }],
  })
  expect(layers.get('lit-marks')!['marks']).toMatchObject([
    { position: ends[0], colour: MARK_COLOUR.orange } satisfies Partial<DrawnMark>,
  ])
  expect([...propsOf({ temporary: null }).keys()]).not.toContain('temporary')
})

it('draws the boundary of a found place, and its pin above it', () => {
  const boundary = { coordinates: Float64Array.of(0, 0, 10, 0, 10, 10), ringEnds: Uint32Array.of(3) }
  const layers = propsOf({ boundary, pin: [5, 5] })
  expect([...layers.keys()]).toEqual(['boundary', 'marks', 'lit-marks'])
  expect(layers.get('boundary')).toMatchObject({ getColor: deckColour(MAP_COLOURS.light.ultramarine) })
})

it('numbers what is measured, and closes what it encloses by a dashed line', () => {
  const places = [
    [0, 0],
    [1_000, 0],
    [1_000, 500],
  ] as const
  const layers = propsOf({ handles: places, handlesAreNumbered: true, line: places, isLineClosed: true })
  expect(layers.get('lit-marks')!['marks']).toMatchObject(
    places.map(([x, y], index) => ({ position: mercatorToCommon(x, y), number: index + 1 })),
  )
  expect(layers.get('closing')).toMatchObject({
    data: [[places[2], places[0]].map(([x, y]) => mercatorToCommon(x, y))],
    getDashArray: [4, 3],
  })
  expect([...propsOf({ handles: places, line: places }).keys()]).not.toContain('closing')
})

it('tints a strip as wide on the ground as it is said to be', () => {
  // On 60 degrees north a metre of the ground is two of the projection.
  const line = [
    [0, 8_399_737.89],
    [1_000, 8_399_737.89],
  ] as const
  const strip = propsOf({ strip: { lines: [line], metres: 100 } }).get('strip')
  expect(strip).toMatchObject({ widthUnits: 'common' })
  const [left, right] = [mercatorToCommon(0, 0), mercatorToCommon(400, 0)]
  expect(strip!['getWidth']).toBeCloseTo(right[0] - left[0], 9)
})
