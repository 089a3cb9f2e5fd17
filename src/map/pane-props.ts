import type { ReactNode, Ref } from 'react'
import type { BaseMaps } from '../../contract/base-map.ts'
import type { BaseLayerId, Language } from '../../contract/constants.ts'
import type { ImagePoint, MapPoint, MaskRing } from '../../contract/control-points.ts'
import type { BaseCamera, MapBox, PanePadding, ScanCamera } from '../../workers/geometry/camera.ts'
import type { Pyramid, RasterError } from '../../workers/raster/raster-client.ts'
import type { Distortion, Rings } from '../../workers/warp/warp-api.ts'
import type { WarpSession } from '../../workers/warp/warp-client.ts'

/** A control point as both panes draw it. Keep the array's identity while nothing changes. */
export interface ControlPointMark {
  readonly id: string
  /** Shown in the disc: 1 for the first. */
  readonly number: number
  readonly image: ImagePoint
  readonly map: MapPoint
  readonly enabled: boolean
  /** Suspected blunder: drawn with an amber notch. */
  readonly suspect: boolean
}

/** How a press was made. */
export interface PressModifiers {
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly pointerType: 'mouse' | 'touch' | 'pen'
}

/** One step of a drag. `place` is where the point would lie now; after `cancel` where it lay before. */
export interface MarkDrag<Place> {
  readonly id: string
  readonly phase: 'start' | 'move' | 'end' | 'cancel'
  readonly place: Place
  readonly modifiers: PressModifiers
}

/** Content kept at a place of the pane (a point's menu, a label); moved without rendering anew. */
export interface PaneAnchor<Place> {
  readonly key: string
  readonly place: Place
  readonly content: ReactNode
}

/** Colours follow look.md. */
export type PaneTheme = 'light' | 'dark'

/** What both panes share. `Place` is an image point in the scan pane, a map point in the base pane. */
export interface PaneProps<Place, Camera> {
  /** Accessible name of the canvas. */
  readonly label: string
  readonly theme: PaneTheme
  /** Camera to begin with; absent: everything fits. Later moves go through the handle. */
  readonly initialCamera?: Camera
  /** What lies over the pane's edges: the first view and whatever is fitted keeps clear of it. CSS px. */
  readonly padding?: PanePadding
  /** False: a picture only (loupe, peek): no pan, zoom, keys or marks' events. Default true. */
  readonly interactive?: boolean
  /** Thin cross in the middle of the pane. */
  readonly crosshair?: boolean
  readonly marks?: readonly ControlPointMark[]
  readonly selectedId?: string | null
  readonly hoveredId?: string | null
  /** False: marks cannot be dragged (pressing and hovering still work). Default true. */
  readonly marksMovable?: boolean
  readonly anchors?: readonly PaneAnchor<Place>[]
  /** CSS cursor over empty ground. Default grab. */
  readonly cursor?: string
  /** False: the wheel does nothing here (it changes the opacity). Default true. */
  readonly wheelZoom?: boolean
  /** A mark was pressed and let go without moving. */
  readonly onMarkPress?: (id: string, modifiers: PressModifiers) => void
  readonly onMarkHover?: (id: string | null) => void
  readonly onMarkDrag?: (drag: MarkDrag<Place>) => void
  /** Empty ground was pressed and let go without moving. */
  readonly onPress?: (place: Place, modifiers: PressModifiers) => void
  /** Where the pointer is; null when it has left. At most once a frame. */
  readonly onPointerPlace?: (place: Place | null) => void
  /** Every frame that the camera moves. `byUser` is false for moves made through the handle. */
  readonly onCameraChange?: (camera: Camera, byUser: boolean) => void
  /** False: all visible tiles are drawn and nothing is moving. */
  readonly onBusyChange?: (busy: boolean) => void
  /** A file could not be read. */
  readonly onError?: (error: RasterError) => void
}

/** What can be asked of a mounted pane. */
export interface PaneHandle<Place, Camera> {
  camera(): Camera | null
  moveTo(camera: Partial<Camera>, durationMs?: number): void
  /** In zoom levels, about the pane's centre. */
  zoomBy(levels: number, durationMs?: number): void
  /** CSS px in the pane, origin at its top left. */
  project(place: Place): [x: number, y: number] | null
  unproject(css: readonly [x: number, y: number]): Place | null
  focus(): void
}

export interface ScanPaneHandle extends PaneHandle<ImagePoint, ScanCamera> {
  /** Shows the whole scan. */
  fit(durationMs?: number): void
}

export interface ScanPaneProps extends PaneProps<ImagePoint, ScanCamera> {
  readonly ref?: Ref<ScanPaneHandle>
  readonly scan: Pyramid
  /** Polygons that the map is clipped to: what lies outside is dimmed. */
  readonly mask?: readonly MaskRing[]
  /** Place that belongs to the pointer's place in the other pane. */
  readonly pointer?: ImagePoint | null
  /** First half of a pair that is being placed. */
  readonly pending?: ImagePoint | null
  /** Errors of the points as arrows: `[dx, dy] * n` px in the order of the enabled marks. */
  readonly residuals?: { readonly vectors: Float64Array; readonly scale: number } | null
}

/** What lies over the base map. */
export type Overlay =
  | {
      /** The warp being edited, drawn from the scan. */
      readonly kind: 'live'
      readonly session: WarpSession
      readonly scan: Pyramid
      readonly mask?: readonly MaskRing[]
    }
  | {
      /** A published map, drawn from its COG. */
      readonly kind: 'file'
      readonly raster: Pyramid
    }

/** Outlines of many maps, EPSG:3857 metres: drawn on the GPU, picked on the CPU. Keep its identity. */
export interface MapOutlines {
  readonly ids: readonly string[]
  /** One ring a map. */
  readonly rings: Rings
}

export interface BasePaneHandle extends PaneHandle<MapPoint, BaseCamera> {
  /** Shows a box, north up. */
  fitBox(box: MapBox, options?: { padding?: number; maxZoom?: number; durationMs?: number }): void
  resetBearing(): void
}

/** Which base map lies beneath. */
export interface BaseMapProps {
  readonly baseMaps: BaseMaps
  readonly layer: BaseLayerId | undefined
  readonly labels: boolean
  readonly language: Language
}

export interface BasePaneProps extends PaneProps<MapPoint, BaseCamera> {
  readonly ref?: Ref<BasePaneHandle>
  /** Null: plain ground, for rasters that have no place on a map. */
  readonly baseMap: BaseMapProps | null
  /** What the first view shows, fitted to the pane, where there is no `initialCamera`. Default: the marks, else Europe. */
  readonly initialBox?: MapBox
  /** Overlays from bottom to top; usually one. */
  readonly overlays?: readonly Overlay[]
  /** 0 to 1; 0 draws nothing. Default 1. */
  readonly overlayOpacity?: number
  /** Place that belongs to the pointer's place in the other pane. */
  readonly pointer?: MapPoint | null
  /** First half of a pair that is being placed. */
  readonly pending?: MapPoint | null
  /** Temporary point (orange) with a dashed yellow line to the cursor. */
  readonly temporary?: { readonly from: MapPoint; readonly cursor: MapPoint } | null
  /**
   * Errors of the points as arrows from each enabled mark, EPSG:3857 metres: `[dx, dy] * n`, drawn `scale` times as long.
   */
  readonly residuals?: { readonly vectors: Float64Array; readonly scale: number } | null
  /** Where the warp folds: hatched vermilion. */
  readonly folds?: Rings | null
  /** Heat map of the distortion. */
  readonly distortion?: { readonly grid: Distortion; readonly of: 'area' | 'angle' } | null
  readonly outlines?: MapOutlines | null
  readonly selectedOutlineId?: string | null
  /** The smallest map under the pointer. Called only when it changes. */
  readonly onOutlineHover?: (id: string | null) => void
  /** All maps under the pressed place, smallest first. Called before `onPress`; `onPress` is left out when any is hit. */
  readonly onOutlinePress?: (ids: readonly string[], place: MapPoint) => void
  /** A line being measured, one or two ends. */
  readonly measure?: readonly MapPoint[]
  readonly onMeasureDrag?: (index: number, place: MapPoint, phase: 'start' | 'move' | 'end') => void
  /** A found place's boundary or any other lines, EPSG:3857 metres. */
  readonly boundary?: Rings | null
  /** A found place. */
  readonly pin?: MapPoint | null
  /** Device position with its accuracy in ground metres. */
  readonly position?: { readonly place: MapPoint; readonly accuracyMetres: number | null } | null
  /** Place names and attribution of the base map are shown. Default true. */
  readonly attribution?: boolean
}
