import type { ImagePoint } from '../../contract/control-points.ts'
import { paneToScan, scanToPane } from '../../src/geometry/camera.ts'
import type { ScanCamera } from '../../src/geometry/camera.ts'
import type { MarkStates } from '../../src/map/marks/control-point-marks.ts'
import { PANE_GROUNDS } from '../../src/map/pane-grounds.ts'
import type { ImageBox, ScanPaneProps } from '../../src/map/pane-props.ts'
import { createPaneCore } from '../../src/map/pane/pane-core.ts'
import type { PanePicture } from '../../src/map/pane/pane-core.ts'
import { heldCamera, wholeScan, zoomLimits } from '../../src/map/scan/scan-camera.ts'
import type { ScanView } from '../../src/map/scan/scan-view.ts'
import { attachTwist } from '../../src/map/scan/twist.ts'
import { animate, between } from './animation.ts'
import type { Animation } from './animation.ts'
import { scanFacts, tellFacts } from './facts.ts'
import { createFlatScanTiles } from './flat-scan-tiles.ts'
import type { FlatScanTiles } from './flat-scan-tiles.ts'
import { attachScanHands } from './scan-hands.ts'

// As in src/map/scan/scan-view.ts.
const CLOSE_UP_ZOOM = 2
const CLOSEST_FIT = 3

/** The scan pane without deck.gl: all that it does and tells but the picture, which `data-draws` names. */
export function createScanView(element: HTMLElement, initial: ScanPaneProps): ScanView {
  let props = initial
  let camera: ScanCamera | null = null
  /** Nobody has moved since the whole scan was shown: a pane of another size shows it whole again. */
  let isWhole = initial.initialCamera === undefined
  let tiles: { readonly scanId: number; readonly reader: FlatScanTiles } | null = null
  let move: Animation | null = null
  let cursor: string | null = null
  const canvas = document.createElement('canvas')
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
  element.prepend(canvas)

  const picture: PanePicture<ImagePoint, ScanCamera> = {
    camera: () => camera,
    project: (place) => (camera ? scanToPane(camera, core.size(), place) : null),
    unproject: (css) => (camera ? paneToScan(camera, core.size(), css) : null),
    placeOf: ({ image }) => image,
    moveTo,
    shifted: (from, x, y) => held({ ...from, centre: paneToScan(from, NO_SIZE, [x, y]) }),
    whole: () => wholeScan(props, core.size(), camera?.bearing),
    closeUpZoom: CLOSE_UP_ZOOM,
    draw,
    onSize() {
      core.cameraRests()
      if (isWhole || !camera) start()
      else setCamera(camera, false)
    },
    setCursor(next) {
      cursor = next || null
      showCursor()
    },
  }
  const core = createPaneCore<ImagePoint, ScanCamera>(
    element,
    () => props,
    () => picture,
  )
  const { busy } = core
  const held = (asked: ScanCamera) => heldCamera(asked, props.scan, zoomLimits(props, core.size()))

  const showCursor = () => (canvas.style.cursor = cursor ?? props.cursor ?? 'grab')

  function start() {
    const { width, height } = core.size()
    if (width === 0 || height === 0) return
    setCamera(isWhole ? picture.whole() : (props.initialCamera ?? picture.whole()), false)
  }

  /** The one place where the camera is set. */
  function setCamera(asked: ScanCamera, byUser: boolean) {
    isWhole &&= !byUser
    camera = held(asked)
    tiles?.reader.setView(camera, core.size())
    core.cameraMoved(byUser)
  }

  function stopMove() {
    if (!move) return
    move.stop()
    move = null
    busy.set('camera', false)
  }

  function moveTo(asked: ScanCamera, durationMs: number) {
    const target = held(asked)
    isWhole = isSame(target, picture.whole())
    stopMove()
    // As deck.gl moves: the turn is made at once, and the rest of the move goes on from there.
    if (camera && target.bearing !== camera.bearing) setCamera({ ...camera, bearing: target.bearing }, false)
    if (durationMs === 0 || !camera || isSame(target, camera)) return setCamera(target, false)
    const from = camera
    busy.set('camera', true)
    move = animate(
      durationMs,
      (share) => {
        const done = 1 - (1 - share) ** 3
        const [x, y] = [0, 1].map((axis) => between(from.centre[axis]!, target.centre[axis]!, done))
        setCamera({ ...target, centre: [x!, y!], zoom: between(from.zoom, target.zoom, done) }, false)
      },
      () => {
        stopMove()
        core.cameraRests()
      },
    )
  }

  function fitBox({ minX, minY, maxX, maxY }: ImageBox, durationMs = 0) {
    const box = { width: maxX - minX, height: maxY - minY }
    const whole = picture.whole()
    const near = wholeScan({ ...props, scan: box }, core.size(), whole.bearing)
    const zoom = Math.min(near.zoom, whole.zoom + CLOSEST_FIT)
    const { width, height } = props.scan
    const scale = 2 ** (whole.zoom - zoom)
    const centre: ImagePoint = [
      (minX + maxX) / 2 + (whole.centre[0] - width / 2) * scale,
      (minY + maxY) / 2 + (whole.centre[1] - height / 2) * scale,
    ]
    core.handle.moveTo({ centre, zoom, bearing: whole.bearing }, durationMs)
  }

  function draw(states: MarkStates) {
    if (tiles?.scanId !== props.scan.id) {
      tiles?.reader.close()
      busy.set('tiles', true)
      const reader = createFlatScanTiles(props.scan, {
        onBusy: (isBusy) => busy.set('tiles', isBusy),
        onError: (error) => props.onError?.(error),
      })
      tiles = { scanId: props.scan.id, reader }
      if (camera) reader.setView(camera, core.size())
    }
    tellFacts(element, scanFacts(props, states))
  }

  function update(next: ScanPaneProps) {
    const before = props
    const isOtherScan = next.scan.id !== before.scan.id
    props = next
    element.style.background = PANE_GROUNDS[props.theme]
    showCursor()
    if (isOtherScan) {
      isWhole = true
      start()
    }
    core.update(before)
  }

  const stopTwist = attachTwist(element, (degrees) => {
    if (camera && props.interactive !== false)
      setCamera({ ...camera, bearing: camera.bearing - degrees }, true)
  })
  const stopHands = attachScanHands<ImagePoint | null>(canvas, {
    isInteractive: () => props.interactive !== false,
    wheelZooms: () => props.wheelZoom !== false,
    placeAt: (css) => picture.unproject(css),
    zoom: () => camera?.zoom ?? 0,
    show(zoom, place, css) {
      if (!camera || !place) return
      stopMove()
      const { minZoom, maxZoom } = zoomLimits(props, core.size())
      const zoomed = { ...camera, zoom: Math.min(maxZoom, Math.max(minZoom, zoom)) }
      const now = paneToScan(zoomed, core.size(), css)
      const [x, y] = zoomed.centre
      setCamera({ ...zoomed, centre: [x + place[0] - now[0], y + place[1] - now[1]] }, true)
    },
    onDragging: (isDragging) => busy.set('camera', isDragging),
  })

  busy.set('tiles', true)
  update(initial)
  start()
  return {
    ...core.mover,
    handle: {
      ...core.handle,
      settle() {
        core.handle.settle()
        isWhole = false
      },
      fitBox,
      fit: (durationMs) => core.fit(durationMs),
      resetBearing: () => core.handle.moveTo({ bearing: 0 }),
    },
    update,
    destroy() {
      move?.stop()
      core.destroy()
      stopTwist()
      stopHands()
      tiles?.reader.close()
      canvas.remove()
    },
  }
}

/** With the pane's middle at its origin, CSS px are counted from the centre. */
const NO_SIZE = { width: 0, height: 0 }

const isSame = (a: ScanCamera, b: ScanCamera) =>
  a.zoom === b.zoom && a.bearing === b.bearing && a.centre[0] === b.centre[0] && a.centre[1] === b.centre[1]
