import type { createStore } from 'jotai'
import { boxAround, fitScan, type PanePadding } from '../../geometry/camera.ts'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import type { PaneHandle, Side } from '../../map/pane-props.ts'
import type { Proposal } from '../model/propose/proposals.ts'
import { scanSizeAtom } from '../model/scan-size.ts'
import { panesAtom } from '../model/tool-atoms.ts'

type Store = ReturnType<typeof createStore>

const MOVE_MS = 250
const FIT_MS = 500
/** What is nearer to a pane's edge is hardly seen, CSS px. */
const EDGE_PX = 32
/** A phone's peek is smaller, CSS px. */
const LARGE_PX = 200

/** A pane on the page, and how far from its edges the panel covers it, CSS px. */
interface FreePane {
  readonly width: number
  readonly height: number
  readonly covered: PanePadding
}

/** What of a pane the panel leaves free: what is above it on a phone, else what is beside it. Null: it is not shown. */
function freePane(side: Side): FreePane | null {
  const pane = document.querySelector(`[data-pane=${side}]`)?.getBoundingClientRect()
  if (!pane || pane.width === 0) return null
  const covered = { top: 0, right: 0, bottom: 0, left: 0 }
  const panel = document.querySelector('[data-propose]')?.getBoundingClientRect()
  const isOver =
    panel !== undefined &&
    panel.left < pane.right &&
    panel.right > pane.left &&
    panel.top < pane.bottom &&
    panel.bottom > pane.top
  if (isOver && panel.width > pane.width * 0.75) covered.bottom = pane.bottom - panel.top
  else if (isOver) covered.left = panel.right - pane.left
  return { width: pane.width, height: pane.height, covered }
}

/** Moves the panes that do not show a proposal, or have the panel over it; the others stay. */
export function bringIntoView(store: Store, { image, map }: Proposal): void {
  const panes = store.get(panesAtom)
  bringInto('scan', panes.scan.current, image)
  bringInto('map', panes.map.current, map)
}

function bringInto<Place>(
  side: Side,
  pane: PaneHandle<Place, { readonly centre: Place }> | null,
  place: Place,
): void {
  const free = pane && freePane(side)
  const at = free && pane.project(place)
  if (!at) return
  const { width, height, covered } = free
  const [x, y] = at
  const isSeen =
    x >= covered.left + EDGE_PX &&
    x <= width - EDGE_PX &&
    y >= EDGE_PX &&
    y <= height - covered.bottom - EDGE_PX
  // Into the middle of what is free.
  const centre = pane.unproject([x - covered.left / 2, y + covered.bottom / 2])
  if (!isSeen && centre) pane.moveTo({ centre }, MOVE_MS)
}

/** Shows proposals clear of the panel: all of them on the map, and the scan where one is not seen. False: the pane is too small. */
export function fitProposals(store: Store, side: Side, proposals: readonly Proposal[]): boolean {
  const free = freePane(side)
  if (!free || free.width < LARGE_PX) return false
  const { covered } = free
  const clear = { top: 64, right: 72, bottom: covered.bottom + 64, left: covered.left + 32 }
  if (side === 'map') {
    const box = boxAround(proposals.map(({ map }) => map))
    const padding = covered.bottom > 0 ? { ...clear, right: 32 } : clear
    if (box)
      store.get(panesAtom).map.current?.fitBox(box, { padding, maxZoom: zoomOfLevel(14), durationMs: FIT_MS })
    return true
  }
  const pane = store.get(panesAtom).scan.current
  if (covered.bottom === 0) pane?.fit(FIT_MS)
  else {
    const padding = { top: 64, right: 16, bottom: covered.bottom + 16, left: 16 }
    pane?.moveTo(fitScan(store.get(scanSizeAtom), free, padding, pane.camera()?.bearing ?? 0), FIT_MS)
  }
  return true
}
