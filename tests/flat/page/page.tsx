/** A page with one pane and nothing else, driven by tests through `window.pane`. */
import { createRoot } from 'react-dom/client'
import type { BaseMaps } from '../../../contract/base-map.ts'
import type { BaseCamera, ScanCamera } from '../../../src/geometry/camera.ts'
import { BasePane } from '../../../src/map/base-pane.tsx'
import type {
  BasePaneHandle,
  LiveMeshes,
  Overlay,
  PaneGrab,
  PaneProps,
  ScanPaneHandle,
} from '../../../src/map/pane-props.ts'
import { ScanPane } from '../../../src/map/scan-pane.tsx'
import { openRasterClient } from '../../../workers/raster/raster-client.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import type { PageEvent, PageGrab, PageSetup, Place } from './page-api.ts'

const raster = openRasterClient()
const rootElement = document.querySelector<HTMLElement>('#root') ?? document.body
const root = createRoot(rootElement)
const events: PageEvent[] = []
const files = new Map<string, Pyramid>()
let handle: ScanPaneHandle | BasePaneHandle | null = null
let setup: PageSetup = { pane: 'scan' }
let isBusy = true
/** Panes that were shown: each is mounted anew. */
let shown = 0

const note = (name: string) => (detail: unknown) => void events.push({ name, detail })

const NO_BASE_MAPS: BaseMaps = {
  embedded: { tiles: ['/none/{z}/{x}/{y}.mvt'], tileSize: 512, minZoom: 0, maxZoom: 7, attribution: [] },
  layers: { streets: null, satellite: null, terrain: null, terrainOnly: null, 'esri-satellite': null },
}

/** A warp without a model, which notes what it is asked for. */
const listeners = new Set<() => void>()
const meshes: LiveMeshes = {
  read: () => ({ mesh: null, view: null, coarse: null, isBusy: setup.live?.isBusy ?? false }),
  subscribe(listener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  onView: note('view'),
}

function fileOf(url: string | null | undefined): Pyramid {
  const file = files.get(url ?? '')
  if (!file) throw new Error(`${url} was not opened`)
  return file
}

function overlays(): readonly Overlay[] {
  if (setup.live) return [{ kind: 'live', meshes, scan: fileOf(setup.scanUrl) }]
  return setup.fileUrl ? [{ kind: 'file', raster: { ...fileOf(setup.fileUrl), grid: GRID } }] : []
}

/** Where a scan lies that stands in for a published file. */
const GRID = { originX: 2_640_000, originY: 7_315_000, pixelSize: 30 }

const grabOf = ({ box, rises = false, pinches = false }: PageGrab): PaneGrab<Place> => ({
  holds: ([x, y]) => x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY,
  rises,
  onDrag: ({ phase, place }) => note('grab')({ phase, place }),
  onPinch: pinches ? note('pinch') : undefined,
})

/** Props of either pane. */
function sharedProps<Camera>(): Omit<PaneProps<Place, Camera>, 'label'> {
  const { theme = 'light', initialCamera, padding, interactive, crosshair, cursor, wheelZoom } = setup
  const { marks, selectedId, marksMovable, handles, anchors, grab, drawsOnGround } = setup
  return {
    theme,
    ...(initialCamera && { initialCamera: initialCamera as Camera }),
    ...(padding && { padding }),
    ...(interactive !== undefined && { interactive }),
    ...(crosshair !== undefined && { crosshair }),
    ...(cursor !== undefined && { cursor }),
    ...(wheelZoom !== undefined && { wheelZoom }),
    ...(marks && { marks }),
    ...(selectedId !== undefined && { selectedId }),
    ...(marksMovable !== undefined && { marksMovable }),
    ...(handles && { handles }),
    ...(anchors && {
      anchors: anchors.map(({ key, place }) => ({
        key,
        place,
        content: <button type="button">{key}</button>,
      })),
    }),
    ...(grab && { grab: grabOf(grab) }),
    ...(drawsOnGround && { onGroundDrag: ({ phase, place }) => note('ground')({ phase, place }) }),
    onMarkPress: note('mark press'),
    onMarkHover: note('mark hover'),
    onMarkDrag: ({ id, phase, place }) => note('mark drag')({ id, phase, place }),
    onHandleDrag: ({ index, phase, place }) => note('handle drag')({ index, phase, place }),
    onHandlePress: note('handle press'),
    onPress: note('press'),
    onPointerPlace: note('pointer'),
    onCameraChange: (camera, byUser) => note('camera')({ camera, byUser }),
    onBusyChange(busy) {
      isBusy = busy
      note('busy')(busy)
    },
    onError: ({ code }) => note('error')(code),
  }
}

function baseMapProps() {
  const { baseMaps = NO_BASE_MAPS, layer, language = 'en' } = setup
  return { baseMaps, layer, labels: false, language }
}

function render() {
  const ref = (given: ScanPaneHandle | BasePaneHandle | null) => void (handle = given)
  const { line, pending } = setup
  root.render(
    setup.pane === 'scan' ? (
      <ScanPane
        key={shown}
        ref={ref}
        label="Pane"
        scan={fileOf(setup.scanUrl)}
        {...sharedProps<ScanCamera>()}
        {...(line && { line })}
        pending={pending ?? null}
        {...(setup.mask && { mask: setup.mask })}
      />
    ) : (
      <BasePane
        key={shown}
        ref={ref}
        label="Pane"
        baseMap={baseMapProps()}
        {...sharedProps<BaseCamera>()}
        {...(line && { line })}
        pending={pending ?? null}
        pin={setup.pin ?? null}
        attribution={setup.attribution ?? false}
        {...(setup.initialBox && { initialBox: setup.initialBox })}
        yieldsToPage={setup.yieldsToPage ?? null}
        outlineTiles={setup.outlineTiles ?? null}
        outlinesVisible={setup.outlinesVisible ?? true}
        selectedOutlineId={setup.selectedOutlineId ?? null}
        overlays={overlays()}
        overlayOpacity={setup.overlayOpacity ?? 1}
        attempt={setup.attempt ?? 0}
        onOutlineHover={note('outline hover')}
        onOutlinePress={note('outline press')}
        onBaseLayerAnswer={(answer, layer) => note('answer')({ answer, layer })}
        onTrouble={(trouble) => note('trouble')([...trouble.values()].map(({ code }) => code))}
      />
    ),
  )
}

/** Generous: software graphics on a busy machine. */
const CALM_MS = 20_000

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))

async function openFiles() {
  for (const url of [setup.scanUrl, setup.fileUrl])
    if (url && !files.has(url)) files.set(url, await raster.open({ url }))
}

window.pane = {
  async show(next) {
    root.render(null)
    await nextFrame()
    rootElement.removeAttribute('style')
    setup = next
    shown += 1
    isBusy = true
    await openFiles()
    events.length = 0
    render()
    await nextFrame()
  },
  async change(part) {
    setup = { ...setup, ...part }
    await openFiles()
    render()
    for (const listener of listeners) listener()
    await nextFrame()
  },
  resize(width, height) {
    Object.assign(rootElement.style, { width: `${width}px`, height: `${height}px` })
  },
  async calm() {
    const until = performance.now() + CALM_MS
    for (let quiet = 0; quiet < 3; quiet = isBusy ? 0 : quiet + 1) {
      await nextFrame()
      if (performance.now() > until)
        throw new Error(`the pane is still busy: ${JSON.stringify(events.slice(-3))}`)
    }
  },
  events: () => events,
  forgetEvents: () => void (events.length = 0),
  call(method, ...args) {
    const asked: unknown = handle && Reflect.get(handle, method)
    if (typeof asked !== 'function') throw new Error(`the pane has no ${method}`)
    return Reflect.apply(asked, handle, args)
  },
}
