import { describe, expect, it } from 'vitest'
import { baseCameraFor, mapProbes, scanCameraFor, scanProbes } from './pane-sync.ts'

// A warp that turns by 30° and makes 4 metres of a pixel.
const turn = Math.PI / 6
const toMap = ([x, y]: readonly [number, number]) =>
  [
    2_800_000 + 4 * (x * Math.cos(turn) + y * Math.sin(turn)),
    7_300_000 + 4 * (x * Math.sin(turn) - y * Math.cos(turn)),
  ] as const
const toImage = ([east, north]: readonly [number, number]) => {
  const [u, v] = [(east - 2_800_000) / 4, (north - 7_300_000) / 4]
  return [u * Math.cos(turn) + v * Math.sin(turn), u * Math.sin(turn) - v * Math.cos(turn)] as const
}

describe('moving both panes together', () => {
  it('shows on the map what the scan shows, as large', () => {
    const camera = baseCameraFor(scanProbes({ centre: [300, 200], zoom: -1 }).map(toMap))
    expect(camera?.centre).toEqual(toMap([300, 200]))
    // 2 px of the scan a CSS px, 4 m each.
    expect(camera?.zoom).toBeCloseTo(Math.log2(40_075_016.685578488 / 512 / 8), 9)
  })

  it('goes there and back', () => {
    const scan = { centre: [300, 200], zoom: 0.7 } as const
    const base = baseCameraFor(scanProbes(scan).map(toMap))
    const back = scanCameraFor(mapProbes(base ?? scan).map(toImage))
    expect(back?.centre[0]).toBeCloseTo(300, 6)
    expect(back?.centre[1]).toBeCloseTo(200, 6)
    expect(back?.zoom).toBeCloseTo(0.7, 9)
  })

  it('moves nothing where the warp has no place', () => {
    expect(baseCameraFor([[0, 0], null, [1, 1]])).toBeNull()
    expect(scanCameraFor([null, null, null])).toBeNull()
    expect(
      scanCameraFor([
        [0, 0],
        [0, 0],
        [0, 0],
      ]),
    ).toBeNull()
  })
})
