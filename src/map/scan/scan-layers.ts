import type { Layer } from '@deck.gl/core'
import { TileLayer } from '@deck.gl/geo-layers'
import { BitmapLayer, PathLayer, SolidPolygonLayer } from '@deck.gl/layers'
import type { ImagePoint, MaskRing } from '../../../contract/control-points.ts'
import { RasterError } from '../../../workers/raster/raster-client.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { PREMULTIPLIED, STRAIGHT } from '../flat-drawing.ts'
import { onceFor } from '../once-for.ts'
import { createMarkDrawing, looseMark, withLoose } from '../marks/control-point-marks.ts'
import type { MarkStates } from '../marks/control-point-marks.ts'
import { MarkLayer } from '../marks/mark-layer.ts'
import type { DrawnMark } from '../marks/mark-layer.ts'
import { deckColour, MAP_COLOURS } from '../marks/mark-palette.ts'
import { arrowsFrom, residualArrowLayers } from '../marks/residual-arrows.ts'
import type { ScanPaneProps } from '../pane-props.ts'
import { maskShade } from './mask-shade.ts'
import type { ShadePolygon } from './mask-shade.ts'

/** What the tile layer tells its pane. */
export interface ScanTileEvents {
  /** All tiles of the view are there. */
  readonly onAllLoaded: () => void
  readonly onLoading: () => void
  readonly onError: (error: RasterError) => void
}

/** The pyramid's tiles: deck.gl's tile zoom z is level -z, because scan px are its world. */
export function scanTiles(scan: Pyramid, { onAllLoaded, onLoading, onError }: ScanTileEvents): Layer {
  const { tileSize, levels, width, height } = scan
  return new TileLayer<ImageBitmap | null>({
    id: `scan-${scan.id}`,
    ...STRAIGHT,
    data: [],
    tileSize,
    extent: [0, 0, width, height],
    minZoom: 1 - levels.length,
    maxZoom: 0,
    zoomOffset: devicePixelRatio > 1.4 ? 1 : 0,
    maxRequests: 8,
    maxCacheSize: 200,
    refinementStrategy: 'best-available',
    getTileData: async ({ index, signal }) => {
      onLoading()
      return await scan.readTile({ level: -index.z, x: index.x, y: index.y }, signal)
    },
    onViewportLoad: onAllLoaded,
    onTileError: (error: unknown) => {
      if (error instanceof RasterError) onError(error)
      else if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    },
    renderSubLayers: ({ id, data, tile }) => {
      if (!data) return null
      const scale = 2 ** -tile.index.z
      const [left, top] = [tile.index.x * tileSize * scale, tile.index.y * tileSize * scale]
      return new BitmapLayer({
        id: `${id}-bitmap`,
        // The bitmap is premultiplied.
        ...PREMULTIPLIED,
        image: data,
        bounds: [left, top + data.height * scale, left + data.width * scale, top],
      })
    },
  })
}

const markDrawing = createMarkDrawing(
  ({ image }) => image,
  () => 1,
)
const NO_MARKS: readonly [] = []

/** What lies over the scan: masks, arrows, marks. */
export function scanOverlays(props: ScanPaneProps, states: MarkStates): Layer[] {
  const { marks = NO_MARKS, mask = [], residuals, pending, pointer, theme, scan } = props
  const layers: Layer[] = []
  if (props.otherMasks && props.otherMasks.length > 0)
    layers.push(
      edgesOf(props.otherMasks, { id: 'other-masks', colour: MAP_COLOURS[theme].ultramarine, width: 1.5 }),
    )
  if (mask.length > 0) layers.push(...maskLayers(scan, mask, theme))
  if (residuals) {
    const enabled = marks.filter((mark) => mark.enabled)
    const arrows = arrowsFrom(
      enabled.map(({ image }) => image),
      residuals.vectors,
      residuals.scale,
    )
    layers.push(...residualArrowLayers(arrows, theme))
  }
  const { quiet, lit } = markDrawing(marks, states)
  if (props.line && props.line.length > 1) layers.push(openLine(props.line, theme))
  const loose: DrawnMark[] = handleMarks(props)
  if (pointer) loose.push(looseMark(pointer, 'pointer'))
  if (pending) loose.push(looseMark(pending, 'pending'))
  layers.push(new MarkLayer({ id: 'marks', ...PREMULTIPLIED, marks: quiet, theme }))
  layers.push(new MarkLayer({ id: 'lit-marks', ...PREMULTIPLIED, marks: withLoose(lit, loose), theme }))
  return layers
}

/** Small ones first: what is whole lies above them. */
function handleMarks({
  handles = [],
  wholeHandles = handles.length,
  chosenHandle,
}: ScanPaneProps): DrawnMark[] {
  const kindOf = (at: number) =>
    at === chosenHandle ? 'chosenHandle' : at < wholeHandles ? 'handle' : 'smallHandle'
  return handles.map((place, at) => looseMark(place, kindOf(at))).toReversed()
}

const openLine = (line: readonly ImagePoint[], theme: ScanPaneProps['theme']): Layer =>
  new PathLayer({
    id: 'open-line',
    ...STRAIGHT,
    data: [line],
    getPath: (path: readonly ImagePoint[]) => path.map(([x, y]): [number, number] => [x, y]),
    getColor: deckColour(MAP_COLOURS[theme].gold),
    widthUnits: 'pixels',
    getWidth: 3,
  })

const shadesOf = onceFor((mask: readonly MaskRing[]) => onceFor((scan: Pyramid) => maskShade(scan, mask)))

function maskLayers(scan: Pyramid, mask: readonly MaskRing[], theme: ScanPaneProps['theme']): Layer[] {
  return [
    new SolidPolygonLayer({
      id: 'mask-outside',
      ...STRAIGHT,
      data: shadesOf(mask)(scan),
      getPolygon: (polygon: ShadePolygon) => polygon.map((ring) => [...ring]),
      getFillColor: [12, 14, 18, 140],
    }),
    edgesOf(mask, { id: 'mask-edge', colour: MAP_COLOURS[theme].gold, width: 2 }),
  ]
}

const edgesOf = (
  masks: readonly MaskRing[],
  { id, colour, width }: { readonly id: string; readonly colour: string; readonly width: number },
): Layer =>
  new PathLayer({
    id,
    ...STRAIGHT,
    data: masks,
    getPath: (ring: MaskRing) => [...ring, ...ring.slice(0, 1)].map(([x, y]): [number, number] => [x, y]),
    getColor: deckColour(colour),
    widthUnits: 'pixels',
    getWidth: width,
  })
