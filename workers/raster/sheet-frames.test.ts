import { describe, expect, it } from 'vitest'
import type { GreyPicture } from './sheet-frame.ts'
import { findSheetFrames } from './sheet-frames.ts'

const [WIDTH, HEIGHT] = [900, 700]
type Box = readonly [left: number, top: number, right: number, bottom: number]

/** A sheet with maps in frames of two px, and strokes in each of them. */
function sheet(...boxes: readonly Box[]): GreyPicture {
  const values = new Uint8Array(WIDTH * HEIGHT).fill(225)
  const ink = (x: number, y: number) => void (values[Math.round(y) * WIDTH + Math.round(x)] = 30)
  for (const [left, top, right, bottom] of boxes) {
    for (let thick = 0; thick < 2; thick++) {
      for (let x = left; x <= right; x++) for (const y of [top + thick, bottom - thick]) ink(x, y)
      for (let y = top; y <= bottom; y++) for (const x of [left + thick, right - thick]) ink(x, y)
    }
    for (let step = 0; step < 400; step++)
      for (const turn of [0.3, 0.5, 0.7]) {
        const along = step / 400
        ink(left + along * (right - left), top + (bottom - top) * (turn + 0.15 * Math.sin(9 * along + turn)))
      }
  }
  return { width: WIDTH, height: HEIGHT, values }
}

const boxesOf = (picture: GreyPicture) =>
  findSheetFrames(picture).map(([[left, top], , [right, bottom]]) => [left, top, right, bottom])
/** The inner frame is found: within the width of its line, and the px beside that are taken for dark. */
const nearly = (boxes: readonly Box[]) =>
  boxes.map((box) => box.map((value) => expect.closeTo(value, -0.9) as number))

describe('the frames of several maps on a sheet', () => {
  it.each<[string, readonly Box[]]>([
    ['one', [[40, 30, 860, 660]]],
    [
      'two beside each other',
      [
        [40, 40, 500, 650],
        [540, 40, 860, 400],
      ],
    ],
    [
      'a map above three plans',
      [
        [40, 30, 860, 400],
        [40, 440, 300, 670],
        [330, 440, 580, 670],
        [610, 440, 860, 670],
      ],
    ],
  ])('are found: %s', (_name, boxes) => {
    expect(boxesOf(sheet(...boxes))).toEqual(nearly(boxes))
  })

  it('are not taken from strokes without a frame, nor from an empty sheet', () => {
    expect(boxesOf(sheet())).toEqual([])
    const { values, ...size } = sheet([40, 40, 500, 650])
    const noise = values.map((value, at) => ((at * 7919) % 23 === 0 ? 60 : value))
    expect(boxesOf({ ...size, values: noise }).length).toBeLessThan(2)
  })
})
