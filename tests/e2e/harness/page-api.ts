import type { BaseCamera, ScanCamera } from '../../../src/geometry/camera.ts'
import type { ControlPointMark, PaneTheme } from '../../../src/map/pane-props.ts'
import type { TransformationType } from '../../../contract/control-points.ts'

/** What the page is to show. */
export interface HarnessSetup {
  readonly scanUrl: string
  /** `[imageX, imageY, mapX, mapY] * n`. */
  readonly gcps: readonly number[]
  readonly type: TransformationType
  /** A published file to draw instead of the warp. */
  readonly fileUrl?: string
  /** Vector tiles of the embedded base map; absent: bare ground. */
  readonly baseTiles?: string
  readonly panes: readonly ('scan' | 'base')[]
  readonly theme?: PaneTheme
  readonly opacity?: number
  /** Draw the control points. */
  readonly marks?: boolean
  readonly markStates?: readonly Partial<Pick<ControlPointMark, 'enabled' | 'suspect'>>[]
  readonly selectedId?: string
  readonly hoveredId?: string
  readonly crosshair?: boolean
  /** Say what the base map is drawn from. */
  readonly attribution?: boolean
  readonly mask?: readonly (readonly (readonly [number, number])[])[]
  readonly residuals?: boolean
  readonly folds?: boolean
  readonly distortion?: 'area' | 'angle'
  readonly temporary?: {
    readonly from: readonly [number, number]
    readonly cursor: readonly [number, number]
  }
  /** Discs of a tool, in both panes at the same numbers: for one pane at a time. */
  readonly handles?: readonly (readonly [number, number])[]
  /** Drags over empty ground are a tool's. */
  readonly drawsOnGround?: boolean
}

/** Something that a pane told. */
export interface HarnessEvent {
  readonly name: string
  readonly detail: unknown
}

/** What the test asks of the page, as `window.harness`. */
export interface HarnessApi {
  show(setup: HarnessSetup): Promise<void>
  /** Changes some of what is shown, without mounting the panes anew. */
  change(part: Partial<HarnessSetup>): void
  /** Resolves when all tiles are drawn and nothing moves; rejects after `timeoutMs`. */
  calm(timeoutMs?: number): Promise<void>
  moveBase(camera: BaseCamera): Promise<void>
  moveScan(camera: ScanCamera): Promise<void>
  baseCamera(): BaseCamera | null
  scanCamera(): ScanCamera | null
  /** Size of the base pane, CSS px. */
  baseSize(): { width: number; height: number }
  /** RGBA under places of the base pane (CSS px, device ratio 1), read from the canvas. */
  readBase(places: readonly (readonly [number, number])[]): Promise<number[]>
  readScan(places: readonly (readonly [number, number])[]): Promise<number[]>
  /**
   * Puts a published file in the place of the live overlay, or (null) takes it away again; gives what the base pane
   * shows at a place, RGBA, in every frame until all is calm.
   */
  handOver(fileUrl: string | null, place: readonly [number, number]): Promise<number[][]>
  mapToImage(map: readonly number[]): Promise<number[]>
  projectBase(place: readonly [number, number]): readonly [number, number] | null
  projectScan(place: readonly [number, number]): readonly [number, number] | null
  /** Leaves of the mesh drawn last, and how often a mesh has come. */
  fitMessages(): {
    readonly failure: string | null
    readonly warnings: readonly string[]
    readonly deaths: number
  }
  events(): readonly HarnessEvent[]
  /** Ends the warp worker from within, without a word to the page. */
  killWarpWorker(): void
}

declare global {
  interface Window {
    harness: HarnessApi
  }
}
