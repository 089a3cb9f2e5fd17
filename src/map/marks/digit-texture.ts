import type { Device, Texture } from '@luma.gl/core'
import { SMOOTH_SAMPLING } from '../smooth-sampling.ts'
import { DIGITS } from './mark-shader.ts'

const CELL_WIDTH = 30
const CELL_HEIGHT = 58
const FONT_PX = 48
const HALO_PX = 9

/** The ten digits in the interface's font: glyph in red, its halo in green, equally wide. */
export function createDigitTexture(device: Device): Texture {
  const glyphs = drawDigits((context, digit, x, y) => context.fillText(digit, x, y))
  const halos = drawDigits((context, digit, x, y) => context.strokeText(digit, x, y))
  const both = new Uint8Array(glyphs.length)
  for (let at = 0; at < both.length; at += 4) {
    both[at] = glyphs[at + 3] ?? 0
    both[at + 1] = Math.max(glyphs[at + 3] ?? 0, halos[at + 3] ?? 0)
    both[at + 3] = 255
  }
  return device.createTexture({
    data: both,
    width: CELL_WIDTH * DIGITS,
    height: CELL_HEIGHT,
    format: 'rgba8unorm',
    mipLevels: 1,
    sampler: SMOOTH_SAMPLING,
  })
}

/** Resolves when the interface's font can be drawn with; at once where it cannot be loaded. */
export async function digitFontReady(): Promise<void> {
  await document.fonts.load(`700 ${FONT_PX}px "Inter Variable"`, '0123456789').catch(() => undefined)
}

function drawDigits(
  draw: (context: CanvasRenderingContext2D, digit: string, x: number, y: number) => void,
): Uint8ClampedArray {
  const canvas = document.createElement('canvas')
  canvas.width = CELL_WIDTH * DIGITS
  canvas.height = CELL_HEIGHT
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no 2D canvas')
  context.font = `700 ${FONT_PX}px "Inter Variable", Inter, system-ui, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  context.lineWidth = HALO_PX
  context.lineJoin = 'round'
  // Baseline such that figures stand in the middle of their cell.
  const { actualBoundingBoxAscent: ascent } = context.measureText('0')
  for (let digit = 0; digit < DIGITS; digit++) {
    context.save()
    context.beginPath()
    context.rect(digit * CELL_WIDTH, 0, CELL_WIDTH, CELL_HEIGHT)
    context.clip()
    draw(context, String(digit), (digit + 0.5) * CELL_WIDTH, (CELL_HEIGHT + ascent) / 2)
    context.restore()
  }
  return context.getImageData(0, 0, canvas.width, canvas.height).data
}
