import type { ReactNode, Ref } from 'react'
import type { BaseMaps } from '../../contract/base-map.ts'
import type { BaseLayerId, Language } from '../../contract/constants.ts'
import type { ImagePoint, MapPoint, MaskRing } from '../../contract/control-points.ts'
import type { BaseCamera, MapBox, PanePadding, ScanCamera } from '../geometry/camera.ts'
import type { Pyramid, RasterError } from '../../workers/raster/raster-client.ts'
import type { Distortion, Rings, UncertaintyField, WarpMesh, WarpView } from '../../workers/warp/warp-api.ts'

/** The two panes of an editor. */
export type Side = 'scan' | 'map'

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

/** One step of a drag. `place` is where what is dragged would lie now; after `cancel` where it lay before. */
export interface PaneDrag<Place> {
  readonly phase: 'start' | 'move' | 'end' | 'cancel'
  readonly place: Place
  readonly modifiers: PressModifiers
}

export interface MarkDrag<Place> extends PaneDrag<Place> {
  readonly id: string
}

export interface HandleDrag<Place> extends PaneDrag<Place> {
  readonly index: number
}

/** One step of two fingers: where they took hold and where they are. */
export interface PanePinch<Place> {
  readonly phase: 'start' | 'move' | 'end' | 'cancel'
  readonly from: readonly [Place, Place]
  readonly to: readonly [Place, Place]
}

/** What a tool takes hold of beneath the marks: the overlay that is laid or pulled. Elsewhere the camera has the pointer. */
export interface PaneGrab<Place> {
  /** Whether it lies at a place. */
  readonly holds: (place: Place) => boolean
  /** A finger would hide what it drags: it rises above it. */
  readonly rises: boolean
  readonly onDrag: (drag: PaneDrag<Place>) => void
  /** Absent: two fingers are the camera's. */
  readonly onPinch?: ((pinch: PanePinch<Place>) => void) | undefined
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
  /** False: a picture only (loupe, peek): no pan, zoom, keys or marks' events, and named as one. Default true. */
  readonly interactive?: boolean
  /** Thin cross in the middle of the pane. */
  readonly crosshair?: boolean
  readonly marks?: readonly ControlPointMark[]
  readonly selectedId?: string | null
  readonly hoveredId?: string | null
  /** False: marks cannot be dragged (pressing and hovering still work). Fingers drag the selected one only. Default true. */
  readonly marksMovable?: boolean
  /** Discs of a tool that can always be dragged, above the marks: the ends of a measured line, the corners of a box. */
  readonly handles?: readonly Place[]
  /** The handles carry their numbers, from 1. Default: they carry none. */
  readonly handlesAreNumbered?: boolean
  readonly anchors?: readonly PaneAnchor<Place>[]
  /** CSS cursor over empty ground. Default grab. */
  readonly cursor?: string
  /** False: the wheel does nothing here (it changes the opacity). Default true. */
  readonly wheelZoom?: boolean
  /** A mark was pressed and let go without moving. */
  readonly onMarkPress?: (id: string, modifiers: PressModifiers) => void
  readonly onMarkHover?: (id: string | null) => void
  readonly onMarkDrag?: (drag: MarkDrag<Place>) => void
  readonly onHandleDrag?: (drag: HandleDrag<Place>) => void
  /** A handle was pressed and let go without moving. */
  readonly onHandlePress?: (index: number) => void
  /** Given: a drag over empty ground is the tool's, which draws something there, and not the camera's. */
  readonly onGroundDrag?: (drag: PaneDrag<Place>) => void
  /** What a tool takes hold of beneath the marks. */
  readonly grab?: PaneGrab<Place> | null
  /** Empty ground was pressed and let go without moving. */
  readonly onPress?: (place: Place, modifiers: PressModifiers) => void
  /** Ground was pressed twice, one press right after the other at one place. True: the second is no press of its own. */
  readonly onDoublePress?: (place: Place) => boolean
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
  /** Ends a move that was asked for, by the handle or by keys, where it leads; the cross is needed there. */
  settle(): void
  /** In zoom levels, about the pane's centre. */
  zoomBy(levels: number, durationMs?: number): void
  /** What is seen turns clockwise about the pane's centre. */
  turnBy(degrees: number, durationMs?: number): void
  /** CSS px in the pane, origin at its top left. */
  project(place: Place): [x: number, y: number] | null
  unproject(css: readonly [x: number, y: number]): Place | null
  focus(): void
  /** Gives up the drag that is under way, as Escape does. False: there is none. */
  cancelDrag(): boolean
}

/** A box on a scan, image px. */
export interface ImageBox {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

export interface ScanPaneHandle extends PaneHandle<ImagePoint, ScanCamera> {
  /** Shows the whole scan. */
  fit(durationMs?: number): void
  /** Shows a box, turned as the scan is, clear of what lies over the pane's edges. */
  fitBox(box: ImageBox, durationMs?: number): void
  /** Its upper edge is up again. */
  resetBearing(): void
}

export interface ScanPaneProps extends PaneProps<ImagePoint, ScanCamera> {
  readonly ref?: Ref<ScanPaneHandle>
  readonly scan: Pyramid
  /** Polygons that the map is clipped to: what lies outside is dimmed. */
  readonly mask?: readonly MaskRing[]
  /** Outlines of other maps on the scan, drawn faintly. */
  readonly otherMasks?: readonly MaskRing[]
  /** Number of handles that are drawn whole; those after them are small. Default: all. */
  readonly wholeHandles?: number
  /** A handle that keys and buttons mean. */
  readonly chosenHandle?: number | null
  /** What a tool draws: the sides of a polygon that is not closed yet. */
  readonly line?: readonly ImagePoint[]
  /** Place that belongs to the pointer's place in the other pane. */
  readonly pointer?: ImagePoint | null
  /** First half of a pair that is being placed. */
  readonly pending?: ImagePoint | null
  /** Errors of the points as arrows: `[dx, dy] * n` px in the order of the enabled marks. */
  readonly residuals?: { readonly vectors: Float64Array; readonly scale: number } | null
}

/** What there is to draw of a warp that is being edited. */
export interface LiveMesh {
  /** Null without a model, and until there is one for what was said to be shown. */
  readonly mesh: WarpMesh | null
  /** The view that `mesh` was made for. */
  readonly view: WarpView | null
  /** Of the whole footprint, drawn where `mesh` does not reach; null without a model. */
  readonly coarse: WarpMesh | null
  /** Newer ones are on their way. */
  readonly isBusy: boolean
}

/**
 * The meshes of a warp, kept by whoever edits it. A pane reads them when it draws: a drag makes one a frame, which
 * would be late if each came as a prop. Serves one pane at a time. Keep the object's identity while the warp is the same.
 */
export interface LiveMeshes {
  readonly read: () => LiveMesh
  /** Called after every change of what `read` gives. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
  /** The part of the map that is shown from now on, and how finely; null: none any more. */
  readonly onView: (view: WarpView | null) => void
}

/** How the colours of an overlay are drawn. */
export interface OverlayLook {
  /**
   * How far a colour may be from that of the bare paper and is still left out, as a share of the distance from black to
   * white; 0 leaves nothing out. The paper's colour is read off the raster's edge.
   */
  readonly paper: number
  /** All that is darker than the paper in one colour, red, green and blue from 0 to 1; null: as it was scanned. */
  readonly ink: readonly [red: number, green: number, blue: number] | null
  /** Multiplied with what lies beneath: white leaves it as it is. */
  readonly isMultiplied: boolean
}

/**
 * The part of an overlay in a comparison: the `first` is drawn on the one side of the line (within the circle, in the one
 * moment), the `second` on the other alone. Where none has a part, the uppermost one is the first.
 */
export type ComparedAs = 'first' | 'second'

/** What lies over the base map. */
export type Overlay = (
  | {
      /** The warp being edited, drawn from the scan. */
      readonly kind: 'live'
      readonly meshes: LiveMeshes
      readonly scan: Pyramid
      readonly mask?: readonly MaskRing[]
      readonly opacity?: number
    }
  | {
      /** A published map, drawn from its COG. */
      readonly kind: 'file'
      readonly raster: Pyramid
      /** Its own, 0 to 1, which that of all overlays multiplies. Default 1. */
      readonly opacity?: number
      /** Default: as it was scanned. Keep its identity while it is the same. */
      readonly look?: OverlayLook
    }
) & { readonly comparedAs?: ComparedAs | undefined }

/** A published map, drawn from its COG. */
export type FileOverlay = Extract<Overlay, { kind: 'file' }>

/**
 * How the first overlay (see `ComparedAs`) is held against the second, or what lies beneath it. `swipe`: it is drawn on one side of a line that can
 * be moved. `spyglass`: within a circle that follows the pointer. `blink`: it comes and goes.
 */
export interface OverlayComparison {
  readonly kind: 'swipe' | 'spyglass' | 'blink'
  /** Accessible name of what is moved: the line, the circle. */
  readonly label: string
  /** On which side of the line the first overlay is drawn. Default left. */
  readonly side?: 'left' | 'right'
  /** Where the line stands at first: a part of the pane's width. Default its middle. */
  readonly at?: number
  /** The line has come to rest there. */
  readonly onRest?: (at: number) => void
  /** It was chosen by keys: what is moved takes the focus. */
  readonly takesFocus?: boolean
  /** `blink`: now the first overlay is seen, or what it is held against. */
  readonly onTurn?: (isFirst: boolean) => void
}

/** Maps that are shown as a number, because they are too many and too small to be told apart. */
export interface OutlineGroup {
  readonly count: number
  /** Holds them all; EPSG:3857 metres. */
  readonly box: MapBox
}

/**
 * Outlines of many maps as vector tiles: polygons with the properties `id` and `area`, and points of groups with `count`,
 * `west`, `south`, `east` and `north`. Another object with the same address asks for them anew, and shows those that there
 * are until then.
 */
export interface OutlineTiles {
  /** Absolute, with `{z}`, `{x}` and `{y}`. */
  readonly url: string
  /** Name of the tiles' layer of polygons. */
  readonly layer: string
  /** Name of the tiles' layer of groups. */
  readonly groupLayer: string
  /** Deeper, these are enlarged. */
  readonly maxZoom: number
  /** Of what the tiles show; another one with the same address asks for them anew. */
  readonly version: number
}

/**
 * Many maps as one picture, as raster tiles. Another object with the same address asks for them anew, and shows those
 * that there are until then.
 */
export interface Mosaic {
  /** Absolute, with `{z}`, `{x}` and `{y}`. */
  readonly url: string
}

export interface BasePaneHandle extends PaneHandle<MapPoint, BaseCamera> {
  /** Shows a box, north up. `centre`: what lies in the middle of the pane then, though less of the box may be seen. */
  fitBox(
    box: MapBox,
    options?: { padding?: number | PanePadding; maxZoom?: number; durationMs?: number; centre?: MapPoint },
  ): void
  resetBearing(): void
}

/** Why parts of files cannot be read, by the ids of their rasters. */
export type TileTrouble = ReadonlyMap<number, RasterError>

/** Which base map lies beneath. */
export interface BaseMapProps {
  readonly baseMaps: BaseMaps
  readonly layer: BaseLayerId | undefined
  readonly labels: boolean
  readonly language: Language
}

/** Whether the online layer that was chosen answers; the embedded map lies beneath. */
export type BaseLayerAnswer = 'comes' | 'fails'

export interface BasePaneProps extends PaneProps<MapPoint, BaseCamera> {
  readonly ref?: Ref<BasePaneHandle>
  /** Null: plain ground, for rasters that have no place on a map. */
  readonly baseMap: BaseMapProps | null
  /** What the first view shows, fitted to the pane, where there is no `initialCamera`. Default: the marks, else Europe. */
  readonly initialBox?: MapBox
  /** A map that is a part of the base map: beneath the overlays, with an opacity of its own alone, never compared. */
  readonly ground?: FileOverlay | null
  /** Beneath the overlays, and none of them: never compared. */
  readonly mosaic?: Mosaic | null
  /** 0 to 1. Default 1. */
  readonly mosaicOpacity?: number
  /** Overlays from bottom to top; usually one. */
  readonly overlays?: readonly Overlay[]
  /** 0 to 1; 0 draws nothing. Default 1. */
  readonly overlayOpacity?: number
  readonly comparison?: OverlayComparison | null
  /** Parts of open files could not be read, though they are asked for again now and then; empty: all can. */
  readonly onTrouble?: (trouble: TileTrouble) => void
  /** Another number asks at once for what could not be read. */
  readonly attempt?: number
  /**
   * The page around scrolls past: two fingers move the map and the wheel zooms with Ctrl (Command on a Mac) alone. What
   * a hand that tries otherwise is told. Null: the map takes one finger and the wheel itself. Default null.
   */
  readonly yieldsToPage?: { readonly touchHint: string; readonly wheelHint: string } | null
  /** Place that belongs to the pointer's place in the other pane. */
  readonly pointer?: MapPoint | null
  /** First half of a pair that is being placed. */
  readonly pending?: MapPoint | null
  /** Where on the base map what is placed would come to lie. */
  readonly snap?: MapPoint | null
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
  /** How far off places may be, in colours. */
  readonly uncertainty?: UncertaintyField | null
  readonly outlineTiles?: OutlineTiles | null
  /** False: `outlineTiles` can be pressed and are not seen. Default true. */
  readonly outlinesVisible?: boolean
  /** An outline that is hovered elsewhere. */
  readonly hoveredOutlineId?: string | null
  readonly selectedOutlineId?: string | null
  /** The smallest map under the pointer. Called only when it changes. */
  readonly onOutlineHover?: (id: string | null) => void
  /** All maps under the pressed place, smallest first. Called before `onPress`; `onPress` is left out when any is hit. */
  readonly onOutlinePress?: (ids: readonly string[], place: MapPoint) => void
  /** A number that stands for many maps was pressed. Called in place of `onOutlinePress` and `onPress`. */
  readonly onOutlineGroupPress?: (group: OutlineGroup) => void
  /** What a tool draws: a measured line, the sides of a box. */
  readonly line?: readonly MapPoint[]
  /** The line encloses something: a dashed one leads back from its end. Default false. */
  readonly isLineClosed?: boolean
  /** A tinted strip along lines, so many ground metres to either side. Keep its identity while it is the same. */
  readonly strip?: {
    readonly lines: readonly (readonly MapPoint[])[]
    readonly metres: number
  } | null
  /** Ways that were gone, under what a tool draws. Keep its identity. */
  readonly tracks?: readonly (readonly MapPoint[])[]
  /** A found place's boundary or any other lines, EPSG:3857 metres. */
  readonly boundary?: Rings | null
  /** A found place. */
  readonly pin?: MapPoint | null
  /** Device position with its accuracy in ground metres. */
  readonly position?: { readonly place: MapPoint; readonly accuracyMetres: number | null } | null
  /** Part of the memory for tiles that this pane may use, where there are several; as it was at first. Default 1. */
  readonly memoryShare?: number
  /** Told when it becomes another, of the layer that is shown. */
  readonly onBaseLayerAnswer?: (answer: BaseLayerAnswer, layer: BaseLayerId) => void
  /** Place names and attribution of the base map are shown. Default true. */
  readonly attribution?: boolean
}
