import type { StyleSpecification } from 'maplibre-gl'

/** Source of the outlines of many maps. */
export const OUTLINES = 'outlines'
/** Fills each outline with nothing: what is asked which outlines hold a point. The overlays lie beneath it. */
export const OUTLINE_GROUND = 'outline-ground'
/** Source and layer of many maps as one picture. */
export const MOSAIC = 'mosaic'

const OWN_SOURCES = [MOSAIC, OUTLINES]

/** Another style of the base map keeps what lies over it. */
export function keepingOwnLayers(
  before: StyleSpecification | undefined,
  next: StyleSpecification,
): StyleSpecification {
  if (!before) return next
  const sources = Object.entries(before.sources).filter(([name]) => OWN_SOURCES.includes(name))
  const layers = before.layers.filter((layer) => 'source' in layer && OWN_SOURCES.includes(layer.source))
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(sources) },
    layers: [...next.layers, ...layers],
  }
}
