import { atom } from 'jotai'
import { type AtomStore, valueAtoms } from '../../ui/value-atoms.ts'
import { hasOwnHeadingAtom } from './compass.ts'
import { readingAtom } from '../model/position-atoms.ts'

/** How far magnetic north lies from true north at a place, degrees clockwise; by the World Magnetic Model of NOAA. */
export type DeclinationAt = (lon: number, lat: number) => number

/** Loads the model for a day; beyond its years (2015 to 2029) it is drawn out. */
export async function loadDeclination(day: Date): Promise<DeclinationAt> {
  const { default: geomagnetism } = await import('geomagnetism')
  const model = geomagnetism.model(day, { allowOutOfBoundsModel: true })
  return (lon, lat) => model.point([lat, lon]).decl
}

/** It changes by less than a tenth of a degree over this far, degrees of longitude and latitude. */
const GRID = 0.1

let loaded: DeclinationAt | null = null

const [modelAtom, noteModelAtom] = valueAtoms<{ readonly declinationAt: DeclinationAt } | null>(null)
const isMissingAtom = atom(
  (get) => get(hasOwnHeadingAtom) && get(readingAtom) !== null && get(modelAtom) === null,
)

/** Degrees to add to the device's compass to have true north; null until the place and the model are known. */
export const declinationAtom = atom((get) => {
  const [reading, model] = [get(readingAtom), get(modelAtom)]
  if (!get(hasOwnHeadingAtom) || !reading || !model) return null
  const [lon, lat] = [Math.round(reading.lon / GRID) * GRID, Math.round(reading.lat / GRID) * GRID]
  return model.declinationAt(lon, lat)
})

/** Loads the model once it is needed. Returns how to stop. */
export function followDeclination(store: AtomStore, load = loadDeclination): () => void {
  let isStopped = false
  const note = (declinationAt: DeclinationAt) => {
    loaded = declinationAt
    if (!isStopped) store.set(noteModelAtom, { declinationAt })
  }
  const look = () => {
    if (!store.get(isMissingAtom)) return
    if (loaded) return note(loaded)
    // Without the connection it stays magnetic north, as the compass shows it.
    void load(new Date()).then(note, () => undefined)
  }
  const stop = store.sub(isMissingAtom, look)
  look()
  return () => {
    isStopped = true
    stop()
  }
}
