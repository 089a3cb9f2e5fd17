import type { Layer } from '@deck.gl/core'
import { PathStyleExtension } from '@deck.gl/extensions'
import { PathLayer, ScatterplotLayer } from '@deck.gl/layers'
import { groundScaleAt, mercatorToCommon, metresToCommon } from '../../geometry/mercator.ts'
import { PREMULTIPLIED, STRAIGHT } from '../flat-drawing.ts'
import { distortionLayers, foldLayers, uncertaintyLayers } from '../layers/quality-layers.ts'
import { ringsToCommon } from '../layers/rings-to-common.ts'
import { createMarkDrawing, looseMark, withLoose } from '../marks/control-point-marks.ts'
import type { MarkStates } from '../marks/control-point-marks.ts'
import { MarkLayer } from '../marks/mark-layer.ts'
import type { DrawnMark } from '../marks/mark-layer.ts'
import { deckColour, MAP_COLOURS } from '../marks/mark-palette.ts'
import { scanPxPerMetre } from '../marks/mark-spacing.ts'
import { arrowsFrom, residualArrowLayers } from '../marks/residual-arrows.ts'
import { onceFor } from '../once-for.ts'
import type { BasePaneProps } from '../pane-props.ts'

type Place = readonly [x: number, y: number]

const common = (place: Place) => mercatorToCommon(place[0], place[1])
const DASHES = [new PathStyleExtension({ dash: true })]

const markDrawing = createMarkDrawing(
  ({ map }) => common(map),
  (marks) => metresToCommon(1) / scanPxPerMetre(marks),
)
const NO_MARKS: readonly [] = []
/** A day's walk is long, and drawn with every step of the position. */
const trackPaths = onceFor((tracks: NonNullable<BasePaneProps['tracks']>) =>
  tracks.map((track) => track.map(common)),
)

/** What lies over the overlay, from bottom to top. */
export function baseOverlays(props: BasePaneProps, states: MarkStates): Layer[] {
  const { theme, distortion, uncertainty, folds, boundary, position } = props
  const colours = MAP_COLOURS[theme]
  const layers: Layer[] = []
  if (distortion) layers.push(...distortionLayers(distortion.grid, distortion.of))
  if (uncertainty) layers.push(...uncertaintyLayers(uncertainty))
  if (boundary) layers.push(line('boundary', ringsToCommon(boundary), colours.ultramarine, 2.5))
  if (position?.accuracyMetres)
    layers.push(accuracyCircle(position.place, position.accuracyMetres, colours.ultramarine))
  if (props.strip) layers.push(groundStrip(props.strip, colours.ultramarine))
  if (props.tracks && props.tracks.length > 0) {
    const paths = trackPaths(props.tracks)
    layers.push(line('tracks-casing', paths, '#FFFFFF', 6), line('tracks', paths, colours.vermilion, 3.5))
  }
  if (props.line && props.line.length > 1) {
    const path = [props.line.map(common)]
    layers.push(line('line-casing', path, '#FFFFFF', 5), line('line', path, colours.ultramarine, 2.5))
    const [first, last] = [props.line[0], props.line.at(-1)]
    if (props.isLineClosed && first && last) layers.push(...closingLine([last, first], colours.ultramarine))
  }
  const arrows = residualArrows(props)
  if (arrows) layers.push(...residualArrowLayers(arrows, theme))
  const { quiet, lit } = markDrawing(props.marks ?? NO_MARKS, states)
  layers.push(new MarkLayer({ id: 'marks', ...PREMULTIPLIED, marks: quiet, theme }))
  // Above the many marks, which would hide them.
  if (folds) layers.push(...foldLayers(folds, theme))
  layers.push(
    new MarkLayer({ id: 'lit-marks', ...PREMULTIPLIED, marks: withLoose(lit, looseMarks(props)), theme }),
  )
  if (props.temporary) layers.push(...temporaryLine(props.temporary, colours.yellow))
  if (props.snap) layers.push(...snapRing(props.snap, colours.vermilion))
  return layers
}

function looseMarks(props: BasePaneProps): DrawnMark[] {
  const { handles = [], handlesAreNumbered, pending, pointer, temporary, pin, position } = props
  const loose = position ? [looseMark(common(position.place), 'handle')] : []
  for (const [index, place] of handles.entries())
    loose.push(
      handlesAreNumbered
        ? looseMark(common(place), 'numberedHandle', index + 1)
        : looseMark(common(place), 'handle'),
    )
  if (pin) loose.push(looseMark(common(pin), 'pin'))
  if (pointer) loose.push(looseMark(common(pointer), 'pointer'))
  if (pending) loose.push(looseMark(common(pending), 'pending'))
  if (temporary) loose.push(looseMark(common(temporary.from), 'temporary'))
  return loose
}

function residualArrows({ marks = [], residuals }: BasePaneProps): Float64Array | null {
  if (!residuals) return null
  const enabled = marks.filter((mark) => mark.enabled)
  const starts = enabled.map(({ map }) => common(map))
  return arrowsFrom(starts, residuals.vectors.map(metresToCommon), residuals.scale)
}

const ROUND = { jointRounded: true, capRounded: true } as const
const DASHED = { getDashArray: [4, 3] as [number, number], extensions: DASHES }

/** @param style what is other than a round line so many px wide */
function line(id: string, paths: Place[][], colour: string, width: number, style: object = ROUND): Layer {
  return new PathLayer({
    id,
    ...STRAIGHT,
    data: paths,
    getPath: (path: Place[]) => path.map(([x, y]): [number, number] => [x, y]),
    getColor: deckColour(colour),
    widthUnits: 'pixels',
    getWidth: width,
    ...style,
  })
}

/** What it crosses twice is tinted twice: the ground beneath stays in sight all the same. */
function groundStrip({ lines, metres }: NonNullable<BasePaneProps['strip']>, colour: string): Layer {
  const northing = lines[0]?.[0]?.[1] ?? 0
  const width = 2 * metresToCommon(metres / groundScaleAt(northing))
  const style = { ...ROUND, widthUnits: 'common', getColor: deckColour(colour, 50) }
  const paths = lines.map((path) => path.map(common))
  return line('strip', paths, colour, width, style)
}

/** Closes what a line encloses, and is no part of its length. */
function closingLine(ends: readonly [Place, Place], colour: string): Layer[] {
  const path = [ends.map(common)]
  return [line('closing-casing', path, '#FFFFFF', 4), line('closing', path, colour, 2, DASHED)]
}

function temporaryLine({ from, cursor }: NonNullable<BasePaneProps['temporary']>, yellow: string): Layer[] {
  const path = [[common(from), common(cursor)]]
  return [line('temporary-casing', path, '#1C2028', 4), line('temporary', path, yellow, 2.5, DASHED)]
}

/** A ring whose middle stays free: the corner itself has to be seen. */
function snapRing(place: Place, colour: string): Layer[] {
  const ring = (id: string, hex: string, width: number) =>
    new ScatterplotLayer({
      id,
      ...STRAIGHT,
      data: [common(place)],
      getPosition: (at: [number, number]) => at,
      radiusUnits: 'pixels',
      getRadius: SNAP_RING_PX,
      filled: false,
      stroked: true,
      lineWidthUnits: 'pixels',
      getLineWidth: width,
      getLineColor: deckColour(hex),
    })
  return [ring('snap-casing', '#FFFFFF', 5), ring('snap', colour, 2.5)]
}

/** Radius of the ring around what is snapped to, CSS px. */
const SNAP_RING_PX = 9

function accuracyCircle(place: Place, groundMetres: number, colour: string): Layer {
  return new ScatterplotLayer({
    id: 'accuracy',
    ...STRAIGHT,
    data: [common(place)],
    getPosition: (at: [number, number]) => at,
    radiusUnits: 'common',
    getRadius: metresToCommon(groundMetres / groundScaleAt(place[1])),
    getFillColor: deckColour(colour, 40),
    stroked: true,
    lineWidthUnits: 'pixels',
    getLineWidth: 1.5,
    getLineColor: deckColour(colour, 200),
  })
}
