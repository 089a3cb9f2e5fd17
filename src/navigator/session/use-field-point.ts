import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import { changeDraft, draftPlaces } from '../../drafts/change-draft.ts'
import type { KeptIn } from '../../drafts/change-draft.ts'
import { addPoint, newPointId, removePoint } from '../../drafts/editor-document.ts'
import type { EditorDocument } from '../../drafts/editor-document.ts'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import { notePoints, unsentFieldWork, useHasUnsentPoints } from '../../kept/unsent-field-work.ts'
import type { PositionReading, PositionWatch } from '../../places/watch-position.ts'
import { usePermissionsOf } from '../../session/permissions.ts'
import { placeOnScan } from '../../warp/place-on-scan.ts'
import { isPointingAtom, overlayKindAtom } from '../model/navigator-model.ts'
import { isStaleAtom, readingAtom } from '../model/position-atoms.ts'
import { isFresh } from '../model/reading-age.ts'
import { useFreshPosition } from './use-fresh-position.ts'
import { averagePosition, withReading } from './average-position.ts'
import type { AveragedPosition } from './average-position.ts'
import type { LonLat } from '../recorder/field-log.ts'

interface AddedPoint {
  readonly is: 'added'
  readonly number: number
  readonly keptIn: KeptIn
  /** On this device alone at first, and remembered to be. */
  readonly isNoted: boolean
  readonly id: string
}

/** What became of the last press: a point was added or taken back, the cross lay off the scan, or nothing was kept. */
export type PointResult = AddedPoint | { readonly is: 'undone' | 'offScan' | 'failed' }

/** A control point that was added where its user stood. */
export interface PlacedPoint {
  readonly id: string
  readonly number: number
  readonly place: MapPoint
}

export interface FieldPoint {
  /** Added to this map since the page was opened, and not taken back. */
  readonly placed: readonly PlacedPoint[]
  /** The user may place points on this map, and it lies somewhere already. */
  readonly isPossible: boolean
  /** Of the last half minute while the panel is open; null: none that is not old. */
  readonly position: AveragedPosition | null
  /** A point was asked for and waits for a new position. */
  readonly isWaiting: boolean
  /** The point is no longer asked for. */
  readonly cancel: () => void
  /** To be called when the panel is opened: what the device said long before is not gathered. */
  readonly begin: () => void
  readonly isBusy: boolean
  /** Null: nothing was pressed since the panel was opened. */
  readonly result: PointResult | null
  /** Pairs the averaged position with what the old map shows at `place`, once there is one that is not old. */
  readonly addAt: (place: MapPoint) => void
  /** The same with the last reading alone, however old it is; a point that waits keeps the place it was asked for at. */
  readonly addOldAt: (place: MapPoint) => void
  /** Takes the point back that was added last. */
  readonly undo: () => Promise<void>
}

interface FieldPointInput {
  readonly userId: string
  readonly record: MapRecord | null
  readonly watch: PositionWatch
}

/** Adds control points where the user stands to the draft of the map, with or without a connection. */
export function useFieldPoint({ userId, record, watch }: FieldPointInput): FieldPoint {
  // Readings are gathered while the panel is open.
  const isOpen = useAtomValue(isPointingAtom)
  const reading = useAtomValue(readingAtom)
  // How the old map is laid over: the image point is the one that is seen.
  const kind = useAtomValue(overlayKindAtom)
  const permissionsFor = usePermissionsOf()
  const [readings, setReadings] = useState<readonly PositionReading[]>([])
  const [openedMs, setOpenedMs] = useState<number | null>(null)
  const [result, setResult] = useState<PointResult | null>(null)
  const [placed, setPlaced] = useState<ReadonlyMap<string, readonly PlacedPoint[]>>(NONE_PLACED)
  const [isBusy, setBusy] = useState(false)
  const isChanging = useRef(false)
  const transformation = record?.transformation ?? null
  const isPossible =
    record !== null && record.image !== null && transformation !== null && permissionsFor(record).canEdit
  // Gathered while it renders: a reading must not wait for the next.
  const isGathered = reading !== null && openedMs !== null && isFresh(reading, openedMs)
  const gathered = !isOpen ? [] : isGathered ? withReading(readings, reading) : readings
  if (gathered.length !== readings.length || gathered.at(-1) !== readings.at(-1)) setReadings(gathered)
  const isStale = useAtomValue(isStaleAtom)
  const position = isStale ? null : averagePosition(gathered)
  if (!isOpen && result) setResult(null)
  useEffect(() => {
    if (isOpen && !isGathered) watch.ask()
  }, [isOpen, isGathered, reading, watch])

  const change = async (act: (document: EditorDocument) => EditorDocument): Promise<KeptIn> => {
    if (!record) throw new Error('there is no map')
    const keptIn = await changeDraft(draftPlaces(userId, record.id), record, act)
    // What was placed without a connection goes to the account as soon as there is one, whatever page is open then.
    if (keptIn === 'device') notePoints(userId, record.id)
    return keptIn
  }

  const add = async (place: MapPoint, { lon, lat }: LonLat): Promise<PointResult> => {
    if (!record?.image || !transformation) return { is: 'failed' }
    const type = kind === 'file' ? transformation.transformationType : kind
    const question = { transformation, type, scan: record.image, place }
    const image: ImagePoint | null = await placeOnScan(question, AbortSignal.timeout(10_000))
    if (!image) return { is: 'offScan' }
    const id = newPointId()
    const stood = lonLatToMercator(lon, lat)
    let number = 0
    const keptIn = await change((document) => {
      const next = addPoint(document, id, image, stood)
      number = next.points.length
      return next
    })
    setPlaced((all) => new Map(all).set(record.id, [...placedOn(all, record), { id, number, place: stood }]))
    const isNoted = unsentFieldWork(userId).mapIds.includes(record.id)
    return { is: 'added', number, keptIn, isNoted, id }
  }

  /** One after another: a second change would begin with the same draft. */
  const doing = async (act: () => Promise<PointResult>): Promise<void> => {
    if (isChanging.current) return
    isChanging.current = true
    setBusy(true)
    setResult(await act().catch((): PointResult => ({ is: 'failed' })))
    isChanging.current = false
    setBusy(false)
  }

  const isUnsent = useHasUnsentPoints(userId, record?.id)
  const wish = useFreshPosition(watch, (place: MapPoint, heard, isOld) => {
    const agreed = isOld ? null : averagePosition(withReading(gathered, heard))
    void doing(() => add(place, agreed ?? heard))
  })
  if (!isOpen && wish.waiting) wish.cancel()
  if (!isOpen && openedMs !== null) setOpenedMs(null)

  return {
    placed: placedOn(placed, record),
    isPossible,
    position,
    isWaiting: wish.waiting !== null,
    cancel: wish.cancel,
    begin: () => setOpenedMs(Date.now()),
    isBusy,
    // What this device alone had goes to the account while the panel stands open.
    result: result?.is === 'added' && result.isNoted && !isUnsent ? { ...result, keptIn: 'account' } : result,
    addAt: wish.take,
    addOldAt: (place) => wish.takeOld(wish.waiting?.wish ?? place),
    undo: () =>
      doing(async () => {
        if (result?.is !== 'added') return { is: 'failed' }
        await change((document) => removePoint(document, result.id))
        if (record)
          setPlaced((all) =>
            new Map(all).set(
              record.id,
              placedOn(all, record).filter(({ id }) => id !== result.id),
            ),
          )
        return { is: 'undone' }
      }),
  }
}

const NONE: readonly PlacedPoint[] = []
const NONE_PLACED: ReadonlyMap<string, readonly PlacedPoint[]> = new Map()

const placedOn = (all: ReadonlyMap<string, readonly PlacedPoint[]>, map: Pick<MapRecord, 'id'> | null) =>
  (map && all.get(map.id)) ?? NONE
