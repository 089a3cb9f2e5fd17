import type { MarkDrag, Side } from '../pane-props.ts'
import type { CancelDrag, Escape, Place, RevertMove } from './tool-event.ts'
import { to } from './tool.ts'
import type { Tools, ToolStep } from './tool.ts'

/** A point is dragged in a pane. */
export interface Dragging<Under> {
  readonly kind: 'drag'
  readonly id: string
  readonly side: Side
  /** The tool that goes on afterwards. */
  readonly under: Under
}

interface Dragged {
  readonly type: 'dragged'
  readonly id: string
  readonly side: Side
  readonly phase: MarkDrag<Place>['phase']
  readonly place: Place
  /** The image point is to be predicted anew at the end. */
  readonly isPredicted: boolean
}

export type DragEvent = Dragged | Escape

export type DragEffect =
  /** Shown only; `commitMove` makes it a step, `revertMove` takes it back. */
  | { readonly kind: 'stageMove'; readonly id: string; readonly side: Side; readonly place: Place }
  | {
      readonly kind: 'commitMove'
      readonly id: string
      readonly side: Side
      readonly isPredicted: boolean
    }
  | RevertMove
  | CancelDrag

interface AnyTool {
  readonly kind: string
}

/** The tool itself, or what a drag lies over. */
export function restingOf<State extends AnyTool>(tool: State | Dragging<State>): State {
  return isDragging(tool) ? tool.under : tool
}

const isDragging = <State extends AnyTool>(tool: State | Dragging<State>): tool is Dragging<State> =>
  tool.kind === 'drag'

/** The tools of a screen with points that can be dragged: a drag lies over any of them. */
export function withDrag<
  State extends AnyTool,
  Event extends { readonly type: string },
  Effect extends { readonly kind: string },
>(
  tools: Tools<State, Event, Effect>,
): Omit<Tools<State | Dragging<State>, Event | DragEvent, Effect | DragEffect>, 'beneathDrag'> {
  type Step = ToolStep<State | Dragging<State>, Effect | DragEffect>

  function dragged(tool: State | Dragging<State>, { id, side, phase, place, isPredicted }: Dragged): Step {
    const stage: DragEffect = { kind: 'stageMove', id, side, place }
    if (phase === 'start')
      return to({ kind: 'drag', id, side, under: tools.beneathDrag(restingOf(tool), id) }, [stage])
    // One that was given up goes on in its pane until the pane has heard of it.
    if (!isDragging(tool) || tool.id !== id || tool.side !== side) return to(tool)
    switch (phase) {
      case 'move':
        return to(tool, [stage])
      case 'end':
        return to(tool.under, [stage, { kind: 'commitMove', id, side, isPredicted }])
      case 'cancel':
        return to(tool.under, [{ kind: 'revertMove' }])
    }
  }

  return {
    next(tool, event): Step {
      if (event.type === 'dragged') return dragged(tool, event as Dragged)
      if (!isDragging(tool)) return tools.next(tool, event as Event)
      if (event.type === 'escape')
        return to(tool.under, [{ kind: 'cancelDrag', side: tool.side }, { kind: 'revertMove' }])
      const { tool: under, effects } = tools.next(tool.under, event as Event)
      return to(under === tool.under ? tool : { ...tool, under }, effects)
    },
    draw: (tool) => tools.draw(restingOf(tool)),
  }
}
