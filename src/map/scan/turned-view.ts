import { OrthographicView, Viewport } from '@deck.gl/core'
import type { OrthographicViewProps } from '@deck.gl/core'

const [NEAR, FAR] = [0.1, 1000]

/** Scaled, y down, turned, and seen from above; by columns. */
function viewMatrix(scale: number, bearing: number): number[] {
  const turn = (bearing * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale]
  return [cos, sin, 0, 0, sin, -cos, 0, 0, 0, 0, scale, 0, 0, 0, -1, 1]
}

/** The pane's px to the square that a GPU draws; by columns. */
function projectionMatrix(width: number, height: number): number[] {
  const depth = FAR - NEAR
  return [2 / width, 0, 0, 0, 0, 2 / height, 0, 0, 0, 0, -2 / depth, 0, 0, 0, -(FAR + NEAR) / depth, 1]
}

/** What a view hands its viewport: its own props, and the view state that the controller makes. */
interface TurnedViewportProps {
  readonly width?: number
  readonly height?: number
  readonly target?: readonly number[]
  readonly zoom?: number | readonly number[]
  /** The controller's, which is ahead of `zoom`. */
  readonly zoomX?: number
  readonly bearing?: number
}

/** A flat view that can be turned, y down; deck.gl's own cannot. */
class TurnedViewport extends Viewport {
  static override displayName = 'TurnedViewport'

  constructor(props: TurnedViewportProps) {
    const { width = 1, height = 1, target = [0, 0, 0], bearing = 0 } = props
    const zoom = props.zoomX ?? (typeof props.zoom === 'number' ? props.zoom : (props.zoom?.[0] ?? 0))
    super({
      ...props,
      zoom,
      position: [target[0] ?? 0, target[1] ?? 0, 0],
      viewMatrix: viewMatrix(2 ** zoom, bearing),
      projectionMatrix: projectionMatrix(width, height),
    })
  }

  /** Where the view's middle comes to lie when a place of the plane is brought to a px. */
  override panByPosition([x = 0, y = 0]: number[], pixel: number[]): { target: number[] } {
    const [atX = 0, atY = 0] = this.unproject(pixel)
    const [centreX = 0, centreY = 0] = this.center
    return { target: [centreX + x - atX, centreY + y - atY] }
  }
}

interface TurnedViewProps extends OrthographicViewProps {
  /** Direction that is up, degrees clockwise from that of negative y. */
  readonly bearing: number
}

/** The view of a scan. The turn belongs to the view, because deck.gl's controller knows of none. */
export class TurnedView extends OrthographicView {
  static override displayName = 'TurnedView'

  // The props are handed to the viewport as they are.
  constructor(props: TurnedViewProps) {
    super(props)
  }

  override getViewportType() {
    return TurnedViewport as unknown as ReturnType<OrthographicView['getViewportType']>
  }
}
