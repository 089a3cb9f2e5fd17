import { MAP_COLOURS } from '../marks/mark-palette.ts'
import type { PaneTheme } from '../pane-props.ts'

/** Height of a group's disc, CSS px; it is wider where its number is long. */
const HEIGHT = 26
const FONT = '600 13px "Inter Variable", Inter, system-ui, sans-serif'

const inLanguage = (count: number) => count.toLocaleString(document.documentElement.lang || undefined)

/** The disc of a group with its number; null where the browser draws none. */
export function groupDisc(count: number, theme: PaneTheme, pixelRatio: number): ImageData | null {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return null
  const text = inLanguage(count)
  context.font = FONT
  const width = Math.max(HEIGHT, Math.ceil(context.measureText(text).width) + 16)
  canvas.width = Math.ceil(width * pixelRatio)
  canvas.height = Math.ceil(HEIGHT * pixelRatio)
  context.scale(pixelRatio, pixelRatio)
  const { ultramarine, onFill } = MAP_COLOURS[theme]
  context.beginPath()
  context.roundRect(1, 1, width - 2, HEIGHT - 2, HEIGHT / 2 - 1)
  context.fillStyle = ultramarine
  context.fill()
  context.lineWidth = 2
  context.strokeStyle = onFill
  context.stroke()
  // Giving a canvas its size resets what was set before.
  context.font = FONT
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = onFill
  context.fillText(text, width / 2, HEIGHT / 2 + 1)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
