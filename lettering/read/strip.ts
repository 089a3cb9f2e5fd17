import type { OrientedBox } from './oriented-box.ts'
import type { Picture } from './picture.ts'

/** A text laid flat for the recogniser: three planes (blue, green, red) of −1 to 1. */
export interface Strip {
  readonly width: number
  readonly values: Float32Array
}

export const STRIP_HEIGHT = 48
/** The recogniser halves the width three times. */
const WIDTH_STEP = 8
/** Shorter ones give it too little to go by. */
const LEAST_WIDTH = 64
/** The longest line of text, and what bounds the memory of a reading. */
const MOST_WIDTH = 960

/** Lays the text of a box flat, 48 pixels high (bilinear; the border goes on outside the picture). */
export function layFlat({ width, height, pixels }: Picture, box: OrientedBox): Strip {
  const wanted = (box.width * STRIP_HEIGHT) / Math.max(1, box.height)
  const text = Math.min(MOST_WIDTH, Math.max(WIDTH_STEP, Math.round(wanted)))
  const stripWidth = Math.max(LEAST_WIDTH, Math.ceil(text / WIDTH_STEP) * WIDTH_STEP)
  const plane = stripWidth * STRIP_HEIGHT
  // What is right of the text stays 0: grey.
  const values = new Float32Array(3 * plane)
  const radians = (box.angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  for (let row = 0; row < STRIP_HEIGHT; row++) {
    const across = ((row + 0.5) / STRIP_HEIGHT - 0.5) * box.height
    for (let column = 0; column < text; column++) {
      const along = ((column + 0.5) / text - 0.5) * box.width
      const x = clamp(box.x + along * cos - across * sin - 0.5, width - 1)
      const y = clamp(box.y + along * sin + across * cos - 0.5, height - 1)
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const [partX, partY] = [x - left, y - top]
      const above = (top * width + left) * 3
      const below = above + (top < height - 1 ? width * 3 : 0)
      const step = left < width - 1 ? 3 : 0
      const to = row * stripWidth + column
      for (let channel = 0; channel < 3; channel++) {
        const upper = pixels[above + channel]! * (1 - partX) + pixels[above + step + channel]! * partX
        const lower = pixels[below + channel]! * (1 - partX) + pixels[below + step + channel]! * partX
        values[(2 - channel) * plane + to] = (upper * (1 - partY) + lower * partY) / 127.5 - 1
      }
    }
  }
  return { width: stripWidth, values }
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value))
