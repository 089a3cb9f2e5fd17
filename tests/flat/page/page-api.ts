import type { BaseMaps } from '../../../contract/base-map.ts'
import type { BaseLayerId, Language } from '../../../contract/constants.ts'
import type { BaseCamera, MapBox, PanePadding, ScanCamera } from '../../../src/geometry/camera.ts'
import type {
  BasePaneProps,
  ControlPointMark,
  OutlineTiles,
  PaneTheme,
  ScanPaneProps,
} from '../../../src/map/pane-props.ts'

export type Place = readonly [x: number, y: number]
export type PaneKind = 'scan' | 'base'

/** What a tool takes hold of: a box of the pane's plane. */
export interface PageGrab {
  readonly box: MapBox
  readonly rises?: boolean
  readonly pinches?: boolean
}

/** Props of one pane that can be sent to its page; the page adds what listens. */
export interface PageSetup {
  readonly pane: PaneKind
  /** Address of the scan of a scan pane. */
  readonly scanUrl?: string
  readonly theme?: PaneTheme
  readonly initialCamera?: BaseCamera | ScanCamera
  readonly padding?: PanePadding
  readonly interactive?: boolean
  readonly crosshair?: boolean
  readonly marks?: readonly ControlPointMark[]
  readonly selectedId?: string | null
  readonly marksMovable?: boolean
  readonly handles?: readonly Place[]
  readonly anchors?: readonly { readonly key: string; readonly place: Place }[]
  readonly cursor?: string
  readonly wheelZoom?: boolean
  readonly grab?: PageGrab | null
  /** A drag over empty ground is a tool's. */
  readonly drawsOnGround?: boolean
  readonly pending?: Place | null
  readonly line?: readonly Place[]
  readonly mask?: ScanPaneProps['mask']
  // Of a base pane alone.
  readonly baseMaps?: BaseMaps
  readonly layer?: BaseLayerId
  readonly language?: Language
  readonly attribution?: boolean
  readonly initialBox?: MapBox
  readonly yieldsToPage?: BasePaneProps['yieldsToPage']
  readonly outlineTiles?: OutlineTiles | null
  readonly outlinesVisible?: boolean
  readonly selectedOutlineId?: string | null
  readonly pin?: Place | null
  /** A warp that is being edited lies over the map; it is busy as long as it says. */
  readonly live?: { readonly isBusy: boolean } | null
  /** Address of a published file that lies over the map. */
  readonly fileUrl?: string | null
  readonly overlayOpacity?: number
  readonly attempt?: number
}

/** Something that a pane told. */
export interface PageEvent {
  readonly name: string
  readonly detail: unknown
}

/** What a test asks of the page, as `window.pane`. */
export interface PageApi {
  /** Mounts a pane anew and forgets what was told before. */
  show(setup: PageSetup): Promise<void>
  /** Changes some props of the pane that is shown. */
  change(part: Partial<PageSetup>): Promise<void>
  /** CSS px of the pane's element. */
  resize(width: number, height: number): void
  /** Resolves when the pane has said that it is calm, and two frames later still is. */
  calm(): Promise<void>
  events(): readonly PageEvent[]
  forgetEvents(): void
  /** Calls a method of the pane's handle. */
  call(method: string, ...args: unknown[]): unknown
}

declare global {
  interface Window {
    pane: PageApi
  }
}
