import type { ExpressionSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { MAP_COLOURS } from '../marks/mark-palette.ts'
import type { PaneTheme } from '../pane-props.ts'

/** Height of a group's disc, CSS px; it is wider where its number is long. */
const HEIGHT = 26
const FONT = '600 13px "Inter Variable", Inter, system-ui, sans-serif'
const NAME = /^outline-group-(light|dark)-(\d+)$/

/** Which image a group has: made when it is first drawn. */
export const groupImage = (theme: PaneTheme): ExpressionSpecification => [
  'concat',
  `outline-group-${theme}-`,
  ['to-string', ['get', 'count']],
]

/** Draws the discs of groups when the map asks for them. They need none of the fonts of its style. */
export function addGroupImages(map: MapLibreMap): void {
  map.setMissingStyleImageResolver((id) => {
    const [, theme, count] = NAME.exec(id) ?? []
    if (count === undefined || map.hasImage(id)) return
    const pixelRatio = map.getPixelRatio()
    const image = discOf(inLanguage(Number(count)), theme as PaneTheme, pixelRatio)
    if (image) map.addImage(id, image, { pixelRatio })
  })
}

const inLanguage = (count: number) => count.toLocaleString(document.documentElement.lang || undefined)

function discOf(text: string, theme: PaneTheme, pixelRatio: number): ImageData | null {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return null
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
