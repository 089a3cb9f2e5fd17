import type { MarkStates } from '../../src/map/marks/control-point-marks.ts'
import type { BasePaneProps, ScanPaneProps } from '../../src/map/pane-props.ts'
import type { Lens } from '../../src/map/compare/lens.ts'
import type { FlatImage } from './flat-image-layer.ts'

type Place = readonly [x: number, y: number]

/** What both panes would draw; what is absent would not be seen. README.md says more. */
interface PaneFacts {
  /** Number of control points. */
  readonly marks?: number
  readonly disabled?: number
  readonly suspects?: number
  readonly selected?: string
  readonly hovered?: string
  /** Is being dragged. */
  readonly held?: string
  readonly handles?: readonly Place[]
  /** Number of points of the line that a tool draws. */
  readonly line?: number
  /** Number of error arrows. */
  readonly residuals?: number
  readonly pointer?: Place
  readonly pending?: Place
}

/** What a flat scan pane would draw. */
export interface ScanFacts extends PaneFacts {
  /** Number of rings that the map is clipped to. */
  readonly mask?: number
  readonly wholeHandles?: number
  readonly chosenHandle?: number
}

/** What would be drawn of an overlay, or of a map that is a part of the ground. */
export interface OverlayFacts {
  readonly kind: 'live' | 'file'
  readonly raster: number
  /** With that of all overlays. */
  readonly opacity: number
  /** False: nothing of it has come yet, or it has no mesh. */
  readonly canDraw: boolean
  /** It loads while something else is drawn in its place, or is left out of a comparison for a moment. */
  readonly isUnseen?: true
  /** It is no longer asked for, and drawn until what replaces it can be. */
  readonly isLeaving?: true
  /** The part of the pane that it is drawn in. */
  readonly lens?: NonNullable<Lens>
  /** Number of edges of the mask. */
  readonly maskEdges?: number
  readonly paper?: number
  readonly ink?: readonly number[]
  readonly isMultiplied?: true
}

/** What a flat base pane would draw. */
export interface BaseFacts extends PaneFacts {
  /** From bottom to top, a map that is part of the ground first. */
  readonly overlays?: readonly OverlayFacts[]
  /** Address and opacity of many maps that are drawn as one picture. */
  readonly mosaic?: { readonly url: string; readonly opacity: number }
  readonly areNumbered?: true
  readonly isLineClosed?: true
  /** Number of lines of a strip, and its half width in metres. */
  readonly strip?: { readonly lines: number; readonly metres: number }
  readonly tracks?: number
  /** Number of rings or lines of a found place. */
  readonly boundary?: number
  readonly pin?: Place
  readonly position?: { readonly place: Place; readonly accuracyMetres: number | null }
  readonly snap?: Place
  readonly temporary?: { readonly from: Place; readonly cursor: Place }
  /** Number of rings where the warp folds; 0: it was looked for, and there is none. */
  readonly folds?: number
  readonly distortion?: 'area' | 'angle'
  /** How far off places may be is shown. */
  readonly isUncertaintyShown?: boolean
  /** Maps in the outline tiles of the view. */
  readonly outlines?: {
    readonly ids: readonly string[]
    /** How many maps each number stands for. */
    readonly groups?: readonly number[]
    readonly isVisible: boolean
    readonly selected?: string
    readonly hovered?: string
  }
}

/** Leaves out what is null, undefined, false, an empty list, or 0 where nothing is counted. */
function present<Facts extends object>(facts: {
  readonly [Name in keyof Facts]: Facts[Name] | null | undefined | false
}): Facts {
  const isSeen = (value: unknown) =>
    value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => isSeen(value))) as Facts
}

/** A number of what is drawn; null: nothing. */
const counted = (count: number | undefined) => (count ? count : null)

function paneFacts(
  props: Pick<BasePaneProps | ScanPaneProps, 'handles' | 'residuals' | 'pending' | 'pointer'> & {
    readonly marks?: BasePaneProps['marks']
    readonly line?: readonly Place[]
  },
  states: MarkStates,
): PaneFacts {
  const { marks = [], handles = [], residuals, line = [], pending, pointer } = props
  const known = (id: string | null) => (marks.some((mark) => mark.id === id) ? id : null)
  return present<PaneFacts>({
    marks: counted(marks.length),
    disabled: counted(marks.filter(({ enabled }) => !enabled).length),
    suspects: counted(marks.filter(({ suspect }) => suspect).length),
    selected: known(states.selectedId),
    hovered: known(states.hoveredId),
    held: known(states.heldId),
    handles,
    line: line.length > 1 && line.length,
    residuals: residuals && counted(arrowCount(residuals.vectors)),
    pointer,
    pending,
  })
}

/** Vectors that are not finite are not drawn. */
function arrowCount(vectors: Float64Array): number {
  let count = 0
  for (let at = 0; at + 1 < vectors.length; at += 2)
    if (Number.isFinite(vectors[at]) && Number.isFinite(vectors[at + 1])) count += 1
  return count
}

export function scanFacts(props: ScanPaneProps, states: MarkStates): ScanFacts {
  const { mask = [], handles = [], wholeHandles, chosenHandle } = props
  return {
    ...paneFacts(props, states),
    ...present<ScanFacts>({
      mask: counted(mask.length),
      wholeHandles: wholeHandles !== undefined && wholeHandles < handles.length && wholeHandles,
      chosenHandle: handles.length > 0 ? chosenHandle : null,
    }),
  }
}

export function baseFacts(
  props: BasePaneProps,
  states: MarkStates,
  images: readonly FlatImage[],
  outlines: {
    readonly ids: readonly string[]
    readonly counts: readonly number[]
    readonly hoveredId: string | null
  },
): BaseFacts {
  const { strip, boundary, folds, distortion, uncertainty, line = [] } = props
  return {
    ...paneFacts(props, states),
    ...present<BaseFacts>({
      overlays: images.map(overlayFacts),
      mosaic: props.mosaic && { url: props.mosaic.url, opacity: props.mosaicOpacity ?? 1 },
      areNumbered: Boolean(props.handlesAreNumbered && props.handles?.length) && (true as const),
      isLineClosed: Boolean(props.isLineClosed && line.length > 1) && (true as const),
      strip: strip && { lines: strip.lines.length, metres: strip.metres },
      tracks: counted(props.tracks?.length),
      boundary: boundary && counted(boundary.ringEnds.length),
      pin: props.pin,
      position: props.position,
      snap: props.snap,
      temporary: props.temporary,
      folds: folds?.ringEnds.length,
      distortion: distortion?.of,
      isUncertaintyShown: uncertainty ? true : undefined,
      outlines: props.outlineTiles && {
        ids: outlines.ids,
        ...(outlines.counts.length > 0 && { groups: outlines.counts }),
        isVisible: props.outlinesVisible !== false,
        ...(props.selectedOutlineId && { selected: props.selectedOutlineId }),
        ...(outlines.hoveredId && { hovered: outlines.hoveredId }),
      },
    }),
  }
}

function overlayFacts({ props, canDraw }: FlatImage): OverlayFacts {
  const { id, raster, imageOpacity, isUnseen, isLeaving, lens, mask, look } = props
  return {
    kind: id.startsWith('live-') ? 'live' : 'file',
    raster: raster.id,
    opacity: imageOpacity,
    canDraw,
    ...(isUnseen && { isUnseen }),
    ...(isLeaving && { isLeaving }),
    ...(lens && { lens }),
    ...(mask.length > 0 && { maskEdges: mask.length / 4 }),
    ...(look && { paper: look.paper, ...(look.ink && { ink: look.ink }) }),
    ...(look?.isMultiplied && { isMultiplied: true as const }),
  }
}

/** Says on a pane's element what it would draw. */
export function tellFacts(element: HTMLElement, facts: BaseFacts | ScanFacts): void {
  element.dataset['draws'] = JSON.stringify(facts)
}
