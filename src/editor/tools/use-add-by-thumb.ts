import { useStore } from 'jotai'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { WarpSession } from '../../../workers/warp/warp-client.ts'
import type { Side } from '../../map/pane-props.ts'
import { isOnScan } from '../model/scan-edge.ts'
import { scanSizeAtom } from '../model/scan-size.ts'
import { pickingAtom } from '../model/sheet/sheet-state.ts'
import { placeOnto } from '../model/snap-atoms.ts'
import { croppingAtom, halfPairAtom, panesAtom, pullingAtom } from '../model/tool-atoms.ts'
import {
  aimedSidesAtom,
  isMapPlacedAtom,
  mapCentreAtom,
  scanCentreAtom,
  shownSideAtom,
} from '../model/view-atoms.ts'
import { hasFitAtom, sessionAtom } from '../model/warp-atoms.ts'
import { useAddAtCrosses } from './use-add-at-crosses.ts'
import { paneSize } from './use-start-lay.ts'
import { useTools } from './use-tools.ts'

type Store = ReturnType<typeof useStore>

/** The camera by which the other pane shows what one of them shows; null where the warp has none. */
type CounterpartOf = (
  side: Side,
  warp: WarpSession,
) => Promise<{ readonly centre: readonly [number, number]; readonly zoom: number } | null>

const NO_SIDES: ReadonlySet<Side> = new Set()

/**
 * Adds a pair on a phone, which shows one pane at a time. The first press marks the place under the cross in sight and
 * shows the other pane, with the place that is expected there under its cross; the second completes the pair. Where the
 * cross of the other pane was aimed before, one press is enough.
 */
export function useAddByThumb(counterpartOf: CounterpartOf): () => void {
  const store = useStore()
  const send = useTools()
  const addAtCrosses = useAddAtCrosses()
  const isShowing = useRef(false)
  return () => {
    // The other pane is on its way: its cross was not aimed yet.
    if (isShowing.current) return
    const side = store.get(shownSideAtom)
    const half = store.get(halfPairAtom)
    const isAimed = store.get(aimedSidesAtom).has(otherOf(side))
    const tools = [store.get(pickingAtom), store.get(croppingAtom), store.get(pullingAtom)]
    const hasOwnTool = tools.some((tool) => tool !== null)
    if (hasOwnTool || (!half && isAimed)) {
      store.set(aimedSidesAtom, NO_SIDES)
      addAtCrosses()
      // The next pair begins on the scan.
      return store.set(shownSideAtom, 'scan')
    }
    store.get(panesAtom)[side].current?.settle()
    // What was marked in this pane before is marked anew.
    const isMarkedHere = half !== null && (half.kind === 'imageSet' ? 'scan' : 'map') === side
    if (isMarkedHere) send({ type: 'placingCancelled' })
    if (!pressAtCross(store, send, side)) return void send({ type: 'pairAsked', image: null, map: null })
    store.set(aimedSidesAtom, NO_SIDES)
    if (half && !isMarkedHere) return store.set(shownSideAtom, 'scan')
    isShowing.current = true
    void showCounterpart(store, side, counterpartOf).finally(() => (isShowing.current = false))
  }
}

export const otherOf = (side: Side): Side => (side === 'scan' ? 'map' : 'scan')

/** Presses the place under the cross of a pane. False: there is none. */
function pressAtCross(store: Store, send: ReturnType<typeof useTools>, side: Side): boolean {
  if (side === 'map') {
    const cross = store.get(mapCentreAtom)
    return cross !== null && send({ type: 'mapPressed', map: placeOnto(store, cross) })
  }
  const image = store.get(scanCentreAtom)
  if (!image || !isOnScan(image, store.get(scanSizeAtom))) return false
  return send({ type: 'scanPressed', image, isOnScan: true })
}

type Camera = NonNullable<Awaited<ReturnType<CounterpartOf>>>

/** Shows the other pane, as large at least as its whole scan would be, where the warp has what the first shows. */
async function showCounterpart(store: Store, side: Side, counterpartOf: CounterpartOf): Promise<void> {
  const camera = await counterpartCameraOf(store, side, counterpartOf)
  if (camera && side === 'scan') store.set(isMapPlacedAtom, true)
  flushSync(() => store.set(shownSideAtom, otherOf(side)))
  if (camera) moveCounterpart(store, side, camera)
}

/** Where the other pane shows what a pane shows; null where the points do not tell. */
export async function counterpartCameraOf(
  store: Store,
  side: Side,
  counterpartOf: CounterpartOf,
): Promise<Camera | null> {
  const session = store.get(hasFitAtom) ? store.get(sessionAtom) : null
  // The worker ended meanwhile: the place is looked for without it.
  return session && (await counterpartOf(side, session).catch(() => null))
}

/** Moves the other pane to what a pane shows, as large at least as its whole scan would be. */
export function moveCounterpart(store: Store, side: Side, camera: Camera): void {
  const panes = store.get(panesAtom)
  if (side === 'scan') return panes.map.current?.moveTo(camera)
  const { width, height } = store.get(scanSizeAtom)
  const size = paneSize('scan')
  const whole = size ? Math.log2(Math.min(size.width / width, size.height / height)) : camera.zoom
  panes.scan.current?.moveTo({ ...camera, zoom: Math.max(camera.zoom, whole) })
}
