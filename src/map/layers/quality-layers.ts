import { LayerExtension } from '@deck.gl/core'
import type { Layer } from '@deck.gl/core'
import { PathLayer, SolidPolygonLayer } from '@deck.gl/layers'
import { mercatorToCommon } from '../../geometry/mercator.ts'
import type { Distortion, Rings, UncertaintyField } from '../../../workers/warp/warp-api.ts'
import { STRAIGHT } from '../flat-drawing.ts'
import { onceFor } from '../once-for.ts'
import { deckColour, MAP_COLOURS } from '../marks/mark-palette.ts'
import type { PaneTheme } from '../pane-props.ts'
import { angleColour, areaColour, leastRadius, uncertaintyColour } from './distortion-scale.ts'
import { ringsToCommon } from './rings-to-common.ts'

/** Hatches what a layer fills: lines of 2 px every 8, at 45 degrees on the screen. */
class HatchExtension extends LayerExtension {
  static override extensionName = 'HatchExtension'

  override getShaders() {
    return {
      inject: {
        'fs:DECKGL_FILTER_COLOR': /* glsl */ `
          if (mod(gl_FragCoord.x + gl_FragCoord.y, 8.0) > 2.5) discard;
        `,
      },
    }
  }
}

const HATCH = [new HatchExtension()]

/** Where the warp folds. */
export function foldLayers(folds: Rings, theme: PaneTheme): Layer[] {
  const rings = ringsToCommon(folds)
  if (rings.length === 0) return []
  const colour = deckColour(MAP_COLOURS[theme].vermilion)
  return [
    new SolidPolygonLayer({
      id: 'folds',
      ...STRAIGHT,
      data: rings,
      getPolygon: (ring: (typeof rings)[number]) => ring,
      getFillColor: colour,
      extensions: HATCH,
    }),
    new PathLayer({
      id: 'fold-edges',
      ...STRAIGHT,
      data: rings,
      getPath: (ring: (typeof rings)[number]) => ring,
      getColor: colour,
      widthUnits: 'pixels',
      getWidth: 1.5,
    }),
  ]
}

interface Cell {
  readonly polygon: [number, number][]
  readonly colour: [number, number, number, number]
}

/** Heat map of the distortion: one quad between every four neighbouring centres. */
export function distortionLayers(grid: Distortion, of: 'area' | 'angle'): Layer[] {
  return [heatMap(`distortion-${of}`, (of === 'area' ? areaCells : angleCells)(grid))]
}

/** Heat map of how far off places may be. */
export function uncertaintyLayers(field: UncertaintyField): Layer[] {
  return [heatMap('uncertainty', uncertaintyCells(field))]
}

const areaCells = onceFor((grid: Distortion) => cellsOf(grid, grid.log2AreaScale, areaColour))
const angleCells = onceFor((grid: Distortion) => cellsOf(grid, grid.angularDegrees, angleColour))
const uncertaintyCells = onceFor((field: UncertaintyField) => {
  const least = leastRadius(field.radiusMetres)
  return cellsOf(field, field.radiusMetres, (radius) => uncertaintyColour(radius / least))
})

const heatMap = (id: string, data: Cell[]) =>
  new SolidPolygonLayer<Cell>({
    id,
    ...STRAIGHT,
    data,
    getPolygon: ({ polygon }) => polygon,
    getFillColor: ({ colour }) => colour,
  })

function cellsOf(
  { columns, rows, mapPoints }: Pick<Distortion, 'columns' | 'rows' | 'mapPoints'>,
  values: Float32Array,
  colourOf: (value: number) => Cell['colour'],
): Cell[] {
  const mapPointAt = (at: number) => mercatorToCommon(mapPoints[2 * at] ?? NaN, mapPoints[2 * at + 1] ?? NaN)
  const cells: Cell[] = []
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column
      const corners = [at, at + 1, at + columns + 1, at + columns]
      const value = corners.reduce((sum, corner) => sum + (values[corner] ?? NaN), 0) / corners.length
      const polygon = corners.map(mapPointAt)
      if (!Number.isFinite(value) || polygon.some(([x, y]) => !Number.isFinite(x + y))) continue
      cells.push({ polygon, colour: colourOf(value) })
    }
  }
  return cells
}
