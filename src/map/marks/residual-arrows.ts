import type { Layer } from '@deck.gl/core'
import { PREMULTIPLIED } from '../flat-drawing.ts'
import type { PaneTheme } from '../pane-props.ts'
import { ArrowLayer } from './arrow-layer.ts'
import { deckColour, MAP_COLOURS } from './mark-palette.ts'

const CASING: Record<PaneTheme, string> = { light: '#FFFFFF', dark: '#101318' }

/** The arrows of the errors, cased: a thin line reads on paper and on a dark map alike. */
export function residualArrowLayers(arrows: Float64Array, theme: PaneTheme): Layer[] {
  const [casing, colour] = [deckColour(CASING[theme], 200), deckColour(MAP_COLOURS[theme].vermilion)]
  return [
    new ArrowLayer({
      id: 'residuals-casing',
      ...PREMULTIPLIED,
      arrows,
      colour: casing,
      widthPx: 2,
      growPx: 1.2,
    }),
    new ArrowLayer({ id: 'residuals', ...PREMULTIPLIED, arrows, colour, widthPx: 2 }),
  ]
}

/** `[fromX, fromY, toX, toY] * n` from starts and `[dx, dy] * n`; vectors that are not finite are left out. */
export function arrowsFrom(
  starts: readonly (readonly [number, number])[],
  vectors: Float64Array,
  scale: number,
): Float64Array {
  const arrows: number[] = []
  starts.forEach(([x, y], at) => {
    const [dx = NaN, dy = NaN] = vectors.subarray(2 * at, 2 * at + 2)
    if (Number.isFinite(dx) && Number.isFinite(dy)) arrows.push(x, y, x + dx * scale, y + dy * scale)
  })
  return Float64Array.from(arrows)
}
