/** A page with our panes and nothing else, driven by the tests through `window.harness`. */
import { createRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { MapPoint } from '../../../contract/control-points.ts'
import { liveMeshesOf } from '../../../src/warp/live-meshes.ts'
import { BasePane } from '../../../src/map/base-pane.tsx'
import type {
  BaseMapProps,
  BasePaneHandle,
  ControlPointMark,
  HandleDrag,
  LiveMeshes,
  MarkDrag,
  PaneDrag,
  ScanPaneHandle,
} from '../../../src/map/pane-props.ts'
import { ScanPane } from '../../../src/map/scan-pane.tsx'
import { openRasterClient } from '../../../workers/raster/raster-client.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import type { Distortion } from '../../../workers/warp/warp-api.ts'
import { openWarpSession } from '../../../workers/warp/warp-client.ts'
import type { WarpSession } from '../../../workers/warp/warp-client.ts'
import type { HarnessEvent, HarnessSetup } from './page-api.ts'

// What was drawn last can be read at any time, not only in its own frame.
const getContext = Reflect.get(HTMLCanvasElement.prototype, 'getContext') as (
  ...asked: unknown[]
) => RenderingContext | null
Object.assign(HTMLCanvasElement.prototype, {
  getContext(this: HTMLCanvasElement, kind: string, options?: object) {
    return Reflect.apply(getContext, this, [kind, { ...options, preserveDrawingBuffer: true }])
  },
})

const raster = openRasterClient()
const root = createRoot(document.querySelector('#root') ?? document.body)
const scanRef = createRef<ScanPaneHandle>()
const baseRef = createRef<BasePaneHandle>()
const busy = new Set<string>()
const events: HarnessEvent[] = []
const baseMapOf = (tiles: string): BaseMapProps => ({
  baseMaps: {
    embedded: { tiles: [tiles], tileSize: 512, minZoom: 0, maxZoom: 7, attribution: [] },
    layers: { streets: null, satellite: null, terrain: null, terrainOnly: null, 'esri-satellite': null },
  },
  layer: undefined,
  labels: false,
  language: 'en',
})
let baseMap = baseMapOf('/none/{z}/{x}/{y}.mvt')

let session: WarpSession | null = null
let meshes: LiveMeshes | null = null
let warpWorker: Worker | null = null
let scan: Pyramid | null = null
let file: Pyramid | null = null
let setup: HarnessSetup | null = null
let gcps: Float64Array = new Float64Array()
let distortion: Distortion | null = null

const note = (name: string) => (detail: unknown) => void events.push({ name, detail })

function marks(): ControlPointMark[] {
  const found: ControlPointMark[] = []
  for (let at = 0; at < gcps.length / 4; at++) {
    const [imageX = 0, imageY = 0, mapX = 0, mapY = 0] = gcps.subarray(4 * at, 4 * at + 4)
    const states = { enabled: true, suspect: false, ...setup?.markStates?.[at] }
    found.push({ id: `p${at}`, number: at + 1, image: [imageX, imageY], map: [mapX, mapY], ...states })
  }
  return found
}

function ask(dragging: boolean) {
  if (!scan || !setup) return
  const { width, height, tileSize, levels } = scan
  session?.setRequest({
    type: setup.type,
    gcps: gcps.slice(),
    scan: { width, height, tileSize, levelCount: levels.length },
    dragging,
  })
}

let atStart: Float64Array | null = null

function onDrag(side: 'scan' | 'base') {
  return ({ id, phase, place }: MarkDrag<readonly [number, number]>) => {
    note(`drag ${side}`)({ id, phase, place })
    if (phase === 'start') atStart = gcps.slice()
    if (phase === 'cancel' && atStart) gcps = atStart
    else {
      gcps = gcps.slice()
      gcps.set(place, 4 * Number(id.slice(1)) + (side === 'scan' ? 0 : 2))
    }
    ask(phase === 'start' || phase === 'move')
    render()
  }
}

function render() {
  if (!setup || !scan || !session || !meshes) return
  const { panes, theme = 'light', opacity = 1, crosshair = false, selectedId, hoveredId, mask } = setup
  const shared = {
    theme,
    crosshair,
    marks: setup.marks ? marks() : [],
    selectedId: selectedId ?? null,
    hoveredId: hoveredId ?? null,
    handles: setup.handles ?? [],
    onHandleDrag: ({ phase, place, index }: HandleDrag<readonly [number, number]>) =>
      note('drag handle')({ phase, place, index }),
    ...(setup.drawsOnGround && {
      onGroundDrag: ({ phase, place }: PaneDrag<readonly [number, number]>) =>
        note('drag ground')({ phase, place }),
    }),
  }
  const fit = session.snapshot().fit
  const vectors = setup.residuals ? (fit?.accuracy.leaveOneOut ?? null) : null
  const tellBusy = (pane: string) => (isBusy: boolean) => void (isBusy ? busy.add(pane) : busy.delete(pane))
  root.render(
    <>
      {panes.includes('scan') && (
        <ScanPane
          ref={scanRef}
          label="Scan"
          scan={scan}
          {...shared}
          {...(mask ? { mask } : {})}
          residuals={vectors && { vectors, scale: 1 }}
          onBusyChange={tellBusy('scan')}
          onMarkDrag={onDrag('scan')}
          onMarkPress={note('press mark')}
          onPress={note('press scan')}
          onMarkHover={note('hover')}
          onError={(error) => note('error')(error.code)}
        />
      )}
      {panes.includes('base') && (
        <BasePane
          ref={baseRef}
          label="Base map"
          baseMap={baseMap}
          attribution={setup.attribution ?? false}
          {...shared}
          overlays={
            file
              ? [{ kind: 'file', raster: file }]
              : [{ kind: 'live', meshes, scan, ...(mask ? { mask } : {}) }]
          }
          overlayOpacity={opacity}
          folds={setup.folds && fit ? fit.folds : null}
          distortion={setup.distortion && distortion ? { grid: distortion, of: setup.distortion } : null}
          temporary={setup.temporary ?? null}
          onBusyChange={tellBusy('base')}
          onMarkDrag={onDrag('base')}
          onMarkPress={note('press mark')}
          onPress={note('press base')}
          onMarkHover={note('hover')}
          onError={(error) => note('error')(error.code)}
        />
      )}
    </>,
  )
}

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))

async function calm(timeoutMs = 30_000) {
  const until = performance.now() + timeoutMs
  let quiet = 0
  while (quiet < 4) {
    if (performance.now() > until) {
      throw new Error(
        `still busy after ${timeoutMs} ms: ${[...busy].join()} ${JSON.stringify(events.slice(-3))}`,
      )
    }
    await nextFrame()
    quiet = busy.size === 0 && !session?.snapshot().busy ? quiet + 1 : 0
  }
  const failed = events.find(({ name }) => name === 'error')
  if (failed) throw new Error(`a tile could not be read: ${String(failed.detail)}`)
}

/** Reads what a frame has drawn after `redraw`. */
async function readCanvas(
  selector: string,
  redraw: () => void,
  places: readonly (readonly [number, number])[],
) {
  const canvas = document.querySelector(selector)
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error(`no canvas ${selector}`)
  const gl = canvas.getContext('webgl2')
  if (!gl) throw new Error('no WebGL2')
  const values: number[] = []
  const pixel = new Uint8Array(4)
  redraw()
  await nextFrame()
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  for (const [x, y] of places) {
    gl.readPixels(Math.floor(x), canvas.height - 1 - Math.floor(y), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
    values.push(...pixel)
  }
  return values
}

const readBase = (places: readonly (readonly [number, number])[]) =>
  readCanvas('.maplibregl-canvas', () => baseRef.current?.moveTo(baseRef.current.camera() ?? {}), places)

// Escape is the host's to answer.
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && !scanRef.current?.cancelDrag()) baseRef.current?.cancelDrag()
})

window.harness = {
  async show(next) {
    session?.close()
    scan?.close()
    file?.close()
    // At once: with what is shown next in the same commit, React would keep the panes, and where they had been moved.
    flushSync(() => root.render(null))
    busy.clear()
    events.length = 0
    setup = next
    baseMap = baseMapOf(next.baseTiles ?? '/none/{z}/{x}/{y}.mvt')
    gcps = Float64Array.from(next.gcps)
    distortion = null
    scan = await raster.open({ url: next.scanUrl })
    file = next.fileUrl ? await raster.open({ url: next.fileUrl }) : null
    session = openWarpSession(() => {
      warpWorker = new Worker(new URL('../../../workers/warp/warp.worker.ts', import.meta.url), {
        type: 'module',
      })
      return warpWorker
    })
    meshes = liveMeshesOf(session)
    session.subscribe(render)
    for (const pane of next.panes) busy.add(pane)
    ask(false)
    render()
    if (next.distortion) {
      // Questions are answered by the model that there is: not before the fit.
      await calm()
      distortion = await session.distortion(48)
      render()
    }
  },
  change(part) {
    if (setup) setup = { ...setup, ...part }
    render()
  },
  calm,
  async moveBase(camera) {
    busy.add('base')
    baseRef.current?.moveTo(camera)
    await calm()
  },
  async moveScan(camera) {
    scanRef.current?.moveTo(camera)
    await calm()
  },
  baseCamera: () => baseRef.current?.camera() ?? null,
  scanCamera: () => scanRef.current?.camera() ?? null,
  baseSize() {
    const { clientWidth: width, clientHeight: height } =
      document.querySelector('.maplibregl-map') ?? document.body
    return { width, height }
  },
  readBase,
  async handOver(fileUrl, place) {
    const before = file
    file = fileUrl === null ? null : await raster.open({ url: fileUrl })
    render()
    before?.close()
    let isCalm = false
    const untilCalm = calm(60_000).finally(() => (isCalm = true))
    const frames: number[][] = []
    while (!isCalm) frames.push(await readCanvas('.maplibregl-canvas', () => undefined, [place]))
    await untilCalm
    return frames
  },
  // As it was drawn last: to move the camera, even to where it is, would hide a picture that has parted from it.
  readScan: (places) => readCanvas('[aria-label="Scan"] canvas', () => undefined, places),
  async mapToImage(map) {
    return Array.from((await session?.mapToImage(Float64Array.from(map))) ?? [])
  },
  projectBase: (place) => baseRef.current?.project(place as MapPoint) ?? null,
  projectScan: (place) => scanRef.current?.project(place) ?? null,
  fitMessages() {
    const snapshot = session?.snapshot()
    return {
      failure: snapshot?.failure?.message ?? null,
      warnings: snapshot?.fit?.warnings ?? [],
      deaths: snapshot?.workerDeaths ?? 0,
    }
  },
  events: () => events,
  killWarpWorker: () => warpWorker?.terminate(),
}
