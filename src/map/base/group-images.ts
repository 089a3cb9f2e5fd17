import type { ExpressionSpecification, Map as MapLibreMap } from 'maplibre-gl'
import type { PaneTheme } from '../pane-props.ts'

const NAME = /^outline-group-(light|dark)-(\d+)$/

/** Which image a group has: made when it is first drawn. */
export const groupImage = (theme: PaneTheme): ExpressionSpecification => [
  'concat',
  `outline-group-${theme}-`,
  ['to-string', ['get', 'count']],
]

/** Draws the discs of groups when the map asks for them. They need none of the fonts of its style. */
export function addGroupImages(map: MapLibreMap): void {
  map.setMissingStyleImageResolver(async (id) => {
    const [, theme, count] = NAME.exec(id) ?? []
    if (count === undefined) return
    const { groupDisc } = await import('./group-disc.ts')
    const pixelRatio = map.getPixelRatio()
    const image = groupDisc(Number(count), theme as PaneTheme, pixelRatio)
    if (image && !map.hasImage(id)) map.addImage(id, image, { pixelRatio })
  })
}
