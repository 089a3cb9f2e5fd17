import type { Layer } from '@deck.gl/core'
import { PathLayer } from '@deck.gl/layers'
import { HALF_WORLD_METRES, COMMON_WORLD_SIZE } from '../../../workers/geometry/mercator.ts'
import { STRAIGHT } from '../flat-drawing.ts'
import { deckColour, MAP_COLOURS } from '../marks/mark-palette.ts'
import type { MapOutlines, PaneTheme } from '../pane-props.ts'

/** Outlines as the path layer takes them: closed, in common space, in one array. */
interface OutlinePaths {
  readonly length: number
  readonly startIndices: Uint32Array
  readonly positions: Float64Array
}

const known = new WeakMap<MapOutlines, OutlinePaths>()

/** All outlines thin, then the hovered and the selected one thick on top. */
export function outlineLayers(
  outlines: MapOutlines,
  selectedId: string | null,
  hoveredId: string | null,
  theme: PaneTheme,
): Layer[] {
  const paths = pathsOf(outlines)
  const colours = MAP_COLOURS[theme]
  const layers: Layer[] = [
    new PathLayer({
      id: 'outlines',
      ...STRAIGHT,
      data: {
        length: paths.length,
        startIndices: paths.startIndices,
        attributes: { getPath: { value: paths.positions, size: 2 } },
      },
      _pathType: 'open',
      positionFormat: 'XY',
      widthUnits: 'pixels',
      getWidth: 1.25,
      getColor: deckColour(colours.ultramarine, 220),
    }),
  ]
  const thick = (id: string | null, name: string, colour: string, width: number) => {
    const at = id === null ? -1 : outlines.ids.indexOf(id)
    if (at >= 0) layers.push(oneOutline(paths, at, name, colour, width))
  }
  if (hoveredId !== selectedId) thick(hoveredId, 'hovered', colours.vermilion, 3)
  thick(selectedId, 'selected', colours.gold, 4)
  return layers
}

function oneOutline(paths: OutlinePaths, at: number, name: string, colour: string, width: number): Layer {
  const from = paths.startIndices[at] ?? 0
  const to = paths.startIndices[at + 1] ?? paths.positions.length / 2
  const path = Array.from(paths.positions.subarray(2 * from, 2 * to))
  return new PathLayer({
    id: `outline-${name}`,
    ...STRAIGHT,
    data: [path],
    getPath: (positions: number[]) => positions,
    positionFormat: 'XY',
    jointRounded: true,
    widthUnits: 'pixels',
    getWidth: width,
    getColor: deckColour(colour),
  })
}

function pathsOf(outlines: MapOutlines): OutlinePaths {
  const ready = known.get(outlines)
  if (ready) return ready
  const { coordinates, ringEnds } = outlines.rings
  const positions = new Float64Array(coordinates.length + 2 * ringEnds.length)
  const startIndices = new Uint32Array(ringEnds.length)
  const toCommon = COMMON_WORLD_SIZE / (2 * HALF_WORLD_METRES)
  let from = 0
  let write = 0
  ringEnds.forEach((end, ring) => {
    startIndices[ring] = write / 2
    for (let at = from; at <= end; at++) {
      const pair = at === end ? from : at
      positions[write++] = ((coordinates[2 * pair] ?? 0) + HALF_WORLD_METRES) * toCommon
      positions[write++] = ((coordinates[2 * pair + 1] ?? 0) + HALF_WORLD_METRES) * toCommon
    }
    from = end
  })
  const paths = { length: ringEnds.length, startIndices, positions }
  known.set(outlines, paths)
  return paths
}
