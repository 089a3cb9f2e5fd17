import { atom } from 'jotai'
import type { MapPoint } from '../../../contract/control-points.ts'
import { groundAreaSquareMetres } from '../../geometry/ground-area.ts'
import { lineMetres } from '../../geometry/ground-distance.ts'
import type { HandleDrag } from '../../map/pane-props.ts'
import { measure } from '../../map/tools/measure.ts'
import type { MeasureEvent, MeasureKind, Measuring } from '../../map/tools/measure.ts'
import { createToolRunner } from '../../map/tools/tool-runner.ts'
import { CHOOSING, composeTools } from '../../map/tools/tool.ts'
import type { ToolOf } from '../../map/tools/tool.ts'
import { type AtomStore, valueAtoms } from '../../ui/value-atoms.ts'
import type { StoredMeasuring, MeasuringStore } from './stored-measuring.ts'

const TOOLS = composeTools(measure)
type Tool = ToolOf<typeof TOOLS>

const [toolAtom, changeToolAtom] = valueAtoms<Tool>(CHOOSING)
/** What was measured and laid aside, to be taken up when measuring is asked for. */
const [asideAtom, layAsideAtom] = valueAtoms<Measuring | null>(null)
const [chosenEndAtom, chooseEndAtom] = valueAtoms<number | null>(null)

/** Null: nothing is measured. */
export const measuringAtom = atom((get): Measuring | null => {
  const tool = get(toolAtom)
  return tool.kind === 'measure' ? tool : null
})
export const measureDrawingAtom = atom((get) => TOOLS.draw(get(toolAtom)).base)
/** Along the line, metres. */
export const measuredMetresAtom = atom((get) => lineMetres(get(measuringAtom)?.points ?? []))
/** Enclosed by the line, from three points on. */
export const measuredAreaAtom = atom((get) => {
  const points = get(measuringAtom)?.points ?? []
  return points.length > 2 ? groundAreaSquareMetres(points) : null
})
/** Which end of a distance the next place that is set becomes; null: none. */
export const movingEndAtom = atom((get) => {
  const measuring = get(measuringAtom)
  return measuring?.of === 'distance' && !measuring.isPicking ? get(chosenEndAtom) : null
})
/** The next place that is pressed is measured. */
export const isSettingPointAtom = atom(
  (get) => get(measuringAtom)?.isPicking === true || get(movingEndAtom) !== null,
)
/** As it is stored. */
const leftAtom = atom((get): StoredMeasuring | null => {
  const measuring = get(measuringAtom)
  const tool = measuring ?? get(asideAtom)
  return tool && { tool, isAside: measuring === null }
})

export interface FieldMeasuring {
  /** Begins to store what is measured. Returns how to stop. */
  readonly start: () => () => void
  /** Another map is laid over the same ground; undefined: none. It takes the measurement along. */
  readonly setMap: (mapId: string | undefined) => void
  /** Begins, or takes up what was laid aside; while that kind is measured it ends. The other kind takes over the points that fit it. */
  readonly toggle: (of: MeasureKind) => void
  /** Leaves the tool and keeps what it has measured. @returns whether there is anything */
  readonly layAside: () => boolean
  readonly setPoint: (place: MapPoint) => void
  readonly drag: (drag: HandleDrag<MapPoint>) => void
  readonly setPicking: (isPicking: boolean) => void
  readonly setMoving: (index: number) => void
  /** Takes back one thing; once nothing is picked any more, all of it. */
  readonly undo: () => void
}

interface MeasuringDeps {
  readonly store: AtomStore
  /** Stores what is measured for as long as the tab is open. */
  readonly stored: MeasuringStore
  readonly mapId: string | undefined
  /** More than the last point was lost; `restore` brings it back. */
  readonly onLost: (restore: () => void) => void
}

/** The measuring tool of the navigator. */
export function createMeasuring({ store, stored, mapId, onLost }: MeasuringDeps): FieldMeasuring {
  let storedFor = mapId
  const left = stored.read(mapId)
  if (left?.isAside) store.set(layAsideAtom, left.tool)
  else if (left) replace(left.tool)

  const send = createToolRunner({
    tools: TOOLS,
    read: () => store.get(toolAtom),
    write: replace,
    handlers: {},
  })
  const save = () => stored.keep(storedFor, store.get(leftAtom))

  function replace(tool: Tool) {
    store.set(changeToolAtom, tool)
  }

  function forgetOthers() {
    store.set(chooseEndAtom, null)
    store.set(layAsideAtom, null)
  }

  /** More than the last point is lost where another kind or nothing is measured afterwards. */
  function step(event: MeasureEvent) {
    const before = store.get(measuringAtom)
    send(event)
    const next = store.get(measuringAtom)
    if (!before || next?.of === before.of || (next?.points.length ?? 0) >= before.points.length) return
    onLost(() => {
      forgetOthers()
      replace(before)
    })
  }

  return {
    start() {
      const stop = store.sub(leftAtom, save)
      save()
      return stop
    },
    setMap(nextId) {
      if (nextId === storedFor) return
      stored.keep(storedFor, null)
      storedFor = nextId
      save()
    },
    toggle(of) {
      const aside = store.get(measuringAtom) ? null : store.get(asideAtom)
      forgetOthers()
      if (aside) replace(aside)
      else step({ type: 'measureToggled', of })
    },
    layAside() {
      const measuring = store.get(measuringAtom)
      const kept = measuring && measuring.points.length > 0 ? measuring : null
      store.set(layAsideAtom, kept)
      replace(CHOOSING)
      store.set(chooseEndAtom, null)
      return kept !== null
    },
    setPoint(place) {
      const index = store.get(movingEndAtom)
      if (index !== null) {
        send({ type: 'handleDragged', index, place })
        store.set(chooseEndAtom, null)
      } else if (store.get(measuringAtom)) send({ type: 'mapPressed', map: place })
    },
    drag: ({ index, place }) => void send({ type: 'handleDragged', index, place }),
    setPicking: (isPicking) => void send({ type: isPicking ? 'pathContinued' : 'pathEnded' }),
    setMoving: (index) => store.set(chooseEndAtom, index),
    undo() {
      if (store.get(movingEndAtom) === null) step({ type: 'escape' })
      else store.set(chooseEndAtom, null)
    },
  }
}
