import type { ImagePoint, MaskRing } from '../../../contract/control-points.ts'
import { FEWEST_CORNERS, ringArea, squaredPlace } from '../../geometry/mask-rings.ts'
import type { MaskCorner } from '../../geometry/mask-rings.ts'
import type { PaneDrag } from '../pane-props.ts'
import { NO_DRAWING } from './tool-drawing.ts'
import type { CancelDrag, Escape, RevertMove } from './tool-event.ts'
import { to } from './tool.ts'
import type { ToolModule, ToolStep } from './tool.ts'

/** What can be taken hold of on the scan while it is cropped. */
export type CropHandle =
  | ({ readonly kind: 'corner' } & MaskCorner)
  /** The middle of an edge: taken hold of, it becomes this corner. */
  | ({ readonly kind: 'edge' } & MaskCorner)
  /** A corner of the polygon that is being drawn. */
  | { readonly kind: 'open'; readonly corner: number }

/** The crop mask is drawn and changed; the mask itself is in the document. */
export interface Cropping {
  readonly kind: 'crop'
  /** Corners of the polygon that is being drawn. */
  readonly open: readonly ImagePoint[]
  /** A corner of the mask that keys and the button for deleting mean. */
  readonly chosen: MaskCorner | null
  /** What is dragged. */
  readonly held: CropHandle | null
  /** Corners are set at right angles without a key as well. */
  readonly isSquare: boolean
}

export type CropEvent =
  /** The button: begins, and ends what was begun. */
  | { readonly type: 'cropToggled' }
  | { readonly type: 'cornerSet'; readonly image: ImagePoint; readonly isSquare: boolean }
  | { readonly type: 'cornerChosen'; readonly corner: MaskCorner | null }
  | { readonly type: 'cropHandlePressed'; readonly handle: CropHandle; readonly image: ImagePoint }
  /** `handle` is what the drag begins with. */
  | {
      readonly type: 'cropHandleDragged'
      readonly phase: PaneDrag<ImagePoint>['phase']
      readonly handle: CropHandle | null
      readonly image: ImagePoint
      readonly isSquare: boolean
    }
  | { readonly type: 'ringClosed' }
  /** The chosen corner, or the last one of what is being drawn. */
  | { readonly type: 'cornerRemoved' }
  | { readonly type: 'rightAnglesToggled' }
  | Escape

/** What is to be done to the mask. */
export type CropEffect =
  | { readonly kind: 'addRing'; readonly ring: MaskRing }
  | { readonly kind: 'insertCorner'; readonly at: MaskCorner; readonly image: ImagePoint }
  | { readonly kind: 'removeCorner'; readonly at: MaskCorner }
  /** Shown only; `commitMask` makes it a step, `revertMove` takes it back. */
  | {
      readonly kind: 'stageMask'
      readonly handle: Exclude<CropHandle, { kind: 'open' }>
      readonly image: ImagePoint
      readonly isSquare: boolean
    }
  | { readonly kind: 'commitMask'; readonly isNew: boolean }
  | { readonly kind: 'tellEmptyRing' }
  | RevertMove
  | CancelDrag

/** Tool null: cropping has ended. */
type CropStep = ToolStep<Cropping | null, CropEffect>

const CROPPING: Cropping = {
  kind: 'crop',
  open: [],
  chosen: null,
  held: null,
  isSquare: false,
}

/** How far a corner may jump to make both its angles right, px of the scan. */
export const SQUARE_REACH_PX = 40

/** Nothing but its own events ends it: a polygon that is half drawn is not lost to a stray press. */
export const crop: ToolModule<Cropping, CropEvent, CropEffect> = {
  kinds: ['crop'],
  begin: ({ type }) => (type === 'cropToggled' ? CROPPING : undefined),
  next: nextCrop,
  // Its handles are those of the document's mask.
  draw: () => NO_DRAWING,
}

function nextCrop(tool: Cropping, event: CropEvent): CropStep {
  const { open, chosen } = tool
  switch (event.type) {
    case 'cropToggled':
      return to(null, open.length >= FEWEST_CORNERS ? closing(open) : [])
    case 'cornerSet':
      return to({ ...tool, chosen: null, open: [...open, openPlace(tool, event)] })
    case 'cornerChosen':
      return to({ ...tool, chosen: event.corner })
    case 'cropHandlePressed':
      return handlePressed(tool, event.handle, event.image)
    case 'cropHandleDragged':
      return handleDragged(tool, event)
    case 'ringClosed':
      return closed(tool)
    case 'cornerRemoved':
      if (chosen) return to({ ...tool, chosen: null }, [{ kind: 'removeCorner', at: chosen }])
      return to(open.length > 0 ? { ...tool, open: open.slice(0, -1) } : tool)
    case 'rightAnglesToggled':
      return to({ ...tool, isSquare: !tool.isSquare })
    case 'escape':
      if (tool.held)
        return to({ ...tool, held: null }, [{ kind: 'cancelDrag', side: 'scan' }, { kind: 'revertMove' }])
      if (chosen) return to({ ...tool, chosen: null })
      return to(open.length > 0 ? { ...tool, open: open.slice(0, -1) } : null)
    default:
      return to(tool)
  }
}

function handlePressed(tool: Cropping, handle: CropHandle, image: ImagePoint): CropStep {
  const { ring, corner } = { ring: 0, ...handle }
  switch (handle.kind) {
    case 'corner':
      return to({ ...tool, chosen: { ring, corner } })
    case 'edge':
      return to({ ...tool, chosen: { ring, corner } }, [
        { kind: 'insertCorner', at: { ring, corner }, image },
      ])
    // The first one closes the polygon, and so does the last, on which a double click falls.
    case 'open':
      return corner === 0 || corner === tool.open.length - 1 ? closed(tool) : to(tool)
  }
}

function closed(tool: Cropping): CropStep {
  if (tool.open.length < FEWEST_CORNERS) return to(tool)
  return to({ ...tool, open: [] }, closing(tool.open))
}

const closing = (open: readonly ImagePoint[]): readonly CropEffect[] =>
  ringArea(open) > 0 ? [{ kind: 'addRing', ring: open }] : [{ kind: 'tellEmptyRing' }]

function handleDragged(
  tool: Cropping,
  { phase, handle, image, isSquare }: Extract<CropEvent, { type: 'cropHandleDragged' }>,
): CropStep {
  const held = phase === 'start' ? handle : tool.held
  if (!held) return to(tool)
  const square = isSquare || tool.isSquare
  if (held.kind === 'open') {
    const place = phase === 'cancel' || !square ? image : squaredInOpen(tool.open, held.corner, image)
    const open = held.corner < tool.open.length ? tool.open.with(held.corner, place) : tool.open
    return to({ ...tool, open, held: phase === 'end' || phase === 'cancel' ? null : held })
  }
  const { ring, corner } = held
  const holding = { ...tool, chosen: { ring, corner }, held }
  if (phase === 'cancel') return to({ ...tool, held: null, chosen: null }, [{ kind: 'revertMove' }])
  const stage: CropEffect = { kind: 'stageMask', handle: held, image, isSquare: square }
  return phase === 'end'
    ? to({ ...holding, held: null }, [stage, { kind: 'commitMask', isNew: held.kind === 'edge' }])
    : to(holding, [stage])
}

function openPlace(
  { open, isSquare }: Cropping,
  event: { readonly image: ImagePoint; readonly isSquare: boolean },
): ImagePoint {
  return event.isSquare || isSquare ? squaredInOpen(open, open.length, event.image) : event.image
}

const squaredInOpen = (open: readonly ImagePoint[], corner: number, place: ImagePoint): ImagePoint =>
  squaredPlace(
    place,
    [open[corner - 1], open[corner - 2]],
    [open[corner + 1], open[corner + 2]],
    SQUARE_REACH_PX,
  )

/** The handles of a mask and of what is being drawn, in the order in which a pane numbers them. */
export interface CropHandles {
  readonly handles: readonly CropHandle[]
  readonly places: readonly ImagePoint[]
  /** Number of those that are corners; the middles of edges follow. */
  readonly cornerCount: number
}

/** Rings of more corners have no handles on their edges: they would hide the corners. */
const MOST_EDGE_HANDLES = 200

export function cropHandles(mask: readonly MaskRing[], open: readonly ImagePoint[]): CropHandles {
  const corners = mask.flatMap((ring, at) =>
    ring.map((place, corner) => ({ handle: { kind: 'corner', ring: at, corner } as const, place })),
  )
  const drawn = open.map((place, corner) => ({ handle: { kind: 'open', corner } as const, place }))
  const edges = mask.flatMap((ring, at) =>
    ring.length > MOST_EDGE_HANDLES
      ? []
      : ring.map(([x, y], corner) => {
          const [nextX, nextY] = ring[(corner + 1) % ring.length] ?? [x, y]
          const place: ImagePoint = [(x + nextX) / 2, (y + nextY) / 2]
          return { handle: { kind: 'edge', ring: at, corner: corner + 1 } as const, place }
        }),
  )
  const all = [...corners, ...drawn, ...edges]
  return {
    handles: all.map(({ handle }) => handle),
    places: all.map(({ place }) => place),
    cornerCount: corners.length + drawn.length,
  }
}
