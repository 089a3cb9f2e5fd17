import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PositionReading } from '../../places/watch-position.ts'
import { loadDeclination } from '../session/declination.ts'
import type { LonLat, Waypoint } from '../recorder/field-log.ts'
import type { FieldRecorder } from '../recorder/field-recorder.ts'
import { MOST_PHOTOS, readPhoto } from './read-photos.ts'
import type { PhotoPlace } from './read-photos.ts'

/** Photos that are being read, and what became of those that were read last. */
export interface Photos {
  /** Null: none is being read. */
  readonly progress: { readonly done: number; readonly of: number } | null
  /** How many became places; null: nothing was read yet. */
  readonly added: number | null
  /** Names of files that are no photos that can be read. */
  readonly unreadable: readonly string[]
  readonly tooLarge: readonly string[]
  /** How many were left out because there were too many. */
  readonly leftOut: number
  /** They say no position. */
  readonly placeless: readonly PhotoPlace[]
  readonly read: (files: readonly File[]) => Promise<void>
  readonly cancel: () => void
  /** Puts those without a position where the user stands. */
  readonly placeHere: (reading: PositionReading) => Promise<void>
  readonly forgetPlaceless: () => void
}

const NOTHING = { added: null, unreadable: [], tooLarge: [], leftOut: 0, placeless: [] }
type Outcome = Pick<Photos, 'added' | 'unreadable' | 'tooLarge' | 'leftOut' | 'placeless'>

/** Makes places of photos. The photos themselves are read here and go nowhere. */
export function usePhotos(recorder: FieldRecorder): Photos {
  const { t } = useTranslation('navigator')
  const [progress, setProgress] = useState<Photos['progress']>(null)
  const [outcome, setOutcome] = useState<Outcome>(NOTHING)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const waypointOf = async (photo: PhotoPlace, place: LonLat): Promise<Omit<Waypoint, 'id'>> => {
    const { name, timeMs, direction } = photo
    const turn = direction?.isMagnetic ? await declinationAt(place, timeMs) : 0
    const degrees = direction && Math.round(direction.degrees + turn + 360) % 360
    const note = degrees === null ? name : t('photo.note', { name, degrees })
    // What a photo calls its height is above the sea, or above the ellipsoid: it does not say.
    return { lon: place.lon, lat: place.lat, altitudeMetres: null, timeMs, note: note.slice(0, 1_000) }
  }

  const read = async (files: readonly File[]) => {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    const chosen = files.slice(0, MOST_PHOTOS)
    const found: Omit<Waypoint, 'id'>[] = []
    const placeless: PhotoPlace[] = []
    const faults = { unreadable: [] as string[], tooLarge: [] as string[] }
    let done = 0
    for (const file of chosen) {
      if (controller.signal.aborted) break
      setProgress({ done, of: chosen.length })
      const photo = await readPhoto(file)
      if ('fault' in photo) faults[photo.fault].push(photo.name)
      else if (photo.place) found.push(await waypointOf(photo, photo.place))
      else placeless.push(photo)
      done += 1
    }
    if (running.current !== controller) return
    running.current = null
    setProgress(null)
    // One that was chosen before is not added twice. What was read before a stop is kept.
    const known = new Set(recorder.snapshot().log.waypoints.map(keyOf))
    const fresh = found.filter((waypoint) => !known.has(keyOf(waypoint)))
    recorder.addPlaces(fresh)
    setOutcome({
      ...faults,
      added: fresh.length,
      leftOut: files.length - done,
      placeless,
    })
  }

  return {
    ...outcome,
    progress,
    read,
    cancel: () => running.current?.abort(),
    placeHere: async (reading) => {
      const { placeless } = outcome
      setOutcome({ ...outcome, placeless: [] })
      recorder.addPlaces(await Promise.all(placeless.map((photo) => waypointOf(photo, reading))))
      setOutcome({ ...NOTHING, added: placeless.length })
    },
    forgetPlaceless: () => setOutcome({ ...outcome, placeless: [] }),
  }
}

const keyOf = ({ lon, lat, timeMs }: Omit<Waypoint, 'id'>) => `${lon} ${lat} ${timeMs}`

/** Without the line it stays magnetic north, as the camera wrote it. */
async function declinationAt({ lon, lat }: LonLat, timeMs: number): Promise<number> {
  try {
    return (await loadDeclination(new Date(timeMs)))(lon, lat)
  } catch {
    return 0
  }
}
